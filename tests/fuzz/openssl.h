/* openssl - OpenSSL's verdict, by its EVP interface; nothing here comes from the project. */
#ifndef SIGCOST_FUZZ_OPENSSL_H
#define SIGCOST_FUZZ_OPENSSL_H

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

#include "hash/sha2.h"
#include "tests/fuzz/fuzz.h"

static inline const EVP_MD *openssl_md(enum hash_id id)
{
    static const char *const names[HASH_COUNT] = {"SHA2-224", "SHA2-256",     "SHA2-384",
                                                  "SHA2-512", "SHA2-512/224", "SHA2-512/256"};
    static EVP_MD *mds[HASH_COUNT];

    if (!mds[id])
        mds[id] = EVP_MD_fetch(NULL, names[id], NULL);
    MUST(mds[id], "OpenSSL has no %s", names[id]);
    return mds[id];
}

static inline EVP_PKEY *openssl_public(const char *type, OSSL_PARAM_BLD *build)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(build);
    EVP_PKEY *pkey = NULL;

    MUST(ctx && params && EVP_PKEY_fromdata_init(ctx) > 0, "OpenSSL has no %s", type);
    if (EVP_PKEY_fromdata(ctx, &pkey, EVP_PKEY_PUBLIC_KEY, params) <= 0)
        pkey = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(ctx);
    return pkey;
}

/* NULL where it refuses the key. */
static inline EVP_PKEY *openssl_ec_key(const char *curve, struct bytes point)
{
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();

    OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0);
    OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point.len ? point.at : NULL,
                                     point.len);
    return openssl_public("EC", build);
}

static inline EVP_PKEY *openssl_rsa_key(struct bytes n, struct bytes e)
{
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    BIGNUM *bn = BN_bin2bn(n.at, (int)n.len, NULL), *be = BN_bin2bn(e.at, (int)e.len, NULL);
    EVP_PKEY *pkey;

    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_N, bn);
    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_E, be);
    pkey = openssl_public("RSA", build);
    BN_free(bn);
    BN_free(be);
    return pkey;
}

/* 1 valid, 0 not; pkey is used up. */
static inline int openssl_verify(EVP_PKEY *pkey, enum hash_id id, struct bytes msg,
                                 struct bytes sig)
{
    static const uint8_t nothing[1];
    EVP_PKEY_CTX *ctx = pkey ? EVP_PKEY_CTX_new_from_pkey(NULL, pkey, NULL) : NULL;
    uint8_t hash[EVP_MAX_MD_SIZE];
    unsigned len = 0;
    int ok = 0;

    if (ctx) {
        MUST(EVP_Digest(msg.len ? msg.at : nothing, msg.len, hash, &len, openssl_md(id), NULL),
             "OpenSSL's digest");
        ok = EVP_PKEY_verify_init(ctx) > 0 &&
             EVP_PKEY_CTX_set_signature_md(ctx, openssl_md(id)) > 0 &&
             (EVP_PKEY_get_base_id(pkey) != EVP_PKEY_RSA ||
              EVP_PKEY_CTX_set_rsa_padding(ctx, RSA_PKCS1_PADDING) > 0) &&
             EVP_PKEY_verify(ctx, sig.len ? sig.at : nothing, sig.len, hash, len) > 0;
    }
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(pkey);
    ERR_clear_error();
    return ok;
}

#endif
