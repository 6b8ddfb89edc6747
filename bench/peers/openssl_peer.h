/* What openssl.c and openssl_keys.c share. */
#ifndef SIGCOST_PEER_OPENSSL_H
#define SIGCOST_PEER_OPENSSL_H

#include "bench/peers/peer.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

struct key {
    EVP_PKEY *pkey;
    int private;
    EVP_MD_CTX *md;
    EVP_PKEY_CTX *sign[HASH_COUNT], *verify[HASH_COUNT];
    EVP_MD_CTX *ed_sign, *ed_verify;
};

/* DONE if ok, else FAILED with the thread's error queue emptied. */
enum result openssl_done(int ok);

#endif
