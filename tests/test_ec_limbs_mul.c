/* The limb engines' scalar multiplications against the plain group law of ec_reference.h, for each
 * curve with each set of kernels that this machine runs. */
#include "limbs_reference.h"

static void check_base(const struct kernel *k, const mpz_t scalar, const struct ref_point *want)
{
    mp_limb_t limbs[EC_MAX_LIMBS];
    struct ec_point R, W;

    limbs_of_mpz(limbs, scalar);
    ref_to_ec(&W, want);
    memset(&R, 0xaa, sizeof R);
    cr_assert_eq(k->engine->mul_base(&R, limbs, k->ops), DONE);
    cr_assert(same_point(&R, &W), "%s: [%s]G", k->name, mpz_get_str(NULL, 16, scalar));
}

/* The sets of kernels of one curve: the reference's part is done once for all. */
struct kernels {
    struct kernel k[3];
    int count;
};

static void kernels_of(struct kernels *all, int curve)
{
    all->count = 0;
    for (int set = 0; set < 3; set++)
        all->count += kernel_at(&all->k[all->count], 3 * set + curve);
}

static void kernels_clear(struct kernels *all)
{
    for (int i = 0; i < all->count; i++)
        kernel_clear(&all->k[i]);
}

/* [s]G and [n - s]G */
static void check_scalar(const struct kernels *all, const mpz_t s)
{
    const struct ec_curve *c = all->k[0].curve;
    struct ref_point G, P;
    mpz_t minus;

    mpz_init(minus);
    ref_init(&G);
    ref_init(&P);
    ref_base(&G, c);
    ref_mul(&P, s, &G, c);
    for (int i = 0; i < all->count; i++)
        check_base(&all->k[i], s, &P);
    ref_neg(&P, c);
    mpz_sub(minus, c->n, s);
    mpz_mod(minus, minus, c->n);
    for (int i = 0; i < all->count; i++)
        check_base(&all->k[i], minus, &P);
    mpz_clear(minus);
    ref_clear(&G);
    ref_clear(&P);
}

/* The scalar with digits d in the windows from .. to - 1. */
static void digits(mpz_t s, const struct kernel *k, long d, unsigned from, unsigned to)
{
    mpz_t t;

    mpz_init(t);
    mpz_set_ui(s, 0);
    for (unsigned i = from; i < to; i++) {
        mpz_set_si(t, d);
        mpz_mul_2exp(t, t, i * k->ops->window);
        mpz_add(s, s, t);
    }
    mpz_mod(s, s, k->curve->n);
    mpz_clear(t);
}

/* Edges of the range and of the choice between k and n - k, powers of two and their neighbours,
 * windows of all ones, of the largest and the smallest digit, single digits in each window; random
 * ones. */
static void multiples(const struct kernels *all, gmp_randstate_t random)
{
    static const long extremes[] = {1, 63, 64, -64, 127};
    const struct kernel *k = &all->k[0];
    mpz_t s;

    mpz_init(s);
    for (unsigned i = 0; i < 10; i++) {
        mpz_set_ui(s, i);
        check_scalar(all, s);
        mpz_tdiv_q_2exp(s, k->curve->n, 1);
        mpz_add_ui(s, s, i);
        mpz_sub_ui(s, s, 5);
        check_scalar(all, s);
    }
    for (unsigned i = 0; i < k->curve->bits; i += i + 20 < k->curve->bits ? 5 : 1) {
        mpz_set_ui(s, 0);
        mpz_setbit(s, i);
        mpz_mod(s, s, k->curve->n);
        check_scalar(all, s);
        mpz_sub_ui(s, s, 1);
        check_scalar(all, s);
    }
    for (unsigned i = 0; i < 5; i++)
        for (unsigned at = 0; at < k->ops->windows; at += at + 4 < k->ops->windows ? 3 : 1) {
            digits(s, k, extremes[i], at % 2 ? at : 0, at + 1);
            check_scalar(all, s);
        }
    /* 2^257 - 2^253 - n: the last addition would be one of equal points, were all digits odd */
    mpz_set_ui(s, 15);
    mpz_mul_2exp(s, s, 253);
    mpz_sub(s, s, k->curve->n);
    mpz_mod(s, s, k->curve->n);
    check_scalar(all, s);
    for (int i = 0; i < 60; i++) {
        if (i % 2)
            mpz_urandomm(s, random, k->curve->n);
        else
            mpz_rrandomb(s, random, k->curve->order_bits - 1);
        check_scalar(all, s);
    }
    mpz_clear(s);
}

Test(ec_limbs_mul, multiples_of_the_base)
{
    gmp_randstate_t random;
    struct kernels all;

    gmp_randinit_default(random);
    for (int curve = 0; curve < 3; curve++) {
        kernels_of(&all, curve);
        multiples(&all, random);
        kernels_clear(&all);
    }
    gmp_randclear(random);
}

