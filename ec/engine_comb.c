/* The step `comb`. Its layers, each in a file of its own: */
#include <stdlib.h>
#include <string.h>

#include "bignum/bytes.h"
#include "ec/engines.h"

#include "ec/fe_mpn.inc"
#include "ec/point_jacobian.inc"
#include "ec/point_mixed.inc"
#include "ec/compare_x.inc"
#include "ec/naf.inc"
#include "ec/mul_comb.inc"
#include "ec/sc_mpn.inc"
#include "ec/units.inc"

static void (*volatile unit_madd)(struct point *, const struct point *, const mp_limb_t *, int,
                                  struct work *) = point_madd;

/* Entries from all over the table, half of them negative, as a scalar asks for them. */
static void unit_point_madd(const void *context, unsigned long times)
{
    const struct context *c = context;
    const unsigned entries = c->rows << (c->width - 1);
    struct unit_state u;

    unit_start(&u, context);
    while (times-- > 0) {
        const unsigned random = unit_random();

        unit_madd(&u.P, &u.P, c->table + (random >> 1) % entries * c->entry, (int)(random & 1),
                  &u.w);
    }
    unit_stop(&u);
}

/* Row after row, digits at random. */
static void turns_base(const void *context, unsigned long times)
{
    const struct context *c = context;
    const unsigned entries = 1u << (c->width - 1);
    struct unit_state u;

    unit_start(&u, context);
    for (unsigned long i = 0; i < times; i++) {
        const unsigned random = unit_random();

        unit_madd(&u.P, &u.P, c->table + i % c->rows * c->row + (random >> 1) % entries * c->entry,
                  (int)(random & 1), &u.w);
    }
    unit_stop(&u);
}

static void turns_check(const void *context, unsigned long times)
{
    const struct context *c = context;
    struct unit_state u;
    unsigned gap = 0;

    unit_start(&u, context);
    for (unsigned long i = 0; i < times; i++) {
        const unsigned random = unit_random();

        gap = unit_gap(i, gap, 7);
        for (unsigned j = 0; j < gap; j++)
            unit_double(&u.P, &u.P, &u.w);
        unit_madd(&u.P, &u.P, c->odd_G + (random >> 1) % BASE_ODDS * c->entry, (int)(random & 1),
                  &u.w);
    }
    unit_stop(&u);
}

static const struct cost costs[] = {
    JACOBIAN_COSTS,
    MIXED_COSTS,
    {NULL, NULL, 0, 0, 0, 0},
};

static const struct unit units[] = {
    UNITS,
    {OP_POINT_MADD, unit_point_madd},
    {0, NULL},
};

const struct ec_engine ec_engine_comb = {
    .step = {.name = "comb",
             .idea = "tables of the base point: signing is additions alone; verification adds "
                     "affine multiples of G and Q",
             .source = "Brickell, Gordon, McCurley, Wilson 1992; EFD madd-2004-hmv",
             .flags = STEP_RFC6979,
             .costs = costs,
             .units = units,
             .turns_base = turns_base,
             .turns_check = turns_check},
    .open = comb_open,
    .close = comb_close,
    .table_bytes = comb_table_bytes,
    .mul_base = comb_mul_base,
    .mul_check = comb_mul_check,
    .sc_mul = sc_mul,
    .sc_inv = sc_inv,
    .sc_inv_vartime = sc_inv,
};
