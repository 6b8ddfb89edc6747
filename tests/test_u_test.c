/* test_u_test - the Mann-Whitney test against enumeration and known figures. */
#include <criterion/criterion.h>
#include <math.h>

#include "bench/compare.h"

/* All ways to choose which na of the ranks 1..na+nb are a's; the share with a U of b at least as large. */
static double by_enumeration(unsigned na, unsigned nb, double least_u)
{
    unsigned all = 0, above = 0;

    for (unsigned set = 0; set < 1u << (na + nb); set++) {
        unsigned members = 0;
        double u = 0;
        for (unsigned i = 0; i < na + nb; i++) {
            if (set & 1u << i)
                members++;
            else
                u += members; /* this b is above so many of a */
        }
        if (members != na)
            continue;
        all++;
        above += u >= least_u;
    }
    return (double)above / all;
}

Test(u_test, small_samples_are_exact)
{
    for (unsigned na = 1; na <= 6; na++)
        for (unsigned nb = 1; nb <= 6; nb++) {
            cr_assert_float_eq(mann_whitney_least(na, nb),
                               by_enumeration(na, nb, (double)(na * nb)), 1e-12);
            for (int t = 0; t < 20; t++) {
                struct stats_rng rng = {(uint64_t)(100 * na + 10 * nb) * 1000 + (uint64_t)t};
                double a[6], b[6], u = 0;
                for (unsigned i = 0; i < na; i++)
                    a[i] = (double)stats_below(&rng, 1u << 31);
                for (unsigned j = 0; j < nb; j++)
                    b[j] = (double)stats_below(&rng, 1u << 31);
                for (unsigned i = 0; i < na; i++)
                    for (unsigned j = 0; j < nb; j++)
                        u += b[j] > a[i];
                cr_assert_float_eq(mann_whitney(a, na, b, nb), by_enumeration(na, nb, u), 1e-12);
            }
        }
}

/* The largest sizes that are counted exactly and the smallest by the normal law agree. */
Test(u_test, exact_and_normal_meet)
{
    double a[26], b[26];

    for (int shift = 0; shift <= 12; shift += 3) {
        for (int i = 0; i < 26; i++) {
            a[i] = 2 * i;
            b[i] = 2 * i + shift + 0.5;
        }
        double exact = mann_whitney(a, 25, b, 25), normal = mann_whitney(a, 26, b, 26);
        cr_assert_float_eq(exact, normal, 0.02, "shift %d: %g, %g", shift, exact, normal);
    }
}

Test(u_test, ties_and_nothing)
{
    double same[] = {3, 3, 3, 3}, others[] = {3, 3, 3}, a[] = {1, 2, 2, 3}, b[] = {2, 3, 3, 4};

    cr_assert_eq(mann_whitney(same, 4, others, 3), 1);
    cr_assert_eq(mann_whitney(same, 0, others, 3), 1);
    cr_assert_eq(mann_whitney(same, 4, others, 0), 1);
    cr_assert_eq(mann_whitney_least(0, 3), 1);
    /* U = 13 of 16, by hand; variance 16/12 (9 - (24 + 24) / 56), z = (13 - 8 - 0.5) / sqrt(10.857) */
    cr_assert_float_eq(mann_whitney(a, 4, b, 4), 0.5 * erfc(4.5 / sqrt(10.857142857) / sqrt(2)),
                       1e-9);
}

/* Of pairs of samples from one law, about 5 % must come out below 0.05. */
Test(u_test, its_level_is_what_it_says)
{
    enum { TRIES = 2000, N = 40 };
    struct stats_rng rng = {99};
    int below = 0;

    for (int t = 0; t < TRIES; t++) {
        double a[N], b[N];
        for (int i = 0; i < N; i++) {
            a[i] = (double)stats_below(&rng, 1u << 30);
            b[i] = (double)stats_below(&rng, 1u << 30);
        }
        below += mann_whitney(a, N, b, N) <= 0.05;
    }
    cr_assert(below > 60 && below < 145, "%d of %d", below, TRIES);
}
