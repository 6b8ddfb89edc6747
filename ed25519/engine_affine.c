/* engine_affine - the curve equation as it stands: affine points, an inversion for each addition. */
#include "ed25519/layer.h"
#include "ed25519/field_mpz.inc"
#include "ed25519/field_power.inc"
#include "ed25519/decode.inc"
#include "ed25519/point_affine.inc"
#include "ed25519/mul_binary.inc"
#include "ed25519/sc_mpz.inc"
#include "ed25519/units_field.inc"
#include "ed25519/units_point.inc"

static const struct cost costs[] = {
    {"point_double", "Bernstein, Birkner, Joye, Lange, Peters 2008, section 6", 9, 2, 4, 1},
    {"point_add", "Bernstein, Birkner, Joye, Lange, Peters 2008, section 6", 11, 0, 4, 1},
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

const struct ed25519_engine ed25519_affine = {
    .step = {.name = "affine",
             .idea = "affine points, double-and-add, one inversion per addition, division by p",
             .source = "RFC 8032 5.1",
             .flags = STEP_TEXTBOOK | STEP_COFACTORED,
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
