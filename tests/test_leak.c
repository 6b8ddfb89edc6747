/* test_leak - the statistics of `sigcost leak` on made-up figures: that it sees what is there and
 * nothing else; then the measuring loop on steps that leak by far. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "bench/leak.h"
#include "bench/registry.h"

static void near(double got, double want, double within)
{
    cr_assert(fabs(got - want) <= within, "%.12g is not %.12g", got, want);
}

/* By hand: a = 1..5: mean 3, variance 2.5; b = 2, 4, .., 12: mean 7, variance 14. */
Test(leak, welch_by_hand)
{
    struct welch test = {0};

    near(welch_t(&test), 0, 0);
    for (int i = 1; i <= 5; i++)
        welch_push(&test, 0, i);
    near(welch_t(&test), 0, 0);
    for (int i = 1; i <= 6; i++)
        welch_push(&test, 1, 2 * i);
    near(test.mean[0], 3, 1e-12);
    near(test.mean[1], 7, 1e-12);
    near(test.m2[0], 10, 1e-12);
    near(test.m2[1], 70, 1e-12);
    near(welch_t(&test), -4 / sqrt(2.5 / 5 + 14.0 / 6), 1e-12);
}

Test(leak, welch_without_spread)
{
    struct welch same = {0}, above = {0}, below = {0};

    for (int i = 0; i < 10; i++)
        for (unsigned class = 0; class < 2; class ++) {
            welch_push(&same, class, 7);
            welch_push(&above, class, class ? 7 : 8);
            welch_push(&below, class, class ? 8 : 7);
        }
    near(welch_t(&same), 0, 0);
    cr_assert(isinf(welch_t(&above)) && welch_t(&above) > 0);
    cr_assert(isinf(welch_t(&below)) && welch_t(&below) < 0);
}

/* Far from zero, sums of squares would cancel; running moments do not. */
Test(leak, welch_far_from_zero)
{
    struct welch near_zero = {0}, far = {0};
    struct stats_rng rng = {3};

    for (int i = 0; i < 2000; i++) {
        double x = (double)stats_below(&rng, 1000);
        welch_push(&near_zero, i & 1, x);
        welch_push(&far, i & 1, x + 1e12);
    }
    near(welch_t(&far), welch_t(&near_zero), 1e-3);
}

/* A time: 10000 cycles, a bell of +-50 by the sum of twelve, and one in ten late by up to 50000. */
static double made_up(struct stats_rng *rng)
{
    double x = 10000;

    for (int i = 0; i < 12; i++)
        x += ((double)stats_below(rng, 1 << 20) / (1 << 20) - 0.5) * 50;
    if (stats_below(rng, 10) == 0)
        x += (double)stats_below(rng, 50000);
    return x;
}

/* The worst t of n made-up times, class 0 later by `shift` and its bell stretched by `stretch`. */
static double worst_of(int n, double shift, double stretch, uint64_t seed)
{
    struct leak_test *test = calloc(1, sizeof *test);
    struct stats_rng rng = {seed};
    double first[512], worst;

    cr_assert_not_null(test);
    for (int i = 0; i < 512; i++)
        first[i] = made_up(&rng);
    leak_start(test, first, 512);
    for (int i = 0; i < n; i++) {
        unsigned class = (unsigned)(stats_next(&rng) >> 63);
        double x = made_up(&rng);
        if (class == 0)
            x = 10000 + (x - 10000) * stretch + shift;
        leak_push(test, class, x);
    }
    worst = leak_worst(test);
    free(test);
    return worst;
}

Test(leak, equal_classes_are_rarely_suspect)
{
    int suspect = 0;

    for (uint64_t seed = 1; seed <= 200; seed++)
        suspect += fabs(worst_of(4000, 0, 1, seed)) > LEAK_SUSPECT;
    cr_assert_leq(suspect, 2, "%d of 200", suspect);
}

