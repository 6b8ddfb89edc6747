/* test_stats - quantiles and intervals of known numbers. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/stats.h"
#include "tests/near.h"

Test(stats, quantiles_of_known_numbers)
{
    double one[] = {7}, four[] = {4, 2, 1, 3}, five[] = {5, 1, 4, 2, 3};
    struct summary s;

    stats_summary(&s, one, 1);
    near(s.median, 7, 0);
    near(s.q1, 7, 0);
    near(s.max, 7, 0);
    stats_summary(&s, four, 4);
    near(s.min, 1, 0);
    near(s.q1, 1.75, 1e-12);
    near(s.median, 2.5, 1e-12);
    near(s.q3, 3.25, 1e-12);
    near(s.mean, 2.5, 1e-12);
    stats_summary(&s, five, 5);
    near(s.median, 3, 0);
    near(s.q10, 1.4, 1e-12);
    near(s.q90, 4.6, 1e-12);
    stats_summary(&s, five, 0);
    cr_assert_eq(s.n, 0);
    near(s.median, 0, 0);
}

Test(stats, bootstrap_of_constants_and_of_few)
{
    double same[] = {3, 3, 3, 3, 3, 3, 3, 3}, few[] = {9, 1, 5}, single[] = {2};
    struct interval r;

    stats_bootstrap_median(&r, same, 8, 1);
    near(r.estimate, 3, 0);
    near(r.low, 3, 0);
    near(r.high, 3, 0);
    stats_bootstrap_median(&r, few, 3, 1);
    near(r.estimate, 5, 0);
    near(r.low, 1, 0);
    near(r.high, 9, 0);
    stats_bootstrap_median(&r, single, 1, 1);
    near(r.estimate, 2, 0);
    cr_assert(isnan(r.low) && isnan(r.high));
    cr_assert(!interval_holds(&r, 2), "one value has no interval");
    stats_bootstrap_median(&r, single, 0, 1);
    cr_assert(isnan(r.estimate));
    cr_assert_eq(r.n, 0);
}

/* Of many samples from one law, about 95 % must have an interval that holds the law's median. */
Test(stats, bootstrap_covers_the_true_median)
{
    enum { TRIES = 400, N = 41 };
    struct stats_rng rng = {12345};
    int held = 0;

    for (int t = 0; t < TRIES; t++) {
        double x[N];
        struct interval r;
        for (int i = 0; i < N; i++)
            x[i] = -log(1 - (double)(stats_next(&rng) >> 11) * 0x1p-53); /* exponential */
        stats_bootstrap_median(&r, x, N, (uint64_t)t);
        cr_assert(r.low <= r.estimate && r.estimate <= r.high);
        held += interval_holds(&r, log(2));
    }
    cr_assert(held > TRIES * 0.90 && held < TRIES * 0.99, "%d of %d", held, TRIES);
}

Test(stats, ratio_of_independent_samples)
{
    double a[60], b[50];
    struct interval r;

    for (int i = 0; i < 60; i++)
        a[i] = 200 + i % 7;
    for (int i = 0; i < 50; i++)
        b[i] = 100 + i % 5;
    stats_bootstrap_ratio(&r, a, 60, b, 50, 7);
    near(r.estimate, 203.0 / 102.0, 1e-9);
    cr_assert(interval_holds(&r, r.estimate));
    cr_assert(r.high - r.low < 0.06);
    cr_assert_eq(r.n, 50);
    stats_bootstrap_ratio(&r, a, 60, b, 0, 7);
    cr_assert(isnan(r.estimate));
}

Test(stats, below_is_uniform_and_in_range)
{
    struct stats_rng rng = {1};
    unsigned seen[5] = {0};

    for (int i = 0; i < 50000; i++) {
        uint64_t x = stats_below(&rng, 5);
        cr_assert_lt(x, 5);
        seen[x]++;
    }
    for (int i = 0; i < 5; i++)
        cr_assert(seen[i] > 9500 && seen[i] < 10500, "%d: %u", i, seen[i]);
}
