/* engine_comb - a table of all windows of B for [s]B, interleaved NAFs for verification. */
#define COMB_BITS  6
#define NAF_A_BITS 5
#define NAF_B_BITS 8

#include "ed25519/layer.h"
#include "ed25519/field_fold.inc"
#include "ed25519/field_power.inc"
#include "ed25519/decode.inc"
#include "ed25519/point_completed.inc"
#include "ed25519/tables.inc"
#include "ed25519/naf_table.inc"
#include "ed25519/recode.inc"
#include "ed25519/lookup_direct.inc"
#include "ed25519/mul_comb.inc"
#include "ed25519/mul_naf.inc"
#include "ed25519/start_tables.inc"
#include "ed25519/sc_fold.inc"
#include "ed25519/units_field.inc"
#include "ed25519/units_completed.inc"
#include "ed25519/units_read.inc"
#include "ed25519/units_verify.inc"
#include "ed25519/units_turns.inc"

static const struct unit units[] = {
    {OP_FE_MUL, unit_fe_mul},
    {OP_FE_SQR, unit_fe_sqr},
    {OP_FE_ADD, unit_fe_add},
    {OP_FE_INV, unit_fe_inv},
    {OP_POINT_DOUBLE, unit_point_double},
    {OP_POINT_ADD, unit_point_add},
    {OP_POINT_MADD, unit_point_madd},
    {OP_TABLE_READ, unit_table_read},
    {OP_SC_MUL, unit_sc_mul},
    {OP_SC_NAF, unit_sc_naf},
    {OP_POINT_DECODE, unit_point_decode},
    {OP_COUNT, NULL},
};

const struct ed25519_engine ed25519_comb = {
    .step = {.name = "comb",
             .idea = "fixed-base table of signed windows, no doubling; interleaved NAFs to verify",
             .source = "Brickell, Gordon, McCurley, Wilson 1992; Straus 1964; Bernstein et al., "
                       "High-speed high-security signatures, 2011",
             .flags = STEP_COFACTORED,
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
};
