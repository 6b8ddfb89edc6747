/* Points as octets on small curves, all octets of them: against a search for y. Primes of both residues modulo 4, points
 * with y = 0, and moduli that are no primes, which are taken on trust and must do no harm. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/ec_reference.h"

/* A curve modulo p with these claims, p and n on trust; the base point is the first that satisfies it. */
static int make(struct ec_curve *curve, unsigned long p, unsigned long b, unsigned long n)
{
    mpz_t z[5];
    int made = 0;

    mpz_init_set_ui(z[0], p);
    mpz_init_set_ui(z[1], b);
    mpz_init_set_ui(z[2], n);
    mpz_inits(z[3], z[4], NULL);
    for (unsigned long x = 0; !made && x < p; x++)
        for (unsigned long y = 0; !made && y < p; y++) {
            mpz_set_ui(z[3], x);
            mpz_set_ui(z[4], y);
            made = ec_curve_make(curve, "small", z[0], z[1], z[2], z[3], z[4]) == DONE;
        }
    for (int i = 0; i < 5; i++)
        mpz_clear(z[i]);
    return made;
}

static unsigned long equation(unsigned long x, unsigned long b, unsigned long p)
{
    return (x * x % p * x + 3 * (p - x) + b) % p;
}

static int is_prime(unsigned long n)
{
    for (unsigned long d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0;
    return n > 1;
}

/* Every compressed form: y of the wanted parity is found if there is one, and only then. Returns how many. */
static unsigned every_compressed_form(const struct ec_curve *c, unsigned long p, unsigned long b)
{
    unsigned long top = 1ul << (8 * c->bytes);
    unsigned found = 0;

    for (unsigned long x = 0; x < top; x += x < p + 300 ? 1 : 97)
        for (unsigned odd = 0; odd < 2; odd++) {
            uint8_t octets[3] = {(uint8_t)(2 + odd)}, back[3];
            struct ec_point P;
            int there = 0;
            enum result result;

            for (size_t i = 0; i < c->bytes; i++)
                octets[c->bytes - i] = (uint8_t)(x >> (8 * i));
            for (unsigned long y = odd; x < p && y < p; y += 2)
                there |= y * y % p == equation(x, b, p);
            result = ec_point_from_bytes(&P, octets, 1 + c->bytes, c);
            if (is_prime(p))
                cr_assert_eq(result, there ? DONE : FAILED, "p=%lu b=%lu x=%lu odd=%u", p, b, x,
                             odd);
            if (result != DONE) {
                cr_assert(P.infinity);
                continue;
            }
            /* whatever p is: what is called a point is one, with the parity that was asked for */
            cr_assert(!P.infinity && P.x[0] == x && P.y[0] < p && P.y[0] % 2 == odd);
            cr_assert_eq((unsigned long)P.y[0] * P.y[0] % p, equation(x, b, p), "p=%lu x=%lu", p,
                         x);
            cr_assert_eq(ec_point_validate(&P, c), DONE);
            cr_assert_eq(ec_point_to_bytes(back, &P, 1, c), 1 + c->bytes);
            cr_assert_eq(memcmp(back, octets, 1 + c->bytes), 0);
            found++;
        }
    return found;
}

Test(point_roots, primes)
{
    static const unsigned long primes[] = {5,  7,   11,  13,  17,  19,  23,  29,  31,  41,
                                           97, 193, 251, 257, 449, 577, 641, 769, 1009};
    unsigned zero_roots = 0;

    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        const unsigned long p = primes[i];

        for (unsigned long b = 1; b < p; b += 1 + p / 8) {
            struct ec_curve c;

            if (!make(&c, p, b, 5))
                continue;
            cr_assert_gt(every_compressed_form(&c, p, b), 0);
            for (unsigned long x = 0; x < p; x++)
                if (equation(x, b, p) == 0) { /* the root 0 is even, and there is no odd one */
                    uint8_t octets[3] = {2};
                    struct ec_point P;

                    octets[c.bytes] = (uint8_t)x;
                    octets[1] = (uint8_t)(c.bytes == 2 ? x >> 8 : x);
                    cr_assert_eq(ec_point_from_bytes(&P, octets, 1 + c.bytes, &c), DONE);
                    cr_assert(!P.infinity && P.y[0] == 0);
                    octets[0] = 3;
                    cr_assert_eq(ec_point_from_bytes(&P, octets, 1 + c.bytes, &c), FAILED);
                    cr_assert(P.infinity);
                    zero_roots++;
                }
            ec_curve_clear(&c);
        }
    }
    cr_assert_gt(zero_roots, 20);
}

