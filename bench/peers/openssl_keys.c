/* openssl: making, taking and giving keys. */
#include "bench/peers/openssl_peer.h"

#include <stdlib.h>
#include <string.h>

void peer_key_free(const struct impl *row, void *at)
{
    struct key *key = at;

    (void)row;
    if (!key)
        return;
    for (int id = 0; id < HASH_COUNT; id++) {
        EVP_PKEY_CTX_free(key->sign[id]);
        EVP_PKEY_CTX_free(key->verify[id]);
    }
    EVP_MD_CTX_free(key->md);
    EVP_MD_CTX_free(key->ed_sign);
    EVP_MD_CTX_free(key->ed_verify);
    EVP_PKEY_free(key->pkey);
    free(key);
}

/* Takes pkey over, NULL too. */
static enum result key_new(void **out, EVP_PKEY *pkey, int private)
{
    struct key *key = pkey ? calloc(1, sizeof *key) : NULL;

    *out = key;
    if (!key) {
        EVP_PKEY_free(pkey);
        return openssl_done(0);
    }
    key->pkey = pkey;
    key->private = private;
    key->md = EVP_MD_CTX_new();
    key->ed_sign = EVP_MD_CTX_new();
    key->ed_verify = EVP_MD_CTX_new();
    if (key->md && key->ed_sign && key->ed_verify)
        return DONE;
    peer_key_free(NULL, key);
    *out = NULL;
    return FAILED;
}

enum result peer_keygen(const struct impl *row, void **key, struct rng *rng)
{
    EVP_PKEY *pkey;

    (void)rng;
    if (row->alg->family == FAMILY_RSA)
        pkey = EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)row->alg->bits);
    else if (row->alg->family == FAMILY_ECDSA)
        pkey = EVP_PKEY_Q_keygen(NULL, NULL, "EC", row->data);
    else
        pkey = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    return key_new(key, pkey, 1);
}

static EVP_PKEY *pkey_from(const char *type, OSSL_PARAM_BLD *build, int private)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(build);
    EVP_PKEY *pkey = NULL;

    if (ctx && params && EVP_PKEY_fromdata_init(ctx) > 0 &&
        EVP_PKEY_fromdata(ctx, &pkey, private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) <=
            0)
        pkey = NULL;
    OSSL_PARAM_free(params);
    EVP_PKEY_CTX_free(ctx);
    return pkey;
}

enum result peer_rsa_import(const struct impl *row, void **key, const struct key_data *data)
{
    static const char *const names[] = {
        OSSL_PKEY_PARAM_RSA_N,         OSSL_PKEY_PARAM_RSA_E,
        OSSL_PKEY_PARAM_RSA_D,         OSSL_PKEY_PARAM_RSA_FACTOR1,
        OSSL_PKEY_PARAM_RSA_FACTOR2,   OSSL_PKEY_PARAM_RSA_EXPONENT1,
        OSSL_PKEY_PARAM_RSA_EXPONENT2, OSSL_PKEY_PARAM_RSA_COEFFICIENT1};
    struct rsa_parts parts;
    uint8_t octets[RSA_MAX_OCTETS];
    BIGNUM *bn[8] = {NULL};
    OSSL_PARAM_BLD *build;
    EVP_PKEY *pkey = NULL;
    int ok, private, used;

    (void)row;
    *key = NULL;
    if (rsa_parts_init(&parts, data) != DONE)
        return FAILED;
    /* The library refuses these at the public operation (rsa_local.h): a long e on a large modulus.
     */
    if (parts.bits < 512 || (parts.bits > 3072 && mpz_sizeinbase(parts.e, 2) > 64)) {
        rsa_parts_clear(&parts);
        return UNSUPPORTED;
    }
    const mpz_srcptr from[8] = {parts.n, parts.e,  parts.d,  parts.p,
                                parts.q, parts.dp, parts.dq, parts.qinv};
    private = parts.private;
    used = private ? 8 : 2;
    build = OSSL_PARAM_BLD_new();
    ok = build != NULL;
    for (int i = 0; i < used && ok; i++) {
        bn[i] =
            BN_bin2bn(octets, (int)peer_octets(octets, from[i]), i < 2 ? NULL : BN_secure_new());
        ok = bn[i] && OSSL_PARAM_BLD_push_BN(build, names[i], bn[i]);
    }
    if (ok)
        pkey = pkey_from("RSA", build, private);
    for (int i = 0; i < 8; i++)
        BN_clear_free(bn[i]);
    OSSL_PARAM_BLD_free(build);
    wipe(octets, sizeof octets);
    rsa_parts_clear(&parts);
    return key_new(key, pkey, private);
}

/* point = [secret]G, compared with the one that was given. */
static int ec_derive(struct ec_parts *parts, const char *curve)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(EC_curve_nist2nid(curve));
    EC_POINT *Q = group ? EC_POINT_new(group) : NULL;
    BIGNUM *d = BN_bin2bn(parts->secret, (int)parts->width, BN_secure_new());
    uint8_t point[sizeof parts->point];
    size_t len = 1 + 2 * parts->width;
    int ok = Q && d && EC_POINT_mul(group, Q, d, NULL, NULL, NULL) &&
             EC_POINT_point2oct(group, Q, POINT_CONVERSION_UNCOMPRESSED, point, len, NULL) == len &&
             (!parts->has_point || memcmp(point, parts->point, len) == 0);

    if (ok)
        memcpy(parts->point, point, len);
    BN_clear_free(d);
    EC_POINT_free(Q);
    EC_GROUP_free(group);
    return ok;
}

