/* tree_histogram - what a search was expected to cost, what it did cost, and the law between the two. */
#include <math.h>
#include <string.h>

#include "bench/output.h"
#include "bench/tree_keygen.h"

enum { BINS = 16, WIDTH = 40 };

/* Candidates up to a prime are geometric: the share of primes found after more than `low` and at most `high`
 * candidates. */
static double expected_share(double low, double high, double mean)
{
    return exp(-low / mean) - exp(-high / mean);
}

static void print_bin(FILE *to, double low, double high, size_t found, size_t primes, double share)
{
    int bar = (int)lround(WIDTH * (double)found / (double)primes / 0.25);
    int mark = (int)lround(WIDTH * share / 0.25);

    if (isfinite(high))
        fprintf(to, "%6.0f to %6.0f %5zu %6.1f  ", low, high, found, share * (double)primes);
    else
        fprintf(to, "%6.0f or more  %5zu %6.1f  ", low, found, share * (double)primes);
    for (int i = 0; i <= WIDTH && i <= (bar > mark ? bar : mark); i++)
        fputc(i == mark ? '|' : i < bar ? '#' : ' ', to);
    fputc('\n', to);
}

static void print_histogram(FILE *to, const struct tree_keygen *search)
{
    double mean = search->expected.candidates / 2, step = ceil(mean / 4);

    fprintf(to,
            "\nodd candidates up to a prime, %zu primes; # found, | expected of the geometric "
            "law\n",
            search->primes);
    for (int i = 0; i < BINS; i++) {
        double low = step * i, high = i + 1 < BINS ? low + step : INFINITY;
        size_t found = 0;
        for (size_t k = 0; k < search->primes; k++)
            found += search->candidates[k] > low && search->candidates[k] <= high;
        print_bin(to, low, high, found, search->primes, expected_share(low, high, mean));
    }
}

static double mean_of(const double *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return n ? sum / (double)n : NAN;
}

void tree_keygen_print(FILE *to, const struct tree_keygen *search)
{
    const struct search_counts *e = &search->expected, *a = &search->actual;
    char t[24], u[24], v[24];

    fprintf(to, "\none key (two primes of %u bits)   %12s %12s\n", search->bits, "expected",
            "these keys");
    fprintf(to, "odd candidates looked at          %12.1f %12.1f\n", e->candidates, a->candidates);
    if (search->bound)
        fprintf(to, "left by primes below %-12lu %12.1f %12.1f\n", search->bound,
                e->rounds - 2 * (search->rounds - 1), a->rounds - 2 * (search->rounds - 1));
    fprintf(to, "divisions or marks                %12.1f %12.1f\n", e->divisions, a->divisions);
    fprintf(to, "Miller-Rabin rounds               %12.1f %12.1f\n", e->rounds, a->rounds);
    fprintf(to,
            "a composite leaves after one round, a prime passes %u; the mean number of candidates "
            "is\nln(2^%u)/2 = %.0f over all odd numbers, %.1f within the standard's bounds\n",
            search->rounds, search->bits, search->bits * log(2) / 2, e->candidates / 2);
    fprintf(to, "a key by expectation %s; these %u keys from %s to %s\n",
            format_time(t, search->expected_ns), search->keys, format_time(u, search->fastest_ns),
            format_time(v, search->slowest_ns));
    if (search->primes)
        print_histogram(to, search);
    fprintf(to, "mean of these primes %.1f candidates, expected %.1f\n",
            mean_of(search->candidates, search->primes), e->candidates / 2);
}

static json_t *counts_json(const struct search_counts *counts)
{
    json_t *object = json_object();

    json_object_set_new(object, "candidates", json_real(counts->candidates));
    json_object_set_new(object, "divisions", json_real(counts->divisions));
    json_object_set_new(object, "miller_rabin_rounds", json_real(counts->rounds));
    return object;
}

json_t *tree_keygen_json(const struct tree_keygen *search)
{
    json_t *object = json_object(), *candidates = json_array();

    json_object_set_new(object, "prime_bits", json_integer(search->bits));
    json_object_set_new(object, "keys", json_integer(search->keys));
    json_object_set_new(object, "small_primes_below", json_integer((json_int_t)search->bound));
    json_object_set_new(object, "rounds_of_a_prime", json_integer(search->rounds));
    json_object_set_new(object, "expected", counts_json(&search->expected));
    json_object_set_new(object, "actual", counts_json(&search->actual));
    json_object_set_new(object, "expected_ns", json_real(search->expected_ns));
    for (size_t i = 0; i < search->primes; i++)
        json_array_append_new(candidates, json_real(search->candidates[i]));
    json_object_set_new(object, "candidates_of_each_prime", candidates);
    return object;
}
