/* Points as octets, and the checks that a public key must pass. */
#include "ec/ec.h"

#include <string.h>

#include "bignum/bytes.h"

/* r = x^3 - 3x + b mod p. */
static void curve_equation(mpz_t r, const mpz_t x, const struct ec_curve *curve)
{
    mpz_t t;

    mpz_init(t);
    mpz_mul(t, x, x);
    mpz_sub_ui(t, t, 3);
    mpz_mul(t, t, x);
    mpz_add(t, t, curve->b);
    mpz_mod(r, t, curve->p);
    mpz_clear(t);
}

/* r = a^e mod p by squaring and multiplying, left to right. All public. r may alias a. */
static void power_vartime(mpz_t r, const mpz_t a, const mpz_t e, const mpz_t p)
{
    mpz_t y;

    mpz_init_set_ui(y, 1);
    for (size_t i = mpz_sizeinbase(e, 2); i-- > 0;) {
        mpz_mul(y, y, y);
        mpz_mod(y, y, p);
        if (mpz_tstbit(e, i)) {
            mpz_mul(y, y, a);
            mpz_mod(y, y, p);
        }
    }
    mpz_swap(r, y);
    mpz_clear(y);
}

/* One round of Tonelli and Shanks: y^2 = a t with t of order 2^i, i < *m; c of order 2^*m. Makes the
 * order of t smaller and keeps the equation. */
static enum result shanks_step(mpz_t y, mpz_t t, mpz_t c, size_t *m, const mpz_t p)
{
    size_t i = 0;
    mpz_t u;

    mpz_init_set(u, t);
    while (mpz_cmp_ui(u, 1) != 0 && i < *m) {
        mpz_mul(u, u, u);
        mpz_mod(u, u, p);
        i++;
    }
    mpz_clear(u);
    if (i >= *m) /* a was no square, or p is no prime */
        return FAILED;
    for (size_t j = i + 1; j < *m; j++) {
        mpz_mul(c, c, c);
        mpz_mod(c, c, p);
    }
    mpz_mul(y, y, c);
    mpz_mod(y, y, p);
    mpz_mul(c, c, c);
    mpz_mod(c, c, p);
    mpz_mul(t, t, c);
    mpz_mod(t, t, p);
    *m = i;
    return DONE;
}

/* y^2 = a mod p for p = 1 mod 4, a a square other than 0 (Cohen, A Course in Computational Algebraic
 * Number Theory, algorithm 1.5.1). P-224 has p - 1 = 2^96 odd: up to 96^2 / 2 squarings. */
static enum result sqrt_tonelli_shanks(mpz_t y, const mpz_t a, const mpz_t p)
{
    mpz_t odd, t, c, z;
    size_t m;
    enum result result = DONE;

    mpz_inits(odd, t, c, z, NULL);
    mpz_sub_ui(odd, p, 1);
    m = mpz_scan1(odd, 0);
    mpz_tdiv_q_2exp(odd, odd, m);
    mpz_set_ui(z, 2);
    while (mpz_jacobi(z, p) != -1 && mpz_cmp_ui(z, 1000) < 0) /* the least non-residue is small */
        mpz_add_ui(z, z, 1);
    power_vartime(c, z, odd, p);
    power_vartime(t, a, odd, p);
    mpz_add_ui(odd, odd, 1);
    mpz_tdiv_q_2exp(odd, odd, 1);
    power_vartime(y, a, odd, p); /* y^2 = a a^odd = a t */
    while (result == DONE && mpz_cmp_ui(t, 1) != 0)
        result = shanks_step(y, t, c, &m, p);
    mpz_clears(odd, t, c, z, NULL);
    return result;
}

/* y^2 = a mod p; FAILED where a has no root. y is not a. */
static enum result sqrt_mod_p(mpz_t y, const mpz_t a, const mpz_t p)
{
    mpz_t e;
    enum result result = DONE;

