/* wolfSSL (wolfCrypt): RSA, ECDSA, Ed25519. What the library holds depends on how it was built;
 * wolfssl/options.h says how, and the sizes of its structs follow from that. */
#include "bench/peers/wolfssl_peer.h"

#include <string.h>

/* Of wolfssl/ssl.h, which would bring the whole of TLS and its OpenSSL names. */
extern const char *wolfSSL_lib_version(void);

static const enum wc_HashType mds[HASH_COUNT] = {WC_HASH_TYPE_SHA224,     WC_HASH_TYPE_SHA256,
                                                 WC_HASH_TYPE_SHA384,     WC_HASH_TYPE_SHA512,
                                                 WC_HASH_TYPE_SHA512_224, WC_HASH_TYPE_SHA512_256};

static enum result digest(uint8_t *out, enum hash_id id, const uint8_t *msg, size_t len)
{
    if (len > UINT32_MAX || wc_HashGetDigestSize(mds[id]) != (int)peer_hash_len(id))
        return UNSUPPORTED;
    return wc_Hash(mds[id], peer_msg(msg), (word32)len, out, (word32)peer_hash_len(id)) == 0
               ? DONE
               : FAILED;
}

static enum result rsa_sign(const struct impl *row, void *at, const struct sig_params *params,
                            const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                            struct rng *rng)
{
    struct key *key = at;
    uint8_t hash[SHA2_MAX_DIGEST], info[PEER_MAX_DIGEST_INFO];
    int made;
    enum result result;

    (void)row;
    (void)rng;
    if (!key->private)
        return FAILED;
    result = digest(hash, params->hash, msg, len);
    if (result != DONE)
        return result;
    made = wc_RsaSSL_Sign(info, (word32)peer_digest_info(info, params->hash, hash), sig,
                          SIG_MAX_LEN, &key->rsa, &key->rng);
    *sig_len = made > 0 ? (size_t)made : 0;
    return made > 0 ? DONE : FAILED;
}

static enum result rsa_verify(const struct impl *row, void *at, const struct sig_params *params,
                              const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    struct key *key = at;
    uint8_t hash[SHA2_MAX_DIGEST], info[PEER_MAX_DIGEST_INFO], found[RSA_MAX_OCTETS];
    size_t info_len;
    enum result result = digest(hash, params->hash, msg, len);

    (void)row;
    if (result != DONE)
        return result;
    if (sig_len != (size_t)wc_RsaEncryptSize(&key->rsa))
        return FAILED;
    info_len = peer_digest_info(info, params->hash, hash);
    return wc_RsaSSL_Verify(sig, (word32)sig_len, found, (word32)sig_len, &key->rsa) ==
                       (int)info_len &&
                   memcmp(found, info, info_len) == 0
               ? DONE
               : FAILED;
}

static enum result ec_sign(const struct impl *row, void *at, const struct sig_params *params,
                           const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                           struct rng *rng)
{
    struct key *key = at;
    size_t width = ec_width(row->alg);
    uint8_t hash[SHA2_MAX_DIGEST], rs[2 * EC_MAX_OCTETS];
    mp_int r, s;
    enum result result;

    (void)rng;
    if (!key->private)
        return FAILED;
    result = digest(hash, params->hash, msg, len);
    if (result != DONE || mp_init_multi(&r, &s, NULL, NULL, NULL, NULL))
        return result == DONE ? FAILED : result;
    if (wc_ecc_sign_hash_ex(hash, (word32)peer_hash_len(params->hash), &key->rng, &key->ec, &r,
                            &s) ||
        mp_to_unsigned_bin_len(&r, rs, (int)width) ||
        mp_to_unsigned_bin_len(&s, rs + width, (int)width))
        result = FAILED;
    else
        ec_sig_join(sig, sig_len, params->form, rs, width);
    mp_clear(&r);
    mp_clear(&s);
    return result;
}

static enum result ec_verify(const struct impl *row, void *at, const struct sig_params *params,
                             const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    struct key *key = at;
    size_t width = ec_width(row->alg);
    uint8_t hash[SHA2_MAX_DIGEST], rs[2 * EC_MAX_OCTETS];
    mp_int r, s;
    int valid = 0;
    enum result result = digest(hash, params->hash, msg, len);

    if (result != DONE)
        return result;
    if (ec_sig_split(rs, width, params->form, sig, sig_len) != DONE ||
        mp_init_multi(&r, &s, NULL, NULL, NULL, NULL))
        return FAILED;
    if (mp_read_unsigned_bin(&r, rs, (word32)width) ||
        mp_read_unsigned_bin(&s, rs + width, (word32)width) ||
        wc_ecc_verify_hash_ex(&r, &s, hash, (word32)peer_hash_len(params->hash), &valid, &key->ec))
        valid = 0;
    mp_clear(&r);
    mp_clear(&s);
    return valid ? DONE : FAILED;
}

