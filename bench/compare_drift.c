/* compare_drift - blocks of a run, and whether everything is slower. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/compare.h"
#include "bench/need.h"

#define LEVEL 0.001 /* one claim on the whole run is made with more care than one on a cell */

enum result blocks_of(struct blocks *out, const double *x, size_t n)
{
    double *sorted = malloc((n + 1) * sizeof *sorted);

    *out = (struct blocks){.count = n < COMPARE_BLOCKS ? n : COMPARE_BLOCKS};
    if (!sorted)
        return FAILED;
    for (size_t b = 0; b < out->count; b++) {
        size_t from = b * n / out->count, to = (b + 1) * n / out->count;
        memcpy(sorted, x + from, (to - from) * sizeof *x);
        stats_sort(sorted, to - from);
        out->median[b] = stats_quantile(sorted, to - from, 0.5);
    }
    free(sorted);
    return DONE;
}

void blocks_ratio(struct interval *out, const struct bench_entry *old, const struct blocks *of_old,
                  const struct bench_entry *new, const struct blocks *of_new)
{
    struct blocks a = *of_old, b = *of_new; /* which the next call sorts */

    stats_bootstrap_ratio(out, b.median, b.count, a.median, a.count, 1);
    out->estimate = new->time.median / old->time.median;
}

enum result measure_machine(struct comparison *out, const struct bench_file *old,
                            const struct bench_file *new)
{
    const struct bench_entry *a = &old->yardstick, *b = &new->yardstick;
    struct blocks of_a, of_b;

    if (a->count < COMPARE_LEAST || b->count < COMPARE_LEAST || strcmp(a->name, b->name) != 0)
        return DONE;
    if (blocks_of(&of_a, a->sample_ns, a->count) != DONE ||
        blocks_of(&of_b, b->sample_ns, b->count) != DONE)
        return FAILED;
    blocks_ratio(&out->machine, a, &of_a, b, &of_b);
    return DONE;
}

/* The share of samples that others disturbed, of those entries that say it. */
static double disturbed_share(const struct comparison *c, int new)
{
    double samples = 0, disturbed = 0;

    for (size_t i = 0; i < c->count; i++) {
        const struct bench_entry *entry = new ? c->changes[i].new : c->changes[i].old;
        if (!entry || entry->error || !isfinite(entry->disturbed))
            continue;
        samples += (double)entry->count;
        disturbed += entry->disturbed;
    }
    return samples > 0 ? disturbed / samples : NAN;
}

/* How fast the machine was in each stretch of both runs: medians over the cells of block over OLD's median. x has room
 * for c->count values. The number of cells. */
static size_t levels(double old[COMPARE_BLOCKS], double new[COMPARE_BLOCKS],
                     const struct comparison *c, double *x)
{
    size_t cells = 0;

    for (size_t b = 0; b < 2 * COMPARE_BLOCKS; b++) {
        size_t at = b % COMPARE_BLOCKS;
        cells = 0;
        for (size_t i = 0; i < c->count; i++) {
            const struct change *change = &c->changes[i];
            if (change->ratio.n == 0 || change->old_blocks.count < COMPARE_BLOCKS ||
                change->new_blocks.count < COMPARE_BLOCKS)
                continue;
            const struct blocks *of =
                b < COMPARE_BLOCKS ? &change->old_blocks : &change->new_blocks;
            x[cells++] = of->median[at] / change->old->time.median;
        }
        if (cells == 0)
            return 0;
        stats_sort(x, cells);
        (b < COMPARE_BLOCKS ? old : new)[at] = stats_quantile(x, cells, 0.5);
    }
    return cells;
}

void judge_everything(struct comparison *out, double threshold, int absolute)
{
    double old[COMPARE_BLOCKS], new[COMPARE_BLOCKS], more = 1 + threshold;
    double *x = need_grown(NULL, out->count + 1, sizeof *x);
    double slower = out->machine.n ? fmax(out->machine.estimate, 1) : 1;
    double before = disturbed_share(out, 0), after = disturbed_share(out, 1);

    out->everything = EVERYTHING_SAME;
    out->disturbed = isnan(before + after) ? NAN : fmax(before, after);
    more *= slower * slower;
    if (!absolute && out->drift.n >= FEW_CELLS && out->drift.estimate > 1 + threshold) {
        out->everything = EVERYTHING_UNKNOWN;
        if (out->machine.n && out->disturbed <= DISTURBED_MOST && out->drift.low > more &&
            levels(old, new, out, x) >= FEW_CELLS) {
            for (int b = 0; b < COMPARE_BLOCKS; b++)
                old[b] *= more;
            if (mann_whitney(old, COMPARE_BLOCKS, new, COMPARE_BLOCKS) <= LEVEL)
                out->everything = EVERYTHING_SLOWER;
        }
    }
    free(x);
}
