/* HMAC, HMAC-DRBG and the system's generator. */
#include <criterion/criterion.h>
#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hash/hmac.h"
#include "hash/rng_os.h"
#include "tests/hash_variants.h"

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

static void hmac(uint8_t *mac, enum hash_id id, const uint8_t *key, size_t key_len,
                 const void *data, size_t len)
{
    struct hmac ctx;

    hmac_init(&ctx, id, key, key_len);
    hmac_update(&ctx, data, len);
    hmac_final(&ctx, mac);
}

/* RFC 4231 4.2 to 4.8; case 5 is truncated to 128 bits. */
Test(hash_keyed, rfc4231)
{
    json_t *file = json_load_file("tests/data/rfc4231.json", 0, NULL), *group, *test;
    size_t i, j, run = 0;

    cr_assert(file);
    json_array_foreach(json_object_get(file, "testGroups"), i, group)
    {
        enum hash_id id;

        cr_assert_eq(hash_by_name(&id, json_string_value(json_object_get(group, "sha"))), DONE);
        json_array_foreach(json_object_get(group, "tests"), j, test)
        {
            uint8_t key[256], msg[256], tag[64], mac[64];
            size_t key_len, len, tag_len;

            key_len = from_hex(key, sizeof key, json_string_value(json_object_get(test, "key")));
            len = from_hex(msg, sizeof msg, json_string_value(json_object_get(test, "msg")));
            tag_len = from_hex(tag, sizeof tag, json_string_value(json_object_get(test, "tag")));
            cr_assert(tag_len == hash_len(id) || tag_len == 16);
            hmac(mac, id, key, key_len, msg, len);
            cr_assert_arr_eq(mac, tag, tag_len);
            run++;
        }
    }
    cr_assert_eq(run, 28);
    json_decref(file);
}

/* FIPS 198-1's equation, H((K0 ^ opad) || H((K0 ^ ipad) || text)), for keys around the block. */
static void by_equation(uint8_t *mac, enum hash_id id, const uint8_t *key, size_t key_len,
                        const uint8_t *text, size_t len)
{
    const size_t block = hash_block_len(id), out = hash_len(id);
    uint8_t k0[128] = {0}, buffer[128 + 512];

    if (key_len > block)
        sha2(k0, id, key, key_len);
    else
        memcpy(k0, key, key_len);
    for (size_t i = 0; i < block; i++)
        buffer[i] = k0[i] ^ 0x36;
    memcpy(buffer + block, text, len);
    sha2(mac, id, buffer, block + len);
    for (size_t i = 0; i < block; i++)
        buffer[i] = k0[i] ^ 0x5c;
    memcpy(buffer + block, mac, out);
    sha2(mac, id, buffer, block + out);
}

Test(hash_keyed, hmac_keys_around_the_block)
{
    uint8_t key[300], text[512], mac[65], want[64];

    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)(i * 5 + 1);
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = hash_pattern(i);
    for (int h = 0; h < HASH_COUNT; h++)
        for (size_t key_len = 0; key_len < sizeof key; key_len += key_len % 64 == 1 ? 60 : 1) {
            const enum hash_id id = (enum hash_id)h;
            size_t len = key_len * 7 % 400;
            struct hmac ctx;

            by_equation(want, id, key, key_len, text, len);
            mac[hash_len(id)] = 0xee;
            hmac_init(&ctx, id, key_len ? key : NULL, key_len);
            hmac_update(&ctx, text, len / 3);
            hmac_update(&ctx, NULL, 0);
            hmac_update(&ctx, text + len / 3, len - len / 3);
            hmac_final(&ctx, mac);
            cr_assert_arr_eq(mac, want, hash_len(id), "%s, key of %zu", hash_name(id), key_len);
            cr_assert_eq(mac[hash_len(id)], 0xee);

            static const struct hmac zero;
            cr_assert_arr_eq(&ctx, &zero, sizeof ctx);
        }
}

/* NIST CAVP HMAC_DRBG.rsp (no reseed), SHA-256, first case: the second output of 128 bytes. */
Test(hash_keyed, drbg_nist_known_answer)
{
    uint8_t seed[48], want[128], out[128];
    struct hmac_drbg drbg;

    from_hex(seed, 32, "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488");
    from_hex(seed + 32, 16, "659ba96c601dc69fc902940805ec0ca8");
    from_hex(want, sizeof want,
             "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
             "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
             "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
             "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8");
    drbg_init(&drbg, SHA256, seed, sizeof seed);
    cr_assert_eq(drbg.rng.fill(&drbg.rng, out, sizeof out), DONE);
    cr_assert_eq(random_bytes(out, sizeof out, &drbg.rng), DONE);
    cr_assert_arr_eq(out, want, sizeof out);
    drbg_wipe(&drbg);
    for (size_t i = 0; i < sizeof drbg.key; i++)
        cr_assert_eq(drbg.key[i] | drbg.v[i], 0);
}

