/* bignum: the Montgomery layer against GMP, powers of every kind, inverses, primality and searches. */
#include "bignum/modmul_montgomery.inc"
#include "bignum/pow_sliding.inc"
#include "bignum/prime_mr.inc"
#include "bignum/prime_sieve.inc"

#define LAYER modmul_montgomery
#include "tests/modmul_cases.inc"

#include <math.h>

#include "bignum/inverse.h"
#include "tests/strong_test.h"

Test(bignum, octets_and_limbs)
{
    static const uint8_t octets[] = {0, 0,  1,  2,  3,  4,  5,  6,  7, 8,
                                     9, 10, 11, 12, 13, 14, 15, 16, 17};
    uint8_t back[sizeof octets];
    mp_limb_t limbs[20];
    mpz_t x;

    mpz_init(x);
    os2ip(x, octets, sizeof octets);
    cr_assert_eq(mpz_sizeinbase(x, 256), sizeof octets - 2);
    for (size_t n = 0; n < 20; n++) {
        enum result fits = n * sizeof *limbs >= sizeof octets - 2 ? DONE : FAILED;

        cr_assert_eq(os2limbs(limbs, n, octets, sizeof octets), fits);
        cr_assert_eq(limbs2os(back, sizeof back, limbs, n), DONE);
        if (fits == DONE)
            cr_assert_eq(memcmp(back, octets, sizeof back), 0);
    }
    for (size_t len = 0; len <= sizeof octets; len++) {
        enum result fits = len >= sizeof octets - 2 ? DONE : FAILED;

        cr_assert_eq(i2osp(back, len, x), fits);
        os2limbs(limbs, 20, octets, sizeof octets);
        cr_assert_eq(limbs2os(back, len, limbs, 20), fits);
        if (fits == DONE)
            cr_assert_eq(memcmp(back, octets + sizeof octets - len, len), 0);
    }
    mpz_set_si(x, -1);
    cr_assert_eq(i2osp(back, 4, x), FAILED);
    mpz_set_ui(x, 0);
    cr_assert_eq(i2osp(back, 0, x), DONE);
    os2ip(x, NULL, 0);
    cr_assert_eq(mpz_sgn(x), 0);
    mpz_clear(x);
}

Test(bignum, random_numbers)
{
    struct test_rng rng = test_rng_new(2);
    mpz_t r, lo, hi;
    int seen[5] = {0};

    mpz_inits(r, lo, hi, NULL);
    mpz_set_ui(lo, 10);
    mpz_set_ui(hi, 14);
    for (int i = 0; i < 400; i++) {
        cr_assert_eq(random_range(r, lo, hi, &rng.rng), DONE);
        cr_assert(mpz_cmp_ui(r, 10) >= 0 && mpz_cmp_ui(r, 14) <= 0);
        seen[mpz_get_ui(r) - 10]++;
    }
    for (int i = 0; i < 5; i++)
        cr_assert(seen[i] > 40 && seen[i] < 130, "%d of 400", seen[i]);
    cr_assert_eq(random_range(r, hi, lo, &rng.rng), FAILED);
    cr_assert_eq(random_below(r, r, &rng.rng), FAILED, "below 0");
    cr_assert_eq(random_range(r, lo, lo, &rng.rng), DONE);
    cr_assert_eq(mpz_cmp(r, lo), 0);
    rng.left = 0;
    cr_assert_eq(random_range(r, lo, hi, &rng.rng), FAILED);
    cr_assert_eq(mpz_sgn(r), 0);
    mpz_clears(r, lo, hi, NULL);
}

static void check_pow(const mpz_t base, const mpz_t e, const mpz_t m)
{
    mp_limb_t x[64], exponent[64];
    struct mod mod;
    mpz_t want;

    mpz_init(want);
    mpz_powm(want, base, e, m);
    cr_assert_eq(mod_init(&mod, m, 0), DONE);
    cr_assert_eq(mpz_to_limbs(x, (size_t)mod.n, base), DONE);
    cr_assert_eq(mpz_to_limbs(exponent, 64, e), DONE);
    mod_enter(x, x, &mod);
    cr_assert_eq(mod_pow(x, x, exponent, mpz_sizeinbase(e, 2), &mod), DONE);
    expect(x, want, &mod, "power");
    mpz_clear(want);
    mod_clear(&mod);
}

