/* The engines over own fixed-size limb arithmetic: `limbs` in C, `limbs-narrow` the same without a
 * 128-bit type, `adx` the same over x86-64 kernels. Each curve and set of kernels is a translation
 * unit of its own, engine_limbs_p*.c. P-192 and P-224 are left to the other engines.
 */
#include "ec/limbs.h"

static const struct limbs_ops *const sets[3][3] = {
    {&limbs_p256, &limbs_p384, &limbs_p521},
    {&limbs_p256_narrow, &limbs_p384_narrow, &limbs_p521_narrow},
#if defined(__x86_64__)
    {&limbs_p256_adx, &limbs_p384_adx, &limbs_p521_adx},
#endif
};

static const struct limbs_ops *find(int set, enum curve_id id)
{
    for (int i = 0; i < 3; i++)
        if (sets[set][i] && sets[set][i]->id == id)
            return sets[set][i];
    return NULL;
}

const struct limbs_ops *limbs_ops_of(const struct ec_engine *engine, enum curve_id id)
{
    if (engine == &ec_engine_limbs)
        return find(0, id);
    if (engine == &ec_engine_limbs_narrow)
        return find(1, id);
    return engine == &ec_engine_adx ? find(2, id) : NULL;
}

static const char *missing_adx(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
        unsigned eax = 7, ebx, ecx = 0, edx;

        /* CPUID leaf 7, EBX bit 19: gcc 12 has no name for ADX in __builtin_cpu_supports */
        __asm__("cpuid" : "+a"(eax), "=b"(ebx), "+c"(ecx), "=d"(edx));
        if (ebx >> 19 & 1)
            return NULL;
    }
#endif
    return "an x86-64 with BMI2, ADX and AVX2";
}

/* A context is the curve's struct limbs_ops: all tables are static. */
static void *open_c(const struct ec_curve *curve)
{
    return (void *)find(0, curve->id);
}

static void *open_narrow(const struct ec_curve *curve)
{
    return (void *)find(1, curve->id);
}

static void *open_adx(const struct ec_curve *curve)
{
    return missing_adx() ? NULL : (void *)find(2, curve->id);
}

static void close_static(void *context)
{
    (void)context;
}

static size_t table_bytes(const void *context)
{
    return ((const struct limbs_ops *)context)->table_bytes;
}

static enum result mul_base(struct ec_point *R, const mp_limb_t *k, const void *context)
{
    return ((const struct limbs_ops *)context)->mul_base(R, k);
}

static enum result mul_check(const mp_limb_t *u1, const mp_limb_t *u2, const struct ec_point *Q,
                             const mp_limb_t *r, const void *context)
{
    return ((const struct limbs_ops *)context)->mul_check(u1, u2, Q, r);
}

static void sc_mul(mp_limb_t *r, const mp_limb_t *a, const mp_limb_t *b, const void *context)
{
    ((const struct limbs_ops *)context)->sc_mul(r, a, b);
}

static void sc_inv(mp_limb_t *r, const mp_limb_t *a, const void *context)
{
    ((const struct limbs_ops *)context)->sc_inv(r, a);
}

static void sc_inv_vartime(mp_limb_t *r, const mp_limb_t *a, const void *context)
{
    ((const struct limbs_ops *)context)->sc_inv_vartime(r, a);
}

#define UNIT(op)                                                                                   \
    static void run_##op(const void *context, unsigned long times)                                 \
    {                                                                                              \
        ((const struct limbs_ops *)context)->run(op, times);                                       \
    }

UNIT(OP_FE_MUL)
UNIT(OP_FE_SQR)
UNIT(OP_FE_ADD)
UNIT(OP_FE_INV)
UNIT(OP_POINT_DOUBLE)
UNIT(OP_POINT_ADD)
UNIT(OP_POINT_MADD)
UNIT(OP_TABLE_SCAN)
UNIT(OP_SC_MUL)
UNIT(OP_SC_INV)

static const struct unit units[] = {
    {OP_FE_MUL, run_OP_FE_MUL},
    {OP_FE_SQR, run_OP_FE_SQR},
    {OP_FE_ADD, run_OP_FE_ADD},
    {OP_FE_INV, run_OP_FE_INV},
    {OP_POINT_DOUBLE, run_OP_POINT_DOUBLE},
    {OP_POINT_ADD, run_OP_POINT_ADD},
    {OP_POINT_MADD, run_OP_POINT_MADD},
    {OP_TABLE_SCAN, run_OP_TABLE_SCAN},
    {OP_SC_MUL, run_OP_SC_MUL},
    {OP_SC_INV, run_OP_SC_INV},
    {OP_COUNT, NULL},
};

static void turns_base(const void *context, unsigned long times)
{
    ((const struct limbs_ops *)context)->turns_base(times);
}

static void turns_check(const void *context, unsigned long times)
{
    ((const struct limbs_ops *)context)->turns_check(times);
}

static const struct cost costs[] = {
    {"point_double", "EFD shortw-jacobian-3 dbl-1998-hnm", 4, 4, 10, 0},
    {"point_madd", "EFD shortw-jacobian add-1998-cmo-2, Z2 = 1", 8, 3, 7, 0},
    {"point_add", "Meloni 2007, ZADDU without the new Z", 4, 2, 7, 0},
    {NULL, NULL, 0, 0, 0, 0},
};

#define ENGINE(name_, idea_, source_, flags_, missing_, open_)                                     \
    {                                                                                              \
        .step = {.name = name_,                                                                    \
                 .idea = idea_,                                                                    \
                 .source = source_,                                                                \
                 .flags = STEP_CONSTANT_TIME | STEP_OWN_PRODUCTS | (flags_),                       \
                 .missing = missing_,                                                              \
                 .costs = costs,                                                                   \
                 .units = units,                                                                   \
                 .turns_base = turns_base,                                                         \
                 .turns_check = turns_check},                                                      \
        .open = open_, .close = close_static, .table_bytes = table_bytes, .mul_base = mul_base,    \
        .mul_check = mul_check, .sc_mul = sc_mul, .sc_inv = sc_inv,                                \
        .sc_inv_vartime = sc_inv_vartime,                                                          \
    }

const struct ec_engine ec_engine_limbs = ENGINE(
    "limbs", "own fixed-size limbs in C, constant time, inversions by division steps",
    "Bernstein, Yang 2019; P-256, P-384 Montgomery, P-521 Mersenne folding", 0, NULL, open_c);

const struct ec_engine ec_engine_limbs_narrow =
    ENGINE("limbs-narrow", "the same limbs from 32x32 -> 64 bit products alone",
           "as limbs, for machines without a 128-bit type", 0, NULL, open_narrow);

const struct ec_engine ec_engine_adx =
    ENGINE("adx", "the same algorithms over BMI2 and ADX kernels and AVX2 table scans",
           "Intel, New instructions supporting large integer arithmetic (2012)", STEP_NEEDS_CPU,
           missing_adx, open_adx);
