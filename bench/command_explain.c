/* command_explain - where the time of an operation goes. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/commands.h"
#include "bench/explain.h"
#include "bench/need.h"
#include "bench/options.h"
#include "bench/registry.h"
#include "bench/tree_keygen.h"

static const char usage[] =
    "usage: sigcost explain ALG OP [OPTION]...\n"
    "       sigcost explain all [OP] [OPTION]...\n"
    "       sigcost explain fields [--seconds S] [--json FILE]\n"
    "       sigcost explain --questions\n\n"
    "Counts an operation in the counted build, times each primitive whose calls were counted, "
    "multiplies,\n"
    "and holds the sum against the measured time. What is printed below a priced line is its "
    "inside.\n"
    "A price is the unit's time over the operation's in the same round, times the operation's "
    "median. What\n"
    "formulas, keys and phases cost each other by standing in turn has lines of its own.\n\n"
    "  ALG               rsa-2048, ecdsa-p256, ed25519, ...; OP: keygen, sign, verify, reject\n"
    "  all               a line for each step of the seven algorithms: predicted, measured, "
    "unexplained\n"
    "  fields            prices of add, sqr, mul, inv in each field and modulus; S/M and I/M\n"
    "  --questions       what students of cost ask, and the command that answers it here\n"
    "  --impl NAME       a step (default self); all: every step, a line each\n"
    "  --payload BYTES   of the message, K = 1024 (default 1K); not with keygen alone\n"
    "  --seconds S       about how long for one operation (default 4; fields: for a third)\n"
    "  --depth N         levels of the tree (default 4), of one operation by one step\n"
    "  --keys N          RSA keygen: keys to generate (default: what fits in --seconds)\n"
    "  --same-candidates RSA keygen: every step, or --impl NAME, searches the same numbers, so "
    "luck is "
    "out;\n"
    "                    takes as long as its --keys (default 3)\n"
    "  --toy             allow RSA moduli below 2048 bits: for study, not for use\n"
    "  --json FILE       the tree as JSON; - is stdout, in place of the table\n"
    "  --help            this text\n\n"
    "Exit: 0 done, 2 wrong use.\n";

enum { OPTION_QUESTIONS = 256, OPTION_SAME, OPTION_TOY, OPTION_KEYS, OPTION_DEPTH };

static const struct option options[] = {
    {"impl", required_argument, NULL, 'i'},
    {"payload", required_argument, NULL, 'p'},
    {"seconds", required_argument, NULL, 's'},
    {"depth", required_argument, NULL, OPTION_DEPTH},
    {"keys", required_argument, NULL, OPTION_KEYS},
    {"same-candidates", no_argument, NULL, OPTION_SAME},
    {"toy", no_argument, NULL, OPTION_TOY},
    {"questions", no_argument, NULL, OPTION_QUESTIONS},
    {"json", required_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static enum result take_payload(struct explain_request *request, char *value, const char *command)
{
    struct selection selection = {0};

    if (parse_payloads(&selection, value, command) != DONE)
        return FAILED;
    if (selection.payload_count != 1) {
        wrong_use(command, "--payload \"%.60s\": one size is wanted", value);
        return FAILED;
    }
    request->payload = selection.payloads[0];
    return DONE;
}

/* A bit of enum explain_given. */
static unsigned given_bit(int got)
{
    switch (got) {
    case 'i':
        return GIVEN_IMPL;
    case 'p':
        return GIVEN_PAYLOAD;
    case 's':
        return GIVEN_SECONDS;
    case OPTION_DEPTH:
        return GIVEN_DEPTH;
    case OPTION_KEYS:
        return GIVEN_KEYS;
    case OPTION_SAME:
        return GIVEN_SAME;
    case OPTION_TOY:
        return GIVEN_TOY;
    case 'j':
        return GIVEN_JSON;
    default:
        return 0;
    }
}

static enum result take_option(struct explain_request *request, int got, char *value,
                               const char *command)
{
    request->given |= given_bit(got);
    switch (got) {
    case 'i':
        request->impl = value;
        return DONE;
    case 'p':
        return take_payload(request, value, command);
    case 's':
        return parse_seconds(&request->seconds, value, 1e5, "--seconds", command);
    case OPTION_DEPTH:
        return parse_count(&request->depth, value, 0, 20, "--depth", command);
    case OPTION_KEYS:
        return parse_count(&request->keys, value, 1, 100000, "--keys", command);
    case OPTION_SAME:
        request->same_candidates = 1;
        return DONE;
    case OPTION_TOY:
        request->toy = 1;
        return DONE;
    case OPTION_QUESTIONS:
        request->questions = 1;
        return DONE;
    case 'j':
        request->json = value;
        return DONE;
    default:
        return FAILED;
    }
}

