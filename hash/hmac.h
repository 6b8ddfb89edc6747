/* hmac - HMAC over any SHA-2 (FIPS 198-1, RFC 2104). */
#ifndef SIGCOST_HMAC_H
#define SIGCOST_HMAC_H

#include "hash/sha2.h"

struct hmac {
    struct sha2 inner, outer; /* outer has absorbed key ^ opad already */
};

/* A key longer than the block is hashed first. final writes hash_len(id) bytes and wipes. */
void hmac_init(struct hmac *ctx, enum hash_id id, const uint8_t *key, size_t key_len);
void hmac_update(struct hmac *ctx, const void *data, size_t len);
void hmac_final(struct hmac *ctx, uint8_t *mac);

/* Compressions of one HMAC: the inner hash over block + len bytes, the outer one over block +
 * hash_len(id) bytes, and sha2_blocks(id, key_len) more if the key is longer than the block. */
uint64_t hmac_blocks(enum hash_id id, uint64_t key_len, uint64_t len);

#endif
