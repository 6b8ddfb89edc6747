/* bytes - octet strings to integers and back (RFC 8017 4.1 and 4.2). */
#ifndef SIGCOST_BYTES_H
#define SIGCOST_BYTES_H

#include <gmp.h>

#include "bignum/base.h"

/* x = OS2IP(octets): big-endian, any length, leading zeros allowed, the empty string is 0. */
void os2ip(mpz_t x, const uint8_t *octets, size_t len);

/* octets = I2OSP(x, len): big-endian, left-padded with zero bytes.
 * FAILED if x < 0 or x >= 256^len ("integer too large"), leaving octets all zero. */
enum result i2osp(uint8_t *octets, size_t len, const mpz_t x);

/* The same between octets and nlimbs little-endian limbs. os2limbs: FAILED (limbs zero) if the value
 * needs more than nlimbs limbs. limbs2os: FAILED (octets zero) if it needs more than len octets; the
 * value's size is taken to be public. Neither branches on a value that fits. */
enum result os2limbs(mp_limb_t *limbs, size_t nlimbs, const uint8_t *octets, size_t len);
enum result limbs2os(uint8_t *octets, size_t len, const mp_limb_t *limbs, size_t nlimbs);

/* limbs[0..nlimbs) = x, zero-padded. FAILED (limbs zero) if x < 0 or x does not fit. */
enum result mpz_to_limbs(mp_limb_t *limbs, size_t nlimbs, const mpz_t x);
void mpz_from_limbs(mpz_t x, const mp_limb_t *limbs, size_t nlimbs);

/* Wipes every limb that x has allocated, then sets x to 0; mpz_clear is still the caller's. */
void mpz_wipe(mpz_t x);

#endif
