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

static void turns_both(const void *context, unsigned long times, unsigned doublings_of_two)
{
    const struct context *c = context;
    struct unit_state u;
    unsigned gap = 0;

    unit_start(&u, context);
    for (unsigned long i = 0; i < times; i++) {
        const unsigned random = unit_random();
        const struct point *odd = &c->odd_G[(random >> 1) % NAF_ODDS];

        gap = unit_gap(i, gap, doublings_of_two);
        for (unsigned j = 0; j < gap; j++)
            unit_double(&u.P, &u.P, &u.w);
        if (random & 1)
            point_neg(&u.Q, odd, &u.w);
        unit_add(&u.P, &u.P, random & 1 ? &u.Q : odd, &u.w);
    }
    unit_stop(&u);
}

static void turns_base(const void *context, unsigned long times)
{
    turns_both(context, times, 12);
}

static void turns_check(const void *context, unsigned long times)
{
    turns_both(context, times, 6);
}

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
             .units = units,
             .turns_base = turns_base,
             .turns_check = turns_check},
    .open = window_open,
    .close = window_close,
    .table_bytes = window_table_bytes,
    .mul_base = window_mul_base,
    .mul_check = window_mul_check,
    .sc_mul = sc_mul,
    .sc_inv = sc_inv,
    .sc_inv_vartime = sc_inv,
};
