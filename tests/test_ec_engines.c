/* Every engine's [k]G and [u1]G + [u2]Q on every curve, held against tests/ec_reference.h: edge scalars,
 * random ones, and each pair of tiny curves' elements. */
#include <criterion/criterion.h>
#include <string.h>

#include "ec_reference.h"

static void check_base(const struct ec_group *g, const mpz_t k, const struct ref_point *want)
{
    struct ec_point R, W;
    mp_limb_t limbs[EC_MAX_LIMBS];

    limbs_of_mpz(limbs, k);
    ref_to_ec(&W, want);
    memset(&R, 0xaa, sizeof R);
    cr_assert_eq(g->engine->mul_base(&R, limbs, g->context), DONE);
    cr_assert(same_point(&R, &W), "%s %s: [%s]G", g->engine->step.name, g->curve->name,
              mpz_get_str(NULL, 16, k));
}

/* Whether [u1]G + [u2]Q matches r, as it should by the reference's sum; and r with a bit turned. */
static void check_sum(const struct ec_group *g, const mpz_t u1, const mpz_t u2,
                      const struct ref_point *Q, const struct ref_point *sum)
{
    const struct ec_curve *c = g->curve;
    mp_limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS], r[EC_MAX_LIMBS];
    struct ec_point E;
    enum result want = sum->finite ? DONE : FAILED;
    mpz_t x;

    mpz_init_set_ui(x, 1);
    limbs_of_mpz(a, u1);
    limbs_of_mpz(b, u2);
    ref_to_ec(&E, Q);
    if (sum->finite)
        mpz_mod(x, sum->x, c->n);
    if (mpz_sgn(x) != 0) { /* r = 0 is not asked for */
        limbs_of_mpz(r, x);
        cr_assert_eq(g->engine->mul_check(a, b, &E, r, g->context), want, "%s %s: %s, %s",
                     g->engine->step.name, c->name, mpz_get_str(NULL, 16, u1),
                     mpz_get_str(NULL, 16, u2));
    }
    mpz_add_ui(x, x, 1);
    mpz_mod(x, x, c->n);
    if (mpz_sgn(x) != 0) {
        limbs_of_mpz(r, x);
        cr_assert_eq(g->engine->mul_check(a, b, &E, r, g->context), FAILED);
    }
    mpz_clear(x);
}

/* The slow steps take each seventh of a long list. */
static int slow(const struct ec_engine *engine)
{
    return engine == ec_engines[0] || engine == ec_engines[1] || engine == ec_engines[2];
}

static void powers_of_two(const struct ec_group *g)
{
    const struct ec_curve *c = g->curve;
    struct ref_point P, G, less;
    mpz_t k;

    mpz_init(k);
    ref_init(&P);
    ref_init(&G);
    ref_init(&less);
    ref_base(&G, c);
    ref_base(&P, c);
    for (unsigned i = 0; i < c->order_bits; i++, ref_add(&P, &P, &P, c)) {
        if (slow(g->engine) && i % 37 != 3 && i > 3 && i + 2 < c->order_bits)
            continue;
        mpz_set_ui(k, 0);
        mpz_setbit(k, i);
        check_base(g, k, &P);
        ref_neg(&G, c);
        ref_add(&less, &P, &G, c);
        ref_neg(&G, c);
        mpz_sub_ui(k, k, 1); /* 0, then all ones below bit i */
        check_base(g, k, &less);
    }
    ref_clear(&P);
    ref_clear(&G);
    ref_clear(&less);
    mpz_clear(k);
}

/* 0 .. 40 and n - 40 .. n - 1: all digits of all windows' ends. */
static void small_and_large(const struct ec_group *g)
{
    const struct ec_curve *c = g->curve;
    struct ref_point P, G, minus;
    mpz_t k;

    mpz_init(k);
    ref_init(&P);
    ref_init(&G);
    ref_init(&minus);
    ref_base(&G, c);
    for (unsigned long i = 0; i <= (slow(g->engine) ? 5 : 70); i++, ref_add(&P, &P, &G, c)) {
        mpz_set_ui(k, i);
        check_base(g, k, &P);
        ref_set(&minus, &P);
        ref_neg(&minus, c);
        mpz_sub(k, c->n, k);
        if (i > 0)
            check_base(g, k, &minus);
    }
    ref_clear(&P);
    ref_clear(&G);
    ref_clear(&minus);
    mpz_clear(k);
}

