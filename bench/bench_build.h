/* bench_build - inside of bench_run(): from a selection to cells. */
#ifndef SIGCOST_BENCH_BUILD_H
#define SIGCOST_BENCH_BUILD_H

#include "bench/bench.h"

/* Everything that lives as long as the results. Rows hold pointers to these, so each has its own block. */
struct block {
    struct block *next;
    void (*clear)(void *at);
    max_align_t at[];
};

struct stash {
    struct block *blocks;
    struct operation **operations; /* one a cell */
    size_t room;                   /* of operations, cells and rows */
};

/* What the functions of this file hand around while they build. */
struct builder {
    struct results *out;
    const struct selection *selection;
    double deadline;
    struct messages *messages[MAX_PAYLOADS];
    const char *why;
};

/* Fills b->out's rows, cells and notes. FAILED with b->why. */
enum result bench_build(struct builder *b);
void stash_clear(struct stash *stash);

#endif
