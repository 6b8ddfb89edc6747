/* The limb engines' stated costs against counted runs: each formula's record, kernels in limb
 * products, and [k]G and [u1]G + [u2]Q by their closed forms (counts_ec_limbs.h), for each curve with
 * each set of kernels that this machine runs. */
#include "counts_ec_limbs.h"
#include "limbs_reference.h"

static void run(const struct kernel *k, enum count_op op, unsigned long times)
{
    reset();
    k->ops->run(op, times);
}

Test(counts_ec_limbs, formulas)
{
    static const struct {
        const char *name;
        enum count_op op;
    } names[] = {{"point_double", OP_POINT_DOUBLE},
                 {"point_madd", OP_POINT_MADD},
                 {"point_add", OP_POINT_ADD}};

    FOR_EACH_KERNEL(k)
    for (int i = 0; i < 3; i++) {
        const struct cost *cost = k.engine->step.costs;

        while (cost->name && strcmp(cost->name, names[i].name) != 0)
            cost++;
        cr_assert(cost->name);
        run(&k, names[i].op, 5);
        cr_assert_eq(counted(names[i].op), 5);
        cr_assert_eq(counted(OP_FE_MUL), 5 * cost->mul, "%s %s", k.name, cost->name);
        cr_assert_eq(counted(OP_FE_SQR), 5 * cost->sqr, "%s %s", k.name, cost->name);
        cr_assert_eq(counted(OP_FE_ADD), 5 * cost->add, "%s %s: %lu", k.name, cost->name,
                     counted(OP_FE_ADD));
        cr_assert_eq(counted(OP_FE_INV), 5 * cost->inv);
    }
}

Test(counts_ec_limbs, kernels)
{
    FOR_EACH_KERNEL(k)
    {
        const struct ec_curve *c = k.curve;

        for (const struct unit *u = k.engine->step.units; u->run; u++) {
            reset();
            u->run(k.ops, 3);
            cr_assert_eq(counted(u->op), 3, "%s %s", k.name, count_name(u->op));
        }
        run(&k, OP_FE_MUL, 4);
        cr_assert_eq(counted(OP_LIMB_MUL), 4 * limbs_mul(c));
        run(&k, OP_FE_SQR, 4);
        cr_assert_eq(counted(OP_LIMB_MUL), 4 * limbs_sqr(c));
        run(&k, OP_FE_INV, 4);
        cr_assert_eq(counted(OP_LIMB_MUL),
                     4 * (inversion(c->p, c) + (k.ops->mont ? limbs_mul(c) : 0)), "%s: %lu", k.name,
                     counted(OP_LIMB_MUL));
        cr_assert_eq(counted(OP_FE_MUL), 0);
        run(&k, OP_SC_INV, 4);
        cr_assert_eq(counted(OP_LIMB_MUL), 4 * inversion(c->n, c));
        run(&k, OP_SC_MUL, 4);
        cr_assert_eq(counted(OP_LIMB_MUL), 4 * limbs_sc_mul(c));
    }
}

/* The shapes that the closed forms start from are those of the tables. */
Test(counts_ec_limbs, shapes)
{
    FOR_EACH_KERNEL(k)
    {
        const struct limbs_form form = limbs_form(k.curve);
        const unsigned windows = (k.curve->order_bits + form.window - 1) / form.window;
        const size_t rows = (windows + form.comb - 1) / form.comb;

        cr_assert_eq(k.ops->window, form.window);
        cr_assert_eq(k.ops->comb, form.comb);
        cr_assert_eq(k.ops->windows, windows);
        cr_assert_eq(k.ops->naf_width, form.naf);
        cr_assert_eq(k.ops->words, limbs_words(k.curve));
        cr_assert_eq(k.ops->mont != 0, limbs_montgomery(k.curve));
        cr_assert_eq(k.ops->table_bytes,
                     ((rows << (form.window - 1)) + ((size_t)1 << (form.naf - 2))) * 2 *
                         limbs_words(k.curve) * 8);
        cr_assert_leq(k.ops->table_bytes, (size_t)200 * 1024);
    }
}

/* The same for every scalar, 0 and 1 too. */
static void count_base(const struct kernel *k, const mpz_t scalar)
{
    struct tally want = {{0}};
    mp_limb_t limbs[EC_MAX_LIMBS];
    struct ec_point R;

    limbs_of_mpz(limbs, scalar);
    limbs_add_base(&want, k->curve);
    reset();
    k->engine->mul_base(&R, limbs, k->ops);
    expect_tally(&want, &k->engine->step, k->curve, "mul_base");
}

static void count_check(const struct kernel *k, const mpz_t u1, const mpz_t u2)
{
    mp_limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS], r[EC_MAX_LIMBS];
    struct tally want = {{0}};
    struct ec_point Q;
    mpz_t t;

    mpz_init(t);
    limbs_of_mpz(a, u1);
    limbs_of_mpz(b, u2);
    k->engine->mul_base(&Q, a, k->ops);
    limbs_add_check(&want, k->curve, u1, u2, &Q);
    mpz_sub_ui(t, k->curve->n, 1); /* r + n >= p: one comparison */
    limbs_of_mpz(r, t);
    reset();
    cr_assert_eq(k->engine->mul_check(a, b, &Q, r, k->ops), FAILED);
    expect_tally(&want, &k->engine->step, k->curve, "mul_check");
    mpz_clear(t);
}

/* The inversion of a public number: 1, 2, m - 1, powers of 2, random ones. */
Test(counts_ec_limbs, inversions_of_public_numbers)
{
    gmp_randstate_t random;
    mpz_t a;

    gmp_randinit_default(random);
    mpz_init(a);
    FOR_EACH_KERNEL(k)
    for (unsigned i = 0; i < 40; i++) {
        const struct ec_curve *c = k.curve;
        mp_limb_t limbs[EC_MAX_LIMBS];

        mpz_set_ui(a, i + 1);
        if (i == 2)
            mpz_sub_ui(a, c->n, 1);
        else if (i > 2 && i < 10)
            mpz_mul_2exp(a, a, i * (c->bits - 5) / 10);
        else if (i >= 10)
            mpz_urandomm(a, random, c->n);
        limbs_of_mpz(limbs, a);
        reset();
        k.engine->sc_inv_vartime(limbs, limbs, k.ops);
        cr_assert_eq(counted(OP_SC_INV), 1);
        cr_assert_eq(counted(OP_LIMB_MUL), inversion_vartime(a, c->n, c), "%s: %u", k.name, i);
    }
    mpz_clear(a);
    gmp_randclear(random);
}

Test(counts_ec_limbs, scalar_multiplications)
{
    gmp_randstate_t random;
    mpz_t s, u;

    gmp_randinit_default(random);
    mpz_inits(s, u, NULL);
    FOR_EACH_KERNEL(k)
    for (unsigned i = 0; i < 10; i++) {
        mpz_set_ui(s, i / 2);
        if (i > 3)
            mpz_urandomm(s, random, k.curve->n);
        count_base(&k, s);
        mpz_urandomm(s, random, k.curve->n);
        mpz_urandomm(u, random, k.curve->n);
        count_check(&k, s, u);
    }
    mpz_clears(s, u, NULL);
    gmp_randclear(random);
}
