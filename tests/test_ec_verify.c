/* Verification where implementations have gone wrong, every case made by construction on every curve and
 * run by every engine; and the two forms of a signature. */
#include <criterion/criterion.h>
#include <string.h>

#include "ec_reference.h"

/* A case: with key Q, digest octets of e, is (r, s) valid? */
struct claim {
    const struct ec_curve *curve;
    uint8_t digest[EC_MAX_BYTES];
    mpz_t r, s;
    struct ref_point Q;
};

static void claim_init(struct claim *t, const struct ec_curve *c)
{
    memset(t, 0, sizeof *t);
    t->curve = c;
    mpz_inits(t->r, t->s, NULL);
    ref_init(&t->Q);
}

static void claim_clear(struct claim *t)
{
    mpz_clears(t->r, t->s, NULL);
    ref_clear(&t->Q);
}

/* A digest as wide as the order whose bits2int is e. */
static void set_e(struct claim *t, const mpz_t e)
{
    mpz_t shifted;

    mpz_init(shifted);
    mpz_mul_2exp(shifted, e, 8 * t->curve->order_bytes - t->curve->order_bits);
    i2osp(t->digest, t->curve->order_bytes, shifted);
    mpz_clear(shifted);
}

static void expect(enum result want, const struct claim *t, const char *what)
{
    struct ec_point Q;
    mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];

    ref_to_ec(&Q, &t->Q);
    limbs_of_mpz(r, t->r);
    limbs_of_mpz(s, t->s);
    for (const struct ec_engine *const *e = ec_engines; *e; e++) {
        struct ec_group g;

        if (!curve_has_engine(&g, *e, t->curve))
            continue;
        cr_assert_eq(ecdsa_verify_digest(r, s, &Q, t->digest, t->curve->order_bytes, &g), want,
                     "%s, %s: %s", t->curve->name, (*e)->step.name, what);
        ec_group_clear(&g);
    }
}

/* Q = (s R - e G) / r: then R is what verification of (r, s) comes to. */
static void solve_key(struct claim *t, const struct ref_point *R, const mpz_t e)
{
    const struct ec_curve *c = t->curve;
    struct ref_point G, A, B;
    mpz_t u;

    mpz_init(u);
    ref_init(&G);
    ref_init(&A);
    ref_init(&B);
    ref_base(&G, c);
    ref_mul(&A, t->s, R, c);
    mpz_neg(u, e);
    mpz_mod(u, u, c->n);
    ref_mul(&B, u, &G, c);
    ref_add(&A, &A, &B, c);
    mpz_invert(u, t->r, c->n);
    ref_mul(&t->Q, u, &A, c);
    ref_clear(&G);
    ref_clear(&A);
    ref_clear(&B);
    mpz_clear(u);
}

/* Signs e with d and k by the textbook formula; no range is looked at. */
static void sign_plainly(struct claim *t, const mpz_t d, const mpz_t k, const mpz_t e)
{
    const struct ec_curve *c = t->curve;
    struct ref_point G, R;

    ref_init(&G);
    ref_init(&R);
    ref_base(&G, c);
    ref_mul(&t->Q, d, &G, c);
    ref_mul(&R, k, &G, c);
    mpz_mod(t->r, R.x, c->n);
    mpz_mul(t->s, t->r, d);
    mpz_add(t->s, t->s, e);
    mpz_invert(R.x, k, c->n);
    mpz_mul(t->s, t->s, R.x);
    mpz_mod(t->s, t->s, c->n);
    ref_clear(&G);
    ref_clear(&R);
    set_e(t, e);
}

#define FOR_EACH_CURVE(c)                                                                          \
    for (const struct ec_curve *c = ec_curve(P192); c; c = ec_curve((enum curve_id)(c->id + 1)))

