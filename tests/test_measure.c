/* test_measure - the measuring core on a clock that the test turns itself, and on the real one. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fake_clock.h"
#include "tests/near.h"

Test(measure, double_work_has_ratio_two)
{
    struct fake fake;
    struct timer timer = fake_timer(&fake);
    struct fake_job jobs[2] = {{&fake, 0, 3000, 0.1, GOOD, 0, 0},
                               {&fake, 1, 6000, 0.1, GOOD, 0, 0}};
    struct cell cells[2] = {fake_cell(&jobs[0]), fake_cell(&jobs[1])};
    struct plan plan = {.timer = &timer, .rounds = 201, .seed = 5};
    struct account account;
    struct interval r;
    struct summary cpu, cycles;

    cr_assert_eq(measure(cells, 2, &plan, &account), DONE);
    cr_assert_eq(account.rounds, 201);
    cr_assert_eq(cells[0].count, 201);
    cell_ratio(&r, &cells[1], &cells[0]);
    cr_assert_eq(r.n, 201);
    near(r.estimate, 2, 0.03);
    cr_assert(interval_holds(&r, 2), "[%g, %g]", r.low, r.high);
    cr_assert(!interval_holds(&r, 1));
    cell_ratio(&r, &cells[0], &cells[0]);
    near(r.estimate, 1, 0);
    /* batches fill 200 us, and the two clocks agree */
    cr_assert_geq((double)cells[0].samples[0].batch * 3000, 150e3);
    cell_summary(&cpu, &cells[0], CPU_NS);
    cell_summary(&cycles, &cells[0], CYCLES);
    near(cycles.median / cpu.median, 2, 0.001);
    cr_assert_eq(cells[0].operations, 201 * (uint64_t)cells[0].samples[0].batch);
    cell_clear(&cells[0]);
    cell_clear(&cells[1]);
}

Test(measure, every_round_visits_every_cell_in_a_new_order)
{
    enum { CELLS = 5, ROUNDS = 200 };
    struct fake fake;
    struct timer timer = fake_timer(&fake);
    struct fake_job jobs[CELLS];
    struct cell cells[CELLS];
    struct plan plan = {.timer = &timer, .rounds = ROUNDS, .seed = 5};
    struct account account;
    int firsts[CELLS] = {0};

    for (int i = 0; i < CELLS; i++) {
        jobs[i] = (struct fake_job){&fake, i, 1e6, 0, GOOD, 0, 0};
        cells[i] = fake_cell(&jobs[i]);
    }
    cr_assert_eq(measure(cells, CELLS, &plan, &account), DONE);
    const int *order = fake.order + fake.visits - CELLS * ROUNDS;
    for (int r = 0; r < ROUNDS; r++) {
        unsigned seen = 0;
        for (int i = 0; i < CELLS; i++)
            seen |= 1u << order[r * CELLS + i];
        cr_assert_eq(seen, (1u << CELLS) - 1, "round %d", r);
        firsts[order[r * CELLS]]++;
    }
    for (int i = 0; i < CELLS; i++) {
        cr_assert(firsts[i] > 20, "cell %d is first in %d rounds", i, firsts[i]);
        cell_clear(&cells[i]);
    }
}

Test(measure, rounds_zero_one_two)
{
    for (unsigned rounds = 0; rounds <= 2; rounds++) {
        struct fake fake;
        struct timer timer = fake_timer(&fake);
        struct fake_job job = {&fake, 0, 500, 0, GOOD, 0, 0};
        struct cell cell = fake_cell(&job);
        struct plan plan = {.timer = &timer, .rounds = rounds, .seed = 1};
        struct account account;
        struct summary s;
        cr_assert_eq(measure(&cell, 1, &plan, &account), rounds ? DONE : FAILED);
        cr_assert_eq(cell.count, rounds);
        cell_summary(&s, &cell, CPU_NS);
        cr_assert_eq(s.n, rounds);
        cell_clear(&cell);
    }
}

Test(measure, a_wrong_result_is_kept_apart)
{
    static const enum verdict verdicts[] = {WRONG, CANNOT, CUT_OFF};

    for (int v = 0; v < 3; v++)
        for (int from = 1; from <= 20; from += 19) {
            struct fake fake;
            struct timer timer = fake_timer(&fake);
            struct fake_job jobs[2] = {{&fake, 0, 1e6, 0, GOOD, 0, 0},
                                       {&fake, 1, 1e6, 0, verdicts[v], from, 0}};
            struct cell cells[2] = {fake_cell(&jobs[0]), fake_cell(&jobs[1])};
            struct plan plan = {.timer = &timer, .rounds = 30, .seed = 1};
            struct account account;
            enum result done = measure(cells, 2, &plan, &account);
            cr_assert_eq(done, verdicts[v] == WRONG ? FAILED : DONE);
            cr_assert_eq(cells[0].count, 30, "the sound cell goes on");
            cr_assert_lt(cells[1].count, 30);
            if (verdicts[v] != CUT_OFF) {
                cr_assert_eq(cells[1].verdict, verdicts[v]);
                cr_assert_str_eq(cells[1].why, "injected");
                cr_assert_eq(jobs[1].runs, from, "given up at once");
            } else {
                cr_assert_gt(cells[1].cut, 0);
            }
            cell_clear(&cells[0]);
            cell_clear(&cells[1]);
        }
}