Test(bignum, sliding_powers_equal_gmp)
{
    struct test_rng rng = test_rng_new(3);
    mpz_t base, e, m;

    mpz_inits(base, e, m, NULL);
    for (unsigned bits = 1; bits <= 700; bits += bits < 140 ? 1 : 37) {
        edge_modulus(m, 4 + (int)bits % 4, 1 + bits / 64, &rng.rng);
        for (int kind = 0; kind < 5; kind++) {
            mpz_set_ui(e, 0);
            mpz_setbit(e, kind == 1 ? bits : bits - 1); /* one bit; all ones; two ends; random */
            if (kind == 1)
                mpz_sub_ui(e, e, 1);
            if (kind == 2)
                mpz_setbit(e, 0);
            if (kind > 2) {
                cr_assert_eq(random_below(base, e, &rng.rng), DONE);
                mpz_ior(e, e, base);
            }
            edge_operand(base, (int)(bits + 3 * kind) % OPERANDS, m, &rng.rng);
            check_pow(base, e, m);
        }
    }
    mpz_clears(base, e, m, NULL);
}

Test(bignum, inverses)
{
    struct test_rng rng = test_rng_new(4);
    mpz_t a, m, r, want;

    mpz_inits(a, m, r, want, NULL);
    for (unsigned v = 1; v < 200; v++)
        for (unsigned x = 0; x < v + 3; x++) {
            mpz_set_ui(m, v);
            mpz_set_ui(a, x);
            if (v > 1 && v % 2 == 1 && mpz_invert(want, a, m)) {
                cr_assert_eq(inverse_mpz(r, a, m), DONE);
                cr_assert_eq(mpz_cmp(r, want), 0, "1/%u mod %u", x, v);
            } else {
                cr_assert_eq(inverse_mpz(r, a, m), FAILED, "1/%u mod %u", x, v);
                cr_assert_eq(mpz_sgn(r), 0);
            }
        }
    for (mp_size_t n = 1; n < 34; n += n < 6 ? 1 : 9)
        for (int which = 0; which < 6; which++)
            for (int i = 0; i < OPERANDS; i++) {
                edge_modulus(m, which, n, &rng.rng);
                edge_operand(a, i, m, &rng.rng);
                if (i & 1)
                    mpz_neg(a, a);
                if (mpz_invert(want, a, m)) {
                    cr_assert_eq(inverse_mpz(r, a, m), DONE);
                    cr_assert_eq(mpz_cmp(r, want), 0);
                    cr_assert_eq(inverse_mpz(a, a, m), DONE, "in place");
                    cr_assert_eq(mpz_cmp(a, want), 0);
                } else {
                    cr_assert_eq(inverse_mpz(r, a, m), FAILED);
                }
            }
    mpz_set_si(m, -7);
    mpz_set_ui(a, 3);
    cr_assert_eq(inverse_mpz(r, a, m), FAILED);
    mpz_clears(a, m, r, want, NULL);
}

Test(bignum, limb_inverses)
{
    mp_limb_t m[9], inv[9], product[18];

    for (mp_limb_t m0 = 1; m0 < 2000; m0 += 2) {
        cr_assert_eq(m0 * mont_inverse_limb(m0), (mp_limb_t)-1);
        cr_assert_eq(-m0 * mont_inverse_limb(-m0), (mp_limb_t)-1);
    }
    for (mp_size_t n = 1; n <= 9; n++) {
        for (mp_size_t i = 0; i < n; i++)
            m[i] = (mp_limb_t)(i * 77 + 5) * (mp_limb_t)0x9e3779b97f4a7c15u | 1;
        mont_inverse_limbs(inv, m, n);
        mpn_mul_n(product, m, inv, n);
        for (mp_size_t i = 0; i < n; i++)
            cr_assert_eq(product[i], (mp_limb_t)-1);
    }
}

Test(bignum, primality_of_small_numbers)
{
    struct test_rng rng = test_rng_new(5);
    mpz_t n;

    mpz_init(n);
    for (long v = -300; v < 20000; v++) {
        mpz_set_si(n, v);
        cr_assert_eq(prime_is_probable(n, 20, &rng.rng),
                     v > 1 && mpz_probab_prime_p(n, 25) ? DONE : FAILED, "%ld", v);
    }
    mpz_set_ui(n, 1);
    mpz_setbit(n, 1000000);
    cr_assert_eq(prime_is_probable(n, 1, &rng.rng), UNSUPPORTED);
    mpz_set_ui(n, 104729);
    rng.left = 2;
    cr_assert_eq(prime_is_probable(n, 5, &rng.rng), UNSUPPORTED, "no entropy");
    mpz_clear(n);
}

/* F. Arnault, Rabin-Miller primality test: composite numbers which pass it, Math. Comp. 64 (1995):
 * p (313 (p-1) + 1) (353 (p-1) + 1), 397 digits, strong pseudoprime to every base below 307. */
