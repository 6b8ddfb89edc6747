/* compare_test - the Mann-Whitney U test. */
#include <math.h>
#include <string.h>

#include "bench/compare.h"

enum {
    EXACT = 50
}; /* values: the counts below stay under C(50, 25) < 2^47, so doubles hold them exactly */

/* U of b over a: pairs in which b is above, ties as halves; and the sum of t^3 - t over groups of t equal values.
 * Both sorted. */
static double rank(const double *a, size_t na, const double *b, size_t nb, double *ties)
{
    size_t i = 0, j = 0;
    double u = 0;

    *ties = 0;
    while (i < na || j < nb) {
        double x = j == nb || (i < na && a[i] < b[j]) ? a[i] : b[j];
        size_t from_a = 0, from_b = 0;
        while (i + from_a < na && a[i + from_a] == x)
            from_a++;
        while (j + from_b < nb && b[j + from_b] == x)
            from_b++;
        u += (double)from_b * ((double)i + 0.5 * (double)from_a);
        double t = (double)(from_a + from_b);
        *ties += t * t * t - t;
        i += from_a;
        j += from_b;
    }
    return u;
}

/* P(U >= u) by counting: the number of orders with U = k is the coefficient of x^k in the Gaussian binomial
 * [na + nb choose na] = prod (1 - x^(nb+i)) / (1 - x^i), i = 1..na. */
static double exact_tail(size_t na, size_t nb, double u)
{
    static _Thread_local double ways[EXACT * EXACT / 4 + 1];
    size_t most = na * nb;
    double above = 0, all = 0;

    memset(ways, 0, sizeof ways);
    ways[0] = 1;
    for (size_t i = 1; i <= na; i++) {
        for (size_t k = most; k >= nb + i; k--)
            ways[k] -= ways[k - nb - i];
        for (size_t k = i; k <= most; k++)
            ways[k] += ways[k - i];
    }
    for (size_t k = 0; k <= most; k++) {
        all += ways[k];
        if ((double)k >= u)
            above += ways[k];
    }
    return above / all;
}

static double normal_tail(double na, double nb, double u, double ties)
{
    double n = na + nb, mean = na * nb / 2;
    double variance = na * nb / 12 * (n + 1 - ties / (n * (n - 1)));

    if (variance <= 0)
        return 1; /* all values are equal */
    return 0.5 * erfc((u - mean - 0.5) / sqrt(variance) / sqrt(2));
}

double mann_whitney(double *a, size_t na, double *b, size_t nb)
{
    double ties, u;

    if (na == 0 || nb == 0)
        return 1;
    stats_sort(a, na);
    stats_sort(b, nb);
    u = rank(a, na, b, nb, &ties);
    if (ties == 0 && na + nb <= EXACT)
        return exact_tail(na, nb, u);
    return normal_tail((double)na, (double)nb, u, ties);
}

double mann_whitney_least(size_t na, size_t nb)
{
    if (na == 0 || nb == 0)
        return 1;
    if (na + nb <= EXACT)
        return exact_tail(na, nb, (double)(na * nb));
    return normal_tail((double)na, (double)nb, (double)na * (double)nb, 0);
}
