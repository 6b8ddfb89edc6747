/* command_scale - how cost grows: RSA with the modulus, ECDSA with the curve, everything with the message. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/command_scale.h"
#include "bench/commands.h"
#include "bench/options.h"
#include "bench/progress.h"
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

static enum result take_option(struct request *request, int got, char *value, const char *command)
{
    switch (got) {
    case 'i':
        request->impl = value;
        return DONE;
    case 'o':
        request->ops_given = 1;
        return parse_ops(&request->selection.ops, value, command);
    case 's':
        return parse_seconds(&request->selection.seconds, value, 1e6, "--seconds", command);
    case 'j':
        request->json = value;
        return DONE;
    case 'c':
        request->csv = value;
        return DONE;
    default:
        return FAILED;
    }
}

/* The last self-written step that runs on every curve. */
static const char *common_step(void)
{
    const char *best = NULL;

    for (size_t i = 0; i < registry_count(); i++) {
        const struct impl *row = registry_at(i);
        int all = 1;
        if (row->alg != alg_by_name("ecdsa-p192") || *registry_version(row))
            continue;
        for (const struct alg *alg = algs; alg->name; alg++) {
            const struct impl *same =
                alg->family == FAMILY_ECDSA ? registry_find(alg, row->name) : row;
            all &= same && !(same->missing && same->missing(same));
        }
        if (all)
            best = row->name;
    }
    return best ? best : "affine";
}

static void choose_algs(struct selection *s, const char *what)
{
    s->alg_count = 0;
    for (const struct alg *alg = algs; alg->name; alg++)
        if (strcmp(what, "rsa") == 0     ? alg->family == FAMILY_RSA
            : strcmp(what, "curve") == 0 ? alg->family == FAMILY_ECDSA
                                         : alg->in_tables)
            s->algs[s->alg_count++] = alg;
}

static int check_request(struct request *request, const char *command)
{
    static const size_t payloads[] = {64, 1024, 4096, 16384, 262144, 1u << 20, 4u << 20, 16u << 20};
    struct selection *s = &request->selection;
    int known = 0;

    if (!request->what)
        return wrong_use(command, "rsa, curve or payload is wanted; see sigcost scale --help");
    int payload = strcmp(request->what, "payload") == 0;
    if (!payload && strcmp(request->what, "rsa") != 0 && strcmp(request->what, "curve") != 0)
        return wrong_use(command, "unknown sweep \"%.60s\": rsa, curve or payload", request->what);
    choose_algs(s, request->what);
    if (payload) {
        s->payload_count = sizeof payloads / sizeof payloads[0];
        memcpy(s->payloads, payloads, sizeof payloads);
        if (!request->ops_given)
            s->ops = 1u << OP_SIGN | 1u << OP_VERIFY;
    }
    if (s->ops & 1u << OP_HASH || (payload && s->ops & 1u << OP_KEYGEN))
        return wrong_use(command, "--op: %s",
                         payload ? "a payload is signed and verified"
                                 : "keygen, sign, verify or reject");
    if (!request->impl)
        request->impl = strcmp(request->what, "curve") == 0 ? common_step() : "self";
    for (size_t i = 0; i < s->alg_count; i++)
        known += registry_find(s->algs[i], request->impl) != NULL;
    if (strchr(request->impl, ',') || known == 0)
        return wrong_use(command,
                         "--impl \"%.60s\": one implementation of these algorithms; see "
                         "sigcost list",
                         request->impl);
    s->impls[0] = request->impl;
    s->impl_count = 1;
    return 0;
}

/* Products of the row's operation, for a search those of an average one; NAN where they are not counted. */
static double products_of(const struct record *record, struct tree_work *work)
{
    const struct alg *alg = alg_by_name(record->alg);
    const struct impl *row = registry_find(alg, record->step);
    double counts[OP_COUNT], products;

    if (!row || record->is_peer || ladder_counts(counts, row, record->op, work, 0.5) != DONE)
        return NAN;
    products = counts[OP_LIMB_MUL] + counts[OP_VEC_MUL];
    if (record->op == OP_KEYGEN && alg->family == FAMILY_RSA && counts[OP_CANDIDATE] > 0) {
        mpz_t e;
        mpz_init_set_ui(e, 65537);
        products *= 2 * prime_expected_candidates(alg->bits / 2, e) / counts[OP_CANDIDATE];
        mpz_clear(e);
    }
    return products;
}

