/* timer - the cycle counter and the thread CPU clock of this machine. */
#include <time.h>
#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>
#endif

#include "bench/timer.h"

static uint64_t clock_ns(clockid_t id)
{
    struct timespec t;

    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

double timer_seconds(void)
{
    return (double)clock_ns(CLOCK_MONOTONIC) * 1e-9;
}

#if defined(__x86_64__) || defined(__i386__)
#define CYCLES_NAME "TSC"
/* rdtscp waits for the instructions before it; the fence keeps those after it from starting early. A
 * 32-bit compiler takes for granted only processors without either. */
__attribute__((target("sse2"))) static uint64_t cycles(void)
{
    unsigned cpu;
    uint64_t t = __rdtscp(&cpu);

    _mm_lfence();
    return t;
}
#else
#define CYCLES_NAME "ns (no cycle counter)"
static uint64_t cycles(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}
#endif

/* The slow read comes first before and last after the timed part's cycles: its cost then falls outside of
 * the cycle count, and about one read of it inside of the CPU time. */
static void system_now(struct instant *at, void *context)
{
    (void)context;
    at->cpu_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    at->cycles = cycles();
}

static double measure_hz(void)
{
    uint64_t t0 = clock_ns(CLOCK_MONOTONIC), c0 = cycles(), t1, c1;

    do {
        t1 = clock_ns(CLOCK_MONOTONIC);
        c1 = cycles();
    } while (t1 - t0 < 50000000u);
    return (double)(c1 - c0) * 1e9 / (double)(t1 - t0);
}

const struct timer *timer_system(void)
{
    static struct timer timer;

    if (timer.hz == 0)
        timer = (struct timer){system_now, NULL, measure_hz(), CYCLES_NAME};
    return &timer;
}
