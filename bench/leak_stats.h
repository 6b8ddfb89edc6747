/* leak_stats - is one class of times different from another? Welch's t-test on running moments, over
 * all times and over those below each of a hundred percentiles (Reparaz, Balasch, Verbauwhede, "Dude, is
 * my code constant time?", DATE 2017). Cropping takes away the upper tail, which the system makes. */
#ifndef SIGCOST_LEAK_STATS_H
#define SIGCOST_LEAK_STATS_H

#include <stddef.h>

#include "bench/stats.h"

/* |t| above LEAK_SUSPECT happens by chance once in 10^5; LEAK_SURE is beyond doubt. */
#define LEAK_SUSPECT 4.5
#define LEAK_SURE    10.0

/* Two classes: count, mean, and sum of squared distances from it (Welford 1962). */
struct welch {
    double n[2], mean[2], m2[2];
};
void welch_push(struct welch *test, unsigned class, double x);
/* mean[0] - mean[1] in standard errors; 0 where a class has fewer than two values. Both classes without
 * any spread: 0 if the means are equal, else an infinity. */
double welch_t(const struct welch *test);

enum { LEAK_CROPS = 100 };
#define LEAK_MIN_CLASS 100 /* a test counts from that many values in each class */

struct leak_test {
    struct welch all, second,
        crop[LEAK_CROPS]; /* second: of squared distances from the class's mean */
    double limit[LEAK_CROPS];
};
/* Limits from the first n times, both classes together: percentiles 1 - 2^(-10 (i + 1) / 100). Sorts. */
void leak_start(struct leak_test *test, double *times, size_t n);
void leak_push(struct leak_test *test, unsigned class, double time);
/* The t of largest size among the tests that count; 0 if none does. */
double leak_worst(const struct leak_test *test);

enum leak_verdict {
    LEAK_NONE, /* no repeat is above LEAK_SUSPECT */
    LEAK_ONCE, /* some are, but not all, or not with one sign: not repeated */
    LEAK_FOUND /* all are, with one sign */
};
/* From the worst t of each repeat. */
enum leak_verdict leak_judge(const double *worst, size_t repeats);

#endif
