/* test_compare - the U test against enumeration and known figures, verdicts on made-up samples, files of ours and
 * of other programs, and the command with its exit codes. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/compare.h"

/* --- the test itself --------------------------------------------------------------------------- */

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

/* --- verdicts ---------------------------------------------------------------------------------- */

/* As samples are: a narrow body, a tail above, and a few far out. */
static double noisy(struct stats_rng *rng, double ns)
{
    double u = (double)stats_below(rng, 1000000) / 1e6, v = (double)stats_below(rng, 1000000) / 1e6;

    return ns * (1 + 0.01 * u - 0.02 * log(1 - 0.999 * v) + (u > 0.98 ? 3 * v : 0));
}

static const char *const cells[] = {"rsa-2048/sign/self", "rsa-2048/verify/openssl",
                                    "ecdsa-p256/sign/self", "ed25519/sign/self",
                                    "ed25519/verify/libsodium"};
enum { CELLS = sizeof cells / sizeof cells[0] };

static json_t *made_up(uint64_t seed, int slowed, double factor, int samples)
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

static struct bench_file file_of(json_t *json)
{
    struct bench_file file;
    char why[BENCH_FILE_WHY];

    cr_assert_eq(bench_file_take(&file, json, why), DONE, "%s", why);
    return file;
}

Test(verdicts, two_runs_of_the_same_are_the_same_in_20_of_20)
{
    for (uint64_t t = 0; t < 20; t++) {
        struct bench_file old = file_of(made_up(2 * t, -1, 1, 101)),
                          new = file_of(made_up(2 * t + 1, -1, 1, 101));
        struct comparison c;
        cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
        cr_assert_eq(c.count, CELLS);
        cr_assert_eq(c.verdicts[CHANGE_SAME], CELLS);
        comparison_clear(&c);
        bench_file_clear(&old);
        bench_file_clear(&new);
    }
}

