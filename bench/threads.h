/* threads - operations a second of 1 thread and of N at the same time, and how well they scale.
 *
 * Every thread has keys, messages and results of its own, as a server's threads have; all have the same contents.
 * In each round every cell is run for a window by one thread and right after it by all, in shuffled order of the
 * cells. A thread's rate is its operations over the wall time that they took; rates of threads that run at the
 * same time are added. Results are checked between the batches, outside the time, as everywhere. */
#ifndef SIGCOST_THREADS_H
#define SIGCOST_THREADS_H

#include "bench/output.h"

enum { MOST_THREADS = 256 };

/* One cell: a row of results.rows. */
struct team_record {
    const struct record *row;
    enum verdict verdict; /* of any of its threads */
    const char *why;
    double *one, *many; /* operations a second, one value a round */
    size_t rounds;
    unsigned long operands;                          /* keys and messages of each thread, in turn */
    struct interval one_rate, many_rate, efficiency; /* many / (threads * one), round by round */
};

struct threads_results {
    struct results base; /* rows, notes, machine; its cells were not measured */
    struct team_record *teams;
    size_t count; /* RSA key generation has no team: its luck hides what threads do */
    unsigned threads;
    double window; /* seconds, the shortest of all cells */
};

/* FAILED with *why: wrong use, no memory, threads that cannot be started. Cells that are WRONG are DONE. */
enum result threads_run(struct threads_results *out, const struct selection *selection,
                        unsigned threads, double began,
                        void (*progress)(double done, void *context), void *context,
                        const char **why);
void threads_clear(struct threads_results *results);
size_t threads_wrong(const struct threads_results *results);

void threads_table(FILE *to, const struct threads_results *results);
void threads_csv(FILE *to, const struct threads_results *results);
json_t *threads_json(const struct threads_results *results);

/* Runs `count` threads for `seconds`, released together. FAILED: a thread could not be started; none runs on. */
struct crew {
    struct job job;      /* its own */
    unsigned long batch; /* operations between two looks at the clock */
    double rate;         /* operations a second; 0 without any */
    enum verdict verdict;
    const char *why;
};
enum result crew_run(struct crew *crew, size_t count, double seconds);
/* Uses the job's operands once each, or as many as so many seconds allow; then says how many, one at least. */
unsigned long crew_warm_up(struct crew *crew, unsigned long operands, double seconds);
/* Sets the batch to about a millisecond, by running the job. */
void crew_calibrate(struct crew *crew);

#endif
