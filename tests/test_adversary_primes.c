/* test_adversary_primes - composites made to fool Miller-Rabin with fixed bases, on every primality path:
 * prime_is_probable() and each RSA step's is_prime() and find_prime(), `ifma`'s two at once among them.
 *
 * F. Arnault, Rabin-Miller primality test: composite numbers which pass it, Math. Comp. 64 (1995).
 * M. R. Albrecht, J. Massimo, K. G. Paterson, J. Somorovsky, Prime and Prejudice, CCS 2018.
 */
#include <criterion/criterion.h>
#include <stdio.h>

#include "rsa/rsa.h"
#include "tests/strong_test.h"
#include "tests/test_rng.h"

static int small_prime(unsigned long a)
{
    for (unsigned long b = 2; b * b <= a; b++)
        if (a % b == 0)
            return 0;
    return a > 1;
}

/* (r, m) becomes the solution modulo m a, which is also `want` modulo a; gcd(m, a) = 1. */
static void crt_with(mpz_t r, mpz_t m, unsigned long want, unsigned long a)
{
    while (mpz_fdiv_ui(r, a) != want)
        mpz_add(r, r, m);
    mpz_mul_ui(m, m, a);
}

/* n = p (k2 (p - 1) + 1) (k3 (p - 1) + 1) of exactly so many bits, strong pseudoprime to each prime base up
 * to `bound`, which is below k2 and k3, primes that are 1 modulo 4.
 *
 * With p = -1/k3 modulo k2 and -1/k2 modulo k3, each p_i - 1 divides n - 1. With p = 3 modulo 4 each
 * p_i - 1 is twice an odd number, so that every base whose Legendre symbols modulo the three are equal
 * is a liar: a quarter of all bases. p = 1 modulo a (7 modulo 8) makes them equal for the base a, by
 * quadratic reciprocity, all p_i being 3 modulo 4 and 1 modulo a. */
static void arnault(mpz_t n, unsigned bits, unsigned long k2, unsigned long k3, unsigned long bound)
{
    mpz_t r, m, p, p2, p3;

    mpz_inits(r, m, p, p2, p3, NULL);
    mpz_set_ui(r, 7);
    mpz_set_ui(m, 8);
    for (unsigned long a = 3; a <= bound; a++)
        if (small_prime(a))
            crt_with(r, m, 1, a);
    for (unsigned long v = 1; v < k2; v++)
        if (v * k3 % k2 == k2 - 1)
            crt_with(r, m, v, k2);
    for (unsigned long v = 1; v < k3; v++)
        if (v * k2 % k3 == k3 - 1)
            crt_with(r, m, v, k3);

    mpz_set_ui(p, 0); /* the greatest p = r modulo m for which n has no more bits */
    mpz_setbit(p, bits);
    mpz_fdiv_q_ui(p, p, k2 * k3);
    mpz_root(p, p, 3);
    mpz_sub(p, p, r);
    mpz_fdiv_q(p, p, m);
    mpz_mul(p, p, m);
    mpz_add(p, p, r);
    for (;; mpz_sub(p, p, m)) {
        if (!mpz_probab_prime_p(p, 1))
            continue;
        mpz_sub_ui(p2, p, 1);
        mpz_mul_ui(p3, p2, k3);
        mpz_mul_ui(p2, p2, k2);
        mpz_add_ui(p3, p3, 1);
        mpz_add_ui(p2, p2, 1);
        if (mpz_probab_prime_p(p2, 10) && mpz_probab_prime_p(p3, 10))
            break;
    }
    mpz_mul(n, p, p2);
    mpz_mul(n, n, p3);
    cr_assert_eq(mpz_sizeinbase(n, 2), bits);
    for (unsigned long b = 2; b <= bound; b++)
        cr_assert(strong_to_base(n, b), "the construction itself: base %lu", b);
    mpz_clears(r, m, p, p2, p3, NULL);
}

/* n = p (k (p - 1) + 1) of `bits` bits or one fewer, p = 3 modulo 4 and 1 modulo each odd prime up to
 * `bound`, which is not a condition but makes both factors prime sooner. */
static void two_factors(mpz_t n, unsigned bits, unsigned long k, unsigned long bound)
{
    mpz_t m, p, q;

    mpz_inits(m, p, q, NULL);
    mpz_set_ui(p, 3);
    mpz_set_ui(m, 4);
    for (unsigned long a = 3; a <= bound; a++)
        if (small_prime(a))
            crt_with(p, m, 1, a);
    mpz_set_ui(q, 0);
    mpz_setbit(q, bits);
    mpz_fdiv_q_ui(q, q, k);
    mpz_sqrt(q, q);
    mpz_sub(q, q, p);
    mpz_fdiv_q(q, q, m);
    mpz_addmul(p, q, m);
    for (;; mpz_sub(p, p, m)) {
        if (!mpz_probab_prime_p(p, 1))
            continue;
        mpz_sub_ui(q, p, 1);
        mpz_mul_ui(q, q, k);
        mpz_add_ui(q, q, 1);
        if (mpz_probab_prime_p(q, 10))
            break;
    }
    mpz_mul(n, p, q);
    cr_assert(mpz_sizeinbase(n, 2) == bits);
    mpz_clears(m, p, q, NULL);
}

