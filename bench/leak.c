#include "bench/leak.h"

#include <stdlib.h>
#include <string.h>

#include "bench/timer.h"

enum { FIRST = 2 * LEAK_INPUTS }; /* times that set the percentiles; not tested */

struct run {
    struct leak_target *target;
    struct stats_rng order;
    struct hmac_drbg drbg;
    unsigned class[LEAK_INPUTS];
    double time[LEAK_INPUTS];
};

/* A batch: all inputs first, then the operations one by one. */
static enum result batch(struct run *run)
{
    const struct timer *timer = timer_system();
    struct instant before, after;

    for (size_t i = 0; i < LEAK_INPUTS; i++) {
        run->class[i] = (unsigned)(stats_next(&run->order) >> 63);
        if (run->target->prepare(run->target, i, run->class[i], &run -> drbg.rng) != DONE)
            return FAILED;
    }
    for (size_t i = 0; i < LEAK_INPUTS; i++) {
        enum result result;

        timer->now(&before, timer->context);
        result = run->target->run(run->target, i, &run->drbg.rng);
        timer->now(&after, timer->context);
        if (result != DONE)
            return FAILED;
        run->time[i] = (double)(after.cycles - before.cycles);
    }
    return DONE;
}

static enum result repeat(struct leak_test *test, struct run *run, double seconds)
{
    double first[FIRST], end = timer_seconds() + seconds;

    for (size_t at = 0; at < FIRST; at += LEAK_INPUTS) {
        if (batch(run) != DONE)
            return FAILED;
        memcpy(first + at, run->time, sizeof run->time);
    }
    leak_start(test, first, FIRST);
    do {
        if (batch(run) != DONE)
            return FAILED;
        for (size_t i = 0; i < LEAK_INPUTS; i++)
            leak_push(test, run->class[i], run -> time[i]);
    } while (timer_seconds() < end || test->all.n[0] < LEAK_MIN_CLASS ||
             test->all.n[1] < LEAK_MIN_CLASS);
    return DONE;
}

enum result leak_measure(struct leak_result *out, struct leak_target *target, double seconds,
                         uint64_t seed)
{
    struct run *run = calloc(1, sizeof *run);
    struct leak_test *test = calloc(1, sizeof *test);
    enum result result = DONE;
    double sum = 0;

    memset(out, 0, sizeof *out);
    if (!run || !test) {
        free(run);
        free(test);
        return FAILED;
    }
    run->target = target;
    run->order.state = seed;
    drbg_seed_u64(&run->drbg, seed);
    for (int i = 0; result == DONE && i < LEAK_REPEATS; i++) {
        result = repeat(test, run, seconds / LEAK_REPEATS);
        if (result != DONE)
            break;
        out->worst[i] = leak_worst(test);
        for (int class = 0; class < 2; class ++) {
            out->operations += test->all.n[class];
            sum += test->all.n[class] * test->all.mean[class];
        }
    }
    if (out->operations > 0)
        out->mean = sum / out->operations;
    out->verdict = leak_judge(out->worst, LEAK_REPEATS);
    wipe(run, sizeof *run);
    free(run);
    free(test);
    return result;
}
