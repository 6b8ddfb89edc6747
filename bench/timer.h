/* timer - two clocks read together: the cycle counter and the thread's CPU time.
 *
 * CPU time leaves out what the scheduler gave to others; the cycle counter (TSC) does not, but costs
 * a few nanoseconds instead of a system call and shows what CPU time cannot (frequency-independent
 * wall time). Where the CPU has no readable counter, nanoseconds of CLOCK_MONOTONIC stand in.
 */
#ifndef SIGCOST_TIMER_H
#define SIGCOST_TIMER_H

#include <stdint.h>

struct instant {
    uint64_t cycles, cpu_ns;
};

/* A test puts a clock of its own here. */
struct timer {
    void (*now)(struct instant *at, void *context);
    void *context;
    double hz;          /* of cycles */
    const char *cycles; /* "TSC", or what stands in for it */
};

/* The machine's; the first call takes 50 ms to measure hz. */
const struct timer *timer_system(void);

/* CLOCK_MONOTONIC, for deadlines. */
double timer_seconds(void);

#endif
