/* SHA-2: constants from their rule, published examples, every short length and cut, the length
 * counters, and all engines and kernels against each other. */
#include <criterion/criterion.h>
#include <gmp.h>
#include <jansson.h>
#include <pthread.h>
#include <string.h>

#include "hash/sha2_constants.h"
#include "tests/hash_variants.h"

#define LENGTHS 301

static uint8_t pattern[1024];

static void fill_pattern(void)
{
    for (size_t i = 0; i < sizeof pattern; i++)
        pattern[i] = hash_pattern(i);
}

TestSuite(hash, .init = fill_pattern);

static void one_shot(uint8_t *digest, enum hash_id id, const struct hash_engine *engine,
                     const void *data, size_t len)
{
    struct sha2 ctx;

    sha2_init(&ctx, id, engine);
    sha2_update(&ctx, data, len);
    sha2_final(&ctx, digest);
}

/* The first 64 bits of the fractional part of the root-th root of n. */
static uint64_t fraction64(unsigned long n, unsigned long root)
{
    uint64_t bits = 0;
    mpz_t x;

    mpz_init_set_ui(x, n);
    mpz_mul_2exp(x, x, 64 * root);
    mpz_root(x, x, root);
    mpz_fdiv_r_2exp(x, x, 64);
    mpz_export(&bits, NULL, -1, sizeof bits, 0, 0, x);
    mpz_clear(x);
    return bits;
}

static unsigned long nth_prime(int n)
{
    unsigned long candidate = 1;

    while (n >= 0) {
        int prime = ++candidate > 1;

        for (unsigned long q = 2; q * q <= candidate; q++)
            if (candidate % q == 0)
                prime = 0;
        n -= prime;
    }
    return candidate;
}

/* FIPS 180-4 4.2.2, 4.2.3 and 5.3.1 to 5.3.5. */
Test(hash, constants_are_roots_of_primes)
{
    for (int i = 0; i < 80; i++) {
        uint64_t k = fraction64(nth_prime(i), 3);

        cr_assert_eq(sha2_k512[i], k, "K512[%d]", i);
        if (i < 64)
            cr_assert_eq(sha2_k256[i], k >> 32, "K256[%d]", i);
    }
    for (int i = 0; i < 8; i++) {
        uint64_t first = fraction64(nth_prime(i), 2), second = fraction64(nth_prime(i + 8), 2);

        cr_assert_eq(sha2_initial256[SHA256][i], first >> 32);
        cr_assert_eq(sha2_initial256[SHA224][i], (uint32_t)second);
        cr_assert_eq(sha2_initial512[SHA512 - SHA384][i], first);
        cr_assert_eq(sha2_initial512[SHA384 - SHA384][i], second);
    }
}

/* 5.3.6: SHA-512 from its initial value XOR a5a5..., over the name of the function. */
Test(hash, initial_values_of_the_truncated_functions)
{
    const enum hash_id ids[] = {SHA512_224, SHA512_256};

    for (int k = 0; k < 2; k++) {
        const char *name = hash_name(ids[k]);
        size_t len = strlen(name);
        uint8_t block[128] = {0};
        uint64_t h[8];

        memcpy(block, name, len);
        block[len] = 0x80;
        block[127] = (uint8_t)(8 * len);
        for (int i = 0; i < 8; i++)
            h[i] = sha2_initial512[SHA512 - SHA384][i] ^ 0xa5a5a5a5a5a5a5a5;
        hash_fips.compress512(h, block, 1);
        cr_assert_arr_eq(h, sha2_initial512[ids[k] - SHA384], sizeof h);
    }
}

