/* The literal step: FIPS 180-4 6.2.2 and 6.4.2 as they stand, loop by loop and name by name.
 *
 * Cost of one block, operations on words as the text writes them:
 *   SHA-256  48 schedule words of 2 sigma and 3 additions, 64 rounds of 2 Sigma, Ch, Maj and
 *            7 additions
 *   SHA-512  64 schedule words, 80 rounds of the same
 * and besides 8 moves a round, which the next step saves. */
#include "hash/sha2_engines.h"

#include "hash/sha2_constants.h"
#include "hash/sha2_words.h"

/* 4.1.2, equations (4.2) to (4.7). The same letters serve both word sizes; the text spells the
 * sigmas with the size as superscript. */
static uint32_t Ch_32(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & y) ^ (~x & z);
}

static uint32_t Maj_32(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & y) ^ (x & z) ^ (y & z);
}

static uint32_t Sigma0_256(uint32_t x)
{
    return rotr32(x, 2) ^ rotr32(x, 13) ^ rotr32(x, 22);
}

static uint32_t Sigma1_256(uint32_t x)
{
    return rotr32(x, 6) ^ rotr32(x, 11) ^ rotr32(x, 25);
}

static uint32_t sigma0_256(uint32_t x)
{
    return rotr32(x, 7) ^ rotr32(x, 18) ^ x >> 3;
}

static uint32_t sigma1_256(uint32_t x)
{
    return rotr32(x, 17) ^ rotr32(x, 19) ^ x >> 10;
}

/* 4.1.3, equations (4.8) to (4.13). */
static uint64_t Ch_64(uint64_t x, uint64_t y, uint64_t z)
{
    return (x & y) ^ (~x & z);
}

static uint64_t Maj_64(uint64_t x, uint64_t y, uint64_t z)
{
    return (x & y) ^ (x & z) ^ (y & z);
}

static uint64_t Sigma0_512(uint64_t x)
{
    return rotr64(x, 28) ^ rotr64(x, 34) ^ rotr64(x, 39);
}

static uint64_t Sigma1_512(uint64_t x)
{
    return rotr64(x, 14) ^ rotr64(x, 18) ^ rotr64(x, 41);
}

static uint64_t sigma0_512(uint64_t x)
{
    return rotr64(x, 1) ^ rotr64(x, 8) ^ x >> 7;
}

static uint64_t sigma1_512(uint64_t x)
{
    return rotr64(x, 19) ^ rotr64(x, 61) ^ x >> 6;
}

/* 6.2.2, steps 1 to 4, for each block in turn. */
static void fips_compress256(uint32_t H[8], const uint8_t *blocks, size_t nblocks)
{
    uint32_t W[64];

    COUNT(OP_SHA256_BLOCK, nblocks);
    for (size_t i = 0; i < nblocks; i++) {
        const uint8_t *M = blocks + 64 * i;

        for (int t = 0; t <= 15; t++)
            W[t] = load_be32(M + 4 * t);
        for (int t = 16; t <= 63; t++)
            W[t] = sigma1_256(W[t - 2]) + W[t - 7] + sigma0_256(W[t - 15]) + W[t - 16];

        uint32_t a = H[0], b = H[1], c = H[2], d = H[3];
        uint32_t e = H[4], f = H[5], g = H[6], h = H[7];

        for (int t = 0; t <= 63; t++) {
            uint32_t T1 = h + Sigma1_256(e) + Ch_32(e, f, g) + sha2_k256[t] + W[t];
            uint32_t T2 = Sigma0_256(a) + Maj_32(a, b, c);

            h = g;
            g = f;
            f = e;
            e = d + T1;
            d = c;
            c = b;
            b = a;
            a = T1 + T2;
        }

        H[0] += a;
        H[1] += b;
        H[2] += c;
        H[3] += d;
        H[4] += e;
        H[5] += f;
        H[6] += g;
        H[7] += h;
    }
    wipe(W, sizeof W);
}

/* 6.4.2, likewise. */
static void fips_compress512(uint64_t H[8], const uint8_t *blocks, size_t nblocks)
{
    uint64_t W[80];

    COUNT(OP_SHA512_BLOCK, nblocks);
    for (size_t i = 0; i < nblocks; i++) {
        const uint8_t *M = blocks + 128 * i;

        for (int t = 0; t <= 15; t++)
            W[t] = load_be64(M + 8 * t);
        for (int t = 16; t <= 79; t++)
            W[t] = sigma1_512(W[t - 2]) + W[t - 7] + sigma0_512(W[t - 15]) + W[t - 16];

        uint64_t a = H[0], b = H[1], c = H[2], d = H[3];
        uint64_t e = H[4], f = H[5], g = H[6], h = H[7];

        for (int t = 0; t <= 79; t++) {
            uint64_t T1 = h + Sigma1_512(e) + Ch_64(e, f, g) + sha2_k512[t] + W[t];
            uint64_t T2 = Sigma0_512(a) + Maj_64(a, b, c);

            h = g;
            g = f;
            f = e;
            e = d + T1;
            d = c;
            c = b;
            b = a;
            a = T1 + T2;
        }

        H[0] += a;
        H[1] += b;
        H[2] += c;
        H[3] += d;
        H[4] += e;
        H[5] += f;
        H[6] += g;
        H[7] += h;
    }
    wipe(W, sizeof W);
}

HASH_UNITS(fips, fips_compress256, fips_compress512)

const struct hash_engine hash_fips = {
    .step = {.name = "fips",
             .idea = "the standard's loops as they stand, the whole message schedule first",
             .source = "FIPS 180-4 6.2.2 and 6.4.2",
             .flags = STEP_TEXTBOOK | STEP_CONSTANT_TIME,
             .costs = NULL,
             .units = fips_units},
    .compress256 = fips_compress256,
    .compress512 = fips_compress512,
};
