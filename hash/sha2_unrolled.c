/* The unrolled step: nothing moves.
 *
 * Cost of one block: the literal form's arithmetic with Ch in 3 operations for 4 and Maj in 4 for 5,
 * no register moves, and a schedule that lives in 16 words.
 *
 *   - The eight working variables keep their places; the macro's arguments rotate instead, so sixteen
 *     rounds later every name is back where it was.
 *   - W(t) needs W(t-16), W(t-15), W(t-7), W(t-2) alone: it overwrites W(t-16) in a window of sixteen
 *     words (FIPS 180-4 6.1.3 describes the same for SHA-1 with MASK).
 *   - Ch(x,y,z) = z ^ (x & (y ^ z)); Maj(x,y,z) = (x & y) | (z & (x | y)). */
#include "hash/sha2_engines.h"

#include "hash/sha2_constants.h"
#include "hash/sha2_words.h"

#define CH(x, y, z)  ((z) ^ ((x) & ((y) ^ (z))))
#define MAJ(x, y, z) (((x) & (y)) | ((z) & ((x) | (y))))

#define BIG0_32(x)   (rotr32(x, 2) ^ rotr32(x, 13) ^ rotr32(x, 22))
#define BIG1_32(x)   (rotr32(x, 6) ^ rotr32(x, 11) ^ rotr32(x, 25))
#define SMALL0_32(x) (rotr32(x, 7) ^ rotr32(x, 18) ^ (x) >> 3)
#define SMALL1_32(x) (rotr32(x, 17) ^ rotr32(x, 19) ^ (x) >> 10)
#define BIG0_64(x)   (rotr64(x, 28) ^ rotr64(x, 34) ^ rotr64(x, 39))
#define BIG1_64(x)   (rotr64(x, 14) ^ rotr64(x, 18) ^ rotr64(x, 41))
#define SMALL0_64(x) (rotr64(x, 1) ^ rotr64(x, 8) ^ (x) >> 7)
#define SMALL1_64(x) (rotr64(x, 19) ^ rotr64(x, 61) ^ (x) >> 6)

/* One round: T1 is gathered in h, which then becomes the next round's a; d becomes its e. */
#define ROUND(SIZE, a, b, c, d, e, f, g, h, k, w)                                                  \
    do {                                                                                           \
        h += CH(e, f, g) + (k) + (w) + BIG1_##SIZE(e);                                             \
        d += h;                                                                                    \
        h += MAJ(a, b, c) + BIG0_##SIZE(a);                                                        \
    } while (0)

/* The schedule word t = 16q + i, in the place of word t - 16. */
#define EXPAND(SIZE, i)                                                                            \
    (w[i] +=                                                                                       \
     SMALL1_##SIZE(w[((i) + 14) & 15]) + w[((i) + 9) & 15] + SMALL0_##SIZE(w[((i) + 1) & 15]))

#define FIRST(SIZE, i) (w[i] = load_be##SIZE(blocks + SIZE / 8 * (i)))
#define EIGHT(SIZE, WORD, k, i)                                                                    \
    do {                                                                                           \
        ROUND(SIZE, a, b, c, d, e, f, g, h, (k)[i], WORD(SIZE, i));                                \
        ROUND(SIZE, h, a, b, c, d, e, f, g, (k)[(i) + 1], WORD(SIZE, (i) + 1));                    \
        ROUND(SIZE, g, h, a, b, c, d, e, f, (k)[(i) + 2], WORD(SIZE, (i) + 2));                    \
        ROUND(SIZE, f, g, h, a, b, c, d, e, (k)[(i) + 3], WORD(SIZE, (i) + 3));                    \
        ROUND(SIZE, e, f, g, h, a, b, c, d, (k)[(i) + 4], WORD(SIZE, (i) + 4));                    \
        ROUND(SIZE, d, e, f, g, h, a, b, c, (k)[(i) + 5], WORD(SIZE, (i) + 5));                    \
        ROUND(SIZE, c, d, e, f, g, h, a, b, (k)[(i) + 6], WORD(SIZE, (i) + 6));                    \
        ROUND(SIZE, b, c, d, e, f, g, h, a, (k)[(i) + 7], WORD(SIZE, (i) + 7));                    \
    } while (0)

#define COMPRESS(SIZE, ROUNDS, K)                                                                  \
    for (; nblocks > 0; nblocks--, blocks += SIZE * 2) {                                           \
        uint##SIZE##_t a = H[0], b = H[1], c = H[2], d = H[3];                                     \
        uint##SIZE##_t e = H[4], f = H[5], g = H[6], h = H[7];                                     \
                                                                                                   \
        EIGHT(SIZE, FIRST, K, 0);                                                                  \
        EIGHT(SIZE, FIRST, K, 8);                                                                  \
        for (int t = 16; t < (ROUNDS); t += 16) {                                                  \
            EIGHT(SIZE, EXPAND, (K) + t, 0);                                                       \
            EIGHT(SIZE, EXPAND, (K) + t, 8);                                                       \
        }                                                                                          \
        H[0] += a, H[1] += b, H[2] += c, H[3] += d;                                                \
        H[4] += e, H[5] += f, H[6] += g, H[7] += h;                                                \
    }

void sha2_unrolled_compress256(uint32_t H[8], const uint8_t *blocks, size_t nblocks)
{
    uint32_t w[16];

    COUNT(OP_SHA256_BLOCK, nblocks);
    COMPRESS(32, 64, sha2_k256)
    wipe(w, sizeof w);
}

void sha2_unrolled_compress512(uint64_t H[8], const uint8_t *blocks, size_t nblocks)
{
    uint64_t w[16];

    COUNT(OP_SHA512_BLOCK, nblocks);
    COMPRESS(64, 80, sha2_k512)
    wipe(w, sizeof w);
}

HASH_UNITS(unrolled, sha2_unrolled_compress256, sha2_unrolled_compress512)

const struct hash_engine hash_unrolled = {
    .step = {.name = "unrolled",
             .idea = "rounds unrolled: names rotate instead of registers, schedule in 16 words",
             .source = "FIPS 180-4 6.1.3's window of 16 words, applied to SHA-2",
             .flags = STEP_CONSTANT_TIME,
             .costs = NULL,
             .units = unrolled_units},
    .compress256 = sha2_unrolled_compress256,
    .compress512 = sha2_unrolled_compress512,
};
