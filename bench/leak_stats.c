#include "bench/leak_stats.h"

#include <math.h>
#include <string.h>

void welch_push(struct welch *test, unsigned class, double x)
{
    double off = x - test->mean[class];

    test->n[class] += 1;
    test->mean[class] += off / test->n[class];
    test->m2[class] += off * (x - test->mean[class]);
}

double welch_t(const struct welch *test)
{
    double difference = test->mean[0] - test->mean[1], error = 0;

    if (test->n[0] < 2 || test->n[1] < 2)
        return 0;
    for (int i = 0; i < 2; i++)
        error += test->m2[i] / (test->n[i] - 1) / test->n[i];
    if (error > 0)
        return difference / sqrt(error);
    return difference > 0 ? INFINITY : difference < 0 ? -INFINITY : 0;
}

void leak_start(struct leak_test *test, double *times, size_t n)
{
    memset(test, 0, sizeof *test);
    stats_sort(times, n);
    for (int i = 0; i < LEAK_CROPS; i++)
        test->limit[i] =
            n ? stats_quantile(times, n, 1 - pow(0.5, 10.0 * (i + 1) / LEAK_CROPS)) : 0;
}

void leak_push(struct leak_test *test, unsigned class, double time)
{
    double off;

    welch_push(&test->all, class, time);
    for (int i = 0; i < LEAK_CROPS; i++)
        if (time < test->limit[i])
            welch_push(&test->crop[i], class, time);
    /* the mean must have settled before distances from it mean anything */
    if (test->all.n[class] > LEAK_MIN_CLASS) {
        off = time - test->all.mean[class];
        welch_push(&test->second, class, off * off);
    }
}

static void worse(double *worst, const struct welch *test)
{
    double t = welch_t(test);

    if (test->n[0] >= LEAK_MIN_CLASS && test->n[1] >= LEAK_MIN_CLASS && fabs(t) > fabs(*worst))
        *worst = t;
}

double leak_worst(const struct leak_test *test)
{
    double worst = 0;

    worse(&worst, &test->all);
    worse(&worst, &test->second);
    for (int i = 0; i < LEAK_CROPS; i++)
        worse(&worst, &test->crop[i]);
    return worst;
}

enum leak_verdict leak_judge(const double *worst, size_t repeats)
{
    size_t above = 0, below = 0;

    for (size_t i = 0; i < repeats; i++) {
        above += worst[i] > LEAK_SUSPECT;
        below += worst[i] < -LEAK_SUSPECT;
    }
    if (above + below == 0)
        return LEAK_NONE;
    return above == repeats || below == repeats ? LEAK_FOUND : LEAK_ONCE;
}
