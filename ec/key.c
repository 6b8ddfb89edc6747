/* Key pairs: FIPS 186-5 A.2.1, and from a given scalar. */
#include "ec/ec.h"

#include <stdlib.h>
#include <string.h>

#include "bignum/bytes.h"
#include "bignum/declassify.h"
#include "bignum/memory.h"
#include "ec/scalar.h"

#define SEED_MAX_BITS  (EC_MAX_BITS + 64)
#define SEED_MAX_BYTES ((SEED_MAX_BITS + 7) / 8)
#define SEED_MAX_LIMBS ((SEED_MAX_BITS + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS)

/* Q = [d]G for the d in key, 1 <= d < n. */
static enum result derive(struct ec_key *key, const struct ec_group *group)
{
    enum result result = group->engine->mul_base(&key->Q, key->d, group->context);

    DECLASSIFY(&key->Q, sizeof key->Q); /* the public key */
    if (result != DONE || key->Q.infinity) {
        ec_key_wipe(key);
        return FAILED;
    }
    key->has_d = 1;
    return DONE;
}

/* d = (c mod (n - 1)) + 1, by the division of GMP that neither branches nor addresses by c. */
static enum result reduce_extra_bits(mp_limb_t *d, mp_limb_t *c, const struct ec_curve *curve)
{
    const mp_size_t n = (mp_size_t)curve->order_limbs;
    const mp_size_t seed_limbs = n + 64 / GMP_NUMB_BITS; /* hold order_bits + 64 */
    mp_limb_t top[EC_MAX_LIMBS], one[EC_MAX_LIMBS] = {1};
    size_t scratch_size;
    mp_limb_t *scratch;

    mpz_to_limbs(top, EC_MAX_LIMBS, curve->n);
    top[0] -= 1; /* n is odd */
    scratch_size = sizeof(mp_limb_t) * (size_t)mpn_sec_div_r_itch(seed_limbs, n);
    scratch = malloc(scratch_size);
    if (!scratch)
        return FAILED;
    mpn_sec_div_r(c, seed_limbs, top, n, scratch);
    wipe(scratch, scratch_size);
    free(scratch);
    memset(d, 0, EC_MAX_LIMBS * sizeof *d);
    ec_scalar_add(d, c, one, curve); /* c <= n - 2 */
    return DONE;
}

/* FIPS 186-5 A.2.1, steps as numbered there. */
enum result ec_keygen(struct ec_key *key, const struct ec_group *group, struct rng *rng)
{
    const unsigned seed_bits = group->curve->order_bits + 64; /* 1 and 2: L = len(n) + 64 */
    const size_t len = (seed_bits + 7) / 8;
    uint8_t octets[SEED_MAX_BYTES];
    mp_limb_t c[SEED_MAX_LIMBS];
    enum result result = FAILED;

    memset(key, 0, sizeof *key);
    key->Q.infinity = 1;
    if (random_bytes(octets, len, rng) == DONE) { /* 3 and 4 */
        if (seed_bits % 8)
            octets[0] &= (uint8_t)((1u << (seed_bits % 8)) - 1);
        os2limbs(c, SEED_MAX_LIMBS, octets, len);            /* 5 */
        result = reduce_extra_bits(key->d, c, group->curve); /* 6 */
        if (result == DONE)
            result = derive(key, group); /* 7 */
    }
    wipe(octets, sizeof octets);
    wipe(c, sizeof c);
    wipe_stack(STACK_OF_CURVES);
    return result;
}

enum result ec_key_from_scalar(struct ec_key *key, const uint8_t *d, size_t len,
                               const struct ec_group *group)
{
    const struct ec_curve *curve = group->curve;
    enum result result;

    memset(key, 0, sizeof *key);
    key->Q.infinity = 1;
    if (len > curve->order_bytes)
        return FAILED;
    os2limbs(key->d, EC_MAX_LIMBS, d, len);
    int in_range = ec_scalar_in_range(key->d, curve);
    DECLASSIFY(&in_range, sizeof in_range); /* whether it is a key at all: the caller learns it */
    if (!in_range) {
        ec_key_wipe(key);
        return FAILED;
    }
    result = derive(key, group);
    wipe_stack(STACK_OF_CURVES);
    return result;
}

void ec_key_wipe(struct ec_key *key)
{
    wipe(key, sizeof *key);
    key->Q.infinity = 1;
}
