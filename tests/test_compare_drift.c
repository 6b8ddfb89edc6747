/* test_compare_drift - everything slower alike: the program, or the machine? On made-up samples and yardsticks. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/made_up_runs.h"

/* Says of each cell of the file how many of its samples were disturbed. */
static void set_disturbed(struct bench_file *file, double samples)
{
    for (size_t i = 0; i < file->count; i++)
        file->entries[i].disturbed = samples;
}

/* Each run's yardstick: NEW's is slower by `machine`; 0 leaves NEW without one. */
static void set_yardsticks(struct bench_file *old, struct bench_file *new, double machine)
{
    struct bench_file *files[2] = {old, new};
    struct stats_rng rng = {99};

    for (int f = 0; f < (machine > 0 ? 2 : 1); f++) {
        struct bench_entry *entry = &files[f]->yardstick;
        double sorted[101];
        entry->name = "made up";
        entry->sample_ns = malloc(sizeof sorted);
        entry->count = entry->room = 101;
        for (size_t k = 0; k < entry->count; k++)
            entry->sample_ns[k] = noisy(&rng, f ? 160 * machine : 160);
        memcpy(sorted, entry->sample_ns, sizeof sorted);
        stats_summary(&entry->time, sorted, entry->count);
    }
}

struct case_of_all {
    double factor, machine, disturbed; /* of NEW's cells, its yardstick; samples */
};

static enum everything all_of(const struct case_of_all *t, int absolute)
{
    const double factors[CELLS] = {t->factor, t->factor, t->factor, t->factor, t->factor};
    struct bench_file old = file_of(made_up(1, -1, 1, 101)), new = drifted(factors, -1);
    struct comparison c;

    set_disturbed(&old, 0);
    set_disturbed(&new, t->disturbed);
    set_yardsticks(&old, &new, t->machine);
    cr_assert_eq(compare_files(&c, &old, &new, 0.05, absolute), DONE);
    enum everything found = c.everything;
    if (t->machine > 0)
        cr_assert_float_eq(c.machine.estimate, t->machine, 0.01 * t->machine);
    else
        cr_assert_eq(c.machine.n, 0);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
    return found;
}

Test(everything, slower_alike_on_one_and_the_same_machine_is_a_regression)
{
    cr_assert_eq(all_of(&(struct case_of_all){1.15, 1, 0}, 0), EVERYTHING_SLOWER);
    cr_assert_eq(all_of(&(struct case_of_all){1.15, 0.9, 0}, 0), EVERYTHING_SLOWER,
                 "a faster machine excuses nothing");
    cr_assert_eq(all_of(&(struct case_of_all){1.15, 1, 2}, 0), EVERYTHING_SLOWER,
                 "2 of 101 are few");
    cr_assert_eq(all_of(&(struct case_of_all){1.15, 1, 3}, 0), EVERYTHING_UNKNOWN);
    cr_assert_eq(all_of(&(struct case_of_all){1.15, 1, NAN}, 0), EVERYTHING_UNKNOWN,
                 "a file that does not say");
    cr_assert_eq(all_of(&(struct case_of_all){1.03, 1, 0}, 0), EVERYTHING_SAME);
    cr_assert_eq(all_of(&(struct case_of_all){0.8, 1, 0}, 0), EVERYTHING_SAME);
    cr_assert_eq(all_of(&(struct case_of_all){1.15, 1, 0}, 1), EVERYTHING_SAME,
                 "the cells say it themselves then");
}

/* A machine slower by a third, seen so on one that shares its cores: nothing in its record says so, the yardstick does. */
Test(everything, a_slower_machine_is_none)
{
    cr_assert_eq(all_of(&(struct case_of_all){1.36, 1.36, 0}, 0), EVERYTHING_UNKNOWN);
    cr_assert_eq(all_of(&(struct case_of_all){1.36, 1.20, 0}, 0), EVERYTHING_UNKNOWN,
                 "cells lose more than the yardstick");
    cr_assert_eq(all_of(&(struct case_of_all){1.36, 1.10, 0}, 0), EVERYTHING_SLOWER);
    cr_assert_eq(all_of(&(struct case_of_all){2.00, 1.36, 0}, 0), EVERYTHING_SLOWER,
                 "1.85 of it at most");
    cr_assert_eq(all_of(&(struct case_of_all){1.36, 0, 0}, 0), EVERYTHING_UNKNOWN,
                 "a file without a yardstick");
}

/* A neighbour for two thirds of NEW's run: the medians are slower, but not in every stretch. */
Test(everything, a_spell_of_load_is_not)
{
    struct bench_file old = file_of(made_up(1, -1, 1, 101)), new = file_of(made_up(2, -1, 1, 101));
    struct comparison c;

    set_disturbed(&old, 0);
    set_disturbed(&new, 0);
    set_yardsticks(&old, &new, 1);
    for (size_t i = 0; i < new.count; i++) {
        double sorted[101];
        for (size_t k = 0; k < 67; k++)
            new.entries[i].sample_ns[k] *= 1.3;
        memcpy(sorted, new.entries[i].sample_ns, sizeof sorted);
        stats_summary(&new.entries[i].time, sorted, 101);
    }
    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
    cr_assert_gt(c.drift.low, 1.05, "the medians alone would say slower");
    cr_assert_eq(c.everything, EVERYTHING_UNKNOWN);
    cr_assert_eq(c.verdicts[CHANGE_SLOWER], 0);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}