enum result peer_ec_import(const struct impl *row, void **key, const struct key_data *data)
{
    struct ec_parts parts;
    OSSL_PARAM_BLD *build = NULL;
    BIGNUM *d = NULL;
    EVP_PKEY *pkey = NULL;

    *key = NULL;
    if (ec_parts_init(&parts, data, row->alg) != DONE)
        return FAILED;
    if (!parts.has_secret || ec_derive(&parts, row->data)) {
        d = BN_bin2bn(parts.secret, (int)parts.width, BN_secure_new());
        build = OSSL_PARAM_BLD_new();
        if (build && d &&
            OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, row->data, 0) &&
            OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, parts.point,
                                             1 + 2 * parts.width) &&
            (!parts.has_secret || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, d)))
            pkey = pkey_from("EC", build, parts.has_secret);
    }
    BN_clear_free(d);
    OSSL_PARAM_BLD_free(build);
    wipe(parts.secret, sizeof parts.secret);
    return key_new(key, pkey, parts.has_secret);
}

enum result peer_ed_import(const struct impl *row, void **key, const struct key_data *data)
{
    const struct bytes *secret = &data->secret, *public = &data->public;
    uint8_t derived[32];
    size_t len = sizeof derived;
    EVP_PKEY *pkey = NULL;

    (void)row;
    if (secret->len > 0) {
        pkey = EVP_PKEY_new_raw_private_key_ex(NULL, "ED25519", NULL, secret->at, secret->len);
        if (pkey && public->len > 0 &&
            (!EVP_PKEY_get_raw_public_key(pkey, derived, &len) || public->len != len ||
             memcmp(derived, public->at, len) != 0)) {
            EVP_PKEY_free(pkey);
            pkey = NULL;
        }
    } else if (public->len > 0)
        pkey = EVP_PKEY_new_raw_public_key_ex(NULL, "ED25519", NULL, public->at, public->len);
    return key_new(key, pkey, secret->len > 0);
}

static enum result export_bn(struct key_store *out, struct bytes *part, const EVP_PKEY *pkey,
                             const char *name, size_t width)
{
    uint8_t octets[RSA_MAX_OCTETS];
    BIGNUM *bn = NULL;
    size_t len = 0;
    enum result result = FAILED;

    if (EVP_PKEY_get_bn_param(pkey, name, &bn)) {
        len = width ? width : (size_t)BN_num_bytes(bn);
        if (len <= sizeof octets && BN_bn2binpad(bn, octets, (int)len) >= 0)
            result = peer_store(out, part, octets, len);
    }
    BN_clear_free(bn);
    wipe(octets, sizeof octets);
    return result;
}

enum result peer_key_export(const struct impl *row, const void *at, struct key_store *out)
{
    const struct key *key = at;
    struct key_data *to = &out->key;
    uint8_t octets[1 + 2 * EC_MAX_OCTETS];
    size_t len = sizeof octets;
    enum result result;

    memset(out, 0, sizeof *out);
    if (row->alg->family == FAMILY_RSA) {
        result = export_bn(out, &to->n, key->pkey, OSSL_PKEY_PARAM_RSA_N, 0);
        if (result == DONE)
            result = export_bn(out, &to->e, key->pkey, OSSL_PKEY_PARAM_RSA_E, 0);
        if (result == DONE && key->private)
            result = export_bn(out, &to->d, key->pkey, OSSL_PKEY_PARAM_RSA_D, 0);
        if (result == DONE && key->private)
            result = export_bn(out, &to->p, key->pkey, OSSL_PKEY_PARAM_RSA_FACTOR1, 0);
        if (result == DONE && key->private)
            result = export_bn(out, &to->q, key->pkey, OSSL_PKEY_PARAM_RSA_FACTOR2, 0);
        return result;
    }
    if (row->alg->family == FAMILY_ECDSA) {
        if (!EVP_PKEY_get_octet_string_param(key->pkey, OSSL_PKEY_PARAM_PUB_KEY, octets, len, &len))
            return openssl_done(0);
        result = peer_store(out, &to->public, octets, len);
        if (result == DONE && key->private)
            result = export_bn(out, &to->secret, key->pkey, OSSL_PKEY_PARAM_PRIV_KEY,
                               ec_width(row->alg));
        return result;
    }
    if (!EVP_PKEY_get_raw_public_key(key->pkey, octets, &len))
        return openssl_done(0);
    result = peer_store(out, &to->public, octets, len);
    if (result == DONE && key->private) {
        len = sizeof octets;
        result = EVP_PKEY_get_raw_private_key(key->pkey, octets, &len)
                     ? peer_store(out, &to->secret, octets, len)
                     : openssl_done(0);
        wipe(octets, sizeof octets);
    }
    return result;
}
