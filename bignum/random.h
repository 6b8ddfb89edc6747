/* random - random integers over any generator.
 *
 * A generator is a small struct whose first member is struct rng; hash/drbg.h has the seeded one
 * (HMAC-DRBG) and the operating system's. A generator that fails makes its caller fail: there is no
 * weaker source to fall back on.
 */
#ifndef SIGCOST_RANDOM_H
#define SIGCOST_RANDOM_H

#include <gmp.h>

#include "bignum/base.h"

struct rng {
    /* Fills out[0..len). FAILED: no entropy; what out holds then is not to be used. */
    enum result (*fill)(struct rng *self, uint8_t *out, size_t len);
};

/* Fills out; wipes it on failure. */
enum result random_bytes(uint8_t *out, size_t len, struct rng *rng);

/* r uniform in [lo, hi], by rejection of bit strings as long as hi - lo (FIPS 186-5 A.2.2 style):
 * fewer than two draws expected. FAILED if hi < lo, or the generator fails, or 256 draws in a row
 * are rejected (chance below 2^-256 for a working generator); r is then 0. */
enum result random_range(mpz_t r, const mpz_t lo, const mpz_t hi, struct rng *rng);

/* The same for r in [0, n), n > 0. */
enum result random_below(mpz_t r, const mpz_t n, struct rng *rng);

/* The same on limbs, and the same r from the same generator: r[0..n) uniform in [0, m), m odd and
 * > 1, of bits bits in n limbs. Time depends on the sizes and on how many draws are rejected, not on r. */
enum result random_limbs_below(mp_limb_t *r, const mp_limb_t *m, mp_size_t n, size_t bits,
                               struct rng *rng);

#endif
