#include "bignum/prime.h"

#include <math.h>

#include "bignum/bytes.h"
#include "bignum/modmul_montgomery.inc"
#include "bignum/pow_sliding.inc"
#include "bignum/prime_mr.inc"

enum result prime_is_probable(const mpz_t n, unsigned rounds, struct rng *rng)
{
    return mr_is_prime(n, rounds, rng);
}

unsigned prime_rounds(unsigned bits)
{
    const double k = bits;

    if (bits >= 1536)
        return 4;
    if (bits >= 1024)
        return 5;
    /* The bound holds for 3 <= t <= k/9. */
    for (unsigned t = 3; t <= bits / 9; t++)
        if (1.5 * log2(k) + t - 0.5 * log2(t) + 2 * (2 - sqrt(t * k)) < -112)
            return t < 56 ? t : 56;
    return 56;
}

void prime_bounds(mpz_t lo, mpz_t hi, unsigned bits)
{
    mpz_set_ui(hi, 0);
    mpz_setbit(hi, 2 * (mp_bitcnt_t)bits - 1); /* not a square: the root's floor is below it */
    mpz_sqrt(lo, hi);
    mpz_add_ui(lo, lo, 1);
    mpz_set_ui(hi, 0);
    mpz_setbit(hi, bits);
    mpz_sub_ui(hi, hi, 1);
}

enum result prime_candidate(mpz_t candidate, const struct prime_request *request, unsigned long i,
                            struct rng *rng)
{
    mpz_t lo, hi;
    enum result result = FAILED;

    mpz_inits(lo, hi, NULL);
    prime_bounds(lo, hi, request->bits);
    if (request->start) {
        mpz_set_ui(candidate, i);
        mpz_mul_2exp(candidate, candidate, 1);
        mpz_add(candidate, candidate, request->start);
        if (mpz_odd_p(candidate) && mpz_cmp(request->start, lo) >= 0 && mpz_cmp(candidate, hi) <= 0)
            result = DONE;
    } else {
        /* candidate = 2 j + 1 for j in [floor(lo / 2), (hi - 1) / 2]: every odd number, no other. */
        mpz_fdiv_q_2exp(lo, lo, 1);
        mpz_fdiv_q_2exp(hi, hi, 1);
        result = random_range(candidate, lo, hi, rng);
        mpz_mul_2exp(candidate, candidate, 1);
        mpz_setbit(candidate, 0);
    }
    mpz_clears(lo, hi, NULL);
    return result;
}

int prime_acceptable(const mpz_t candidate, const struct prime_request *request)
{
    mpz_t t;
    int ok = 1;

    mpz_init2(t, request->bits + GMP_NUMB_BITS);
    if (request->other) {
        mpz_sub(t, candidate, request->other);
        mpz_abs(t, t);
        /* |difference| > 2^distance: longer, or as long and not the power itself */
        ok = mpz_sizeinbase(t, 2) > request->distance_bits &&
             (mpz_sizeinbase(t, 2) > request->distance_bits + 1 ||
              mpz_scan1(t, 0) < request->distance_bits);
    }
    if (ok && request->e) {
        mpz_sub_ui(t, candidate, 1);
        mpz_gcd(t, t, request->e);
        ok = mpz_cmp_ui(t, 1) == 0;
    }
    mpz_wipe(t);
    mpz_clear(t);
    return ok;
}

int prime_trial_divides(const mpz_t candidate, unsigned long bound)
{
    size_t count;
    const uint8_t *gaps = small_prime_gaps(&count);
    unsigned long p = 3, end = bound;

    if (mpz_cmpabs_ui(candidate, bound) < 0)
        end = mpz_get_ui(candidate);
    for (size_t i = 0; i < count && p < end; p += 2ul * gaps[i++]) {
        COUNT(OP_TRIAL_DIV, 1);
        if (mpz_fdiv_ui(candidate, p) == 0)
            return 1;
    }
    return 0;
}

/* Below any candidate of so many bits, and at most SMALL_PRIME_LIMIT. */
static unsigned long capped_bound(unsigned bits, unsigned long bound)
{
    if (bits <= 20 && bound > 1ul << (bits - 1))
        bound = 1ul << (bits - 1);
    return bound < SMALL_PRIME_LIMIT ? bound : SMALL_PRIME_LIMIT;
}

unsigned long prime_trial_bound(unsigned bits)
{
    return capped_bound(bits, 8ul * bits);
}

unsigned long prime_sieve_bound(unsigned bits)
{
    return capped_bound(bits, (unsigned long)bits * bits / 8);
}

unsigned long prime_sieve_interval(unsigned bits)
{
    return 4ul * bits;
}