/* 0.1 % of the time, far below the tail's noise: only cropped tests can see it. */
Test(leak, a_small_shift_is_found_under_a_long_tail)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        cr_assert_gt(worst_of(20000, 10, 1, seed), LEAK_SUSPECT);
        cr_assert_lt(worst_of(20000, -10, 1, seed), -LEAK_SUSPECT);
    }
}

Test(leak, a_wider_spread_is_found_too)
{
    cr_assert_gt(fabs(worst_of(20000, 0, 1.3, 5)), LEAK_SUSPECT);
}

Test(leak, few_values_say_nothing)
{
    near(worst_of(LEAK_MIN_CLASS, 1e6, 1, 1), 0, 0);
}

Test(leak, limits_are_percentiles)
{
    struct leak_test *test = calloc(1, sizeof *test);
    double times[1001];

    cr_assert_not_null(test);
    for (int i = 0; i <= 1000; i++)
        times[i] = 1000 - i;
    leak_start(test, times, 1001);
    near(test->limit[9], 500, 1e-9);                   /* 1 - 1/2 */
    near(test->limit[99], 1000 - 1000.0 / 1024, 1e-9); /* 1 - 2^-10 */
    for (int i = 1; i < LEAK_CROPS; i++)
        cr_assert_gt(test->limit[i], test->limit[i - 1]);
    free(test);
}

Test(leak, verdict_wants_repetition_with_one_sign)
{
    cr_assert_eq(leak_judge((double[]){1, -4.4, 3}, 3), LEAK_NONE);
    cr_assert_eq(leak_judge((double[]){5, 1, 30}, 3), LEAK_ONCE);
    cr_assert_eq(leak_judge((double[]){5, -6, 7}, 3), LEAK_ONCE);
    cr_assert_eq(leak_judge((double[]){5, 6, 7}, 3), LEAK_FOUND);
    cr_assert_eq(leak_judge((double[]){-5, -INFINITY, -7}, 3), LEAK_FOUND);
}

/* k = 1 against random k with a step that skips leading zeros: no machine is too noisy for that. */
Test(leak, a_leaky_step_is_found)
{
    const struct impl *row = registry_find(alg_by_name("ecdsa-p256"), "window");
    struct leak_target target;
    struct leak_result result;
    struct hmac_drbg drbg;
    const char *why = NULL;

    cr_assert_not_null(row);
    drbg_seed_u64(&drbg, 4);
    cr_assert_eq(leak_target_make(&target, row, OP_KEYGEN, &drbg.rng, &why), DONE);
    cr_assert_eq(leak_measure(&result, &target, 1.5, 9), DONE);
    target.clear(&target);
    cr_assert_eq(result.verdict, LEAK_FOUND, "%g %g %g", result.worst[0], result.worst[1],
                 result.worst[2]);
    cr_assert_lt(result.worst[0], -LEAK_SURE, "the fixed class is the faster one");
}

/* Every step that claims constant time can be asked for each operation, and its results hold up. */
Test(leak, every_claim_has_a_target)
{
    struct hmac_drbg drbg;

    drbg_seed_u64(&drbg, 5);
    for (size_t i = 0; i < registry_count(); i++) {
        const struct impl *row = registry_at(i);
        for (int op = OP_KEYGEN; op <= OP_SIGN; op++) {
            struct leak_target target;
            const char *why = NULL;

            if (!(row->flags & STEP_CONSTANT_TIME) || row->flags & STEP_PEER || row->missing(row) ||
                (row->alg->family == FAMILY_RSA && (op == OP_KEYGEN || row->alg->bits > 2048)))
                continue;
            cr_assert_eq(leak_target_make(&target, row, (enum op)op, &drbg.rng, &why), DONE,
                         "%s %s", row->alg->name, row->name);
            for (size_t at = 0; at < 4; at++) {
                cr_assert_eq(target.prepare(&target, at, at & 1, &drbg.rng), DONE);
                cr_assert_eq(target.run(&target, at, &drbg.rng), DONE, "%s %s", row->alg->name,
                             row->name);
            }
            target.clear(&target);
        }
    }
}
