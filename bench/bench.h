/* bench - from a selection of algorithms, operations and implementations to measured results. The
 * commands that measure (bench, ladder, scale, studies, report) select and print; this does the rest. */
#ifndef SIGCOST_BENCH_H
#define SIGCOST_BENCH_H

#include "bench/machine.h"
#include "bench/operation.h"

enum { MAX_ALGS = 16, MAX_IMPLS = 32, MAX_PAYLOADS = 16 };

#define BENCH_MAX_PAYLOAD ((size_t)256 << 20)
#define BENCH_MAX_ROUNDS  100000u

/* What the user asked for. Start from selection_default(). */
struct selection {
    const struct alg *algs[MAX_ALGS];
    size_t alg_count;
    enum hash_id hashes[HASH_COUNT]; /* rows of hashes alone */
    size_t hash_count;
    unsigned ops;                 /* bits 1 << enum op */
    const char *impls[MAX_IMPLS]; /* names, self, textbook, all, peers */
    size_t impl_count;
    size_t payloads[MAX_PAYLOADS];
    size_t payload_count;
    int twins;      /* every row twice: the A/A control */
    int hash_given; /* else each algorithm's own pairing */
    enum hash_id hash;
    unsigned rounds; /* at most, if seconds is set */
    double seconds;  /* for the whole table, set-up included; 0: all rounds, however long */
};

void selection_default(struct selection *out);

/* One line of the table. */
struct record {
    char alg[24];
    enum op op;
    const char *impl;  /* as the row is called; what self stands for is called "self" ... */
    const char *step;  /* ... and this is its step's name; for others the same as impl */
    char version[256]; /* of a peer's library; else empty */
    size_t payload;    /* 0 for keygen */
    enum hash_id hash;
    int is_self, is_peer, distribution;
    struct key_sizes key;
    size_t sig_min, sig_max, sig_other; /* the form that was timed; the other one */
    size_t
        keys; /* in turn: RING, or fewer where an operation is too slow for the time; 0: without keys */
    struct cell *cell; /* verdict, samples, first call */
    struct summary cpu, wall, cycles;
    double ops_per_second;
    struct interval ratio_self, ratio_peer; /* n == 0 where there is nothing to compare with */
    const char *best_peer;                  /* of the group; NULL if there is none */
    int is_twin;                            /* the row before once more, called "impl#2" */
    struct interval ratio_twin;             /* of a twin to that row */
};

struct results {
    struct record *rows;
    size_t count;
    struct cell *cells;
    char **notes; /* what is not in the table, and why: one line each */
    size_t note_count;
    size_t refused;         /* rows that refused a good key: in notes, and counted as wrong */
    struct cell *yardstick; /* timed beside the rows; NULL in results that no run made */
    struct machine machine;
    struct account account;
    double seconds;      /* all of it */
    struct stash *stash; /* what the rows point into */
};

/* Rows of one group: same algorithm, operation, payload and hash, next to each other. */
int record_same_group(const struct record *a, const struct record *b);

/* FAILED with *why: nothing could be measured (wrong use). `began` is timer_seconds() when the command began;
 * progress may be NULL. DONE even where cells are WRONG: results_wrong() counts them. */
enum result bench_run(struct results *out, const struct selection *selection, double began,
                      void (*progress)(double done, void *context), void *context,
                      const char **why);
size_t results_wrong(const struct results *results);
void results_clear(struct results *results);

/* Summaries and ratios of rows whose cells are measured; bench_run calls it, tests too. */
void results_finish(struct results *results);

/* What the A/A control says: of `pairs` implementations against themselves, in so many is 1 not in the ratio's
 * interval, which by chance happens in 5 %; `chance` is the probability of at least as many. */
struct aa {
    size_t pairs, outside;
    double chance;
    const struct record *worst; /* the twin outside by most; NULL if there is none */
};
void results_aa(struct aa *out, const struct results *results);
#define AA_LEVEL 0.001 /* below it the intervals are too narrow for this machine as it is now */

/* Whether the row is one of those that the list of names asks for. */
int selection_takes(const struct selection *selection, const char *name, unsigned flags,
                    int is_peer, int is_self);

/* What is inside the timed part: one paragraph for tables and JSON. */
extern const char bench_inside[];

#endif
