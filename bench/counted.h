/* counted - the same sources with their counters on, loaded from build/counted.so beside the executable.
 *
 * What is timed holds no counter; what counts is never timed. The shared object is opened like a peer
 * (RTLD_LOCAL, bound to its own symbols), so both builds live in one process and do the same work on the
 * same keys and messages. Not for several threads: the counters are plain.
 */
#ifndef SIGCOST_COUNTED_H
#define SIGCOST_COUNTED_H

#include "bench/impl.h"
#include "bench/tree_phases.h"
#include "rsa/rsa.h"

#define COUNTED_CONTRACT 2

struct counted {
    unsigned contract, ops; /* COUNTED_CONTRACT; OP_COUNT */
    uint64_t *count;        /* OP_COUNT of them */
    /* The counted twins of what the timed build has under the same names. */
    enum result (*phases_open)(struct phases *out, const struct alg *alg, const char *impl,
                               enum op op, const struct workload *work, const char **why);
    void (*phases_close)(struct phases *phases);
    const struct impl *(*rows)(void);
    const struct hash_impl *(*hash_rows)(void);
    const struct rsa_engine *const *rsa_engines;
    enum result (*rsa_keygen)(struct rsa_key *key, const struct rsa_engine *engine, unsigned bits,
                              const mpz_t e, int toy, struct rng *rng);
    enum result (*rsa_keygen_from)(struct rsa_key *key, const struct rsa_engine *engine,
                                   unsigned bits, const mpz_t e, int toy, const mpz_t p_start,
                                   const mpz_t q_start, struct rng *rng);
};

typedef const struct counted *(*counted_entry)(void); /* symbol "sigcost_counted" */

/* Loaded once; NULL with *why where it is not there. */
const struct counted *counted_open(const char **why);
void counted_reset(const struct counted *counted);

/* How many ring elements were run, and the mean counts of `phase` over the first ring elements: all RING, or as many as fit `seconds`, two at least.
 * frame: of phase->frame in place of phase->run. */
void counted_first(double counts[OP_COUNT], const struct counted *counted, struct phases *phases,
                   size_t phase); /* of ring element 0 alone */
size_t counted_phase(double counts[OP_COUNT], const struct counted *counted, struct phases *phases,
                     size_t phase, int frame, double seconds);

#endif
