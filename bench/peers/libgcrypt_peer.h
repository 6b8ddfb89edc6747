/* What libgcrypt.c and libgcrypt_keys.c share. */
#ifndef SIGCOST_PEER_LIBGCRYPT_H
#define SIGCOST_PEER_LIBGCRYPT_H

#include "bench/peers/peer.h"

#include <gcrypt.h>

struct key {
    gcry_sexp_t secret, public; /* secret is NULL in a public key */
};

/* One item of a key or signature as octets: width of them, or as many as there are (0). */
enum result sexp_item(uint8_t *out, size_t room, size_t *len, gcry_sexp_t from, const char *name,
                      size_t width);

#endif
