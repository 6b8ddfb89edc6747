/* test_faults_rsa_ifma - no fault in a private operation of `ifma` lets a wrong signature out. Its vector kernels are
 * whole powers: their results, their inputs and their tables are hurt. */
#include "tests/faults_rsa.h"

#include "rsa/engine_ifma.c"

#include "tests/faults_rsa_sweep.h"

static const struct ifma_kernel *sound[2]; /* single, pair */
static struct ifma_kernel faulty[2];

static void hurt(uint64_t *r, int pair)
{
    /* a limb of 52 bits; for a pair the odd halves of vectors are the second number's */
    fault.bit = fault.bit / 64 * 64 + fault.bit % 52;
    fault_here((mp_limb_t *)r, (mp_size_t)(sound[pair]->vectors * 8));
}

#define WRAP(pair, name)                                                                           \
    static void name##_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m)   \
    {                                                                                              \
        sound[pair]->mul(r, a, b, m);                                                              \
        hurt(r, pair);                                                                             \
    }                                                                                              \
    static void name##_sqr(uint64_t *r, const uint64_t *a, const uint64_t *m)                      \
    {                                                                                              \
        sound[pair]->sqr(r, a, m);                                                                 \
        hurt(r, pair);                                                                             \
    }                                                                                              \
    static void name##_power(uint64_t *r, const uint64_t *a, const mp_limb_t *const e[],           \
                             size_t bits, const uint64_t *one, uint64_t *table, const uint64_t *m) \
    {                                                                                              \
        sound[pair]->power(r, a, e, bits, one, table, m);                                          \
        hurt(r, pair);                                                                             \
    }                                                                                              \
    static void name##_power_binary(uint64_t *r, const uint64_t *a, const uint64_t *last,          \
                                    const mp_limb_t *e, size_t bits, const uint64_t *m)            \
    {                                                                                              \
        sound[pair]->power_binary(r, a, last, e, bits, m);                                         \
        hurt(r, pair);                                                                             \
    }                                                                                              \
    static void name##_add(uint64_t *r, const uint64_t *a, const uint64_t *b)                      \
    {                                                                                              \
        sound[pair]->add(r, a, b);                                                                 \
        hurt(r, pair);                                                                             \
    }

WRAP(0, single)
WRAP(1, pair)

static void wrap_kernels(struct context *ctx)
{
    sound[0] = ctx->pub.vec.kernel;
    sound[1] = ctx->crt.pair.kernel;
    faulty[0] = *sound[0];
    faulty[0].mul = single_mul;
    faulty[0].sqr = single_sqr;
    faulty[0].power = single_power;
    faulty[0].power_binary = single_power_binary;
    faulty[0].add = single_add;
    faulty[1] = *sound[1];
    faulty[1].mul = pair_mul;
    faulty[1].sqr = pair_sqr;
    faulty[1].power = pair_power;
    faulty[1].power_binary = pair_power_binary;
    faulty[1].add = pair_add;
    ctx->pub.vec.kernel = ctx->guarded.vec.kernel = &faulty[0];
    ctx->crt.pair.kernel = &faulty[1];
}

Test(faults_rsa_ifma, at_every_call, .timeout = 60)
{
    struct test_rng rng = test_rng_new(506);
    struct rsa_key key;
    struct sweep s;

    if (ifma_missing())
        cr_skip_test("no AVX-512 IFMA here");
    sweep_init(&s, &key, 2048, &rng.rng);
    wrap_kernels(s.ctx);
    for (int i = 0; i < 4; i++)
        sweep_all(&s, 1);
    context_free(s.ctx);
    rsa_key_clear(&key);
}
