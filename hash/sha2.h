/* sha2 - SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224, SHA-512/256 (FIPS 180-4), streaming.
 *
 * Padding, lengths and streaming are written once (sha2.c); what differs from step to step is the
 * compression, which an engine supplies. Message lengths are counted in bytes: 64 bits for the 256
 * family, 128 bits for the 512 family, so that lengths past 2^32 bits are right.
 */
#ifndef SIGCOST_SHA2_H
#define SIGCOST_SHA2_H

#include "bignum/base.h"

enum hash_id { SHA224, SHA256, SHA384, SHA512, SHA512_224, SHA512_256, HASH_COUNT };

#define SHA2_MAX_DIGEST 64
#define SHA2_MAX_BLOCK  128

/* Digest bytes: 28, 32, 48, 64, 28, 32. Block bytes: 64 for SHA-224 and SHA-256, else 128. */
size_t hash_len(enum hash_id id);
size_t hash_block_len(enum hash_id id);
/* "SHA-256", "SHA-512/224", ... */
const char *hash_name(enum hash_id id);
/* DONE and *id, for the standard's name in any case, with or without the first hyphen, "/" or "_"
 * before the truncation ("sha256", "SHA-512/256", "SHA512_256"); else FAILED. */
enum result hash_by_name(enum hash_id *id, const char *name);

struct hash_engine {
    struct step step;
    /* Folds nblocks blocks of 64 (128) bytes into the chaining value h. */
    void (*compress256)(uint32_t h[8], const uint8_t *blocks, size_t nblocks);
    void (*compress512)(uint64_t h[8], const uint8_t *blocks, size_t nblocks);
};

/* Every hash engine, textbook first; NULL ends the list. */
extern const struct hash_engine *const hash_engines[];

/* The fastest engine that this CPU runs. The scheme rooms hash with this one, so that the steps of a
 * signature ladder differ in their arithmetic alone. */
const struct hash_engine *hash_best(void);

struct sha2 {
    const struct hash_engine *engine;
    enum hash_id id;
    union {
        uint32_t w32[8];
        uint64_t w64[8];
    } h;
    uint64_t len_lo, len_hi; /* bytes so far */
    uint8_t block[SHA2_MAX_BLOCK];
};

/* engine == NULL means hash_best(). update takes any split, empty pieces too. final writes
 * hash_len(id) bytes and wipes the state. */
void sha2_init(struct sha2 *ctx, enum hash_id id, const struct hash_engine *engine);
void sha2_update(struct sha2 *ctx, const void *data, size_t len);
void sha2_final(struct sha2 *ctx, uint8_t *digest);

/* One shot with hash_best(). */
void sha2(uint8_t *digest, enum hash_id id, const void *data, size_t len);

/* How many compressions a message of len bytes costs, by the padding rule of FIPS 180-4 5.1:
 * ceil((len + 9) / 64) for the 256 family, ceil((len + 17) / 128) for the 512 family. */
uint64_t sha2_blocks(enum hash_id id, uint64_t len);

#endif
