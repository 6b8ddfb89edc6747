/* The step `cpu`: what this processor has for SHA-2, chosen at run time.
 *
 *   256 family  the SHA extensions (SHA-NI): two rounds an instruction, four schedule words in two
 *   512 family  message schedule in vectors beside scalar rounds: sha2_cpu512.c
 *
 * A CPU that helps one family alone still has the step; the other family is then `unrolled`. */
#include "hash/sha2_engines.h"

#include "hash/sha2_cpu.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

#include "hash/sha2_constants.h"

/* gcc 12 and clang 14 have no name for the SHA extensions: CPUID leaf 7, EBX bit 29. */
int sha2_has_shani(void)
{
    unsigned a, b, c, d;

    return __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
           __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
}

/* Rounds 4i to 4i + 3. sha256rnds2 does two rounds: it takes (C,D,G,H) and (A,B,E,F) and returns the
 * new (A,B,E,F), and the old one is the new (C,D,G,H), so the two registers swap parts and nothing
 * moves. It reads W + K of its two rounds in the low half of the third operand. */
#define ROUNDS(i)                                                                                  \
    do {                                                                                           \
        __m128i wk =                                                                               \
            _mm_add_epi32(w[(i)&3], _mm_load_si128((const __m128i *)(sha2_k256 + 4 * (i))));       \
                                                                                                   \
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, wk);                                              \
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(wk, 0x0e));                     \
    } while (0)

/* Words 4i to 4i + 3 in the place of words 4i - 16 to 4i - 13: msg1 adds sigma0(W(t-15)) to
 * W(t-16), the alignment brings W(t-7), msg2 adds sigma1(W(t-2)). */
#define EXPAND(i)                                                                                  \
    (w[(i)&3] = _mm_sha256msg2_epu32(                                                              \
         _mm_add_epi32(_mm_sha256msg1_epu32(w[(i)&3], w[((i) + 1) & 3]),                           \
                       _mm_alignr_epi8(w[((i) + 3) & 3], w[((i) + 2) & 3], 4)),                    \
         w[((i) + 3) & 3]))

#define FIRST(i)                                                                                   \
    (w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 16 * (i))), big_endian))

#define SIXTEEN(WORDS, i)                                                                          \
    do {                                                                                           \
        WORDS(i);                                                                                  \
        ROUNDS(i);                                                                                 \
        WORDS((i) + 1);                                                                            \
        ROUNDS((i) + 1);                                                                           \
        WORDS((i) + 2);                                                                            \
        ROUNDS((i) + 2);                                                                           \
        WORDS((i) + 3);                                                                            \
        ROUNDS((i) + 3);                                                                           \
    } while (0)

/* FIPS 180-4 6.2.2. Cost of one block: 32 sha256rnds2 that wait for each other (4 cycles each on
 * AMD and Intel: 128 cycles, 2 a byte), and beside them 12 msg1 and 12 msg2. */
__attribute__((target("sha,ssse3,sse4.1"))) void
sha2_shani_compress256(uint32_t H[8], const uint8_t *blocks, size_t nblocks)
{
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)H), 0xb1);
    __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(H + 4)), 0x1b);
    /* From the highest word down: A, B, E, F and C, D, G, H. */
    __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
    __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);

    COUNT(OP_SHA256_BLOCK, nblocks);
    for (; nblocks > 0; nblocks--, blocks += 64) {
        const __m128i abef_in = abef, cdgh_in = cdgh;
        __m128i w[4];

        SIXTEEN(FIRST, 0);
        SIXTEEN(EXPAND, 4);
        SIXTEEN(EXPAND, 8);
        SIXTEEN(EXPAND, 12);
        abef = _mm_add_epi32(abef, abef_in);
        cdgh = _mm_add_epi32(cdgh, cdgh_in);
    }
    badc = _mm_blend_epi16(_mm_alignr_epi8(abef, abef, 8), cdgh, 0xf0);
    hgfe = _mm_blend_epi16(cdgh, _mm_alignr_epi8(abef, abef, 8), 0xf0);
    _mm_storeu_si128((__m128i *)H, _mm_shuffle_epi32(badc, 0xb1));
    _mm_storeu_si128((__m128i *)(H + 4), _mm_shuffle_epi32(hgfe, 0x1b));
}

typedef void compress256_fn(uint32_t H[8], const uint8_t *blocks, size_t nblocks);
typedef void compress512_fn(uint64_t H[8], const uint8_t *blocks, size_t nblocks);

/* Chosen at the first call. Threads that choose at the same time choose alike. */
static void cpu_compress256(uint32_t H[8], const uint8_t *blocks, size_t nblocks)
{
    static compress256_fn *chosen;
    compress256_fn *compress = __atomic_load_n(&chosen, __ATOMIC_RELAXED);

    if (!compress) {
        compress = sha2_has_shani() ? sha2_shani_compress256 : sha2_unrolled_compress256;
        __atomic_store_n(&chosen, compress, __ATOMIC_RELAXED);
    }
    compress(H, blocks, nblocks);
}

static void cpu_compress512(uint64_t H[8], const uint8_t *blocks, size_t nblocks)
{
    static compress512_fn *chosen;
    compress512_fn *compress = __atomic_load_n(&chosen, __ATOMIC_RELAXED);

    if (!compress) {
        compress = sha2_has_avx512() ? sha2_avx512_compress512
                   : sha2_has_avx2() ? sha2_avx2_compress512
                                     : sha2_unrolled_compress512;
        __atomic_store_n(&chosen, compress, __ATOMIC_RELAXED);
    }
    compress(H, blocks, nblocks);
}

static const char *cpu_missing(void)
{
    return sha2_has_shani() || sha2_has_avx2() ? NULL : "needs SHA-NI, or AVX2 with BMI2";
}

#else

#define cpu_compress256 sha2_unrolled_compress256
#define cpu_compress512 sha2_unrolled_compress512

static const char *cpu_missing(void)
{
    return "has kernels for x86-64 alone";
}

#endif

HASH_UNITS(cpu, cpu_compress256, cpu_compress512)

const struct hash_engine hash_cpu = {
    .step = {.name = "cpu",
             .idea =
                 "SHA-NI for the 256 family; vector message schedule beside BMI2 rounds for 512",
             .source =
                 "Gulley et al., Intel SHA Extensions (2013); Gueron and Krasnov, Simultaneous "
                 "hashing of multiple messages (2012)",
             .flags = STEP_CONSTANT_TIME | STEP_NEEDS_CPU,
             .missing = cpu_missing,
             .costs = NULL,
             .units = cpu_units},
    .compress256 = cpu_compress256,
    .compress512 = cpu_compress512,
};