static void arnault(mpz_t n)
{
    mpz_t p, t;

    mpz_inits(p, t, NULL);
    mpz_set_str(
        p,
        "296744956686855105501541746429053327307719917998530433509950755312768387531717701995"
        "94238596428121188033664754218345562493168782883",
        10);
    mpz_sub_ui(t, p, 1);
    mpz_mul_ui(n, t, 313);
    mpz_add_ui(n, n, 1);
    mpz_mul(n, n, p);
    mpz_mul_ui(t, t, 353);
    mpz_add_ui(t, t, 1);
    mpz_mul(n, n, t);
    mpz_clears(p, t, NULL);
}

Test(bignum, strong_pseudoprimes_are_composite)
{
    /* The least strong pseudoprimes to the first 1 to 13 prime bases (Jaeschke 1993; Sorenson and
     * Webster 2017). */
    static const char *const psi[] = {"2047",
                                      "1373653",
                                      "25326001",
                                      "3215031751",
                                      "2152302898747",
                                      "3474749660383",
                                      "341550071728321",
                                      "341550071728321",
                                      "3825123056546413051",
                                      "3825123056546413051",
                                      "3825123056546413051",
                                      "318665857834031151167461",
                                      "3317044064679887385961981"};
    static const unsigned bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41};
    struct test_rng rng = test_rng_new(6);
    mpz_t n;

    mpz_init(n);
    for (size_t i = 0; i < 13; i++) {
        mpz_set_str(n, psi[i], 10);
        for (size_t j = 0; j <= i; j++)
            cr_assert(strong_to_base(n, bases[j]), "the figure itself");
        cr_assert_eq(prime_is_probable(n, 40, &rng.rng), FAILED, "%s", psi[i]);
    }
    arnault(n);
    for (unsigned long b = 2; b < 307; b++)
        cr_assert(strong_to_base(n, b), "the figure itself");
    for (int i = 0; i < 20; i++)
        cr_assert_eq(prime_is_probable(n, 40, &rng.rng), FAILED);
    mpz_clear(n);
}

/* For n = p (2p - 1), p = 3 modulo 4, nearly a quarter of all bases lie: 0.24938 of them for 736291.
 * So about a quarter of single rounds must say prime, which fixed bases cannot do. */
Test(bignum, bases_are_random)
{
    struct test_rng rng = test_rng_new(7);
    int passes = 0;
    mpz_t n;

    mpz_init_set_ui(n, 607ul * 1213);
    for (int i = 0; i < 2000; i++)
        passes += prime_is_probable(n, 1, &rng.rng) == DONE;
    cr_assert(passes > 420 && passes < 580, "%d of 2000", passes); /* 4 standard deviations: 77 */
    mpz_clear(n);
}

Test(bignum, large_primes_are_prime)
{
    static const unsigned mersenne[] = {61, 89, 107, 127, 521, 607, 1279, 2203};
    struct test_rng rng = test_rng_new(8);
    mpz_t n, p;

    mpz_inits(n, p, NULL);
    for (size_t i = 0; i < 8; i++) {
        mpz_set_ui(n, 0);
        mpz_setbit(n, mersenne[i]);
        mpz_sub_ui(n, n, 1);
        cr_assert_eq(prime_is_probable(n, 10, &rng.rng), DONE, "2^%u - 1", mersenne[i]);
        mpz_mul(p, n, n);
        cr_assert_eq(prime_is_probable(p, 10, &rng.rng), FAILED, "a square");
        mpz_sub_ui(n, n, 2);
        cr_assert_eq(prime_is_probable(n, 10, &rng.rng), mpz_probab_prime_p(n, 30) ? DONE : FAILED);
    }
    mpz_clears(n, p, NULL);
}

Test(bignum, small_prime_table)
{
    size_t count, seen = 0;
    const uint8_t *gaps = small_prime_gaps(&count);
    unsigned long p = 3;
    mpz_t n;

    mpz_init(n);
    for (size_t i = 0; i < count; p += 2ul * gaps[i++])
        if (p < 20000 || p > SMALL_PRIME_LIMIT - 2000) {
            mpz_set_ui(n, p);
            cr_assert(mpz_probab_prime_p(n, 25), "%lu", p);
            seen += p < 20000;
        }
    cr_assert_eq(seen, 2262 - 1, "odd primes below 20000");
    cr_assert_eq(p, 1048573, "the last prime below 2^20");
    mpz_clear(n);
}

