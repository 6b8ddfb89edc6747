/* nettle with hogweed: RSA (two rows), ECDSA, Ed25519. Numbers are GMP's, keys are plain structs.
 */
#include "bench/peers/nettle_peer.h"

#include <stdio.h>

#include "bignum/bytes.h"

void source_draw(void *at, size_t len, uint8_t *out)
{
    struct source *source = at;

    if (source->rng && source->rng->fill(source->rng, out, len) == DONE)
        return;
    source->failed |= source->rng != NULL;
    peer_os_random(out, len);
}

static void digest(uint8_t *out, enum hash_id id, const uint8_t *msg, size_t len)
{
    struct sha256_ctx small;
    struct sha512_ctx large;

    switch (id) {
    case SHA224:
        sha224_init(&small);
        sha224_update(&small, len, peer_msg(msg));
        sha224_digest(&small, SHA224_DIGEST_SIZE, out);
        break;
    case SHA256:
        sha256_init(&small);
        sha256_update(&small, len, peer_msg(msg));
        sha256_digest(&small, SHA256_DIGEST_SIZE, out);
        break;
    case SHA384:
        sha384_init(&large);
        sha384_update(&large, len, peer_msg(msg));
        sha384_digest(&large, SHA384_DIGEST_SIZE, out);
        break;
    case SHA512_224:
        sha512_224_init(&large);
        sha512_224_update(&large, len, peer_msg(msg));
        sha512_224_digest(&large, SHA512_224_DIGEST_SIZE, out);
        break;
    case SHA512_256:
        sha512_256_init(&large);
        sha512_256_update(&large, len, peer_msg(msg));
        sha512_256_digest(&large, SHA512_256_DIGEST_SIZE, out);
        break;
    default:
        sha512_init(&large);
        sha512_update(&large, len, peer_msg(msg));
        sha512_digest(&large, SHA512_DIGEST_SIZE, out);
    }
}

/* row->data says "tr" for the timing-resistant row. */
static enum result rsa_sign(const struct impl *row, void *at, const struct sig_params *params,
                            const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                            struct rng *rng)
{
    const struct key *key = at;
    struct source source = {rng, 0};
    uint8_t hash[SHA2_MAX_DIGEST], info[PEER_MAX_DIGEST_INFO];
    size_t info_len;
    mpz_t s;
    int ok;

    if (!key->private)
        return FAILED;
    digest(hash, params->hash, msg, len);
    info_len = peer_digest_info(info, params->hash, hash);
    *sig_len = key->rsa_public.size;
    mpz_init(s);
    ok = row->data ? rsa_pkcs1_sign_tr(&key->rsa_public, &key->rsa_private, &source, source_draw,
                                       info_len, info, s)
                   : rsa_pkcs1_sign(&key->rsa_private, info_len, info, s);
    ok = ok && !source.failed && i2osp(sig, *sig_len, s) == DONE;
    mpz_clear(s);
    return ok ? DONE : FAILED;
}

static enum result rsa_verify(const struct impl *row, void *at, const struct sig_params *params,
                              const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    const struct key *key = at;
    uint8_t hash[SHA2_MAX_DIGEST], info[PEER_MAX_DIGEST_INFO];
    mpz_t s;
    int ok;

    (void)row;
    if (sig_len != key->rsa_public.size) /* the library takes a number, not octets */
        return FAILED;
    digest(hash, params->hash, msg, len);
    mpz_init(s);
    os2ip(s, sig, sig_len);
    ok = rsa_pkcs1_verify(&key->rsa_public, peer_digest_info(info, params->hash, hash), info, s);
    mpz_clear(s);
    return ok ? DONE : FAILED;
}

static enum result ec_sign(const struct impl *row, void *at, const struct sig_params *params,
                           const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                           struct rng *rng)
{
    const struct key *key = at;
    struct source source = {rng, 0};
    size_t width = ec_width(row->alg);
    uint8_t hash[SHA2_MAX_DIGEST], rs[2 * EC_MAX_OCTETS];
    struct dsa_signature pair;
    int ok;

    if (!key->private)
        return FAILED;
    digest(hash, params->hash, msg, len);
    dsa_signature_init(&pair);
    ecdsa_sign(&key->scalar, &source, source_draw, peer_hash_len(params->hash), hash, &pair);
    ok = !source.failed && i2osp(rs, width, pair.r) == DONE &&
         i2osp(rs + width, width, pair.s) == DONE;
    dsa_signature_clear(&pair);
    if (!ok)
        return FAILED;
    ec_sig_join(sig, sig_len, params->form, rs, width);
    return DONE;
}

