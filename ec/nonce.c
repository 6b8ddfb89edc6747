/* RFC 6979 3.2: the nonce as a function of key and message. */
#include "ec/ec.h"

#include <string.h>

#include "bignum/bytes.h"
#include "bignum/declassify.h"
#include "ec/scalar.h"
#include "hash/hmac.h"

/* K = HMAC_K(V || tag || more), then V = HMAC_K(V): steps d to g, and the retry in h. */
static void update(struct rfc6979 *state, uint8_t tag, const uint8_t *more, size_t len)
{
    const size_t hlen = hash_len(state->id);
    struct hmac mac;

    hmac_init(&mac, state->id, state->key, hlen);
    hmac_update(&mac, state->v, hlen);
    hmac_update(&mac, &tag, 1);
    hmac_update(&mac, more, len);
    hmac_final(&mac, state->key);
    hmac_init(&mac, state->id, state->key, hlen);
    hmac_update(&mac, state->v, hlen);
    hmac_final(&mac, state->v);
}

void rfc6979_init(struct rfc6979 *state, enum hash_id id, const mp_limb_t *d, const uint8_t *digest,
                  const struct ec_curve *curve)
{
    const size_t rlen = curve->order_bytes, hlen = hash_len(id);
    uint8_t seed[2 * EC_MAX_BYTES]; /* int2octets(d) || bits2octets(h1), 2.3.3 and 2.3.4 */
    mp_limb_t z[EC_MAX_LIMBS];

    state->id = id;
    state->curve = curve;
    state->drawn = 0;
    memset(state->v, 1, hlen);   /* b */
    memset(state->key, 0, hlen); /* c */
    limbs2os(seed, rlen, d, curve->order_limbs);
    ec_digest_to_scalar(z, digest, hlen, curve);
    limbs2os(seed + rlen, rlen, z, curve->order_limbs);
    update(state, 0, seed, 2 * rlen); /* d, e */
    update(state, 1, seed, 2 * rlen); /* f, g */
    wipe(seed, sizeof seed);
    wipe(z, sizeof z);
}

void rfc6979_next(mp_limb_t *k, struct rfc6979 *state)
{
    const struct ec_curve *curve = state->curve;
    const size_t hlen = hash_len(state->id), rlen = curve->order_bytes;
    uint8_t t[EC_MAX_BYTES + SHA2_MAX_DIGEST];
    struct hmac mac;
    int in_range;

    do { /* h */
        if (state->drawn)
            update(state, 0, NULL, 0); /* h.3: the candidate before would not do */
        state->drawn = 1;
        for (size_t len = 0; len < rlen; len += hlen) { /* h.2 */
            hmac_init(&mac, state->id, state->key, hlen);
            hmac_update(&mac, state->v, hlen);
            hmac_final(&mac, state->v);
            memcpy(t + len, state->v, hlen);
        }
        ec_bits2int(k, t, (rlen + hlen - 1) / hlen * hlen, curve);
        in_range = ec_scalar_in_range(k, curve);
        /* a rejected candidate is used for nothing, and says nothing of the next */
        DECLASSIFY(&in_range, sizeof in_range);
    } while (!in_range);
    wipe(t, sizeof t);
}

void rfc6979_wipe(struct rfc6979 *state)
{
    wipe(state, sizeof *state);
}
