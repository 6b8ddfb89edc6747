/* Messages past the points where narrow length counters break: 2^32 bits, and 4 GiB.
 *
 * Expected digests: Python's hashlib (over OpenSSL) on the same octets. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "tests/hash_variants.h"

struct known {
    uint64_t len;
    enum hash_id id;
    const char *digest;
};

#define PIECE ((size_t)1 << 20)

/* Octet i of the message is hash_pattern(i mod 2^20); pieces of `piece` bytes, any size up to PIECE. */
static void stream(uint8_t *digest, enum hash_id id, const struct hash_engine *engine, uint64_t len,
                   size_t piece)
{
    uint8_t *octets = malloc(2 * PIECE);
    struct sha2 ctx;
    size_t phase = 0;

    cr_assert(octets);
    for (size_t i = 0; i < 2 * PIECE; i++)
        octets[i] = hash_pattern(i % PIECE);
    sha2_init(&ctx, id, engine);
    while (len > 0) {
        size_t take = len < piece ? (size_t)len : piece;

        sha2_update(&ctx, octets + phase, take);
        phase = (phase + take) % PIECE;
        len -= take;
    }
    sha2_final(&ctx, digest);
    free(octets);
}

static void check(const struct known *known, const uint8_t *digest, const char *how)
{
    char hex[2 * SHA2_MAX_DIGEST + 1];

    hash_hex(hex, digest, hash_len(known->id));
    cr_assert_str_eq(hex, known->digest, "%s of %llu bytes, %s", hash_name(known->id),
                     (unsigned long long)known->len, how);
}

static const struct known patterns[] = {
    {(1ull << 29) - 1, SHA256, "39515b66eb0b88678b5d28a328f0134f220d4ca1d8c70b80d2c3df2d6330e241"},
    {(1ull << 29) - 1, SHA512,
     "6555ec1b47f620228b3775bb3dd8f1670dff4597e018cdf53bab3f99d3fcf042"
     "d7ff1c800e31f91bf051dfbb2f291452dbe5f33d2b4f985e67f27a860206bac8"},
    {1ull << 29, SHA256, "00021715252eb2fceb32064602e7f33363897a0a3c0f3d6063120b795f5e53f2"},
    {1ull << 29, SHA512,
     "31c2843b8c7311776b22dc85792cf9f86444f8416f05e272d75ff069bc3d2deb"
     "9bd301fadcca06604c0409a8a0055577c11365af135986215cb5b392e1adcb1a"},
    {(1ull << 29) + 1, SHA256, "784730a24d52253a50f6ec995e6f83028290384aedc87e1ab0d5a1c7dcf7e80e"},
    {(1ull << 29) + 1, SHA512,
     "d50e585a2a6686936cbe305820fd62ac4615afd126dc5fa5fe3d4c3c30580779"
     "bcf0bf9e2b45c902847d1c739c62599be0ed8fc0af429b48639fa54f8525d364"},
    {(1ull << 32) + 1, SHA256, "37d5c4eecfc70086195c74056159f39bd7b2ca75fd310d2399ca2c83ce1f4856"},
    {(1ull << 32) + 1, SHA512,
     "7c03a452e40e8b82a66e63b28e29379184a85087f9932517279b6fd390ab3766"
     "c86ea088d4b7b988e70f5d260364412222039754c98804716bb6126ba2158088"},
};

Test(long_hash, streamed, .timeout = 900)
{
    uint8_t digest[SHA2_MAX_DIGEST];

    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        stream(digest, patterns[i].id, NULL, patterns[i].len, PIECE);
        check(&patterns[i], digest, "in pieces of 1 MiB");
    }
}

/* Odd pieces, so that block and piece edges never meet for long; each portable engine too. */
Test(long_hash, streamed_in_odd_pieces, .timeout = 900)
{
    uint8_t digest[SHA2_MAX_DIGEST];

    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (patterns[i].len == (1ull << 29) + 1)
            for (const struct hash_engine *const *e = hash_variants(); *e; e++) {
                stream(digest, patterns[i].id, *e, patterns[i].len, 1000003);
                check(&patterns[i], digest, (*e)->step.name);
            }
}

static const struct known zeros[] = {
    {(1ull << 32) + 129, SHA224, "50e7afcbdd0e58efb6ec07ca1f4b7cc7488e3132ea392b99ea3c55e5"},
    {(1ull << 32) + 129, SHA256,
     "5a6b31101d47abd1bcb2668e5dec5bc90c05f1b549152d02ebf70132599ac21f"},
    {(1ull << 32) + 129, SHA384,
     "318fd846a0324e8254bb7748ae531e0f5d1642b9587a470ae52661f79ecb328d"
     "cf093ed77da8fc6657e4baa414c580d3"},
    {(1ull << 32) + 129, SHA512,
     "4e6f15f5bf60aa0cb2197adc32ddd682fc34978ad99c6249459b845f3dbf409c"
     "1225fd441b1b9fa63c648ca79f93b19e0cffdd83a198c017c09cda0c24495b45"},
};

/* One update of more than 4 GiB. The pages are never written, so that all of them are the one zero
 * page: address space is needed, memory is not. */
Test(long_hash, one_update, .timeout = 900)
{
#if SIZE_MAX > 0xffffffff
    const size_t len = ((size_t)1 << 32) + 129;
    uint8_t digest[SHA2_MAX_DIGEST];
    struct sha2 ctx;
    void *pages = mmap(NULL, len, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (pages == MAP_FAILED)
        cr_skip_test("no 4 GiB of address space");
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++) {
        sha2_init(&ctx, zeros[i].id, NULL);
        sha2_update(&ctx, pages, len);
        sha2_final(&ctx, digest);
        check(&zeros[i], digest, "in one update");
    }
    munmap(pages, len);
#else
    cr_skip_test("size_t has 32 bits");
#endif
}
