/* ec_reference - the group law over mpz as plainly as it can be said, sharing no code with ec/: what the
 * engines are held against. Points are affine; z = 0 stands for infinity. Also small helpers that the
 * ECDSA tests share. */
#ifndef TESTS_EC_REFERENCE_H
#define TESTS_EC_REFERENCE_H

#include <stdlib.h>
#include <string.h>

#include "bignum/bytes.h"
#include "ec/ec.h"

struct ref_point {
    int finite;
    mpz_t x, y;
};

static inline void ref_init(struct ref_point *P)
{
    P->finite = 0;
    mpz_init(P->x);
    mpz_init(P->y);
}

static inline void ref_clear(struct ref_point *P)
{
    mpz_clear(P->x);
    mpz_clear(P->y);
}

static inline void ref_base(struct ref_point *P, const struct ec_curve *c)
{
    P->finite = 1;
    mpz_set(P->x, c->gx);
    mpz_set(P->y, c->gy);
}

static inline void ref_set(struct ref_point *R, const struct ref_point *P)
{
    R->finite = P->finite;
    mpz_set(R->x, P->x);
    mpz_set(R->y, P->y);
}

static inline void ref_neg(struct ref_point *R, const struct ec_curve *c)
{
    mpz_neg(R->y, R->y);
    mpz_mod(R->y, R->y, c->p);
}

/* R = P + Q; R may be either. */
static inline void ref_add(struct ref_point *R, const struct ref_point *P,
                           const struct ref_point *Q, const struct ec_curve *c)
{
    mpz_t m, t, x;

    if (!P->finite || !Q->finite) {
        ref_set(R, P->finite ? P : Q);
        return;
    }
    mpz_inits(m, t, x, NULL);
    mpz_add(t, P->y, Q->y);
    if (mpz_cmp(P->x, Q->x) == 0 && mpz_divisible_p(t, c->p)) {
        R->finite = 0;
    } else {
        if (mpz_cmp(P->x, Q->x) == 0) {
            mpz_mul(m, P->x, P->x);
            mpz_sub_ui(m, m, 1);
            mpz_mul_ui(m, m, 3);
            mpz_mul_ui(t, P->y, 2);
        } else {
            mpz_sub(m, Q->y, P->y);
            mpz_sub(t, Q->x, P->x);
            mpz_mod(t, t, c->p);
        }
        mpz_invert(t, t, c->p);
        mpz_mul(m, m, t);
        mpz_mod(m, m, c->p);
        mpz_mul(x, m, m);
        mpz_sub(x, x, P->x);
        mpz_sub(x, x, Q->x);
        mpz_mod(x, x, c->p);
        mpz_sub(t, P->x, x);
        mpz_mul(t, t, m);
        mpz_sub(t, t, P->y);
        mpz_mod(R->y, t, c->p);
        mpz_set(R->x, x);
        R->finite = 1;
    }
    mpz_clears(m, t, x, NULL);
}

/* R = k P, 0 <= k; R is not P. */
static inline void ref_mul(struct ref_point *R, const mpz_t k, const struct ref_point *P,
                           const struct ec_curve *c)
{
    R->finite = 0;
    for (size_t i = mpz_sizeinbase(k, 2); i-- > 0;) {
        ref_add(R, R, R, c);
        if (mpz_tstbit(k, i))
            ref_add(R, R, P, c);
    }
}

static inline void ref_to_ec(struct ec_point *R, const struct ref_point *P)
{
    memset(R, 0, sizeof *R);
    R->infinity = !P->finite;
    if (P->finite) {
        mpz_to_limbs(R->x, EC_MAX_LIMBS, P->x);
        mpz_to_limbs(R->y, EC_MAX_LIMBS, P->y);
    }
}

static inline void ref_from_ec(struct ref_point *R, const struct ec_point *P)
{
    R->finite = !P->infinity;
    mpz_from_limbs(R->x, P->x, EC_MAX_LIMBS);
    mpz_from_limbs(R->y, P->y, EC_MAX_LIMBS);
}

static inline int same_point(const struct ec_point *P, const struct ec_point *Q)
{
    return P->infinity == Q->infinity && memcmp(P->x, Q->x, sizeof P->x) == 0 &&
           memcmp(P->y, Q->y, sizeof P->y) == 0;
}

/* Scalars as limb arrays of full width, so that any engine may read order_limbs of them. */
static inline void limbs_of_mpz(mp_limb_t k[EC_MAX_LIMBS], const mpz_t x)
{
    mpz_to_limbs(k, EC_MAX_LIMBS, x);
}

static inline int curve_has_engine(struct ec_group *g, const struct ec_engine *engine,
                                   const struct ec_curve *curve)
{
    return ec_group_init(g, engine, curve) == DONE;
}

/* Octets of a hex string; returns their number. */
static inline size_t from_hex(uint8_t *out, size_t room, const char *hex)
{
    size_t len = strlen(hex) / 2;

    if (len > room)
        abort();
    for (size_t i = 0; i < len; i++) {
        char two[3] = {hex[2 * i], hex[2 * i + 1], 0};

        out[i] = (uint8_t)strtoul(two, NULL, 16);
    }
    return len;
}

#endif
