/* test_output - made-up results as JSON, CSV and table. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/output.h"
#include "tests/near.h"

enum { ROWS = 4 };

/* Three implementations of one cell, and one that is wrong. */
static void made_up(struct results *results, struct record rows[ROWS], struct cell cells[ROWS])
{
    static const struct {
        const char *impl, *step, *version;
        double ns;
    } made[ROWS] = {{"textbook", "textbook", "", 4000},
                    {"self", "comb", "", 1000},
                    {"swift", "swift", "Swift 1.0, \"quoted\"", 500},
                    {"broken", "broken", "Broken 1", 0}};

    memset(results, 0, sizeof *results);
    memset(rows, 0, ROWS * sizeof *rows);
    memset(cells, 0, ROWS * sizeof *cells);
    for (int i = 0; i < ROWS; i++) {
        struct record *row = &rows[i];
        snprintf(row->alg, sizeof row->alg, "ecdsa-p256");
        snprintf(row->version, sizeof row->version, "%s", made[i].version);
        row->op = OP_SIGN;
        row->impl = made[i].impl;
        row->step = made[i].step;
        row->payload = 1024;
        row->hash = SHA256;
        row->is_self = i == 1;
        row->is_peer = i >= 2;
        row->key = (struct key_sizes){256, 32, 138, 65, 91};
        row->sig_min = 70;
        row->sig_max = 72;
        row->sig_other = 64;
        row->cell = &cells[i];
        if (made[i].ns == 0) {
            cells[i].verdict = WRONG;
            cells[i].why = "a signature is wrong";
            continue;
        }
        cells[i].samples = calloc(9, sizeof(struct sample));
        cells[i].count = 9;
        cells[i].operations = 90;
        for (unsigned k = 0; k < 9; k++)
            cells[i].samples[k] = (struct sample){k, 10, made[i].ns * (1 + 0.01 * k),
                                                  made[i].ns * 1.2, made[i].ns * 3};
        cells[i].disturbed = 9; /* 1.2: so all samples count in the end */
    }
    results->rows = rows;
    results->count = ROWS;
    results->cells = cells;
    results->yardstick = &cells[0];
    machine_read(&results->machine);
    results_finish(results);
}

static void unmake(struct cell cells[ROWS])
{
    for (int i = 0; i < ROWS; i++)
        cell_clear(&cells[i]);
}

static double real_of(const json_t *entry, const char *key)
{
    const json_t *value = json_object_get(entry, key);

    cr_assert(json_is_number(value), "%s", key);
    return json_number_value(value);
}

static const char *text_of(const json_t *entry, const char *key)
{
    const json_t *value = json_object_get(entry, key);

    cr_assert(json_is_string(value), "%s", key);
    return json_string_value(value);
}

Test(output, json_has_the_schema_and_the_ratios)
{
    struct record rows[ROWS];
    struct cell cells[ROWS];
    struct results results;
    static const char *const context_texts[] = {
        "date",      "host_name",   "executable", "library_build_type",
        "cpu_model", "kernel",      "compiler",   "compiler_flags",
        "commit",    "gmp_version", "gmp_path",   "timed_part"};

    made_up(&results, rows, cells);
    json_t *json = output_json(&results);
    cr_assert(json_is_object(json));
    const json_t *context = json_object_get(json, "context");
    for (size_t i = 0; i < sizeof context_texts / sizeof context_texts[0]; i++)
        text_of(context, context_texts[i]);
    cr_assert_gt(real_of(context, "num_cpus"), 0);
    cr_assert_gt(real_of(context, "mhz_per_cpu"), 0);
    cr_assert(json_is_array(json_object_get(context, "load_avg")));
    text_of(context, "yardstick");
    cr_assert_eq(json_array_size(json_object_get(context, "yardstick_ns")), 9);
    const json_t *benchmarks = json_object_get(json, "benchmarks");
    cr_assert_eq(json_array_size(benchmarks), ROWS);

    const json_t *self = json_array_get(benchmarks, 1);
    cr_assert_str_eq(text_of(self, "name"), "ecdsa-p256/sign/self/payload:1024");
    cr_assert_str_eq(text_of(self, "impl"), "self");
    cr_assert_str_eq(text_of(self, "step"), "comb");
    cr_assert_str_eq(text_of(self, "time_unit"), "ns");
    near(real_of(self, "ratio_self"), 1, 0);
    near(real_of(self, "median"), 1040, 1e-6);
    near(real_of(self, "min"), 1000, 1e-6);
    near(real_of(self, "q1"), 1020, 1e-6);
    near(real_of(self, "q3"), 1060, 1e-6);
    near(real_of(self, "cpu_time"), 1040, 1e-6);
    near(real_of(self, "real_time"), 1200, 1e-6);
    near(real_of(self, "cycles"), 3000, 1e-6);
    near(real_of(self, "samples"), 9, 0);
    near(real_of(self, "iterations"), 90, 0);
    near(real_of(self, "key_bits"), 256, 0);
    near(real_of(self, "ops_per_second"), 1e9 / 1040, 1e-3);
    cr_assert_eq(json_array_size(json_object_get(self, "sample_ns")), 9);
    cr_assert_str_eq(text_of(self, "best_peer"), "swift");
    near(real_of(self, "ratio_peer_paired"), 2, 1e-9);
    near(real_of(json_array_get(benchmarks, 0), "ratio_self"), 4, 1e-9);
    near(real_of(json_array_get(benchmarks, 2), "ratio_self"), 0.5, 1e-9);

    const json_t *broken = json_array_get(benchmarks, 3);
    cr_assert(json_is_true(json_object_get(broken, "error_occurred")));
    cr_assert_str_eq(text_of(broken, "error_message"), "a signature is wrong");
    cr_assert(!json_object_get(broken, "cpu_time"), "no time for a wrong result");
    cr_assert_eq(results_wrong(&results), 1);
    json_decref(json);
    unmake(cells);
}

