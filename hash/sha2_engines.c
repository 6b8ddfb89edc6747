/* The table of hash engines, and which of them is the best here. */
#include "hash/sha2_engines.h"

const struct hash_engine *const hash_engines[] = {&hash_fips, &hash_unrolled, &hash_cpu, NULL};

/* The table is in order of speed, so the best is the last that runs. Threads that come here at the
 * same time all find the same answer, so it does not matter whose store wins; the atomic pointer only
 * makes each of them whole. */
const struct hash_engine *hash_best(void)
{
    static const struct hash_engine *best;
    const struct hash_engine *engine = __atomic_load_n(&best, __ATOMIC_RELAXED);

    if (engine)
        return engine;
    for (size_t i = 0; hash_engines[i]; i++)
        if (!step_missing(&hash_engines[i]->step))
            engine = hash_engines[i];
    __atomic_store_n(&best, engine, __ATOMIC_RELAXED);
    return engine;
}

static const uint8_t unit_blocks[1024];

void sha2_run256(void (*compress)(uint32_t h[8], const uint8_t *blocks, size_t nblocks),
                 unsigned long times)
{
    uint32_t h[8] = {0};
    const unsigned long most = sizeof unit_blocks / 64;

    for (unsigned long n; times > 0; times -= n) {
        n = times < most ? times : most;
        compress(h, unit_blocks, n);
    }
}

void sha2_run512(void (*compress)(uint64_t h[8], const uint8_t *blocks, size_t nblocks),
                 unsigned long times)
{
    uint64_t h[8] = {0};
    const unsigned long most = sizeof unit_blocks / 128;

    for (unsigned long n; times > 0; times -= n) {
        n = times < most ? times : most;
        compress(h, unit_blocks, n);
    }
}
