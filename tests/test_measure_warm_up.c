/* test_measure_warm_up - what an implementation sets up once for each key is in no sample. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "bench/measure_run.h"
#include "bench/operation.h"
#include "bench/registry.h"
#include "tests/fake_clock.h"
#include "tests/near.h"

enum { KEYS = 24 };

/* An operation on each of its keys in turn; the first on each key costs set_up more. */
struct keyed {
    struct fake *fake;
    double cost_ns, set_up_ns;
    int seen[KEYS];
    unsigned long next, ring;
    unsigned set_ups;
};

static void keyed_run(void *work, unsigned long times)
{
    struct keyed *k = work;

    for (unsigned long i = 0; i < times; i++, k->next++) {
        int *seen = &k->seen[k->next % k->ring];
        k->fake->ns += k->cost_ns + (*seen ? 0 : k->set_up_ns);
        k->set_ups += !*seen;
        *seen = 1;
    }
}

static enum verdict keyed_check(void *work, unsigned long times, const char **why)
{
    (void)work, (void)times, (void)why;
    return GOOD;
}

static void keyed_narrow(void *work, unsigned long operands)
{
    ((struct keyed *)work)->ring = operands;
}

static struct cell keyed_cell(struct keyed *k, struct fake *fake, double cost_ns, double set_up_ns)
{
    *k = (struct keyed){.fake = fake, .cost_ns = cost_ns, .set_up_ns = set_up_ns, .ring = KEYS};
    return (struct cell){.job = {.run = keyed_run,
                                 .check = keyed_check,
                                 .work = k,
                                 .max_batch = 1u << 20,
                                 .warm_up = KEYS,
                                 .narrow = keyed_narrow}};
}

static void no_sample_holds_a_set_up(struct cell *cell, double cost_ns)
{
    for (size_t i = 0; i < cell->count; i++)
        near(cell->samples[i].cpu_ns, cost_ns, 1);
    cell_clear(cell);
}

/* RSA-4096 as it is here: 0.9 ms to sign and 3 ms for a key's blinding pair, so the ring takes 94 ms. */
Test(warm_up, every_key_is_used_before_the_first_sample)
{
    static const double costs[] = {300, 20e3, 0.9e6, 10e6};

    for (int i = 0; i < 4; i++)
        for (unsigned rounds = 1; rounds <= 5; rounds += 4) {
            struct fake fake;
            struct timer timer = fake_timer(&fake);
            struct keyed keyed;
            struct cell cell = keyed_cell(&keyed, &fake, costs[i], 4 * costs[i]);
            struct plan plan = {.timer = &timer, .rounds = rounds};
            struct account account;
            cr_assert_eq(measure(&cell, 1, &plan, &account), DONE);
            cr_assert_eq(keyed.set_ups, KEYS);
            cr_assert_eq(cell.operands, KEYS);
            cr_assert_eq(cell.count, rounds);
            near(cell.first_ns, 5 * costs[i], 1);
            no_sample_holds_a_set_up(&cell, costs[i]);
        }
}

/* 300 ms a call: 24 of them are more than the 2 s that one cell may take. */
Test(warm_up, slow_rows_use_fewer_keys)
{
    struct fake fake;
    struct timer timer = fake_timer(&fake);
    struct keyed keyed;
    struct cell cell = keyed_cell(&keyed, &fake, 300e6, 100e6);
    struct plan plan = {.timer = &timer, .rounds = 40};
    struct account account;

    cr_assert_eq(measure(&cell, 1, &plan, &account), DONE);
    cr_assert(cell.operands >= 5 && cell.operands <= 8, "%lu", cell.operands);
    cr_assert_eq(keyed.set_ups, cell.operands);
    cr_assert_eq(keyed.ring, cell.operands);
    no_sample_holds_a_set_up(&cell, 300e6);
}

/* Before a deadline the slow cell takes what the fast ones leave of the warm-up's part. The clock is fake, the
 * deadline real: nothing takes time, so what is in the way of a key is the plan alone. */
Test(warm_up, a_deadline_bounds_it)
{
    struct fake fake;
    struct timer timer = fake_timer(&fake);
    struct keyed keyed[3];
    struct cell cells[3] = {keyed_cell(&keyed[0], &fake, 1e3, 1e3),
                            keyed_cell(&keyed[1], &fake, 1e6, 3e6),
                            keyed_cell(&keyed[2], &fake, 1e9, 1e9)};
    struct plan plan = {.timer = &timer, .rounds = 3, .deadline = timer_seconds() + 2};
    struct account account;

    cr_assert_eq(measure(cells, 3, &plan, &account), DONE);
    cr_assert_eq(keyed[0].set_ups, KEYS);
    for (int i = 0; i < 3; i++)
        cell_clear(&cells[i]);
    near(fair_level((double[]){1, 2, 10}, 3, 9), 6, 1e-12);
    near(fair_level((double[]){10, 1, 10}, 3, 9), 4, 1e-12);
    near(fair_level((double[]){5, 5, 5}, 3, 9), 3, 1e-12);
    near(fair_level((double[]){5, 5, 5}, 3, 0), 0, 0);
    cr_assert(isinf(fair_level((double[]){1, 2, 3}, 3, 6)));
    cr_assert(isinf(fair_level(NULL, 0, 0)));
}

/* The real operation: signatures under the first keys alone, each of them right. */
Test(warm_up, an_operation_is_narrowed, .timeout = 60)
{
    const struct impl *row;
    static struct keyring ring; /* large */
    struct messages messages;
    struct workload workload;
    struct sig_params params = {.hash = SHA256, .form = SIG_DER};
    struct subject subject;
    struct operation operation;
    struct job job;
    const char *why = NULL;

    registry_open();
    row = registry_self(alg_by_name("ecdsa-p256"));
    cr_assert_eq(registry_start(row, &why), DONE);
    cr_assert_eq(keyring_make(&ring, row->alg, row, &why), DONE);
    cr_assert_eq(messages_make(&messages, 100), DONE);
    cr_assert_eq(workload_make(&workload, &ring, &messages, &params, row, &why), DONE);
    cr_assert_eq(subject_make(&subject, row, &ring, 1u << OP_SIGN, &why), DONE);
    cr_assert_eq(operation_init(&operation, &job, OP_SIGN, &subject, &workload, row, 0), DONE);
    cr_assert_eq(job.warm_up, RING);
    job.narrow(job.work, 3);
    for (unsigned long times = 1; times < 40; times += 7) {
        job.run(job.work, times);
        cr_assert_eq(job.check(job.work, times, &why), GOOD, "%s", why);
    }
    for (size_t i = 0; i < RING; i++)
        cr_assert_eq(operation.out_len[i] > 0, i < 3, "key %zu", i);
    operation_clear(&operation);
    subject_clear(&subject);
    workload_clear(&workload);
    messages_clear(&messages);
}
