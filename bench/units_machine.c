/* units_machine - what no code can beat: products a second of this CPU, none waiting for another. */
#include <gmp.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "bench/units.h"

/* Each product has an operand that the one before does not make; high and low halves are both taken. */
#define PRODUCTS(wide, limb)                                                                       \
    limb a[8], x = (limb)0x9e3779b9;                                                               \
                                                                                                   \
    for (int i = 0; i < 8; i++)                                                                    \
        a[i] = (limb)0x243f6a8885a308d3u * (limb)(2 * i + 1);                                      \
    while (times-- > 0) {                                                                          \
        __asm__ volatile("" : "+r"(x), "+m"(a));                                                   \
        for (int i = 0; i < UNIT_PRODUCTS; i++) {                                                  \
            wide p = (wide)(a[i % 8]) * x;                                                         \
            limb lo = (limb)p, hi = (limb)(p >> (8 * sizeof(limb)));                               \
            __asm__ volatile("" : "+r"(lo), "+r"(hi), "+r"(x));                                    \
        }                                                                                          \
    }

#if GMP_NUMB_BITS == 64 && defined(__SIZEOF_INT128__)
typedef unsigned __int128 wide_limb;
#else
typedef uint64_t wide_limb;
#endif

static void products_plain(unsigned long times)
{
    PRODUCTS(wide_limb, mp_limb_t);
}

#if defined(__x86_64__)
/* MULX leaves the flags and takes any registers. */
__attribute__((target("bmi2"))) static void products_mulx(unsigned long times)
{
    PRODUCTS(wide_limb, mp_limb_t);
}

__attribute__((target("avx512f,avx512ifma"))) static void products_ifma(unsigned long times)
{
    __m512i x = _mm512_set1_epi64(0x243f6a8885a3), y = _mm512_set1_epi64(0x9e3779b97f4a), r[16];

    for (int i = 0; i < 16; i++)
        r[i] = _mm512_set1_epi64(i);
    while (times-- > 0)
        for (int j = 0; j < UNIT_PRODUCTS / 16; j++)
            for (int i = 0; i < 16; i++)
                r[i] = _mm512_madd52lo_epu64(r[i], x, y);
    for (int i = 0; i < 16; i++)
        __asm__ volatile("" : : "x"(r[i]));
}
#endif

void unit_limb_products(const void *none, unsigned long times)
{
    (void)none;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("bmi2")) {
        products_mulx(times);
        return;
    }
#endif
    products_plain(times);
}

const char *units_vector_missing(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512ifma") && __builtin_cpu_supports("avx512f"))
        return NULL;
#endif
    return "AVX-512 IFMA";
}

void unit_vector_products(const void *none, unsigned long times)
{
    (void)none;
#if defined(__x86_64__)
    products_ifma(times);
#else
    (void)times;
#endif
}