/* Random u1, u2 and Q = [d]G, and each with the extremes; u1 + u2 d = 0 and u1 = u2 d too. */
static void sums(const struct ec_group *g, gmp_randstate_t random)
{
    const struct ec_curve *c = g->curve;
    struct ref_point G, Q, sum;
    mpz_t d, u[9], k;

    ref_init(&G);
    ref_init(&Q);
    ref_init(&sum);
    ref_base(&G, c);
    mpz_init(k);
    mpz_init(d);
    for (int i = 0; i < 9; i++)
        mpz_init(u[i]);
    for (int round = 0; round < 4; round++) {
        mpz_urandomm(d, random, c->n);
        if (round == 1) /* Q = G, then Q = -G */
            mpz_set_ui(d, 1);
        if (round == 2)
            mpz_sub_ui(d, c->n, 1);
        ref_mul(&Q, d, &G, c);
        mpz_set_ui(u[0], 0);
        mpz_set_ui(u[1], 1);
        mpz_set_ui(u[2], 2);
        mpz_sub_ui(u[3], c->n, 1);
        mpz_sub_ui(u[4], c->n, 2);
        mpz_urandomm(u[5], random, c->n);
        mpz_mul(u[6], u[5], d); /* u[6] G = u[5] Q */
        mpz_mod(u[6], u[6], c->n);
        mpz_sub(u[7], c->n, u[6]);
        mpz_mod(u[7], u[7], c->n);
        mpz_rrandomb(u[8], random, c->order_bits - 1); /* long runs of ones and zeros */
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < 9; j++) {
                if (slow(g->engine) && (i + 2 * j + round) % 7 != 0)
                    continue;
                mpz_mul(k, u[j], d);
                mpz_add(k, k, u[i]);
                mpz_mod(k, k, c->n);
                ref_mul(&sum, k, &G, c);
                check_sum(g, u[i], u[j], &Q, &sum);
            }
    }
    for (int i = 0; i < 9; i++)
        mpz_clear(u[i]);
    mpz_clears(d, k, NULL);
    ref_clear(&G);
    ref_clear(&Q);
    ref_clear(&sum);
}

static void random_scalars(const struct ec_group *g, gmp_randstate_t random)
{
    const struct ec_curve *c = g->curve;
    struct ref_point G, P;
    mpz_t k;

    ref_init(&G);
    ref_init(&P);
    ref_base(&G, c);
    mpz_init(k);
    for (int i = 0; i < (slow(g->engine) ? 6 : 60); i++) {
        if (i % 2)
            mpz_rrandomb(k, random, c->order_bits);
        else
            mpz_urandomm(k, random, c->n);
        mpz_mod(k, k, c->n);
        ref_mul(&P, k, &G, c);
        check_base(g, k, &P);
    }
    mpz_clear(k);
    ref_clear(&G);
    ref_clear(&P);
}

/* Modulo n, against GMP, results over either operand. */
static void scalars(const struct ec_group *g, gmp_randstate_t random)
{
    const struct ec_engine *e = g->engine;
    mp_limb_t x[EC_MAX_LIMBS], y[EC_MAX_LIMBS], r[EC_MAX_LIMBS], want[EC_MAX_LIMBS];
    const size_t size = g->curve->order_limbs * sizeof(mp_limb_t);
    mpz_t a, b;

    mpz_inits(a, b, NULL);
    for (int i = 0; i < 400; i++) {
        mpz_rrandomb(a, random, i % 3 ? g->curve->order_bits : 1 + (unsigned)i % 30);
        mpz_urandomm(b, random, g->curve->n);
        if (i < 3)
            mpz_sub_ui(a, g->curve->n, (unsigned long)i + 1);
        if (i == 2)
            mpz_set(b, a);
        mpz_mod(a, a, g->curve->n);
        limbs_of_mpz(x, a);
        limbs_of_mpz(y, b);
        mpz_mul(b, a, b);
        mpz_mod(b, b, g->curve->n);
        limbs_of_mpz(want, b);
        e->sc_mul(r, x, y, g->context);
        cr_assert_eq(memcmp(r, want, size), 0);
        memcpy(r, x, sizeof r);
        e->sc_mul(r, r, y, g->context);
        cr_assert_eq(memcmp(r, want, size), 0);
        memcpy(r, y, sizeof r);
        e->sc_mul(r, x, r, g->context);
        cr_assert_eq(memcmp(r, want, size), 0);
        if (mpz_sgn(a) == 0)
            continue;
        mpz_invert(b, a, g->curve->n);
        limbs_of_mpz(want, b);
        e->sc_inv(r, x, g->context);
        cr_assert_eq(memcmp(r, want, size), 0);
        memcpy(r, x, sizeof r);
        e->sc_inv_vartime(r, r, g->context);
        cr_assert_eq(memcmp(r, want, size), 0);
    }
    mpz_clears(a, b, NULL);
}

static void all_engines(enum curve_id id)
{
    const struct ec_curve *c = ec_curve(id);
    gmp_randstate_t random;
    int opened = 0;

    gmp_randinit_default(random);
    gmp_randseed_ui(random, 20240 + id);
    for (const struct ec_engine *const *e = ec_engines; *e; e++) {
        struct ec_group g;

        if (!curve_has_engine(&g, *e, c))
            continue;
        opened++;
        cr_assert(g.engine->table_bytes(g.context) <= 200 * 1024);
        small_and_large(&g);
        powers_of_two(&g);
        random_scalars(&g, random);
        sums(&g, random);
        scalars(&g, random);
        ec_group_clear(&g);
    }
    cr_assert(opened >= 5);
    gmp_randclear(random);
}

Test(engines, p192)
{
    all_engines(P192);
}

Test(engines, p224)
{
    all_engines(P224);
}

Test(engines, p256)
{
    all_engines(P256);
}

Test(engines, p384)
{
    all_engines(P384);
}

Test(engines, p521)
{
    all_engines(P521);
}
