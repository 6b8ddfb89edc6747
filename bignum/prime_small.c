/* prime_small - the table of small primes, and the expected costs that are sums over it. */
#include "bignum/prime.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#define SMALL_PRIMES 82024 /* odd primes below 2^20 */

static uint8_t gaps[SMALL_PRIMES]; /* gaps[i]: half of what leads from prime i to prime i + 1 */
static pthread_once_t made = PTHREAD_ONCE_INIT;

/* Eratosthenes over odd numbers: bit i of the bitmap stands for 2 i + 1. */
static void make_gaps(void)
{
    static uint8_t composite[SMALL_PRIME_LIMIT / 16];
    const unsigned long odds = SMALL_PRIME_LIMIT / 2;
    unsigned long last = 3;
    size_t at = 0;

    for (unsigned long p = 3; p * p < SMALL_PRIME_LIMIT; p += 2)
        if (!(composite[p / 16] >> (p / 2 % 8) & 1))
            for (unsigned long i = p * p / 2; i < odds; i += p)
                composite[i / 8] |= (uint8_t)(1u << (i % 8));
    for (unsigned long p = 5; p < SMALL_PRIME_LIMIT; p += 2)
        if (!(composite[p / 16] >> (p / 2 % 8) & 1)) {
            gaps[at++] = (uint8_t)((p - last) / 2);
            last = p;
        }
}

const uint8_t *small_prime_gaps(size_t *count)
{
    pthread_once(&made, make_gaps);
    *count = SMALL_PRIMES;
    return gaps;
}

double prime_expected_candidates(unsigned bits, const mpz_t e)
{
    /* The mean of ln x over [sqrt 2, 2], from the antiderivative x ln x - x. */
    const double lo = sqrt(2), mean = (2 * log(2) - 2 - (lo * log(lo) - lo)) / (2 - lo);
    double odds = ((bits - 1) * log(2) + mean) / 2;
    size_t count;
    const uint8_t *gap = small_prime_gaps(&count);
    unsigned long p = 3;

    for (size_t i = 0; i < count; p += 2ul * gap[i++])
        if (mpz_divisible_ui_p(e, p))
            odds /= 1 - 1.0 / (double)(p - 1);
    return odds;
}

double prime_sieved_share(unsigned long bound)
{
    size_t count;
    const uint8_t *gap = small_prime_gaps(&count);
    unsigned long p = 3;
    double share = 1;

    for (size_t i = 0; i < count && p < bound; p += 2ul * gap[i++])
        share *= 1 - 1.0 / (double)p;
    return share;
}

double prime_expected_trial_divisions(unsigned long bound)
{
    size_t count;
    const uint8_t *gap = small_prime_gaps(&count);
    unsigned long p = 3;
    double share = 1, divisions = 0;

    for (size_t i = 0; i < count && p < bound; p += 2ul * gap[i++]) {
        divisions += share;
        share *= 1 - 1.0 / (double)p;
    }
    return divisions;
}

double prime_expected_sieve_work(unsigned long bound, unsigned long odds)
{
    size_t count;
    const uint8_t *gap = small_prime_gaps(&count);
    unsigned long p = 3;
    double work = 0;

    for (size_t i = 0; i < count && p < bound; p += 2ul * gap[i++])
        work += 1 + (double)odds / (double)p;
    return work;
}
