/* prime - Miller-Rabin and the search for primes (FIPS 186-5 A.1.3, B.3.1, table B.1).
 *
 * What stands here is what all searches share: bounds, draws, side conditions, rounds, small primes
 * and expected costs. The test itself is prime_mr.inc over any product and power; the searches are
 *
 *     prime_draw.inc    a fresh random odd number for each candidate, as A.1.3 says, with or without
 *                       trial division before Miller-Rabin
 *     prime_sieve.inc   a random start, then every second number, an interval at a time by a bitmap
 *
 * The second deviates from the letter of A.1.3: a prime after a long gap is more likely to be met
 * than one after a short gap (Brandt and Damgard, CRYPTO '92: the entropy lost is below one bit for
 * a whole prime), and one search looks at one neighbourhood. Each failed interval draws a new start.
 */
#ifndef SIGCOST_PRIME_H
#define SIGCOST_PRIME_H

#include <gmp.h>

#include "bignum/random.h"

#define PRIME_MIN_BITS 3
#define PRIME_MAX_BITS 16384 /* is_prime says UNSUPPORTED above: a test would take minutes */

/* What an RSA key asks of its next prime. */
struct prime_request {
    unsigned bits;    /* of the prime; it lies in [ceil(sqrt(2) 2^(bits-1)), 2^bits) */
    mpz_srcptr e;     /* NULL, or gcd(prime - 1, e) = 1 is wanted */
    mpz_srcptr other; /* NULL, or the first prime: |prime - other| > 2^distance_bits is wanted */
    unsigned distance_bits;
    unsigned rounds;     /* of Miller-Rabin, from table B.1 */
    unsigned long tries; /* candidates at most: A.1.3's 5 nlen and 10 nlen */
    mpz_srcptr start;    /* NULL; or an odd number of `bits` bits: every search then looks at start,
                          * start + 2, start + 4, ... in this order, so that all steps do the same work
                          * and luck is out of a comparison. Not for keys. */
};

/* DONE: n is prime, wrong with a chance below 4^-rounds for any n, the bases being uniform in
 * [2, n-2] from rng. FAILED: composite, or below 2 (negatives too). UNSUPPORTED: no entropy, no
 * memory, or longer than PRIME_MAX_BITS. Variable time. */
enum result prime_is_probable(const mpz_t n, unsigned rounds, struct rng *rng);

/* Rounds for a random candidate of so many bits. FIPS 186-5 table B.1 from 1024 bits on (5; from 1536
 * on 4). Below: the least count for which the bound of Damgard, Landrock and Pomerance
 * k^1.5 2^t t^-0.5 4^(2-sqrt(tk)) is under 2^-112, or 56, the worst-case bound 4^-t. */
unsigned prime_rounds(unsigned bits);

/* lo = ceil(sqrt(2) 2^(bits-1)), hi = 2^bits - 1. */
void prime_bounds(mpz_t lo, mpz_t hi, unsigned bits);

/* candidate = a uniform odd number within the bounds; or start + 2 i where there is a start. FAILED:
 * no entropy, a start that is even or out of bounds, or the sequence has left them. */
enum result prime_candidate(mpz_t candidate, const struct prime_request *request, unsigned long i,
                            struct rng *rng);

/* 1 if the distance and gcd(candidate - 1, e) are as wanted. */
int prime_acceptable(const mpz_t candidate, const struct prime_request *request);

/* Gaps between the odd primes 3, 5, 7, ... below 2^20, halved; *count is set. Made on the first call,
 * thread-safe. */
#define SMALL_PRIME_LIMIT (1ul << 20)
const uint8_t *small_prime_gaps(size_t *count);

/* 1 if an odd prime below bound divides candidate >= 0 and is not candidate itself; stops at the first. One
 * COUNT(OP_TRIAL_DIV) a division. */
int prime_trial_divides(const mpz_t candidate, unsigned long bound);

/* The bounds of trial division and of the sieve, and the sieve's interval (odd numbers) for a size:
 * primes below bound that are surely smaller than any candidate. */
unsigned long prime_trial_bound(unsigned bits);
unsigned long prime_sieve_bound(unsigned bits);
unsigned long prime_sieve_interval(unsigned bits);

/* Expected figures for a search among random odd numbers of A.1.3's range.
 * candidates  (ln(2) (bits - 1) + mean of ln over [sqrt 2, 2]) / 2, divided by the share of primes p
 *             with gcd(p - 1, e) = 1, which is the product of 1 - 1/(r - 1) over the primes r | e
 * powers      candidates times the share that small primes below bound leave: the product of
 *             1 - 1/r (Mertens: near 2 exp(-gamma) / ln bound = 1.123 / ln bound), and of the rounds
 * trial       divisions a candidate: the sum over the primes of the share that reaches them
 * sieve       marks in an interval of `odds` numbers: the sum of odds / r, and one residue a prime */
double prime_expected_candidates(unsigned bits, const mpz_t e);
double prime_sieved_share(unsigned long bound);
double prime_expected_trial_divisions(unsigned long bound);
double prime_expected_sieve_work(unsigned long bound, unsigned long odds);

#endif