Test(verify, ranges)
{
    FOR_EACH_CURVE(c)
    {
        struct claim t;
        mpz_t d, k, e, r, s;

        claim_init(&t, c);
        mpz_init_set_ui(d, 77777);
        mpz_init_set_ui(k, 987654321);
        mpz_init_set_ui(e, 424242);
        mpz_inits(r, s, NULL);
        sign_plainly(&t, d, k, e);
        expect(DONE, &t, "as signed");
        mpz_set(r, t.r);
        mpz_set(s, t.s);
        mpz_sub(t.s, c->n, s);
        expect(DONE, &t, "(r, n - s)");
        mpz_set_ui(t.s, 0);
        expect(FAILED, &t, "s = 0");
        mpz_set(t.s, c->n);
        expect(FAILED, &t, "s = n");
        mpz_add(t.s, s, c->n);
        if (mpz_sizeinbase(t.s, 2) <= GMP_NUMB_BITS * c->order_limbs)
            expect(FAILED, &t, "s + n");
        mpz_set(t.s, c->p);
        expect(FAILED, &t, "s = p");
        mpz_set(t.s, s);
        mpz_set_ui(t.r, 0);
        expect(FAILED, &t, "r = 0");
        mpz_set_ui(t.s, 0);
        expect(FAILED, &t, "r = s = 0");
        mpz_set(t.s, s);
        mpz_set(t.r, c->n);
        expect(FAILED, &t, "r = n");
        mpz_add(t.r, r, c->n);
        if (mpz_sizeinbase(t.r, 2) <= GMP_NUMB_BITS * c->order_limbs)
            expect(FAILED, &t, "r + n");
        mpz_set(t.r, c->p);
        expect(FAILED, &t, "r = p");
        mpz_sub(t.r, c->n, r);
        expect(FAILED, &t, "n - r");
        mpz_set(t.r, r);
        t.Q.finite = 0;
        expect(FAILED, &t, "Q at infinity");
        mpz_clears(d, k, e, r, s, NULL);
        claim_clear(&t);
    }
}

/* d = e / r makes u1 G = u2 Q: the last addition is a doubling. d = -e / r makes them opposite. */
Test(verify, equal_and_opposite_summands)
{
    FOR_EACH_CURVE(c)
    {
        struct claim t;
        struct ref_point G, R;
        mpz_t d, k, e;

        claim_init(&t, c);
        mpz_init_set_ui(k, 1234567);
        mpz_init_set_ui(e, 55555);
        mpz_init(d);
        ref_init(&G);
        ref_init(&R);
        ref_base(&G, c);
        ref_mul(&R, k, &G, c);
        mpz_invert(d, R.x, c->n);
        mpz_mul(d, d, e);
        mpz_mod(d, d, c->n);
        sign_plainly(&t, d, k, e);
        expect(DONE, &t, "u1 G = u2 Q");
        mpz_sub(d, c->n, d);
        sign_plainly(&t, d, k, e);
        cr_assert_eq(mpz_sgn(t.s), 0);
        for (unsigned long s = 1; s < 4; s++) {
            mpz_set_ui(t.s, s);
            expect(FAILED, &t, "u1 G = -u2 Q");
        }
        mpz_clears(d, k, e, NULL);
        ref_clear(&G);
        ref_clear(&R);
        claim_clear(&t);
    }
}

/* e = 0 and e = n: u1 = 0. Q = G and Q = -G. e at its largest. */
Test(verify, edge_digests_and_keys)
{
    FOR_EACH_CURVE(c)
    {
        struct claim t;
        mpz_t d[3], k, e[4];

        claim_init(&t, c);
        mpz_init_set_ui(k, 3);
        mpz_init_set_ui(d[0], 1);
        mpz_init(d[1]);
        mpz_sub_ui(d[1], c->n, 1);
        mpz_init_set_ui(d[2], 1000003);
        mpz_init_set_ui(e[0], 0);
        mpz_init_set(e[1], c->n);
        mpz_init(e[2]); /* all ones */
        mpz_setbit(e[2], c->order_bits);
        mpz_sub_ui(e[2], e[2], 1);
        mpz_init_set_ui(e[3], 1);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++) {
                sign_plainly(&t, d[i], k, e[j]);
                expect(DONE, &t, "edge digest, edge key");
                mpz_add_ui(t.r, t.r, 1);
                expect(FAILED, &t, "edge digest, edge key, r + 1");
            }
        mpz_clears(d[0], d[1], d[2], k, e[0], e[1], e[2], e[3], NULL);
        claim_clear(&t);
    }
}