/* Odd moduli that are squares, products of two primes, Carmichael numbers: each ends, and says no wrong thing. */
Test(point_roots, moduli_that_are_no_primes)
{
    unsigned found = 0;

    for (unsigned long p = 9; p < 1200; p += p < 200 ? 2 : 94)
        for (unsigned long b = 1; b < p; b += 1 + p / 3) {
            struct ec_curve c;

            if (is_prime(p) || !make(&c, p, b, 5))
                continue;
            found += every_compressed_form(&c, p, b);
            ec_curve_clear(&c);
        }
    cr_assert_gt(found, 1000);
}

/* r and s of order_bytes octets are taken, of one more neither is. */
Test(point_roots, der_integers_one_octet_too_wide)
{
    for (int id = 0; id < CURVE_COUNT; id++)
        for (int wide = 0; wide < 4; wide++) {
            const struct ec_curve *c = ec_curve((enum curve_id)id);
            const size_t len[2] = {c->order_bytes + (wide & 1), c->order_bytes + (wide >> 1)};
            uint8_t sig[3 + 2 * (2 + EC_MAX_BYTES + 1)], *at = sig;
            mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];

            *at++ = 0x30;
            if (len[0] + len[1] + 4 > 127)
                *at++ = 0x81;
            *at++ = (uint8_t)(len[0] + len[1] + 4);
            for (int i = 0; i < 2; i++) {
                *at++ = 2;
                *at++ = (uint8_t)len[i];
                memset(at, 0x11, len[i]);
                at += len[i];
            }
            cr_assert_eq(ecdsa_sig_from_der(r, s, sig, (size_t)(at - sig), c), wide ? FAILED : DONE,
                         "%s, %d", c->name, wide);
            cr_assert_eq(mpn_zero_p(r, (mp_size_t)c->order_limbs), wide != 0);
            cr_assert_eq(mpn_zero_p(s, (mp_size_t)c->order_limbs), wide != 0);
        }
}

/* The coordinates of a base point: below 0, at p, above, and off the curve by one. 3^3 - 3 * 3 + 6 = 1 modulo 23. */
Test(point_roots, base_points_refused)
{
    static const struct {
        long x, y;
        enum result want;
    } cases[] = {{3, 1, DONE},    {3, 22, DONE},   {3, -1, FAILED},      {-20, 1, FAILED},
                 {26, 1, FAILED}, {3, 24, FAILED}, {3 + 230, 1, FAILED}, {3, 1 + 230, FAILED},
                 {3, 2, FAILED},  {4, 1, FAILED},  {23, 1, FAILED},      {3, 23, FAILED}};
    struct ec_curve c;
    mpz_t z[5];

    mpz_init_set_ui(z[0], 23);
    mpz_init_set_ui(z[1], 6);
    mpz_init_set_ui(z[2], 29);
    mpz_inits(z[3], z[4], NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mpz_set_si(z[3], cases[i].x);
        mpz_set_si(z[4], cases[i].y);
        cr_assert_eq(ec_curve_make(&c, "small", z[0], z[1], z[2], z[3], z[4]), cases[i].want,
                     "(%ld, %ld)", cases[i].x, cases[i].y);
        if (cases[i].want == DONE)
            ec_curve_clear(&c);
    }
    for (int i = 0; i < 5; i++)
        mpz_clear(z[i]);
}

/* Uncompressed points with a coordinate that is p or more, of a curve whose octets have room for it. */
Test(point_roots, every_uncompressed_form)
{
    struct ec_curve c;

    cr_assert(make(&c, 193, 5, 5));
    for (unsigned x = 0; x < 256; x++)
        for (unsigned y = 0; y < 256; y++) {
            const uint8_t octets[3] = {4, (uint8_t)x, (uint8_t)y};
            const int there = x < 193 && y < 193 && y * y % 193 == equation(x, 5, 193);
            struct ec_point P;

            cr_assert_eq(ec_point_from_bytes(&P, octets, 3, &c), there ? DONE : FAILED);
            cr_assert_eq(P.infinity, !there);
        }
    ec_curve_clear(&c);
}
