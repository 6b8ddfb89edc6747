/* compare - the verdict of each cell. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/compare.h"

#define LEVEL 0.05 /* for all cells of a comparison together */
#define SCATTERS                                                                                   \
    5 /* the tails between runs are heavy: with 3, one comparison in ten of equal runs on a busy machine fails */

/* P-value of: a times factor is not below b. */
static double test_above(const struct blocks *a, double factor, const struct blocks *b)
{
    struct blocks x = *a, y = *b;

    for (size_t i = 0; i < x.count; i++)
        x.median[i] *= factor;
    return mann_whitney(x.median, x.count, y.median, y.count);
}

static enum result measure_change(struct change *change)
{
    if (!change->old || !change->new || change->old->error || change->new->error)
        return DONE;
    if (blocks_of(&change->old_blocks, change->old->sample_ns, change->old->count) != DONE ||
        blocks_of(&change->new_blocks, change->new->sample_ns, change->new->count) != DONE)
        return FAILED;
    blocks_ratio(&change->ratio, change->old, &change->old_blocks, change->new,
                 &change->new_blocks);
    return DONE;
}

static void test_change(struct change *change, double threshold, double drift)
{
    const struct blocks *old = &change->old_blocks, *new = &change->new_blocks;

    if (change->ratio.n == 0)
        return;
    change->p = fmin(1, 2 * fmin(test_above(old, drift, new), test_above(new, 1 / drift, old)));
    change->p_slower = test_above(old, drift * (1 + threshold), new);
    change->p_faster = test_above(new, (1 + threshold) / drift, old);
}

static int too_few(const struct change *change, size_t tested)
{
    size_t old = change->old_blocks.count, new = change->new_blocks.count;

    return old < COMPARE_LEAST || new < COMPARE_LEAST ||
           mann_whitney_least(old, new) > LEVEL / (double)tested;
}

static enum change_verdict absent(const struct change *change)
{
    if (change->new && (change->new->wrong || change->new->failed))
        return CHANGE_BROKEN;
    if (!change->new || change->new->error)
        return CHANGE_GONE;
    return CHANGE_NEW;
}

/* What the interval and the lower deciles say; the test comes after. */
static enum change_verdict candidate(const struct change *change, double margin, double drift)
{
    double low = change->ratio.low / drift, high = change->ratio.high / drift;
    double tenth = change->new->time.q10 / change->old->time.q10 / drift;

    if (low > margin && tenth > margin)
        return CHANGE_SLOWER;
    if (1 / high > margin && 1 / tenth > margin)
        return CHANGE_FASTER;
    return CHANGE_SAME;
}

static double decisive(const struct change *change)
{
    return fmin(change->p_slower, change->p_faster);
}

static int by_p(const void *a, const void *b)
{
    double x = decisive(*(struct change *const *)a), y = decisive(*(struct change *const *)b);

    return (x > y) - (x < y);
}

/* Holm's procedure over the cells that can be tested: from the smallest p up, until the first that is too large. */
static enum result judge(struct comparison *out)
{
    struct change **order = malloc((out->count + 1) * sizeof(struct change *));
    size_t tested = 0;
    int rejecting = 1;

    if (!order)
        return FAILED;
    for (size_t i = 0; i < out->count; i++) {
        struct change *change = &out->changes[i];
        if (change->ratio.n == 0)
            change->verdict = absent(change);
        else
            order[tested++] = change;
    }
    qsort(order, tested, sizeof(struct change *), by_p);
    for (size_t i = 0; i < tested; i++) {
        struct change *change = order[i];
        double level = LEVEL / (double)(tested - i);
        rejecting &= decisive(change) <= level;
        if (too_few(change, tested))
            change->verdict = CHANGE_TOO_FEW;
        else
            change->verdict =
                rejecting ? candidate(change, out->margin, out->judged_drift) : CHANGE_SAME;
    }
    free(order);
    return DONE;
}

/* The drift, and by what changes are judged. */
static enum result find_drift(struct comparison *out, double threshold, int absolute)
{
    double *ratios = malloc((out->count + 1) * sizeof *ratios);
    size_t count = 0;

    if (!ratios)
        return FAILED;
    for (size_t i = 0; i < out->count; i++)
        if (out->changes[i].ratio.n)
            ratios[count++] = out->changes[i].ratio.estimate;
    stats_bootstrap_median(&out->drift, ratios, count, 1);
    out->judged_drift = 1;
    out->margin = 1 + threshold;
    if (count >= FEW_CELLS && !absolute) {
        out->judged_drift = out->drift.estimate;
        for (size_t i = 0; i < count; i++)
            ratios[i] = fabs(log(ratios[i] / out->judged_drift));
        stats_sort(ratios, count);
        /* 1.4826: of a normal law, the standard deviation over the median absolute one */
        double scatter = 1.4826 * stats_quantile(ratios, count, 0.5);
        out->margin = fmax(out->margin, exp(SCATTERS * scatter));
    }
    free(ratios);
    return DONE;
}

