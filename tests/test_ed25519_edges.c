/* Ed25519 engines on the edges of their ranges, and points that no honest signer makes: low order,
 * mixed order, non-canonical, off the curve. GMP (tests/ed25519_oracle.h) is the judge. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "ed25519/layer.h"
#include "ed25519/words.inc"
#include "ed25519/halve.inc"
#include "tests/ed25519_oracle.h"

static const struct ed25519_engine *engines[16];
static unsigned nengines;
static gmp_randstate_t random_state;
static struct opoint base, torsion[8];

static void setup(void)
{
    oracle_init();
    gmp_randinit_mt(random_state);
    gmp_randseed_ui(random_state, 25519);
    for (unsigned i = 0; ed25519_engines[i]; i++)
        if (!step_missing(&ed25519_engines[i]->step)) {
            cr_assert_eq(ed25519_engines[i]->start(), DONE);
            engines[nengines++] = ed25519_engines[i];
        }
    opoint_init(&base);
    opoint_base(&base);
    for (unsigned i = 0; i < 8; i++)
        opoint_init(&torsion[i]);
    opoint_order8(&torsion[1]);
    for (unsigned i = 2; i < 8; i++)
        opoint_add(&torsion[i], &torsion[i - 1], &torsion[1]);
}

TestSuite(ed25519_edges, .init = setup);

static void plain_octets(uint8_t *out, size_t len)
{
    mpz_t x;

    mpz_init(x);
    mpz_urandomb(x, random_state, 8 * len);
    mpz_to_le(out, len, x);
    mpz_clear(x);
}

/* Random octets, or long runs of zeros and ones, which carry far. */
static void random_octets(uint8_t *out, size_t len)
{
    uint8_t runs[64];

    plain_octets(out, len);
    if (out[0] & 1)
        return;
    plain_octets(runs, sizeof runs);
    for (size_t i = 0, bit = 0; bit < 8 * len; i++)
        for (unsigned n = runs[i % 64] % 97 + 1; n && bit < 8 * len; n--, bit++) {
            out[bit / 8] = (uint8_t)(out[bit / 8] & ~(1u << (bit % 8)));
            out[bit / 8] = (uint8_t)(out[bit / 8] | ((i & 1) << (bit % 8)));
        }
}

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

Test(ed25519_edges, sc_reduce)
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

Test(ed25519_edges, sc_muladd)
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
Test(ed25519_edges, mul_base)
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
Test(ed25519_edges, halve)
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

/* The verdict of each engine on [8][S]B = [8]R + [8][k]A. */
static void expect_check(const uint8_t R[32], const uint8_t A[32], const uint8_t S[32],
                         const uint8_t k[32], enum result want, const char *what)
{
    for (unsigned e = 0; e < nengines; e++)
        cr_assert_eq(engines[e]->check(R, A, S, k), want, "%s: %s", engines[e]->step.name, what);
}

/* Q = [S]B - [k]A by the oracle. */
static void commitment(struct opoint *Q, const mpz_t S, const mpz_t k, const struct opoint *A)
{
    struct opoint P;
    mpz_t m;

    opoint_init(&P);
    mpz_init(m);
    mpz_mul_ui(m, oracle.L, 8);
    mpz_sub(m, m, k);
    opoint_mul(&P, m, A);
    opoint_mul(Q, S, &base);
    opoint_add(Q, Q, &P);
    opoint_clear(&P);
    mpz_clear(m);
}

/* S and k on their edges; A of order L and of order 8L; the right R, the right R with each torsion
 * point added (accepted: the equation is cofactored), and a wrong R. */
