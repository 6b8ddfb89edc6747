/* engine_limbs32 - the step limbs for machines without 64-bit products; it runs everywhere. */
#define COMB_BITS  5
#define NAF_A_BITS 4
#define NAF_B_BITS 8
#define WORDS_32
#include "ed25519/layer.h"
#include "ed25519/field_25.inc"
#include "ed25519/field_power.inc"
#include "ed25519/decode.inc"
#include "ed25519/inv_power.inc"
#include "ed25519/point_completed.inc"
#include "ed25519/tables.inc"
#include "ed25519/naf_table.inc"
#include "ed25519/recode.inc"
#include "ed25519/lookup_scan.inc"
#include "ed25519/mul_comb.inc"
#include "ed25519/words.inc"
#include "ed25519/sc_limbs.inc"
#include "ed25519/halve.inc"
#include "ed25519/mul_half.inc"
#include "ed25519/mul_batch.inc"
#include "ed25519/start_tables.inc"
#include "ed25519/units_field.inc"
#include "ed25519/units_completed.inc"
#include "ed25519/units_verify.inc"
#include "ed25519/units_scan.inc"
#include "ed25519/units_turns.inc"

static const struct unit units[] = {
    {OP_FE_MUL, unit_fe_mul},
    {OP_FE_SQR, unit_fe_sqr},
    {OP_FE_ADD, unit_fe_add},
    {OP_FE_INV, unit_fe_inv},
    {OP_POINT_DOUBLE, unit_point_double},
    {OP_POINT_ADD, unit_point_add},
    {OP_POINT_MADD, unit_point_madd},
    {OP_TABLE_SCAN, unit_table_scan},
    {OP_SC_MUL, unit_sc_mul},
    {OP_SC_HALVE, unit_sc_halve},
    {OP_SC_NAF, unit_sc_naf},
    {OP_POINT_DECODE, unit_point_decode},
    {OP_COUNT, NULL},
};

const struct ed25519_engine ed25519_limbs32 = {
    .step = {.name = "limbs32",
             .idea = "radix 2^25.5 limbs, 32x32-bit products; constant-time table scans",
             .source = "Bernstein, Curve25519: new Diffie-Hellman speed records, 2006",
             .flags = STEP_COFACTORED | STEP_CONSTANT_TIME | STEP_OWN_PRODUCTS,
             .costs = costs,
             .units = units,
             .turns_base = turns_base,
             .turns_check = turns_check},
    .start = start,
    .table_bytes = table_bytes,
    .mul_base = mul_base,
    .sc_reduce = sc_reduce,
    .sc_muladd = sc_muladd,
    .check = check,
    .decodes = decodes,
    .check_batch = check_batch,
};
