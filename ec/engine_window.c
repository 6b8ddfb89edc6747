/* The step `window`. Its layers, each in a file of its own: */
#include <stdlib.h>
#include <string.h>

#include "bignum/bytes.h"
#include "ec/engines.h"

#include "ec/fe_mpz.inc"
#include "ec/point_jacobian.inc"
#include "ec/compare_x.inc"
#include "ec/naf.inc"
#include "ec/mul_window.inc"
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

const struct ec_engine ec_engine_window = {
    .step = {.name = "window",
             .idea = "width-5 non-adjacent forms; verification interleaves both scalars over one "
                     "chain of doublings",
             .source =
                 "Guide to Elliptic Curve Cryptography, algorithms 3.36 and 3.51; Straus 1964",
             .flags = STEP_RFC6979,
             .costs = costs,
             .units = units},
    .open = window_open,
    .close = window_close,
    .table_bytes = window_table_bytes,
    .mul_base = window_mul_base,
    .mul_check = window_mul_check,
    .sc_mul = sc_mul,
    .sc_inv = sc_inv,
    .sc_inv_vartime = sc_inv,
};
