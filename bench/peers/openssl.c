/* OpenSSL 3 (libcrypto), by its EVP interface. Contexts for signing and verifying are made once a
 * key and hash, as `openssl speed` does; the digest is a pre-fetched EVP_MD. */
#include "bench/peers/openssl_peer.h"

static const char *const md_names[HASH_COUNT] = {"SHA2-224", "SHA2-256",     "SHA2-384",
                                                 "SHA2-512", "SHA2-512/224", "SHA2-512/256"};
static EVP_MD *mds[HASH_COUNT];
static int has_nonce_type, has_ed25519_instances; /* both from 3.2 on */

enum result openssl_done(int ok)
{
    if (ok)
        return DONE;
    ERR_clear_error();
    return FAILED;
}

/* The signing or verifying context of this key and hash, made at its first use. */
static EVP_PKEY_CTX *context(EVP_PKEY_CTX **slot, const struct impl *row, struct key *key,
                             enum hash_id id, int signing)
{
    EVP_PKEY_CTX *ctx = *slot;
    unsigned nonce_type = 1; /* RFC 6979 */
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_uint("nonce-type", &nonce_type),
                                 OSSL_PARAM_construct_end()};

    if (ctx)
        return ctx;
    ctx = EVP_PKEY_CTX_new_from_pkey(NULL, key->pkey, NULL);
    if (ctx && (signing ? EVP_PKEY_sign_init(ctx) : EVP_PKEY_verify_init(ctx)) > 0 &&
        EVP_PKEY_CTX_set_signature_md(ctx, mds[id]) > 0 &&
        (row->alg->family != FAMILY_RSA ||
         EVP_PKEY_CTX_set_rsa_padding(ctx, RSA_PKCS1_PADDING) > 0) &&
        (row->alg->family != FAMILY_ECDSA || !signing || !has_nonce_type ||
         EVP_PKEY_CTX_set_params(ctx, params) > 0))
        return *slot = ctx;
    EVP_PKEY_CTX_free(ctx);
    return NULL;
}

static int digest(uint8_t *out, struct key *key, enum hash_id id, const uint8_t *msg, size_t len)
{
    return EVP_DigestInit_ex(key->md, mds[id], NULL) && EVP_DigestUpdate(key->md, msg, len) &&
           EVP_DigestFinal_ex(key->md, out, NULL);
}

static enum result sign(const struct impl *row, void *at, const struct sig_params *params,
                        const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                        struct rng *rng)
{
    struct key *key = at;
    uint8_t hash[SHA2_MAX_DIGEST], rs[2 * EC_MAX_OCTETS];
    size_t width = ec_width(row->alg);
    EVP_PKEY_CTX *ctx;

    (void)rng;
    if (!mds[params->hash])
        return UNSUPPORTED;
    ctx = key->private ? context(&key->sign[params->hash], row, key, params->hash, 1) : NULL;
    *sig_len = SIG_MAX_LEN;
    if (!ctx || !digest(hash, key, params->hash, msg, len) ||
        EVP_PKEY_sign(ctx, sig, sig_len, hash, peer_hash_len(params->hash)) <= 0)
        return openssl_done(0);
    if (row->alg->family == FAMILY_ECDSA && params->form == SIG_FIXED) {
        if (ec_sig_split(rs, width, SIG_DER, sig, *sig_len) != DONE)
            return FAILED;
        ec_sig_join(sig, sig_len, SIG_FIXED, rs, width);
    }
    return DONE;
}

static enum result verify(const struct impl *row, void *at, const struct sig_params *params,
                          const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    struct key *key = at;
    uint8_t hash[SHA2_MAX_DIGEST], der[2 * EC_MAX_OCTETS + 16];
    EVP_PKEY_CTX *ctx;

    if (!mds[params->hash])
        return UNSUPPORTED;
    ctx = context(&key->verify[params->hash], row, key, params->hash, 0);
    if (row->alg->family == FAMILY_ECDSA && params->form == SIG_FIXED) {
        if (sig_len != 2 * ec_width(row->alg))
            return FAILED;
        ec_sig_join(der, &sig_len, SIG_DER, sig, ec_width(row->alg));
        sig = der;
    }
    return openssl_done(ctx && digest(hash, key, params->hash, msg, len) &&
                        EVP_PKEY_verify(ctx, sig, sig_len, hash, peer_hash_len(params->hash)) > 0);
}