Test(hash, names_and_sizes)
{
    static const struct {
        const char *name;
        enum hash_id id;
        size_t len, block;
    } known[] = {
        {"SHA-224", SHA224, 28, 64},          {"SHA-256", SHA256, 32, 64},
        {"SHA-384", SHA384, 48, 128},         {"SHA-512", SHA512, 64, 128},
        {"SHA-512/224", SHA512_224, 28, 128}, {"SHA-512/256", SHA512_256, 32, 128},
        {"sha256", SHA256, 32, 64},           {"SHA512_256", SHA512_256, 32, 128},
        {"sha-512_224", SHA512_224, 28, 128}, {"Sha512/256", SHA512_256, 32, 128},
    };
    static const char *const wrong[] = {
        "",          "SHA",          "SHA-",
        "SHA-1",     "SHA-25",       "SHA-2566",
        "SHA--256",  "SHA-512/384",  "SHA-512//",
        "SHA_256",   " SHA-256",     "SHA-256 ",
        "MD5",       "SHA-512/",     "SHA3-256",
        "SHA512256", "SHA-512-256",  "S",
        "sh",        "SHA-512/256/", "SHA-256/",
        "SHA256_",   "SHA-512/2561", "SHA-512/256222222222222222222222222222222222222222"};
    enum hash_id id;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        cr_assert_eq(hash_by_name(&id, known[i].name), DONE, "%s", known[i].name);
        cr_assert_eq(id, known[i].id);
        cr_assert_eq(hash_len(id), known[i].len);
        cr_assert_eq(hash_block_len(id), known[i].block);
        if (i < HASH_COUNT)
            cr_assert_str_eq(hash_name(id), known[i].name);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_assert_eq(hash_by_name(&id, wrong[i]), FAILED, "%s", wrong[i]);
}

Test(hash, table_of_engines)
{
    size_t n = 0;

    while (hash_engines[n])
        n++;
    cr_assert_eq(n, 3);
    cr_assert_str_eq(hash_engines[0]->step.name, "fips");
    cr_assert_str_eq(hash_engines[1]->step.name, "unrolled");
    cr_assert_str_eq(hash_engines[2]->step.name, "cpu");
    cr_assert(hash_engines[0]->step.flags & STEP_TEXTBOOK);
    cr_assert_eq(hash_best(), step_missing(&hash_cpu.step) ? &hash_unrolled : &hash_cpu);
#if defined(__x86_64__)
    cr_assert_eq(step_missing(&hash_cpu.step) == NULL, sha2_has_shani() || sha2_has_avx2());
#endif
}

static void *ask_best(void *seen)
{
    *(const struct hash_engine **)seen = hash_best();
    return NULL;
}

Test(hash, best_is_the_same_for_all_threads)
{
    pthread_t threads[8];
    const struct hash_engine *seen[8];

    for (int i = 0; i < 8; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, ask_best, &seen[i]), 0);
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
        cr_assert_eq(seen[i], hash_best());
    }
}

static size_t from_hex(uint8_t *octets, size_t room, const char *hex)
{
    size_t len = strlen(hex) / 2;

    cr_assert_leq(len, room);
    for (size_t i = 0; i < len; i++) {
        unsigned octet;

        cr_assert_eq(sscanf(hex + 2 * i, "%2x", &octet), 1);
        octets[i] = (uint8_t)octet;
    }
    return len;
}

/* One example: msg, `repeat` times, with one engine. */
static void check_example(const struct hash_engine *engine, enum hash_id id, const json_t *test)
{
    uint8_t msg[256], want[SHA2_MAX_DIGEST], digest[SHA2_MAX_DIGEST];
    size_t len = from_hex(msg, sizeof msg, json_string_value(json_object_get(test, "msg")));
    json_int_t repeat = json_integer_value(json_object_get(test, "repeat"));
    struct sha2 ctx;

    cr_assert_eq(from_hex(want, sizeof want, json_string_value(json_object_get(test, "digest"))),
                 hash_len(id));
    cr_assert_gt(repeat, 0);
    sha2_init(&ctx, id, engine);
    for (json_int_t i = 0; i < repeat; i++)
        sha2_update(&ctx, msg, len);
    sha2_final(&ctx, digest);
    cr_assert_arr_eq(digest, want, hash_len(id), "%s %s tcId %lld", engine->step.name,
                     hash_name(id), (long long)json_integer_value(json_object_get(test, "tcId")));
}

