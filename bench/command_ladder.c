/* command_ladder - each step beside the one before: idea, counts, time, gain, bytes; then the peers. */
#include <math.h>

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
    struct counted_request of;
    int no_peers;
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
        return parse_ops(&request->of.selection.ops, value, OPS_OF_KEYS, "--op", command);
    case 'p':
        return parse_payloads(&request->of.selection, value, command);
    case 's':
        return parse_seconds(&request->of.selection.seconds, value, 1e6, "--seconds", command);
    case OPTION_TOY:
        request->of.toy = 1;
        return DONE;
    case OPTION_NO_PEERS:
        request->no_peers = 1;
        return DONE;
    default:
        return FAILED;
    }
}

static int check_request(void *checked, const char *command)
{
    struct request *request = checked;
    struct selection *s = &request->of.selection;
    const char *alg = request->of.what;

    if (s->ops & 1u << OP_HASH)
        return wrong_use(command, "hash: a ladder is of keygen, sign, verify or reject");
    if (s->payload_count != 1)
        return wrong_use(command, "--payload: one size is wanted");
    s->impl_count = 0;
    s->impls[s->impl_count++] = "all";
    if (!request->no_peers)
        s->impls[s->impl_count++] = "peers";
    if (s->seconds == 0)
        s->seconds = alg ? 20 : 60;
    if (!alg)
        return 0;
    s->algs[0] = alg_by_name(alg);
    s->alg_count = 1;
    if (!s->algs[0])
        return wrong_use(command, "unknown algorithm \"%.60s\"; see sigcost list", alg);
    if (s->algs[0]->family == FAMILY_RSA && s->algs[0]->bits < 2048 && !request->of.toy)
        return wrong_use(command, "%s is below 2048 bits, for study only: it wants --toy",
                         s->algs[0]->name);
    return 0;
}

static enum result fill(void *found, const struct results *results, const void *filled)
{
    const struct counted_request *request = filled;
    struct ladder *ladder = found;
    /* a summary shows no counts */
    int counts = request->what || request->json || request->csv;
    double seconds = fmin(0.2, request->selection.seconds / 50);

    if (ladder_fill(ladder, results, request->selection.payloads[0], seconds,
                    counts ? INFINITY : 0) != DONE)
        return FAILED;
    ladder->whole = request->what != NULL;
    return DONE;
}

static void clear(void *found)
{
    ladder_clear(found);
}

static void to_table(FILE *to, const void *found)
{
    ladder_print(to, found);
}

static json_t *to_json(const void *found)
{
    return ladder_json(found);
}

static void to_csv(FILE *to, const void *found)
{
    ladder_csv(to, found);
}

int command_ladder(int argc, char **argv)
{
    static const struct counted_command command = {
        {usage, options, take_option}, check_request, fill, clear, to_table, to_json, to_csv};
    struct request request = {0};
    struct ladder ladder;

    selection_default(&request.of.selection);
    request.of.selection.seconds = 0;
    return command_counted(&ladder, &request.of, argc, argv, &command);
}