Test(ed25519_edges, check)
{
    mpz_t number[6];
    struct opoint A, Q;
    uint8_t a[32], r[32], s[32], k[32];

    for (unsigned i = 0; i < 6; i++)
        mpz_init(number[i]);
    mpz_set_ui(number[1], 1);
    mpz_sub_ui(number[2], oracle.L, 1);
    mpz_setbit(number[3], 252);
    random_octets(s, 32);
    le_to_mpz(number[4], s, 32);
    mpz_mod(number[4], number[4], oracle.L);
    mpz_tdiv_q_2exp(number[5], oracle.L, 1);
    opoint_init(&A);
    opoint_init(&Q);
    opoint_mul(&A, number[4], &base);
    for (unsigned order = 0; order < 2; order++) {
        opoint_encode(a, &A);
        for (unsigned i = 0; i < 36; i++) {
            commitment(&Q, number[i / 6], number[i % 6], &A);
            mpz_to_le(s, 32, number[i / 6]);
            mpz_to_le(k, 32, number[i % 6]);
            for (unsigned t = 0; t < 8; t += i % 5 ? 8 : 1) {
                opoint_add(&Q, &Q, &torsion[t]);
                opoint_encode(r, &Q);
                expect_check(r, a, s, k, DONE, "right R");
            }
            opoint_add(&Q, &Q, &base);
            opoint_encode(r, &Q);
            expect_check(r, a, s, k, FAILED, "R + B");
        }
        opoint_add(&A, &A, &torsion[1]);
    }
    opoint_clear(&A);
    opoint_clear(&Q);
    for (unsigned i = 0; i < 6; i++)
        mpz_clear(number[i]);
}

/* All 64 pairs of low-order R and A hold for S = 0 and any k, none for S = 1. With A of order L,
 * A = [a]B, and S = k a mod L, each low-order R holds. */
Test(ed25519_edges, low_order)
{
    static const uint8_t zero[32] = {0}, one[32] = {1}, secret[32] = {8, 7, [31] = 0x0a};
    static const uint8_t k[32] = {5, 4, 3, 2, 1, [30] = 77};
    uint8_t low[8][32], A[32], S[32];

    for (unsigned i = 0; i < 8; i++) {
        opoint_encode(low[i], &torsion[i]);
        for (unsigned j = 0; j < i; j++)
            cr_assert_neq(memcmp(low[i], low[j], 32), 0);
    }
    for (unsigned i = 0; i < 8; i++)
        for (unsigned j = 0; j < 8; j++) {
            expect_check(low[i], low[j], zero, k, DONE, "R, A low, S = 0");
            if (i == j)
                expect_check(low[i], low[j], one, k, FAILED, "R, A low, S = 1");
        }
    engines[0]->mul_base(A, secret);
    engines[0]->sc_muladd(S, k, secret, zero);
    for (unsigned i = 0; i < 8; i++) {
        expect_check(low[i], A, S, k, DONE, "R low, S = k a");
        expect_check(low[i], A, one, k, FAILED, "R low, S = 1");
    }
}

/* y >= p; x = 0 with the sign bit; y without an x; each as A and as R. */
Test(ed25519_edges, decoding)
{
    uint8_t octets[32], zero[32] = {0}, one[32] = {1};
    struct opoint P;
    unsigned none = 0;
    mpz_t y;

    opoint_init(&P);
    mpz_init(y);
    for (unsigned i = 0; i < 19 + 1 + 100; i++) {
        for (unsigned sign = 0; sign < 2; sign++) {
            enum result want = FAILED;

            if (i < 20) { /* p - 1 = -1 is canonical, p to p + 18 are not */
                mpz_sub_ui(y, oracle.p, 1);
                mpz_add_ui(y, y, i);
                want = i == 0 && sign == 0 ? DONE : FAILED;
            } else {
                mpz_set_ui(y, i - 20);
                if (i - 20 == 1)
                    want = sign == 0 ? DONE : FAILED;
                else if (opoint_from_y(&P, y, sign))
                    want = DONE;
                else
                    none++;
            }
            mpz_to_le(octets, 32, y);
            octets[31] = (uint8_t)(octets[31] | (sign << 7));
            for (unsigned e = 0; e < nengines; e++)
                cr_assert_eq(engines[e]->decodes(octets), want, "%s: y %u sign %u",
                             engines[e]->step.name, i, sign);
            if (want == FAILED) { /* S = k = 0 leaves only R to judge, R = 1 only A */
                expect_check(octets, one, zero, zero, FAILED, "R");
                expect_check(one, octets, zero, zero, FAILED, "A");
            }
        }
    }
    cr_assert_gt(none, 50);
    opoint_clear(&P);
    mpz_clear(y);
}

