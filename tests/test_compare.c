/* test_compare - verdicts on made-up samples: cells, blocks, the machine. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/made_up_runs.h"

Test(verdicts, two_runs_of_the_same_are_the_same_in_20_of_20)
{
    for (uint64_t t = 0; t < 20; t++) {
        struct bench_file old = file_of(made_up(2 * t, -1, 1, 101)),
                          new = file_of(made_up(2 * t + 1, -1, 1, 101));
        struct comparison c;
        cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
        cr_assert_eq(c.count, CELLS);
        cr_assert_eq(c.verdicts[CHANGE_SAME], CELLS);
        comparison_clear(&c);
        bench_file_clear(&old);
        bench_file_clear(&new);
    }
}

static void expect_one(int slowed, double factor, double threshold, enum change_verdict verdict)
{
    struct bench_file old = file_of(made_up(1, -1, 1, 101)),
                      new = file_of(made_up(2, slowed, factor, 101));
    struct comparison c;

    cr_assert_eq(compare_files(&c, &old, &new, threshold, 0), DONE);
    for (size_t i = 0; i < c.count; i++) {
        enum change_verdict want = (int)i == slowed ? verdict : CHANGE_SAME;
        cr_assert_eq(c.changes[i].verdict, want, "%s: %d, not %d", c.changes[i].old->name,
                     c.changes[i].verdict, want);
    }
    cr_assert(c.changes[slowed].ratio.low < factor * 1.01 &&
              c.changes[slowed].ratio.high > factor * 0.99);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

Test(verdicts, a_slowed_cell_is_found_and_no_other)
{
    for (int i = 0; i < CELLS; i++) {
        expect_one(i, 1.15, 0.05, CHANGE_SLOWER);
        expect_one(i, 1 / 1.15, 0.05, CHANGE_FASTER);
    }
    expect_one(2, 1.15, 0.20, CHANGE_SAME);
    expect_one(2, 1.03, 0.05, CHANGE_SAME);
}

/* A neighbour that takes the machine for a third of the time slows the tail, not the program. */
Test(verdicts, a_busy_machine_is_no_regression)
{
    struct bench_file old = file_of(made_up(1, -1, 1, 101)), new = file_of(made_up(2, -1, 1, 101));
    struct comparison c;

    for (size_t i = 0; i < new.entries[0].count; i++)
        if (i % 10 < 7)
            new.entries[0].sample_ns[i] *= 1.4;
    double sorted[101];
    memcpy(sorted, new.entries[0].sample_ns, sizeof sorted);
    stats_summary(&new.entries[0].time, sorted, 101);
    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
    cr_assert_gt(c.changes[0].ratio.low, 1.05, "the medians alone would say slower");
    cr_assert_eq(c.changes[0].verdict, CHANGE_SAME);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

Test(verdicts, few_samples_are_told_apart_from_the_same)
{
    struct bench_file old = file_of(made_up(1, -1, 1, 3)), new = file_of(made_up(2, 1, 5, 3));
    struct comparison c;

    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
    cr_assert_eq(c.verdicts[CHANGE_TOO_FEW], CELLS);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

/* A machine slower by a fifth in everything, and one cell that really lost 15 % more. */
Test(verdicts, the_machine_is_taken_out)
{
    static const double factors[CELLS] = {1.2, 1.2, 1.2, 1.2, 1.2};
    struct bench_file old = file_of(made_up(1, -1, 1, 101)), new = drifted(factors, 3);
    struct comparison c;

    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 1), DONE);
    cr_assert_eq(c.verdicts[CHANGE_SLOWER], CELLS);
    comparison_clear(&c);
    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
    cr_assert_eq(c.verdicts[CHANGE_SLOWER], 1);
    cr_assert_eq(c.changes[3].verdict, CHANGE_SLOWER);
    cr_assert_float_eq(c.drift.estimate, 1.2, 0.02);
    cr_assert_float_eq(c.margin, 1.05, 1e-9);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

/* A machine that is faster for some cells and slower for others, as between two runs on a shared one: what is not
 * beyond that scatter is no regression. */
Test(verdicts, changes_within_the_scatter_of_all_are_the_same)
{
    static const double factors[CELLS] = {1.30, 1.18, 1.42, 1.36, 1.25};
    struct bench_file old = file_of(made_up(1, -1, 1, 101)), new = drifted(factors, -1);
    struct comparison c;

    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
    cr_assert_eq(c.verdicts[CHANGE_SAME], CELLS);
    cr_assert_gt(c.margin, 1.1);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

/* Too few cells to know the machine by: changes count as they are. */
Test(verdicts, one_cell_has_no_drift)
{
    struct bench_file old = file_of(made_up(1, -1, 1, 101)),
                      new = file_of(made_up(2, 0, 1.15, 101));
    struct comparison c;

    for (size_t i = 1; i < CELLS; i++) {
        free(old.entries[i].sample_ns);
        free(new.entries[i].sample_ns);
    }
    old.count = new.count = 1;
    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
    cr_assert_eq(c.verdicts[CHANGE_SLOWER], 1);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

/* --- blocks -------------------------------------------------------------------------------------- */

Test(blocks, medians_of_consecutive_stretches)
{
    double x[100];
    struct blocks blocks;

    for (int i = 0; i < 100; i++)
        x[i] = i;
    cr_assert_eq(blocks_of(&blocks, x, 36), DONE);
    cr_assert_eq(blocks.count, COMPARE_BLOCKS);
    for (size_t b = 0; b < COMPARE_BLOCKS; b++)
        cr_assert_float_eq(blocks.median[b], 3 * (double)b + 1, 1e-12);
    cr_assert_eq(blocks_of(&blocks, x, 5), DONE);
    cr_assert_eq(blocks.count, 5);
    cr_assert_float_eq(blocks.median[4], 4, 1e-12);
    cr_assert_eq(blocks_of(&blocks, x, 100), DONE);
    cr_assert_float_eq(blocks.median[0], 3.5, 1e-12);
    cr_assert_float_eq(blocks.median[11], 95, 1e-12);
    cr_assert_eq(blocks_of(&blocks, x, 0), DONE);
    cr_assert_eq(blocks.count, 0);
}

/* Both runs under a load that comes and goes: samples within a spell agree, so that a test that takes them for independent
 * finds differences between runs of the same code. */
Test(verdicts, spells_of_load_are_the_same_in_20_of_20)
{
    for (uint64_t t = 0; t < 20; t++) {
        struct bench_file files[2] = {file_of(made_up(2 * t, -1, 1, 101)),
                                      file_of(made_up(2 * t + 1, -1, 1, 101))};
        struct stats_rng rng = {t};
        struct comparison c;
        for (int f = 0; f < 2; f++)
            for (size_t i = 0; i < files[f].count; i++) {
                struct bench_entry *e = &files[f].entries[i];
                double sorted[101], slow = 1;
                for (size_t k = 0; k < 101; k++) {
                    if (k % 17 == 0)
                        slow = 1 + 0.2 * (double)stats_below(&rng, 1000) / 1000;
                    sorted[k] = e->sample_ns[k] *= slow;
                }
                stats_summary(&e->time, sorted, 101);
            }
        cr_assert_eq(compare_files(&c, &files[0], &files[1], 0.05, 1), DONE);
        cr_assert_eq(c.verdicts[CHANGE_SLOWER] + c.verdicts[CHANGE_FASTER], 0, "try %d", (int)t);
        comparison_clear(&c);
        bench_file_clear(&files[0]);
        bench_file_clear(&files[1]);
    }
}

/* Seven samples are too few, eight are enough. */
Test(verdicts, eight_samples_are_wanted)
{
    for (int samples = 7; samples <= 8; samples++) {
        struct bench_file old = file_of(made_up(1, -1, 1, samples)),
                          new = file_of(made_up(2, 1, 1.6, samples));
        struct comparison c;
        cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
        cr_assert_eq(c.changes[1].verdict, samples == 7 ? CHANGE_TOO_FEW : CHANGE_SLOWER);
        comparison_clear(&c);
        bench_file_clear(&old);
        bench_file_clear(&new);
    }
}
