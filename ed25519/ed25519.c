#include "ed25519/ed25519.h"

#include <string.h>

#include "bignum/memory.h"

/* L, little-endian. */
static const uint8_t ORDER[32] = {
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58,        0xd6,
    0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, [31] = 0x10,
};

/* S < L (5.1.7 step 1). Public. */
static int below_order(const uint8_t S[32])
{
    for (int i = 31; i >= 0; i--)
        if (S[i] != ORDER[i])
            return S[i] < ORDER[i];
    return 0;
}

/* 5.1.5: SHA-512 of the seed; the lower half clamped is the scalar s, the upper half the prefix. */
void ed25519_key_from_seed(struct ed25519_key *key, const uint8_t seed[32],
                           const struct ed25519_engine *engine)
{
    uint8_t h[64];

    memmove(key->seed, seed, 32);
    sha2(h, SHA512, key->seed, 32);
    memcpy(key->scalar, h, 32);
    memcpy(key->prefix, h + 32, 32);
    wipe(h, sizeof h);
    key->scalar[0] &= 0xf8;
    key->scalar[31] &= 0x7f;
    key->scalar[31] |= 0x40;
    engine->mul_base(key->A, key->scalar);
    key->has_seed = 1;
    wipe_stack(STACK_OF_CURVES);
}

enum result ed25519_keygen(struct ed25519_key *key, const struct ed25519_engine *engine,
                           struct rng *rng)
{
    uint8_t seed[32];

    if (random_bytes(seed, sizeof seed, rng) != DONE) {
        ed25519_key_wipe(key);
        return FAILED;
    }
    ed25519_key_from_seed(key, seed, engine);
    wipe(seed, sizeof seed);
    return DONE;
}

void ed25519_key_wipe(struct ed25519_key *key)
{
    wipe(key, sizeof *key);
}

/* What a variant admits as its context. */
static int context_fits(enum ed25519_variant variant, struct bytes context)
{
    switch (variant) {
    case ED25519_PURE:
        return context.len == 0;
    case ED25519_CTX:
        return context.len >= 1 && context.len <= 255;
    case ED25519_PH:
        return context.len <= 255;
    }
    return 0;
}

/* PH(M): the message, or its SHA-512 in room for Ed25519ph. */
static struct bytes prehash(uint8_t room[64], enum ed25519_variant variant, const void *msg,
                            size_t len)
{
    if (variant != ED25519_PH)
        return (struct bytes){msg, len};
    sha2(room, SHA512, msg, len);
    return (struct bytes){room, 64};
}

/* Starts SHA-512 with dom2(phflag, context) (section 2); dom2 is empty for Ed25519. */
static void hash_start(struct sha2 *hash, enum ed25519_variant variant, struct bytes context)
{
    static const char tag[] = "SigEd25519 no Ed25519 collisions";
    uint8_t lead[2] = {variant == ED25519_PH, (uint8_t)context.len};

    sha2_init(hash, SHA512, NULL);
    if (variant == ED25519_PURE)
        return;
    sha2_update(hash, tag, sizeof tag - 1);
    sha2_update(hash, lead, sizeof lead);
    sha2_update(hash, context.at, context.len);
}

/* k = SHA-512(dom2 || R || A || PH(M)) mod L (5.1.6 step 4, 5.1.7 step 2). */
static void challenge(uint8_t k[32], const uint8_t R[32], const uint8_t A[32],
                      enum ed25519_variant variant, struct bytes context, struct bytes message,
                      const struct ed25519_engine *engine)
{
    struct sha2 hash;
    uint8_t digest[64];

    hash_start(&hash, variant, context);
    sha2_update(&hash, R, 32);
    sha2_update(&hash, A, 32);
    sha2_update(&hash, message.at, message.len);
    sha2_final(&hash, digest);
    engine->sc_reduce(k, digest);
}

enum result ed25519_sign(uint8_t sig[64], const struct ed25519_key *key,
                         enum ed25519_variant variant, struct bytes context, const void *msg,
                         size_t len, const struct ed25519_engine *engine)
{
    struct sha2 hash;
    struct bytes message;
    uint8_t room[64], digest[64], r[32], k[32], R[32];

    if (!key->has_seed || !context_fits(variant, context)) {
        memset(sig, 0, 64);
        return FAILED;
    }
    message = prehash(room, variant, msg, len);

    /* steps 2 and 3: the nonce r = SHA-512(dom2 || prefix || PH(M)) mod L, and R = [r]B */
    hash_start(&hash, variant, context);
    sha2_update(&hash, key->prefix, 32);
    sha2_update(&hash, message.at, message.len);
    sha2_final(&hash, digest);
    engine->sc_reduce(r, digest);
    engine->mul_base(R, r);

    /* steps 4 to 6: S = (r + k s) mod L */
    challenge(k, R, key->A, variant, context, message, engine);
    engine->sc_muladd(sig + 32, k, key->scalar, r);
    memcpy(sig, R, 32);
    wipe(digest, sizeof digest);
    wipe(r, sizeof r);
    wipe_stack(STACK_OF_CURVES);
    return DONE;
}

enum result ed25519_equation(struct ed25519_equation *out, const uint8_t *sig, size_t sig_len,
                             const uint8_t A[32], enum ed25519_variant variant,
                             struct bytes context, const void *msg, size_t len,
                             const struct ed25519_engine *engine)
{
    uint8_t room[64];

    if (sig_len != 64 || !below_order(sig + 32) || !context_fits(variant, context))
        return FAILED;
    memcpy(out->R, sig, 32);
    memcpy(out->A, A, 32);
    memcpy(out->S, sig + 32, 32);
    challenge(out->k, sig, A, variant, context, prehash(room, variant, msg, len), engine);
    return DONE;
}

enum result ed25519_verify(const uint8_t *sig, size_t sig_len, const uint8_t A[32],
                           enum ed25519_variant variant, struct bytes context, const void *msg,
                           size_t len, const struct ed25519_engine *engine)
{
    struct ed25519_equation e;

    if (ed25519_equation(&e, sig, sig_len, A, variant, context, msg, len, engine) != DONE)
        return FAILED;
    return engine->check(e.R, e.A, e.S, e.k);
}
