/* What botan.c and botan_keys.c share. */
#ifndef SIGCOST_PEER_BOTAN_H
#define SIGCOST_PEER_BOTAN_H

#include "bench/peers/peer.h"

#include <botan/ffi.h>

struct key {
    botan_privkey_t secret; /* NULL in a public key */
    botan_pubkey_t public;
    botan_rng_t rng;
    size_t rsa_len;
    botan_pk_op_sign_t sign[HASH_COUNT];
    botan_pk_op_verify_t verify[HASH_COUNT];
};

#endif
