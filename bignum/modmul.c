#include "bignum/modmul.h"

#include <stdlib.h>

#include "bignum/bytes.h"

mp_limb_t *limbs_new(size_t count)
{
    return calloc(count ? count : 1, sizeof(mp_limb_t));
}

void limbs_free(mp_limb_t *limbs, size_t count)
{
    if (limbs)
        wipe(limbs, count * sizeof *limbs);
    free(limbs);
}

mp_limb_t mont_inverse_limb(mp_limb_t m0)
{
    mp_limb_t x = m0; /* m0^2 = 1 modulo 8: three bits are right */

    for (int right = 3; right < GMP_NUMB_BITS; right *= 2)
        x *= 2 - m0 * x;
    return -x;
}

void mont_inverse_limbs(mp_limb_t *inv, const mp_limb_t *m, mp_size_t n)
{
    mpz_t x, t, m_n;

    mpz_inits(x, t, NULL);
    mpz_roinit_n(m_n, m, n);
    mpz_set_ui(x, 1); /* m is odd: one bit is right */
    for (size_t right = 1; right < (size_t)n * GMP_NUMB_BITS;) {
        right *= 2;
        if (right > (size_t)n * GMP_NUMB_BITS)
            right = (size_t)n * GMP_NUMB_BITS;
        mpz_fdiv_r_2exp(t, m_n, right);
        mpz_mul(t, t, x);
        mpz_ui_sub(t, 2, t);
        mpz_mul(x, x, t);
        mpz_fdiv_r_2exp(x, x, right);
    }
    mpz_neg(x, x);
    mpz_fdiv_r_2exp(x, x, (size_t)n * GMP_NUMB_BITS);
    (void)mpz_to_limbs(inv, (size_t)n, x); /* below B^n */
    mpz_wipe(x);
    mpz_wipe(t);
    mpz_clears(x, t, NULL);
}

unsigned mont_setup_squarings(mp_size_t n)
{
    size_t exponent = (size_t)n * GMP_NUMB_BITS;
    unsigned squarings = 0;

    for (; exponent > 32; exponent >>= 1)
        squarings++;
    return squarings;
}
