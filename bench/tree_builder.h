/* tree_builder - what tree_build.c measures and tree_nodes.c makes a tree of. */
#ifndef SIGCOST_TREE_BUILDER_H
#define SIGCOST_TREE_BUILDER_H

#include "bench/tree_build.h"
#include "bench/units.h"

enum { MAX_CELLS = 6 * MAX_PHASES + MAX_UNITS };

/* One explanation while it is made. Cells: the operation, then phases, frames, units, hash, products. */
struct builder {
    const struct counted *counted;
    struct phases timed, twin; /* the same in both builds */
    struct cell cells[MAX_CELLS];
    struct unit_job jobs[MAX_CELLS];
    struct phase_run runs[MAX_CELLS];
    size_t cell_count;
    size_t phase_cell[MAX_PHASES], frame_cell[MAX_PHASES], same_cell[MAX_PHASES],
        unit_cell[MAX_UNITS];
    size_t compression, nothing, mac, limb, vector, chain, after_kernel, turns, half_turns;
    struct hash_units hash;
    double counts[MAX_PHASES][OP_COUNT], frames[MAX_PHASES][OP_COUNT], half[MAX_PHASES][OP_COUNT];
    int equal_work[MAX_PHASES]; /* every ring element counts the same */
    struct price_list prices;
    double block_ns;
};

/* The prices from the measured cells; then the tree and what is concluded. FAILED: out of memory. */
enum result tree_nodes(struct explanation *out, struct builder *b);

#endif
