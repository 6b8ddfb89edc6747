/* What the engines take on trust, and what their callers may rely on: orders that are not the base point's, points of
 * order 2, engines that fail, curves that a step does not have, r just above what any x is. */
#include <criterion/criterion.h>
#include <string.h>

#include "ec/engines.h"
#include "ec/limbs.h"
#include "tests/ec_reference.h"
#include "tests/test_rng.h"

/* y^2 = x^3 - 3x + b modulo p with the base point (x, y) and the claimed order n. */
static void make(struct ec_curve *curve, const long numbers[5])
{
    mpz_t z[5];

    for (int i = 0; i < 5; i++)
        mpz_init_set_si(z[i], numbers[i]);
    cr_assert_eq(ec_curve_make(curve, "trusted", z[0], z[1], z[4], z[2], z[3]), DONE);
    for (int i = 0; i < 5; i++)
        mpz_clear(z[i]);
}

/* The multiples of G, from 0 on, up to `most`; their number is G's order, or 0 where that is larger. */
struct multiples {
    struct ec_point point[16];
    long order;
};

static void make_multiples(struct multiples *m, long most, const struct ec_curve *c)
{
    struct ref_point G, sum;
    long n = 0;

    ref_init(&G);
    ref_init(&sum);
    ref_base(&G, c);
    do {
        ref_to_ec(&m->point[n++], &sum);
        ref_add(&sum, &sum, &G, c);
    } while (sum.finite && n < most);
    m->order = sum.finite ? 0 : n;
    ref_clear(&G);
    ref_clear(&sum);
}

static void expect_multiple(const struct ec_group *g, long k, const struct multiples *m)
{
    mp_limb_t limbs[EC_MAX_LIMBS] = {(mp_limb_t)k};
    struct ec_point R;

    cr_assert_eq(g->engine->mul_base(&R, limbs, g->context), DONE);
    cr_assert(same_point(&R, &m->point[k % m->order]), "%s: [%ld]G modulo %ld",
              g->engine->step.name, k, mpz_get_si(g->curve->p));
}

/* [u1]G + [u2]G, against the x that it has and one that it has not. */
static void expect_sums(const struct ec_group *g, long n, long step, const struct multiples *m)
{
    for (long u1 = 0; u1 < n; u1 += step)
        for (long u2 = 0; u2 < n; u2 += step) {
            mp_limb_t a[EC_MAX_LIMBS] = {(mp_limb_t)u1}, b[EC_MAX_LIMBS] = {(mp_limb_t)u2};
            const struct ec_point *want = &m->point[(u1 + u2) % m->order];
            const long x = want->infinity ? 0 : (long)want->x[0] % n;

            for (long r = x > 1 ? x - 1 : 1; r < n && r <= x + 1; r++) {
                mp_limb_t rl[EC_MAX_LIMBS] = {(mp_limb_t)r};

                cr_assert_eq(g->engine->mul_check(a, b, &m->point[1], rl, g->context),
                             !want->infinity && x == r ? DONE : FAILED,
                             "%s p=%ld: u1=%ld u2=%ld r=%ld", g->engine->step.name,
                             mpz_get_si(g->curve->p), u1, u2, r);
            }
        }
}

/* Base points of small odd order with a larger claimed one: the group law is right all the same, and the tables have
 * infinity in many places. */
Test(curve_trust, base_points_of_small_order)
{
    unsigned seen = 0;

    for (long p = 11; p < 48; p += p % 12 == 11 ? 12 : 1) /* 11, 23, 35, 47 */
        for (long b = 1; p != 35 && b < p; b++)
            for (long x = 0; x < p; x++)
                for (long y = 1; y < p; y++) {
                    struct ec_curve c;
                    struct multiples m;

                    if (b == 2 || b == p - 2 || (y * y - (x * x * x - 3 * x + b)) % p != 0)
                        continue;
                    make(&c, (long[]){p, b, x, y, 251});
                    make_multiples(&m, 12, &c);
                    if (m.order % 2 == 1 && seen++ % 12 == 0)
                        for (size_t i = 0; ec_engines[i]; i++) {
                            struct ec_group g;

                            if (ec_group_init(&g, ec_engines[i], &c) != DONE)
                                continue;
                            for (long k = 0; k < 251; k++)
                                expect_multiple(&g, k, &m);
                            expect_sums(&g, 251, 23, &m);
                            ec_group_clear(&g);
                        }
                    ec_curve_clear(&c);
                }
    cr_assert_gt(seen, 30);
}

