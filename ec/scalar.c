#include "ec/scalar.h"

#include <string.h>

#include "bignum/bytes.h"

void ec_bits2int(mp_limb_t *k, const uint8_t *octets, size_t len, const struct ec_curve *curve)
{
    const mp_size_t n = (mp_size_t)curve->order_limbs;
    size_t keep = len < curve->order_bytes ? len : curve->order_bytes;
    unsigned shift = (unsigned)(8 * curve->order_bytes - curve->order_bits);

    os2limbs(k, curve->order_limbs, octets, keep);
    if (keep == curve->order_bytes && shift > 0)
        mpn_rshift(k, k, n, shift);
}

/* r = a - n if a >= n, else a: a < 2 n, carry its part beyond order_limbs limbs. */
static void subtract_order_once(mp_limb_t *r, const mp_limb_t *a, mp_limb_t carry,
                                const struct ec_curve *curve)
{
    const mp_size_t n = (mp_size_t)curve->order_limbs;
    const mp_limb_t *order = mpz_limbs_read(curve->n);
    mp_limb_t borrow = mpn_sub_n(r, a, order, n);

    mpn_cnd_add_n(borrow & (carry ^ 1), r, r, order, n);
}

void ec_digest_to_scalar(mp_limb_t *z, const uint8_t *digest, size_t len,
                         const struct ec_curve *curve)
{
    mp_limb_t t[EC_MAX_LIMBS];

    ec_bits2int(t, digest, len, curve); /* < 2^order_bits < 2 n */
    subtract_order_once(z, t, 0, curve);
    wipe(t, sizeof t);
}

int ec_scalar_in_range(const mp_limb_t *k, const struct ec_curve *curve)
{
    const mp_size_t n = (mp_size_t)curve->order_limbs;
    mp_limb_t t[EC_MAX_LIMBS], any = 0, below;

    below = mpn_sub_n(t, k, mpz_limbs_read(curve->n), n);
    wipe(t, sizeof t);
    for (mp_size_t i = 0; i < n; i++)
        any |= k[i];
    return (below != 0) & (any != 0);
}

void ec_scalar_add(mp_limb_t *r, const mp_limb_t *a, const mp_limb_t *b,
                   const struct ec_curve *curve)
{
    mp_limb_t t[EC_MAX_LIMBS];
    mp_limb_t carry = mpn_add_n(t, a, b, (mp_size_t)curve->order_limbs);

    subtract_order_once(r, t, carry, curve);
    wipe(t, sizeof t);
}
