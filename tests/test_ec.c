/* Curves, points as octets, and every engine's group operations against tests/ec_reference.h. */
#include <criterion/criterion.h>
#include <string.h>

#include "ec_reference.h"

#define NUMBER(x, text)                                                                            \
    mpz_t x;                                                                                       \
    mpz_init_set_str(x, text, 0)

Test(curve, constants)
{
    for (int id = 0; id < CURVE_COUNT; id++) {
        const struct ec_curve *c = ec_curve((enum curve_id)id);
        struct ref_point G, nG;
        struct ec_point P;

        cr_assert_eq(c, ec_curve((enum curve_id)id));
        cr_assert_eq(c, ec_curve_by_name(c->name));
        cr_assert_eq((int)c->id, id);
        cr_assert_eq(c->bits, c->order_bits);
        cr_assert_eq(c->bytes, (c->bits + 7) / 8);
        cr_assert_eq(c->limbs, (c->bits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS);
        cr_assert(mpz_probab_prime_p(c->p, 30) && mpz_probab_prime_p(c->n, 30));
        ref_init(&G);
        ref_init(&nG);
        ref_base(&G, c);
        ref_to_ec(&P, &G);
        cr_assert_eq(ec_point_validate(&P, c), DONE);
        ref_mul(&nG, c->n, &G, c);
        cr_assert_not(nG.finite, "n G is infinity on %s", c->name);
        ref_clear(&G);
        ref_clear(&nG);
    }
    cr_assert_eq(ec_curve_by_name("secp256r1"), ec_curve(P256));
    cr_assert_eq(ec_curve_by_name("prime256v1"), ec_curve(P256));
    cr_assert_eq(ec_curve_by_name("p521"), ec_curve(P521));
    cr_assert_null(ec_curve_by_name("secp256k1"));
    cr_assert_null(ec_curve_by_name(""));
    cr_assert_null(ec_curve(CURVE_COUNT));
}

Test(curve, own_curves_refused)
{
    struct ec_curve c;
    NUMBER(zero, "0");
    NUMBER(three, "3");
    NUMBER(p, "23");
    NUMBER(even, "22");
    NUMBER(b, "1");
    NUMBER(x, "1");
    NUMBER(n, "29");
    NUMBER(huge, "0");
    mpz_t y;

    /* x = 3: y^2 = 27 - 9 + b; with b = 5, y^2 = 23 = 0; with b = 6, y = 1. */
    mpz_set_ui(x, 3);
    mpz_set_ui(b, 6);
    mpz_init_set_ui(y, 1);
    cr_assert_eq(ec_curve_make(&c, "toy", p, b, n, x, y), DONE);
    cr_assert(c.bits == 5 && c.order_bits == 5 && c.bytes == 1 && c.limbs == 1);
    ec_curve_clear(&c);
    mpz_setbit(huge, EC_MAX_BITS);
    mpz_add_ui(huge, huge, 1);
    cr_assert_eq(ec_curve_make(&c, "toy", even, b, n, x, y), FAILED);
    cr_assert_eq(ec_curve_make(&c, "toy", three, b, n, x, y), FAILED);
    cr_assert_eq(ec_curve_make(&c, "toy", huge, b, n, x, y), FAILED);
    cr_assert_eq(ec_curve_make(&c, "toy", p, zero, n, x, y), FAILED);
    cr_assert_eq(ec_curve_make(&c, "toy", p, p, n, x, y), FAILED);
    cr_assert_eq(ec_curve_make(&c, "toy", p, b, zero, x, y), FAILED);
    mpz_set_ui(b, 2); /* y^2 = (x - 1)^2 (x + 2): singular, though (2, 2) satisfies it */
    mpz_set_ui(x, 2);
    mpz_set_ui(y, 2);
    cr_assert_eq(ec_curve_make(&c, "toy", p, b, n, x, y), FAILED);
    mpz_set_ui(b, 6);
    mpz_set_ui(x, 3);
    mpz_set_ui(y, 1);
    cr_assert_eq(ec_curve_make(&c, "toy", p, b, even, x, y), FAILED);
    cr_assert_eq(ec_curve_make(&c, "toy", p, b, huge, x, y), FAILED);
    cr_assert_eq(ec_curve_make(&c, "toy", p, b, n, y, y), FAILED);
    mpz_clears(zero, three, p, even, b, x, n, huge, y, NULL);
}

/* Octets -> point -> octets, both forms, and every lead byte that is neither. */
static void round_trip(const struct ec_point *P, const struct ec_curve *c)
{
    uint8_t octets[1 + 2 * EC_MAX_BYTES], again[1 + 2 * EC_MAX_BYTES];
    struct ec_point Q;
    size_t len;

    for (int compressed = 0; compressed < 2; compressed++) {
        len = ec_point_to_bytes(octets, P, compressed, c);
        cr_assert_eq(len, 1 + (size_t)(2 - compressed) * c->bytes);
        cr_assert_eq(ec_point_from_bytes(&Q, octets, len, c), DONE);
        cr_assert(same_point(P, &Q));
        for (unsigned lead = 0; lead < 256; lead++) {
            enum result want = lead == octets[0] || (compressed && lead == (octets[0] ^ 1u));

            memcpy(again, octets, len);
            again[0] = (uint8_t)lead; /* 06 and 07, the hybrid forms, among them */
            cr_assert_eq(ec_point_from_bytes(&Q, again, len, c), want, "lead %02x", lead);
            cr_assert_eq(Q.infinity, want != DONE);
        }
        for (size_t cut = 0; cut < len; cut++)
            cr_assert_eq(ec_point_from_bytes(&Q, octets, cut, c), FAILED);
        cr_assert_eq(ec_point_from_bytes(&Q, octets, len + 1, c), FAILED);
    }
    len = ec_point_to_bytes(octets, P, 0, c);
    octets[len - 1] ^= 1; /* (x, y +- 1) */
    cr_assert_eq(ec_point_from_bytes(&Q, octets, len, c), FAILED);
}

Test(point, octets)
{
    for (int id = 0; id < CURVE_COUNT; id++) {
        const struct ec_curve *c = ec_curve((enum curve_id)id);
        struct ref_point G, P;
        struct ec_point E;

        ref_init(&G);
        ref_init(&P);
        ref_base(&G, c);
        for (int i = 0; i < 20; i++) {
            ref_add(&P, &P, &G, c);
            ref_to_ec(&E, &P);
            round_trip(&E, c);
            ref_neg(&P, c);
            ref_to_ec(&E, &P);
            round_trip(&E, c);
            ref_neg(&P, c);
        }
        ref_clear(&G);
        ref_clear(&P);
    }
}

Test(point, infinity)
{
    const struct ec_curve *c = ec_curve(P256);
    struct ec_point P;
    uint8_t octets[65] = {0};

    cr_assert_eq(ec_point_from_bytes(&P, octets, 1, c), DONE); /* SEC 1 2.3.4 step 1 */
    cr_assert(P.infinity);
    cr_assert_eq(ec_point_validate(&P, c), FAILED);
    cr_assert_eq(ec_point_to_bytes(octets, &P, 0, c), 1);
    cr_assert_eq(octets[0], 0);
    cr_assert_eq(ec_point_from_bytes(&P, octets, 0, c), FAILED);
    octets[0] = 4; /* (0, 0) is not a way to write it */
    cr_assert_eq(ec_point_from_bytes(&P, octets, 65, c), FAILED);
    P.infinity = 0;
    memset(P.x, 0, sizeof P.x);
    memset(P.y, 0, sizeof P.y);
    cr_assert_eq(ec_point_validate(&P, c), FAILED);
}

/* Coordinates written as p + x or p + y, where they fit the octets; (p, p), all ones. */
Test(point, coordinates_not_below_p)
{
    for (int id = 0; id < CURVE_COUNT; id++) {
        const struct ec_curve *c = ec_curve((enum curve_id)id);
        uint8_t octets[1 + 2 * EC_MAX_BYTES];
        struct ec_point P;
        mpz_t x;
        int tried = 0;

        mpz_init(x);
        octets[0] = 2;
        for (unsigned long i = 0; i < 40; i++) { /* x = i and x = p + i: the same residue */
            mpz_set_ui(x, i);
            i2osp(octets + 1, c->bytes, x);
            if (ec_point_from_bytes(&P, octets, 1 + c->bytes, c) != DONE)
                continue;
            mpz_add(x, x, c->p);
            if (i2osp(octets + 1, c->bytes, x) != DONE)
                continue;
            cr_assert_eq(ec_point_from_bytes(&P, octets, 1 + c->bytes, c), FAILED);
            octets[0] = 4;
            limbs2os(octets + 1 + c->bytes, c->bytes, P.y, c->limbs);
            cr_assert_eq(ec_point_from_bytes(&P, octets, 1 + 2 * c->bytes, c), FAILED);
            octets[0] = 2;
            tried++;
        }
        cr_assert(tried > 5, "%s: some small x is on the curve", c->name);
        octets[0] = 4;
        i2osp(octets + 1, c->bytes, c->p);
        i2osp(octets + 1 + c->bytes, c->bytes, c->p);
        cr_assert_eq(ec_point_from_bytes(&P, octets, 1 + 2 * c->bytes, c), FAILED);
        memset(octets + 1, 0xff, 2 * c->bytes);
        cr_assert_eq(ec_point_from_bytes(&P, octets, 1 + 2 * c->bytes, c), FAILED);
        mpz_clear(x);
    }
}

/* About half of all x have no y; and those that have one give it, with both parities. */
Test(point, compressed_roots)
{
    for (int id = 0; id < CURVE_COUNT; id++) {
        const struct ec_curve *c = ec_curve((enum curve_id)id);
        uint8_t octets[1 + EC_MAX_BYTES];
        struct ec_point P, Q;
        int roots = 0;
        mpz_t x, right;

        mpz_inits(x, right, NULL);
        for (unsigned long i = 0; i < 200; i++) {
            int square;

            mpz_set_ui(x, i);
            mpz_pow_ui(right, x, 3);
            mpz_submul_ui(right, x, 3);
            mpz_add(right, right, c->b);
            square = mpz_legendre(right, c->p) >= 0;
            i2osp(octets + 1, c->bytes, x);
            octets[0] = 2;
            cr_assert_eq(ec_point_from_bytes(&P, octets, 1 + c->bytes, c), square);
            octets[0] = 3;
            cr_assert_eq(ec_point_from_bytes(&Q, octets, 1 + c->bytes, c), square);
            if (square) {
                cr_assert(ec_point_validate(&P, c) == DONE && ec_point_validate(&Q, c) == DONE);
                cr_assert((P.y[0] & 1) == 0 && (Q.y[0] & 1) == 1);
                cr_assert_eq(memcmp(P.x, Q.x, sizeof P.x), 0);
            }
            roots += square;
        }
        cr_assert(roots > 60 && roots < 140);
        mpz_clears(x, right, NULL);
    }
}

/* x = 0 is on P-256: b is a square there. */
Test(point, x_zero_on_p256)
{
    const struct ec_curve *c = ec_curve(P256);
    uint8_t octets[65] = {2};
    struct ec_point P;

    cr_assert_eq(ec_point_from_bytes(&P, octets, 33, c), DONE);
    cr_assert(mpn_zero_p(P.x, EC_MAX_LIMBS) && !P.infinity);
    round_trip(&P, c);
}
