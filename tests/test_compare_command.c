/* test_compare_command - the command, its exit codes, bad input. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/made_up_runs.h"

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
    cr_assert_eq(compare(old, new, ""), 1, "%s", err);
    cr_assert_not_null(strstr(out, "WRONG: a signature is wrong"), "%s", out);
    json_object_set_new(entry, "state", json_string("no time"));
    cr_assert_eq(json_dump_file(json, new, 0), 0);
    cr_assert_eq(compare(old, new, ""), 0, "%s", err);
    cr_assert_not_null(strstr(out, "gone: a signature is wrong"), "%s", out);
    /* Google Benchmark's own: an error without our state; its text goes to a terminal */
    json_object_del(entry, "state");
    json_object_set_new(entry, "error_message", json_string("no\x1b[31m\n device\xc2\x9b"));
    cr_assert_eq(json_dump_file(json, new, 0), 0);
    json_decref(json);
    cr_assert_eq(compare(old, new, ""), 1, "%s", err);
    cr_assert_not_null(strstr(out, "ERROR: no?[31m? device??\n"), "%s", out);
    cr_assert_eq(compare(new, old, ""), 0, "%s", err);
    cr_assert_not_null(strstr(out, "1 new"), "%s", out);
    unlink(old);
    unlink(new);
}

static void add_yardstick(json_t *run, double ns)
{
    json_t *context = json_object_get(run, "context"), *samples = json_array();

    for (int k = 0; k < 101; k++)
        json_array_append_new(samples, json_real(ns * (1 + 0.001 * (k % 7))));
    json_object_set_new(context, "yardstick", json_string("made up"));
    json_object_set_new(context, "yardstick_ns", samples);
}

/* Everything slower alike: said and failed, unless the machine was disturbed or the user knows better. */
Test(command, everything_slower_alike, .timeout = 60)
{
    char old[256], new[256];

    path_of(old, sizeof old, "old.json");
    path_of(new, sizeof new, "new.json");
    for (int disturbed = 0; disturbed <= 20; disturbed += 20) {
        for (int k = 0; k < 2; k++) {
            json_t *json = made_up((uint64_t)k + 1, -1, 1, 101), *entry, *value;
            size_t i, j;
            json_array_foreach(json_object_get(json, "benchmarks"), i, entry)
            {
                json_object_set_new(entry, "disturbed", json_integer(disturbed));
                json_array_foreach(json_object_get(entry, "sample_ns"), j, value)
                    json_real_set(value, json_real_value(value) * (k ? 1.2 : 1));
            }
            add_yardstick(json, 160);
            cr_assert_eq(json_dump_file(json, k ? new : old, 0), 0);
            json_decref(json);
        }
        cr_assert_eq(compare(old, new, ""), disturbed ? 0 : 1, "%s", out);
        cr_assert_not_null(strstr(out, "0 slower, 0 faster, 5 same"), "%s", out);
        cr_assert_not_null(strstr(out, disturbed ? "Everything is slower alike, by +"
                                                 : "EVERYTHING is slower alike, by +"),
                           "%s", out);
        cr_assert_eq(!!strstr(out, "others disturbed 20 %"), disturbed != 0);
        cr_assert_not_null(strstr(out, "by its yardstick, which no build changes: +0.0 %"), "%s",
                           out);
        cr_assert_eq(compare(old, new, "--ignore-drift"), 0, "%s", out);
        cr_assert_eq(compare(old, new, "--absolute"), 1);
        cr_assert_not_null(strstr(out, "5 slower"), "%s", out);
        cr_assert_eq(compare(new, old, ""), 0, "faster is no regression");
    }
    unlink(old);
    unlink(new);
}
