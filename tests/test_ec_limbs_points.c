/* The limb engines' tables and point formulas against the plain group law
 * of ec_reference.h, for each curve with each set of kernels that this machine runs. */
#include "limbs_reference.h"
#include "tests/replay.h"

static void check_entry(const uint64_t *xy, const struct ref_point *P, const struct kernel *k,
                        const char *what, unsigned row, unsigned i)
{
    uint64_t want[2 * LIMBS_MAX_WORDS];

    fe_of_mpz(want, P->x, k);
    fe_of_mpz(want + k->ops->words, P->y, k);
    cr_assert_eq(memcmp(xy, want, 2 * k->ops->words * sizeof *xy), 0, "%s: %s row %u entry %u",
                 k->name, what, row, i);
}

/* Each entry of each table, and each as the scan reads it, index 0 too. */
Test(ec_limbs_points, tables)
{
    struct ref_point P, Q, twice;
    uint64_t xy[2 * LIMBS_MAX_WORDS], zero[2 * LIMBS_MAX_WORDS] = {0};

    ref_init(&P);
    ref_init(&Q);
    ref_init(&twice);
    FOR_EACH_KERNEL(k)
    {
        const struct limbs_ops *o = k.ops;
        const size_t entry = 2 * o->words;

        cr_assert_eq(o->table_bytes, 8 * entry * (o->rows * o->entries + o->naf_entries));
        cr_assert(o->table_bytes <= 200 * 1024);
        ref_base(&P, k.curve);
        ref_set(&Q, &P);
        ref_add(&twice, &P, &P, k.curve);
        for (unsigned i = 0; i < o->naf_entries; i++, ref_add(&Q, &Q, &twice, k.curve))
            check_entry(o->naf_table + entry * i, &Q, &k, "NAF", 0, i);
        for (unsigned row = 0; row < o->rows; row++) {
            ref_set(&Q, &P);
            o->scan(xy, row, 0);
            cr_assert_eq(memcmp(xy, zero, entry * sizeof *xy), 0);
            for (unsigned i = 0; i < o->entries; i++, ref_add(&Q, &Q, &P, k.curve)) {
                check_entry(o->base_table + entry * (row * o->entries + i), &Q, &k, "base", row, i);
                o->scan(xy, row, i + 1);
                check_entry(xy, &Q, &k, "scan", row, i);
            }
            for (unsigned i = 0; i < o->window * o->comb; i++)
                ref_add(&P, &P, &P, k.curve);
        }
    }
    ref_clear(&P);
    ref_clear(&Q);
    ref_clear(&twice);
}

/* P with a given Z, as the formulas have it; Z = 0: infinity with any X and Y. */
static void jacobian(uint64_t *J, const struct ref_point *P, const mpz_t z, const struct kernel *k)
{
    mpz_t t;

    mpz_init(t);
    mpz_mul(t, z, z);
    mpz_mul(t, t, P->x);
    fe_of_mpz(J, t, k);
    mpz_powm_ui(t, z, 3, k->curve->p);
    mpz_mul(t, t, P->y);
    fe_of_mpz(J + k->ops->words, t, k);
    fe_of_mpz(J + 2 * k->ops->words, z, k);
    mpz_clear(t);
}

static void check_jacobian(const uint64_t *J, const struct ref_point *P, const struct kernel *k,
                           const char *what)
{
    mpz_t x, y, z, t;

    mpz_inits(x, y, z, t, NULL);
    mpz_of_fe(x, J, k);
    mpz_of_fe(y, J + k->ops->words, k);
    mpz_of_fe(z, J + 2 * k->ops->words, k);
    cr_assert_eq(P->finite, mpz_sgn(z) != 0, "%s %s", k->name, what);
    if (P->finite) {
        mpz_invert(z, z, k->curve->p);
        mpz_powm_ui(t, z, 2, k->curve->p);
        mpz_mul(x, x, t);
        mpz_sub(x, x, P->x);
        mpz_mul(t, t, z);
        mpz_mul(y, y, t);
        mpz_sub(y, y, P->y);
        cr_assert(mpz_divisible_p(x, k->curve->p) && mpz_divisible_p(y, k->curve->p), "%s %s",
                  k->name, what);
    }
    mpz_clears(x, y, z, t, NULL);
}

/* [2]P, and P + Q for Q of any kind: another, P, -P; and P infinite. Chained, so that coordinates
 * as the formulas leave them go in again. */
Test(ec_limbs_points, formulas)
{
    uint64_t J[3 * LIMBS_MAX_WORDS], A[3 * LIMBS_MAX_WORDS], S[3 * LIMBS_MAX_WORDS];
    struct ref_point P, Q, R;
    gmp_randstate_t random;
    mpz_t z, one;

    gmp_randinit_default(random);
    gmp_randseed_ui(random, 6 + (unsigned long)replay_seed());
    mpz_init(z);
    mpz_init_set_ui(one, 1);
    ref_init(&P);
    ref_init(&Q);
    ref_init(&R);
    FOR_EACH_KERNEL(k)
    for (int round = 0; round < 100; round++) {
        mpz_urandomm(z, random, k.curve->n);
        ref_base(&R, k.curve);
        ref_mul(&P, z, &R, k.curve);
        mpz_urandomm(z, random, k.curve->n);
        ref_mul(&Q, z, &R, k.curve);
        if (round % 4)
            ref_set(&Q, &P);
        if (round % 4 == 2)
            ref_neg(&Q, k.curve);
        mpz_urandomm(z, random, k.curve->p);
        if (round % 4 == 3) {
            mpz_set_ui(z, 0);
            P.finite = 0;
        }
        jacobian(J, &P, z, &k);
        jacobian(A, &Q, one, &k);
        k.ops->point_double(S, J);
        ref_add(&R, &P, &P, k.curve);
        check_jacobian(S, &R, &k, "point_double");
        k.ops->point_madd_vartime(S, S, A);
        ref_add(&R, &R, &Q, k.curve);
        check_jacobian(S, &R, &k, "point_double, point_madd_vartime");
        k.ops->point_madd_vartime(S, J, A);
        ref_add(&R, &P, &Q, k.curve);
        check_jacobian(S, &R, &k, "point_madd_vartime");
        k.ops->point_double(S, S);
        ref_add(&R, &R, &R, k.curve);
        check_jacobian(S, &R, &k, "point_madd_vartime, point_double");
    }
    ref_clear(&P);
    ref_clear(&Q);
    ref_clear(&R);
    mpz_clears(z, one, NULL);
    gmp_randclear(random);
}
