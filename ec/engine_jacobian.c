/* The step `jacobian`. Its layers, each in a file of its own: */
#include <stdlib.h>
#include <string.h>

#include "bignum/bytes.h"
#include "ec/engines.h"

#include "ec/fe_mpz.inc"
#include "ec/point_jacobian.inc"
#include "ec/compare_x.inc"
#include "ec/mul_binary.inc"
#include "ec/sc_mpn.inc"
#include "ec/units.inc"

static const struct cost costs[] = {
    JACOBIAN_COSTS,
    {NULL, NULL, 0, 0, 0, 0},
};

static const struct unit units[] = {
    UNITS,
    {0, NULL},
};

const struct ec_engine ec_engine_jacobian = {
    .step = {.name = "jacobian",
             .idea = "projective coordinates (X/Z^2, Y/Z^3): one inversion at the end instead of "
                     "one per group operation",
             .source = "Chudnovsky and Chudnovsky 1986; EFD dbl-2004-hmv, add-1998-cmo-2",
             .flags = STEP_RFC6979,
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
