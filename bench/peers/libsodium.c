/* libsodium: Ed25519 and Ed25519ph (without a context; it has no Ed25519ctx). */
#include "bench/peers/peer.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static int initialised;

struct key {
    uint8_t public[crypto_sign_ed25519_PUBLICKEYBYTES];
    uint8_t secret[crypto_sign_ed25519_SECRETKEYBYTES]; /* seed || public */
    int private;
};

static void key_free(const struct impl *row, void *at)
{
    (void)row;
    if (at)
        sodium_memzero(at, sizeof(struct key));
    free(at);
}

static enum result keygen(const struct impl *row, void **out, struct rng *rng)
{
    struct key *key = calloc(1, sizeof *key);

    (void)row;
    (void)rng;
    *out = key;
    if (!key)
        return FAILED;
    key->private = 1;
    crypto_sign_ed25519_keypair(key->public, key->secret);
    return DONE;
}

static enum result key_import(const struct impl *row, void **out, const struct key_data *data)
{
    const struct bytes *secret = &data->secret, *public = &data->public;
    struct key *key;
    int ok;

    *out = NULL;
    if ((secret->len == 0 && public->len == 0) ||
        (secret->len > 0 && secret->len != crypto_sign_ed25519_SEEDBYTES) ||
        (public->len > 0 && public->len != sizeof key->public))
        return FAILED;
    key = calloc(1, sizeof *key);
    if (!key)
        return FAILED;
    key->private = secret->len > 0;
    if (key->private) {
        crypto_sign_ed25519_seed_keypair(key->public, key->secret, secret->at);
        ok = public->len == 0 || memcmp(public->at, key->public, sizeof key->public) == 0;
    } else {
        memcpy(key->public, public->at, sizeof key->public);
        ok = 1; /* the library decodes it at each verification */
    }
    if (!ok) {
        key_free(row, key);
        return FAILED;
    }
    *out = key;
    return DONE;
}

static enum result key_export(const struct impl *row, const void *at, struct key_store *out)
{
    const struct key *key = at;
    uint8_t seed[crypto_sign_ed25519_SEEDBYTES];
    enum result result;

    (void)row;
    memset(out, 0, sizeof *out);
    result = peer_store(out, &out->key.public, key->public, sizeof key->public);
    if (result == DONE && key->private) {
        crypto_sign_ed25519_sk_to_seed(seed, key->secret);
        result = peer_store(out, &out->key.secret, seed, sizeof seed);
        sodium_memzero(seed, sizeof seed);
    }
    return result;
}

static enum result variant(const struct sig_params *params)
{
    if (params->variant == EDDSA_CTX || (params->variant == EDDSA_PH && params->context.len > 0))
        return UNSUPPORTED;
    return params->context.len > 0 ? FAILED : DONE;
}

static enum result sign(const struct impl *row, void *at, const struct sig_params *params,
                        const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                        struct rng *rng)
{
    const struct key *key = at;
    crypto_sign_ed25519ph_state state;
    enum result result = variant(params);

    (void)row;
    (void)rng;
    *sig_len = crypto_sign_ed25519_BYTES;
    if (result != DONE || !key->private)
        return result == DONE ? FAILED : result;
    if (params->variant == EDDSA_PURE)
        return crypto_sign_ed25519_detached(sig, NULL, peer_msg(msg), len, key->secret) == 0
                   ? DONE
                   : FAILED;
    crypto_sign_ed25519ph_init(&state);
    crypto_sign_ed25519ph_update(&state, peer_msg(msg), len);
    return crypto_sign_ed25519ph_final_create(&state, sig, NULL, key->secret) == 0 ? DONE : FAILED;
}

static enum result verify(const struct impl *row, void *at, const struct sig_params *params,
                          const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    const struct key *key = at;
    crypto_sign_ed25519ph_state state;
    enum result result = variant(params);

    (void)row;
    if (result != DONE || sig_len != crypto_sign_ed25519_BYTES)
        return result == DONE ? FAILED : result;
    if (params->variant == EDDSA_PURE)
        return crypto_sign_ed25519_verify_detached(sig, peer_msg(msg), len, key->public) == 0
                   ? DONE
                   : FAILED;
    crypto_sign_ed25519ph_init(&state);
    crypto_sign_ed25519ph_update(&state, peer_msg(msg), len);
    return crypto_sign_ed25519ph_final_verify(&state, sig, key->public) == 0 ? DONE : FAILED;
}

static enum result digest(const struct hash_impl *row, enum hash_id id, const uint8_t *msg,
                          size_t len, uint8_t *out)
{
    (void)row;
    if (id == SHA256)
        crypto_hash_sha256(out, peer_msg(msg), len);
    else if (id == SHA512)
        crypto_hash_sha512(out, peer_msg(msg), len);
    else
        return UNSUPPORTED;
    return DONE;
}

static const char *missing(const struct impl *row)
{
    (void)row;
    return !initialised ? "sodium_init() fails: no random source" : NULL;
}

const struct peer *sigcost_peer(void)
{
    static const struct impl form = {.name = "libsodium",
                                     .idea = "ref10 field arithmetic in radix 2^51, signed-window "
                                             "base table, cofactorless verification",
                                     .flags = STEP_CONSTANT_TIME,
                                     .missing = missing,
                                     .keygen = keygen,
                                     .key_import = key_import,
                                     .key_export = key_export,
                                     .key_free = key_free,
                                     .sign = sign,
                                     .verify = verify};
    static const struct hash_impl hash = {
        .name = "libsodium", .idea = "portable C (SHA-256 and SHA-512 alone)", .digest = digest};

    initialised = sodium_init() >= 0; /* idempotent and thread-safe */
    peer_library("libsodium", sodium_version_string(),
                 (const void *)(uintptr_t)sodium_version_string);
    peer_add(&form, "ed25519");
    peer_add_hash(&hash);
    return peer_published();
}