static void expect_one(int slowed, double factor, double threshold, enum change_verdict verdict)
{
    struct bench_file old = file_of(made_up(1, -1, 1, 101)),
                      new = file_of(made_up(2, slowed, factor, 101));
    struct comparison c;

    cr_assert_eq(compare_files(&c, &old, &new, threshold, 0), DONE);
    for (size_t i = 0; i < c.count; i++) {
        enum change_verdict want = (int)i == slowed ? verdict : CHANGE_SAME;
        cr_assert_eq(c.changes[i].verdict, want, "%s: %d, not %d", c.changes[i].old->name,
                     c.changes[i].verdict, want);
    }
    cr_assert(c.changes[slowed].ratio.low < factor * 1.01 &&
              c.changes[slowed].ratio.high > factor * 0.99);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

Test(verdicts, a_slowed_cell_is_found_and_no_other)
{
    for (int i = 0; i < CELLS; i++) {
        expect_one(i, 1.15, 0.05, CHANGE_SLOWER);
        expect_one(i, 1 / 1.15, 0.05, CHANGE_FASTER);
    }
    expect_one(2, 1.15, 0.20, CHANGE_SAME);
    expect_one(2, 1.03, 0.05, CHANGE_SAME);
}

/* A neighbour that takes the machine for a third of the time slows the tail, not the program. */
Test(verdicts, a_busy_machine_is_no_regression)
{
    struct bench_file old = file_of(made_up(1, -1, 1, 101)), new = file_of(made_up(2, -1, 1, 101));
    struct comparison c;

    for (size_t i = 0; i < new.entries[0].count; i++)
        if (i % 10 < 7)
            new.entries[0].sample_ns[i] *= 1.4;
    double sorted[101];
    memcpy(sorted, new.entries[0].sample_ns, sizeof sorted);
    stats_summary(&new.entries[0].time, sorted, 101);
    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
    cr_assert_gt(c.changes[0].ratio.low, 1.05, "the medians alone would say slower");
    cr_assert_eq(c.changes[0].verdict, CHANGE_SAME);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

Test(verdicts, few_samples_are_told_apart_from_the_same)
{
    struct bench_file old = file_of(made_up(1, -1, 1, 3)), new = file_of(made_up(2, 1, 5, 3));
    struct comparison c;

    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
    cr_assert_eq(c.verdicts[CHANGE_TOO_FEW], CELLS);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

/* NEW's cells times factors[]; cell `slowed` 15 % more. */
static struct bench_file drifted(const double factors[CELLS], int slowed)
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

/* A machine slower by a fifth in everything, and one cell that really lost 15 % more. */
Test(verdicts, the_machine_is_taken_out)
{
    static const double factors[CELLS] = {1.2, 1.2, 1.2, 1.2, 1.2};
    struct bench_file old = file_of(made_up(1, -1, 1, 101)), new = drifted(factors, 3);
    struct comparison c;

    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 1), DONE);
    cr_assert_eq(c.verdicts[CHANGE_SLOWER], CELLS);
    comparison_clear(&c);
    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
    cr_assert_eq(c.verdicts[CHANGE_SLOWER], 1);
    cr_assert_eq(c.changes[3].verdict, CHANGE_SLOWER);
    cr_assert_float_eq(c.drift.estimate, 1.2, 0.02);
    cr_assert_float_eq(c.margin, 1.05, 1e-9);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

/* A machine that is faster for some cells and slower for others, as between two runs on a shared one: what is not
 * beyond that scatter is no regression. */
Test(verdicts, changes_within_the_scatter_of_all_are_the_same)
{
    static const double factors[CELLS] = {1.30, 1.18, 1.42, 1.36, 1.25};
    struct bench_file old = file_of(made_up(1, -1, 1, 101)), new = drifted(factors, -1);
    struct comparison c;

    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
    cr_assert_eq(c.verdicts[CHANGE_SAME], CELLS);
    cr_assert_gt(c.margin, 1.1);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

/* Too few cells to know the machine by: changes count as they are. */
Test(verdicts, one_cell_has_no_drift)
{
    struct bench_file old = file_of(made_up(1, -1, 1, 101)),
                      new = file_of(made_up(2, 0, 1.15, 101));
    struct comparison c;

    for (size_t i = 1; i < CELLS; i++) {
        free(old.entries[i].sample_ns);
        free(new.entries[i].sample_ns);
    }
    old.count = new.count = 1;
    cr_assert_eq(compare_files(&c, &old, &new, 0.05, 0), DONE);
    cr_assert_eq(c.verdicts[CHANGE_SLOWER], 1);
    comparison_clear(&c);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

/* --- files ------------------------------------------------------------------------------------- */

static void file_says(const char *text, const char *says)
{
    struct bench_file file;
    char why[BENCH_FILE_WHY];
    json_t *json = json_loads(text, 0, NULL);

    cr_assert_not_null(json, "%s", text);
    cr_assert_eq(bench_file_take(&file, json, why), FAILED, "%s", text);
    cr_assert_not_null(strstr(why, says), "\"%s\" does not say \"%s\"", why, says);
}

#define ONE(fields) "{\"context\":{}, \"benchmarks\":[{" fields "}]}"

Test(files, another_schema_is_refused)
{
    file_says("[]", "schema");
    file_says("{}", "schema");
    file_says("{\"context\":[], \"benchmarks\":[]}", "schema");
    file_says("{\"context\":{}, \"benchmarks\":{}}", "schema");
    file_says("{\"context\":{}, \"benchmarks\":[]}", "no benchmark");
    file_says("{\"context\":{}, \"benchmarks\":[3]}", "no object");
    file_says(ONE(""), "no name");
    file_says(ONE("\"name\":\"x\""), "cpu_time");
    file_says(ONE("\"name\":\"x\",\"cpu_time\":\"fast\",\"time_unit\":\"ns\""), "cpu_time");
    file_says(ONE("\"name\":\"x\",\"cpu_time\":-1,\"time_unit\":\"ns\""), "none");
    file_says(ONE("\"name\":\"x\",\"cpu_time\":1e300,\"time_unit\":\"ns\""), "none");
    file_says(ONE("\"name\":\"x\",\"cpu_time\":1,\"time_unit\":\"weeks\""), "weeks");
    file_says(ONE("\"name\":\"x\",\"cpu_time\":1"), "time_unit");
    file_says(ONE("\"name\":\"x\",\"sample_ns\":7"), "no list");
    file_says(ONE("\"name\":\"x\",\"sample_ns\":[1,null]"), "no number");
    file_says(ONE("\"name\":\"x\",\"sample_ns\":[1,0]"), "none");
    file_says(ONE("\"name\":\"x\",\"run_type\":\"aggregate\",\"aggregate_name\":\"cv\""), "median");
}

/* Google Benchmark's own: repetitions under one run_name, aggregates behind them, real time by name, units. */
Test(files, repetitions_of_google_benchmark_are_one_cell)
{
    json_t *json = json_loads(
        "{\"context\":{\"num_cpus\":8,\"mhz_per_cpu\":3000},\"benchmarks\":["
        "{\"name\":\"BM_a\",\"run_name\":\"BM_a\",\"run_type\":\"iteration\",\"cpu_time\":1.5,"
        "\"real_time\":9,\"time_unit\":\"us\"},"
        "{\"name\":\"BM_a\",\"run_name\":\"BM_a\",\"run_type\":\"iteration\",\"cpu_time\":2.5,"
        "\"real_time\":9,\"time_unit\":\"us\"},"
        "{\"name\":\"BM_a_mean\",\"run_name\":\"BM_a\",\"run_type\":\"aggregate\","
        "\"aggregate_name\":\"mean\",\"cpu_time\":7,\"real_time\":9,\"time_unit\":\"us\"},"
        "{\"name\":\"BM_b/real_time\",\"run_name\":\"BM_b/real_time\",\"cpu_time\":1,"
        "\"real_time\":4,\"time_unit\":\"ms\"},"
        "{\"name\":\"BM_c\",\"cpu_time\":0,\"time_unit\":\"ns\"},"
        "{\"name\":\"BM_d\",\"error_occurred\":true,\"error_message\":\"no such device\"},"
        "{\"name\":\"BM_e\",\"skipped\":\"yes\",\"cpu_time\":3,\"time_unit\":\"s\"}]}",
        0, NULL);
    struct bench_file file = file_of(json);

    cr_assert_eq(file.count, 5);
    const struct bench_entry *a = bench_file_find(&file, "BM_a");
    cr_assert_eq(a->count, 2);
    cr_assert_float_eq(a->time.median, 2000, 1e-9);
    cr_assert_float_eq(bench_file_find(&file, "BM_b/real_time")->time.median, 4e6, 1e-3);
    cr_assert_not_null(bench_file_find(&file, "BM_c")->error);
    cr_assert_str_eq(bench_file_find(&file, "BM_d")->error, "no such device");
    cr_assert_float_eq(bench_file_find(&file, "BM_e")->time.median, 3e9, 1);
    cr_assert_null(bench_file_find(&file, "BM_z"));
    bench_file_clear(&file);
}

Test(files, other_machines_and_algorithms_are_refused)
{
    struct bench_file old = file_of(made_up(1, -1, 1, 5)), new = file_of(made_up(2, -1, 1, 5));
    char why[BENCH_FILE_WHY];

    cr_assert_eq(compare_allowed(&old, &new, why), DONE);
    new.cpu = "another";
    cr_assert_eq(compare_allowed(&old, &new, why), FAILED);
    cr_assert_not_null(strstr(why, "made up and another"), "%s", why);
    new.cpu = old.cpu;
    new.mhz *= 1.5;
    cr_assert_eq(compare_allowed(&old, &new, why), FAILED);
    cr_assert_not_null(strstr(why, "machines"), "%s", why);
    new.mhz = old.mhz;
    new.entries[2].hash = "SHA-512";
    cr_assert_eq(compare_allowed(&old, &new, why), FAILED);
    cr_assert_not_null(strstr(why, "SHA-512"), "%s", why);
    new.entries[2].hash = old.entries[2].hash;
    new.entries[2].key_bits = 512;
    cr_assert_eq(compare_allowed(&old, &new, why), FAILED);
    cr_assert_not_null(strstr(why, "512 bits"), "%s", why);
    new.entries[2].key_bits = 0;
    new.entries[3].alg = new.entries[4].alg = "ed448";
    cr_assert_eq(compare_allowed(&old, &new, why), FAILED);
    cr_assert_not_null(strstr(why, "ed25519 is in OLD alone"), "%s", why);
    bench_file_clear(&old);
    bench_file_clear(&new);
}

/* --- the command ------------------------------------------------------------------------------- */

static const char *build(void)
{
    const char *given = getenv("SIGCOST_BUILD");

    return given && *given ? given : "build";
}

static void path_of(char *path, size_t len, const char *what)
{
    snprintf(path, len, "%s/tests/compare-%d-%s", build(), (int)getpid(), what);
}

static void write_text(const char *path, const char *text, size_t len)
{
    FILE *file = fopen(path, "w");

    cr_assert_not_null(file);
    cr_assert_eq(fwrite(text, 1, len, file), len);
    cr_assert_eq(fclose(file), 0);
}

static char out[65536], err[4096];

static int compare(const char *old, const char *new, const char *more)
{
    char command[2048], out_path[256], err_path[256];
    FILE *file;

    path_of(out_path, sizeof out_path, "out");
    path_of(err_path, sizeof err_path, "err");
    snprintf(command, sizeof command, "%s/sigcost compare %s %s %s >%s 2>%s", build(), old, new,
             more, out_path, err_path);
    int status = system(command);
    cr_assert((file = fopen(out_path, "r")));
    out[fread(out, 1, sizeof out - 1, file)] = '\0';
    fclose(file);
    cr_assert((file = fopen(err_path, "r")));
    err[fread(err, 1, sizeof err - 1, file)] = '\0';
    fclose(file);
    unlink(out_path);
    unlink(err_path);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void refuses(const char *old, const char *new, const char *more, const char *says)
{
    cr_assert_eq(compare(old, new, more), 2, "%s %s: %s", old, new, err);
    cr_assert_str_empty(out);
    cr_assert(strchr(err, '\n') && !strchr(err, '\n')[1], "one line: %s", err);
    cr_assert_not_null(strstr(err, says), "\"%s\" does not say \"%s\"", err, says);
}

Test(command, exit_codes_and_bad_input, .timeout = 60)
{
    char old[256], new[256], bad[256];
    json_t *json = made_up(1, -1, 1, 101);
    char *text = json_dumps(json, JSON_REAL_PRECISION(10));

    path_of(old, sizeof old, "old.json");
    path_of(new, sizeof new, "new.json");
    path_of(bad, sizeof bad, "bad.json");
    write_text(old, text, strlen(text));
    json_decref(json);
    json = made_up(2, 3, 1.15, 101);
    cr_assert_eq(json_dump_file(json, new, 0), 0);
    json_decref(json);

    cr_assert_eq(compare(old, old, ""), 0, "%s", err);
    cr_assert_not_null(strstr(out, "0 slower, 0 faster, 5 same"));
    cr_assert_eq(compare(old, new, ""), 1, "%s", err);
    cr_assert_str_empty(err);
    cr_assert_not_null(strstr(out, "1 slower, 0 faster, 4 same"), "%s", out);
    const char *line = strstr(out, "ed25519/sign/self");
    cr_assert_not_null(line);
    cr_assert(strstr(line, "SLOWER") < strchr(line, '\n'));
    cr_assert_eq(compare(new, old, ""), 0, "%s", err);
    cr_assert_not_null(strstr(out, "0 slower, 1 faster, 4 same"), "%s", out);
    cr_assert_eq(compare(old, new, "--threshold 20"), 0);

    refuses(old, "", "", "two files");
    refuses("", "", "", "two files");
    refuses(old, new, old, "two files");
    refuses(old, new, "--threshold -1", "--threshold");
    refuses(old, new, "--threshold 5%", "--threshold");
    refuses(old, new, "--frobnicate", "--frobnicate");
    refuses(old, "/nonexistent/x.json", "", "/nonexistent/x.json: No such file");
    refuses("/nonexistent/x.json", new, "", "/nonexistent/x.json: No such file");
    refuses(old, "/", "", "folder");
    write_text(bad, "", 0);
    refuses(old, bad, "", "no JSON");
    write_text(bad, "{}", 2);
    refuses(old, bad, "", "schema");
    for (size_t len = 1; len < strlen(text); len += strlen(text) / 7) {
        write_text(bad, text, len);
        refuses(old, bad, "", "no JSON");
        refuses(bad, old, "", "no JSON");
    }
    json = made_up(2, -1, 1, 101);
    json_object_set_new(json_object_get(json, "context"), "cpu_model", json_string("another CPU"));
    cr_assert_eq(json_dump_file(json, bad, 0), 0);
    json_decref(json);
    refuses(old, bad, "", "different CPUs: made up and another CPU; --force");
    cr_assert_eq(compare(old, bad, "--force"), 0);
    json = made_up(2, 3, 5, 1);
    cr_assert_eq(json_dump_file(json, bad, 0), 0);
    json_decref(json);
    cr_assert_eq(compare(old, bad, ""), 2, "one value is no sample");
    cr_assert_not_null(strstr(err, "too few"));
    write_text(bad, ONE("\"name\":\"x\",\"cpu_time\":1,\"time_unit\":\"ns\""),
               strlen(ONE("\"name\":\"x\",\"cpu_time\":1,\"time_unit\":\"ns\"")));
    refuses(old, bad, "--force", "no cell with times in common");
    free(text);
    unlink(old);
    unlink(new);
    unlink(bad);
}

/* A row that had a time and is wrong now is a regression too. */
Test(command, a_wrong_result_in_new_fails, .timeout = 60)
{
    char old[256], new[256];
    json_t *json = made_up(1, -1, 1, 101);

    path_of(old, sizeof old, "old.json");
    path_of(new, sizeof new, "new.json");
    cr_assert_eq(json_dump_file(json, old, 0), 0);
    json_t *entry = json_array_get(json_object_get(json, "benchmarks"), 1);
    json_object_set_new(entry, "error_occurred", json_true());
    json_object_set_new(entry, "error_message", json_string("a signature is wrong"));
    json_object_set_new(entry, "state", json_string("wrong"));
    cr_assert_eq(json_dump_file(json, new, 0), 0);
    json_decref(json);
    cr_assert_eq(compare(old, new, ""), 1, "%s", err);
    cr_assert_not_null(strstr(out, "WRONG: a signature is wrong"), "%s", out);
    cr_assert_eq(compare(new, old, ""), 0, "%s", err);
    cr_assert_not_null(strstr(out, "1 new"), "%s", out);
    unlink(old);
    unlink(new);
}