/* [u1]G + [u2]Q for Q = [q]G against x([u1 + u2 q]G) mod n, and one off it. */
static void check_sum(const struct kernels *all, const mpz_t u1, const mpz_t u2, const mpz_t q)
{
    const struct ec_curve *c = all->k[0].curve;
    mp_limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS], r[EC_MAX_LIMBS];
    struct ref_point G, P;
    struct ec_point Q;
    mpz_t s;

    mpz_init(s);
    ref_init(&G);
    ref_init(&P);
    ref_base(&G, c);
    ref_mul(&P, q, &G, c);
    ref_to_ec(&Q, &P);
    mpz_mul(s, u2, q);
    mpz_add(s, s, u1);
    mpz_mod(s, s, c->n);
    ref_mul(&P, s, &G, c);
    if (!P.finite)
        mpz_set_ui(P.x, 5);
    mpz_mod(s, P.x, c->n);
    limbs_of_mpz(a, u1);
    limbs_of_mpz(b, u2);
    limbs_of_mpz(r, s);
    for (int i = 0; i < all->count; i++) {
        const struct kernel *k = &all->k[i];

        cr_assert_eq(k->engine->mul_check(a, b, &Q, r, k->ops), P.finite ? DONE : FAILED,
                     "%s: u1 %s u2 %s q %s", k->name, mpz_get_str(NULL, 16, u1),
                     mpz_get_str(NULL, 16, u2), mpz_get_str(NULL, 16, q));
        r[0] ^= 2;
        cr_assert_eq(k->engine->mul_check(a, b, &Q, r, k->ops), FAILED);
        r[0] ^= 2;
    }
    ref_clear(&G);
    ref_clear(&P);
    mpz_clear(s);
}

/* The additions' special cases on the way and at the end: [u1]G = +-[u2]Q, Q = +-G, +-[2]G, zeros.
 * */
static void sums(const struct kernels *all, int rounds, gmp_randstate_t random)
{
    const struct ec_curve *c = all->k[0].curve;
    mpz_t u1, u2, q;

    mpz_inits(u1, u2, q, NULL);
    for (int round = 0; round < rounds; round++) {
        const unsigned tens = (unsigned)round / 10;

        mpz_urandomm(u1, random, c->n);
        mpz_urandomm(u2, random, c->n);
        mpz_urandomm(q, random, c->n);
        if (round % 5 == 0) { /* Q = [1]G .. [5]G, [n - 1]G .. */
            mpz_set_ui(q, 1 + (unsigned)round / 5 % 5);
            if (round % 2)
                mpz_sub(q, c->n, q);
        }
        if (round % 10 < 3) { /* and small or nearly full scalars */
            mpz_set_ui(u1, tens % 7);
            mpz_set_ui(u2, tens % 5);
            if (round % 3 == 1)
                mpz_sub_ui(u1, c->n, 1 + tens % 7);
            if (round % 4 == 1)
                mpz_sub_ui(u2, c->n, 1 + tens % 5);
        }
        check_sum(all, u1, u2, q);
        mpz_mul(u1, u2, q); /* a doubling at the end, then infinity */
        mpz_mod(u1, u1, c->n);
        check_sum(all, u1, u2, q);
        mpz_sub(u1, c->n, u1);
        mpz_mod(u1, u1, c->n);
        check_sum(all, u1, u2, q);
    }
    mpz_clears(u1, u2, q, NULL);
}

Test(ec_limbs_mul, checked_sums)
{
    gmp_randstate_t random;
    struct kernels all;

    gmp_randinit_default(random);
    for (int curve = 0; curve < 3; curve++) {
        kernels_of(&all, curve);
        sums(&all, 120, random);
        kernels_clear(&all);
    }
    gmp_randclear(random);
}

/* R with x(R) = n + i, i small: r = i is right though x(R) is not i, and i + 1 is not. */
static void check_above(const struct kernel *k)
{
    const struct ec_curve *c = k->curve;
    mp_limb_t zero[EC_MAX_LIMBS] = {0}, one[EC_MAX_LIMBS] = {1}, r[EC_MAX_LIMBS] = {0};
    struct ref_point P;
    struct ec_point Q;
    mpz_t t, e;
    int found = 0;

    mpz_inits(t, e, NULL);
    ref_init(&P);
    P.finite = 1;
    mpz_add_ui(e, c->p, 1); /* p = 3 mod 4: a square's root is its (p + 1) / 4 th power */
    mpz_tdiv_q_2exp(e, e, 2);
    for (unsigned i = 1; i < 40; i++) {
        mpz_add_ui(P.x, c->n, i);
        mpz_powm_ui(t, P.x, 3, c->p);
        mpz_submul_ui(t, P.x, 3);
        mpz_add(t, t, c->b);
        mpz_mod(t, t, c->p);
        mpz_powm(P.y, t, e, c->p);
        mpz_submul(t, P.y, P.y);
        if (!mpz_divisible_p(t, c->p))
            continue;
        found = 1;
        ref_to_ec(&Q, &P);
        r[0] = i;
        cr_assert_eq(k->engine->mul_check(zero, one, &Q, r, k->ops), DONE, "%s", k->name);
        r[0] = i + 1;
        cr_assert_eq(k->engine->mul_check(zero, one, &Q, r, k->ops), FAILED, "%s", k->name);
    }
    cr_assert(found);
    ref_clear(&P);
    mpz_clears(t, e, NULL);
}

Test(ec_limbs_mul, x_above_the_order)
{
    FOR_EACH_KERNEL(k)
    check_above(&k);
}
