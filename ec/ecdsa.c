/* ECDSA: FIPS 186-5 6.4.1 (signing) and 6.4.2 (verifying), step by step. */
#include "ec/ec.h"

#include <string.h>

#include "bignum/bytes.h"
#include "bignum/declassify.h"
#include "bignum/memory.h"
#include "ec/scalar.h"

/* 6.4.1 step 6: r = x(R) mod n. R is about to be published as r. */
static void x_mod_order(mp_limb_t *r, const struct ec_point *R, const struct ec_curve *curve)
{
    mp_limb_t x[EC_MAX_LIMBS], n[EC_MAX_LIMBS];

    memcpy(x, R->x, sizeof x);
    mpz_to_limbs(n, EC_MAX_LIMBS, curve->n);
    while (mpn_cmp(x, n, EC_MAX_LIMBS) >= 0) /* once at most on the five curves: p < 2 n */
        mpn_sub_n(x, x, n, EC_MAX_LIMBS);
    memcpy(r, x, curve->order_limbs * sizeof *r);
    wipe(x, sizeof x);
}

/* Steps 4 to 8 with e and a k in [1, n): FAILED where r or s is 0. */
static enum result sign_once(mp_limb_t *r, mp_limb_t *s, const mp_limb_t *d, const mp_limb_t *k,
                             const mp_limb_t *e, const struct ec_group *group)
{
    const struct ec_engine *engine = group->engine;
    const mp_size_t n = (mp_size_t)group->curve->order_limbs;
    struct ec_point R;
    mp_limb_t inverse[EC_MAX_LIMBS], t[EC_MAX_LIMBS];
    enum result result = engine->mul_base(&R, k, group->context); /* 4 */

    if (result == DONE) {
        DECLASSIFY(R.x, sizeof R.x);      /* published as r */
        x_mod_order(r, &R, group->curve); /* 5, 6 */
        engine->sc_inv(inverse, k, group->context);
        engine->sc_mul(t, r, d, group->context);
        ec_scalar_add(t, t, e, group->curve);
        engine->sc_mul(s, inverse, t, group->context); /* 7 */
        DECLASSIFY(s, (size_t)n * sizeof *s);          /* published; 0 happens with chance 1/n */
        if (mpn_zero_p(r, n) || mpn_zero_p(s, n))      /* 9 */
            result = FAILED;
    }
    wipe(inverse, sizeof inverse); /* 8 */
    wipe(t, sizeof t);
    wipe(&R, sizeof R);
    return result;
}

static void no_signature(mp_limb_t *r, mp_limb_t *s, const struct ec_curve *curve)
{
    memset(r, 0, curve->order_limbs * sizeof *r);
    memset(s, 0, curve->order_limbs * sizeof *s);
}

/* Candidates are tried until one gives a signature; on a curve of cryptographic size the first does.
 * The bound is for tiny curves, where a signature need not exist. */
#define SIGN_TRIES 64

enum result ecdsa_sign(mp_limb_t *r, mp_limb_t *s, const struct ec_key *key, enum hash_id id,
                       const void *msg, size_t len, const struct ec_group *group)
{
    uint8_t digest[SHA2_MAX_DIGEST];
    mp_limb_t e[EC_MAX_LIMBS], k[EC_MAX_LIMBS];
    struct rfc6979 nonces;
    enum result result = FAILED;

    no_signature(r, s, group->curve);
    if (!key->has_d)
        return FAILED;
    sha2(digest, id, msg, len);                                 /* 1 */
    ec_digest_to_scalar(e, digest, hash_len(id), group->curve); /* 2 */
    rfc6979_init(&nonces, id, key->d, digest, group->curve);    /* 3 */
    for (int tries = 0; result != DONE && tries < SIGN_TRIES; tries++) {
        rfc6979_next(k, &nonces);
        result = sign_once(r, s, key->d, k, e, group);
    }
    if (result != DONE)
        no_signature(r, s, group->curve);
    wipe(k, sizeof k);
    wipe(digest, sizeof digest);
    wipe(e, sizeof e);
    rfc6979_wipe(&nonces);
    wipe_stack(STACK_OF_CURVES);
    return result;
}

enum result ecdsa_sign_with_nonce(mp_limb_t *r, mp_limb_t *s, const struct ec_key *key,
                                  const mp_limb_t *k, const uint8_t *digest, size_t digest_len,
                                  const struct ec_group *group)
{
    mp_limb_t e[EC_MAX_LIMBS];
    enum result result;

    no_signature(r, s, group->curve);
    int in_range = ec_scalar_in_range(k, group->curve);

    DECLASSIFY(&in_range, sizeof in_range); /* the caller learns whether its k was taken */
    if (!key->has_d || !in_range)
        return FAILED;
    ec_digest_to_scalar(e, digest, digest_len, group->curve);
    result = sign_once(r, s, key->d, k, e, group);
    if (result != DONE)
        no_signature(r, s, group->curve);
    wipe(e, sizeof e);
    wipe_stack(STACK_OF_CURVES);
    return result;
}

enum result ecdsa_verify_digest(const mp_limb_t *r, const mp_limb_t *s, const struct ec_point *Q,
                                const uint8_t *digest, size_t digest_len,
                                const struct ec_group *group)
{
    const struct ec_engine *engine = group->engine;
    mp_limb_t e[EC_MAX_LIMBS], w[EC_MAX_LIMBS], u1[EC_MAX_LIMBS], u2[EC_MAX_LIMBS];

    if (Q->infinity || !ec_scalar_in_range(r, group->curve) ||
        !ec_scalar_in_range(s, group->curve)) /* 1 */
        return FAILED;
    ec_digest_to_scalar(e, digest, digest_len, group->curve); /* 3 */
    engine->sc_inv_vartime(w, s, group->context);             /* 4 */
    engine->sc_mul(u1, e, w, group->context);                 /* 5 */
    engine->sc_mul(u2, r, w, group->context);
    return engine->mul_check(u1, u2, Q, r, group->context); /* 6 to 9 */
}

enum result ecdsa_verify(const mp_limb_t *r, const mp_limb_t *s, const struct ec_point *Q,
                         enum hash_id id, const void *msg, size_t len, const struct ec_group *group)
{
    uint8_t digest[SHA2_MAX_DIGEST];

    sha2(digest, id, msg, len); /* 2 */
    return ecdsa_verify_digest(r, s, Q, digest, hash_len(id), group);
}