static struct sweep *sweep_of(struct scale *scale, const struct record *record, int payload)
{
    for (size_t i = 0; i < scale->count; i++)
        if (scale->sweeps[i].op == record->op &&
            (!payload || strcmp(scale->sweeps[i].alg, record->alg) == 0))
            return &scale->sweeps[i];
    struct sweep *sweep = &scale->sweeps[scale->count++];
    sweep->op = record->op;
    sweep->alg = payload ? record->alg : "";
    return sweep;
}

static void fill(struct scale *scale, const struct results *results)
{
    int payload = strcmp(scale->what, "payload") == 0;
    struct tree_work *work = calloc(1, sizeof *work);
    const struct alg *made = NULL;
    const char *why;

    for (size_t i = 0; work && i < results->count; i++) {
        const struct record *record = &results->rows[i];
        struct sweep *sweep;
        if (record->cell->verdict != GOOD || record->cpu.n == 0)
            continue;
        sweep = sweep_of(scale, record, payload);
        if (sweep->n == SCALE_POINTS)
            continue;
        const struct alg *alg = alg_by_name(record->alg);
        size_t k = sweep->n++;
        sweep->name[k] = record->alg;
        sweep->x[k] = payload ? (double)record->payload : alg->bits;
        sweep->ns[k] = record->cpu.median;
        sweep->low[k] = record->cpu.q1;
        sweep->high[k] = record->cpu.q3;
        sweep->products[k] = NAN;
        if (payload)
            continue;
        if (made != alg) {
            if (made)
                tree_work_clear(work);
            made = tree_work_make(work, alg, 1024, &why) == DONE ? alg : NULL;
        }
        if (made)
            sweep->products[k] = products_of(record, work);
    }
    if (made)
        tree_work_clear(work);
    free(work);
    for (size_t i = 0; i < scale->count; i++) {
        struct sweep *sweep = &scale->sweeps[i];
        scale_fit_power(&sweep->time, sweep->x, sweep->ns, sweep->n);
        scale_fit_power(&sweep->counts, sweep->x, sweep->products, sweep->n);
        scale_fit_line(&sweep->line, sweep->x, sweep->ns, sweep->n);
    }
}

static void show(double done, void *context)
{
    progress_show(context, done);
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
    struct scale scale = {.what = request->what, .impl = request->impl, .results = &results};
    struct progress progress;
    const char *why = NULL;
    enum result done;
    int code;

    progress_start(&progress, "measuring");
    done = bench_run(&results, &request->selection, began, show, &progress, &why);
    progress_end(&progress);
    if (done != DONE)
        return wrong_use(command, "%s", why);
    scale.sweeps = calloc(results.count + 1, sizeof *scale.sweeps);
    if (!scale.sweeps) {
        results_clear(&results);
        return wrong_use(command, "out of memory");
    }
    fill(&scale, &results);
    if (!outputs_take_stdout(files))
        scale_print(stdout, &scale);
    fflush(stdout);
    code = outputs_write(files, to_json, to_csv, &scale, command);
    if (code == EXIT_GOOD && results_wrong(&results)) {
        fprintf(stderr, "sigcost %s: %zu rows gave wrong results\n", command,
                results_wrong(&results));
        code = EXIT_CHECK_FAILED;
    }
    free(scale.sweeps);
    results_clear(&results);
    return code;
}

int command_scale(int argc, char **argv)
{
    struct request request = {0};
    struct outputs files;
    double began = timer_seconds();
    const char *why = NULL;
    int code;

    selection_default(&request.selection);
    request.selection.seconds = 60;
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
        return wrong_use(argv[0], "unexpected argument \"%.60s\"", argv[optind]);
    code = check_request(&request, argv[0]);
    if (code != 0)
        return code;
    if (!counted_open(&why))
        return wrong_use(argv[0], "%s", why);
    if (outputs_open(&files, request.json, request.csv, argv[0]) != DONE)
        return EXIT_WRONG_USE;
    return outputs_end(&files, run(&request, &files, began, argv[0]));
}
