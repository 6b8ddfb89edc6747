/* scalar - numbers modulo the group order, as much as the scheme itself needs of them. */
#ifndef SIGCOST_EC_SCALAR_H
#define SIGCOST_EC_SCALAR_H

#include "ec/ec.h"

/* k = bits2int(octets) (RFC 6979 2.3.2, FIPS 186-5 6.4.1 step 2): the leftmost order_bits bits, all of
 * them if there are fewer. order_limbs limbs, not reduced: k < 2^order_bits. Does not branch on octets. */
void ec_bits2int(mp_limb_t *k, const uint8_t *octets, size_t len, const struct ec_curve *curve);

/* z = bits2int(digest) mod n. */
void ec_digest_to_scalar(mp_limb_t *z, const uint8_t *digest, size_t len,
                         const struct ec_curve *curve);

/* 1 if 1 <= k < n. Tells no more of k than the answer. */
int ec_scalar_in_range(const mp_limb_t *k, const struct ec_curve *curve);

/* r = a + b mod n, a, b < n; r may alias either. Does not branch on a, b. */
void ec_scalar_add(mp_limb_t *r, const mp_limb_t *a, const mp_limb_t *b,
                   const struct ec_curve *curve);

#endif