static void pair(struct comparison *out, const struct bench_file *old, const struct bench_file *new)
{
    for (size_t i = 0; i < old->count; i++)
        out->changes[out->count++] = (struct change){
            .old = &old->entries[i], .new = bench_file_find(new, old->entries[i].name), .p = NAN};
    for (size_t i = 0; i < new->count; i++)
        if (!bench_file_find(old, new->entries[i].name))
            out->changes[out->count++] = (struct change){.new = &new->entries[i], .p = NAN};
    /* nothing to say of a cell that never had a time */
    size_t kept = 0;
    for (size_t i = 0; i < out->count; i++) {
        const struct change *c = &out->changes[i];
        if ((c->old && !c->old->error) || (c->new && (!c->new->error || c->new->wrong)))
            out->changes[kept++] = *c;
    }
    out->count = kept;
}

enum result compare_files(struct comparison *out, const struct bench_file *old,
                          const struct bench_file *new, double threshold, int absolute)
{
    enum result done = DONE;

    *out = (struct comparison){0};
    out->changes = calloc(old->count + new->count + 1, sizeof *out->changes);
    if (!out->changes)
        return FAILED;
    pair(out, old, new);
    for (size_t i = 0; i < out->count && done == DONE; i++)
        done = measure_change(&out->changes[i]);
    if (done == DONE)
        done = find_drift(out, threshold, absolute);
    for (size_t i = 0; i < out->count && done == DONE; i++)
        test_change(&out->changes[i], threshold, out->judged_drift);
    if (done == DONE)
        done = judge(out);
    if (done == DONE)
        done = measure_machine(out, old, new);
    if (done == DONE)
        judge_everything(out, threshold, absolute);
    for (size_t i = 0; i < out->count && done == DONE; i++)
        out->verdicts[out->changes[i].verdict]++;
    if (done != DONE)
        comparison_clear(out);
    return done;
}

void comparison_clear(struct comparison *comparison)
{
    free(comparison->changes);
    *comparison = (struct comparison){0};
}

static int has_alg(const struct bench_file *file, const char *alg)
{
    for (size_t i = 0; i < file->count; i++)
        if (strcmp(file->entries[i].alg, alg) == 0)
            return 1;
    return 0;
}

/* The first algorithm of `in` that `file` has not; NULL if it has all. */
static const char *lacks_alg(const struct bench_file *file, const struct bench_file *in)
{
    const char *last = "";

    for (size_t i = 0; i < in->count; i++) {
        const char *alg = in->entries[i].alg;
        if (strcmp(alg, last) != 0 && !has_alg(file, alg))
            return alg;
        last = alg;
    }
    return NULL;
}

static enum result same_work(const struct bench_file *old, const struct bench_file *new,
                             char why[BENCH_FILE_WHY])
{
    const char *alg = lacks_alg(new, old);
    int gone = alg != NULL;

    if (!alg)
        alg = lacks_alg(old, new);
    if (alg) {
        snprintf(why, BENCH_FILE_WHY, "different algorithms: %.40s is in %s alone",
                 alg[0] ? alg : "an unnamed one", gone ? "OLD" : "NEW");
        return FAILED;
    }
    for (size_t i = 0; i < old->count; i++) {
        const struct bench_entry *a = &old->entries[i], *b = bench_file_find(new, a->name);
        if (b && strcmp(a->hash, b->hash) != 0) {
            snprintf(why, BENCH_FILE_WHY, "different algorithms: %.80s hashes with %.20s and %.20s",
                     a->name, a->hash, b->hash);
            return FAILED;
        }
        if (b && a->key_bits != b->key_bits) {
            snprintf(why, BENCH_FILE_WHY, "different algorithms: %.80s has keys of %u and %u bits",
                     a->name, a->key_bits, b->key_bits);
            return FAILED;
        }
    }
    return DONE;
}

enum result compare_allowed(const struct bench_file *old, const struct bench_file *new,
                            char why[BENCH_FILE_WHY])
{
    if (strcmp(old->cpu, new->cpu) != 0) {
        snprintf(why, BENCH_FILE_WHY, "different CPUs: %.80s and %.80s",
                 old->cpu[0] ? old->cpu : "not named", new->cpu[0] ? new->cpu : "not named");
        return FAILED;
    }
    /* Other programs name no CPU: its clock and the number of CPUs have to do. */
    if (old->cpus != new->cpus || fabs(old->mhz - new->mhz) > 0.1 * old->mhz) {
        snprintf(why, BENCH_FILE_WHY, "different machines: %.0f CPUs of %.0f MHz and %.0f of %.0f",
                 old->cpus, old->mhz, new->cpus, new->mhz);
        return FAILED;
    }
    return same_work(old, new, why);
}
