/* fake_clock - a clock that stands still but for what the jobs of the measuring core add to it. */
#ifndef SIGCOST_TESTS_FAKE_CLOCK_H
#define SIGCOST_TESTS_FAKE_CLOCK_H

#include <string.h>

#include "bench/measure.h"

/* Time stands still but for what the jobs add; slow is what the machine does to all of them alike. */
struct fake {
    double ns, slow;
    struct stats_rng rng;
    int order[4096], visits; /* which job ran, while that many are kept */
};

struct fake_job {
    struct fake *fake;
    int id;
    double cost_ns;
    double noise; /* relative, of each batch alone */
    enum verdict verdict;
    int from; /* the verdict holds from that run on */
    int runs;
};

static inline void fake_now(struct instant *at, void *context)
{
    struct fake *fake = context;

    at->cpu_ns = (uint64_t)fake->ns;
    at->cycles = (uint64_t)(2 * fake->ns);
}

static inline void fake_run(void *work, unsigned long times)
{
    struct fake_job *job = work;
    struct fake *fake = job->fake;
    double u = (double)stats_below(&fake->rng, 1000001) / 1e6 - 0.5;

    job->runs++;
    if (fake->visits < 4096)
        fake->order[fake->visits++] = job->id;
    fake->slow *= 1 + 0.02 * ((double)stats_below(&fake->rng, 3) - 1); /* drifts */
    fake->ns += (double)times * job->cost_ns * fake->slow * (1 + job->noise * u);
}

static inline enum verdict fake_check(void *work, unsigned long times, const char **why)
{
    struct fake_job *job = work;

    (void)times;
    if (job->runs < job->from)
        return GOOD;
    if (job->verdict != GOOD)
        *why = "injected";
    return job->verdict;
}

static inline struct timer fake_timer(struct fake *fake)
{
    *fake = (struct fake){.slow = 1, .rng = {99}};
    return (struct timer){fake_now, fake, 2e9, "fake"};
}

static inline struct cell fake_cell(struct fake_job *job)
{
    return (struct cell){
        .job = {.run = fake_run, .check = fake_check, .work = job, .max_batch = 1u << 20}};
}

#endif