/* The bitmap against division, number by number, starts at multiples and at primes included. */
Test(bignum, sieve_marks_what_division_finds)
{
    struct test_rng rng = test_rng_new(9);
    uint8_t composite[512];
    mpz_t start, n;

    mpz_inits(start, n, NULL);
    for (unsigned bits = 12; bits < 200; bits += 17)
        for (unsigned long bound = 3; bound < 4096; bound = bound * 3 + 1) {
            unsigned long least = 1ul << (bits < 20 ? bits - 1 : 20);
            unsigned long capped = bound < least ? bound : least;

            mpz_set_ui(n, 0);
            mpz_setbit(n, bits - 1);
            cr_assert_eq(random_below(start, n, &rng.rng), DONE);
            mpz_setbit(start, bits - 1);
            mpz_setbit(start, 0);
            sieve_interval(composite, sizeof composite, start, capped);
            for (unsigned long j = 0; j < sizeof composite; j++) {
                mpz_add_ui(n, start, 2 * j);
                cr_assert_eq(composite[j], prime_trial_divides(n, capped), "bits %u bound %lu",
                             bits, bound);
            }
        }
    mpz_clears(start, n, NULL);
}

Test(bignum, rounds)
{
    cr_assert_eq(prime_rounds(1024), 5);
    cr_assert_eq(prime_rounds(1536), 4);
    cr_assert_eq(prime_rounds(2048), 4);
    cr_assert_eq(prime_rounds(4096), 4);
    for (unsigned bits = 5; bits < 1536; bits++)
        cr_assert(prime_rounds(bits) >= prime_rounds(bits + 1) && prime_rounds(bits) <= 56);
    cr_assert_eq(prime_rounds(64), 56);
    cr_assert_eq(prime_rounds(512), 10);
}

Test(bignum, expected_figures)
{
    mpz_t e;

    mpz_init_set_ui(e, 65537);
    /* ln(2^1024) / 2 = 355 */
    cr_assert_float_eq(prime_expected_candidates(1024, e), 355, 0.5);
    mpz_set_ui(e, 3);
    cr_assert_float_eq(prime_expected_candidates(1024, e), 710,
                       1); /* half of the primes are refused */
    cr_assert_float_eq(prime_sieved_share(1000), 1.1229 / log(1000), 0.002);
    cr_assert_float_eq(prime_sieved_share(1ul << 18), 1.1229 / log(1ul << 18), 0.0005);
    mpz_clear(e);
}

Test(bignum, bounds_and_candidates)
{
    struct test_rng rng = test_rng_new(10);
    struct prime_request request = {.bits = 5};
    mpz_t lo, hi, c, start;
    unsigned seen = 0;

    mpz_inits(lo, hi, c, start, NULL);
    prime_bounds(lo, hi, 5);
    cr_assert(mpz_cmp_ui(lo, 23) == 0 && mpz_cmp_ui(hi, 31) == 0);
    for (unsigned bits = 3; bits < 400; bits += 7) { /* lo^2 >= 2^(2 bits - 1) > (lo - 1)^2 */
        prime_bounds(lo, hi, bits);
        mpz_mul(c, lo, lo);
        cr_assert_eq(mpz_sizeinbase(c, 2), 2 * bits);
        mpz_sub_ui(lo, lo, 1);
        mpz_mul(c, lo, lo);
        cr_assert_eq(mpz_sizeinbase(c, 2), 2 * bits - 1);
    }
    for (int i = 0; i < 200; i++) {
        cr_assert_eq(prime_candidate(c, &request, 0, &rng.rng), DONE);
        cr_assert(mpz_odd_p(c) && mpz_cmp_ui(c, 23) >= 0 && mpz_cmp_ui(c, 31) <= 0);
        seen |= 1u << (mpz_get_ui(c) - 23);
    }
    cr_assert_eq(seen, 0x155, "23, 25, 27, 29 and 31 are all drawn");
    mpz_set_ui(start, 23);
    request.start = start;
    for (unsigned long i = 0; i < 8; i++)
        cr_assert_eq(prime_candidate(c, &request, i, &rng.rng), i < 5 ? DONE : FAILED);
    mpz_set_ui(start, 24);
    cr_assert_eq(prime_candidate(c, &request, 0, &rng.rng), FAILED, "an even start");
    mpz_set_ui(start, 21);
    cr_assert_eq(prime_candidate(c, &request, 0, &rng.rng), FAILED, "a start below the bound");

    mpz_set_ui(start, 100);
    request = (struct prime_request){.bits = 7, .other = start, .distance_bits = 3};
    for (unsigned long v = 65; v < 128; v++) {
        mpz_set_ui(c, v);
        cr_assert_eq(prime_acceptable(c, &request), v < 92 || v > 108, "%lu", v);
    }
    request.distance_bits = 0; /* study sizes: more than 1 apart */
    mpz_set_ui(c, 100);
    cr_assert_not(prime_acceptable(c, &request));
    mpz_set_ui(c, 101);
    cr_assert_not(prime_acceptable(c, &request));
    mpz_set_ui(c, 102);
    cr_assert(prime_acceptable(c, &request));
    mpz_clears(lo, hi, c, start, NULL);
}
