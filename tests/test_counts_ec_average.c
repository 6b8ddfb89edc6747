/* How many additions a scalar takes on average, each step on each curve that it does, against the closed forms of
 * the tables in ec/README.md and ec/limbs_shape.h. */
#include <math.h>

#include "counts_ec_limbs.h"
#include "ec/limbs.h"

/* A mean and a variance of one run. */
struct expected {
    double mean, variance;
};

static struct expected sum(struct expected a, struct expected b)
{
    return (struct expected){a.mean + b.mean, a.variance + b.variance};
}

/* So many additions in each run. */
static struct expected always(double count)
{
    return (struct expected){count, 0};
}

/* The digits that are not 0 of a number below 2^bits. Half of the binary ones. */
static struct expected binary_weight(double bits)
{
    return (struct expected){bits / 2, bits / 4};
}

/* A width-w NAF: from one such digit to the next w places and as many more as a coin says, w + 1 with a variance of 2;
 * at the ends, with the digit for a last carry, 4/9 more (5) to 0.47 (11). */
static struct expected naf_weight(double bits, unsigned w)
{
    return (struct expected){bits / (w + 1) + 4 / 9.0 + (w > 5 ? 0.015 : 0),
                             2 * bits / pow(w + 1, 3)};
}

/* Signed windows: each full one is 0 with chance 2^-w; the last, of what bits are left and a carry, which comes in one
 * of two cases, with 2^-bits / 2. */
static struct expected window_weight(unsigned bits, unsigned w)
{
    const double zero = ldexp(1, -(int)w), last = ldexp(1, -(int)(bits % w) - 1);

    return (struct expected){bits / w * (1 - zero) + 1 - last,
                             bits / w * zero * (1 - zero) + last * (1 - last)};
}

static struct expected base_additions(int step, const struct ec_curve *c)
{
    const unsigned bits = c->order_bits;

    return step < WINDOW      ? sum(binary_weight(bits), always(-1))
           : step < COMB      ? sum(naf_weight(bits, base_naf(step)), always(-1))
           : step < GMP_STEPS ? sum(window_weight(bits, comb_width(c)), always(-1))
                              : always((bits + limbs_form(c).window - 1) / limbs_form(c).window);
}

/* With those that make Q's table. */
static struct expected check_additions(int step, const struct ec_curve *c)
{
    const unsigned bits = c->order_bits;

    if (step < WINDOW)
        return sum(sum(binary_weight(bits), binary_weight(bits)), always(-1));
    return sum(sum(naf_weight(bits, step < GMP_STEPS ? base_naf(step) : limbs_form(c).naf),
                   naf_weight(bits, KEY_NAF)),
               always(KEY_ODDS - 1 - 1));
}

static uint64_t additions(void)
{
    return counted(OP_POINT_ADD) + counted(OP_POINT_MADD);
}

static void expect_mean(uint64_t total, unsigned runs, struct expected want,
                        const struct ec_group *g, const char *what)
{
    const double mean = (double)total / runs;

    cr_assert_leq(fabs(mean - want.mean), 5 * sqrt(want.variance / runs) + 1e-9,
                  "%s %s %s: %g additions, not %g", g->engine->step.name, g->curve->name, what,
                  mean, want.mean);
}

static void count_step(int step, const struct ec_curve *c, gmp_randstate_t random)
{
    const unsigned runs = step == AFFINE ? 16 : 100;
    struct ec_group g;
    struct ec_point R, Q = {.infinity = 0};
    mp_limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS];
    mpz_t k;

    if (ec_group_init(&g, ec_engines[step], c) != DONE) {
        cr_assert(step >= GMP_STEPS);
        return;
    }
    mpz_init(k);
    reset();
    for (unsigned i = 0; i < runs; i++) {
        mpz_urandomm(k, random, c->n);
        limbs_of_mpz(a, k);
        g.engine->mul_base(i ? &R : &Q, a, g.context);
    }
    expect_mean(additions(), runs, base_additions(step, c), &g, "[k]G");
    reset();
    for (unsigned i = 0; i < runs; i++) {
        mpz_urandomm(k, random, c->n);
        limbs_of_mpz(a, k);
        mpz_urandomm(k, random, c->n);
        limbs_of_mpz(b, k);
        g.engine->mul_check(a, b, &Q, a, g.context);
    }
    expect_mean(additions(), runs, check_additions(step, c), &g, "[u1]G + [u2]Q");
    mpz_clear(k);
    ec_group_clear(&g);
}

Test(counts_ec_average, additions)
{
    gmp_randstate_t random;

    gmp_randinit_default(random);
    FOR_EACH_CURVE(c)
    for (int i = 0; ec_engines[i]; i++)
        count_step(i, c, random);
    gmp_randclear(random);
}
