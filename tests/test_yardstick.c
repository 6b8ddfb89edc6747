/* test_yardstick - the fixed piece of work gives right products, against GMP, and gives samples in a run. */
#include <criterion/criterion.h>
#include <gmp.h>
#include <string.h>

#include "bench/stats.h"
#include "bench/yardstick.h"

static void import(mpz_t z, uint64_t limb)
{
    mpz_import(z, 1, -1, sizeof limb, 0, 0, &limb);
}

static uint64_t export(const mpz_t z)
{
    uint64_t limb = 0;

    mpz_export(&limb, NULL, -1, sizeof limb, 0, 0, z);
    return limb;
}

static void expect_products(const uint64_t x[YARDSTICK_LIMBS], uint64_t b)
{
    uint64_t r[YARDSTICK_LIMBS], same[YARDSTICK_LIMBS], sum = 0, high = 0, got;
    mpz_t product, factor, half;

    mpz_inits(product, factor, half, NULL);
    memset(r, 0xaa, sizeof r);
    memcpy(same, x, sizeof same);
    got = yardstick_products(r, x, b);
    cr_assert_eq(yardstick_products(same, same, b), got);
    cr_assert_arr_eq(same, r, sizeof r, "in place");
    import(factor, b);
    for (int i = 0; i < YARDSTICK_LIMBS; i++) {
        import(product, x[i]);
        mpz_mul(product, product, factor);
        mpz_fdiv_r_2exp(half, product, 64);
        cr_assert_eq(r[i], export(half), "product %d", i);
        sum += r[i];
        mpz_fdiv_q_2exp(half, product, 64);
        high ^= export(half);
    }
    cr_assert_eq(got, sum + high);
    mpz_clears(product, factor, half, NULL);
}

Test(yardstick, is_right_products)
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
            expect_products(x, edges[j]);
        }
    for (int t = 0; t < 1000; t++) {
        for (int k = 0; k < YARDSTICK_LIMBS; k++) {
            uint64_t any = stats_below(&rng, UINT32_MAX) << 32 | stats_below(&rng, UINT32_MAX);
            x[k] = stats_below(&rng, 4) ? any : edges[stats_below(&rng, EDGES)];
        }
        expect_products(x, edges[stats_below(&rng, EDGES)]);
        expect_products(x, x[1]);
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
