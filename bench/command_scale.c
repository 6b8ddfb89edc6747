/* command_scale - how cost grows: RSA with the modulus, ECDSA with the curve, everything with the message. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/command_run.h"
#include "bench/command_scale.h"
#include "bench/commands.h"
#include "bench/registry.h"

static const char usage[] =
    "usage: sigcost scale rsa|curve|payload [OPTION]...\n\n"
    "Sweeps, all in one interleaved run:\n"
    "  rsa      moduli of 1024 to 8192 bits: keygen, sign, verify; the exponent of the growth, "
    "fitted\n           with its 95 % interval, beside that of the counted products\n"
    "  curve    P-192 to P-521: the same\n"
    "  payload  messages of 64 B to 16 MiB, the seven algorithms: fixed cost and cost a byte, "
    "the size\n           from which hashing is more than half, and where verifications cross\n\n"
    "  --impl NAME   one step (rsa, payload: self; curve: the last that does all five curves)\n"
    "  --op LIST     of keygen,sign,verify (payload: sign,verify)\n"
    "  --seconds S   about how long the measuring may take (default 60; RSA's largest keys take "
    "longer)\n"
    "  --json FILE   as JSON; - is stdout, in place of the table\n"
    "  --csv FILE    as CSV; - likewise\n"
    "  --help        this text\n\n"
    "RSA below 2048 bits is for study, not for use.\n"
    "Exit: 0 done, 1 an implementation gave a wrong result, 2 wrong use.\n";

struct request {
    const char *what, *json, *csv, *impl;
    struct selection selection;
    int ops_given;
};

static const struct option options[] = {
    {"impl", required_argument, NULL, 'i'},
    {"op", required_argument, NULL, 'o'},
    {"seconds", required_argument, NULL, 's'},
    {"json", required_argument, NULL, 'j'},
    {"csv", required_argument, NULL, 'c'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static enum result take_option(void *into, int got, char *value, const char *command)
{
    struct request *request = into;

    switch (got) {
    case 'i':
        request->impl = value;
        return DONE;
    case 'o':
        request->ops_given = 1;
        return parse_ops(&request->selection.ops, value, command);
    case 's':
        return parse_seconds(&request->selection.seconds, value, 1e6, "--seconds", command);
    default:
        return FAILED;
    }
}

static int check_request(struct request *request, const char *command)
{
    struct selection *s = &request->selection;
    unsigned ops = s->ops;
    int known = 0;

    if (!request->what)
        return wrong_use(command, "rsa, curve or payload is wanted; see sigcost scale --help");
    if (scale_select(s, request->what) != DONE)
        return wrong_use(command, "unknown sweep \"%.60s\": rsa, curve or payload", request->what);
    int payload = strcmp(request->what, "payload") == 0;
    if (request->ops_given)
        s->ops = ops;
    if (s->ops & 1u << OP_HASH || (payload && s->ops & 1u << OP_KEYGEN))
        return wrong_use(command, "--op: %s",
                         payload ? "a payload is signed and verified"
                                 : "keygen, sign, verify or reject");
    if (!request->impl)
        return 0;
    for (size_t i = 0; i < s->alg_count; i++)
        known += registry_find(s->algs[i], request->impl) != NULL;
    if (strchr(request->impl, ',') || known == 0)
        return wrong_use(command,
                         "--impl \"%.60s\": one implementation of these algorithms; see "
                         "sigcost list",
                         request->impl);
    s->impls[0] = request->impl;
    return 0;
}

static void to_table(FILE *to, const void *data)
{
    scale_print(to, data);
}

static json_t *to_json(const void *data)
{
    return scale_json(data);
}

static void to_csv(FILE *to, const void *data)
{
    scale_csv(to, data);
}

static int run(const struct request *request, struct outputs *files, double began,
               const char *command)
{
    struct results results;
    struct scale scale;
    struct findings findings = {
        .data = &scale, .table = to_table, .json = to_json, .csv = to_csv, .wrong_ones = "rows"};
    int code = command_measure(&results, &request->selection, began, command);

    if (code != 0)
        return code;
    if (scale_fill(&scale, &results, request->what, request->selection.impls[0]) != DONE) {
        results_clear(&results);
        return wrong_use(command, "out of memory");
    }
    findings.wrong = results_wrong(&results);
    code = findings_write(&findings, files, command);
    scale_clear(&scale);
    results_clear(&results);
    return code;
}

int command_scale(int argc, char **argv)
{
    static const struct command_options taken = {usage, options, take_option};
    struct request request = {0};
    struct outputs files;
    double began = timer_seconds();
    const char *why = NULL;
    int code;

    selection_default(&request.selection);
    request.selection.seconds = 60;
    code = command_options(&request, &request.json, &request.csv, argc, argv, &taken);
    request.what = code < 0 ? command_argument(argc, argv) : NULL;
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
