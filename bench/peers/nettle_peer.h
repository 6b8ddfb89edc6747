/* What nettle.c and nettle_keys.c share. */
#ifndef SIGCOST_PEER_NETTLE_H
#define SIGCOST_PEER_NETTLE_H

#include "bench/peers/peer.h"

#include <nettle/dsa.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/ecdsa.h>
#include <nettle/eddsa.h>
#include <nettle/nettle-meta.h>
#include <nettle/rsa.h>
#include <nettle/sha2.h>
#include <nettle/version.h>

struct key {
    int private;
    struct rsa_public_key rsa_public;
    struct rsa_private_key rsa_private;
    struct ecc_point point;
    struct ecc_scalar scalar;
    uint8_t seed[ED25519_KEY_SIZE], ed_public[ED25519_KEY_SIZE];
};

/* The library's callback cannot fail, and a generator that gives up would let it draw for ever: so
 * the system's octets take over, and the operation is reported as failed. */
struct source {
    struct rng *rng;
    int failed;
};

/* nettle_random_func over a struct source */
void source_draw(void *at, size_t len, uint8_t *out);

#endif
