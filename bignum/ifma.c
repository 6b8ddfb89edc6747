/* ifma - set-up of the IFMA kernels' moduli, the ways in and out. The contract: ifma.h. */
#include "bignum/ifma.h"

#include <stdlib.h>
#include <string.h>

#include "bignum/bytes.h"

#if defined __x86_64__ && GMP_NUMB_BITS == 64

static const struct ifma_kernel *const kernels[] = {
    &ifma_pair_1024,   &ifma_pair_1536,   &ifma_pair_2048,   &ifma_pair_4096,
    &ifma_single_2048, &ifma_single_3072, &ifma_single_4096, &ifma_single_8192};

const char *ifma_missing(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512ifma") && __builtin_cpu_supports("bmi2")
               ? NULL
               : "this CPU lacks AVX-512 IFMA (F, VL, DQ, BW and IFMA are wanted, and BMI2)";
}

const struct ifma_kernel *ifma_kernel_for(unsigned numbers, mp_size_t limbs)
{
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (kernels[i]->numbers == numbers && kernels[i]->bits == (unsigned long)limbs * 64)
            return ifma_missing() ? NULL : kernels[i];
    return NULL;
}

/* Where limb l of number i stands in an element. */
static size_t place(size_t l, unsigned i, const struct ifma_kernel *kernel)
{
    return kernel->numbers == 1 ? l : l / 4 * 8 + 4 * i + l % 4;
}

static size_t limbs_52(const struct ifma_kernel *kernel)
{
    return (size_t)kernel->vectors * 8 / kernel->numbers;
}

/* Limb l of the n limbs at a, zero past their end. */
static uint64_t digit_52(const mp_limb_t *a, mp_size_t n, size_t l)
{
    size_t at = 52 * l / 64, shift = 52 * l % 64;
    uint64_t v;

    if (at >= (size_t)n)
        return 0;
    v = a[at] >> shift;
    if (shift > 12 && at + 1 < (size_t)n)
        v |= a[at + 1] << (64 - shift);
    return v & ((1ull << 52) - 1);
}

void ifma_load(uint64_t *r, const mp_limb_t *a, unsigned i, const struct ifma_mod *mod)
{
    size_t count = limbs_52(mod->kernel);

    COUNT(OP_RADIX_IN, 1);
    for (size_t l = 0; l < count; l++)
        r[place(l, i, mod->kernel)] = digit_52(a, mod->n, l);
}

/* An mpz below 2^(52 limbs_52) into number i of r, shifted up by `up` limbs. */
static void load_mpz(uint64_t *r, size_t count, const mpz_t x, size_t up, unsigned i,
                     const struct ifma_kernel *kernel)
{
    for (size_t l = up; l < count; l++)
        r[place(l, i, kernel)] = digit_52(mpz_limbs_read(x), (mp_size_t)mpz_size(x), l - up);
}

/* r -= modulus where that does not borrow; r has one limb more. */
static void subtract_once(mp_limb_t *r, const mp_limb_t *modulus, mp_size_t n)
{
    mp_limb_t borrow = mpn_sub_n(r, r, modulus, n), top = r[n];

    r[n] = top - borrow;
    r[n] += mpn_cnd_add_n(top < borrow, r, r, modulus, n);
}

/* Barrett (HAC 14.42): with b the modulus' bits and t = top, x < 2^(64 t - 2) modulus gives
 * q = floor(floor(x / 2^(b-1)) mu / 2^(64 t)), at most 2 below the quotient. */
void ifma_store(mp_limb_t *r, const uint64_t *x, unsigned i, const struct ifma_mod *mod)
{
    const mp_size_t n = mod->n, top = mod->top, wide = n + top + 2;
    const size_t count = limbs_52(mod->kernel), shift = mod->bits[i] - 1;
    mp_limb_t *w = mod->wide, *q = mod->quotient, *high = q + 2 * top + 1;

    COUNT(OP_RADIX_OUT, 1);
    COUNT(OP_LIMB_MUL, top * top + top * n);
    mpn_zero(w, wide);
    for (size_t l = 0; l < count; l++) {
        uint64_t v = x[place(l, i, mod->kernel)];
        size_t at = 52 * l / 64, bit = 52 * l % 64;

        w[at] |= v << bit; /* at + 1 < wide: asserted where kernels are made */
        if (bit > 12)
            w[at + 1] |= v >> (64 - bit);
    }
    /* shift lies in the top limb of the modulus: n - 1. */
    if (shift % 64)
        mpn_rshift(high, w + n - 1, top + 1, (unsigned)(shift % 64));
    else
        mpn_copyi(high, w + n - 1, top + 1);
    mpn_zero(q, 2 * top + 1);
    for (mp_size_t l = 0; l < top; l++)
        q[l + top] = mpn_addmul_1(q + l, mod->mu[i], top, high[l]);
    for (mp_size_t l = 0; l < top; l++) {
        mp_limb_t borrow = mpn_submul_1(w + l, mod->modulus[i], n, q[top + l]);

        for (mp_size_t k = l + n; k < wide; k++) {
            mp_limb_t v = w[k];

            w[k] = v - borrow;
            borrow = v < borrow;
        }
    }
    subtract_once(w, mod->modulus[i], n);
    subtract_once(w, mod->modulus[i], n);
    mpn_copyi(r, w, n);
}

