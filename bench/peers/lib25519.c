/* lib25519: Ed25519 by its NaCl-style interface. A secret key is seed || public, and the interface
 * has no way from a seed to its public key: a seed alone is not imported, a pair is proved by a
 * signature. A signature travels in front of its message, so each call copies the message; that is
 * in the timings. */
#include "bench/peers/peer.h"

#include <lib25519.h>
#include <stdlib.h>
#include <string.h>

#define SEED_LEN 32
#define SIG_LEN  64

struct key {
    uint8_t public[lib25519_sign_PUBLICKEYBYTES];
    uint8_t secret[lib25519_sign_SECRETKEYBYTES];
    int private;
};

static void key_free(const struct impl *row, void *at)
{
    (void)row;
    if (at)
        wipe(at, sizeof(struct key));
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
    lib25519_sign_keypair(key->public, key->secret);
    return DONE;
}

static enum result supported(const struct sig_params *params)
{
    if (params->variant != EDDSA_PURE)
        return UNSUPPORTED;
    return params->context.len > 0 ? FAILED : DONE;
}

static enum result sign(const struct impl *row, void *at, const struct sig_params *params,
                        const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                        struct rng *rng)
{
    const struct key *key = at;
    enum result result = supported(params);
    long long made = 0;
    uint8_t *joint;

    (void)row;
    (void)rng;
    if (result != DONE || !key->private)
        return result == DONE ? FAILED : result;
    joint = malloc(len + SIG_LEN);
    if (!joint)
        return FAILED;
    lib25519_sign(joint, &made, peer_msg(msg), (long long)len, key->secret);
    memcpy(sig, joint, SIG_LEN);
    *sig_len = SIG_LEN;
    free(joint);
    return DONE;
}

static enum result verify(const struct impl *row, void *at, const struct sig_params *params,
                          const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    const struct key *key = at;
    enum result result = supported(params);
    long long found = 0;
    uint8_t *joint, *opened;

    (void)row;
    if (result != DONE || sig_len != SIG_LEN)
        return result == DONE ? FAILED : result;
    joint = malloc(len + SIG_LEN);
    opened = malloc(len + SIG_LEN);
    if (joint && opened) {
        memcpy(joint, sig, SIG_LEN);
        memcpy(joint + SIG_LEN, peer_msg(msg), len);
        if (lib25519_sign_open(opened, &found, joint, (long long)(len + SIG_LEN), key->public) !=
                0 ||
            found != (long long)len)
            result = FAILED;
    } else
        result = FAILED;
    free(joint);
    free(opened);
    return result;
}

static enum result key_import(const struct impl *row, void **out, const struct key_data *data)
{
    static const struct sig_params pure = {.variant = EDDSA_PURE};
    const struct bytes *secret = &data->secret, *public = &data->public;
    uint8_t sig[SIG_MAX_LEN];
    size_t sig_len;
    struct key *key;

    *out = NULL;
    if ((secret->len == 0 && public->len == 0) || (secret->len > 0 && secret->len != SEED_LEN) ||
        (public->len > 0 && public->len != sizeof key->public))
        return FAILED;
    if (public->len == 0)
        return UNSUPPORTED;
    key = calloc(1, sizeof *key);
    if (!key)
        return FAILED;
    memcpy(key->public, public->at, public->len);
    key->private = secret->len > 0;
    if (key->private) {
        memcpy(key->secret, secret->at, SEED_LEN);
        memcpy(key->secret + SEED_LEN, public->at, public->len);
        if (sign(row, key, &pure, NULL, 0, sig, &sig_len, NULL) != DONE ||
            verify(row, key, &pure, NULL, 0, sig, sig_len) != DONE) {
            key_free(row, key);
            return FAILED;
        }
    }
    *out = key;
    return DONE;
}

static enum result key_export(const struct impl *row, const void *at, struct key_store *out)
{
    const struct key *key = at;
    enum result result;

    (void)row;
    memset(out, 0, sizeof *out);
    result = peer_store(out, &out->key.public, key->public, sizeof key->public);
    if (result == DONE && key->private)
        result = peer_store(out, &out->key.secret, key->secret, SEED_LEN);
    return result;
}

const struct peer *sigcost_peer(void)
{
    static const struct impl form = {
        .name = "lib25519",
        .idea = "assembly for this CPU chosen at run time; each call copies the message",
        .flags = STEP_CONSTANT_TIME,
        .keygen = keygen,
        .key_import = key_import,
        .key_export = key_export,
        .key_free = key_free,
        .sign = sign,
        .verify = verify};

    peer_library("lib25519", "(not told at run time)",
                 (const void *)(uintptr_t)lib25519_sign_keypair);
    peer_add(&form, "ed25519");
    return peer_published();
}
