/* Ed25519's scalars in every engine, on the edges of their ranges: reduction, multiply and add, [s]B, half-size
 * scalars. GMP (tests/ed25519_oracle.h) is the judge. */
#include <stdlib.h>

#include "ed25519/layer.h"
#include "ed25519/words.inc"
#include "ed25519/halve.inc"
#include "tests/ed25519_setup.h"

static void setup(void)
{
    start_engines();
    start_random();
}

TestSuite(ed25519_scalars, .init = setup);

static void expect_reduced(const uint8_t h[64], const char *what)
{
    uint8_t want[32], got[32];
    mpz_t x;

    mpz_init(x);
    le_to_mpz(x, h, 64);
    mpz_mod(x, x, oracle.L);
    mpz_to_le(want, 32, x);
    for (unsigned e = 0; e < nengines; e++) {
        engines[e]->sc_reduce(got, h);
        cr_assert_arr_eq(got, want, 32, "%s: %s", engines[e]->step.name, what);
    }
    mpz_clear(x);
}

Test(ed25519_scalars, sc_reduce)
{
    uint8_t h[64];
    mpz_t x;

    memset(h, 0xff, 64);
    expect_reduced(h, "2^512 - 1");
    mpz_init(x);
    for (unsigned bit = 0; bit <= 512; bit++)
        for (int delta = -1; delta <= 1; delta++) {
            mpz_set_ui(x, 0);
            mpz_setbit(x, bit);
            if (delta < 0)
                mpz_sub_ui(x, x, 1);
            else
                mpz_add_ui(x, x, (unsigned)delta);
            mpz_to_le(h, 64, x);
            expect_reduced(h, "near a power of 2");
            /* the multiple of L next to it, and its neighbours */
            mpz_fdiv_q(x, x, oracle.L);
            mpz_mul(x, x, oracle.L);
            if (delta < 0 && mpz_sgn(x))
                mpz_sub_ui(x, x, 1);
            else
                mpz_add_ui(x, x, (unsigned)abs(delta));
            mpz_to_le(h, 64, x);
            expect_reduced(h, "near a multiple of L");
        }
    mpz_clear(x);
    for (unsigned i = 0; i < 2000; i++) {
        random_octets(h, 64);
        expect_reduced(h, "random");
    }
}

static void expect_muladd(uint8_t a[32], uint8_t b[32], uint8_t c[32])
{
    uint8_t want[32], got[32];
    mpz_t x, y;

    mpz_inits(x, y, NULL);
    le_to_mpz(x, a, 32);
    le_to_mpz(y, b, 32);
    mpz_mul(x, x, y);
    le_to_mpz(y, c, 32);
    mpz_add(x, x, y);
    mpz_mod(x, x, oracle.L);
    mpz_to_le(want, 32, x);
    mpz_clears(x, y, NULL);
    for (unsigned e = 0; e < nengines; e++) {
        engines[e]->sc_muladd(got, a, b, c);
        cr_assert_arr_eq(got, want, 32, "%s", engines[e]->step.name);
        memcpy(got, a, 32); /* the result over an operand */
        engines[e]->sc_muladd(got, got, b, c);
        cr_assert_arr_eq(got, want, 32, "%s: r = a", engines[e]->step.name);
        memcpy(got, c, 32);
        engines[e]->sc_muladd(got, a, b, got);
        cr_assert_arr_eq(got, want, 32, "%s: r = c", engines[e]->step.name);
    }
}

/* 0, 1, 2^252 +- 1, L +- 1, 2L, 15L, 2^255 - 1, 2^256 - 1, ... */
static unsigned edge_numbers(uint8_t out[24][32])
{
    unsigned n = 0;
    mpz_t x;

    mpz_init(x);
    for (unsigned bit = 0; bit <= 256; bit += bit < 252 ? 63 : 1)
        for (int below = 0; below < 2; below++) {
            mpz_set_ui(x, 0);
            mpz_setbit(x, bit);
            mpz_sub_ui(x, x, (unsigned)below);
            mpz_to_le(out[n++], 32, x);
        }
    for (unsigned i = 0; i < 3; i++) {
        mpz_add_ui(x, oracle.L, i);
        mpz_sub_ui(x, x, 1);
        mpz_to_le(out[n++], 32, x);
    }
    mpz_mul_ui(x, oracle.L, 15);
    mpz_to_le(out[n++], 32, x);
    mpz_mul_ui(x, oracle.L, 8);
    mpz_sub_ui(x, x, 1);
    mpz_to_le(out[n++], 32, x);
    mpz_clear(x);
    return n;
}

