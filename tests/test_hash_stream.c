/* SHA-2 streaming: no cut of the input changes the digest, and the length counters carry. */
#include <criterion/criterion.h>
#include <string.h>

#include "hash/sha2_words.h"
#include "tests/hash_variants.h"

#define LENGTHS 301

static uint8_t pattern[LENGTHS + 64];
static uint8_t whole[HASH_COUNT][LENGTHS][SHA2_MAX_DIGEST];

/* Digests of every prefix, each in one piece; test_hash.c holds these to an outside library. */
static void hash_prefixes(void)
{
    for (size_t i = 0; i < sizeof pattern; i++)
        pattern[i] = hash_pattern(i);
    for (int id = 0; id < HASH_COUNT; id++)
        for (size_t len = 0; len < LENGTHS; len++)
            sha2(whole[id][len], (enum hash_id)id, pattern, len);
}

TestSuite(hash_stream, .init = hash_prefixes);

/* The message [0, len) in pieces that end at cuts[0] <= cuts[1] <= ... < = len. */
static void check_cuts(enum hash_id id, const struct hash_engine *engine, size_t len,
                       const size_t *cuts, size_t ncuts)
{
    uint8_t digest[SHA2_MAX_DIGEST];
    struct sha2 ctx;
    size_t from = 0;

    sha2_init(&ctx, id, engine);
    for (size_t i = 0; i < ncuts; i++) {
        sha2_update(&ctx, pattern + from, cuts[i] - from);
        from = cuts[i];
    }
    sha2_update(&ctx, pattern + from, len - from);
    sha2_final(&ctx, digest);
    cr_assert_arr_eq(digest, whole[id][len], hash_len(id), "%s %s, %zu bytes, first cut %zu",
                     engine->step.name, hash_name(id), len, ncuts ? cuts[0] : 0);
}

/* Streaming is engine-free code: one engine does for all pairs of length and cut; the next test cuts
 * some lengths everywhere with every engine. */
Test(hash_stream, every_cut_of_every_length)
{
    for (int id = 0; id < HASH_COUNT; id++)
        for (size_t len = 0; len < LENGTHS; len++)
            for (size_t cut = 0; cut <= len; cut++)
                check_cuts((enum hash_id)id, hash_best(), len, &cut, 1);
}

Test(hash_stream, every_cut_with_every_engine)
{
    for (const struct hash_engine *const *e = hash_variants(); *e; e++)
        for (int id = 0; id < HASH_COUNT; id++)
            for (size_t len = 255; len < LENGTHS; len += 11)
                for (size_t cut = 0; cut <= len; cut++)
                    check_cuts((enum hash_id)id, *e, len, &cut, 1);
}

/* Two cuts, each within two bytes of a block's edge or of the padding's edge. */
Test(hash_stream, three_pieces_around_edges)
{
    size_t near[128] = {0}, n = 0;

    for (size_t i = 0; i <= 260; i++) {
        size_t m = i % 64;

        if (m <= 2 || m >= 62 || (m >= 54 && m <= 57) || (i % 128 >= 110 && i % 128 <= 113))
            near[n++] = i;
    }
    for (int id = 0; id < HASH_COUNT; id++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = i; j < n; j++)
                for (size_t len = near[j]; len <= 260; len += len < near[j] + 3 ? 1 : 61) {
                    const size_t cuts[2] = {near[i], near[j]};

                    check_cuts((enum hash_id)id, hash_best(), len, cuts, 2);
                }
}

/* Pieces of 1 to 130 bytes with empty updates between, NULL among them. */
Test(hash_stream, small_pieces_and_empty_updates)
{
    for (int id = 0; id < HASH_COUNT; id++)
        for (size_t piece = 1; piece <= 130; piece++) {
            uint8_t digest[SHA2_MAX_DIGEST];
            struct sha2 ctx;
            size_t len = 300;

            sha2_init(&ctx, (enum hash_id)id, NULL);
            for (size_t at = 0; at < len; at += piece) {
                sha2_update(&ctx, NULL, 0);
                sha2_update(&ctx, pattern + at, len - at < piece ? len - at : piece);
                sha2_update(&ctx, pattern, 0);
            }
            sha2_final(&ctx, digest);
            cr_assert_arr_eq(digest, whole[id][len], hash_len((enum hash_id)id));
        }
}

Test(hash_stream, any_alignment)
{
    static uint8_t room[LENGTHS + 64];

    for (const struct hash_engine *const *e = hash_variants(); *e; e++)
        for (int id = 0; id < HASH_COUNT; id++)
            for (size_t shift = 0; shift < 64; shift++) {
                /* The digest goes to an odd address too. */
                uint8_t digest[SHA2_MAX_DIGEST + 1];
                struct sha2 ctx;

                memcpy(room + shift, pattern, 300);
                sha2_init(&ctx, (enum hash_id)id, *e);
                sha2_update(&ctx, room + shift, 300);
                sha2_final(&ctx, digest + 1);
                cr_assert_arr_eq(digest + 1, whole[id][300], hash_len((enum hash_id)id));
            }
}