static const byte variants[] = {(byte)Ed25519, (byte)Ed25519ctx, (byte)Ed25519ph};

/* FAILED where RFC 8032 has no such context. */
static enum result ed_params(const struct sig_params *params, size_t len)
{
    if (len > UINT32_MAX)
        return UNSUPPORTED;
    return params->context.len > 255 ||
                   (params->variant == EDDSA_PURE && params->context.len > 0) ||
                   (params->variant == EDDSA_CTX && params->context.len == 0)
               ? FAILED
               : DONE;
}

static enum result ed_sign(const struct impl *row, void *at, const struct sig_params *params,
                           const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                           struct rng *rng)
{
    struct key *key = at;
    word32 made = ED25519_SIG_SIZE;
    enum result result = ed_params(params, len);

    (void)row;
    (void)rng;
    if (result != DONE || !key->private)
        return result == DONE ? FAILED : result;
    if (params->variant == EDDSA_PH)
        result = wc_ed25519ph_sign_msg(peer_msg(msg), (word32)len, sig, &made, &key->ed,
                                       params->context.at, (byte)params->context.len) == 0
                     ? DONE
                     : FAILED;
    else if (wc_ed25519_sign_msg_ex(peer_msg(msg), (word32)len, sig, &made, &key->ed,
                                    variants[params->variant], params->context.at,
                                    (byte)params->context.len))
        result = FAILED;
    *sig_len = made;
    return result;
}

static enum result ed_verify(const struct impl *row, void *at, const struct sig_params *params,
                             const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    struct key *key = at;
    int valid = 0, error;
    enum result result = ed_params(params, len);

    (void)row;
    if (result != DONE || sig_len != ED25519_SIG_SIZE)
        return result == DONE ? FAILED : result;
    if (params->variant == EDDSA_PH)
        error = wc_ed25519ph_verify_msg(sig, (word32)sig_len, peer_msg(msg), (word32)len, &valid,
                                        &key->ed, params->context.at, (byte)params->context.len);
    else
        error = wc_ed25519_verify_msg_ex(sig, (word32)sig_len, peer_msg(msg), (word32)len, &valid,
                                         &key->ed, variants[params->variant], params->context.at,
                                         (byte)params->context.len);
    return !error && valid ? DONE : FAILED;
}

static enum result hash_digest(const struct hash_impl *row, enum hash_id id, const uint8_t *msg,
                               size_t len, uint8_t *out)
{
    (void)row;
    return digest(out, id, msg, len);
}

#ifdef FP_ECC
/* Empties this thread's cache of tables, which no key owns. */
static void ec_stop(const struct impl *row)
{
    (void)row;
    wc_ecc_fp_free();
}
#endif

const struct peer *sigcost_peer(void)
{
    struct impl form = {.name = "wolfssl",
                        .idea = "SP integers, CRT with blinding",
                        .keygen = peer_keygen,
                        .key_import = peer_rsa_import,
                        .key_export = peer_key_export,
                        .key_free = peer_key_free,
                        .sign = rsa_sign,
                        .verify = rsa_verify};
    static const struct hash_impl hash = {.name = "wolfssl",
                                          .idea =
                                              "as the library was built; Debian's is portable C",
                                          .digest = hash_digest};

    wolfCrypt_Init(); /* counted: may be called again */
    peer_library("wolfSSL", wolfSSL_lib_version(), (const void *)(uintptr_t)wolfSSL_lib_version);
    for (const struct alg *alg = algs; alg->name; alg++)
        if (alg->family == FAMILY_RSA && alg->bits >= RSA_MIN_SIZE && alg->bits <= RSA_MAX_SIZE)
            peer_add(&form, alg->name);
    form.key_import = peer_ec_import;
    form.sign = ec_sign;
    form.verify = ec_verify;
    form.flags = HAS_RFC6979 ? STEP_RFC6979 : 0;
#ifdef FP_ECC
    form.stop = ec_stop;
    form.idea = "fixed-point tables in a cache a thread for a few points: a key's first uses build "
                "its table (3 ms)";
#else
    form.idea = "Jacobian ladder over SP integers";
#endif
    for (const struct alg *alg = algs; alg->name; alg++)
        if (alg->family == FAMILY_ECDSA && wc_ecc_get_curve_idx(wolf_curve(alg)) >= 0)
            peer_add(&form, alg->name);
    form.stop = NULL;
    form.key_import = peer_ed_import;
    form.sign = ed_sign;
    form.verify = ed_verify;
    form.flags = 0;
    form.idea = "ref10-like field arithmetic, 128-bit products";
    peer_add(&form, "ed25519");
    peer_add_hash(&hash);
    return peer_published();
}
