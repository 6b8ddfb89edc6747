/* stats - order statistics and their uncertainty. No mean is reported alone: times have long tails. */
#ifndef SIGCOST_STATS_H
#define SIGCOST_STATS_H

#include <stddef.h>
#include <stdint.h>

/* A small generator for shuffles and resampling (splitmix64); never for keys. */
struct stats_rng {
    uint64_t state;
};
uint64_t stats_next(struct stats_rng *rng);
/* Uniform in [0, n), n > 0; the bias is below n / 2^64. */
uint64_t stats_below(struct stats_rng *rng, uint64_t n);

void stats_sort(double *x, size_t n);
/* Linear between order statistics (Hyndman and Fan's type 7); sorted, n > 0, 0 <= q <= 1. */
double stats_quantile(const double *sorted, size_t n, double q);

struct summary {
    size_t n;
    double min, q10, q1, median, q3, q90, max, mean;
};
/* Sorts x. n == 0 gives zeros. */
void stats_summary(struct summary *out, double *x, size_t n);

/* An estimate with its 95 % interval. low and high are NAN where n is too small to say (below 2). */
struct interval {
    double estimate, low, high;
    size_t n;
};
/* 1 if there is an interval and value lies in it. */
int interval_holds(const struct interval *interval, double value);

/* The median of x by the percentile bootstrap, 1000 resamples (below 6 values: their range, which
 * a resample cannot pass). Sorts x. Same data and seed, same answer. */
void stats_bootstrap_median(struct interval *out, double *x, size_t n, uint64_t seed);
/* median(a) / median(b), two independent samples. Sorts both. */
void stats_bootstrap_ratio(struct interval *out, double *a, size_t na, double *b, size_t nb,
                           uint64_t seed);

#endif
