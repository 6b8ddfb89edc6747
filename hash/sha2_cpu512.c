/* The 512 family on x86-64: message schedule in vectors, rounds in general registers (BMI2).
 *
 * The schedule leaves the critical path (sha2_cpu512.inc); what remains is the rounds, and these are
 * bound by latency. Written plainly, e -> e' takes Sigma1 (3 operations), + h, + d: 5 cycles, and
 * a -> a' takes Maj (3), + T1, + Sigma0: 5 cycles. Regrouped, with all that does not depend on the
 * newest value added first:
 *
 *   e' = ((d + h + K + W) + Ch(e,f,g)) + Sigma1(e)
 *   a' = (e' + ((b & c) - d) + (a & (b ^ c))) + Sigma0(a)      for a' - e' = T2 - d
 *
 * each takes 4, at 24 operations a round. Maj is (a & (b ^ c)) + (b & c): the two never share a one
 * bit; b ^ c is the last round's a ^ b. Ch is g ^ (e & (f ^ g)), 2 operations deep.
 *
 * Cost of one block: 80 rounds of 24 operations (6 rotations among them) and 32 schedule steps for
 * one or two blocks. The floor is 320 cycles, 2.5 a byte.
 *
 * Assembly, since compilers regroup the sums and make Ch and Maj longer again. */
#include "hash/sha2_cpu.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include "hash/sha2_constants.h"

int sha2_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}

/* Vector rotations (AVX512F) and three-operand logic, in 128 and 256 bits (VL). */
int sha2_has_avx512(void)
{
    return sha2_has_avx2() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl");
}

/* One round. WK is W(t) + K(t) in memory. In: bc = B ^ C. Out: bc = A ^ B, the new e in D and the
 * new a in H; the other six are read only. */
#define ROUND(A, B, C, D, E, F, G, H, WK)                                                          \
    do {                                                                                           \
        uint64_t t0, t1, new_a;                                                                    \
                                                                                                   \
        __asm__("add %[wk], %[h]\n\t"                                                              \
                "add %[d], %[h]\n\t" /* h + K + W + d */                                           \
                "mov %[f], %[t0]\n\t"                                                              \
                "xor %[g], %[t0]\n\t"                                                              \
                "and %[e], %[t0]\n\t"                                                              \
                "xor %[g], %[t0]\n\t"                                                              \
                "add %[t0], %[h]\n\t" /* + Ch */                                                   \
                "rorx $14, %[e], %[t0]\n\t"                                                        \
                "rorx $18, %[e], %[t1]\n\t"                                                        \
                "xor %[t1], %[t0]\n\t"                                                             \
                "rorx $41, %[e], %[t1]\n\t"                                                        \
                "xor %[t1], %[t0]\n\t"                                                             \
                "add %[t0], %[h]\n\t" /* + Sigma1: e' */                                           \
                "mov %[b], %[t0]\n\t"                                                              \
                "and %[c], %[t0]\n\t"                                                              \
                "sub %[d], %[t0]\n\t"                                                              \
                "and %[a], %[bc]\n\t"                                                              \
                "add %[t0], %[bc]\n\t" /* Maj - d */                                               \
                "lea (%[h],%[bc]), %[n]\n\t"                                                       \
                "rorx $28, %[a], %[t0]\n\t"                                                        \
                "rorx $34, %[a], %[t1]\n\t"                                                        \
                "xor %[t1], %[t0]\n\t"                                                             \
                "rorx $39, %[a], %[t1]\n\t"                                                        \
                "xor %[t1], %[t0]\n\t"                                                             \
                "add %[t0], %[n]\n\t" /* + Sigma0: a' */                                           \
                "mov %[a], %[bc]\n\t"                                                              \
                "xor %[b], %[bc]"                                                                  \
                : [h] "+&r"(H), [bc] "+&r"(bc), [t0] "=&r"(t0), [t1] "=&r"(t1), [n] "=&r"(new_a)   \
                : [a] "r"(A), [b] "r"(B), [c] "r"(C), [d] "r"(D), [e] "r"(E), [f] "r"(F),          \
                  [g] "r"(G), [wk] "m"(WK)                                                         \
                : "cc");                                                                           \
        D = H;                                                                                     \
        H = new_a;                                                                                 \
    } while (0)

/* Rounds t + 2i and t + 2i + 1, then STEP(i). wk points at W + K of round t of this block; rows of
 * two words are 2 LANES words apart. */
#define TWO(A, B, C, D, E, F, G, H, i, STEP, LANES)                                                \
    ROUND(A, B, C, D, E, F, G, H, wk[(i)*2 * (LANES)]);                                            \
    ROUND(H, A, B, C, D, E, F, G, wk[(i)*2 * (LANES) + 1]);                                        \
    STEP(i)

#define SIXTEEN(STEP, LANES)                                                                       \
    do {                                                                                           \
        TWO(a, b, c, d, e, f, g, h, 0, STEP, LANES);                                               \
        TWO(g, h, a, b, c, d, e, f, 1, STEP, LANES);                                               \
        TWO(e, f, g, h, a, b, c, d, 2, STEP, LANES);                                               \
        TWO(c, d, e, f, g, h, a, b, 3, STEP, LANES);                                               \
        TWO(a, b, c, d, e, f, g, h, 4, STEP, LANES);                                               \
        TWO(g, h, a, b, c, d, e, f, 5, STEP, LANES);                                               \
        TWO(e, f, g, h, a, b, c, d, 6, STEP, LANES);                                               \
        TWO(c, d, e, f, g, h, a, b, 7, STEP, LANES);                                               \
    } while (0)

#define NOTHING(i) ((void)0)

#define TARGET   __attribute__((target("avx2,bmi2")))
#define LANES    1
#define FN(name) avx2_one_##name
#include "hash/sha2_cpu512.inc"
#define LANES    2
#define FN(name) avx2_two_##name
#include "hash/sha2_cpu512.inc"
#undef TARGET

#define TARGET   __attribute__((target("avx2,bmi2,avx512f,avx512vl")))
#define LANES    1
#define FN(name) avx512_one_##name
#include "hash/sha2_cpu512.inc"
#define LANES    2
#define FN(name) avx512_two_##name
#include "hash/sha2_cpu512.inc"
#undef TARGET

void sha2_avx2_compress512(uint64_t H[8], const uint8_t *blocks, size_t nblocks)
{
    COUNT(OP_SHA512_BLOCK, nblocks);
    avx2_two_groups(H, blocks, nblocks / 2);
    avx2_one_groups(H, blocks + 128 * (nblocks & ~(size_t)1), nblocks & 1);
}

void sha2_avx512_compress512(uint64_t H[8], const uint8_t *blocks, size_t nblocks)
{
    COUNT(OP_SHA512_BLOCK, nblocks);
    avx512_two_groups(H, blocks, nblocks / 2);
    avx512_one_groups(H, blocks + 128 * (nblocks & ~(size_t)1), nblocks & 1);
}

#endif
