/* The limb engines' stated costs against counted runs: each formula's record, kernels in limb
 * products, and whole operations' closed forms, for each curve with each set of kernels that this
 * machine runs. */
#include "limbs_reference.h"

static uint64_t counted(enum count_op op)
{
    return op_count[op];
}

static void reset(void)
{
    memset(op_count, 0, sizeof op_count);
}

/* Limb products of a product, a squaring, an inversion (of the field and of the order). The
 * inversion: `batches` of division steps, each 8 for the matrix, 4 NL for f and g, and for d and e
 * 2 NL + 2 and one for each word but the first of m that is not 0. */
struct prices {
    uint64_t mul, sqr, batches, limbs, field_words, order_words, words;
};

static const struct prices prices[CURVE_COUNT] = {
    [P256] = {20, 14, 10, 5, 3, 4, 4},
    [P384] = {48, 33, 15, 7, 6, 6, 6},
    [P521] = {81, 45, 21, 9, 8, 8, 9},
};

static uint64_t inversion(const struct prices *p, uint64_t modulus_words)
{
    return p->batches * (8 + 4 * p->limbs + 2 * (2 * p->limbs + 2 + modulus_words));
}

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
        const struct prices *p = &prices[k.curve->id];

        for (const struct unit *u = k.engine->step.units; u->run; u++) {
            reset();
            u->run(k.ops, 3);
            cr_assert_eq(counted(u->op), 3, "%s %s", k.name, count_name(u->op));
        }
        run(&k, OP_FE_MUL, 4);
        cr_assert_eq(counted(OP_LIMB_MUL), 4 * p->mul);
        run(&k, OP_FE_SQR, 4);
        cr_assert_eq(counted(OP_LIMB_MUL), 4 * p->sqr);
        run(&k, OP_FE_INV, 4);
        cr_assert_eq(counted(OP_LIMB_MUL),
                     4 * (inversion(p, p->field_words) + (k.ops->mont ? p->mul : 0)), "%s: %lu",
                     k.name, counted(OP_LIMB_MUL));
        cr_assert_eq(counted(OP_FE_MUL), 0);
        run(&k, OP_SC_INV, 4);
        cr_assert_eq(counted(OP_LIMB_MUL), 4 * inversion(p, p->order_words));
        run(&k, OP_SC_MUL, 4);
        cr_assert_eq(counted(OP_LIMB_MUL), 4 * 2 * p->words * (2 * p->words + 1));
    }
}

static void check(const struct kernel *k, enum count_op op, uint64_t want)
{
    cr_assert_eq(counted(op), want, "%s: %lu %s, not %lu", k->name, counted(op), count_name(op),
                 want);
}

/* The same for every scalar, 0 and 1 too. */
static void count_base(const struct kernel *k, const mpz_t scalar)
{
    const struct limbs_ops *o = k->ops;
    const struct prices *p = &prices[k->curve->id];
    const uint64_t doubles = (o->comb - 1) * o->window, madds = o->windows;
    const uint64_t mul = 4 * doubles + 8 * madds + 3 + (o->mont ? 2 : 0);
    const uint64_t sqr = 4 * doubles + 3 * madds + 1;
    mp_limb_t limbs[EC_MAX_LIMBS];
    struct ec_point R;

    limbs_of_mpz(limbs, scalar);
    reset();
    k->engine->mul_base(&R, limbs, o);
    check(k, OP_POINT_DOUBLE, doubles);
    check(k, OP_POINT_MADD, madds);
    check(k, OP_POINT_ADD, 0);
    check(k, OP_TABLE_SCAN, madds);
    check(k, OP_FE_MUL, mul);
    check(k, OP_FE_SQR, sqr);
    check(k, OP_FE_ADD, 10 * doubles + (o->mont ? 8 : 7) * madds + 1);
    check(k, OP_FE_INV, 1);
    check(k, OP_LIMB_MUL,
          mul * p->mul + sqr * p->sqr + inversion(p, p->field_words) + (o->mont ? p->mul : 0));
}

/* Length and weight of the width-w NAF, from its definition. */
static void naf(uint64_t *length, uint64_t *weight, const mpz_t scalar, unsigned w)
{
    mpz_t k;

    *length = *weight = 0;
    mpz_init_set(k, scalar);
    for (uint64_t i = 1; mpz_sgn(k) > 0; i++) {
        if (mpz_odd_p(k)) {
            unsigned long digit = mpz_fdiv_ui(k, 1ul << w);

            if (digit >= 1ul << (w - 1))
                mpz_add_ui(k, k, (1ul << w) - digit);
            else
                mpz_sub_ui(k, k, digit);
            *length = i;
            ++*weight;
        }
        mpz_tdiv_q_2exp(k, k, 1);
    }
    mpz_clear(k);
}

/* Doublings one fewer than the longer NAF has digits, a mixed addition for each digit that is not
 * 0 but the first. Q's odd multiples: 2M + 4S, seven co-Z additions with a product for Z, an
 * inversion, and 4M + 1S for each to be affine. Then X = r Z^2. */
static void count_check(const struct kernel *k, const mpz_t u1, const mpz_t u2)
{
    mp_limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS], r[EC_MAX_LIMBS];
    uint64_t length1, length2, weight1, weight2, doubles, madds;
    struct ec_point Q;
    mpz_t t;

    mpz_init(t);
    naf(&length1, &weight1, u1, k->ops->naf_width);
    naf(&length2, &weight2, u2, 5);
    doubles = (length1 > length2 ? length1 : length2) - 1;
    madds = weight1 + weight2 - 1;
    limbs_of_mpz(a, u1);
    limbs_of_mpz(b, u2);
    k->engine->mul_base(&Q, a, k->ops);
    mpz_sub_ui(t, k->curve->n, 1); /* r + n >= p: one comparison */
    limbs_of_mpz(r, t);
    reset();
    cr_assert_eq(k->engine->mul_check(a, b, &Q, r, k->ops), FAILED);
    check(k, OP_POINT_DOUBLE, doubles);
    check(k, OP_POINT_MADD, madds);
    check(k, OP_POINT_ADD, 7);
    check(k, OP_TABLE_SCAN, 0);
    check(k, OP_FE_MUL,
          4 * doubles + 8 * madds + 2 + 7 * (4 + 1) + 7 * 4 + 1 + (k->ops->mont ? 3 : 0));
    check(k, OP_FE_SQR, 4 * doubles + 3 * madds + 4 + 7 * 2 + 7 + 1);
    check(k, OP_FE_INV, 1);
    mpz_clear(t);
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
