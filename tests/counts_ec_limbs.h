/* counts_ec_limbs - the limb engines' counts in closed form, from the curve's bits and the tables' shapes. Words of
 * 64 bits on every machine. */
#ifndef TESTS_COUNTS_EC_LIMBS_H
#define TESTS_COUNTS_EC_LIMBS_H

#include "counts_ec.h"

/* Windows of [k]G, rounds of the comb, width of the NAF of u1; limb products of a reduction modulo p: a word's are
 * one for P-256 and two for P-384 in Montgomery form, and P-521's folding needs none. */
struct limbs_form {
    unsigned window, comb, naf, reduction_a_word;
};

static inline struct limbs_form limbs_form(const struct ec_curve *c)
{
    return c->id == P256   ? (struct limbs_form){7, 1, 11, 1}
           : c->id == P384 ? (struct limbs_form){7, 2, 10, 2}
                           : (struct limbs_form){7, 4, 9, 0};
}

static inline int limbs_montgomery(const struct ec_curve *c)
{
    return limbs_form(c).reduction_a_word != 0;
}

static inline uint64_t limbs_words(const struct ec_curve *c)
{
    return (c->bits + 63) / 64;
}

static inline uint64_t limbs_mul(const struct ec_curve *c)
{
    const uint64_t n = limbs_words(c);

    return n * n + n * limbs_form(c).reduction_a_word;
}

static inline uint64_t limbs_sqr(const struct ec_curve *c)
{
    const uint64_t n = limbs_words(c);

    return n * (n + 1) / 2 + n * limbs_form(c).reduction_a_word;
}

/* A product modulo n is two Montgomery products, 2 words^2 + words each. */
static inline uint64_t limbs_sc_mul(const struct ec_curve *c)
{
    const uint64_t n = limbs_words(c);

    return 2 * n * (2 * n + 1);
}

/* Division steps on signed limbs of 62 bits. */
static inline uint64_t signed_limbs(const struct ec_curve *c)
{
    return (c->bits + 1 + 61) / 62;
}

/* d and e after a batch of steps: for each 2 NL + 2 products and one for each limb but the first of m that is
 * not 0. */
static inline uint64_t transit_products(const mpz_t m, const struct ec_curve *c)
{
    uint64_t products = 2 * signed_limbs(c) + 2;
    mpz_t rest;

    mpz_init(rest);
    for (mpz_fdiv_q_2exp(rest, m, 62); mpz_sgn(rest); mpz_fdiv_q_2exp(rest, rest, 62)) {
        mpz_t limb;

        mpz_init(limb);
        mpz_fdiv_r_2exp(limb, rest, 62);
        products += mpz_sgn(limb) != 0;
        mpz_clear(limb);
    }
    mpz_clear(rest);
    return 2 * products;
}

/* Limb products of an inversion of a secret: batches of at most 60 of the steps that are enough for every number
 * of so many bits (590 for 256, by Wuille's hull computation; his bound for the others), each 8 for the matrix and
 * 4 NL for f and g. */
static inline uint64_t inversion(const mpz_t m, const struct ec_curve *c)
{
    const uint64_t steps = c->bits == 256 ? 590 : (45907 * (uint64_t)c->bits + 26313) / 19929;

    return (steps + 59) / 60 * (8 + 4 * signed_limbs(c) + transit_products(m, c));
}

/* -2^bits <= x < 2^bits */
static inline int fits_signed(const mpz_t x, uint64_t bits)
{
    mpz_t t;
    int fits;

    mpz_init(t);
    mpz_fdiv_q_2exp(t, x, (mp_bitcnt_t)bits);
    fits = mpz_sgn(t) == 0 || mpz_cmp_si(t, -1) == 0;
    mpz_clear(t);
    return fits;
}

/* 62 of Bernstein and Yang's division steps, as their paper has them. */
static inline void division_steps(long *delta, mpz_t f, mpz_t g)
{
    for (int i = 0; i < 62; i++) {
        if (*delta > 0 && mpz_odd_p(g)) {
            *delta = 1 - *delta;
            mpz_swap(f, g);
            mpz_sub(g, f, g);
        } else {
            ++*delta;
            if (mpz_odd_p(g))
                mpz_add(g, g, f);
        }
        mpz_fdiv_q_2exp(g, g, 1);
    }
}

/* Limb products of the inversion of a public a: batches of 62 steps from delta = 1 until g = 0, f and g
 * a limb shorter after a batch where both fit. */
