/* studies - measures and judges criteria. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/studies.h"

enum { RESAMPLES = 1000 };

const char *claim_word(enum claim_verdict verdict)
{
    static const char *const words[] = {[CLAIM_UNMEASURED] = "not measured",
                                        [CLAIM_HOLDS] = "holds",
                                        [CLAIM_FAILS] = "does not hold",
                                        [CLAIM_DEPENDS] = "depends"};
    return words[verdict];
}

const struct bench_entry *studies_cell(const struct bench_file *file, enum study study,
                                       enum column column, const char *alg, const char *op,
                                       size_t payload)
{
    const struct bench_entry *cell = NULL;

    if (strcmp(op, "keygen") == 0)
        payload = 0;
    if (column == BY_SELF)
        return bench_file_cell(file, alg, op, "self", payload);
    if (study == STUDY_XEON && strcmp(alg, "ed25519") == 0)
        cell = bench_file_cell(file, alg, op, "libsodium", payload);
    return cell ? cell : bench_file_cell(file, alg, op, "openssl", payload);
}

double studies_sig(const struct bench_entry *entry, int der)
{
    if (strncmp(entry->alg, "ecdsa", 5) == 0 && !der)
        return entry->sig_other;
    return (entry->sig_min + entry->sig_max) / 2;
}

static double resampled_mean(const struct bench_entry *entry, struct stats_rng *rng)
{
    double sum = 0;

    for (size_t i = 0; i < entry->count; i++)
        sum += entry->sample_ns[stats_below(rng, entry->count)];
    return sum / (double)entry->count;
}

void studies_mean(struct interval *out, const struct bench_entry *a, const struct bench_entry *b)
{
    struct stats_rng rng = {1};
    double resampled[RESAMPLES];
    size_t n = b && b->count < a->count ? b->count : a->count;

    *out = (struct interval){a->time.mean / (b ? b->time.mean : 1), NAN, NAN, n};
    if (n < 2)
        return;
    for (int i = 0; i < RESAMPLES; i++) {
        resampled[i] = resampled_mean(a, &rng);
        if (b)
            resampled[i] /= resampled_mean(b, &rng);
    }
    stats_sort(resampled, RESAMPLES);
    out->low = stats_quantile(resampled, RESAMPLES, 0.025);
    out->high = stats_quantile(resampled, RESAMPLES, 0.975);
}

static void exactly(struct interval *out, double x)
{
    *out = (struct interval){x, x, x, 1};
}

/* What LEAD_* compares: the smaller the better. */
static double quality(const struct criterion *c, const struct bench_entry *e)
{
    switch (c->kind) {
    case MEASURE_LEAD_SIG:
        return studies_sig(e, 1);
    case MEASURE_LEAD_KEY:
        return e->public_der;
    default:
        return e->time.mean;
    }
}

/* The best of the comma-separated list c->b. NULL unless all of them were measured. */
static const struct bench_entry *best_other(const struct criterion *c, enum study study,
                                            enum column column, const struct bench_file *file)
{
    const struct bench_entry *best = NULL;
    char alg[32];

    for (const char *at = c->b; *at;) {
        size_t len = strcspn(at, ",");
        snprintf(alg, sizeof alg, "%.*s", (int)len, at);
        const struct bench_entry *e = studies_cell(file, study, column, alg, c->op, c->payload);
        if (!e)
            return NULL;
        if (!best || quality(c, e) < quality(c, best))
            best = e;
        at += len + (at[len] == ',');
    }
    return best;
}

static double strength(const char *alg)
{
    static const struct {
        const char *alg;
        double bits;
    } table[] = {{"rsa-2048", 112},   {"rsa-3072", 128},   {"ecdsa-p256", 128},
                 {"ecdsa-p384", 192}, {"ecdsa-p521", 256}, {"ed25519", 128}};

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].alg, alg) == 0)
            return table[i].bits;
    return NAN;
}

void criterion_measure(struct interval *out, const struct criterion *c, enum study study,
                       enum column column, const struct bench_file *file)
{
    const struct bench_entry *a = studies_cell(file, study, column, c->a, c->op, c->payload), *b;

    *out = (struct interval){NAN, NAN, NAN, 0};
    if (c->kind == MEASURE_STRENGTH)
        exactly(out, strength(c->a));
    if (!a)
        return;
    switch (c->kind) {
    case MEASURE_RATIO:
        b = studies_cell(file, study, column, c->b, c->op, c->payload);
        if (b)
            studies_mean(out, a, b);
        break;
    case MEASURE_TIME:
        studies_mean(out, a, NULL);
        out->estimate /= 1e3;
        out->low /= 1e3;
        out->high /= 1e3;
        break;
    case MEASURE_SIG_BYTES:
        exactly(out, studies_sig(a, 0));
        break;
    case MEASURE_SIG_SAVING:
        b = studies_cell(file, study, column, c->b, c->op, c->payload);
        if (b && b->sig_max > 0)
            *out = (struct interval){100 * (1 - studies_sig(a, 1) / b->sig_max),
                                     100 * (1 - a->sig_max / b->sig_max),
                                     100 * (1 - a->sig_min / b->sig_max), 1};
        break;
    case MEASURE_LEAD_TIME:
        b = best_other(c, study, column, file);
        if (b)
            studies_mean(out, b, a);
        break;
    case MEASURE_LEAD_SIG:
    case MEASURE_LEAD_KEY:
        b = best_other(c, study, column, file);
        if (b && quality(c, a) > 0)
            exactly(out, quality(c, b) / quality(c, a));
        break;
    case MEASURE_STRENGTH:
        break;
    }
}

enum claim_verdict criterion_judge(const struct criterion *c, const struct interval *m)
{
    if (m->n == 0 || isnan(m->estimate))
        return CLAIM_UNMEASURED;
    if (isnan(m->low)) /* one value: it could lie anywhere */
        return CLAIM_DEPENDS;
    if (m->low >= c->low && m->high <= c->high)
        return CLAIM_HOLDS;
    return m->high < c->low || m->low > c->high ? CLAIM_FAILS : CLAIM_DEPENDS;
}

enum claim_verdict claim_join(const enum claim_verdict *verdicts, size_t count)
{
    size_t holds = 0, fails = 0, depends = 0;

    for (size_t i = 0; i < count; i++) {
        holds += verdicts[i] == CLAIM_HOLDS;
        fails += verdicts[i] == CLAIM_FAILS;
        depends += verdicts[i] == CLAIM_DEPENDS;
    }
    if (holds + fails + depends == 0)
        return CLAIM_UNMEASURED;
    if (depends || (holds && fails))
        return CLAIM_DEPENDS;
    return holds ? CLAIM_HOLDS : CLAIM_FAILS;
}

void claim_find(struct finding *out, const struct claim *claim, const struct bench_file *file)
{
    enum claim_verdict flat[MAX_CRITERIA * COLUMNS];
    size_t count = 0;

    *out = (struct finding){0};
    for (int i = 0; i < MAX_CRITERIA && claim->criteria[i].what; i++)
        for (int column = 0; column < COLUMNS; column++) {
            criterion_measure(&out->measured[i][column], &claim->criteria[i], claim->study,
                              (enum column)column, file);
            out->by[i][column] = criterion_judge(&claim->criteria[i], &out->measured[i][column]);
            flat[count++] = out->by[i][column];
        }
    out->all = claim_join(flat, count);
}
