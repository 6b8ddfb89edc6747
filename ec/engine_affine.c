/* The step `affine`. Its layers, each in a file of its own: */
#include <stdlib.h>
#include <string.h>

#include "bignum/bytes.h"
#include "ec/engines.h"

#include "ec/fe_mpz.inc"
#include "ec/point_affine.inc"
#include "ec/compare_x.inc"
#include "ec/mul_binary.inc"
#include "ec/sc_mpn.inc"
#include "ec/units.inc"

static const struct cost costs[] = {
    AFFINE_COSTS,
    {NULL, NULL, 0, 0, 0, 0},
};

static const struct unit units[] = {
    UNITS,
    {0, NULL},
};

const struct ec_engine ec_engine_affine = {
    .step = {.name = "affine",
             .idea = "y and x as they stand, double-and-add, an inversion in every group operation",
             .source = "SEC 1 v2 2.2.1",
             .flags = STEP_TEXTBOOK | STEP_RFC6979,
             .costs = costs,
             .units = units},
    .open = binary_open,
    .close = binary_close,
    .table_bytes = binary_table_bytes,
    .mul_base = binary_mul_base,
    .mul_check = binary_mul_check,
    .sc_mul = sc_mul,
    .sc_inv = sc_inv,
    .sc_inv_vartime = sc_inv,
};
