/* RSA with primes of a few bits, exhausted: all pairs of primes, every number modulo n through both operations
 * of every step. Multiples of p and of q, 0, 1 and n - 1 are all there, and values that the CRT's halves
 * or the blinding make 0. */
#include "tests/rsa_keys.h"

static unsigned long pow_mod(unsigned long base, unsigned long e, unsigned long n)
{
    unsigned long r = 1;

    for (; e; e >>= 1, base = base * base % n)
        if (e & 1)
            r = r * base % n;
    return r;
}

static unsigned long number(const uint8_t *octets, size_t k)
{
    return k == 1 ? octets[0] : (unsigned long)octets[0] << 8 | octets[1];
}

static void octets_of(uint8_t *octets, size_t k, unsigned long x)
{
    octets[0] = (uint8_t)(k == 1 ? x : x >> 8);
    octets[k - 1] = (uint8_t)x;
}

/* x^e and its e-th root for every x below n; from n on every x is refused and the output zeroed. */
static void every_number(const struct rsa_engine *engine, const struct rsa_key *key,
                         struct rng *rng)
{
    unsigned long n = mpz_get_ui(key->n), e = mpz_get_ui(key->e);
    const size_t k = rsa_octets(key);
    void *ctx = engine->context_new(key);

    if (!ctx) {
        cr_assert(engine->step.missing && engine->step.missing());
        return;
    }
    for (unsigned long x = 0; x < n + 3; x++) {
        uint8_t in[2], out[2] = {1, 1};

        octets_of(in, k, x);
        if (x >= n) {
            cr_assert_eq(engine->public_op(out, in, ctx), FAILED);
            cr_assert_eq(number(out, k), 0);
            cr_assert_eq(engine->private_op(out, in, ctx, rng), FAILED);
            cr_assert_eq(number(out, k), 0);
            continue;
        }
        cr_assert_eq(engine->public_op(out, in, ctx), DONE);
        cr_assert_eq(number(out, k), pow_mod(x, e, n), "%s: %lu^%lu mod %lu", engine->step.name, x,
                     e, n);
        cr_assert_eq(engine->private_op(out, out, ctx, rng), DONE, "%s: root of %lu^%lu mod %lu",
                     engine->step.name, x, e, n);
        cr_assert_eq(number(out, k), x, "%s: root of %lu^%lu mod %lu", engine->step.name, x, e, n);
    }
    engine->context_free(ctx);
}

static void each_pair(unsigned long from, unsigned long to, int with_primes)
{
    static const unsigned long primes[] = {5,  7,  11, 13,  17,  19,  23,  29, 31, 37,
                                           41, 43, 47, 53,  59,  61,  67,  71, 73, 79,
                                           83, 89, 97, 101, 103, 107, 109, 113};
    struct test_rng rng = test_rng_new(77);
    unsigned long pairs = 0;
    struct rsa_key key;

    rsa_key_init(&key);
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++)
        for (size_t j = 0; j < sizeof primes / sizeof *primes; j++) {
            unsigned long n = primes[i] * primes[j], e = 3;

            if (i == j || n < from || n >= to)
                continue;
            mpz_set_ui(key.p, primes[i]);
            mpz_set_ui(key.q, primes[j]);
            mpz_set_ui(key.n, n);
            key.has_d = 0;
            for (mpz_set_ui(key.e, e); rsa_key_complete(&key) != DONE; mpz_set_ui(key.e, e))
                e += 2;
            cr_assert_null(rsa_key_refusal(&key, 1), "p = %lu q = %lu", primes[i], primes[j]);
            key.has_primes = with_primes;
            EACH_ENGINE(engine)
            every_number(engine, &key, &rng.rng);
            pairs++;
        }
    cr_assert_gt(pairs, 20);
    rsa_key_clear(&key);
}

Test(rsa_toy, from_512_on, .timeout = 120)
{
    each_pair(512, 700, 1);
}

/* The numbers that fill their octets and those that just do not. */
Test(rsa_toy, near_two_octets, .timeout = 120)
{
    each_pair(3900, 4200, 1);
}

Test(rsa_toy, without_the_primes, .timeout = 120)
{
    each_pair(512, 700, 0);
}