/* The first point with x >= from; y even. */
static void point_from(struct ref_point *R, const mpz_t from, const struct ec_curve *c)
{
    uint8_t octets[1 + EC_MAX_BYTES] = {2};
    struct ec_point P;
    mpz_t x;

    mpz_init_set(x, from);
    for (;; mpz_add_ui(x, x, 1)) {
        cr_assert(mpz_cmp(x, c->p) < 0);
        i2osp(octets + 1, c->bytes, x);
        if (ec_point_from_bytes(&P, octets, 1 + c->bytes, c) == DONE)
            break;
    }
    ref_from_ec(R, &P);
    mpz_clear(x);
}

/* x(R) in [n, p) is compared as x(R) - n; and r + n taken modulo p is not a way to match. */
Test(verify, x_beyond_the_order)
{
    FOR_EACH_CURVE(c)
    {
        struct claim t;
        struct ref_point R;
        mpz_t e, from;

        claim_init(&t, c);
        ref_init(&R);
        mpz_init_set_ui(e, 31337);
        mpz_init(from);
        mpz_add_ui(from, c->n, 1);
        point_from(&R, from, c);
        mpz_sub(t.r, R.x, c->n); /* small */
        mpz_set_ui(t.s, 65537);
        set_e(&t, e);
        solve_key(&t, &R, e);
        expect(DONE, &t, "x(R) >= n");
        mpz_add(t.r, t.r, c->n);
        expect(FAILED, &t, "r = x(R) >= n, not reduced");
        mpz_set_ui(from, 1);
        point_from(&R, from, c);
        mpz_sub(t.r, c->p, c->n);
        mpz_add(t.r, t.r, R.x); /* r + n = x(R) + p */
        solve_key(&t, &R, e);
        expect(FAILED, &t, "r + n = x(R) modulo p alone");
        mpz_set(t.r, R.x);
        solve_key(&t, &R, e);
        expect(DONE, &t, "small x(R), for comparison");
        mpz_clears(e, from, NULL);
        ref_clear(&R);
        claim_clear(&t);
    }
}

/* R with x = 0 (P-256): r would be 0, so nothing matches; infinity must not look like it. */
Test(verify, x_zero)
{
    const struct ec_curve *c = ec_curve(P256);
    struct claim t;
    struct ref_point R;
    mpz_t e, from;

    claim_init(&t, c);
    ref_init(&R);
    mpz_init_set_ui(e, 5);
    mpz_init(from);
    point_from(&R, from, c);
    cr_assert_eq(mpz_sgn(R.x), 0);
    mpz_set_ui(t.r, 9);
    mpz_set_ui(t.s, 11);
    set_e(&t, e);
    solve_key(&t, &R, e);
    expect(FAILED, &t, "x(R) = 0, r = 9");
    mpz_set_ui(t.r, 0);
    expect(FAILED, &t, "x(R) = 0, r = 0");
    ref_set(&t.Q, &R); /* as a key it is as good as any */
    mpz_set_ui(t.r, 9);
    expect(FAILED, &t, "x(Q) = 0, arbitrary signature");
    mpz_clears(e, from, NULL);
    ref_clear(&R);
    claim_clear(&t);
}

