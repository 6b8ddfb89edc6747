/* Padding, lengths, streaming and names of SHA-2: all that does not depend on the engine. */
#include "hash/sha2.h"

#include <string.h>
#include <strings.h>

#include "hash/sha2_constants.h"
#include "hash/sha2_words.h"

static const struct {
    const char *name;
    uint8_t len, block;
} hashes[HASH_COUNT] = {
    [SHA224] = {"SHA-224", 28, 64},          [SHA256] = {"SHA-256", 32, 64},
    [SHA384] = {"SHA-384", 48, 128},         [SHA512] = {"SHA-512", 64, 128},
    [SHA512_224] = {"SHA-512/224", 28, 128}, [SHA512_256] = {"SHA-512/256", 32, 128},
};

size_t hash_len(enum hash_id id)
{
    return hashes[id].len;
}

size_t hash_block_len(enum hash_id id)
{
    return hashes[id].block;
}

const char *hash_name(enum hash_id id)
{
    return hashes[id].name;
}

enum result hash_by_name(enum hash_id *id, const char *name)
{
    char spelt[16] = "SHA-";
    size_t len;

    if (strncasecmp(name, "SHA", 3) != 0)
        return FAILED;
    name += name[3] == '-' ? 4 : 3;
    len = strnlen(name, sizeof spelt - 4);
    if (len == sizeof spelt - 4)
        return FAILED;
    memcpy(spelt + 4, name, len + 1);
    if (spelt[7] == '_')
        spelt[7] = '/';
    for (int i = 0; i < HASH_COUNT; i++)
        if (strcmp(spelt, hashes[i].name) == 0) {
            *id = (enum hash_id)i;
            return DONE;
        }
    return FAILED;
}

uint64_t sha2_blocks(enum hash_id id, uint64_t len)
{
    uint64_t block = hashes[id].block, left = len % block;

    /* One 0x80 and a length of 8 (16) bytes follow the last len mod block bytes. */
    return len / block + (left + 1 + block / 8 <= block ? 1 : 2);
}

static int is_256_family(enum hash_id id)
{
    return hashes[id].block == 64;
}

static void compress(struct sha2 *ctx, const uint8_t *blocks, size_t nblocks)
{
    if (is_256_family(ctx->id))
        ctx->engine->compress256(ctx->h.w32, blocks, nblocks);
    else
        ctx->engine->compress512(ctx->h.w64, blocks, nblocks);
}

void sha2_init(struct sha2 *ctx, enum hash_id id, const struct hash_engine *engine)
{
    ctx->engine = engine ? engine : hash_best();
    ctx->id = id;
    ctx->len_lo = ctx->len_hi = 0;
    if (is_256_family(id))
        memcpy(ctx->h.w32, sha2_initial256[id], sizeof ctx->h.w32);
    else
        memcpy(ctx->h.w64, sha2_initial512[id - SHA384], sizeof ctx->h.w64);
}

void sha2_update(struct sha2 *ctx, const void *data, size_t len)
{
    const size_t block = hashes[ctx->id].block;
    size_t held = (size_t)ctx->len_lo & (block - 1);
    const uint8_t *at = data;

    if (len == 0)
        return;
    ctx->len_lo += len;
    ctx->len_hi += ctx->len_lo < len;
    if (held > 0) {
        size_t room = block - held, take = len < room ? len : room;

        memcpy(ctx->block + held, at, take);
        at += take;
        len -= take;
        if (take < room)
            return;
        compress(ctx, ctx->block, 1);
    }
    if (len >= block)
        compress(ctx, at, len / block);
    at += len & ~(block - 1);
    len &= block - 1;
    if (len > 0)
        memcpy(ctx->block, at, len);
}

void sha2_final(struct sha2 *ctx, uint8_t *digest)
{
    const size_t block = hashes[ctx->id].block, len = hashes[ctx->id].len;
    size_t held = (size_t)ctx->len_lo & (block - 1);

    /* 5.1: a one bit, zeros, and the length in bits at the end of a block. */
    ctx->block[held++] = 0x80;
    memset(ctx->block + held, 0, block - held);
    if (held > block - block / 8) {
        compress(ctx, ctx->block, 1);
        memset(ctx->block, 0, block);
    }
    store_be64(ctx->block + block - 8, ctx->len_lo << 3);
    if (is_256_family(ctx->id)) {
        compress(ctx, ctx->block, 1);
        for (size_t i = 0; i < len / 4; i++)
            store_be32(digest + 4 * i, ctx->h.w32[i]);
    } else {
        store_be64(ctx->block + block - 16, ctx->len_hi << 3 | ctx->len_lo >> 61);
        compress(ctx, ctx->block, 1);
        for (size_t i = 0; i < len / 8; i++)
            store_be64(digest + 8 * i, ctx->h.w64[i]);
        if (len % 8) /* SHA-512/224 ends with half a word */
            store_be32(digest + len - 4, (uint32_t)(ctx->h.w64[len / 8] >> 32));
    }
    wipe(ctx, sizeof *ctx);
}

void sha2(uint8_t *digest, enum hash_id id, const void *data, size_t len)
{
    struct sha2 ctx;

    sha2_init(&ctx, id, NULL);
    sha2_update(&ctx, data, len);
    sha2_final(&ctx, digest);
}