/* final writes hash_len bytes and not one more, and leaves nothing of the message behind. */
Test(hash_stream, final_writes_its_length_and_wipes)
{
    for (int id = 0; id < HASH_COUNT; id++) {
        const size_t len = hash_len((enum hash_id)id);
        uint8_t digest[SHA2_MAX_DIGEST + 8];
        static const struct sha2 zero;
        struct sha2 ctx;

        memset(digest, 0xee, sizeof digest);
        sha2_init(&ctx, (enum hash_id)id, NULL);
        sha2_update(&ctx, pattern, 200);
        sha2_final(&ctx, digest);
        for (size_t i = len; i < sizeof digest; i++)
            cr_assert_eq(digest[i], 0xee);
        cr_assert_arr_eq(&ctx, &zero, sizeof ctx);
    }
}

/* Sets the counter as if hi 2^64 + lo bytes (whole blocks) had come, adds `more` bytes and compares
 * with a last block whose length field is written here, by the standard's rule. */
static void check_counter(enum hash_id id, uint64_t hi, uint64_t lo, size_t more)
{
    const size_t block = hash_block_len(id), field = block / 8;
    /* The padded rest is two blocks at most: more + 1 + field <= 2 block. */
    uint8_t rest[2 * SHA2_MAX_BLOCK] = {0}, digest[SHA2_MAX_DIGEST], want[SHA2_MAX_DIGEST];
    uint64_t sum_lo = lo + more, sum_hi = hi + (sum_lo < lo);
    size_t padded = more + 1 + field <= block ? block : 2 * block;
    struct sha2 ctx, by_hand;

    sha2_init(&ctx, id, NULL);
    by_hand = ctx;
    ctx.len_lo = lo;
    ctx.len_hi = hi;
    for (size_t at = 0; at < more; at += 50)
        sha2_update(&ctx, pattern + at, more - at < 50 ? more - at : 50);
    if (block == 128) {
        cr_assert_eq(ctx.len_lo, sum_lo);
        cr_assert_eq(ctx.len_hi, sum_hi);
    }
    sha2_final(&ctx, digest);

    memcpy(rest, pattern, more);
    rest[more] = 0x80;
    store_be64(rest + padded - 8, sum_lo * 8);
    if (block == 128) {
        store_be64(rest + padded - 16, sum_hi * 8 + (sum_lo >> 61));
        hash_fips.compress512(by_hand.h.w64, rest, padded / block);
        for (int i = 0; i < 8; i++)
            store_be64(want + 8 * i, by_hand.h.w64[i]);
    } else {
        hash_fips.compress256(by_hand.h.w32, rest, padded / block);
        for (int i = 0; i < 8; i++)
            store_be32(want + 4 * i, by_hand.h.w32[i]);
    }
    cr_assert_arr_eq(digest, want, hash_len(id), "%s after 2^64 * %llu + %llu, %zu more",
                     hash_name(id), (unsigned long long)hi, (unsigned long long)lo, more);
}

Test(hash_stream, length_counters_carry)
{
    static const uint64_t low[] = {
        0,          (1ull << 29) - 128, 1ull << 29,        (1ull << 32) - 128,
        1ull << 32, (1ull << 61) - 256, (1ull << 61) - 128};
    static const size_t more[] = {0, 1, 55, 56, 63, 64, 100, 111, 112, 120};

    for (int id = 0; id < HASH_COUNT; id++)
        for (size_t m = 0; m < sizeof more / sizeof *more; m++) {
            if (more[m] + 9 > 2 * hash_block_len((enum hash_id)id))
                continue;
            for (size_t i = 0; i < sizeof low / sizeof *low; i++)
                if (hash_block_len((enum hash_id)id) == 128 ||
                    low[i] + more[m] < 1ull << 61) /* 2^64 bits: the 256 family ends */
                    check_counter((enum hash_id)id, 0, low[i], more[m]);
            if (hash_block_len((enum hash_id)id) == 128) {
                check_counter((enum hash_id)id, 0, 1ull << 61, more[m]);
                check_counter((enum hash_id)id, 0, 0 - 256ull, more[m]);
                check_counter((enum hash_id)id, 0, 0 - 128ull, more[m]);
                check_counter((enum hash_id)id, 6, 0 - 128ull, more[m]);
                check_counter((enum hash_id)id, (1ull << 61) - 1, 0 - 128ull, more[m]);
            }
        }
}

/* At the carry itself: the 128th byte after 2^64 - 128. */
Test(hash_stream, length_counter_carries_at_128)
{
    check_counter(SHA512, 0, 0 - 128ull, 128);
    check_counter(SHA384, 41, 0 - 128ull, 129);
    check_counter(SHA512_256, 0, 0 - 128ull, 127);
    check_counter(SHA256, 0, (1ull << 32) - 64, 65);
}
