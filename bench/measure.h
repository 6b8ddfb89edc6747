/* measure - the measuring core: cells, rounds, samples, ratios. It knows nothing of signatures.
 *
 * A cell is one thing to time. All cells of a run are interleaved: each round visits them in a
 * new shuffled order and takes one sample of each, a batch of operations long enough for the clock.
 * What disturbs the machine for a while then disturbs all alike, and ratios are taken round by round.
 * Operations whose time is a matter of luck (RSA key generation) are cells of the second kind: each
 * sample is one operation, the results are a distribution, and the time goes to them in equal shares.
 */
#ifndef SIGCOST_MEASURE_H
#define SIGCOST_MEASURE_H

#include "bench/stats.h"
#include "bench/timer.h"
#include "bignum/base.h"

enum verdict {
    GOOD,
    WRONG,  /* an operation gave a wrong result: the cell is given up and the run has failed */
    CANNOT, /* this implementation does not do it: the cell is given up */
    CUT_OFF /* the deadline came first; the sample is dropped, and counted */
};

/* What a cell times. */
struct job {
    /* `times` operations, at most max_batch, and nothing else: this alone is timed. */
    void (*run)(void *work, unsigned long times);
    /* After each run, untimed: looks at what it gave and frees it. *why is one line, or NULL. */
    enum verdict (*check)(void *work, unsigned long times, const char **why);
    void *work;
    unsigned long max_batch;
    /* Different operands (keys, messages) that operations take in turn. What an implementation sets up once for
     * each of them belongs to no sample, so each is used once before the first. */
    unsigned long warm_up;
    /* Where calls are so slow that this takes too long: from now on only the first `operands` in turn. May be NULL. */
    void (*narrow)(void *work, unsigned long operands);
    int distribution; /* the second kind */
    double guess;     /* of that kind's cost, any unit: the cheap ones go first */
};

struct sample {
    uint32_t round;
    uint32_t batch;
    double cpu_ns, wall_ns, cycles; /* for one operation */
};

/* Whether the CPU went to others meanwhile: wall time is clearly more than CPU time. */
int sample_is_disturbed(const struct sample *sample);

struct cell {
    struct job job;
    /* results */
    enum verdict verdict;
    const char *why;
    struct sample *samples; /* count of them, in order of rounds */
    size_t count, room;
    uint64_t operations;    /* in samples */
    size_t disturbed;       /* samples */
    double first_ns;        /* the very first operation: tables, caches, lazy set-up */
    unsigned long operands; /* in turn in the samples: job.warm_up, or fewer */
    unsigned cut;           /* samples dropped at the deadline */
    /* the scheduler's */
    unsigned long batch;
    unsigned stride;            /* takes part in every stride-th round */
    double budget, spent, last; /* seconds, checks included */
};

struct plan {
    const struct timer *timer;
    unsigned rounds;           /* at least 1; what the samples of a cell cannot exceed */
    double deadline;           /* in timer_seconds(); 0: every cell gets all its rounds */
    double distribution_share; /* of the time, for the second kind where both are there */
    double sample_ns;          /* a batch is at least that long; 0: 200 us */
    double
        lead_in; /* such a part of a batch runs before each sample, untimed: the cell before it left caches
                     * and predictors to others, and a sample is to see the steady state */
    uint64_t seed; /* of the shuffles */
    /* May be NULL. done in [0, 1]. */
    void (*progress)(double done, void *context);
    void *progress_context;
};

/* What must hold of a sound run: timed_seconds, the sum of all samples by the cycle counter, does not
 * exceed wall_seconds, the whole run by CLOCK_MONOTONIC. */
struct account {
    double wall_seconds, timed_seconds;
    unsigned rounds;
};

/* DONE; FAILED: a cell came out WRONG, or memory ran out. The cells' results stand in either case. */
enum result measure(struct cell *cells, size_t count, const struct plan *plan,
                    struct account *account);
void cell_clear(struct cell *cell);

enum cell_clock { CPU_NS, WALL_NS, CYCLES };
/* CYCLES leaves out disturbed samples, unless all are. n == 0 where the cell has no sample (or memory ran out). */
void cell_summary(struct summary *out, const struct cell *cell, enum cell_clock clock);
/* a's time over b's by CPU time: the median over the rounds in which both were sampled. For
 * distributions, the ratio of the medians. n is the number of rounds (samples) behind it. */
void cell_ratio(struct interval *out, const struct cell *a, const struct cell *b);

#endif
