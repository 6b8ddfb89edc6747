/* counts_ec - what a counted run over the curves is to count, in closed form: each level of [k]G and of a
 * verification's [u1]G + [u2]Q for the steps over GMP's numbers, from the curve's bits, the windows' widths
 * and the scalars' digits, which are taken from their definitions over mpz. The limb engines' forms are in
 * counts_ec_limbs.h. */
#ifndef TESTS_COUNTS_EC_H
#define TESTS_COUNTS_EC_H

#include <criterion/criterion.h>

#include "ec_reference.h"

/* The steps over GMP's numbers, as they stand in ec_engines[]. */
enum { AFFINE, JACOBIAN, WINDOW, SOLINAS, COMB, GMP_STEPS };

#define FOR_EACH_CURVE(c)                                                                          \
    for (const struct ec_curve *c = ec_curve(P192); c; c = ec_curve((enum curve_id)(c->id + 1)))

static inline uint64_t counted(enum count_op op)
{
    return op_count[op];
}

static inline void reset(void)
{
    memset(op_count, 0, sizeof op_count);
}

static inline void open_step(struct ec_group *g, int step, const struct ec_curve *c)
{
    static const char *const names[GMP_STEPS] = {"affine", "jacobian", "window", "solinas", "comb"};

    cr_assert_str_eq(ec_engines[step]->step.name, names[step]);
    cr_assert_eq(ec_group_init(g, ec_engines[step], c), DONE);
}

/* What a run counts; what is not named is not counted at all. */
struct tally {
    uint64_t of[OP_COUNT];
};

/* Every counter is what it is to be. */
static inline void expect_tally(const struct tally *want, const struct step *step,
                                const struct ec_curve *c, const char *run)
{
    for (int op = 0; op < OP_COUNT; op++)
        cr_assert_eq(op_count[op], want->of[op], "%s %s %s: %llu %s, not %llu", step->name, c->name,
                     run, (unsigned long long)op_count[op], count_name((enum count_op)op),
                     (unsigned long long)want->of[op]);
}

/* How many digits a scalar has, up to the highest that is not 0, and how many are not 0, negative. */
struct digits {
    uint64_t length, nonzero, negative;
};

static inline struct digits binary(const mpz_t k)
{
    return (struct digits){mpz_sgn(k) ? mpz_sizeinbase(k, 2) : 0, mpz_popcount(k), 0};
}

/* Takes a digit off the scalar. */
static inline void take_digit(struct digits *d, mpz_t k, long digit)
{
    d->nonzero += digit != 0;
    d->negative += digit < 0;
    if (digit < 0)
        mpz_add_ui(k, k, (unsigned long)-digit);
    else
        mpz_sub_ui(k, k, (unsigned long)digit);
}

/* Width-w NAF: while k > 0, an odd k gives the digit k mods 2^w. */
static inline struct digits naf(const mpz_t scalar, unsigned w)
{
    struct digits d = {0, 0, 0};
    mpz_t k;

    mpz_init_set(k, scalar);
    for (; mpz_sgn(k) > 0; d.length++) {
        if (mpz_odd_p(k)) {
            long digit = (long)mpz_fdiv_ui(k, 1ul << w);

            take_digit(&d, k, digit >= 1l << (w - 1) ? digit - (1l << w) : digit);
        }
        mpz_tdiv_q_2exp(k, k, 1);
    }
    mpz_clear(k);
    return d;
}

/* Signed digits in (-2^(w-1), 2^(w-1)]. */
static inline struct digits signed_windows(const mpz_t scalar, unsigned w)
{
    struct digits d = {0, 0, 0};
    mpz_t k;

    mpz_init_set(k, scalar);
    for (; mpz_sgn(k) > 0; d.length++) {
        long digit = (long)mpz_fdiv_ui(k, 1ul << w);

        take_digit(&d, k, digit > 1l << (w - 1) ? digit - (1l << w) : digit);
        mpz_tdiv_q_2exp(k, k, w);
    }
    mpz_clear(k);
    return d;
}

/* The widths of the NAFs of u1, for G, and of u2, for Q. */
static inline unsigned base_naf(int step)
{
    return step < COMB ? 5 : 7;
}

enum {
    KEY_NAF = 5,
    KEY_ODDS = 8 /* Q, 3 Q, ..., 15 Q */,
    BASE_ODDS = 32 /* of comb: G, ..., 63 G */
};

/* The bytes of comb's rows of 2^(w-1) affine points, one for each w of the scalar's bits and a carry, and of
 * G's odd multiples. */
static inline size_t comb_bytes(const struct ec_curve *c, unsigned w)
{
    const size_t rows = (c->order_bits + 1 + w - 1) / w;

    return (rows * ((size_t)1 << (w - 1)) + BASE_ODDS) * 2 * c->limbs * sizeof(mp_limb_t);
}