/* (x, 0) is its own opposite, and doublings of it are infinity; of order 4 likewise one step later. Where additions take
 * p - y, y = 0 does not occur: those of mixed coordinates are asked for sums of positive multiples alone. */
Test(curve_trust, points_of_order_two_and_four)
{
    unsigned seen[5] = {0};

    for (long p = 11; p < 24; p += 6) /* 11, 17, 23 */
        for (long b = 1; b < p; b++)
            for (long x = 0; x < p; x++)
                for (long y = 0; y < p; y++) {
                    struct ec_curve c;
                    struct multiples m;

                    if (b == 2 || b == p - 2 || (y * y - (x * x * x - 3 * x + b)) % p != 0)
                        continue;
                    make(&c, (long[]){p, b, x, y, 127});
                    make_multiples(&m, 5, &c);
                    if ((m.order == 2 || m.order == 4) && seen[m.order]++ < 8)
                        for (size_t i = 0; ec_engines[i]; i++) {
                            struct ec_group g;

                            if (ec_group_init(&g, ec_engines[i], &c) != DONE)
                                continue;
                            for (long k = 0; k < 64; k++)
                                expect_multiple(&g, k, &m);
                            if (ec_engines[i] != &ec_engine_comb)
                                expect_sums(&g, 127, 11, &m);
                            ec_group_clear(&g);
                        }
                    ec_curve_clear(&c);
                }
    cr_assert(seen[2] > 0 && seen[4] > 0, "%u %u", seen[2], seen[4]);
}

static enum result no_memory(struct ec_point *R, const mp_limb_t *k, const void *context)
{
    (void)k, (void)context;
    memset(R, 0x55, sizeof *R);
    return FAILED;
}

static enum result to_infinity(struct ec_point *R, const mp_limb_t *k, const void *context)
{
    (void)k, (void)context;
    memset(R, 0, sizeof *R);
    R->infinity = 1;
    return DONE;
}

/* An engine may say FAILED, as its contract has it, or give infinity: no key and no signature comes of it, and nothing
 * that looks like one is left. */
Test(curve_trust, engines_that_fail)
{
    const struct ec_curve *c = ec_curve(P256);
    const mp_size_t n = (mp_size_t)c->order_limbs;
    mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS], k[EC_MAX_LIMBS] = {5};
    const uint8_t d = 77, digest[32] = {1};
    struct test_rng rng = test_rng_new(71);
    struct ec_group good, g;
    struct ec_engine failing;
    struct ec_key key;

    cr_assert_eq(ec_group_init(&good, ec_engines[0], c), DONE);
    failing = *ec_engines[0];
    g = good;
    g.engine = &failing;
    for (int i = 0; i < 2; i++) {
        failing.mul_base = i == 0 ? no_memory : to_infinity;
        memset(&key, 0x55, sizeof key);
        cr_assert_eq(ec_keygen(&key, &g, &rng.rng), FAILED);
        cr_assert(!key.has_d && key.Q.infinity && mpn_zero_p(key.d, n) && mpn_zero_p(key.Q.x, n));
        memset(&key, 0x55, sizeof key);
        cr_assert_eq(ec_key_from_scalar(&key, &d, 1, &g), FAILED);
        cr_assert(!key.has_d && key.Q.infinity && mpn_zero_p(key.d, n) && mpn_zero_p(key.Q.x, n));
        cr_assert_eq(ec_key_from_scalar(&key, &d, 1, &good), DONE);
        memset(r, 0x55, sizeof r);
        memset(s, 0x55, sizeof s);
        cr_assert_eq(ecdsa_sign(r, s, &key, SHA256, "m", 1, &g), FAILED);
        cr_assert(mpn_zero_p(r, n) && mpn_zero_p(s, n), "r would be 0 for every nonce");
        memset(r, 0x55, sizeof r);
        memset(s, 0x55, sizeof s);
        cr_assert_eq(ecdsa_sign_with_nonce(r, s, &key, k, digest, sizeof digest, &g), FAILED);
        cr_assert(mpn_zero_p(r, n) && mpn_zero_p(s, n));
    }
    ec_group_clear(&good);
}

