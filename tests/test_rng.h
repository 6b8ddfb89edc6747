/* test_rng - a small deterministic generator for tests, and one that runs dry. */
#ifndef SIGCOST_TEST_RNG_H
#define SIGCOST_TEST_RNG_H

#include "bignum/random.h"
#include "tests/replay.h"

struct test_rng {
    struct rng rng;
    uint64_t state;
    size_t left; /* bytes until it fails; (size_t)-1: never */
};

/* xorshift64 (Marsaglia 2003). */
static inline enum result test_fill(struct rng *self, uint8_t *out, size_t len)
{
    struct test_rng *rng = (struct test_rng *)self;

    if (rng->left != (size_t)-1) {
        if (rng->left < len)
            return FAILED;
        rng->left -= len;
    }
    for (size_t i = 0; i < len; i++) {
        rng->state ^= rng->state << 13;
        rng->state ^= rng->state >> 7;
        rng->state ^= rng->state << 17;
        out[i] = (uint8_t)(rng->state >> 32);
    }
    return DONE;
}

static inline struct test_rng test_rng_new(uint64_t seed)
{
    struct test_rng rng = {{test_fill},
                           (seed + replay_seed() * 0x2545f4914f6cdd1du) * 0x9e3779b97f4a7c15u +
                               0xd1b54a32d192ed03u,
                           (size_t)-1};

    for (int i = 0; i < 16; i++) {
        uint8_t drop;
        (void)test_fill(&rng.rng, &drop, 1);
    }
    return rng;
}

#endif
