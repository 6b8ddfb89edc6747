/* mbedTLS 2.28 and 3: RSA and ECDSA (RFC 6979) by its classic interface; it has no Ed25519. */
#include "bench/peers/mbedtls_peer.h"

static const mbedtls_md_type_t mds[HASH_COUNT] = {MBEDTLS_MD_SHA224, MBEDTLS_MD_SHA256,
                                                  MBEDTLS_MD_SHA384, MBEDTLS_MD_SHA512,
                                                  MBEDTLS_MD_NONE,   MBEDTLS_MD_NONE};

int mbedtls_draw(void *at, unsigned char *out, size_t len)
{
    struct rng *rng = at;

    if (!rng)
        peer_os_random(out, len);
    else if (rng->fill(rng, out, len) != DONE)
        return MBEDTLS_ERR_ECP_RANDOM_FAILED;
    return 0;
}

/* DONE and the digest, UNSUPPORTED where the library lacks the hash. */
static enum result digest(uint8_t *out, enum hash_id id, const uint8_t *msg, size_t len)
{
    const mbedtls_md_info_t *info =
        mds[id] == MBEDTLS_MD_NONE ? NULL : mbedtls_md_info_from_type(mds[id]);

    if (!info)
        return UNSUPPORTED;
    return mbedtls_md(info, peer_msg(msg), len, out) == 0 ? DONE : FAILED;
}

static enum result rsa_sign(const struct impl *row, void *at, const struct sig_params *params,
                            const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                            struct rng *rng)
{
    struct key *key = at;
    uint8_t hash[SHA2_MAX_DIGEST];
    enum result result;

    (void)row;
    if (!key->private)
        return FAILED;
    result = digest(hash, params->hash, msg, len);
    *sig_len = mbedtls_rsa_get_len(&key->rsa);
    if (result == DONE &&
        mbedtls_rsa_rsassa_pkcs1_v15_sign(&key->rsa, mbedtls_draw, rng, SIGN_MODE mds[params->hash],
                                          (unsigned)peer_hash_len(params->hash), hash, sig))
        result = FAILED;
    return result;
}

static enum result rsa_verify(const struct impl *row, void *at, const struct sig_params *params,
                              const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    struct key *key = at;
    uint8_t hash[SHA2_MAX_DIGEST];
    enum result result = digest(hash, params->hash, msg, len);

    (void)row;
    if (result == DONE && /* the library is not told the length */
        (sig_len != mbedtls_rsa_get_len(&key->rsa) ||
         mbedtls_rsa_rsassa_pkcs1_v15_verify(&key->rsa, VERIFY_MODE mds[params->hash],
                                             (unsigned)peer_hash_len(params->hash), hash, sig)))
        result = FAILED;
    return result;
}

static enum result ec_sign(const struct impl *row, void *at, const struct sig_params *params,
                           const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                           struct rng *rng)
{
    struct key *key = at;
    size_t width = ec_width(row->alg);
    uint8_t hash[SHA2_MAX_DIGEST], rs[2 * EC_MAX_OCTETS];
    mbedtls_mpi r, s;
    enum result result;

    if (!key->private)
        return FAILED;
    result = digest(hash, params->hash, msg, len);
    if (result != DONE)
        return result;
    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    if (mbedtls_ecdsa_sign_det_ext(&key->ec.grp, &r, &s, &key->ec.d, hash,
                                   peer_hash_len(params->hash), mds[params->hash], mbedtls_draw,
                                   rng) ||
        mbedtls_mpi_write_binary(&r, rs, width) || mbedtls_mpi_write_binary(&s, rs + width, width))
        result = FAILED;
    else
        ec_sig_join(sig, sig_len, params->form, rs, width);
    mbedtls_mpi_free(&r);
    mbedtls_mpi_free(&s);
    return result;
}

static enum result ec_verify(const struct impl *row, void *at, const struct sig_params *params,
                             const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    struct key *key = at;
    size_t width = ec_width(row->alg);
    uint8_t hash[SHA2_MAX_DIGEST], rs[2 * EC_MAX_OCTETS];
    mbedtls_mpi r, s;
    enum result result = digest(hash, params->hash, msg, len);

    if (result != DONE || ec_sig_split(rs, width, params->form, sig, sig_len) != DONE)
        return result == DONE ? FAILED : result;
    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    if (mbedtls_mpi_read_binary(&r, rs, width) || mbedtls_mpi_read_binary(&s, rs + width, width) ||
        mbedtls_ecdsa_verify(&key->ec.grp, hash, peer_hash_len(params->hash), &key->ec.Q, &r, &s))
        result = FAILED;
    mbedtls_mpi_free(&r);
    mbedtls_mpi_free(&s);
    return result;
}

static enum result hash_digest(const struct hash_impl *row, enum hash_id id, const uint8_t *msg,
                               size_t len, uint8_t *out)
{
    (void)row;
    return digest(out, id, msg, len);
}

const struct peer *sigcost_peer(void)
{
    struct impl form = {.name = "mbedtls",
                        .idea = "CRT by Montgomery windows, with blinding and a fault check",
                        .keygen = peer_keygen,
                        .key_import = peer_rsa_import,
                        .key_export = peer_key_export,
                        .key_free = peer_key_free,
                        .sign = rsa_sign,
                        .verify = rsa_verify};
    static const struct hash_impl hash = {
        .name = "mbedtls", .idea = "portable C", .digest = hash_digest};
    char version[16];

    mbedtls_version_get_string(version);
    peer_library("mbedTLS", version, (const void *)(uintptr_t)mbedtls_version_get_string);
    peer_add(&form, "rsa-1024 rsa-2048 rsa-3072 rsa-4096 rsa-8192");
    form.idea =
        "comb with blinded coordinates; in 2.28 its base table is built once in each key's group";
    form.flags = STEP_RFC6979;
    form.key_import = peer_ec_import;
    form.sign = ec_sign;
    form.verify = ec_verify;
    for (const struct alg *alg = algs; alg->name; alg++)
        if (alg->family == FAMILY_ECDSA && mbedtls_ecp_curve_info_from_grp_id(group_of(alg)))
            peer_add(&form, alg->name);
    peer_add_hash(&hash);
    return peer_published();
}
