/* command_leak - does the time of a step depend on its secret? Measured, beside what `make ct` proves of its
 * branches and addresses. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/commands.h"
#include "bench/leak.h"
#include "bench/need.h"
#include "bench/options.h"
#include "bench/output.h"
#include "bench/progress.h"
#include "bench/registry.h"
#include "bench/selection.h"
#include "bench/timer.h"

static const char usage[] =
    "usage: sigcost leak [--alg LIST] [--impl LIST] [--op LIST] [--seconds S]\n\n"
    "Times each step with a fixed, extreme secret against random ones, in random order, and "
    "compares\n"
    "the two classes by Welch's t-test over all times and over cropped ones (dudect, DATE 2017). "
    "Each\n"
    "cell is repeated three times: \"leaks\" is |t| above 4.5 in all three with one sign, beyond "
    "doubt\n"
    "above 10. The first row of a family is its control, a step known to leak: if that is not "
    "seen,\n"
    "this machine is too noisy to tell, and nothing is said of the others.\n\n"
    "  --alg LIST      algorithms, comma-separated; tables (default), all\n"
    "  --impl LIST     steps; by default those that claim constant time\n"
    "  --op LIST       keygen (the scalar multiplication) and sign; RSA has sign alone. Both by "
    "default\n"
    "  --seconds S     for all of it, 60 by default; more where steps are slow: 100\n"
    "                  times of each class in each repeat are the least\n"
    "  --help          this text\n\n"
    "Exit: 0 no step that claims constant time leaks, 1 one does or a control was not seen, 2 "
    "wrong "
    "use.\n";

struct request {
    struct selection selection;
    double seconds;
};

/* The name of a library's rows, GMP's too, and not of a step's. */
static int is_peer(const char *name)
{
    int rows = 0, own = 0;

    for (size_t i = 0; i < registry_count(); i++) {
        const struct impl *row = registry_at(i);
        if (strcmp(row->name, name) == 0) {
            rows = 1;
            own |= !(row->flags & STEP_PEER || registry_version(row)[0]);
        }
    }
    return strcmp(name, "peers") == 0 || (rows && !own);
}

static int read_options(struct request *request, int argc, char **argv)
{
    static const struct option options[] = {
        {"alg", required_argument, NULL, 'a'}, {"impl", required_argument, NULL, 'i'},
        {"op", required_argument, NULL, 'o'},  {"seconds", required_argument, NULL, 's'},
        {"help", no_argument, NULL, 'h'},      {0}};
    struct selection *selection = &request->selection;
    enum result good = parse_algs(selection, "tables", argv[0]);

    selection->ops = 1u << OP_KEYGEN | 1u << OP_SIGN;
    request->seconds = 60;
    registry_open();
    for (int got; good == DONE && (got = next_option(argc, argv, options)) != -1;) {
        if (got == 'h') {
            fputs(usage, stdout);
            return EXIT_GOOD;
        }
        if (got == 'a')
            good = parse_algs(selection, optarg, argv[0]);
        else if (got == 'i')
            good = parse_impls(selection, optarg, argv[0]);
        else if (got == 'o')
            good = parse_ops(&selection->ops, optarg, 1u << OP_KEYGEN | 1u << OP_SIGN, "--op",
                             argv[0]);
        else if (got == 's')
            good = parse_seconds(&request->seconds, optarg, 1e6, "--seconds", argv[0]);
        else
            good = FAILED;
    }
    if (good != DONE)
        return EXIT_WRONG_USE;
    if (optind < argc)
        return wrong_use(argv[0], "unexpected argument \"%.60s\"", argv[optind]);
    if (selection->hash_count)
        return wrong_use(argv[0], "secrets are in keygen and sign alone, of rsa, ecdsa, ed25519");
    for (size_t i = 0; i < selection->impl_count; i++)
        if (is_peer(selection->impls[i]))
            return wrong_use(argv[0], "--impl \"%.60s\": libraries have no test here",
                             selection->impls[i]);
    if (selection_check(selection, argv[0]) != DONE)
        return EXIT_WRONG_USE;
    return -1;
}

/* Steps whose time is known to depend on the secret. */
static const char *const controls[] = {
    [FAMILY_RSA] = "window", [FAMILY_ECDSA] = "window", [FAMILY_ED25519] = "fold"};

static int wanted(const struct selection *selection, const struct impl *row)
{
    if (row->flags & STEP_PEER)
        return 0;
    if (selection->impl_count == 0)
        return (row->flags & STEP_CONSTANT_TIME) != 0;
    return selection_takes(selection, row->name, row->flags, 0, row == registry_self(row->alg));
}

/* The n-th row to measure of an algorithm's operation: its control, then those asked for. NULL: no more. */
static const struct impl *row_at(const struct selection *selection, const struct alg *alg, size_t n)
{
    size_t at = 0;

    if (n == 0)
        return registry_find(alg, controls[alg->family]);
    for (size_t i = 0; i < registry_count(); i++) {
        const struct impl *row = registry_at(i);
        if (strcmp(row->alg->name, alg->name) == 0 && wanted(selection, row) && ++at == n)
            return row;
    }
    return NULL;
}

