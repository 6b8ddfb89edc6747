/* Ed25519 engines on points that no honest signer makes: low order, mixed order, non-canonical, off the curve; and
 * the curve's constants. GMP (tests/ed25519_oracle.h) is the judge. */
#include "ed25519/layer.h"
#include "tests/ed25519_setup.h"

static void setup(void)
{
    start_engines();
    start_random();
    start_torsion();
}

TestSuite(ed25519_edges, .init = setup);

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
