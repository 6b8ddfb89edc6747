/* ct_ifma - the IFMA kernels under valgrind, which has no AVX-512: the source of the kernels
 * (bignum/ifma_kernel.inc) is compiled over the vector instructions written out in C. So this checks what
 * the source does with secrets, bit by bit, carries included, where MemorySanitizer (ctmsan_rsa.c),
 * which runs the real instructions, is coarse.
 *
 * The includer defines CT_IFMA_KERNEL, the kernel's .c file, and CT_IFMA_BITS and CT_IFMA_NUMBERS. */
#include <immintrin.h>
#include <stdlib.h>

#include "bignum/ifma.h"
#include "bignum/limbs.h"
#include "tests/ct.h"

typedef uint64_t ct_vec __attribute__((vector_size(64), may_alias));
#define CT_INLINE   static inline __attribute__((always_inline, unused))
#define EACH        for (unsigned i = 0; i < 8; i++)
#define LOW52       ((1ull << 52) - 1)
#define PRODUCT52() ((unsigned __int128)(a[i] & LOW52) * (b[i] & LOW52))

CT_INLINE ct_vec ct_lo(ct_vec c, ct_vec a, ct_vec b)
{
    EACH c[i] += (uint64_t)PRODUCT52() & LOW52;
    return c;
}

CT_INLINE ct_vec ct_hi(ct_vec c, ct_vec a, ct_vec b)
{
    EACH c[i] += (uint64_t)(PRODUCT52() >> 52);
    return c;
}

CT_INLINE ct_vec ct_set1(long long x)
{
    ct_vec r;

    EACH r[i] = (uint64_t)x;
    return r;
}

CT_INLINE ct_vec ct_setr(long long a, long long b, long long c, long long d, long long e,
                         long long f, long long g, long long h)
{
    return (ct_vec){(uint64_t)a, (uint64_t)b, (uint64_t)c, (uint64_t)d,
                    (uint64_t)e, (uint64_t)f, (uint64_t)g, (uint64_t)h};
}

CT_INLINE ct_vec ct_permutex2var(ct_vec a, ct_vec index, ct_vec b)
{
    ct_vec r;

    EACH r[i] = index[i] & 8 ? b[index[i] & 7] : a[index[i] & 7];
    return r;
}

CT_INLINE ct_vec ct_permutexvar(ct_vec index, ct_vec a)
{
    return ct_permutex2var(a, index & 7, a);
}

CT_INLINE ct_vec ct_permutex(ct_vec a, unsigned how)
{
    ct_vec r;

    EACH r[i] = a[(i & 4) + (how >> (2 * (i & 3)) & 3)];
    return r;
}

CT_INLINE ct_vec ct_alignr(ct_vec high, ct_vec low, unsigned count)
{
    ct_vec r;

    EACH r[i] = i + count < 8 ? low[i + count] : high[i + count - 8];
    return r;
}

/* The hidden one: compilers would turn a mask that they know to be one into a branch. */
CT_INLINE uint64_t ct_bit(unsigned mask, unsigned i)
{
    uint64_t m = 0 - (uint64_t)(mask >> i & 1);

    __asm__("" : "+r"(m));
    return m;
}

CT_INLINE __mmask8 ct_gt(ct_vec a, ct_vec b)
{
    unsigned r = 0;

    EACH r |= (unsigned)(b[i] < a[i]) << i;
    return (__mmask8)r;
}

CT_INLINE __mmask8 ct_eq(ct_vec a, ct_vec b)
{
    unsigned r = 0;

    EACH r |= (unsigned)(a[i] == b[i]) << i;
    return (__mmask8)r;
}

CT_INLINE ct_vec ct_mask_mov(ct_vec other, __mmask8 mask, ct_vec a)
{
    EACH other[i] = (a[i] & ct_bit(mask, i)) | (other[i] & ~ct_bit(mask, i));
    return other;
}

