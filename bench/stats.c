/* stats - quantiles by sorting, intervals by the percentile bootstrap (Efron 1979). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/need.h"
#include "bench/stats.h"

enum { RESAMPLES = 1000, SMALL = 6 };

uint64_t stats_next(struct stats_rng *rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t stats_below(struct stats_rng *rng, uint64_t n)
{
    /* Knuth's multiplication in place of a division; n stays below 2^32 here. */
    return ((stats_next(rng) >> 32) * n) >> 32;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

void stats_sort(double *x, size_t n)
{
    if (n > 1)
        qsort(x, n, sizeof *x, ascending);
}

double stats_quantile(const double *sorted, size_t n, double q)
{
    double at = q * (double)(n - 1);
    size_t below = (size_t)at;

    if (below + 1 >= n)
        return sorted[n - 1];
    return sorted[below] + (at - (double)below) * (sorted[below + 1] - sorted[below]);
}

void stats_summary(struct summary *out, double *x, size_t n)
{
    double sum = 0;

    memset(out, 0, sizeof *out);
    if (n == 0)
        return;
    stats_sort(x, n);
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    *out = (struct summary){.n = n,
                            .min = x[0],
                            .q10 = stats_quantile(x, n, 0.10),
                            .q1 = stats_quantile(x, n, 0.25),
                            .median = stats_quantile(x, n, 0.50),
                            .q3 = stats_quantile(x, n, 0.75),
                            .q90 = stats_quantile(x, n, 0.90),
                            .max = x[n - 1],
                            .mean = sum / (double)n};
}

int interval_holds(const struct interval *interval, double value)
{
    return interval->low <= value && value <= interval->high;
}

/* The median of n draws from sorted: how often each was drawn is enough, no resample is sorted. */
static double resampled_median(const double *sorted, uint32_t *drawn, size_t n,
                               struct stats_rng *rng)
{
    size_t seen = 0, lower = (n - 1) / 2, upper = n / 2, i = 0;
    double low;

    memset(drawn, 0, n * sizeof *drawn);
    for (size_t k = 0; k < n; k++)
        drawn[stats_below(rng, n)]++;
    while (seen + drawn[i] <= lower)
        seen += drawn[i++];
    low = sorted[i];
    while (seen + drawn[i] <= upper)
        seen += drawn[i++];
    return (low + sorted[i]) / 2;
}

static void percentiles(struct interval *out, double *resampled)
{
    stats_sort(resampled, RESAMPLES);
    out->low = stats_quantile(resampled, RESAMPLES, 0.025);
    out->high = stats_quantile(resampled, RESAMPLES, 0.975);
}

void stats_bootstrap_median(struct interval *out, double *x, size_t n, uint64_t seed)
{
    struct stats_rng rng = {seed};
    double resampled[RESAMPLES];
    uint32_t *drawn;

    *out = (struct interval){NAN, NAN, NAN, n};
    if (n == 0)
        return;
    stats_sort(x, n);
    out->estimate = stats_quantile(x, n, 0.5);
    if (n < 2)
        return;
    if (n < SMALL) {
        out->low = x[0];
        out->high = x[n - 1];
        return;
    }
    drawn = need_grown(NULL, n, sizeof *drawn);
    for (int i = 0; i < RESAMPLES; i++)
        resampled[i] = resampled_median(x, drawn, n, &rng);
    free(drawn);
    percentiles(out, resampled);
}

void stats_bootstrap_ratio(struct interval *out, double *a, size_t na, double *b, size_t nb,
                           uint64_t seed)
{
    struct stats_rng rng = {seed};
    double resampled[RESAMPLES];
    size_t most = na > nb ? na : nb, least = na < nb ? na : nb;
    uint32_t *drawn;

    *out = (struct interval){NAN, NAN, NAN, least};
    if (least == 0)
        return;
    stats_sort(a, na);
    stats_sort(b, nb);
    out->estimate = stats_quantile(a, na, 0.5) / stats_quantile(b, nb, 0.5);
    if (least < 2)
        return;
    if (least < SMALL) {
        out->low = a[0] / b[nb - 1];
        out->high = a[na - 1] / b[0];
        return;
    }
    drawn = need_grown(NULL, most, sizeof *drawn);
    for (int i = 0; i < RESAMPLES; i++) {
        double median = resampled_median(a, drawn, na, &rng);
        resampled[i] = median / resampled_median(b, drawn, nb, &rng);
    }
    free(drawn);
    percentiles(out, resampled);
}