/* The widest, up to 7, that stays within 200 KiB. */
static inline unsigned comb_width(const struct ec_curve *c)
{
    unsigned w = 7;

    while (comb_bytes(c, w) > (size_t)200 * 1024)
        w--;
    return w;
}

/* Limb products and reductions of the field's products and squarings so far, n limbs each: over mpz a division
 * of n^2 after each; by the form of p n more, but for P-521. */
static inline void add_levels(struct tally *t, int step, const struct ec_curve *c)
{
    const uint64_t n = c->limbs, mul = t->of[OP_FE_MUL], sqr = t->of[OP_FE_SQR];
    const uint64_t reduction = step < SOLINAS ? n * n : c->id == P521 ? 0 : n;

    t->of[OP_LIMB_MUL] += mul * (n * n + reduction) + sqr * (n * (n + 1) / 2 + reduction);
    t->of[OP_MOD_RED] += mul + sqr;
    t->of[OP_DIVISION] += step < SOLINAS ? mul + sqr : 0;
}

/* Point formulas with their field operations; `more` are those beside them. */
static inline void add_points(struct tally *t, int step, uint64_t doubles, uint64_t adds,
                              uint64_t madds)
{
    const int affine = step == AFFINE;

    t->of[OP_POINT_DOUBLE] += doubles;
    t->of[OP_POINT_ADD] += adds;
    t->of[OP_POINT_MADD] += madds;
    t->of[OP_FE_MUL] += (affine ? 2 : 4) * doubles + (affine ? 2 : 12) * adds + 8 * madds;
    t->of[OP_FE_SQR] += (affine ? 2 : 4) * doubles + (affine ? 1 : 4) * adds + 3 * madds;
    t->of[OP_FE_ADD] += (affine ? 8 : 10) * doubles + (affine ? 6 : 7) * adds + 7 * madds;
    t->of[OP_FE_INV] += affine ? doubles + adds : 0;
}

static inline void add_fields(struct tally *t, uint64_t mul, uint64_t sqr, uint64_t add,
                              uint64_t inv)
{
    t->of[OP_FE_MUL] += mul;
    t->of[OP_FE_SQR] += sqr;
    t->of[OP_FE_ADD] += add;
    t->of[OP_FE_INV] += inv;
}

/* R = [k]G, k > 0. Doublings one fewer than there are digits (comb: none), additions one fewer than are not 0; a
 * negative digit's point negated, but in comb, where that is no addition modulo p; then 1I + 3M + 1S. */
static inline void add_base(struct tally *t, int step, const struct ec_curve *c, const mpz_t k)
{
    const struct digits d = step < WINDOW ? binary(k)
                            : step < COMB ? naf(k, base_naf(step))
                                          : signed_windows(k, comb_width(c));

    if (step == COMB)
        add_points(t, step, 0, 0, d.nonzero - 1);
    else
        add_points(t, step, d.length - 1, d.nonzero - 1, 0);
    if (step != AFFINE)
        add_fields(t, 3, 1, step == COMB ? 0 : d.negative, 1);
    add_levels(t, step, c);
}

/* [u1]G + [u2]Q, u1, u2 > 0, and one comparison of its x: binary apart and added, or in one run of doublings
 * with Q's odd multiples made before; in comb those are made affine, 8 points with one inversion: 3 (8 - 1) + 3 8
 * products, 8 squarings. The comparison X = r Z^2: 1M + 1S + 1A, x = r: 1A. */
static inline void add_check(struct tally *t, int step, const struct ec_curve *c, const mpz_t u1,
                             const mpz_t u2)
{
    const struct digits d1 = step < WINDOW ? binary(u1) : naf(u1, base_naf(step));
    const struct digits d2 = step < WINDOW ? binary(u2) : naf(u2, KEY_NAF);
    const uint64_t shared = (d1.length > d2.length ? d1.length : d2.length) - 1;
    const uint64_t both = d1.nonzero + d2.nonzero - 1;

    if (step < WINDOW)
        add_points(t, step, d1.length + d2.length - 2, both, 0);
    else if (step < COMB)
        add_points(t, step, shared + 1, both + KEY_ODDS - 1, 0);
    else
        add_points(t, step, shared + 1, KEY_ODDS - 1, both);
    if (step == COMB)
        add_fields(t, 3 * (KEY_ODDS - 1) + 3 * KEY_ODDS, KEY_ODDS, 0, 1);
    else
        t->of[OP_FE_ADD] += d1.negative + d2.negative;
    add_fields(t, step != AFFINE, step != AFFINE, 1, 0);
    add_levels(t, step, c);
}

/* Products modulo n over GMP's numbers: n^2 each and a division of n^2. Call it after add_levels(). */
static inline void add_order_products(struct tally *t, const struct ec_curve *c, uint64_t products)
{
    const uint64_t n = c->order_limbs;

    t->of[OP_SC_MUL] += products;
    t->of[OP_LIMB_MUL] += products * 2 * n * n;
    t->of[OP_MOD_RED] += products;
    t->of[OP_DIVISION] += products;
}

#endif
