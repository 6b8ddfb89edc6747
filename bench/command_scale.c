/* command_scale - how cost grows: RSA with the modulus, ECDSA with the curve, everything with the message. */
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
    "  --op LIST     of keygen,sign,verify (payload: sign,verify), reject too\n"
    "  --seconds S   about how long the measuring may take (default 60; RSA's largest keys take "
    "longer)\n"
    "  --json FILE   as JSON; - is stdout, in place of the table\n"
    "  --csv FILE    as CSV; - likewise\n"
    "  --help        this text\n\n"
    "RSA below 2048 bits is for study, not for use.\n"
    "Exit: 0 done, 1 an implementation gave a wrong result, 2 wrong use.\n";

struct request {
    struct counted_request of;
    const char *impl;
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
        return parse_ops(&request->of.selection.ops, value, OPS_OF_KEYS, "--op", command);
    case 's':
        return parse_seconds(&request->of.selection.seconds, value, 1e6, "--seconds", command);
    default:
        return FAILED;
    }
}

static int check_request(void *checked, const char *command)
{
    struct request *request = checked;
    struct selection *s = &request->of.selection;
    const char *what = request->of.what;
    unsigned ops = s->ops;
    int known = 0;

    if (!what)
        return wrong_use(command, "rsa, curve or payload is wanted; see sigcost scale --help");
    if (scale_select(s, what) != DONE)
        return wrong_use(command, "unknown sweep \"%.60s\": rsa, curve or payload", what);
    int payload = strcmp(what, "payload") == 0;
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

static enum result fill(void *found, const struct results *results, const void *filled)
{
    const struct counted_request *request = filled;

    return scale_fill(found, results, request->what, request->selection.impls[0]);
}

static void clear(void *found)
{
    scale_clear(found);
}

static void to_table(FILE *to, const void *found)
{
    scale_print(to, found);
}

static json_t *to_json(const void *found)
{
    return scale_json(found);
}

static void to_csv(FILE *to, const void *found)
{
    scale_csv(to, found);
}

int command_scale(int argc, char **argv)
{
    static const struct counted_command command = {
        {usage, options, take_option}, check_request, fill, clear, to_table, to_json, to_csv};
    struct request request = {0};
    struct scale scale;

    selection_default(&request.of.selection);
    request.of.selection.seconds = 60;
    return command_counted(&scale, &request.of, argc, argv, &command);
}
