/* test_report - the page, its plots and tables from made-up results; bad input; no gnuplot. Where a headless
 * Chromium is installed, the page is opened at 1280 and at 360 px (tests/report_page.py does the driving). */
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/report.h"

static const char *build(void)
{
    const char *given = getenv("SIGCOST_BUILD");

    return given && *given ? given : "build";
}

static char dir[256], out[65536], err[4096];

static void make_dir(void)
{
    snprintf(dir, sizeof dir, "%s/tests/report-%d", build(), (int)getpid());
    mkdir(dir, 0777);
}

static void remove_dir(void)
{
    char command[400];

    snprintf(command, sizeof command, "rm -rf %s", dir);
    cr_assert_eq(system(command), 0);
}

static char *slurp(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;

    cr_assert_not_null(file, "%s", path);
    cr_assert_gt(getdelim(&text, &room, '\0', file), 0, "%s is empty", path);
    fclose(file);
    return text;
}

/* before: what comes in front of the program's name, such as a variable. */
static int report(const char *before, const char *arguments)
{
    char command[1500], path[300];
    FILE *file;

    snprintf(command, sizeof command, "%s %s/sigcost report %s >%s/out 2>%s/err", before, build(),
             arguments, dir, dir);
    int status = system(command);
    snprintf(path, sizeof path, "%s/out", dir);
    cr_assert((file = fopen(path, "r")));
    out[fread(out, 1, sizeof out - 1, file)] = '\0';
    fclose(file);
    snprintf(path, sizeof path, "%s/err", dir);
    cr_assert((file = fopen(path, "r")));
    err[fread(err, 1, sizeof err - 1, file)] = '\0';
    fclose(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void add(json_t *list, const char *alg, int bits, const char *op, const char *impl,
                const char *step, const char *version, int payload, double ns)
{
    json_t *samples = json_array();
    char name[128];

    for (int i = 0; i < 20; i++)
        json_array_append_new(samples, json_real(ns * (1 + 0.001 * i)));
    snprintf(name, sizeof name, "%s/%s/%s/payload:%d", alg, op, impl, payload);
    json_array_append_new(
        list,
        json_pack("{s:s, s:s, s:i, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:o}", "name",
                  name, "alg", alg, "key_bits", bits, "op", op, "impl", impl, "step", step,
                  "version", version, "payload", payload, "signature_bytes_min", 70,
                  "signature_bytes", 72, "signature_other_form_bytes", 64, "public_key_der_bytes",
                  91, "private_key_der_bytes", 138, "sample_ns", samples));
}

/* What ladder --json says of the three steps and of a library. */
static void add_ladder(json_t *root)
{
    static const struct {
        const char *impl;
        int squarings, peer;
        double gain;
    } steps[] = {{"textbook", 2047, 0, NAN},
                 {"window", 2046, 0, 2.5},
                 {"crt", 1023, 0, 20},
                 {"openssl", 0, 1, NAN}};
    json_t *list = json_array();

    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        json_t *one = json_pack("{s:s, s:s, s:s, s:s, s:s, s:b, s:i, s:i, s:{}}", "alg", "rsa-2048",
                                "op", "sign", "impl", steps[i].impl, "idea", "an idea of <its> own",
                                "source", "a paper", "peer", steps[i].peer, "table_bytes",
                                (int)i * 1000, "code_bytes", 4321, "counts");
        if (steps[i].squarings) {
            json_t *counts = json_object_get(one, "counts");
            json_object_set_new(counts, "mod_sqr", json_real(steps[i].squarings));
            json_object_set_new(counts, "mod_mul", json_real(64.5));
        }
        if (!isnan(steps[i].gain))
            json_object_set_new(one, "gain_before", json_real(steps[i].gain));
        json_array_append_new(list, one);
    }
    json_object_set_new(root, "ladder", list);
}

/* A sweep of scale --json: two sizes, with the exponents that it fitted. */
static void add_scales(json_t *root)
{
    json_object_set_new(
        root, "scales",
        json_pack("[{s:s, s:s, s:[{s:s, s:{s:f, s:f, s:f}, s:{s:f}, s:[{s:s, s:f, s:f, s:f, s:f}, "
                  "{s:s, s:f, s:f, s:f, s:f}]}]}]",
                  "scale", "rsa", "impl", "limbs", "sweeps", "op", "sign", "time", "exponent", 2.47,
                  "low", 2.31, "high", 2.63, "counts", "exponent", 2.91, "points", "name",
                  "rsa-1024", "x", 1024.0, "median", 2e4, "q1", 2e4, "q3", 2e4, "name", "rsa-4096",
                  "x", 4096.0, "median", 7e5, "q1", 7e5, "q3", 7e5));
}

/* Two algorithms with a ladder of three steps, two libraries, two payloads. */
static void write_results(char *path, size_t len)
{
    static const char *const ops[] = {"sign", "verify", "keygen"};
    json_t *list = json_array();

    for (int a = 0; a < 2; a++)
        for (int k = 0; k < 3; k++) {
            const char *alg = a ? "rsa-3072" : "rsa-2048";
            double ns = 1e5 * (a + 1) * (k + 1);
            int payload = k == 2 ? 0 : 1024;
            add(list, alg, 2048 + 1024 * a, ops[k], "textbook", "textbook", "", payload, 50 * ns);
            add(list, alg, 2048 + 1024 * a, ops[k], "window", "window", "", payload, 20 * ns);
            add(list, alg, 2048 + 1024 * a, ops[k], "self", "crt", "", payload, ns);
            add(list, alg, 2048 + 1024 * a, ops[k], "openssl", "openssl", "OpenSSL 3", payload,
                2 * ns);
            add(list, alg, 2048 + 1024 * a, ops[k], "bot<an>", "bot<an>", "Botan \"2\"", payload,
                3 * ns);
            if (k < 2)
                add(list, alg, 2048 + 1024 * a, ops[k], "self", "crt", "", 102400, 3 * ns);
        }
    json_t *json = json_pack("{s:{s:s, s:s, s:s, s:[s, s], s:i}, s:o}", "context", "cpu_model",
                             "a <b>CPU</b> & more", "commit", "c0ffee", "date", "then", "peers",
                             "one", "two", "num_cpus", 2, "benchmarks", list);
    json_object_set_new(
        json, "explanations",
        json_pack("[{s:s, s:s, s:f, s:f, s:f, s:{s:[{s:s, s:f, s:f}, {s:s, s:f, s:f}]}}]", "alg",
                  "rsa-2048", "op", "sign", "predicted_ns", 9e4, "measured_ns", 1e5,
                  "unexplained_percent", 10.0, "tree", "children", "name", "squarings", "ns", 8e4,
                  "share", 0.89, "name", "hash <1 KiB>", "ns", 1e4, "share", 0.11));
    add_ladder(json);
    add_scales(json);
    snprintf(path, len, "%s/from.json", dir);
    cr_assert_eq(json_dump_file(json, path, 0), 0);
    json_decref(json);
}

static size_t occurrences(const char *text, const char *what)
{
    size_t n = 0;

    for (; (text = strstr(text, what)); text += strlen(what))
        n++;
    return n;
}

static int have_gnuplot(void)
{
    return system("gnuplot --version >/dev/null 2>&1") == 0;
}

/* sign, verify, keygen, sizes; two ladders; growth of RSA; shares of one; two of payloads; three against the libraries */
enum { FIGURES = 13 };

Test(report, every_figure_has_a_plot_a_table_a_csv_and_an_alt_text, .init = make_dir,
     .fini = remove_dir, .timeout = 60)
{
    char from[300], arguments[800], path[400];

    if (!have_gnuplot())
        cr_skip_test("no gnuplot here");
    write_results(from, sizeof from);
    snprintf(arguments, sizeof arguments, "-o %s/page.html --from %s", dir, from);
    cr_assert_eq(report("", arguments), 0, "%s", err);
    cr_assert_str_empty(err);
    snprintf(path, sizeof path, "%s/page.html", dir);
    char *page = slurp(path);
    cr_assert_eq(occurrences(page, "<svg"), FIGURES);
    cr_assert_eq(occurrences(page, "role=img aria-label=\""), FIGURES);
    cr_assert_eq(occurrences(page, "<section id="), FIGURES);
    cr_assert_eq(occurrences(page, "class=missing"), 0);
    cr_assert_geq(occurrences(page, "<table"), FIGURES + 3);
    /* self-contained, and nothing of the input is taken for markup */
    cr_assert_eq(occurrences(page, "<script"), 0);
    cr_assert_eq(occurrences(page, "src="), 0);
    cr_assert_eq(occurrences(page, "url(http"), 0);
    cr_assert_eq(occurrences(page, "<b>CPU"), 0);
    cr_assert_eq(occurrences(page, "bot<an>"), 0);
    cr_assert_geq(occurrences(page, "bot&lt;an&gt;"), 1);
    cr_assert_geq(occurrences(page, "prefers-color-scheme:dark"), 1);
    cr_assert_geq(occurrences(page, "@media print"), 1);
    cr_assert_geq(occurrences(page, "48 times faster"), 1);
    cr_assert_geq(occurrences(page, "c0ffee"), 2);
    cr_assert_geq(occurrences(page, "<td class=n>89.0 %"), 1);
    cr_assert_geq(occurrences(page, "hash &lt;1 KiB&gt;"), 1);
    /* the ladder's gains and counts: a row a step, none of a library; 0 where a step counts none */
    cr_assert_eq(occurrences(page, "<tr><th scope=row>textbook<td class=n>-<td class=n>-"
                                   "<td class=n>2047<td class=n>64.5<td class=n>-<td class=n>4321"),
                 1);
    cr_assert_eq(occurrences(page, "<tr><th scope=row>crt<td class=n>20\u00d7<td class=n>-"
                                   "<td class=n>1023<td class=n>64.5<td class=n>2000"),
                 1);
    cr_assert_eq(occurrences(page, "<dt>window<dd>an idea of &lt;its&gt; own (a paper)"), 1);
    cr_assert_eq(occurrences(page, "<dt>openssl"), 0);
    /* the exponents: of the sweep with its counts, and of each curve: log 2 / log 1.5 = 1.71 */
    cr_assert_eq(occurrences(page, "<tr><th scope=row>sign, sweep of limbs<td class=n>2"
                                   "<td class=n>2.47<td class=n>2.31<td class=n>2.63"
                                   "<td class=n>2.91"),
                 1);
    cr_assert_eq(occurrences(page, "<tr><th scope=row>verify, openssl<td class=n>2<td class=n>1.71"
                                   "<td class=n>-<td class=n>-<td class=n>-"),
                 1);
    /* ids are unique */
    cr_assert_eq(occurrences(page, "id=\"gnuplot_canvas\""), 0);
    cr_assert_eq(occurrences(page, "id='sign_gpDot'"), 1);
    free(page);
    static const char *const slugs[] = {"sign",       "sizes",        "ladder-rsa-2048",
                                        "growth-rsa", "payload-sign", "peers-verify"};
    for (size_t i = 0; i < sizeof slugs / sizeof slugs[0]; i++) {
        snprintf(path, sizeof path, "%s/page-%s.svg", dir, slugs[i]);
        char *text = slurp(path);
        cr_assert_eq(occurrences(text, "<svg"), 1);
        cr_assert_eq(occurrences(text, "</svg>"), 1);
        free(text);
        snprintf(path, sizeof path, "%s/page-%s.csv", dir, slugs[i]);
        text = slurp(path);
        cr_assert_geq(occurrences(text, "\n"), 2);
        free(text);
    }
}

/* With a PATH that has a shell but no gnuplot. */
Test(report, without_gnuplot_the_tables_say_what_is_missing, .init = make_dir, .fini = remove_dir,
     .timeout = 60)
{
    char from[300], arguments[800], path[400], before[500], command[700];

    write_results(from, sizeof from);
    snprintf(path, sizeof path, "%s/bin", dir);
    mkdir(path, 0777);
    snprintf(command, sizeof command, "ln -s \"$(command -v sh)\" %s/sh", path);
    cr_assert_eq(system(command), 0);
    snprintf(before, sizeof before, "PATH=%s", path);
    snprintf(arguments, sizeof arguments, "-o %s/page.html --from %s", dir, from);
    cr_assert_eq(report(before, arguments), 0, "%s", err);
    cr_assert_not_null(strstr(out, "gnuplot is not installed"), "%s", out);
    snprintf(path, sizeof path, "%s/page.html", dir);
    char *page = slurp(path);
    cr_assert_eq(occurrences(page, "<svg"), 0);
    cr_assert_eq(occurrences(page, "class=missing"), FIGURES);
    cr_assert_geq(occurrences(page, "<table"), FIGURES + 3);
    free(page);
}

static void refused(const char *arguments, const char *says)
{
    cr_assert_eq(report("", arguments), 2, "report %s", arguments);
    cr_assert_str_empty(out);
    cr_assert(strchr(err, '\n') && !strchr(err, '\n')[1], "one line: %s", err);
    cr_assert_not_null(strstr(err, says), "%s does not say %s", err, says);
}

Test(report, bad_input_and_output, .init = make_dir, .fini = remove_dir, .timeout = 60)
{
    char from[300], arguments[900], path[400];
    FILE *file;

    write_results(from, sizeof from);
    refused("", "-o FILE.html");
    refused("-o", "-o");
    refused("-o x.html extra", "extra");
    refused("--frobnicate", "--frobnicate");
    refused("-o x.html --seconds 0", "--seconds");
    /* found before measuring: the test would run out of time otherwise */
    refused("-o /nonexistent/x.html", "/nonexistent/x.html");
    refused("-o /", "/");
    snprintf(path, sizeof path, "%s/page.html", dir);
    snprintf(arguments, sizeof arguments, "-o %s --from /nonexistent/y.json", path);
    refused(arguments, "/nonexistent/y.json");
    cr_assert_neq(access(path, F_OK), 0, "no empty page is left behind");
    snprintf(arguments, sizeof arguments, "-o %s --from %s/bad.json", path, dir);
    static const char *const bad[] = {"", "{", "[]", "{}", "{\"context\":{},\"benchmarks\":[]}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char bad_path[300];
        snprintf(bad_path, sizeof bad_path, "%s/bad.json", dir);
        cr_assert((file = fopen(bad_path, "w")));
        fputs(bad[i], file);
        fclose(file);
        refused(arguments, "bad.json");
        cr_assert_neq(access(path, F_OK), 0);
    }
    if (access("/dev/full", W_OK) == 0) {
        snprintf(arguments, sizeof arguments, "-o /dev/full --from %s", from);
        cr_assert_eq(report("", arguments), 2);
    }
}

/* The real browser, where there is one: 77 says that there is none. */
Test(report, in_a_browser_nothing_overflows, .init = make_dir, .fini = remove_dir, .timeout = 180)
{
    char from[300], arguments[800], command[900];

    write_results(from, sizeof from);
    snprintf(arguments, sizeof arguments, "-o %s/page.html --from %s", dir, from);
    cr_assert_eq(report("", arguments), 0, "%s", err);
    snprintf(command, sizeof command, "python3 tests/report_page.py %s/page.html %d", dir,
             have_gnuplot() ? FIGURES : 0);
    int status = system(command);
    if (WIFEXITED(status) && (WEXITSTATUS(status) == 77 || WEXITSTATUS(status) == 127))
        cr_skip_test("no python3, or no headless Chromium");
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "see the lines above");
}
