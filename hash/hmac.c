#include "hash/hmac.h"

#include <string.h>

/* FIPS 198-1 section 4, steps 1 to 5 and 7 to 8. */
void hmac_init(struct hmac *ctx, enum hash_id id, const uint8_t *key, size_t key_len)
{
    const size_t block = hash_block_len(id);
    uint8_t pad[SHA2_MAX_BLOCK] = {0};

    if (key_len > block)
        sha2(pad, id, key, key_len);
    else if (key_len > 0)
        memcpy(pad, key, key_len);

    for (size_t i = 0; i < block; i++)
        pad[i] ^= 0x36;
    sha2_init(&ctx->inner, id, NULL);
    sha2_update(&ctx->inner, pad, block);

    for (size_t i = 0; i < block; i++)
        pad[i] ^= 0x36 ^ 0x5c;
    sha2_init(&ctx->outer, id, NULL);
    sha2_update(&ctx->outer, pad, block);
    wipe(pad, sizeof pad);
}

void hmac_update(struct hmac *ctx, const void *data, size_t len)
{
    sha2_update(&ctx->inner, data, len);
}

/* Steps 6 and 9. sha2_final wipes both halves. */
void hmac_final(struct hmac *ctx, uint8_t *mac)
{
    const size_t len = hash_len(ctx->inner.id);
    uint8_t digest[SHA2_MAX_DIGEST];

    sha2_final(&ctx->inner, digest);
    sha2_update(&ctx->outer, digest, len);
    sha2_final(&ctx->outer, mac);
    wipe(digest, sizeof digest);
}

uint64_t hmac_blocks(enum hash_id id, uint64_t key_len, uint64_t len)
{
    const uint64_t block = hash_block_len(id);

    return (key_len > block ? sha2_blocks(id, key_len) : 0) + sha2_blocks(id, block + len) +
           sha2_blocks(id, block + hash_len(id));
}