const struct impl *explain_row(const struct alg *alg, const char *impl, const char *command)
{
    const struct impl *row = registry_find(alg, impl);
    const char *why = NULL;

    if (!row) {
        wrong_use(command, "%s has no implementation \"%.60s\"; see sigcost list", alg->name, impl);
        return NULL;
    }
    if (*registry_version(row) || row->flags & STEP_PEER) {
        wrong_use(command, "%s is not self-written: its inside is not counted", row->name);
        return NULL;
    }
    if (registry_start(row, &why) != DONE) {
        wrong_use(command, "%s %s: %s", alg->name, row->name, why);
        return NULL;
    }
    return row;
}

int explain_write_json(struct outfile *out, json_t *root, const char *command)
{
    if (out->path)
        return outfile_json(out, root, command) == DONE ? EXIT_GOOD : EXIT_WRONG_USE;
    json_decref(root);
    return EXIT_GOOD;
}

static int explain_and_print(const struct explain_request *request, struct outfile *json,
                             const struct impl *row, const struct tree_work *work, enum op op,
                             const char *command)
{
    struct explanation explanation;
    struct tree_keygen keygen = {0};
    const char *why = NULL;
    int search = op == OP_KEYGEN && row->alg->family == FAMILY_RSA;
    errno = 0;
    enum result done =
        search ? tree_keygen(&explanation, &keygen, row, request->keys, request->seconds, &why)
               : tree_explain(&explanation, row, op, work, request->seconds, &why);

    if (done != DONE) {
        need_memory();
        return wrong_use(command, "%s %s: %s", row->alg->name, row->name, why);
    }
    if (!request->json || strcmp(request->json, "-") != 0) {
        if (request->toy)
            printf("--toy: moduli below 2048 bits are for study, not for use\n");
        explanation_print(stdout, &explanation, (int)request->depth);
        if (search)
            tree_keygen_print(stdout, &keygen);
    }
    json_t *root = request->json ? explanation_json(&explanation) : NULL;
    if (root && search)
        json_object_set_new(root, "search", tree_keygen_json(&keygen));
    tree_keygen_clear(&keygen);
    explanation_clear(&explanation);
    output_flush(stdout);
    return explain_write_json(json, root, command);
}

int explain_one(const struct explain_request *request, const char *command)
{
    const struct impl *row = explain_row(request->alg, request->impl, command);
    struct tree_work *work = calloc(1, sizeof *work);
    struct outfile json;
    const char *why = "out of memory";
    enum op op = OP_KEYGEN;
    int code = EXIT_WRONG_USE, needs_work;

    while (!(request->ops & 1u << op))
        op++;
    needs_work = op != OP_KEYGEN || request->alg->family != FAMILY_RSA;
    errno = 0;
    if (row && work && counted_open(&why) &&
        outfile_open(&json, request->json, "--json", command) == DONE) {
        if (needs_work && tree_work_make(work, request->alg, request->payload, &why) != DONE) {
            need_memory();
            code = wrong_use(command, "%s: %s", request->alg->name, why);
        } else {
            code = explain_and_print(request, &json, row, work, op, command);
        }
        if (needs_work && work->self)
            tree_work_clear(work);
        if (code == EXIT_WRONG_USE)
            outfile_abandon(&json);
    } else if (row && (!work || !counted_open(&why))) { /* else it has been said */
        code = wrong_use(command, "%s", why);
    }
    free(work);
    return code;
}

static int dispatch(const struct explain_request *request, const char *command)
{
    if (request->questions) {
        explain_questions(stdout);
        return EXIT_GOOD;
    }
    if (strcmp(request->what, "fields") == 0)
        return explain_fields(request, command);
    if (request->same_candidates)
        return explain_same_candidates(request, command);
    if (explain_is_many(request))
        return explain_many(request, command);
    return explain_one(request, command);
}

int command_explain(int argc, char **argv)
{
    struct explain_request request = {.impl = "self", .payload = 1024, .seconds = 4, .depth = 4};
    int code;

    for (int got; (got = next_option(argc, argv, options)) != -1;) {
        if (got == 'h') {
            fputs(usage, stdout);
            return EXIT_GOOD;
        }
        if (take_option(&request, got, optarg, argv[0]) != DONE)
            return EXIT_WRONG_USE;
    }
    if (optind < argc)
        request.what = argv[optind++];
    if (optind < argc)
        request.op_name = argv[optind++];
    if (optind < argc)
        return wrong_use(argv[0], "unexpected argument \"%.60s\"", argv[optind]);
    code = explain_check(&request, argv[0]);
    return code ? code : dispatch(&request, argv[0]);
}
