/* Counted compressions against the closed forms that the headers state. */
#include <criterion/criterion.h>
#include <string.h>

#include "bench/units.h"
#include "hash/drbg.h"
#include "hash/hmac.h"
#include "tests/hash_variants.h"

static uint8_t data[1500];

static uint64_t *counter(enum hash_id id)
{
    return &op_count[hash_block_len(id) == 64 ? OP_SHA256_BLOCK : OP_SHA512_BLOCK];
}

static uint64_t *other_counter(enum hash_id id)
{
    return &op_count[hash_block_len(id) == 64 ? OP_SHA512_BLOCK : OP_SHA256_BLOCK];
}

static void reset(void)
{
    memset(op_count, 0, sizeof op_count);
}

static void expect(enum hash_id id, uint64_t blocks, const char *what, size_t len)
{
    cr_assert_eq(*counter(id), blocks, "%s %s of %zu bytes: counted %llu, stated %llu",
                 hash_name(id), what, len, (unsigned long long)*counter(id),
                 (unsigned long long)blocks);
    cr_assert_eq(*other_counter(id), 0);
}

/* ceil((len + 9) / 64) and ceil((len + 17) / 128), for every engine and kernel and any cut. */
Test(counts_hash, digest)
{
    for (const struct hash_engine *const *e = hash_variants(); *e; e++)
        for (int h = 0; h < HASH_COUNT; h++)
            for (size_t len = 0; len <= sizeof data; len += len < 300 ? 1 : 37) {
                const enum hash_id id = (enum hash_id)h;
                const size_t block = hash_block_len(id), tail = 1 + block / 8;
                uint8_t digest[SHA2_MAX_DIGEST];
                struct sha2 ctx;

                reset();
                sha2_init(&ctx, id, *e);
                sha2_update(&ctx, data, len / 3);
                sha2_update(&ctx, data, len - len / 3);
                sha2_final(&ctx, digest);
                expect(id, (len + tail + block - 1) / block, (*e)->step.name, len);
                cr_assert_eq(sha2_blocks(id, len), (len + tail + block - 1) / block);
            }
}

Test(counts_hash, closed_form_of_huge_messages)
{
    cr_assert_eq(sha2_blocks(SHA256, (1ull << 32) + 1), (1ull << 26) + 1);
    cr_assert_eq(sha2_blocks(SHA512, UINT64_MAX), 1ull << 57 | 1);
}

Test(counts_hash, one_shot)
{
    for (int h = 0; h < HASH_COUNT; h++) {
        uint8_t digest[SHA2_MAX_DIGEST];

        reset();
        sha2(digest, (enum hash_id)h, data, 1024);
        expect((enum hash_id)h, hash_block_len((enum hash_id)h) == 64 ? 17 : 9, "sha2", 1024);
    }
}

/* run(times) is `times` compressions, for every engine. */
Test(counts_hash, units)
{
    for (size_t i = 0; hash_engines[i]; i++)
        for (const struct unit *unit = hash_engines[i]->step.units; unit->run; unit++)
            for (unsigned long times = 0; times < 50; times++) {
                if (step_missing(&hash_engines[i]->step))
                    continue;
                reset();
                unit->run(NULL, times);
                cr_assert_eq(op_count[unit->op], times);
            }
}

Test(counts_hash, hmac)
{
    for (int h = 0; h < HASH_COUNT; h++)
        for (size_t key_len = 0; key_len < 300; key_len += 13)
            for (size_t len = 0; len < 300; len += 17) {
                const enum hash_id id = (enum hash_id)h;
                uint8_t mac[SHA2_MAX_DIGEST];
                struct hmac ctx;

                reset();
                hmac_init(&ctx, id, data, key_len);
                hmac_update(&ctx, data, len);
                hmac_final(&ctx, mac);
                expect(id, hmac_blocks(id, key_len, len), "HMAC", len);
            }
    cr_assert_eq(hmac_blocks(SHA256, 32, 32), 4);
    cr_assert_eq(hmac_blocks(SHA512, 200, 0), 2 + 2 + 2);
}

Test(counts_hash, drbg)
{
    static uint8_t out[140000];
    static const size_t lengths[] = {0, 1, 28, 32, 33, 64, 65, 1000, 65536, 65537, 140000};

    for (int h = 0; h < HASH_COUNT; h++)
        for (size_t seed = 0; seed < 200; seed += 23) {
            const enum hash_id id = (enum hash_id)h;
            struct hmac_drbg drbg;

            reset();
            drbg_init(&drbg, id, data, seed);
            expect(id, drbg_seed_blocks(id, seed), "seed", seed);
            for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
                for (size_t more = 0; more < 100; more += 40) {
                    reset();
                    cr_assert_eq(drbg_generate(&drbg, out, lengths[i], data, more), DONE);
                    expect(id, drbg_generate_blocks(id, lengths[i], more), "output", lengths[i]);
                }
        }
}

Test(counts_hash, random_bytes_are_counted)
{
    struct hmac_drbg drbg;
    uint8_t out[100];

    drbg_seed_u64(&drbg, 3);
    reset();
    cr_assert_eq(random_bytes(out, sizeof out, &drbg.rng), DONE);
    cr_assert_eq(op_count[OP_RANDOM_BYTE], 100);
    cr_assert_eq(op_count[OP_SHA256_BLOCK], drbg_generate_blocks(SHA256, 100, 0));
}

/* What `explain` prices a compression by makes as many as it is asked for, in calls as a message's. */
Test(counts_hash, compressions_timed_alone)
{
    static const struct {
        size_t len;
        int prefixed;
        unsigned calls[3];
    } known[] = {{0, 0, {0, 0, 1}},         {127, 0, {0, 0, 1}},      {128, 0, {1, 0, 1}},
                 {1024, 0, {8, 0, 1}},      {1024, 1, {1, 7, 1}},     {0, 1, {0, 0, 1}},
                 {1u << 20, 0, {64, 0, 1}}, {1u << 20, 1, {1, 63, 1}}};
    struct hash_units u;

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        hash_units_init(&u, SHA512, known[i].len, known[i].prefixed);
        cr_assert_eq(u.op, OP_SHA512_BLOCK);
        for (int k = 0; k < 3; k++)
            cr_assert_eq(u.calls[k], known[i].calls[k], "%zu octets: call %d of %u blocks",
                         known[i].len, k, u.calls[k]);
        for (unsigned long times = 0; times < 200; times += 13) {
            memset(op_count, 0, sizeof op_count);
            unit_compression(&u, times);
            cr_assert_eq(op_count[OP_SHA512_BLOCK], times);
        }
    }
    hash_units_init(&u, SHA256, 1024, 0);
    cr_assert_eq(u.op, OP_SHA256_BLOCK);
    cr_assert_eq(u.calls[0], 16);
    memset(op_count, 0, sizeof op_count);
    unit_compression(&u, 100);
    cr_assert_eq(op_count[OP_SHA256_BLOCK], 100);
}