#undef _mm512_madd52lo_epu64
#undef _mm512_madd52hi_epu64
#undef _mm512_add_epi64
#undef _mm512_setzero_si512
#undef _mm512_set1_epi64
#undef _mm512_setr_epi64
#undef _mm512_permutex2var_epi64
#undef _mm512_permutexvar_epi64
#undef _mm512_permutex_epi64
#undef _mm512_alignr_epi64
#undef _mm512_srli_epi64
#undef _mm512_and_si512
#undef _mm512_cmpgt_epu64_mask
#undef _mm512_cmpeq_epu64_mask
#undef _mm512_cmpeq_epi64_mask
#undef _mm512_mask_mov_epi64
#undef _mm512_mask_sub_epi64
#undef _mm512_mask_add_epi64
#define _mm512_madd52lo_epu64             ct_lo
#define _mm512_madd52hi_epu64             ct_hi
#define _mm512_add_epi64(a, b)            ((ct_vec)((a) + (b)))
#define _mm512_setzero_si512()            ((ct_vec){0})
#define _mm512_set1_epi64                 ct_set1
#define _mm512_setr_epi64                 ct_setr
#define _mm512_permutex2var_epi64         ct_permutex2var
#define _mm512_permutexvar_epi64          ct_permutexvar
#define _mm512_permutex_epi64             ct_permutex
#define _mm512_alignr_epi64               ct_alignr
#define _mm512_srli_epi64(a, n)           ((ct_vec)((a) >> (n)))
#define _mm512_and_si512(a, b)            ((ct_vec)((a) & (b)))
#define _mm512_cmpgt_epu64_mask           ct_gt
#define _mm512_cmpeq_epu64_mask           ct_eq
#define _mm512_cmpeq_epi64_mask           ct_eq
#define _mm512_mask_mov_epi64             ct_mask_mov
#define _mm512_mask_sub_epi64(o, k, a, b) ct_mask_mov(o, k, (a) - (b))
#define _mm512_mask_add_epi64(o, k, a, b) ct_mask_mov(o, k, (a) + (b))
#define __m512i                           ct_vec
#define target(features)                  unused
#define __builtin_cpu_supports(feature)   1
#include CT_IFMA_KERNEL
#include "bignum/ifma.c"
#undef target

/* Products, squarings, a power, the way in and out, on secret operands and exponents. The result against
 * GMP's: the instructions written out are what they claim to be. */
static int operations(int leaky)
{
    const mp_size_t n = limbs_for(CT_IFMA_BITS);
    mp_limb_t e[2][CT_IFMA_BITS / 64], x[CT_IFMA_BITS / 64], want[CT_IFMA_BITS / 64];
    const mp_limb_t *const exponents[] = {e[0], e[1]};
    struct ifma_mod mod;
    mpz_t m, a, b;
    int good = 1;

    mpz_inits(m, a, b, NULL);
    mpz_setbit(m, CT_IFMA_BITS);
    mpz_sub_ui(m, m, 159);
    if (ifma_init(&mod, m, CT_IFMA_NUMBERS == 2 ? m : NULL, 1) != DONE)
        return 0;
    memset(e, 0x5b, sizeof e);
    memset(x, 0x37, sizeof x);
    mpz_from_limbs(a, x, (size_t)n);
    mpz_from_limbs(b, e[0], (size_t)n);
    mpz_powm(a, a, b, m);
    mpz_to_limbs(want, (size_t)n, a);
    VALGRIND_MAKE_MEM_UNDEFINED(e, sizeof e);
    VALGRIND_MAKE_MEM_UNDEFINED(x, sizeof x);
    for (unsigned i = 0; i < CT_IFMA_NUMBERS; i++)
        ifma_load(mod.t, x, i, &mod);
    mod.kernel->mul(mod.t, mod.t, mod.r2, mod.m);
    mod.kernel->sqr(mod.u, mod.t, mod.m);
    mod.kernel->add(mod.u, mod.u, mod.t);
    if (leaky)
        mod.kernel->power_binary(mod.v, mod.t, mod.u, e[0], CT_IFMA_BITS, mod.m);
    else
        ifma_power(mod.v, mod.t, exponents, CT_IFMA_BITS, &mod);
    mod.kernel->mul(mod.v, mod.v, mod.out, mod.m);
    for (unsigned i = 0; i < CT_IFMA_NUMBERS; i++) {
        ifma_store(x, mod.v, i, &mod);
        VALGRIND_MAKE_MEM_DEFINED(x, sizeof x);
        good &= leaky || memcmp(x, want, sizeof x) == 0;
    }
    ifma_clear(&mod);
    mpz_clears(m, a, b, NULL);
    return good;
}

int main(void)
{
    int bad = 0;

    if (ct_outside("ct_ifma"))
        return 77;
    for (int leaky = 1; leaky >= 0; leaky--) {
        unsigned long before = VALGRIND_COUNT_ERRORS;
        int done = operations(leaky);
        char what[64];

        snprintf(what, sizeof what, "%s power, %d x %d bits, in C", leaky ? "binary" : "fixed",
                 CT_IFMA_NUMBERS, CT_IFMA_BITS);
        bad |= ct_report("ifma", what, VALGRIND_COUNT_ERRORS - before, done, leaky);
    }
    return bad;
}