static void round_trip(const mpz_t r, const mpz_t s, const struct ec_curve *c)
{
    uint8_t der[ECDSA_MAX_DER + 1] = {0}, fixed[2 * EC_MAX_BYTES];
    mp_limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS], x[EC_MAX_LIMBS], y[EC_MAX_LIMBS];
    const size_t size = c->order_limbs * sizeof(mp_limb_t);
    size_t len;

    limbs_of_mpz(a, r);
    limbs_of_mpz(b, s);
    len = ecdsa_sig_to_der(der, a, b, c);
    cr_assert(len <= ECDSA_MAX_DER);
    cr_assert_eq(ecdsa_sig_from_der(x, y, der, len, c), DONE);
    cr_assert(memcmp(a, x, size) == 0 && memcmp(b, y, size) == 0);
    for (size_t cut = 0; cut < len; cut++) /* truncated after every octet */
        cr_assert_eq(ecdsa_sig_from_der(x, y, der, cut, c), FAILED);
    cr_assert(mpn_zero_p(x, (mp_size_t)c->order_limbs));
    cr_assert_eq(ecdsa_sig_from_der(x, y, der, len + 1, c), FAILED); /* an octet after the end */
    ecdsa_sig_to_fixed(fixed, a, b, c);
    cr_assert_eq(ecdsa_sig_from_fixed(x, y, fixed, 2 * c->order_bytes, c), DONE);
    cr_assert(memcmp(a, x, size) == 0 && memcmp(b, y, size) == 0);
    for (size_t bad = 0; bad < 2 * c->order_bytes; bad++)
        cr_assert_eq(ecdsa_sig_from_fixed(x, y, fixed, bad, c), FAILED);
    cr_assert_eq(ecdsa_sig_from_fixed(x, y, fixed, 2 * c->order_bytes + 1, c), FAILED);
}

Test(signature, forms)
{
    FOR_EACH_CURVE(c)
    {
        mpz_t r, s;

        mpz_inits(r, s, NULL);
        for (unsigned bit = 0; bit < c->order_bits; bit++) {
            mpz_set_ui(r, 0);
            mpz_setbit(r, bit);
            mpz_sub_ui(s, r, bit % 2);
            round_trip(r, s, c);
        }
        mpz_set_ui(r, 0); /* the widest that the form holds; the range is not its business */
        mpz_setbit(r, 8 * c->order_bytes);
        mpz_sub_ui(r, r, 1);
        round_trip(r, r, c);
        mpz_clears(r, s, NULL);
    }
}

/* One octet changed anywhere in the frame, or an INTEGER in any but its shortest form. */
Test(signature, der_refused)
{
    const struct ec_curve *c = ec_curve(P256);
    static const struct {
        const char *hex, *what;
    } bad[] = {
        {"3006020100020100ff", "octet after the end"},
        {"30070201000201000500", "NULL after s, length wrong"},
        {"30080201000201000500", "NULL after s"},
        {"3003020100", "s is not there"},
        {"3000", "empty"},
        {"308106020101020101", "long form of a short length"},
        {"30820006020101020101", "longer form"},
        {"30800201010201010000", "indefinite"},
        {"3106020101020101", "a SET"},
        {"1006020101020101", "primitive"},
        {"300702810101020101", "long form inside"},
        {"300702020001020101", "00 too many in r"},
        {"300702010102020001", "00 too many in s"},
        {"3006020181020101", "r negative"},
        {"3006020101020181", "s negative"},
        {"30050200020101", "r empty"},
        {"30050201010200", "s empty"},
        {"3006030101020101", "r a BIT STRING"},
        {"3084ffffffff020101020101", "length of 4 GiB"},
        {"30880000000000000006020101020101", "length with leading zeros"},
        {"3089010000000000000006020101020101", "length that wraps 64 bits"},
        {"30850100000006020101020101", "length that wraps 32 bits"},
        {"3027022201000000000000000000000000000000000000000000000000000000000000000000020101",
         "r of 34 octets"},
    };
    mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];
    uint8_t octets[64];

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (bad[i].what) {
            size_t len = from_hex(octets, sizeof octets, bad[i].hex);

            cr_assert_eq(ecdsa_sig_from_der(r, s, octets, len, c), FAILED, "%s", bad[i].what);
        }
    cr_assert_eq(ecdsa_sig_from_der(r, s, octets, from_hex(octets, 64, "3006020101020101"), c),
                 DONE);
    cr_assert_eq(ecdsa_sig_from_der(r, s, NULL, 0, c), FAILED);
}
