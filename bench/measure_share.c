/* measure_share - before the rounds: warming up, calibration, shares of the time. */
#include <math.h>
#include <stdlib.h>

#include "bench/measure_run.h"

#define LONG_ENOUGH_NS 200e3 /* a clock read costs below 0.5 us */
#define WARM_UP_PART   0.25  /* of the time until the deadline, for all cells together */
#define WARM_UP_MOST   2.0   /* seconds for one cell where there is no deadline */

double fair_level(const double *needs, size_t n, double total)
{
    double level = 0, next = n ? total / (double)n : 0;

    if (n == 0)
        return INFINITY;
    while (next > level) {
        double left = total;
        size_t open = 0;
        level = next;
        for (size_t i = 0; i < n; i++) {
            if (needs[i] > level)
                open++;
            else
                left -= needs[i];
        }
        if (open == 0)
            return INFINITY;
        next = left / (double)open;
    }
    return level;
}

static int of_first_kind(const struct cell *cell)
{
    return !cell->job.distribution && cell_alive(cell);
}

static double sample_goal(const struct run *run)
{
    return run->plan->sample_ns > 0 ? run->plan->sample_ns : LONG_ENOUGH_NS;
}

/* Until every operand was used once, or for `seconds`; and until a batch is long enough to know the cost of one
 * operation. Leaves the least batch in cell->batch and the cost of one operation, in seconds, in cell->budget. */
static void warm_up(struct run *run, struct cell *cell, double seconds)
{
    double goal = sample_goal(run), warm = 0, one = INFINITY; /* ns, the least of any batch */
    unsigned long batch = 1, used = 1, before;                /* the first call used one */
    struct sample sample;

    do {
        if (run_batch(run, cell, batch, &sample) != GOOD)
            return;
        before = used;
        used += batch;
        warm += sample.cpu_ns * (double)batch * 1e-9;
        one = fmin(one,
                   fmax(sample.cpu_ns, 0.1)); /* a disturbed batch must not pass for a long one */
        double next = goal / one;
        if (one * (double)batch < goal / 2 && batch < cell->job.max_batch)
            batch = (unsigned long)fmax((double)batch + 1, fmin(next, 4.0 * (double)batch));
        else if (before >= cell->job.warm_up) /* so nothing was set up in the last batch */
            break;
        if (batch > cell->job.max_batch)
            batch = cell->job.max_batch;
    } while (warm < seconds);
    if (used < cell->job.warm_up && cell->job.narrow) {
        cell->job.narrow(cell->job.work, used);
        cell->operands = used;
    }
    cell->batch = (unsigned long)fmin(ceil(goal / one), (double)cell->job.max_batch);
    cell->budget = one * 1e-9;
}

/* The first call of each apart; it tells how long warming up takes. */
void calibrate(struct run *run)
{
    double left = (run->plan->deadline - timer_seconds()) * WARM_UP_PART, level = WARM_UP_MOST;
    double *needs = calloc(run->count + 1, sizeof *needs);
    struct sample sample;
    size_t n = 0;

    for (size_t i = 0; i < run->count; i++) {
        struct cell *cell = &run->cells[i];
        cell->operands = cell->job.warm_up;
        if (!of_first_kind(cell) || run_batch(run, cell, 1, &sample) != GOOD)
            continue;
        cell->first_ns = sample.cpu_ns;
        if (needs)
            needs[n++] = cell->last * (double)(cell->job.warm_up + 1);
    }
    if (run->plan->deadline != 0)
        level = needs ? fair_level(needs, n, fmax(left, 0)) : 0;
    free(needs);
    for (size_t i = 0; i < run->count; i++)
        if (of_first_kind(&run->cells[i]))
            warm_up(run, &run->cells[i], level);
}

/* powers of two, so that any two cells have rounds in common */
static void set_stride(struct cell *cell, double share, unsigned rounds)
{
    while ((double)cell->stride * share < cell->last * rounds && cell->stride < rounds)
        cell->stride *= 2;
}

void share_time(struct run *run, double seconds)
{
    double *needs = calloc(run->count + 1, sizeof *needs), level = 0, rounds = run->plan->rounds;
    size_t n = 0;

    for (size_t i = 0; i < run->count; i++) {
        struct cell *cell = &run->cells[i];
        if (!of_first_kind(cell))
            continue;
        cell->last = cell->budget; /* one operation */
        cell->budget = rounds * fmax(cell->last, LONGEST_NS * 1e-9);
        cell->spent = 0;
        if (needs)
            needs[n++] = cell->budget;
    }
    if (needs)
        level = fair_level(needs, n, seconds);
    free(needs);
    for (size_t i = 0; i < run->count; i++) {
        struct cell *cell = &run->cells[i];
        if (!of_first_kind(cell))
            continue;
        cell->budget = fmin(cell->budget, level);
        double batch = floor(cell->budget / rounds / cell->last);
        batch = fmin(fmin(batch, LONGEST_NS * 1e-9 / cell->last), (double)cell->job.max_batch);
        if (batch > (double)cell->batch)
            cell->batch = (unsigned long)batch;
        cell->last *= (double)cell->batch;
        set_stride(cell, cell->budget, run->plan->rounds);
    }
}