static enum result ec_verify(const struct impl *row, void *at, const struct sig_params *params,
                             const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    const struct key *key = at;
    size_t width = ec_width(row->alg);
    uint8_t hash[SHA2_MAX_DIGEST], rs[2 * EC_MAX_OCTETS];
    struct dsa_signature pair;
    int ok;

    if (ec_sig_split(rs, width, params->form, sig, sig_len) != DONE)
        return FAILED;
    digest(hash, params->hash, msg, len);
    dsa_signature_init(&pair);
    os2ip(pair.r, rs, width);
    os2ip(pair.s, rs + width, width);
    ok = ecdsa_verify(&key->point, peer_hash_len(params->hash), hash, &pair);
    dsa_signature_clear(&pair);
    return ok ? DONE : FAILED;
}

static enum result ed_sign(const struct impl *row, void *at, const struct sig_params *params,
                           const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                           struct rng *rng)
{
    const struct key *key = at;

    (void)row;
    (void)rng;
    if (params->variant != EDDSA_PURE)
        return UNSUPPORTED;
    if (!key->private || params->context.len > 0)
        return FAILED;
    ed25519_sha512_sign(key->ed_public, key->seed, len, peer_msg(msg), sig);
    *sig_len = ED25519_SIGNATURE_SIZE;
    return DONE;
}

static enum result ed_verify(const struct impl *row, void *at, const struct sig_params *params,
                             const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    const struct key *key = at;

    (void)row;
    if (params->variant != EDDSA_PURE)
        return UNSUPPORTED;
    return params->context.len == 0 && sig_len == ED25519_SIGNATURE_SIZE &&
                   ed25519_sha512_verify(key->ed_public, len, peer_msg(msg), sig)
               ? DONE
               : FAILED;
}

static enum result hash_digest(const struct hash_impl *row, enum hash_id id, const uint8_t *msg,
                               size_t len, uint8_t *out)
{
    (void)row;
    digest(out, id, msg, len);
    return DONE;
}

const struct peer *sigcost_peer(void)
{
    struct impl form = {.name = "nettle",
                        .flags = STEP_CONSTANT_TIME, /* "side-channel silent", NEWS of 3.4.1 */
                        .keygen = peer_keygen,
                        .key_import = peer_key_import,
                        .key_export = peer_key_export,
                        .key_free = peer_key_free,
                        .sign = rsa_sign,
                        .verify = rsa_verify};
    static const struct hash_impl hash = {
        .name = "nettle", .idea = "assembly chosen at run time (fat build)", .digest = hash_digest};
    char version[16];

    snprintf(version, sizeof version, "%d.%d", nettle_version_major(), nettle_version_minor());
    peer_library("nettle", version, (const void *)(uintptr_t)nettle_rsa_public_key_init);
    form.idea = "rsa_pkcs1_sign: CRT by mpn_sec_powm, neither blinded nor checked for faults";
    peer_add(&form, "rsa-1024 rsa-2048 rsa-3072 rsa-4096 rsa-8192");
    form.name = "nettle-tr";
    form.data = "tr";
    form.idea =
        "rsa_pkcs1_sign_tr: the same with blinding and a check of the result before release";
    peer_add(&form, "rsa-1024 rsa-2048 rsa-3072 rsa-4096 rsa-8192");
    form.name = "nettle";
    form.data = NULL;
    form.idea =
        "mpn arithmetic, Pippenger-like base tables, 4-bit windows for the key; random nonce";
    form.sign = ec_sign;
    form.verify = ec_verify;
    peer_add(&form, "ecdsa-p192 ecdsa-p224 ecdsa-p256 ecdsa-p384 ecdsa-p521");
    form.idea =
        "mpn arithmetic on an equivalent twisted curve; the secret is expanded at each signature";
    form.sign = ed_sign;
    form.verify = ed_verify;
    peer_add(&form, "ed25519");
    peer_add_hash(&hash);
    return peer_published();
}
