/* Stated costs against counted runs: each formula's record, and whole operations' closed forms. */
#include <criterion/criterion.h>
#include <string.h>

#include "ec_reference.h"

enum { AFFINE, JACOBIAN, WINDOW, SOLINAS, COMB, LADDER };

#define FOR_EACH_CURVE(c)                                                                          \
    for (const struct ec_curve *c = ec_curve(P192); c; c = ec_curve((enum curve_id)(c->id + 1)))

static uint64_t counted(enum count_op op)
{
    return op_count[op];
}

static void reset(void)
{
    memset(op_count, 0, sizeof op_count);
}

static void open_step(struct ec_group *g, int step, const struct ec_curve *c)
{
    static const char *const names[LADDER] = {"affine", "jacobian", "window", "solinas", "comb"};

    cr_assert_str_eq(ec_engines[step]->step.name, names[step]);
    cr_assert_eq(ec_group_init(g, ec_engines[step], c), DONE);
}

/* The weights and lengths of a scalar's digits, from their definitions, over mpz. */
struct digits {
    uint64_t length, nonzero;
};

static struct digits binary(const mpz_t k)
{
    return (struct digits){mpz_sgn(k) ? mpz_sizeinbase(k, 2) : 0, mpz_popcount(k)};
}

/* Width-w NAF: while k > 0, an odd k gives the digit k mods 2^w. */
static struct digits naf(const mpz_t scalar, unsigned w)
{
    struct digits d = {0, 0};
    mpz_t k;

    mpz_init_set(k, scalar);
    for (uint64_t i = 1; mpz_sgn(k) > 0; i++) {
        if (mpz_odd_p(k)) {
            long digit = (long)mpz_fdiv_ui(k, 1ul << w);

            if (digit >= 1l << (w - 1))
                digit -= 1l << w;
            if (digit < 0)
                mpz_add_ui(k, k, (unsigned long)-digit);
            else
                mpz_sub_ui(k, k, (unsigned long)digit);
            d.length = i;
            d.nonzero++;
        }
        mpz_tdiv_q_2exp(k, k, 1);
    }
    mpz_clear(k);
    return d;
}

/* Signed digits in (-2^(w-1), 2^(w-1)]. */
static struct digits signed_windows(const mpz_t scalar, unsigned w)
{
    struct digits d = {0, 0};
    mpz_t k;