/* A key A = [a]B + T with T of order 8, signed for with a: [S]B - R - [k]A = -[k]T. It is neutral
 * only after the factor 8, so the policy accepts what a cofactorless verifier rejects. */
Test(ed25519_edges, mixed_order_key)
{
    const struct ed25519_engine *engine = engines[nengines - 1];
    uint8_t a[32] = {1, 2, 3, [30] = 9}, r[32] = {4, 5, 6, [29] = 8}, A[32], sig[64], k[32];
    uint8_t digest[64], msg = 0;
    struct opoint P, Q;
    struct sha2 hash;
    mpz_t x;

    opoint_init(&P);
    opoint_init(&Q);
    mpz_init(x);
    le_to_mpz(x, a, 32);
    opoint_mul(&P, x, &base);
    opoint_add(&P, &P, &torsion[1]);
    opoint_encode(A, &P);
    engine->mul_base(sig, r);
    do { /* a message whose k is odd: [k]T is then of order 8 */
        msg++;
        sha2_init(&hash, SHA512, NULL);
        sha2_update(&hash, sig, 32);
        sha2_update(&hash, A, 32);
        sha2_update(&hash, &msg, 1);
        sha2_final(&hash, digest);
        engine->sc_reduce(k, digest);
    } while (!(k[0] & 1));
    engine->sc_muladd(sig + 32, k, a, r);

    /* a cofactorless verifier compares [S]B - [k]A with R: they differ */
    le_to_mpz(x, sig + 32, 32);
    mpz_t number;
    mpz_init(number);
    le_to_mpz(number, k, 32);
    commitment(&Q, x, number, &P);
    opoint_encode(digest, &Q);
    cr_assert_neq(memcmp(digest, sig, 32), 0);

    for (unsigned e = 0; e < nengines; e++) {
        cr_assert_eq(
            ed25519_verify(sig, 64, A, ED25519_PURE, (struct bytes){NULL, 0}, &msg, 1, engines[e]),
            DONE, "%s", engines[e]->step.name);
        msg++;
        cr_assert_eq(
            ed25519_verify(sig, 64, A, ED25519_PURE, (struct bytes){NULL, 0}, &msg, 1, engines[e]),
            FAILED, "%s", engines[e]->step.name);
        msg--;
    }
    mpz_clears(x, number, NULL);
    opoint_clear(&P);
    opoint_clear(&Q);
}

/* The curve's constants in layer.h, derived again. */
Test(ed25519_edges, constants)
{
    static const struct {
        const char *name;
        uint64_t word[4];
    } stated[] = {{"d", {ED_D}},   {"2d", {ED_2D}}, {"sqrt(-1)", {ED_SQRT_M1}},
                  {"Bx", {ED_BX}}, {"By", {ED_BY}}, {"Bx By", {ED_BT}},
                  {"L", {ED_L}},   {"2L", {ED_2L}}, {"c", {ED_C}}};
    mpz_t want[9], got;

    mpz_init(got);
    for (unsigned i = 0; i < 9; i++)
        mpz_init(want[i]);
    mpz_set(want[0], oracle.d);
    mpz_mul_ui(want[1], oracle.d, 2);
    mpz_mod(want[1], want[1], oracle.p);
    mpz_set(want[2], oracle.sqrt_m1);
    mpz_set(want[3], base.x);
    mpz_set(want[4], base.y);
    mpz_mul(want[5], base.x, base.y);
    mpz_mod(want[5], want[5], oracle.p);
    mpz_set(want[6], oracle.L);
    mpz_mul_ui(want[7], oracle.L, 2);
    mpz_fdiv_r_2exp(want[8], oracle.L, 252);
    for (unsigned i = 0; i < 9; i++) {
        mpz_import(got, 4, -1, sizeof(uint64_t), 0, 0, stated[i].word);
        cr_assert_eq(mpz_cmp(got, want[i]), 0, "%s", stated[i].name);
        mpz_clear(want[i]);
    }
    mpz_clear(got);
}