static inline uint64_t inversion_vartime(const mpz_t a, const mpz_t m, const struct ec_curve *c)
{
    const uint64_t transit = transit_products(m, c);
    uint64_t products = 0, length = signed_limbs(c);
    long delta = 1;
    mpz_t f, g;

    mpz_init_set(f, m);
    mpz_init_set(g, a);
    while (mpz_sgn(g)) {
        division_steps(&delta, f, g);
        products += transit + 4 * length;
        if (length > 1 && fits_signed(f, 62 * (length - 1)) && fits_signed(g, 62 * (length - 1)))
            length--;
    }
    mpz_clears(f, g, NULL);
    return products;
}

/* The limb products of the field's operations so far; `inversions` of them are those inside inversions but for the
 * one product that leads back to Montgomery form. */
static inline void limbs_add_levels(struct tally *t, const struct ec_curve *c, uint64_t inversions)
{
    t->of[OP_LIMB_MUL] += t->of[OP_FE_MUL] * limbs_mul(c) + t->of[OP_FE_SQR] * limbs_sqr(c) +
                          inversions + (limbs_montgomery(c) ? limbs_mul(c) : 0);
}

/* R = [k]G, the same for every k: a mixed addition and a scan a window, doublings between the comb's rounds. */
static inline void limbs_add_base(struct tally *t, const struct ec_curve *c)
{
    const struct limbs_form form = limbs_form(c);
    const uint64_t windows = (c->order_bits + form.window - 1) / form.window;
    const uint64_t doubles = (form.comb - 1) * form.window;
    const unsigned mont = limbs_montgomery(c);

    add_points(t, COMB, doubles, 0, windows);
    t->of[OP_TABLE_SCAN] += windows;
    /* x and y; out of Montgomery form; a sign for each digit, where that is a subtraction, and for y */
    add_fields(t, 3 + 2 * mont, 1, mont * windows + 1, 1);
    limbs_add_levels(t, c, inversion(c->p, c));
}

/* What Q's last odd multiple has as its Z, in the field's form: 2 y, and for each addition the difference of the x
 * of 2 Q and of the multiple before, both over the Z so far. */
static inline void odd_multiples_z(mpz_t z, const struct ec_point *Q, const struct ec_curve *c)
{
    struct ref_point odd, twice;
    mpz_t h;

    mpz_init(h);
    ref_init(&odd);
    ref_init(&twice);
    ref_from_ec(&odd, Q);
    ref_add(&twice, &odd, &odd, c);
    mpz_mul_ui(z, odd.y, 2);
    for (int i = 1; i < KEY_ODDS; i++) {
        mpz_sub(h, twice.x, odd.x);
        mpz_mul(h, h, z);
        mpz_mul(h, h, z);
        mpz_mul(z, z, h);
        mpz_mod(z, z, c->p);
        ref_add(&odd, &odd, &twice, c);
    }
    if (limbs_montgomery(c))
        mpz_mul_2exp(z, z, (mp_bitcnt_t)(64 * limbs_words(c)));
    mpz_mod(z, z, c->p);
    ref_clear(&odd);
    ref_clear(&twice);
    mpz_clear(h);
}

/* [u1]G + [u2]Q and one comparison. Doublings one fewer than the longer NAF has digits, a mixed addition for each
 * digit that is not 0 but the first, negated where that is negative. Q's odd multiples: 2M + 4S + 9A, seven co-Z
 * additions (4M + 2S + 7A) with a product for Z, an inversion, and 4M + 1S for each to be affine. Then X = r Z^2.
 * Q's coordinates and r enter the field's form. */
static inline void limbs_add_check(struct tally *t, const struct ec_curve *c, const mpz_t u1,
                                   const mpz_t u2, const struct ec_point *Q)
{
    const struct digits d1 = naf(u1, limbs_form(c).naf), d2 = naf(u2, KEY_NAF);
    const uint64_t odds = KEY_ODDS - 1;
    mpz_t z;

    mpz_init(z);
    odd_multiples_z(z, Q, c);
    add_points(t, COMB, (d1.length > d2.length ? d1.length : d2.length) - 1, 0,
               d1.nonzero + d2.nonzero - 1);
    t->of[OP_POINT_ADD] += odds;
    add_fields(t, 2 + odds * (4 + 1) + odds * 4, 4 + odds * 2 + odds, 9 + odds * 7, 1);
    add_fields(t, 1 + (limbs_montgomery(c) ? 3 : 0), 1, 1 + d1.negative + d2.negative, 0);
    limbs_add_levels(t, c, inversion_vartime(z, c->p, c));
    mpz_clear(z);
}

/* Products modulo n, and `inversions` limb products of inversions. */
static inline void limbs_add_order(struct tally *t, const struct ec_curve *c, uint64_t products,
                                   uint64_t inversions)
{
    t->of[OP_SC_MUL] += products;
    t->of[OP_LIMB_MUL] += products * limbs_sc_mul(c) + inversions;
}

#endif
