/* rsa_keys - what the RSA tests share: keys, the invariants that every key must have, and one engine's
 * operations against GMP. */
#ifndef SIGCOST_TEST_RSA_KEYS_H
#define SIGCOST_TEST_RSA_KEYS_H

#include <string.h>

#include <criterion/criterion.h>

#include "bignum/bytes.h"
#include "rsa/rsa.h"
#include "tests/test_rng.h"

/* Each engine that this machine's processor runs. */
#define EACH_ENGINE(engine)                                                                        \
    for (const struct rsa_engine *const *at_ = rsa_engines, *engine; (engine = *at_) != NULL;      \
         at_++)                                                                                    \
        if (!step_missing(&engine->step))

/* Long primes take GMP seconds to find, so these are given: 2^bits - less, two for each size; p - 1 has no
 * factor 3, 17, 65537, nor one of 2^32 + 1. 0 where the size is none of these. */
static inline int long_prime(mpz_t p, unsigned bits, int which)
{
    static const struct {
        unsigned bits;
        unsigned long less[2];
    } known[] = {{2304, {3929, 7703}}, {4033, {9639, 10995}}, {4096, {2549, 8627}}};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].bits == bits) {
            mpz_set_ui(p, 0);
            mpz_setbit(p, bits);
            mpz_sub_ui(p, p, known[i].less[which]);
            return 1;
        }
    return 0;
}

/* A key from primes of p_bits and q_bits bits (any lengths), by GMP; e must suit them. */
static inline void make_key(struct rsa_key *key, unsigned p_bits, unsigned q_bits, uint64_t e,
                            struct rng *rng)
{
    mpz_ptr primes[] = {key->p, key->q};
    unsigned bits[] = {p_bits, q_bits};
    mpz_t t;

    mpz_init(t);
    mpz_set_ui(key->e, (unsigned long)(e >> 32));
    mpz_mul_2exp(key->e, key->e, 32);
    mpz_add_ui(key->e, key->e, (uint32_t)e);
    for (int i = 0; i < 2; i++)
        do {
            if (!long_prime(primes[i], bits[i], i)) {
                mpz_set_ui(t, 0);
                mpz_setbit(t, bits[i] - 1);
                cr_assert_eq(random_below(primes[i], t, rng), DONE);
                mpz_setbit(primes[i], bits[i] - 1);
                if (bits[i] > 2)
                    mpz_setbit(primes[i], bits[i] - 2);
                mpz_nextprime(primes[i], primes[i]);
            }
            mpz_sub_ui(t, primes[i], 1);
            mpz_gcd(t, t, key->e);
        } while (mpz_cmp_ui(t, 1) != 0 || mpz_cmp(key->p, key->q) == 0 ||
                 mpz_sizeinbase(primes[i], 2) != bits[i]);
    mpz_mul(key->n, key->p, key->q);
    key->has_d = 0;
    cr_assert_eq(rsa_key_complete(key), DONE);
    cr_assert_null(rsa_key_refusal(key, 1));
    mpz_clear(t);
}

