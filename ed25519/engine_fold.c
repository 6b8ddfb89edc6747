/* engine_fold - the same with reductions by folding: no division, no allocation in a product. */
#include "ed25519/layer.h"
#include "ed25519/field_fold.inc"
#include "ed25519/field_power.inc"
#include "ed25519/decode.inc"
#include "ed25519/point_extended.inc"
#include "ed25519/mul_binary.inc"
#include "ed25519/sc_fold.inc"
#include "ed25519/units_field.inc"
#include "ed25519/units_point.inc"

static const struct cost costs[] = {
    {"point_double", "Hisil, Wong, Carter, Dawson 2008; RFC 8032 5.1.4; EFD dbl-2008-hwcd", 4, 4, 6,
     0},
    {"point_add", "Hisil, Wong, Carter, Dawson 2008; RFC 8032 5.1.4; EFD add-2008-hwcd-3", 9, 0, 9,
     0},
    FE_INV_COST,
    {NULL, NULL, 0, 0, 0, 0},
};

static const struct unit units[] = {
    {OP_FE_MUL, unit_fe_mul},
    {OP_FE_SQR, unit_fe_sqr},
    {OP_FE_ADD, unit_fe_add},
    {OP_FE_INV, unit_fe_inv},
    {OP_POINT_DOUBLE, unit_point_double},
    {OP_POINT_ADD, unit_point_add},
    {OP_SC_MUL, unit_sc_mul},
    {OP_COUNT, NULL},
};

const struct ed25519_engine ed25519_fold = {
    .step = {.name = "fold",
             .idea = "reduction modulo 2^255 - 19 and L by folding over mpn: no division",
             .source = "2^256 = 2p + 38; Crandall, US patent 5159632 (1992)",
             .flags = STEP_COFACTORED,
             .costs = costs,
             .units = units,
             .turns_base = turns,
             .turns_check = turns},
    .start = start,
    .table_bytes = table_bytes,
    .mul_base = mul_base,
    .sc_reduce = sc_reduce,
    .sc_muladd = sc_muladd,
    .check = check,
    .decodes = decodes,
};
