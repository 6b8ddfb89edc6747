/* engine_ifma - the step adx with [s]B in eight lanes of AVX-512 IFMA. */
#define NAF_A_BITS 4
#define NAF_B_BITS 8
#define COMB_BITS  4
#include "ed25519/layer.h"

#ifdef __x86_64__
#include "ed25519/field_adx.inc"
#include "ed25519/field_power.inc"
#include "ed25519/decode.inc"
#include "ed25519/inv_safegcd.inc"
#include "ed25519/point_completed.inc"
#include "ed25519/tables.inc"
#include "ed25519/naf_table.inc"
#include "ed25519/recode.inc"
#include "ed25519/power_ifma.inc"
#include "ed25519/words.inc"
#include "ed25519/mul_ifma.inc"
#include "ed25519/sc_limbs.inc"
#include "ed25519/halve.inc"
#include "ed25519/mul_half.inc"
#include "ed25519/mul_batch.inc"
#include "ed25519/start_tables.inc"
#include "ed25519/units_field.inc"
#include "ed25519/units_completed.inc"
#include "ed25519/units_verify.inc"
#include "ed25519/units_ifma.inc"

static const char *ifma_missing(void)
{
    if (field_adx_missing() || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512ifma"))
        return "needs AVX-512 IFMA, BMI2 and ADX";
    return NULL;
}

static const struct unit units[] = {
    {OP_FE_MUL, unit_fe_mul},
    {OP_FE_SQR, unit_fe_sqr},
    {OP_FE_ADD, unit_fe_add},
    {OP_FE_INV, unit_fe_inv},
    {OP_POINT_DOUBLE, unit_point_double},
    {OP_POINT_ADD, unit_point_add},
    {OP_POINT_MADD, unit_point_madd},
    {OP_POINT_ADD8, unit_point_add8},
    {OP_POINT_MADD8, unit_point_madd8},
    {OP_TABLE_SCAN, unit_table_scan},
    {OP_SC_MUL, unit_sc_mul},
    {OP_SC_HALVE, unit_sc_halve},
    {OP_SC_NAF, unit_sc_naf},
    {OP_POINT_DECODE, unit_point_decode},
    {OP_COUNT, NULL},
};
#else
/* Elsewhere the step stands in the list and says why it cannot run. */
static const char *ifma_missing(void)
{
    return "needs an x86-64 CPU with AVX-512 IFMA";
}
#endif

const struct ed25519_engine ed25519_ifma = {
    .step = {.name = "ifma",
             .idea = "[s]B in eight lanes: a scanned table of 64 rows, eight additions at a time",
             .source = "Intel, AVX-512 IFMA; Gueron, Krasnov, WAIFI 2012",
             .flags = STEP_COFACTORED | STEP_CONSTANT_TIME | STEP_NEEDS_CPU | STEP_OWN_PRODUCTS,
             .missing = ifma_missing,
#ifdef __x86_64__
             .costs = costs,
             .units = units},
    .start = start,
    .table_bytes = table_bytes,
    .mul_base = mul_base,
    .sc_reduce = sc_reduce,
    .sc_muladd = sc_muladd,
    .check = check,
    .decodes = decodes,
    .check_batch = check_batch,
#else
    },
#endif
};