/* Fields of one CSV line, quotes undone; returns how many. */
static int split(char *line, char *fields[], int most)
{
    int count = 0;

    for (char *at = line; at && count < most;) {
        char *to = at;
        fields[count++] = at;
        int quoted = *at == '"';
        at += quoted;
        for (; *at && (quoted || *at != ','); at++) {
            if (quoted && *at == '"' && at[1] != '"') {
                at++;
                break;
            }
            if (quoted && *at == '"')
                at++;
            *to++ = *at;
        }
        char *next = *at == ',' ? at + 1 : NULL;
        *to = '\0';
        at = next;
    }
    return count;
}

Test(output, csv_has_the_same_numbers)
{
    struct record rows[ROWS];
    struct cell cells[ROWS];
    struct results results;
    char *text = NULL, *fields[64], *names[64];
    size_t len = 0;
    FILE *to = open_memstream(&text, &len);

    made_up(&results, rows, cells);
    output_csv(to, &results);
    fclose(to);
    char *lines[ROWS + 2], *rest = text;
    for (int i = 0; i < ROWS + 1; i++) {
        lines[i] = strsep(&rest, "\n");
        cr_assert_not_null(lines[i]);
    }
    cr_assert_str_eq(rest, "", "nothing after the last row");
    int columns = split(lines[0], names, 64);
    for (int i = 1; i <= ROWS; i++) {
        cr_assert_eq(split(lines[i], fields, 64), columns, "row %d", i);
        for (int c = 0; c < columns; c++) {
            if (strcmp(names[c], "median_ns") == 0 && i < ROWS)
                near(strtod(fields[c], NULL), rows[i - 1].cpu.median, 1e-6);
            if (strcmp(names[c], "median_ns") == 0 && i == ROWS)
                cr_assert_str_eq(fields[c], "");
            if (strcmp(names[c], "version") == 0)
                cr_assert_str_eq(fields[c], rows[i - 1].version);
            if (strcmp(names[c], "state") == 0)
                cr_assert_str_eq(fields[c], i == ROWS ? "wrong" : "ok");
        }
    }
    free(text);
    unmake(cells);
}

static char *table_of(const struct results *results)
{
    char *text = NULL;
    size_t len = 0;
    FILE *to = open_memstream(&text, &len);

    output_table(to, results);
    fclose(to);
    return text;
}

Test(output, table_shows_every_row_and_the_standing)
{
    struct record rows[ROWS];
    struct cell cells[ROWS];
    struct results results;
    char *text;

    made_up(&results, rows, cells);
    text = table_of(&results);
    cr_assert_not_null(strstr(text, "self (comb)"));
    cr_assert_not_null(strstr(text, "4.160 us"), "%s", text);
    cr_assert_not_null(strstr(text, "WRONG: a signature is wrong"));
    cr_assert_not_null(strstr(text, "70-72"));
    cr_assert_not_null(strstr(text, "0 of 1 cells faster, 0 level, 1 slower"));
    free(text);
    unmake(cells);
}

/* The yardstick here: 4 us in the first round to 4.32 us in the last. */
Test(output, table_says_whether_the_machine_changed_its_speed)
{
    struct record rows[ROWS];
    struct cell cells[ROWS];
    struct results results;
    char *text;

    made_up(&results, rows, cells);
    text = table_of(&results);
    cr_assert_not_null(strstr(text, "median 4.160 us, deciles 4.032 us and 4.288 us"), "%s", text);
    cr_assert_null(strstr(text, "changed its speed"));
    free(text);
    cells[0].samples[7].cpu_ns = cells[0].samples[8].cpu_ns = 5000;
    text = table_of(&results);
    cr_assert_not_null(strstr(text, "The machine changed its speed during the run"), "%s", text);
    free(text);
    results.yardstick = NULL;
    text = table_of(&results);
    cr_assert_null(strstr(text, "Yardstick"));
    free(text);
    unmake(cells);
}

Test(output, times_and_numbers_have_four_digits)
{
    char buf[24];

    cr_assert_str_eq(format_time(buf, 0.5), "0.500 ns");
    cr_assert_str_eq(format_time(buf, 12.344), "12.34 ns");
    cr_assert_str_eq(format_time(buf, 999.96), "1.000 us");
    cr_assert_str_eq(format_time(buf, 123456), "123.5 us");
    cr_assert_str_eq(format_time(buf, 2.5e9), "2.500 s");
    cr_assert_str_eq(format_time(buf, 9.9e12), "9900 s");
    cr_assert_str_eq(format_time(buf, NAN), "-");
    cr_assert_str_eq(format_number(buf, 9999.6), "10000");
    cr_assert_str_eq(format_number(buf, -1.5), "-1.500");
    cr_assert_str_eq(format_number(buf, INFINITY), "-");
}
