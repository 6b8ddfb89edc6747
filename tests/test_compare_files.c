/* test_compare_files - results files of ours and of other programs. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/made_up_runs.h"

static void file_says(const char *text, const char *says)
{
    struct bench_file file;
    char why[BENCH_FILE_WHY];
    json_t *json = json_loads(text, 0, NULL);

    cr_assert_not_null(json, "%s", text);
    cr_assert_eq(bench_file_take(&file, json, why), FAILED, "%s", text);
    cr_assert_not_null(strstr(why, says), "\"%s\" does not say \"%s\"", why, says);
}

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
    file_says(
        "{\"context\":{\"yardstick_ns\":7}, \"benchmarks\":[{\"name\":\"x\",\"sample_ns\":[1]}]}",
        "no list");
    file_says("{\"context\":{\"yardstick_ns\":[1,-1]}, "
              "\"benchmarks\":[{\"name\":\"x\",\"sample_ns\":[1]}]}",
              "none");
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
