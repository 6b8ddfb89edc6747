/* command_ladder - what the parts of the command share (command_ladder*.c). */
#ifndef SIGCOST_COMMAND_LADDER_H
#define SIGCOST_COMMAND_LADDER_H

#include "bench/output.h"
#include "bench/tree_ladder.h"

/* A measured row with what explains it. */
struct rung {
    const struct record *record;
    const struct impl *row;
    int counted;
    double counts[OP_COUNT];
    size_t table_bytes, code_bytes; /* 0: none, or not known */
};

struct ladder {
    const struct results *results;
    struct rung *rungs; /* one a row */
    int whole;          /* one algorithm in full; else a line for each */
};

/* Counts the rows of `results`, which must outlive *out, about so many seconds for each part of a row, but no row
 * whose operation takes more than `slowest` seconds. FAILED: out of memory. */
enum result ladder_fill(struct ladder *out, const struct results *results, size_t payload,
                        double seconds, double slowest);
void ladder_clear(struct ladder *ladder);
void ladder_print(FILE *to, const struct ladder *ladder);
void ladder_csv(FILE *to, const struct ladder *ladder);
json_t *ladder_json(const struct ladder *ladder);

#endif