/* Steps of own limbs do P-256, P-384 and P-521, the narrow one too, which is on no list; what they do not do is said. */
Test(curve_trust, curves_of_the_limb_engines)
{
    const struct ec_engine *const engines[] = {&ec_engine_limbs, &ec_engine_limbs_narrow,
                                               &ec_engine_adx};
    const uint8_t d[2] = {0x12, 0x34};

    for (size_t i = 0; i < 3; i++)
        for (int id = 0; id < CURVE_COUNT; id++) {
            const struct ec_curve *c = ec_curve((enum curve_id)id);
            const int has = id >= P256 && !step_missing(&engines[i]->step);
            mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS], r2[EC_MAX_LIMBS], s2[EC_MAX_LIMBS];
            struct ec_group g, plain;
            struct ec_key key;

            cr_assert_eq(ec_group_init(&g, engines[i], c), has ? DONE : FAILED);
            cr_assert_eq(g.context != NULL, has);
            if (id < P256)
                cr_assert_null(limbs_ops_of(engines[i], (enum curve_id)id));
            if (has) {
                cr_assert_eq(g.context, limbs_ops_of(engines[i], (enum curve_id)id));
                /* none of its units: returns at once */
                limbs_ops_of(engines[i], (enum curve_id)id)->run(OP_CANDIDATE, ~0ul);
                cr_assert_eq(ec_group_init(&plain, ec_engines[0], c), DONE);
                cr_assert_eq(ec_key_from_scalar(&key, d, 2, &g), DONE);
                cr_assert_eq(ecdsa_sign(r, s, &key, SHA512, "m", 1, &g), DONE);
                cr_assert_eq(ecdsa_verify(r, s, &key.Q, SHA512, "m", 1, &plain), DONE);
                cr_assert_eq(ecdsa_sign(r2, s2, &key, SHA512, "m", 1, &plain), DONE);
                cr_assert_eq(ecdsa_verify(r2, s2, &key.Q, SHA512, "m", 1, &g), DONE);
                cr_assert(mpn_cmp(r, r2, (mp_size_t)c->order_limbs) == 0 &&
                          mpn_cmp(s, s2, (mp_size_t)c->order_limbs) == 0);
                ec_group_clear(&plain);
            }
            ec_group_clear(&g);
            cr_assert_null(g.context);
            ec_group_clear(&g);
        }
    cr_assert_null(limbs_ops_of(ec_engines[0], P256), "no limbs there");
}

/* r = p - n: r + n is p itself, no x; one less would be an x, one more is past p. Each is a claim like any other. */
Test(curve_trust, r_where_the_order_meets_the_prime)
{
    const uint8_t digest[EC_MAX_BYTES] = {9}, d = 3;

    for (int id = 0; id < CURVE_COUNT; id++)
        for (size_t i = 0; ec_engines[i]; i++) {
            const struct ec_curve *c = ec_curve((enum curve_id)id);
            mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS] = {1};
            struct ec_group g;
            struct ec_key key;
            mpz_t t;

            if (ec_group_init(&g, ec_engines[i], c) != DONE)
                continue;
            mpz_init(t);
            mpz_sub(t, c->p, c->n);
            if (mpz_sgn(t) < 0) /* P-192 and P-224 may have n above p */
                mpz_add(t, t, c->n);
            cr_assert_eq(ec_key_from_scalar(&key, &d, 1, &g), DONE);
            for (int add = -1; add < 2; add++) {
                limbs_of_mpz(r, t);
                if (add < 0)
                    mpn_sub_1(r, r, EC_MAX_LIMBS, 1);
                if (add > 0)
                    mpn_add_1(r, r, EC_MAX_LIMBS, 1);
                cr_assert_eq(ecdsa_verify_digest(r, s, &key.Q, digest, c->order_bytes, &g), FAILED,
                             "%s on %s", ec_engines[i]->step.name, c->name);
            }
            mpz_clear(t);
            ec_group_clear(&g);
        }
}

/* The timers' scalar is y of the base point modulo n; where that is 0 they take another and divide by none. */
Test(curve_trust, units_where_y_is_a_multiple_of_the_order)
{
    struct multiples m;
    struct ec_curve c;

    /* modulo 23: (3, 1) with b = 6 has its opposite (3, 22); the claimed order 11 divides 22 */
    make(&c, (long[]){23, 6, 3, 22, 11});
    make_multiples(&m, 16, &c);
    cr_assert_gt(m.order, 2);
    for (size_t i = 0; ec_engines[i]; i++) {
        struct ec_group g;

        if (ec_group_init(&g, ec_engines[i], &c) != DONE)
            continue;
        for (const struct unit *u = ec_engines[i]->step.units; u && u->run; u++)
            u->run(g.context, 5);
        for (long k = 0; k < 11; k++)
            expect_multiple(&g, k, &m);
        ec_group_clear(&g);
    }
    ec_curve_clear(&c);
}