Test(measure, distributions_are_single_operations_and_unpaired)
{
    struct fake fake;
    struct timer timer = fake_timer(&fake);
    struct fake_job jobs[2] = {{&fake, 0, 1000, 1.5, GOOD, 0, 0},
                               {&fake, 1, 4000, 1.5, GOOD, 0, 0}};
    struct cell cells[2] = {fake_cell(&jobs[0]), fake_cell(&jobs[1])};
    struct plan plan = {.timer = &timer, .rounds = 500, .seed = 1};
    struct account account;
    struct interval r;

    for (int i = 0; i < 2; i++)
        cells[i].job.distribution = 1;
    cr_assert_eq(measure(cells, 2, &plan, &account), DONE);
    for (size_t i = 0; i < cells[0].count; i++)
        cr_assert_eq(cells[0].samples[i].batch, 1);
    cr_assert_eq(jobs[0].runs, 500, "no sample is thrown away");
    cell_ratio(&r, &cells[1], &cells[0]);
    cr_assert(interval_holds(&r, 4) || fabs(r.estimate - 4) < 0.6, "%g", r.estimate);
    cr_assert_gt(r.high - r.low, 0.05, "luck is in the interval");
    cell_clear(&cells[0]);
    cell_clear(&cells[1]);
}

/* --- on the real clock --- */

static void spin(void *work, unsigned long times)
{
    volatile uint64_t x = 1;

    for (unsigned long t = 0; t < times; t++)
        for (unsigned i = 0; i < *(unsigned *)work; i++)
            x = x * 3 + 1;
}

static enum verdict spin_check(void *work, unsigned long times, const char **why)
{
    (void)work;
    (void)times;
    (void)why;
    return GOOD;
}

static struct cell spin_cell(unsigned *work)
{
    return (struct cell){
        .job = {.run = spin, .check = spin_check, .work = work, .max_batch = 1u << 20}};
}

Test(measure, the_real_clock_sees_double_work, .timeout = 60)
{
    unsigned work[2] = {4000, 8000};
    struct cell cells[2] = {spin_cell(&work[0]), spin_cell(&work[1])};
    struct plan plan = {.timer = timer_system(), .rounds = 60, .seed = 5};
    struct account account;
    struct interval r;

    cr_assert_eq(measure(cells, 2, &plan, &account), DONE);
    cell_ratio(&r, &cells[1], &cells[0]);
    near(r.estimate, 2, 0.1);
    cr_assert_leq(account.timed_seconds, account.wall_seconds * 1.01);
    cr_assert_gt(account.timed_seconds, 0);
    cell_clear(&cells[0]);
    cell_clear(&cells[1]);
}

/* 2 ms operations of the first kind, 20 and 60 ms ones of the second: all end in time, the second kind has its
 * share, and its two cells have about the same time. */
Test(measure, a_deadline_is_kept_and_shared, .timeout = 60)
{
    unsigned work[4] = {1000000, 1500000, 10000000, 30000000};
    struct cell cells[4];
    struct plan plan = {.timer = timer_system(), .rounds = 1000, .distribution_share = 0.5};
    struct account account;
    double start = timer_seconds();

    for (int i = 0; i < 4; i++) {
        cells[i] = spin_cell(&work[i]);
        cells[i].job.distribution = i >= 2;
        cells[i].job.guess = work[i];
    }
    plan.deadline = start + 2.0;
    cr_assert_eq(measure(cells, 4, &plan, &account), DONE);
    double took = timer_seconds() - start;
    cr_assert(took > 1.5 && took < 3.0, "%.2f s", took);
    for (int i = 0; i < 4; i++)
        cr_assert_gt(cells[i].count, 2, "cell %d", i);
    double second = cells[2].spent + cells[3].spent;
    cr_assert(second > 0.6 && second < 1.6, "%.2f s", second);
    cr_assert(cells[2].spent < 2.5 * cells[3].spent && cells[3].spent < 2.5 * cells[2].spent);
    for (int i = 0; i < 4; i++)
        cell_clear(&cells[i]);
}
