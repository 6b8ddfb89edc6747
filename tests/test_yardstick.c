/* test_yardstick - the fixed piece of work is a right product, against GMP, and gives samples in a run. */
#include <criterion/criterion.h>
#include <gmp.h>
#include <string.h>

#include "bench/stats.h"
#include "bench/yardstick.h"

static void import(mpz_t z, const uint64_t *limbs, size_t count)
{
    mpz_import(z, count, -1, sizeof *limbs, 0, 0, limbs);
}

static void expect_row(const uint64_t x[YARDSTICK_LIMBS], uint64_t b)
{
    uint64_t r[YARDSTICK_LIMBS + 1], same[YARDSTICK_LIMBS + 1];
    mpz_t want, got, factor;

    mpz_inits(want, got, factor, NULL);
    memset(r, 0xaa, sizeof r);
    r[YARDSTICK_LIMBS] = yardstick_row(r, x, b);
    memcpy(same, x, YARDSTICK_LIMBS * sizeof *x);
    same[YARDSTICK_LIMBS] = yardstick_row(same, same, b);
    cr_assert_arr_eq(same, r, sizeof r, "in place");
    import(want, x, YARDSTICK_LIMBS);
    import(factor, &b, 1);
    import(got, r, YARDSTICK_LIMBS + 1);
    mpz_mul(want, want, factor);
    cr_assert_eq(mpz_cmp(got, want), 0);
    mpz_clears(want, got, factor, NULL);
}

Test(yardstick, is_a_product)
{
    static const uint64_t edges[] = {0,         1, 2, UINT32_MAX, (uint64_t)1 << 32, UINT64_MAX - 1,
                                     UINT64_MAX};
    enum { EDGES = sizeof edges / sizeof edges[0] };
    struct stats_rng rng = {17};
    uint64_t x[YARDSTICK_LIMBS];

    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++) {
            for (int k = 0; k < YARDSTICK_LIMBS; k++)
                x[k] = edges[i];
            expect_row(x, edges[j]);
        }
    for (int t = 0; t < 1000; t++) {
        for (int k = 0; k < YARDSTICK_LIMBS; k++) {
            uint64_t any = stats_below(&rng, UINT32_MAX) << 32 | stats_below(&rng, UINT32_MAX);
            x[k] = stats_below(&rng, 4) ? any : edges[stats_below(&rng, EDGES)];
        }
        expect_row(x, edges[stats_below(&rng, EDGES)]);
        expect_row(x, x[1]);
    }
}

Test(yardstick, is_a_cell_that_can_be_measured, .timeout = 60)
{
    struct plan plan = {.timer = timer_system(), .rounds = 9, .seed = 1};
    struct account account;
    struct cell cell;

    yardstick_cell(&cell);
    cr_assert_eq(measure(&cell, 1, &plan, &account), DONE);
    cr_assert_eq(cell.count, 9);
    for (size_t i = 0; i < cell.count; i++)
        cr_assert(cell.samples[i].cpu_ns > 1, "256 products take longer");
    cell_clear(&cell);
}