Test(ed25519_scalars, sc_muladd)
{
    uint8_t edge[24][32], a[32], b[32], c[32];
    unsigned n = edge_numbers(edge);

    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i; j < n; j++)
            for (unsigned k = 0; k < n; k += 3)
                expect_muladd(edge[i], edge[j], edge[k]);
    for (unsigned i = 0; i < 2000; i++) {
        random_octets(a, 32);
        random_octets(b, 32);
        random_octets(c, 32);
        expect_muladd(a, b, c);
    }
}

static void expect_multiple(const uint8_t s[32], int slow_too)
{
    uint8_t want[32], got[32];
    struct opoint P;
    mpz_t x;

    opoint_init(&P);
    mpz_init(x);
    le_to_mpz(x, s, 32);
    opoint_mul(&P, x, &base);
    opoint_encode(want, &P);
    for (unsigned e = slow_too ? 0 : 2; e < nengines; e++) {
        engines[e]->mul_base(got, s);
        cr_assert_arr_eq(got, want, 32, "%s", engines[e]->step.name);
    }
    opoint_clear(&P);
    mpz_clear(x);
}

/* Scalars below 2^255: edges, windows that are all at their largest digit of either sign, runs. */
Test(ed25519_scalars, mul_base)
{
    uint8_t edge[24][32], s[32];
    unsigned n = edge_numbers(edge);
    mpz_t x;

    for (unsigned i = 0; i < n; i++)
        if (edge[i][31] < 0x80)
            expect_multiple(edge[i], 1);
    mpz_init(x);
    for (unsigned w = 3; w <= 8; w++)
        for (int delta = -1; delta <= 1; delta++) {
            mpz_set_ui(x, 0);
            for (unsigned at = 0; at + w <= 255; at += w) {
                mpz_t digit;

                mpz_init_set_ui(digit, (1u << (w - 1)) + (unsigned)(delta + 1) - 1);
                mpz_mul_2exp(digit, digit, at);
                mpz_add(x, x, digit);
                mpz_clear(digit);
            }
            mpz_to_le(s, 32, x);
            expect_multiple(s, 0);
        }
    mpz_clear(x);
    for (unsigned i = 0; i < 200; i++) {
        random_octets(s, 32);
        s[31] &= 0x7f;
        expect_multiple(s, i < 4);
    }
}

static void expect_halves(const mpz_t k)
{
    struct halves half;
    uint8_t octets[32];
    mpz_t u, v;

    mpz_inits(u, v, NULL);
    mpz_to_le(octets, 32, k);
    halve_vartime(&half, octets);
    le_to_mpz(u, half.u, 32);
    le_to_mpz(v, half.v, 32);
    cr_assert(mpz_sizeinbase(u, 2) <= 127 && mpz_sizeinbase(v, 2) <= 127 && mpz_sgn(v) > 0);
    if (half.u_negative)
        mpz_neg(u, u);
    mpz_submul(u, v, k);
    cr_assert(mpz_divisible_p(u, oracle.L), "u = v k");
    mpz_clears(u, v, NULL);
}

/* Near powers of 2, near L/n and L 2^-n (quotients of up to 126 bits in Euclid's algorithm: a step
 * that took off too little would run for ever), and random ones. */
Test(ed25519_scalars, halve)
{
    uint8_t octets[32];
    mpz_t k;

    mpz_init(k);
    for (unsigned i = 0; i < 253; i++)
        for (unsigned delta = 0; delta < 3; delta++) {
            mpz_set_ui(k, 0);
            mpz_setbit(k, i);
            mpz_add_ui(k, k, delta);
            mpz_sub_ui(k, k, 1);
            mpz_mod(k, k, oracle.L);
            expect_halves(k);
            mpz_fdiv_q_2exp(k, oracle.L, i);
            mpz_add_ui(k, k, delta);
            mpz_mod(k, k, oracle.L);
            expect_halves(k);
            mpz_fdiv_q_ui(k, oracle.L, 1 + i);
            mpz_add_ui(k, k, delta);
            mpz_mod(k, k, oracle.L);
            expect_halves(k);
        }
    for (unsigned i = 0; i < 20000; i++) {
        random_octets(octets, 32);
        le_to_mpz(k, octets, 32);
        mpz_mod(k, k, oracle.L);
        expect_halves(k);
    }
    mpz_clear(k);
}
