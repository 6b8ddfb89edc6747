/* What mbedtls.c and mbedtls_keys.c share. */
#ifndef SIGCOST_PEER_MBEDTLS_H
#define SIGCOST_PEER_MBEDTLS_H

#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* 3.x hides the members of a key pair, which importing fills \
                                       */

#include "bench/peers/peer.h"

#include <mbedtls/version.h>
#include <mbedtls/ecdsa.h>
#include <mbedtls/ecp.h>
#include <mbedtls/md.h>
#include <mbedtls/rsa.h>

#if MBEDTLS_VERSION_NUMBER >= 0x03000000
#define RSA_INIT(rsa) mbedtls_rsa_init(rsa)
#define SIGN_MODE
#define VERIFY_MODE
#else /* 2.28: the padding is given here, and each operation is told which half of the key to use  \
       */
#define RSA_INIT(rsa) mbedtls_rsa_init(rsa, MBEDTLS_RSA_PKCS_V15, 0)
#define SIGN_MODE     MBEDTLS_RSA_PRIVATE,
#define VERIFY_MODE   NULL, NULL, MBEDTLS_RSA_PUBLIC,
#endif

struct key {
    int private;
    mbedtls_rsa_context rsa;
    mbedtls_ecp_keypair ec;
};

/* The library's random callback; at: a struct rng, or NULL for the system's. */
int mbedtls_draw(void *at, unsigned char *out, size_t len);
mbedtls_ecp_group_id group_of(const struct alg *alg);

#endif
