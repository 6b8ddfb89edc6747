/* made_up_runs - results files with samples as they are, and what was slowed in them. */
#ifndef SIGCOST_TESTS_MADE_UP_RUNS_H
#define SIGCOST_TESTS_MADE_UP_RUNS_H

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "bench/compare.h"

/* A file with one entry. */
#define ONE(fields) "{\"context\":{}, \"benchmarks\":[{" fields "}]}"

/* As samples are: a narrow body, a tail above, and a few far out. */
static inline double noisy(struct stats_rng *rng, double ns)
{
    double u = (double)stats_below(rng, 1000000) / 1e6, v = (double)stats_below(rng, 1000000) / 1e6;

    return ns * (1 + 0.01 * u - 0.02 * log(1 - 0.999 * v) + (u > 0.98 ? 3 * v : 0));
}

static const char *const cells[] = {"rsa-2048/sign/self", "rsa-2048/verify/openssl",
                                    "ecdsa-p256/sign/self", "ed25519/sign/self",
                                    "ed25519/verify/libsodium"};
enum { CELLS = sizeof cells / sizeof cells[0] };

static inline json_t *made_up(uint64_t seed, int slowed, double factor, int samples)
{
    struct stats_rng rng = {seed};
    json_t *list = json_array();

    for (int i = 0; i < CELLS; i++) {
        char name[64], alg[32];
        json_t *values = json_array();
        double ns = 1000 * (i + 1) * (i == slowed ? factor : 1);
        for (int k = 0; k < samples; k++)
            json_array_append_new(values, json_real(noisy(&rng, ns)));
        snprintf(name, sizeof name, "%s/payload:1024", cells[i]);
        snprintf(alg, sizeof alg, "%.*s", (int)strcspn(cells[i], "/"), cells[i]);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:o}", "name", name, "run_name",
                                              name, "alg", alg, "sample_ns", values));
    }
    return json_pack("{s:{s:s, s:s, s:i, s:i}, s:o}", "context", "cpu_model", "made up", "commit",
                     "c0ffee", "num_cpus", 2, "mhz_per_cpu", 3000, "benchmarks", list);
}

static inline struct bench_file file_of(json_t *json)
{
    struct bench_file file;
    char why[BENCH_FILE_WHY];

    cr_assert_eq(bench_file_take(&file, json, why), DONE, "%s", why);
    return file;
}

/* NEW's cells times factors[]; cell `slowed` 15 % more. */
static inline struct bench_file drifted(const double factors[CELLS], int slowed)
{
    json_t *json = made_up(2, slowed, 1.15, 101), *entry, *value;
    size_t i, k;

    json_array_foreach(json_object_get(json, "benchmarks"), i, entry)
    {
        json_array_foreach(json_object_get(entry, "sample_ns"), k, value)
        {
            json_real_set(value, factors[i] * json_real_value(value));
        }
    }
    return file_of(json);
}

#endif
