/* leak - dudect's method on the self-written steps: a secret of a fixed, extreme value against
 * random ones, in random order, operation by operation. */
#ifndef SIGCOST_LEAK_H
#define SIGCOST_LEAK_H

#include "bench/impl.h"
#include "bench/leak_stats.h"
#include "bench/operation.h"
#include "hash/drbg.h"

#define LEAK_INPUTS  64 /* prepared at a time */
#define LEAK_REPEATS 3

/* One operation of one step. What the two classes are:
 *   ecdsa keygen    [k]G: k = 1 against random k in [1, n)
 *   ecdsa sign      [k]G, 1/k and s by a given nonce: the nonce k of 32 bits against random
 *   ed25519 keygen  [s]B: s = 2^254 against random clamped s
 *   ed25519 sign    whole: scalar 2^254, and the prefix of 4096 that gives the nonce the fewest bits,
 *                   against random ones
 *   rsa sign        private operation under one key: c = 1 against random c < n (Kocher 1996) */
struct leak_target {
    const struct impl *row;
    enum op op;
    void *state;
    /* Makes input number i of LEAK_INPUTS: fixed if class is 0, else random. Untimed. */
    enum result (*prepare)(struct leak_target *target, size_t i, unsigned class, struct rng *rng);
    /* The timed part, on input i, whatever its class: all inputs lie side by side in one array. */
    enum result (*run)(struct leak_target *target, size_t i, struct rng *rng);
    void (*clear)(struct leak_target *target);
};

/* UNSUPPORTED: there is no such operation to test for this family (RSA: key generation claims
 * nothing). FAILED with *why: it does not run here. */
enum result leak_target_make(struct leak_target *out, const struct impl *row, enum op op,
                             struct rng *rng, const char **why);

struct leak_result {
    double worst[LEAK_REPEATS]; /* t of largest size of each repeat */
    double operations, mean;    /* of all repeats; cycles */
    enum leak_verdict verdict;
};

/* Takes about `seconds`, longer where the operation is slow: each class of each repeat gets
 * LEAK_MIN_CLASS times at least. FAILED: an operation failed, or no memory. */
enum result leak_measure(struct leak_result *out, struct leak_target *target, double seconds,
                         uint64_t seed);

#endif