/* Outputs of every kind, digested; the values are from a model of 10.1.2 over Python's hmac, which
 * also gives the known answer above. */
Test(hash_keyed, drbg_with_every_hash)
{
    static const char *const known[HASH_COUNT] = {
        "60112c8c3de4328d4d58b4a96f7f9dea0bb772110012c75206a3e9f350a39bcc",
        "b9459ab301e72ecf0fe9fcb5e20f9a5b00b106eba0c228e14491bcef98b082a7",
        "2b58acc00034c4a79b68153f8ecf5ce0cb0ddde4c9ec3a91a4466258ff227103",
        "ec0d50e504bad0beeadced10fdb2f7b7e3b42533eb06f90de3b3caa63026189e",
        "004d534274b92260b86a7ecb5e79ede5cc54881bcefed7996afaa785075da5c9",
        "fbb1572ae3569034e58fb66dc12a799961832b577a5b7b45aae7f30da6d8dc84"};
    static uint8_t out[200000];
    uint8_t seed[256], digest[32];
    char hex[65];

    for (size_t i = 0; i < sizeof seed; i++)
        seed[i] = (uint8_t)i;
    for (int id = 0; id < HASH_COUNT; id++) {
        struct hmac_drbg drbg;
        struct sha2 all;

        sha2_init(&all, SHA256, NULL);
        drbg_init(&drbg, (enum hash_id)id, seed, 48);
        cr_assert_eq(drbg_generate(&drbg, out, 1, NULL, 0), DONE);
        sha2_update(&all, out, 1);
        cr_assert_eq(drbg_generate(&drbg, out, 65, "additional input", 16), DONE);
        sha2_update(&all, out, 65);
        drbg_reseed(&drbg, seed + 100, 40);
        cr_assert_eq(drbg_generate(&drbg, NULL, 0, NULL, 0), DONE);
        cr_assert_eq(drbg_generate(&drbg, out, sizeof out, "more", 4), DONE);
        sha2_update(&all, out, sizeof out);
        cr_assert_eq(drbg.reseed_counter, 1 + 1 + 4); /* 200000 bytes are four requests */
        cr_assert_eq(drbg_generate(&drbg, out, 64, NULL, 0), DONE);
        sha2_update(&all, out, 64);
        sha2_final(&all, digest);
        hash_hex(hex, digest, 32);
        cr_assert_str_eq(hex, known[id], "%s", hash_name((enum hash_id)id));
    }
}

Test(hash_keyed, drbg_long_request_is_several)
{
    static uint8_t whole[131073], pieces[131073];
    struct hmac_drbg a, b;

    drbg_seed_u64(&a, 7);
    b = a;
    cr_assert_eq(drbg_generate(&a, whole, 131073, NULL, 0), DONE);
    cr_assert_eq(drbg_generate(&b, pieces, 65536, NULL, 0), DONE);
    cr_assert_eq(drbg_generate(&b, pieces + 65536, 65536, NULL, 0), DONE);
    cr_assert_eq(drbg_generate(&b, pieces + 131072, 1, NULL, 0), DONE);
    cr_assert_arr_eq(whole, pieces, sizeof whole);
    cr_assert_arr_eq(&a.v, &b.v, sizeof a.v);
    cr_assert_eq(a.reseed_counter, b.reseed_counter);
}

Test(hash_keyed, drbg_seeded_from_a_number)
{
    uint8_t want[32], out[32], other[32];
    struct hmac_drbg drbg;

    from_hex(want, 32, "9a9e532899f0040ab03fb96f3c0d4f6023f3249c3e5666baf17786f6ff6187d5");
    drbg_seed_u64(&drbg, 2026);
    cr_assert_eq(random_bytes(out, 32, &drbg.rng), DONE);
    cr_assert_arr_eq(out, want, 32);
    drbg_seed_u64(&drbg, 2027);
    cr_assert_eq(random_bytes(other, 32, &drbg.rng), DONE);
    cr_assert_arr_neq(out, other, 32);
}

