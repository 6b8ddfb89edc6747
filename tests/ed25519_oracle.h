/* ed25519_oracle - edwards25519 over mpz, written for the tests alone: nothing here is shared with
 * the engines. Affine points, the addition law of RFC 8032 5.1.4 solved with mpz_invert, powers by
 * mpz_powm. */
#ifndef SIGCOST_ED25519_ORACLE_H
#define SIGCOST_ED25519_ORACLE_H

#include <gmp.h>
#include <string.h>

#include "ed25519/ed25519.h"

struct oracle {
    mpz_t p, L, d, sqrt_m1;
};

struct opoint {
    mpz_t x, y;
};

static struct oracle oracle;

static inline void le_to_mpz(mpz_t x, const uint8_t *octets, size_t len)
{
    mpz_import(x, len, -1, 1, 0, 0, octets);
}

/* octets = x mod 2^(8 len) */
static void mpz_to_le(uint8_t *octets, size_t len, const mpz_t x)
{
    mpz_t low;

    mpz_init(low);
    mpz_fdiv_r_2exp(low, x, 8 * len);
    memset(octets, 0, len);
    if (mpz_sgn(low))
        mpz_export(octets, NULL, -1, 1, 0, 0, low);
    mpz_clear(low);
}

static inline void oracle_init(void)
{
    mpz_t e;

    mpz_inits(oracle.p, oracle.L, oracle.d, oracle.sqrt_m1, e, NULL);
    mpz_ui_pow_ui(oracle.p, 2, 255);
    mpz_sub_ui(oracle.p, oracle.p, 19);
    mpz_set_str(oracle.L, "27742317777372353535851937790883648493", 10);
    mpz_setbit(oracle.L, 252);
    mpz_set_ui(oracle.d, 121666);
    mpz_invert(oracle.d, oracle.d, oracle.p);
    mpz_mul_si(oracle.d, oracle.d, -121665);
    mpz_mod(oracle.d, oracle.d, oracle.p);
    mpz_sub_ui(e, oracle.p, 1);
    mpz_tdiv_q_2exp(e, e, 2);
    mpz_set_ui(oracle.sqrt_m1, 2);
    mpz_powm(oracle.sqrt_m1, oracle.sqrt_m1, e, oracle.p);
    mpz_clear(e);
}

static inline void opoint_init(struct opoint *P)
{
    mpz_init_set_ui(P->x, 0);
    mpz_init_set_ui(P->y, 1);
}

static inline void opoint_clear(struct opoint *P)
{
    mpz_clears(P->x, P->y, NULL);
}

/* R = P + Q, R may alias both. */
static inline void opoint_add(struct opoint *R, const struct opoint *P, const struct opoint *Q)
{
    mpz_t t, u, x, y;

    mpz_inits(t, u, x, y, NULL);
    mpz_mul(x, P->x, Q->y);
    mpz_addmul(x, P->y, Q->x);
    mpz_mul(y, P->y, Q->y);
    mpz_addmul(y, P->x, Q->x);
    mpz_mul(t, P->x, Q->x);
    mpz_mul(t, t, P->y);
    mpz_mul(t, t, Q->y);
    mpz_mul(t, t, oracle.d);
    mpz_ui_sub(u, 1, t);
    mpz_add_ui(t, t, 1);
    mpz_invert(t, t, oracle.p);
    mpz_invert(u, u, oracle.p);
    mpz_mul(x, x, t);
    mpz_mul(y, y, u);
    mpz_mod(R->x, x, oracle.p);
    mpz_mod(R->y, y, oracle.p);
    mpz_clears(t, u, x, y, NULL);
}

/* R = [s]P, s >= 0; R must not alias P. */
static inline void opoint_mul(struct opoint *R, const mpz_t s, const struct opoint *P)
{
    mpz_set_ui(R->x, 0);
    mpz_set_ui(R->y, 1);
    for (size_t i = mpz_sizeinbase(s, 2); i-- > 0;) {
        opoint_add(R, R, R);
        if (mpz_tstbit(s, i))
            opoint_add(R, R, P);
    }
}

/* x with the wanted parity from y; 0 where there is none. */
static inline int opoint_from_y(struct opoint *P, const mpz_t y, unsigned sign)
{
    mpz_t u, v, e, check;
    int found;

    mpz_inits(u, v, e, check, NULL);
    mpz_mul(v, y, y);
    mpz_sub_ui(u, v, 1);
    mpz_mul(v, v, oracle.d);
    mpz_add_ui(v, v, 1);
    mpz_invert(v, v, oracle.p);
    mpz_mul(u, u, v);
    mpz_mod(u, u, oracle.p); /* x^2 */
    mpz_add_ui(e, oracle.p, 3);
    mpz_tdiv_q_2exp(e, e, 3);
    mpz_powm(P->x, u, e, oracle.p);
    mpz_powm_ui(check, P->x, 2, oracle.p);
    if (mpz_cmp(check, u)) {
        mpz_mul(P->x, P->x, oracle.sqrt_m1);
        mpz_powm_ui(check, P->x, 2, oracle.p);
    }
    found = mpz_cmp(check, u) == 0;
    mpz_mod(P->x, P->x, oracle.p);
    if ((unsigned)mpz_tstbit(P->x, 0) != sign)
        mpz_sub(P->x, oracle.p, P->x);
    mpz_set(P->y, y);
    mpz_clears(u, v, e, check, NULL);
    return found;
}

static inline void opoint_base(struct opoint *B)
{
    mpz_t y;

    mpz_init_set_ui(y, 5);
    mpz_invert(y, y, oracle.p);
    mpz_mul_ui(y, y, 4);
    mpz_mod(y, y, oracle.p);
    opoint_from_y(B, y, 0);
    mpz_clear(y);
}

static inline void opoint_encode(uint8_t out[32], const struct opoint *P)
{
    mpz_to_le(out, 32, P->y);
    out[31] = (uint8_t)(out[31] | (mpz_tstbit(P->x, 0) << 7));
}

/* A point of order 8: [L] of the first point above y = 2 that has it. */
static inline void opoint_order8(struct opoint *T)
{
    struct opoint P, Q;
    mpz_t y;

    opoint_init(&P);
    opoint_init(&Q);
    mpz_init_set_ui(y, 2);
    for (;; mpz_add_ui(y, y, 1)) {
        if (!opoint_from_y(&P, y, 0))
            continue;
        opoint_mul(T, oracle.L, &P);
        opoint_add(&Q, T, T);
        opoint_add(&Q, &Q, &Q);
        if (mpz_sgn(Q.x) != 0 || mpz_cmp_ui(Q.y, 1) != 0)
            break; /* [4]T is not neutral */
    }
    opoint_clear(&P);
    opoint_clear(&Q);
    mpz_clear(y);
}

#endif
