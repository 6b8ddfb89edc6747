/* command_ladder - each step beside the one before: idea, counts, time, gain, bytes; then the peers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/command_ladder.h"
#include "bench/command_run.h"
#include "bench/commands.h"

static const char usage[] =
    "usage: sigcost ladder [ALG] [OPTION]...\n\n"
    "Each step of an algorithm's ladder: its idea, what it counts, its time, and the gain over "
    "the step\nbefore and over the first; then GMP's own functions and the outside libraries, all "
    "in one\ninterleaved run. Without ALG one summary line for each algorithm and operation.\n\n"
    "  ALG               rsa-2048, ecdsa-p256, ed25519, ...\n"
    "  --op LIST         keygen,sign,verify (default), reject\n"
    "  --payload BYTES   of the message, K = 1024 (default 1K)\n"
    "  --seconds S       about how long the measuring may take (default 20; without ALG 60)\n"
    "  --no-peers        self-written steps and GMP's row alone\n"
    "  --toy             allow RSA moduli below 2048 bits: for study, not for use\n"
    "  --json FILE       as JSON; - is stdout, in place of the table\n"
    "  --csv FILE        as CSV; - likewise\n"
    "  --help            this text\n\n"
    "Exit: 0 done, 1 an implementation gave a wrong result, 2 wrong use.\n";

struct request {
    const char *alg_name, *json, *csv;
    struct selection selection;
    int toy, no_peers;
};

enum { OPTION_TOY = 256, OPTION_NO_PEERS };

static const struct option options[] = {
    {"op", required_argument, NULL, 'o'},
    {"payload", required_argument, NULL, 'p'},
    {"seconds", required_argument, NULL, 's'},
    {"no-peers", no_argument, NULL, OPTION_NO_PEERS},
    {"toy", no_argument, NULL, OPTION_TOY},
    {"json", required_argument, NULL, 'j'},
    {"csv", required_argument, NULL, 'c'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static enum result take_option(void *into, int got, char *value, const char *command)
{
    struct request *request = into;

    switch (got) {
    case 'o':
        return parse_ops(&request->selection.ops, value, command);
    case 'p':
        return parse_payloads(&request->selection, value, command);
    case 's':
        return parse_seconds(&request->selection.seconds, value, 1e6, "--seconds", command);
    case OPTION_TOY:
        request->toy = 1;
        return DONE;
    case OPTION_NO_PEERS:
        request->no_peers = 1;
        return DONE;
    default:
        return FAILED;
    }
}

/* 0, or the exit code after a message. */
static int check_request(struct request *request, const char *command)
{
    struct selection *s = &request->selection;

    if (s->ops & 1u << OP_HASH)
        return wrong_use(command, "hash: a ladder is of keygen, sign, verify or reject");
    if (s->payload_count != 1)
        return wrong_use(command, "--payload: one size is wanted");
    s->impl_count = 0;
    s->impls[s->impl_count++] = "all";
    if (!request->no_peers)
        s->impls[s->impl_count++] = "peers";
    if (s->seconds == 0)
        s->seconds = request->alg_name ? 20 : 60;
    if (!request->alg_name)
        return 0;
    s->algs[0] = alg_by_name(request->alg_name);
    s->alg_count = 1;
    if (!s->algs[0])
        return wrong_use(command, "unknown algorithm \"%.60s\"; see sigcost list",
                         request->alg_name);
    if (s->algs[0]->family == FAMILY_RSA && s->algs[0]->bits < 2048 && !request->toy)
        return wrong_use(command, "%s is below 2048 bits, for study only: it wants --toy",
                         s->algs[0]->name);
    return 0;
}

static void to_table(FILE *to, const void *data)
{
    ladder_print(to, data);
}

static json_t *to_json(const void *data)
{
    return ladder_json(data);
}

static void to_csv(FILE *to, const void *data)
{
    ladder_csv(to, data);
}

static int run(const struct request *request, struct outputs *files, double began,
               const char *command)
{
    struct results results;
    struct ladder ladder;
    struct findings findings = {.data = &ladder,
                                .table = to_table,
                                .json = to_json,
                                .csv = to_csv,
                                .toy = request->toy,
                                .wrong_ones = "rows"};
    int code = command_measure(&results, &request->selection, began, command);

    if (code != 0)
        return code;
    /* a summary shows no counts */
    int counts = request->alg_name || request->json || request->csv;
    double seconds = fmin(0.2, request->selection.seconds / 50);
    if (ladder_fill(&ladder, &results, request->selection.payloads[0], seconds,
                    counts ? INFINITY : 0) != DONE) {
        results_clear(&results);
        return wrong_use(command, "out of memory");
    }
    ladder.whole = request->alg_name != NULL;
    findings.wrong = results_wrong(&results);
    code = findings_write(&findings, files, command);
    ladder_clear(&ladder);
    results_clear(&results);
    return code;
}

int command_ladder(int argc, char **argv)
{
    static const struct command_options taken = {usage, options, take_option};
    struct request request = {0};
    struct outputs files;
    double began = timer_seconds();
    const char *why = NULL;
    int code;

    selection_default(&request.selection);
    request.selection.seconds = 0;
    code = command_options(&request, &request.json, &request.csv, argc, argv, &taken);
    request.alg_name = code < 0 ? command_argument(argc, argv) : NULL;
    if (code < 0)
        code = command_no_more(argc, argv);
    if (code >= 0)
        return code;
    code = check_request(&request, argv[0]);
    if (code != 0)
        return code;
    if (!counted_open(&why))
        return wrong_use(argv[0], "%s", why);
    if (outputs_open(&files, request.json, request.csv, argv[0]) != DONE)
        return EXIT_WRONG_USE;
    return outputs_end(&files, run(&request, &files, began, argv[0]));
}
