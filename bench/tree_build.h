/* tree_build - explains one operation: counts it, prices its units, measures it, all in one run. */
#ifndef SIGCOST_TREE_BUILD_H
#define SIGCOST_TREE_BUILD_H

#include "bench/counted.h"
#include "bench/tree.h"

/* Keys, messages and signatures of one algorithm and payload, made once for all its steps. */
struct tree_work {
    const struct alg *alg;
    const struct impl *self;
    struct keyring ring;
    struct messages messages;
    struct workload workload;
};
enum result tree_work_make(struct tree_work *out, const struct alg *alg, size_t payload,
                           const char **why);
void tree_work_clear(struct tree_work *work);

/* row: a self-written step that has been started. seconds: about how long. FAILED or UNSUPPORTED with *why. Not for
 * RSA key generation. */
enum result tree_explain(struct explanation *out, const struct impl *row, enum op op,
                         const struct tree_work *work, double seconds, const char **why);

/* The prices at hand while a tree is built. */
struct price {
    enum count_op op;
    int half;
    double ns;               /* of one */
    double inside[OP_COUNT]; /* what one consists of, itself included */
};
struct price_list {
    struct price at[MAX_UNITS];
    size_t count;
    double limb_ns, vector_ns;
    const struct cost *costs; /* of the step: formulas' sources; NULL */
};

/* Takes `left` apart by the units of `prices` with this `half`, largest first, and hangs a priced node under
 * parent for each; left keeps what no unit explains. */
void tree_account(struct node *parent, double left[OP_COUNT], const struct price_list *prices,
                  int half);

#endif