/* Every path says composite, and no search takes n for a prime. */
static void composite_on_every_path(const mpz_t n, const char *what)
{
    struct prime_request request = {
        .bits = (unsigned)mpz_sizeinbase(n, 2), .rounds = 40, .tries = 1, .start = n};
    struct test_rng rng = test_rng_new(mpz_fdiv_ui(n, 1000003));
    mpz_t prime, lo, hi;

    mpz_inits(prime, lo, hi, NULL);
    prime_bounds(lo, hi, request.bits);
    cr_assert_eq(prime_is_probable(n, 40, &rng.rng), FAILED, "%s", what);
    for (size_t i = 0; rsa_engines[i]; i++) {
        const struct rsa_engine *engine = rsa_engines[i];

        cr_assert_eq(engine->is_prime(n, 40, &rng.rng), FAILED, "%s: %s", engine->step.name, what);
        if (request.bits < 16 || mpz_cmp(n, lo) < 0)
            continue;
        mpz_set_ui(prime, 99);
        cr_assert_eq(engine->find_prime(prime, &request, &rng.rng), FAILED, "%s: search, %s",
                     engine->step.name, what);
        cr_assert_eq(mpz_sgn(prime), 0, "%s: search, %s", engine->step.name, what);
    }
    mpz_clears(prime, lo, hi, NULL);
}

static void prime_on_every_path(const mpz_t n, const char *what)
{
    struct test_rng rng = test_rng_new(mpz_fdiv_ui(n, 1000003));

    cr_assert_eq(prime_is_probable(n, 4, &rng.rng), DONE, "%s", what);
    for (size_t i = 0; rsa_engines[i]; i++)
        cr_assert_eq(rsa_engines[i]->is_prime(n, 4, &rng.rng), DONE, "%s: %s",
                     rsa_engines[i]->step.name, what);
}

/* Of single rounds on a number with a quarter of liars about a quarter must lie (`ifma`: a sixteenth, for
 * it takes bases in pairs): bases that are fixed, or drawn from a short list, lie always or never. */
static void liars_by_chance(const mpz_t n, unsigned tries)
{
    struct test_rng rng = test_rng_new(77);

    for (size_t i = 0; rsa_engines[i]; i++) {
        unsigned lies = 0;

        if (rsa_engines[i]->step.flags & STEP_PEER)
            continue; /* GMP's test is not Miller-Rabin alone, and its bases are its own */
        for (unsigned t = 0; t < tries; t++)
            lies += rsa_engines[i]->is_prime(n, 1, &rng.rng) == DONE;
        cr_assert(lies > 0 && lies < tries * 2 / 5, "%s: %u of %u", rsa_engines[i]->step.name, lies,
                  tries);
    }
}

Test(adversary, least_strong_pseudoprimes_and_carmichael_numbers)
{
    /* Least strong pseudoprimes to the first 1 to 13 prime bases (Jaeschke 1993, Sorenson and Webster
     * 2017); Carmichael numbers, among them Chernick's 6k + 1, 12k + 1, 18k + 1. */
    static const char *const numbers[] = {
        "2047",
        "1373653",
        "25326001",
        "3215031751",
        "2152302898747",
        "3474749660383",
        "341550071728321",
        "3825123056546413051",
        "318665857834031151167461",
        "3317044064679887385961981",
        "561",
        "1105",
        "1729",
        "2465",
        "2821",
        "6601",
        "8911",
        "41041",
        "825265",
        "321197185",
        "5394826801",
        "232250619601",
        "9746347772161",
        "1436697831295441",
        "60977817398996785",
    };
    mpz_t n, f;

    mpz_inits(n, f, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        cr_assert_eq(mpz_set_str(n, numbers[i], 10), 0);
        composite_on_every_path(n, numbers[i]);
    }
    for (unsigned long k = 1, found = 0; found < 40; k++) {
        if (!small_prime(6 * k + 1) || !small_prime(12 * k + 1) || !small_prime(18 * k + 1))
            continue;
        found++;
        mpz_set_ui(n, 6 * k + 1);
        mpz_mul_ui(n, n, 12 * k + 1);
        mpz_mul_ui(n, n, 18 * k + 1);
        mpz_sub_ui(f, n, 1);
        cr_assert(mpz_divisible_ui_p(f, 36 * k), "a Carmichael number");
        composite_on_every_path(n, "Chernick");
    }
    mpz_clears(n, f, NULL);
}

