/* Stated costs against counted runs over GMP's numbers: each formula's record, [k]G and [u1]G + [u2]Q by their closed
 * forms (counts_ec.h), and the tables' bytes. */
#include "counts_ec.h"

static enum count_op op_named(const char *name)
{
    for (int op = 0; op < OP_COUNT; op++)
        if (strcmp(count_name((enum count_op)op), name) == 0)
            return (enum count_op)op;
    cr_assert_fail("no counter is named %s", name);
    return OP_COUNT;
}

/* Five runs of a unit cost five times what its record says, and count themselves five times. */
static void check_cost(const struct cost *cost, const struct ec_group *g)
{
    const struct step *step = &g->engine->step;
    const enum count_op op = op_named(cost->name);
    uint64_t before[OP_COUNT];

    for (const struct unit *u = step->units; u->run; u++) {
        if (u->op != op)
            continue;
        reset();
        u->run(g->context, 0);
        memcpy(before, op_count, sizeof before);
        reset();
        u->run(g->context, 5);
        cr_assert_eq(counted(op) - before[op], 5);
        cr_assert_eq(counted(OP_FE_MUL) - before[OP_FE_MUL], 5 * cost->mul, "%s %s", step->name,
                     cost->name);
        cr_assert_eq(counted(OP_FE_SQR) - before[OP_FE_SQR], 5 * cost->sqr);
        cr_assert_eq(counted(OP_FE_ADD) - before[OP_FE_ADD], 5 * cost->add, "%s %s: %lu adds",
                     step->name, cost->name, (counted(OP_FE_ADD) - before[OP_FE_ADD]) / 5);
        cr_assert_eq(counted(OP_FE_INV) - before[OP_FE_INV], 5 * cost->inv);
        return;
    }
    cr_assert_fail("%s has no unit for %s", step->name, cost->name);
}

Test(counts_ec, formulas)
{
    FOR_EACH_CURVE(c)
    for (int i = 0; i < GMP_STEPS; i++) {
        struct ec_group g;

        open_step(&g, i, c);
        for (const struct cost *cost = g.engine->step.costs; cost->name; cost++)
            check_cost(cost, &g);
        for (const struct unit *u = g.engine->step.units; u->run; u++) {
            uint64_t before;

            reset();
            u->run(g.context, 0);
            before = counted(u->op);
            reset();
            u->run(g.context, 3);
            cr_assert_eq(counted(u->op) - before, 3, "%s: %s", g.engine->step.name,
                         count_name(u->op));
        }
        ec_group_clear(&g);
    }
}

static void count_base(int step, const struct ec_curve *c, const mpz_t k)
{
    struct tally want = {{0}};
    struct ec_group g;
    struct ec_point R;
    mp_limb_t limbs[EC_MAX_LIMBS];

    open_step(&g, step, c);
    limbs_of_mpz(limbs, k);
    add_base(&want, step, c, k);
    reset();
    g.engine->mul_base(&R, limbs, g.context);
    expect_tally(&want, &g.engine->step, c, "mul_base");
    ec_group_clear(&g);
}

static void count_check(int step, const struct ec_curve *c, const mpz_t u1, const mpz_t u2)
{
    struct tally want = {{0}};
    struct ec_group g;
    struct ec_point Q = {.infinity = 0};
    mp_limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS], r[EC_MAX_LIMBS];
    mpz_t x;

    mpz_init(x);
    open_step(&g, step, c);
    limbs_of_mpz(a, u1);
    g.engine->mul_base(&Q, a, g.context); /* any point but G: Q = [u1]G */
    limbs_of_mpz(b, u2);
    mpz_sub_ui(x, c->n, 1); /* r with r + n >= p: one comparison */
    limbs_of_mpz(r, x);
    add_check(&want, step, c, u1, u2);
    reset();
    cr_assert_eq(g.engine->mul_check(a, b, &Q, r, g.context), FAILED);
    expect_tally(&want, &g.engine->step, c, "mul_check");
    ec_group_clear(&g);
    mpz_clear(x);
}

Test(counts_ec, scalar_multiplications)
{
    gmp_randstate_t random;
    mpz_t k, u;

    gmp_randinit_default(random);
    mpz_inits(k, u, NULL);
    FOR_EACH_CURVE(c)
    for (int i = 0; i < GMP_STEPS; i++)
        for (int round = 0; round < 4; round++) {
            mpz_urandomm(k, random, c->n);
            mpz_urandomm(u, random, c->n);
            if (round == 3) {
                mpz_sub_ui(k, c->n, 1);
                mpz_set_ui(u, 3);
            }
            count_base(i, c, k);
            if (round == 3)
                mpz_urandomm(k, random, c->n);
            count_check(i, c, k, u);
        }
    mpz_clears(k, u, NULL);
    gmp_randclear(random);
}

/* Tables: none; 8 Jacobian points; rows of 2^(w-1) affine points and 32 odd multiples of G. */
Test(counts_ec, table_bytes)
{
    static const unsigned width[CURVE_COUNT] = {7, 7, 7, 6, 4};

    FOR_EACH_CURVE(c)
    {
        const size_t element = c->limbs * sizeof(mp_limb_t);
        const size_t want[GMP_STEPS] = {0, 0, 8 * 3 * element, 8 * 3 * element,
                                        comb_bytes(c, width[c->id])};

        cr_assert_eq(comb_width(c), width[c->id]);
        for (int i = 0; i < GMP_STEPS; i++) {
            struct ec_group g;

            open_step(&g, i, c);
            cr_assert_eq(g.engine->table_bytes(g.context), want[i]);
            cr_assert(want[i] <= 200 * 1024);
            ec_group_clear(&g);
        }
    }
}
