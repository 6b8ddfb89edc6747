/* measure_run - one run of the measuring core while it goes on (measure.c, measure_share.c). */
#ifndef SIGCOST_MEASURE_RUN_H
#define SIGCOST_MEASURE_RUN_H

#include "bench/measure.h"

#define LONGEST_NS 5e6 /* more in one sample only blurs the rounds */

struct run {
    struct cell *cells;
    size_t count;
    const struct plan *plan;
    struct stats_rng rng;
    double start; /* timer_seconds() */
    double first_spent,
        second_spent;        /* seconds that went to cells of either kind, checks included */
    double second_per_first; /* how the two are meant to stand to each other */
    double timed;
    size_t *order;
    int wrong;
};

static inline int cell_alive(const struct cell *cell)
{
    return cell->verdict == GOOD;
}

/* Runs and checks one batch. GOOD: *sample is filled. */
enum verdict run_batch(struct run *run, struct cell *cell, unsigned long batch,
                       struct sample *sample);

/* Warms up the cells of the first kind and finds their batches. */
void calibrate(struct run *run);
/* Divides so many seconds among the cells of the first kind, and fixes their batches. */
void share_time(struct run *run, double seconds);

/* Divides `total` among n needs so that none gets more than it needs and what one leaves, the others get
 * (max-min fairness): the level with sum min(need, level) = total. INFINITY if all needs can be met. */
double fair_level(const double *needs, size_t n, double total);

#endif