Test(adversary, strong_pseudoprimes_to_all_small_bases, .timeout = 60)
{
    static const struct {
        unsigned bits;
        unsigned long k2, k3, bound;
    } cases[] = {
        {256, 53, 61, 43}, {512, 101, 109, 97}, {768, 149, 157, 137}, {1024, 193, 197, 191}};
    char what[64];
    mpz_t n;

    mpz_init(n);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arnault(n, cases[i].bits, cases[i].k2, cases[i].k3, cases[i].bound);
        snprintf(what, sizeof what, "Arnault, %u bits", cases[i].bits);
        composite_on_every_path(n, what);
        if (i == 0 || i == 3)
            liars_by_chance(n, 200);
    }
    mpz_clear(n);
}

Test(adversary, two_factors_one_a_multiple_of_the_other, .timeout = 60)
{
    static const struct {
        unsigned bits;
        unsigned long k, bound;
    } cases[] = {{256, 2, 30},   {256, 3, 30},   {512, 2, 60},   {512, 4, 60},  {768, 2, 100},
                 {1024, 2, 200}, {1024, 5, 200}, {1536, 2, 300}, {2048, 2, 500}};
    char what[64];
    mpz_t n;

    mpz_init(n);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        two_factors(n, cases[i].bits, cases[i].k, cases[i].bound);
        snprintf(what, sizeof what, "p (%lu (p - 1) + 1), %u bits", cases[i].k, cases[i].bits);
        composite_on_every_path(n, what);
    }
    mpz_clear(n);
}

/* floor(2^bits pi) by Machin's 16 arctan(1/5) - 4 arctan(1/239). */
static void pi_bits(mpz_t pi, unsigned bits)
{
    static const int weight[] = {16, -4};
    static const unsigned long x[] = {5, 239};
    mpz_t power, term;

    mpz_inits(power, term, NULL);
    mpz_set_ui(pi, 0);
    for (int i = 0; i < 2; i++) {
        mpz_set_ui(power, 0);
        mpz_setbit(power, bits + 64);
        mpz_fdiv_q_ui(power, power, x[i]);
        for (unsigned long k = 1; mpz_sgn(power); k += 2) {
            mpz_fdiv_q_ui(term, power, k);
            mpz_mul_si(term, term, k % 4 == 1 ? weight[i] : -weight[i]);
            mpz_add(pi, pi, term);
            mpz_fdiv_q_ui(power, power, x[i] * x[i]);
        }
    }
    mpz_fdiv_q_2exp(pi, pi, 64);
    mpz_clears(power, term, NULL);
}

Test(adversary, known_primes_are_prime, .timeout = 60)
{
    /* 2^bits - 2^(bits-64) - 1 + 2^64 (floor(2^(bits-130) pi) + add): RFC 2409 6.1 and 6.2, RFC 3526 2 to 4 */
    static const struct {
        unsigned bits;
        unsigned long add;
    } groups[] = {{768, 149686}, {1024, 129093}, {1536, 741804}, {2048, 124476}, {3072, 1690314}};
    /* the curves' fields and orders (SP 800-186 3.2.1), Curve25519's p and L (RFC 7748, RFC 8032) */
    static const char *const hex[] = {
        "fffffffffffffffffffffffffffffffeffffffffffffffff",
        "ffffffffffffffffffffffff99def836146bc9b1b4d22831",
        "ffffffffffffffffffffffffffffffff000000000000000000000001",
        "ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d",
        "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe"
        "ffffffff0000000000000000ffffffff",
        "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196a"
        "ccc52973",
        "01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc"
        "0148f709a5d03bb5c9b8899c47aebb6fb71e91386409",
        "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
        "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed",
    };
    static const unsigned mersenne[] = {2,  3,  5,   7,   13,  17,  19,  31,
                                        61, 89, 107, 127, 521, 607, 1279};
    mpz_t n, pi;

    mpz_inits(n, pi, NULL);
    for (size_t i = 0; i < sizeof hex / sizeof *hex; i++) {
        cr_assert_eq(mpz_set_str(n, hex[i], 16), 0);
        prime_on_every_path(n, hex[i]);
    }
    for (size_t i = 0; i < sizeof mersenne / sizeof *mersenne; i++) {
        mpz_set_ui(n, 0);
        mpz_setbit(n, mersenne[i]);
        mpz_sub_ui(n, n, 1);
        prime_on_every_path(n, "Mersenne");
    }
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        pi_bits(pi, groups[i].bits - 130);
        mpz_add_ui(pi, pi, groups[i].add);
        mpz_mul_2exp(pi, pi, 64);
        mpz_set_ui(n, 0);
        mpz_setbit(n, groups[i].bits);
        mpz_add(n, n, pi);
        mpz_set_ui(pi, 0);
        mpz_setbit(pi, groups[i].bits - 64);
        mpz_sub(n, n, pi);
        mpz_sub_ui(n, n, 1);
        prime_on_every_path(n, "a MODP group's p");
        mpz_fdiv_q_2exp(n, n, 1);
        prime_on_every_path(n, "a MODP group's (p - 1) / 2");
    }
    mpz_clears(n, pi, NULL);
}