/* Prepares ctx for one message. After the first time pkey is NULL, which re-uses what ctx has. */
static enum result ed_prepare(EVP_MD_CTX *ctx, struct key *key, const struct sig_params *params,
                              int signing)
{
    static const char *const names[] = {"Ed25519", "Ed25519ctx", "Ed25519ph"};
    EVP_PKEY *pkey = EVP_MD_CTX_get_pkey_ctx(ctx) ? NULL : key->pkey;
    OSSL_PARAM param[3] = {OSSL_PARAM_construct_end(), OSSL_PARAM_construct_end(),
                           OSSL_PARAM_construct_end()};

    if (params->variant != EDDSA_PURE && !has_ed25519_instances)
        return UNSUPPORTED;
    if (params->context.len > 255 || (params->variant == EDDSA_PURE && params->context.len > 0) ||
        (params->variant == EDDSA_CTX && params->context.len == 0))
        return FAILED;
    if (has_ed25519_instances) {
        param[0] = OSSL_PARAM_construct_utf8_string("instance",
                                                    (char *)(uintptr_t)names[params->variant], 0);
        param[1] = OSSL_PARAM_construct_octet_string(
            "context-string", (void *)(uintptr_t)peer_msg(params->context.at), params->context.len);
    }
    return openssl_done(
        (signing ? EVP_DigestSignInit_ex(ctx, NULL, NULL, NULL, NULL, pkey, param)
                 : EVP_DigestVerifyInit_ex(ctx, NULL, NULL, NULL, NULL, pkey, param)) > 0);
}

static enum result ed_sign(const struct impl *row, void *at, const struct sig_params *params,
                           const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                           struct rng *rng)
{
    struct key *key = at;
    enum result result;

    (void)row;
    (void)rng;
    if (!key->private)
        return FAILED;
    result = ed_prepare(key->ed_sign, key, params, 1);
    *sig_len = SIG_MAX_LEN;
    if (result == DONE)
        result = openssl_done(EVP_DigestSign(key->ed_sign, sig, sig_len, peer_msg(msg), len) > 0);
    return result;
}

static enum result ed_verify(const struct impl *row, void *at, const struct sig_params *params,
                             const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    struct key *key = at;
    enum result result = ed_prepare(key->ed_verify, key, params, 0);

    (void)row;
    if (result == DONE)
        result = openssl_done(
            EVP_DigestVerify(key->ed_verify, peer_msg(sig), sig_len, peer_msg(msg), len) > 0);
    return result;
}

static enum result hash_digest(const struct hash_impl *row, enum hash_id id, const uint8_t *msg,
                               size_t len, uint8_t *out)
{
    (void)row;
    return mds[id] ? openssl_done(EVP_Digest(peer_msg(msg), len, out, NULL, mds[id], NULL))
                   : UNSUPPORTED;
}

const struct peer *sigcost_peer(void)
{
    static const char *const curves[] = {"P-192", "P-224", "P-256", "P-384", "P-521"};
    static const char *const algs_of_curves[] = {"ecdsa-p192", "ecdsa-p224", "ecdsa-p256",
                                                 "ecdsa-p384", "ecdsa-p521"};
    struct impl form = {.name = "openssl",
                        .keygen = peer_keygen,
                        .key_import = peer_rsa_import,
                        .key_export = peer_key_export,
                        .key_free = peer_key_free,
                        .sign = sign,
                        .verify = verify};
    static const struct hash_impl hash = {.name = "openssl",
                                          .idea = "OpenSSL's assembly for this CPU, by EVP",
                                          .digest = hash_digest};

    has_nonce_type = has_ed25519_instances = OpenSSL_version_num() >= 0x30200000UL;
    for (int id = 0; id < HASH_COUNT; id++)
        if (!mds[id])
            mds[id] = EVP_MD_fetch(NULL, md_names[id], NULL);
    ERR_clear_error();
    peer_library("OpenSSL", OpenSSL_version(OPENSSL_VERSION_STRING),
                 (const void *)(uintptr_t)OpenSSL_version_num);
    form.idea =
        "EVP_PKEY_sign over CRT with blinding and a fault check, contexts kept with the key";
    peer_add(&form, "rsa-1024 rsa-2048 rsa-3072 rsa-4096 rsa-8192");
    form.key_import = peer_ec_import;
    form.idea =
        has_nonce_type
            ? "EVP_PKEY_sign with nonce-type 1 (RFC 6979), contexts kept with the key"
            : "EVP_PKEY_sign, nonces from key, digest and randomness, contexts kept with the key";
    form.flags = has_nonce_type ? STEP_RFC6979 : 0;
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        form.data = curves[i];
        peer_add(&form, algs_of_curves[i]);
    }
    form.idea = "EVP_DigestSign on a context kept with the key";
    form.data = NULL;
    form.flags = 0;
    form.key_import = peer_ed_import;
    form.sign = ed_sign;
    form.verify = ed_verify;
    peer_add(&form, "ed25519");
    peer_add_hash(&hash);
    return peer_published();
}