    if (mpz_sgn(a) == 0) {
        mpz_set_ui(y, 0);
        return DONE;
    }
    if (mpz_tstbit(p, 1) == 0) /* p = 1 mod 4 */
        return mpz_jacobi(a, p) == 1 ? sqrt_tonelli_shanks(y, a, p) : FAILED;
    mpz_init(e);
    mpz_add_ui(e, p, 1);
    mpz_tdiv_q_2exp(e, e, 2);
    power_vartime(y, a, e, p);
    mpz_mul(e, y, y);
    if (!mpz_congruent_p(e, a, p))
        result = FAILED;
    mpz_clear(e);
    return result;
}

static void set_infinity(struct ec_point *P)
{
    memset(P, 0, sizeof *P);
    P->infinity = 1;
}

static void set_affine(struct ec_point *P, const mpz_t x, const mpz_t y)
{
    P->infinity = 0;
    mpz_to_limbs(P->x, EC_MAX_LIMBS, x);
    mpz_to_limbs(P->y, EC_MAX_LIMBS, y);
}

size_t ec_point_to_bytes(uint8_t *octets, const struct ec_point *P, int compressed,
                         const struct ec_curve *curve)
{
    if (P->infinity) {
        octets[0] = 0;
        return 1;
    }
    octets[0] = compressed ? (uint8_t)(2 + (P->y[0] & 1)) : 4;
    limbs2os(octets + 1, curve->bytes, P->x, curve->limbs);
    if (compressed)
        return 1 + curve->bytes;
    limbs2os(octets + 1 + curve->bytes, curve->bytes, P->y, curve->limbs);
    return 1 + 2 * curve->bytes;
}

/* SEC 1 2.3.4 step 2: x and the parity of y. A root y = 0 has no odd twin. */
static enum result decompress(struct ec_point *P, mpz_t x, unsigned odd,
                              const struct ec_curve *curve)
{
    mpz_t y, right;
    enum result result = FAILED;

    mpz_inits(y, right, NULL);
    if (mpz_cmp(x, curve->p) < 0) {
        curve_equation(right, x, curve);
        result = sqrt_mod_p(y, right, curve->p);
    }
    if (result == DONE && mpz_tstbit(y, 0) != (int)odd) {
        mpz_sub(y, curve->p, y);
        if (mpz_cmp(y, curve->p) == 0)
            result = FAILED;
    }
    if (result == DONE)
        set_affine(P, x, y);
    mpz_clears(y, right, NULL);
    return result;
}

enum result ec_point_from_bytes(struct ec_point *P, const uint8_t *octets, size_t len,
                                const struct ec_curve *curve)
{
    const size_t width = curve->bytes;
    enum result result = FAILED;
    mpz_t x;

    set_infinity(P);
    if (len == 1 && octets[0] == 0)
        return DONE;
    if (len == 1 + 2 * width && octets[0] == 4) {
        P->infinity = 0;
        os2limbs(P->x, EC_MAX_LIMBS, octets + 1, width); /* width octets always fit */
        os2limbs(P->y, EC_MAX_LIMBS, octets + 1 + width, width);
        result = ec_point_validate(P, curve);
    } else if (len == 1 + width && (octets[0] == 2 || octets[0] == 3)) {
        mpz_init(x);
        os2ip(x, octets + 1, width);
        result = decompress(P, x, octets[0] & 1, curve);
        mpz_clear(x);
    }
    if (result != DONE)
        set_infinity(P);
    return result;
}

enum result ec_point_validate(const struct ec_point *P, const struct ec_curve *curve)
{
    mpz_t x, y, right;
    enum result result = FAILED;

    if (P->infinity)
        return FAILED;
    mpz_inits(x, y, right, NULL);
    mpz_from_limbs(x, P->x, EC_MAX_LIMBS);
    mpz_from_limbs(y, P->y, EC_MAX_LIMBS);
    if (mpz_cmp(x, curve->p) < 0 && mpz_cmp(y, curve->p) < 0) {
        curve_equation(right, x, curve);
        mpz_mul(y, y, y);
        if (mpz_congruent_p(y, right, curve->p))
            result = DONE;
    }
    mpz_clears(x, y, right, NULL);
    return result;
}