Test(hash, fips180_examples)
{
    json_t *file = json_load_file("vectors/rfc/fips180.json", 0, NULL), *group, *test;
    size_t i, j, run = 0;

    cr_assert(file);
    json_array_foreach(json_object_get(file, "testGroups"), i, group)
    {
        enum hash_id id;

        cr_assert_eq(hash_by_name(&id, json_string_value(json_object_get(group, "sha"))), DONE);
        json_array_foreach(json_object_get(group, "tests"), j, test)
        {
            for (const struct hash_engine *const *e = hash_variants(); *e; e++)
                check_example(*e, id, test);
            run++;
        }
    }
    cr_assert_eq(run, 24);
    json_decref(file);
}

/* SHA-256 over the concatenated digests of the lengths 0 to 300, from Python's hashlib. */
Test(hash, every_length_to_300)
{
    static const char *const known[HASH_COUNT] = {
        "553e1da4ed53b15cf8fdbdcf96c4c311b3e28cfc08a61e66b5c2e4b9dfc5091d",
        "8d9448cb42dc669126cce904649260201b180294066f95369c43557f627617ce",
        "3f185237cadabf61cae66e163b874dd49269d32b6cacfb8effca9e70f98bf9c0",
        "a8bf34fa97d9210ec9a3f336f4f99f18ca74679427cf8820424a1a336877a9fc",
        "c01d34191f05a49b78687bf3277a95f693929c6a42cae6929309973c2f455086",
        "3ca135f0b240d5a10b9bc5daa6aaf0a6163672be055d890242a769bc9b6a0466",
    };

    for (const struct hash_engine *const *e = hash_variants(); *e; e++)
        for (int id = 0; id < HASH_COUNT; id++) {
            struct sha2 all;
            uint8_t digest[SHA2_MAX_DIGEST];
            char hex[2 * SHA2_MAX_DIGEST + 1];

            sha2_init(&all, SHA256, *e);
            for (size_t len = 0; len < LENGTHS; len++) {
                one_shot(digest, (enum hash_id)id, *e, pattern, len);
                sha2_update(&all, digest, hash_len((enum hash_id)id));
            }
            sha2_final(&all, digest);
            hash_hex(hex, digest, 32);
            cr_assert_str_eq(hex, known[id], "%s %s", (*e)->step.name, hash_name((enum hash_id)id));
        }
}

/* Every compression, 0 to 19 blocks at every alignment, from unlike chaining values. */
Test(hash, engines_agree_block_by_block)
{
    uint8_t room[19 * 128 + 64];

    for (size_t i = 0; i < sizeof room; i++)
        room[i] = (uint8_t)(i * i * 3 + (i >> 3));
    for (const struct hash_engine *const *e = hash_variants(); *e; e++)
        for (size_t n = 0; n < 20; n++)
            for (size_t shift = 0; shift < 64; shift += shift < 17 ? 1 : 5) {
                uint32_t h32[2][8];
                uint64_t h64[2][8];

                for (int i = 0; i < 8; i++) {
                    h32[0][i] = h32[1][i] = (uint32_t)(0 - (n + shift) * (size_t)(i % 3));
                    h64[0][i] = h64[1][i] = 0 - (uint64_t)(n + shift) * (uint64_t)(i % 3);
                }
                hash_fips.compress256(h32[0], room + shift, n);
                (*e)->compress256(h32[1], room + shift, n);
                cr_assert_arr_eq(h32[0], h32[1], sizeof h32[0], "%s", (*e)->step.name);
                hash_fips.compress512(h64[0], room + shift, n);
                (*e)->compress512(h64[1], room + shift, n);
                cr_assert_arr_eq(h64[0], h64[1], sizeof h64[0], "%s", (*e)->step.name);
            }
}

/* The runners take any number of times, and their operands do not matter. */
Test(hash, unit_runners)
{
    for (size_t i = 0; hash_engines[i]; i++) {
        const struct unit *unit = hash_engines[i]->step.units;

        if (step_missing(&hash_engines[i]->step))
            continue;
        cr_assert_eq(unit[0].op, OP_SHA256_BLOCK);
        cr_assert_eq(unit[1].op, OP_SHA512_BLOCK);
        cr_assert_null(unit[2].run);
        for (unsigned long times = 0; times < 40; times++) {
            unit[0].run(NULL, times);
            unit[1].run(NULL, times);
        }
    }
}
