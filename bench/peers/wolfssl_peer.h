/* What wolfssl.c and wolfssl_keys.c share. */
#ifndef SIGCOST_PEER_WOLFSSL_H
#define SIGCOST_PEER_WOLFSSL_H

/* first: it says how the library was built */
#include <wolfssl/options.h>

#include <wolfssl/wolfcrypt/settings.h>

#include <wolfssl/wolfcrypt/ecc.h>
#include <wolfssl/wolfcrypt/ed25519.h>
#include <wolfssl/wolfcrypt/hash.h>
#include <wolfssl/wolfcrypt/random.h>
#include <wolfssl/wolfcrypt/rsa.h>
#include <wolfssl/wolfcrypt/wc_port.h>

#include "bench/peers/peer.h"

#ifndef RSA_MIN_SIZE
#define RSA_MIN_SIZE 512
#endif

/* The build option ..._K_VARIANT feeds the digest to the generator without bits2octets, which is
 * not RFC 6979. */
#if defined(WOLFSSL_ECDSA_DETERMINISTIC_K) && !defined(WOLFSSL_ECDSA_DETERMINISTIC_K_VARIANT)
#define HAS_RFC6979 1
#else
#define HAS_RFC6979 0
#endif

struct key {
    int private;
    enum family family;
    WC_RNG rng;
    RsaKey rsa;
    ecc_key ec;
    ed25519_key ed;
};

int wolf_curve(const struct alg *alg); /* the library's number of the curve */

#endif
