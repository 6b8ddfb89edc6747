/* limbs - the portable kernels and the choice among them. The contract: limbs.h. */
#include "bignum/limbs.h"

#if defined __SIZEOF_INT128__ && GMP_NUMB_BITS == 64
/* t[0..n) += a b; the sum of one step is at most (B-1)^2 + 2 (B-1) = B^2 - 1. */
static inline mp_limb_t row(mp_limb_t *t, const mp_limb_t *a, mp_size_t n, mp_limb_t b)
{
    mp_limb_t carry = 0;

    for (mp_size_t i = 0; i < n; i++) {
        unsigned __int128 v = (unsigned __int128)a[i] * b + t[i] + carry;

        t[i] = (mp_limb_t)v;
        carry = (mp_limb_t)(v >> 64);
    }
    return carry;
}

/* t = 2 t + the squares of a's limbs at their places. */
static void double_and_squares(mp_limb_t *t, const mp_limb_t *a, mp_size_t n)
{
    mp_limb_t shifted_out = 0, carry = 0;

    for (mp_size_t i = 0; i < n; i++) {
        unsigned __int128 square = (unsigned __int128)a[i] * a[i];
        mp_limb_t lo = t[2 * i], hi = t[2 * i + 1];
        unsigned __int128 sum =
            (unsigned __int128)(lo << 1 | shifted_out) + (mp_limb_t)square + carry;

        t[2 * i] = (mp_limb_t)sum;
        sum = (unsigned __int128)(hi << 1 | lo >> 63) + (mp_limb_t)(square >> 64) +
              (mp_limb_t)(sum >> 64);
        t[2 * i + 1] = (mp_limb_t)sum;
        carry = (mp_limb_t)(sum >> 64);
        shifted_out = hi >> 63;
    }
}
#else
static inline mp_limb_t row(mp_limb_t *t, const mp_limb_t *a, mp_size_t n, mp_limb_t b)
{
    return mpn_addmul_1(t, a, n, b);
}

static void double_and_squares(mp_limb_t *t, const mp_limb_t *a, mp_size_t n)
{
    mp_limb_t carry = 0;

    mpn_lshift(t, t, 2 * n, 1);
    for (mp_size_t i = 0; i < n; i++) {
        mp_limb_t square[2];

        square[1] = mpn_mul_1(square, a + i, 1, a[i]);
        square[0] += carry;
        square[1] += square[0] < carry; /* a square's high limb is below B - 1 */
        carry = mpn_add_n(t + 2 * i, t + 2 * i, square, 2);
    }
}
#endif

static void portable_mul(mp_limb_t *t, const mp_limb_t *a, const mp_limb_t *b, mp_size_t n)
{
    mpn_zero(t, n);
    for (mp_size_t i = 0; i < n; i++)
        t[n + i] = row(t + i, a, n, b[i]);
}

static void portable_sqr(mp_limb_t *t, const mp_limb_t *a, mp_size_t n)
{
    mpn_zero(t, n + 1);
    for (mp_size_t i = 0; i + 1 < n; i++)
        t[n + i] = row(t + 2 * i + 1, a + i + 1, n - 1 - i, a[i]);
    t[2 * n - 1] = 0;
    double_and_squares(t, a, n);
}

/* Each step clears one limb, into which the step's carry is put: they are added all at once. */
static mp_limb_t portable_redc(mp_limb_t *t, const mp_limb_t *m, mp_limb_t inv, mp_size_t n)
{
    for (mp_size_t i = 0; i < n; i++)
        t[i] = row(t + i, m, n, t[i] * inv);
    return mpn_add_n(t + n, t + n, t, n);
}

const struct limbs_kernels limbs_portable = {portable_mul, portable_sqr, portable_redc};

#if defined __x86_64__ && GMP_NUMB_BITS == 64
#include <cpuid.h>
#include <immintrin.h>

#include "bignum/limbs_adx.inc"

static const struct limbs_kernels adx_kernels = {adx_mul, adx_sqr, adx_redc};

const struct limbs_kernels *limbs_adx(mp_size_t n)
{
    unsigned eax, ebx, ecx, edx;

    /* CPUID leaf 7, EBX: bit 8 BMI2, bit 19 ADX, for which gcc 12 has no name */
    if (n < 8 || n % 8 != 0 || !__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx))
        return NULL;
    return (ebx >> 8 & 1) && (ebx >> 19 & 1) ? &adx_kernels : NULL;
}
#else
const struct limbs_kernels *limbs_adx(mp_size_t n)
{
    (void)n;
    return NULL;
}
#endif

const struct limbs_kernels *limbs_kernels(mp_size_t n)
{
    const struct limbs_kernels *adx = limbs_adx(n);

    return adx ? adx : &limbs_portable;
}