static inline void check_generated_key(const struct rsa_key *key, unsigned bits, const mpz_t e)
{
    mpz_t lo, hi, t, lambda;
    mpz_srcptr primes[] = {key->p, key->q};

    mpz_inits(lo, hi, t, lambda, NULL);
    cr_assert_null(rsa_key_refusal(key, 1));
    cr_assert_eq(mpz_sizeinbase(key->n, 2), bits);
    cr_assert_eq(mpz_cmp(key->e, e), 0);
    mpz_mul(t, key->p, key->q);
    cr_assert_eq(mpz_cmp(t, key->n), 0);
    prime_bounds(lo, hi, bits / 2);
    for (int i = 0; i < 2; i++) {
        cr_assert(mpz_cmp(primes[i], lo) >= 0 && mpz_cmp(primes[i], hi) <= 0);
        cr_assert(mpz_probab_prime_p(primes[i], 30));
        mpz_sub_ui(t, primes[i], 1);
        mpz_gcd(t, t, e);
        cr_assert_eq(mpz_cmp_ui(t, 1), 0);
    }
    cr_assert_gt(mpz_cmp(key->p, key->q), 0);
    if (bits / 2 > 100) {
        mpz_sub(t, key->p, key->q);
        cr_assert_gt(mpz_sizeinbase(t, 2), bits / 2 - 100);
    }
    mpz_sub_ui(t, key->p, 1);
    mpz_sub_ui(lambda, key->q, 1);
    mpz_lcm(lambda, lambda, t);
    mpz_mul(t, key->d, key->e);
    mpz_mod(t, t, lambda);
    cr_assert(mpz_cmp_ui(t, 1) == 0 && mpz_cmp(key->d, lambda) < 0, "d by lcm");
    cr_assert_gt(mpz_sizeinbase(key->d, 2), bits / 2, "d > 2^(nlen/2)");
    mpz_mul(t, key->qinv, key->q);
    mpz_mod(t, t, key->p);
    cr_assert_eq(mpz_cmp_ui(t, 1), 0);
    mpz_clears(lo, hi, t, lambda, NULL);
}

static inline int all_zero(const uint8_t *octets, size_t len)
{
    uint8_t any = 0;

    for (size_t i = 0; i < len; i++)
        any |= octets[i];
    return any == 0;
}

/* Both operations of one engine on x against GMP, in place and not; x < n. */
static inline void check_operations(const struct rsa_engine *engine, void *ctx,
                                    const struct rsa_key *key, const mpz_t x, struct rng *rng)
{
    uint8_t in[2048], out[2048], want[2048];
    size_t k = rsa_octets(key);
    mpz_t y;

    mpz_init(y);
    mpz_powm(y, x, key->e, key->n);
    cr_assert_eq(i2osp(in, k, x), DONE);
    cr_assert_eq(i2osp(want, k, y), DONE);
    cr_assert_eq(engine->public_op(out, in, ctx), DONE);
    cr_assert_eq(memcmp(out, want, k), 0, "%s public", engine->step.name);
    if (key->has_d) {
        mpz_powm(y, x, key->d, key->n);
        cr_assert_eq(i2osp(want, k, y), DONE);
        memcpy(out, in, k);
        cr_assert_eq(engine->private_op(out, out, ctx, rng), DONE, "%s", engine->step.name);
        cr_assert_eq(memcmp(out, want, k), 0, "%s private", engine->step.name);
    }
    mpz_clear(y);
}

/* Values at and above n are refused, and leave zeros. */
static inline void check_range(const struct rsa_engine *engine, void *ctx,
                               const struct rsa_key *key, struct rng *rng)
{
    uint8_t in[2048], out[2048];
    size_t k = rsa_octets(key);

    cr_assert_eq(i2osp(in, k, key->n), DONE);
    for (int i = 0; i < 2; i++) {
        memset(out, 1, k);
        cr_assert_eq(engine->public_op(out, in, ctx), FAILED);
        cr_assert(all_zero(out, k));
        memset(out, 1, k);
        cr_assert_eq(engine->private_op(out, in, ctx, rng), FAILED);
        cr_assert(all_zero(out, k));
        memset(in, 0xff, k);
    }
}

static inline void check_key_on(const struct rsa_engine *engine, const struct rsa_key *key,
                                struct rng *rng)
{
    void *ctx = engine->context_new(key);
    mpz_t x;

    cr_assert_not_null(ctx);
    cr_assert_gt(engine->context_bytes(ctx), 0);
    mpz_init(x);
    for (int i = 0; i < 7; i++) {
        if (i < 3)
            mpz_set_ui(x, (unsigned long)i);
        else if (i < 5)
            mpz_sub_ui(x, key->n, (unsigned long)i - 2);
        else if (i == 5)
            mpz_set(x, key->has_primes ? key->p : key->e); /* a multiple of p */
        else
            cr_assert_eq(random_below(x, key->n, rng), DONE);
        check_operations(engine, ctx, key, x, rng);
    }
    check_range(engine, ctx, key, rng);
    engine->context_free(ctx);
    mpz_clear(x);
}

#endif