/* Request number 2^48 is the last one; a call that needs one more gives nothing at all. */
Test(hash_keyed, drbg_ends_after_2_to_the_48_requests)
{
    static uint8_t out[65537];
    struct hmac_drbg drbg, before;

    drbg_seed_u64(&drbg, 1);
    drbg.reseed_counter = 1ull << 48;
    before = drbg;
    memset(out, 0xee, sizeof out);
    cr_assert_eq(drbg_generate(&drbg, out, sizeof out, NULL, 0), FAILED);
    for (size_t i = 0; i < sizeof out; i++)
        cr_assert_eq(out[i], 0);
    cr_assert_arr_eq(drbg.v, before.v, sizeof drbg.v);
    cr_assert_eq(drbg_generate(&drbg, out, 32, NULL, 0), DONE);
    cr_assert_eq(drbg_generate(&drbg, out, 0, NULL, 0), FAILED);
    cr_assert_eq(random_bytes(out, 1, &drbg.rng), FAILED);
    drbg_reseed(&drbg, "fresh", 5);
    cr_assert_eq(random_bytes(out, 1, &drbg.rng), DONE);
}

/* Sources that misbehave. Each call of a script is served by its next character:
 * i EINTR, e EIO, n ENOSYS, 0 nothing, + more than asked for, digit d: d bytes at most, . all. */
static const char *script;
static uint8_t next_octet;

static ssize_t scripted(void *out, size_t len, unsigned flags)
{
    size_t give = len;
    char act = *script ? *script++ : '.';

    cr_assert_eq(flags, 0);
    switch (act) {
    case 'i':
        errno = EINTR;
        return -1;
    case 'e':
        errno = EIO;
        return -1;
    case 'n':
        errno = ENOSYS;
        return -1;
    case '0':
        return 0;
    case '+':
        return (ssize_t)len + 1;
    case '.':
        break;
    default:
        give = (size_t)(act - '0') < len ? (size_t)(act - '0') : len;
    }
    for (size_t i = 0; i < give; i++)
        ((uint8_t *)out)[i] = next_octet++;
    return (ssize_t)give;
}

static enum result fill_by(const char *acts, uint8_t *out, size_t len)
{
    struct rng_source source = {{rng_source_fill}, scripted};

    script = acts;
    next_octet = 1;
    memset(out, 0xee, len);
    return random_bytes(out, len, &source.rng);
}

Test(hash_keyed, os_source_interrupted_and_short)
{
    static const char *const good[] = {"", "i", "iii", "1", "1i2ii3", "9", "111111111i", "7ii"};
    static const char *const bad[] = {"e", "n", "0", "+", "ie", "1e", "5n", "70", "3i0", "9+"};
    uint8_t out[23];

    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        cr_assert_eq(fill_by(good[k], out, sizeof out), DONE, "%s", good[k]);
        for (size_t i = 0; i < sizeof out; i++)
            cr_assert_eq(out[i], i + 1, "%s", good[k]);
    }
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        cr_assert_eq(fill_by(bad[k], out, sizeof out), FAILED, "%s", bad[k]);
        for (size_t i = 0; i < sizeof out; i++)
            cr_assert_eq(out[i], 0, "%s", bad[k]);
    }
    cr_assert_eq(fill_by("e", out, 0), DONE); /* nothing asked for, nothing read */
}

/* A failing source fails those who draw from it; they have nothing weaker to fall back on. */
Test(hash_keyed, os_source_failure_reaches_the_caller)
{
    struct rng_source source = {{rng_source_fill}, scripted};
    mpz_t r, n;

    mpz_init_set_ui(n, 1000);
    mpz_init_set_ui(r, 5);
    script = "e";
    cr_assert_eq(random_below(r, n, &source.rng), FAILED);
    cr_assert_eq(mpz_sgn(r), 0);
    mpz_clears(r, n, NULL);
}

Test(hash_keyed, os_generator)
{
    static uint8_t a[1 << 20];
    size_t ones = 0;

    cr_assert_eq(rng_os(), rng_os());
    cr_assert_eq(rng_os()->fill(rng_os(), a, sizeof a), DONE);
    for (size_t i = 0; i < sizeof a; i++)
        ones += (size_t)__builtin_popcount(a[i]);
    /* 2^22 expected of 2^23 bits; deviation 1448, so 20 of them never happen. */
    cr_assert_lt(ones > 1u << 22 ? ones - (1u << 22) : (1u << 22) - ones, 29000);
}

Test(hash_keyed, children_of_a_fork_draw_different_bytes)
{
    uint8_t drawn[2][16];
    int pipes[2][2];

    for (int i = 0; i < 2; i++) {
        pid_t child;
        int status;

        cr_assert_eq(pipe(pipes[i]), 0);
        child = fork();
        cr_assert_geq(child, 0);
        if (child == 0) {
            int ok = random_bytes(drawn[i], 16, rng_os()) == DONE &&
                     write(pipes[i][1], drawn[i], 16) == 16;
            _exit(ok ? 0 : 1);
        }
        cr_assert_eq(waitpid(child, &status, 0), child);
        cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        cr_assert_eq(read(pipes[i][0], drawn[i], 16), 16);
    }
    cr_assert_arr_neq(drawn[0], drawn[1], 16);
}
