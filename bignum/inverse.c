#include "bignum/inverse.h"

#include "bignum/bytes.h"
#include "bignum/declassify.h"

/* x = -x modulo B^n where flag is 1, x as it is where 0. */
static void negate_if(mp_limb_t flag, mp_limb_t *x, mp_size_t n)
{
    mp_limb_t mask = -flag, carry = flag;

    for (mp_size_t i = 0; i < n; i++) {
        mp_limb_t v = (x[i] ^ mask) + carry;

        carry = carry & (mp_limb_t)(v == 0);
        x[i] = v;
    }
}

/* u = u / 2 modulo the odd m, u < m: adding m where u is odd makes it even. */
static void halve(mp_limb_t *u, const mp_limb_t *m, mp_size_t n)
{
    mp_limb_t carry = mpn_cnd_add_n(u[0] & 1, u, u, m, n);

    mpn_rshift(u, u, n, 1);
    u[n - 1] |= carry << (GMP_NUMB_BITS - 1);
}

enum result inverse_odd(mp_limb_t *r, const mp_limb_t *a, const mp_limb_t *m, mp_size_t n,
                        size_t bits)
{
    mp_limb_t *x = limbs_new((size_t)(4 * n)), *y, *u, *v, other;

    if (!x) {
        mpn_zero(r, n);
        return FAILED;
    }
    y = x + n;
    u = y + n;
    v = u + n;
    mpn_copyi(x, a, n);
    mpn_copyi(y, m, n);
    u[0] = 1;
    /* x = u a and y = v a modulo m, y odd. A step takes at least one bit from x's and y's lengths
     * together, which are 2 bits at most, so that x = 0 and y = gcd at the end. */
    for (size_t step = 0; step < 2 * bits; step++) {
        mp_limb_t odd = x[0] & 1, less = mpn_cnd_sub_n(odd, x, x, y, n);

        mpn_cnd_add_n(less, y, y, x, n); /* y = the old x */
        negate_if(less, x, n);           /* x = |x - y| */
        mpn_cnd_swap(less, u, v, n);
        mpn_cnd_add_n(mpn_cnd_sub_n(odd, u, u, v, n), u, u, m, n);
        mpn_rshift(x, x, n, 1);
        halve(u, m, n);
    }
    other = y[0] ^ 1;
    for (mp_size_t i = 1; i < n; i++)
        other |= y[i];
    mpn_copyi(r, v, n);
    limbs_free(x, (size_t)(4 * n));
    DECLASSIFY(&other, sizeof other); /* whether there is an inverse: the caller learns it */
    if (other != 0) {
        mpn_zero(r, n);
        return FAILED;
    }
    return DONE;
}

enum result inverse_mpz(mpz_t r, const mpz_t a, const mpz_t m)
{
    size_t n = mpz_size(m);
    mp_limb_t *x;
    mpz_t reduced;
    enum result result = FAILED;

    if (mpz_even_p(m) || mpz_cmp_ui(m, 1) <= 0) {
        mpz_set_ui(r, 0);
        return FAILED;
    }
    mpz_init2(reduced, n * GMP_NUMB_BITS);
    mpz_fdiv_r(reduced, a, m);
    x = limbs_new(n);
    if (x) {
        (void)mpz_to_limbs(x, n, reduced); /* below m */
        result = inverse_odd(x, x, mpz_limbs_read(m), (mp_size_t)n, mpz_sizeinbase(m, 2));
    }
    if (result == DONE)
        mpz_from_limbs(r, x, n);
    else
        mpz_set_ui(r, 0);
    limbs_free(x, n);
    mpz_wipe(reduced);
    mpz_clear(reduced);
    return result;
}
