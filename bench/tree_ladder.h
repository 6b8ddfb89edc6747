/* tree_ladder - counts of whole operations for tables: ladder and scale. */
#ifndef SIGCOST_TREE_LADDER_H
#define SIGCOST_TREE_LADDER_H

#include "bench/tree_build.h"

/* The counts of one operation of a self-written step: means over the ring, or as many as fit `seconds`. RSA key
 * generation: of keys from the seeds that bench uses, one at least. FAILED or UNSUPPORTED: not counted. */
enum result ladder_counts(double counts[OP_COUNT], const struct impl *row, enum op op,
                          const struct tree_work *work, double seconds);

/* A column of counts. */
struct ladder_column {
    enum count_op op;
    const char *head;
};
/* Those that a table of the family's operation shows; a NULL head ends them. */
const struct ladder_column *ladder_columns(enum family family, enum op op);

#endif