static int has_operation(const struct alg *alg, enum op op)
{
    return !(alg->family == FAMILY_RSA && op == OP_KEYGEN);
}

/* Controls too, without which nothing is measured; *tested: the others. */
static size_t count_cells(const struct selection *selection, size_t *tested)
{
    size_t cells = 0;

    for (size_t a = 0; a < selection->alg_count; a++)
        for (int op = 0; op < OPS; op++)
            if (selection->ops >> op & 1 && has_operation(selection->algs[a], (enum op)op))
                for (size_t n = 0; row_at(selection, selection->algs[a], n); n++) {
                    cells++;
                    *tested += n > 0;
                }
    return cells;
}

static const char *words(const struct leak_result *result, int sure)
{
    switch (result->verdict) {
    case LEAK_NONE:
        return "no difference seen";
    case LEAK_ONCE:
        return "seen, not repeated";
    case LEAK_FOUND:
        return sure ? "leaks, beyond doubt" : "leaks";
    }
    return "";
}

/* One row of the table; *verdict. FAILED: an operation failed. */
static enum result show(const struct impl *row, enum op op, int control, double seconds,
                        enum leak_verdict *verdict)
{
    struct leak_target target;
    struct leak_result result;
    struct hmac_drbg drbg;
    const char *why = NULL;
    enum result done;
    int sure = 1;

    *verdict = LEAK_NONE;
    drbg_seed_u64(&drbg, 1);
    printf("%-11s %-6s  %-9s", row->alg->name, op_name(op), row->name);
    errno = 0;
    if (leak_target_make(&target, row, op, &drbg.rng, &why) != DONE) {
        need_memory();
        printf("  not here: %s\n", why ? why : "nothing to test");
        return control ? FAILED : DONE;
    }
    done = leak_measure(&result, &target, seconds, 1 + (uint64_t)(timer_seconds() * 1e9));
    target.clear(&target);
    if (done != DONE) {
        need_memory();
        printf("  the operation failed\n");
        return FAILED;
    }
    printf(" %9.0f %10.0f", result.operations, result.mean);
    for (int i = 0; i < LEAK_REPEATS; i++) {
        printf(" %8.1f", result.worst[i]);
        sure &= fabs(result.worst[i]) > LEAK_SURE;
    }
    printf("  %s%s%s\n", control ? "control: " : "", words(&result, sure),
           control || row->flags & STEP_CONSTANT_TIME ? "" : " (claims nothing)");
    output_flush(stdout);
    *verdict = result.verdict;
    return done;
}

struct tally {
    size_t leaks, unseen, failed, good, cells;
    struct progress progress;
};

/* All rows of one algorithm's operation. */
static void show_group(struct tally *tally, const struct selection *selection,
                       const struct alg *alg, enum op op, double seconds, size_t cells)
{
    const struct impl *row;
    int seen = 0;

    for (size_t n = 0; (row = row_at(selection, alg, n)) != NULL; n++) {
        enum leak_verdict verdict;

        if (show(row, op, n == 0, seconds, &verdict) != DONE)
            tally->failed++;
        if (n == 0) {
            seen = verdict == LEAK_FOUND;
            tally->unseen += !seen;
        } else if (row->flags & STEP_CONSTANT_TIME) {
            tally->leaks += verdict == LEAK_FOUND;
            tally->good += seen && verdict != LEAK_FOUND;
        }
        progress_show(&tally->progress, (double)++tally->cells / (double)cells);
    }
    if (!seen)
        printf("%-11s %-6s  the control was not seen: this machine is too noisy to tell\n",
               alg->name, op_name(op));
}

int command_leak(int argc, char **argv)
{
    struct request request = {0};
    struct tally tally = {0};
    int code = read_options(&request, argc, argv);
    size_t cells, tested = 0;

    if (code >= 0)
        return code;
    cells = count_cells(&request.selection, &tested);
    if (tested == 0)
        return wrong_use(argv[0], "no step of this selection has secrets to test: peers have no "
                                  "test here, and RSA key generation claims nothing");
    printf("%-11s %-6s  %-9s %9s %10s %8s %8s %8s  (%s)\n", "algorithm", "op", "step", "times",
           timer_system()->cycles, "t", "t", "t", "worst t of each repeat");
    progress_start(&tally.progress, "leak");
    for (size_t a = 0; a < request.selection.alg_count; a++)
        for (int op = 0; op < OPS; op++)
            if (request.selection.ops >> op & 1 &&
                has_operation(request.selection.algs[a], (enum op)op))
                show_group(&tally, &request.selection, request.selection.algs[a], (enum op)op,
                           request.seconds / (double)cells, cells);
    progress_end(&tally.progress);
    printf("of the cells that claim constant time %zu leak and %zu show nothing that repeats; %zu "
           "controls were not seen\n",
           tally.leaks, tally.good, tally.unseen);
    return tally.leaks || tally.unseen || tally.failed ? EXIT_CHECK_FAILED : EXIT_GOOD;
}