/* The constants of number i, by mpz: N', M's shifted copies, R, R^2, R^2 2^(64 n), and mu. */
static void constants(struct ifma_mod *mod, unsigned i, const mpz_t modulus)
{
    const struct ifma_kernel *kernel = mod->kernel;
    const size_t limbs = limbs_52(kernel), lanes = 8 / kernel->numbers;
    const size_t step = (size_t)(kernel->vectors + 2) * 8, j = kernel->quotient;
    const mp_size_t words = (mp_size_t)(52 * j + 63) / 64;
    mpz_t big, t;

    mod->bits[i] = mpz_sizeinbase(modulus, 2);
    (void)mpz_to_limbs((mp_limb_t *)mod->modulus[i], (size_t)mod->n, modulus);
    mont_inverse_limbs(mod->wide, mod->modulus[i], words);
    mpz_init2(big, 2 * 52 * limbs + 64 * (size_t)mod->n + 64);
    mpz_init2(t, 2 * 52 * limbs + 64 * (size_t)mod->n + 64);
    mpz_from_limbs(t, mod->wide, (size_t)words);
    mpz_fdiv_r_2exp(t, t, 52 * j);
    mpz_mul(big, t, modulus); /* N' */

    mpz_set_ui(t, 0);
    mpz_setbit(t, 52 * limbs);
    mpz_fdiv_r(t, t, big);
    load_mpz(mod->one, limbs, t, 0, i, kernel);
    mpz_mul_2exp(t, t, 52 * limbs);
    mpz_fdiv_r(t, t, big);
    load_mpz(mod->r2, limbs, t, 0, i, kernel);
    mpz_mul_2exp(t, t, 64 * (size_t)mod->n);
    mpz_fdiv_r(t, t, big);
    load_mpz(mod->high, limbs, t, 0, i, kernel);
    mod->out[place(0, i, kernel)] = 1;
    mod->limb_form[place(64 * (size_t)mod->n / 52, i, kernel)] = 1ull << 64 * (size_t)mod->n % 52;

    mpz_add_ui(t, big, 1);
    mpz_fdiv_q_2exp(t, t, 52 * j);
    for (size_t s = 0; s <= lanes; s++)
        load_mpz(mod->m + s * step, step / kernel->numbers, t, s + j, i, kernel);

    mpz_set_ui(t, 0);
    mpz_setbit(t, mod->bits[i] - 1 + 64 * (size_t)mod->top);
    mpz_fdiv_q(t, t, modulus);
    (void)mpz_to_limbs(mod->mu[i], (size_t)mod->top, t);
    mpz_wipe(big);
    mpz_wipe(t);
    mpz_clears(big, t, NULL);
}

/* Zeroed elements on a cache line's border. */
static uint64_t *elements_new(size_t count)
{
    size_t size = (count * sizeof(uint64_t) + 63) / 64 * 64;
    uint64_t *block = aligned_alloc(64, size);

    if (block)
        memset(block, 0, size);
    return block;
}

static void divide_blocks(struct ifma_mod *mod, size_t element)
{
    const struct ifma_kernel *kernel = mod->kernel;
    uint64_t **parts[] = {&mod->one,       &mod->r2, &mod->high, &mod->out,
                          &mod->limb_form, &mod->t,  &mod->u,    &mod->v};
    mp_limb_t *at = mod->limbs;

    mod->m = mod->block;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *parts[i] = mod->m + (8 / kernel->numbers + 1) * (element + 16) + i * element;
    mod->table = mod->v + element;
    for (unsigned i = 0; i < kernel->numbers; i++) {
        mod->modulus[i] = at;
        mod->mu[i] = at + mod->n;
        at += mod->n + mod->top;
    }
    mod->wide = at;
    mod->quotient = at + mod->n + mod->top + 2;
}

enum result ifma_init(struct ifma_mod *mod, const mpz_t first, mpz_srcptr second, int with_table)
{
    const mp_size_t n = (mp_size_t)mpz_size(first);
    size_t element;