    mpz_init_set(k, scalar);
    for (; mpz_sgn(k) > 0; d.length++) {
        long digit = (long)mpz_fdiv_ui(k, 1ul << w);

        if (digit > 1l << (w - 1))
            digit -= 1l << w;
        d.nonzero += digit != 0;
        if (digit < 0)
            mpz_add_ui(k, k, (unsigned long)-digit);
        else
            mpz_sub_ui(k, k, (unsigned long)digit);
        mpz_tdiv_q_2exp(k, k, w);
    }
    mpz_clear(k);
    return d;
}

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
    for (int i = 0; i < LADDER; i++) {
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

/* What products and squarings cost in limb products and reductions, all levels of one run. */
static void check_levels(const struct ec_group *g, int step)
{
    const uint64_t n = g->curve->limbs, mul = counted(OP_FE_MUL), sqr = counted(OP_FE_SQR);
    uint64_t limbs = mul * n * n + sqr * (n * (n + 1) / 2);

    cr_assert_eq(counted(OP_MOD_RED), mul + sqr);
    if (step < SOLINAS) {
        cr_assert_eq(counted(OP_DIVISION), mul + sqr);
        limbs += (mul + sqr) * n * n;
    } else {
        cr_assert_eq(counted(OP_DIVISION), 0);
        if (g->curve->id != P521)
            limbs += (mul + sqr) * n;
    }
    cr_assert_eq(counted(OP_LIMB_MUL), limbs);
    cr_assert_eq(counted(OP_SC_MUL), 0);
    cr_assert_eq(counted(OP_SC_INV), 0);
}

static void check_groups(uint64_t doubles, uint64_t adds, uint64_t madds, const char *what)
{
    cr_assert_eq(counted(OP_POINT_DOUBLE), doubles, "%s: %lu doublings", what,
                 counted(OP_POINT_DOUBLE));
    cr_assert_eq(counted(OP_POINT_ADD), adds, "%s: %lu additions", what, counted(OP_POINT_ADD));
    cr_assert_eq(counted(OP_POINT_MADD), madds, "%s: %lu mixed", what, counted(OP_POINT_MADD));
}

static void check_fields(uint64_t mul, uint64_t sqr, uint64_t inv, const char *what)
{
    cr_assert_eq(counted(OP_FE_MUL), mul, "%s: %lu M, not %lu", what, counted(OP_FE_MUL), mul);
    cr_assert_eq(counted(OP_FE_SQR), sqr, "%s: %lu S, not %lu", what, counted(OP_FE_SQR), sqr);
    cr_assert_eq(counted(OP_FE_INV), inv, "%s: %lu I", what, counted(OP_FE_INV));
}

static unsigned comb_width(const struct ec_curve *c)
{
    static const unsigned width[CURVE_COUNT] = {7, 7, 7, 6, 4};

    return width[c->id];
}

static void count_base(int step, const struct ec_curve *c, const mpz_t k)
{
    struct ec_group g;
    struct ec_point R;
    mp_limb_t limbs[EC_MAX_LIMBS];
    struct digits d = step < WINDOW ? binary(k)
                      : step < COMB ? naf(k, 5)
                                    : signed_windows(k, comb_width(c));
    const uint64_t doubles = step == COMB ? 0 : d.length - 1, adds = d.nonzero - 1;

    open_step(&g, step, c);
    limbs_of_mpz(limbs, k);
    reset();
    g.engine->mul_base(&R, limbs, g.context);
    check_groups(doubles, step == COMB ? 0 : adds, step == COMB ? adds : 0, "mul_base");
    if (step == AFFINE)
        check_fields(2 * doubles + 2 * adds, 2 * doubles + adds, doubles + adds, "mul_base");
    else if (step == COMB)
        check_fields(8 * adds + 3, 3 * adds + 1, 1, "mul_base");
    else
        check_fields(4 * doubles + 12 * adds + 3, 4 * doubles + 4 * adds + 1, 1, "mul_base");
    check_levels(&g, step);
    ec_group_clear(&g);
}

static void count_check(int step, const struct ec_curve *c, const mpz_t u1, const mpz_t u2)
{
    struct ec_group g;
    struct ec_point Q = {.infinity = 0};
    mp_limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS], r[EC_MAX_LIMBS];
    struct digits d1 = step < WINDOW ? binary(u1) : naf(u1, step < COMB ? 5 : 7);
    struct digits d2 = step < WINDOW ? binary(u2) : naf(u2, 5);
    uint64_t doubles, adds, madds = 0;
    mpz_t x;

    mpz_init(x);
    open_step(&g, step, c);
    limbs_of_mpz(a, u1);
    g.engine->mul_base(&Q, a, g.context); /* any point but G: Q = [u1]G */
    limbs_of_mpz(b, u2);
    mpz_sub_ui(x, c->n, 1); /* r with r + n >= p: one comparison */
    limbs_of_mpz(r, x);
    reset();
    cr_assert_eq(g.engine->mul_check(a, b, &Q, r, g.context), FAILED);
    if (step < WINDOW) {
        doubles = d1.length + d2.length - 2;
        adds = d1.nonzero + d2.nonzero - 2 + 1;
    } else {
        doubles = (d1.length > d2.length ? d1.length : d2.length) - 1 + 1;
        adds = d1.nonzero + d2.nonzero - 1;
        if (step == COMB) {
            madds = adds;
            adds = 0;
        }
        adds += 7; /* 3 Q, 5 Q, ..., 15 Q */
    }
    check_groups(doubles, adds, madds, g.engine->step.name);
    if (step == AFFINE)
        check_fields(2 * doubles + 2 * adds, 2 * doubles + adds, doubles + adds,
                     g.engine->step.name);
    else if (step == COMB) /* 8 points made affine: 21 + 24 M, 8 S, 1 I; X = r Z^2: 1 M, 1 S */
        check_fields(4 * doubles + 12 * adds + 8 * madds + 45 + 1,
                     4 * doubles + 4 * adds + 3 * madds + 8 + 1, 1, g.engine->step.name);
    else
        check_fields(4 * doubles + 12 * adds + 1, 4 * doubles + 4 * adds + 1, 0,
                     g.engine->step.name);
    check_levels(&g, step);
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
    for (int i = 0; i < LADDER; i++)
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

/* Over many scalars: binary has a half of its digits, width-w NAF a (w + 1)th. */
Test(counts_ec, additions_on_average)
{
    const struct ec_curve *c = ec_curve(P256);
    static const double share[3] = {1 / 2.0, 1 / 6.0, 1 / 6.0}; /* jacobian, window, solinas */
    gmp_randstate_t random;
    mpz_t k;

    gmp_randinit_default(random);
    mpz_init(k);
    for (int i = 0; i < 3; i++) {
        struct ec_group g;
        struct ec_point R;
        double additions;

        open_step(&g, JACOBIAN + i, c);
        reset();
        for (int round = 0; round < 200; round++) {
            mp_limb_t limbs[EC_MAX_LIMBS];

            mpz_urandomm(k, random, c->n);
            limbs_of_mpz(limbs, k);
            g.engine->mul_base(&R, limbs, g.context);
        }
        additions = (double)(counted(OP_POINT_ADD) + 200) / (200 * 256);
        cr_assert(additions > 0.97 * share[i] && additions < 1.03 * share[i], "%g", additions);
        ec_group_clear(&g);
    }
    mpz_clear(k);
    gmp_randclear(random);
}

/* Tables: none; 8 Jacobian points; rows of 2^(w-1) affine points and 32 odd multiples of G. */
Test(counts_ec, table_bytes)
{
    FOR_EACH_CURVE(c)
    {
        const size_t element = c->limbs * sizeof(mp_limb_t);
        const unsigned w = comb_width(c);
        const size_t rows = (c->order_bits + 1 + w - 1) / w;
        const size_t want[LADDER] = {0, 0, 8 * 3 * element, 8 * 3 * element,
                                     (rows * ((size_t)1 << (w - 1)) + 32) * 2 * element};

        for (int i = 0; i < LADDER; i++) {
            struct ec_group g;

            open_step(&g, i, c);
            cr_assert_eq(g.engine->table_bytes(g.context), want[i]);
            cr_assert(want[i] <= 200 * 1024);
            ec_group_clear(&g);
        }
    }
}

/* A signature: [k]G, one inversion and two products modulo n; the hash of the message and, for the nonce,
 * HMACs. P-256 with SHA-256: K twice over 97 octets at 3 + 2 compressions, V twice and T once over 32 at
 * 2 + 2. */
Test(counts_ec, whole_operations)
{
    const struct ec_curve *c = ec_curve(P256);
    const char *msg = "sample";
    uint8_t d = 99;

    for (int i = 0; i < LADDER; i++) {
        struct ec_group g;
        struct ec_key key;
        mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];

        open_step(&g, i, c);
        cr_assert_eq(ec_key_from_scalar(&key, &d, 1, &g), DONE);
        reset();
        cr_assert_eq(ecdsa_sign(r, s, &key, SHA256, msg, 6, &g), DONE);
        cr_assert_eq(counted(OP_SC_INV), 1);
        cr_assert_eq(counted(OP_SC_MUL), 2);
        cr_assert_eq(counted(OP_SHA256_BLOCK), 1 + 2 * 5 + 3 * 4);
        if (i == COMB)
            cr_assert(counted(OP_POINT_DOUBLE) == 0 && counted(OP_POINT_ADD) == 0);
        reset();
        cr_assert_eq(ecdsa_verify(r, s, &key.Q, SHA256, msg, 6, &g), DONE);
        cr_assert_eq(counted(OP_SC_INV), 1);
        cr_assert_eq(counted(OP_SC_MUL), 2);
        cr_assert_eq(counted(OP_SHA256_BLOCK), 1);
        cr_assert_eq(counted(OP_RANDOM_BYTE), 0);
        ec_group_clear(&g);
    }
}
