/* alloc_sweep - each allocation of a run in turn fails. Where this project allocates the run must say so and give
 * everything back; where GMP does, its handler jumps out of the run. */
#ifndef SIGCOST_TEST_ALLOC_SWEEP_H
#define SIGCOST_TEST_ALLOC_SWEEP_H

#include <criterion/criterion.h>
#include <setjmp.h>

#include "bignum/memory.h"
#include "ec/ec.h"
#include "tests/alloc_faults.h"
#include "tests/test_rng.h"

static jmp_buf ended;

static inline void end(void)
{
    longjmp(ended, 1);
}

/* A whole life: all results DONE, or FAILED and everything given back. `at`: of the table of steps. */
struct life {
    const char *name;
    enum result (*run)(size_t at, struct rng *rng);
    size_t at;
    unsigned seed;
    enum {
        TURNS,
        OTHER_TURNS,
        ALL_AFTER
    } fails; /* alone or with all after it, in turns; or never alone */
};

/* Returns 1 if the run ended in GMP's handler. */
static inline int run_once(const struct life *life, unsigned long fail_at, int sticky,
                           enum result *result)
{
    struct test_rng rng = test_rng_new(life->seed);

    alloc_reset();
    if (setjmp(ended) != 0) {
        alloc_off();
        return 1;
    }
    alloc_on(fail_at, sticky);
    *result = life->run(life->at, &rng.rng);
    alloc_off();
    return 0;
}

/* Every allocation up to `all`, then some `spread` over the rest; every second one fails alone, the others with all
 * after them. ALL_AFTER: where a draw is tried again, so that a failure alone may be made good. */
static inline void sweep(const struct life *life, unsigned long all, unsigned long spread)
{
    enum result result = FAILED;
    unsigned long total, step;

    cr_assert_eq(run_once(life, 0, 0, &result), 0);
    cr_assert_eq(result, DONE, "%s", life->name);
    cr_assert_eq(alloc.live, 0, "%s: %zu blocks are left", life->name, alloc.live);
    total = alloc.calls;
    step = total > all ? (total - all) / spread + 1 : 1;
    for (unsigned long n = 1; n <= total; n += n < all ? 1 : step) {
        int gmp = run_once(life, n, life->fails == ALL_AFTER || (n + life->fails) % 2, &result);

        cr_assert_gt(alloc.failed, 0, "%s: allocation %lu of %lu", life->name, n, total);
        if (gmp)
            continue;
        cr_assert_neq(result, DONE, "%s: allocation %lu of %lu went unnoticed", life->name, n,
                      total);
        cr_assert_eq(alloc.live, 0, "%s: allocation %lu of %lu: %zu blocks are left", life->name, n,
                     total, alloc.live);
    }
    /* and nothing static was hurt */
    cr_assert_eq(run_once(life, 0, 0, &result), 0);
    cr_assert_eq(result, DONE, "%s", life->name);
}

static inline void prepare(void)
{
    if (!HAS_ALLOC_FAULTS)
        cr_skip_test("sanitizers have an allocator of their own");
    gmp_memory_install(end);
    (void)ec_curve(P256); /* what is made once for the process */
}

#endif