    memset(mod, 0, sizeof *mod);
    if (second && (mp_size_t)mpz_size(second) != n)
        return UNSUPPORTED;
    mod->kernel = ifma_kernel_for(second ? 2 : 1, n);
    if (!mod->kernel)
        return UNSUPPORTED;
    element = (size_t)mod->kernel->vectors * 8;
    mod->n = n;
    mod->top = (mp_size_t)(52 * mod->kernel->quotient + 3 + 63) / 64;
    mod->block_count = (8 / mod->kernel->numbers + 1) * (element + 16) + 8 * element +
                       (with_table ? ((1u << IFMA_WINDOW) + 1) * element : 0);
    mod->limbs_count = (size_t)(mod->kernel->numbers * (unsigned long)(n + mod->top) +
                                (unsigned long)(n + mod->top + 2 + 3 * mod->top + 2));
    mod->block = elements_new(mod->block_count);
    mod->limbs = limbs_new(mod->limbs_count);
    mod->bytes = mod->block_count * sizeof *mod->block + mod->limbs_count * sizeof *mod->limbs;
    if (mod->block && mod->limbs) {
        divide_blocks(mod, element);
        if (!with_table)
            mod->table = NULL;
        constants(mod, 0, first);
        if (second)
            constants(mod, 1, second);
        return DONE;
    }
    ifma_clear(mod);
    return FAILED;
}

void ifma_power(uint64_t *r, const uint64_t *a, const mp_limb_t *const e[], size_t bits,
                const struct ifma_mod *mod)
{
    mod->kernel->power(r, a, e, bits, mod->one, mod->table, mod->m);
}

#else

const char *ifma_missing(void)
{
    return "AVX-512 IFMA is a feature of x86-64";
}

const struct ifma_kernel *ifma_kernel_for(unsigned numbers, mp_size_t limbs)
{
    (void)numbers, (void)limbs;
    return NULL;
}

enum result ifma_init(struct ifma_mod *mod, const mpz_t first, mpz_srcptr second, int with_table)
{
    (void)first, (void)second, (void)with_table;
    memset(mod, 0, sizeof *mod);
    return UNSUPPORTED;
}

/* Nobody has a struct ifma_mod to call these with. */
void ifma_load(uint64_t *r, const mp_limb_t *a, unsigned i, const struct ifma_mod *mod)
{
    (void)r, (void)a, (void)i, (void)mod;
}

void ifma_store(mp_limb_t *r, const uint64_t *x, unsigned i, const struct ifma_mod *mod)
{
    (void)r, (void)x, (void)i, (void)mod;
}

void ifma_power(uint64_t *r, const uint64_t *a, const mp_limb_t *const e[], size_t bits,
                const struct ifma_mod *mod)
{
    (void)r, (void)a, (void)e, (void)bits, (void)mod;
}

#endif

void ifma_clear(struct ifma_mod *mod)
{
    if (mod->block)
        wipe(mod->block, mod->block_count * sizeof *mod->block);
    free(mod->block);
    limbs_free(mod->limbs, mod->limbs_count);
    wipe(mod, sizeof *mod);
}

static __attribute__((noinline)) void wipe_stack(void)
{
    uint8_t spilled[8192];

    wipe(spilled, sizeof spilled);
}

/* The frames of the largest kernels, which do not fit into registers. */
static __attribute__((noinline)) void wipe_stack_of_large(void)
{
    uint8_t spilled[16384];

    wipe(spilled, sizeof spilled);
}

void ifma_wipe_scratch(const struct ifma_mod *mod)
{
    wipe(mod->t, (size_t)(mod->block + mod->block_count - mod->t) * sizeof *mod->t);
    wipe(mod->wide, (size_t)(mod->limbs + mod->limbs_count - mod->wide) * sizeof *mod->wide);
    if (mod->kernel->vectors > 11)
        wipe_stack_of_large();
    else
        wipe_stack();
}

void ifma_cost(struct mod_cost *cost, const struct ifma_mod *mod, unsigned long mul,
               unsigned long sqr, unsigned long loads, unsigned long stores)
{
    const struct ifma_kernel *kernel = mod->kernel;
    unsigned long n = (unsigned long)mod->n, top = (unsigned long)mod->top;

    cost->mul += mul * kernel->numbers;
    cost->sqr += sqr * kernel->numbers;
    cost->red += (mul + sqr) * kernel->numbers;
    cost->vec_mul += mul * kernel->mul_vec + sqr * kernel->sqr_vec;
    cost->vec_mod_mul += mul * kernel->numbers;
    cost->vec_mod_sqr += sqr * kernel->numbers;
    cost->radix_in += loads;
    cost->radix_out += stores;
    cost->limb_mul += stores * (top * top + top * n);
}
