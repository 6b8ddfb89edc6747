/* keygen - RSA keys from probable primes, FIPS 186-5 A.1.3, in the order of its steps.
 *
 * Deviation: how a candidate is drawn belongs to the engine (bignum/prime.h); the sieving engines go
 * upwards from a random start where A.1.3 draws each candidate afresh. */
#include "bignum/bytes.h"
#include "bignum/memory.h"
#include "rsa/rsa.h"

/* Tries for a whole key: d <= 2^(nlen/2) has a chance near 2^-(nlen/2), so that only study sizes
 * start over at all. */
#define KEY_TRIES 64

static enum result screen(unsigned bits, const mpz_t e, int toy)
{
    if (bits % 2 != 0 || bits < RSA_TOY_BITS || bits > RSA_MAX_BITS ||
        (bits < RSA_MIN_BITS && !toy))
        return FAILED;
    if (mpz_cmp_ui(e, 3) < 0 || mpz_even_p(e) || mpz_sizeinbase(e, 2) > RSA_MAX_E_BITS)
        return FAILED;
    return mpz_sizeinbase(e, 2) < bits ? DONE : FAILED; /* e < 2^(nlen-1) < n */
}

/* Steps 4 and 5. A study size has so few candidates that the standard's tries would often fail. */
static enum result find_primes(struct rsa_key *key, const struct rsa_engine *engine, unsigned bits,
                               mpz_srcptr p_start, mpz_srcptr q_start, struct rng *rng)
{
    unsigned long study = bits < RSA_MIN_BITS ? 2000 : 0;
    struct prime_request request = {
        .bits = bits / 2,
        .e = key->e,
        .distance_bits = bits / 2 > 100 ? bits / 2 - 100 : 0,
        .rounds = prime_rounds(bits / 2),
        .tries = 5ul * bits + study,
        .start = p_start,
    };

    if (engine->find_prime(key->p, &request, rng) != DONE)
        return FAILED;
    request.other = key->p;
    request.tries = 10ul * bits + study;
    request.start = q_start;
    if (engine->find_prime(key->q, &request, rng) != DONE)
        return FAILED;
    if (mpz_cmp(key->p, key->q) < 0)
        mpz_swap(key->p, key->q);
    return DONE;
}

static enum result generate(struct rsa_key *key, const struct rsa_engine *engine, unsigned bits,
                            const mpz_t e, int toy, mpz_srcptr p_start, mpz_srcptr q_start,
                            struct rng *rng)
{
    mpz_set(key->e, e);
    for (int tries = 0; tries < (p_start ? 1 : KEY_TRIES); tries++) {
        if (find_primes(key, engine, bits, p_start, q_start, rng) != DONE)
            return FAILED;
        mpz_mul(key->n, key->p, key->q);
        key->has_d = 0;
        if (rsa_key_complete(key) != DONE)
            return FAILED;
        /* A.1.1: 2^(nlen/2) < d, which is odd; and what was made is checked as an imported key is. */
        if (mpz_sizeinbase(key->d, 2) > bits / 2)
            return rsa_key_refusal(key, toy) ? FAILED : DONE;
    }
    return FAILED;
}

enum result rsa_keygen_from(struct rsa_key *key, const struct rsa_engine *engine, unsigned bits,
                            const mpz_t e, int toy, const mpz_t p_start, const mpz_t q_start,
                            struct rng *rng)
{
    enum result result = FAILED;

    if (screen(bits, e, toy) == DONE)
        result = generate(key, engine, bits, e, toy, p_start, q_start, rng);
    if (result != DONE)
        rsa_key_wipe(key);
    wipe_stack(STACK_OF_RSA_KEYS);
    return result;
}

enum result rsa_keygen(struct rsa_key *key, const struct rsa_engine *engine, unsigned bits,
                       const mpz_t e, int toy, struct rng *rng)
{
    enum result result = FAILED;

    if (screen(bits, e, toy) == DONE)
        result = generate(key, engine, bits, e, toy, NULL, NULL, rng);
    if (result != DONE)
        rsa_key_wipe(key);
    wipe_stack(STACK_OF_RSA_KEYS);
    return result;
}
