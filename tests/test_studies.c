/* test_studies - the verdicts on made-up figures, the arithmetic of the scenarios, and the command. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/studies.h"

/* --- verdicts ---------------------------------------------------------------------------------- */

static enum claim_verdict judged(double low, double estimate, double high)
{
    static const struct criterion c = {.what = "x", .low = 24, .high = 96};
    struct interval m = {estimate, low, high, 10};

    return criterion_judge(&c, &m);
}

Test(verdicts, a_criterion_is_judged_by_its_interval)
{
    struct interval none = {NAN, NAN, NAN, 0}, single = {48, NAN, NAN, 1};
    static const struct criterion c = {.what = "x", .low = 24, .high = 96};

    cr_assert_eq(judged(40, 48, 60), CLAIM_HOLDS);
    cr_assert_eq(judged(24, 48, 96), CLAIM_HOLDS);
    cr_assert_eq(judged(10, 20, 23.9), CLAIM_FAILS);
    cr_assert_eq(judged(96.1, 100, 110), CLAIM_FAILS);
    cr_assert_eq(judged(20, 30, 40), CLAIM_DEPENDS, "it crosses the lower edge");
    cr_assert_eq(judged(90, 95, 97), CLAIM_DEPENDS, "it crosses the upper edge");
    cr_assert_eq(judged(1, 48, 1000), CLAIM_DEPENDS);
    cr_assert_eq(criterion_judge(&c, &none), CLAIM_UNMEASURED);
    cr_assert_eq(criterion_judge(&c, &single), CLAIM_DEPENDS);
}

Test(verdicts, criteria_and_columns_are_joined)
{
    enum claim_verdict holds[] = {CLAIM_HOLDS, CLAIM_UNMEASURED, CLAIM_HOLDS},
                       fails[] = {CLAIM_FAILS, CLAIM_FAILS}, mixed[] = {CLAIM_HOLDS, CLAIM_FAILS},
                       unsure[] = {CLAIM_HOLDS, CLAIM_DEPENDS}, none[] = {CLAIM_UNMEASURED};

    cr_assert_eq(claim_join(holds, 3), CLAIM_HOLDS);
    cr_assert_eq(claim_join(fails, 2), CLAIM_FAILS);
    cr_assert_eq(claim_join(mixed, 2), CLAIM_DEPENDS);
    cr_assert_eq(claim_join(unsure, 2), CLAIM_DEPENDS);
    cr_assert_eq(claim_join(none, 1), CLAIM_UNMEASURED);
    cr_assert_eq(claim_join(none, 0), CLAIM_UNMEASURED);
}

/* --- made-up figures --------------------------------------------------------------------------- */

struct figures {
    const char *alg;
    double keygen_us, sign_us, verify_us;
    int sig_min, sig_max, sig_other, public_der;
};

/* As the studies have them; what they do not say is made up so that their conclusions hold. */
static const struct figures claimed[] = {
    {"rsa-2048", 260000, 3200, 120, 256, 256, 256, 294},
    {"rsa-4096", 2000000, 20000, 1000, 512, 512, 512, 550},
    {"ecdsa-p256", 20, 66.7, 480, 70, 72, 64, 91},
    {"ecdsa-p384", 60, 400, 700, 102, 104, 96, 120},
    {"ecdsa-p521", 90, 900, 1600, 136, 139, 132, 158},
    {"ed25519", 10, 50, 70, 64, 64, 64, 44},
};
enum { FIGURES = sizeof claimed / sizeof claimed[0] };

static void add(json_t *list, const struct figures *f, const char *op, const char *impl,
                size_t payload, double us)
{
    json_t *samples = json_array();
    char name[96];

    for (int i = 0; i < 40; i++) /* 0.2 % to either side */
        json_array_append_new(samples, json_real(us * 1000 * (1 + 0.0001 * (i - 19.5))));
    snprintf(name, sizeof name, "%s/%s/%s/payload:%zu", f->alg, op, impl, payload);
    json_array_append_new(list,
                          json_pack("{s:s, s:s, s:s, s:s, s:I, s:i, s:i, s:i, s:i, s:i, s:o}",
                                    "name", name, "alg", f->alg, "op", op, "impl", impl, "payload",
                                    (json_int_t)payload, "signature_bytes_min", f->sig_min,
                                    "signature_bytes", f->sig_max, "signature_other_form_bytes",
                                    f->sig_other, "public_key_der_bytes", f->public_der,
                                    "public_key_bytes", f->public_der - 20, "sample_ns", samples));
}

/* All three columns alike; RSA's times are multiplied. */
static json_t *made_up(const struct figures *figures, double rsa_slower)
{
    static const char *const impls[] = {"openssl", "libsodium", "self"};
    json_t *list = json_array();

    for (int i = 0; i < FIGURES; i++)
        for (int k = 0; k < 3; k++) {
            const struct figures *f = &figures[i];
            double factor = strncmp(f->alg, "rsa", 3) == 0 ? rsa_slower : 1;
            if (k == 1 && strcmp(f->alg, "ed25519") != 0)
                continue;
            add(list, f, "keygen", impls[k], 0, f->keygen_us * factor);
            for (int p = 0; p < 3; p++) {
                add(list, f, "sign", impls[k], studies_payloads[p], f->sign_us * factor);
                add(list, f, "verify", impls[k], studies_payloads[p], f->verify_us * factor);
            }
        }
    return json_pack("{s:{s:s, s:s, s:s}, s:o}", "context", "cpu_model", "made up", "commit", "c0",
                     "date", "then", "benchmarks", list);
}

static struct bench_file file_of(json_t *json)
{
    struct bench_file file;
    char why[BENCH_FILE_WHY];

    cr_assert_eq(bench_file_take(&file, json, why), DONE, "%s", why);
    return file;
}

static const struct claim *claim_that(const char *says)
{
    for (const struct claim *claim = claims; claim->says; claim++)
        if (strstr(claim->says, says))
            return claim;
    cr_assert_fail("no claim says \"%s\"", says);
    return NULL;
}

static enum claim_verdict found(const struct bench_file *file, const char *says)
{
    struct finding finding;

    claim_find(&finding, claim_that(says), file);
    return finding.all;
}

Test(claims, every_one_of_the_studies_is_there)
{
    static const char *const said[] = {"72.3 %",
                                       "13,000",
                                       "48 times",
                                       "P-384 performs",
                                       "P-256 is the best",
                                       "P-384 is the best",
                                       "3200, 320, 50",
                                       "10 times",
                                       "120, 480, 70",
                                       "4 times slower",
                                       "256, 64, 64",
                                       "very fast",
                                       "112, 128, 128",
                                       "Ed25519 > P-256 >> RSA",
                                       "Ed25519 about RSA"};

    cr_assert_eq(claim_count(), sizeof said / sizeof said[0]);
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        const struct claim *claim = claim_that(said[i]);
        for (int k = 0; k < MAX_CRITERIA && claim->criteria[k].what; k++)
            cr_assert_lt(claim->criteria[k].low, claim->criteria[k].high, "%s", claim->says);
        cr_assert_not_null(claim->criteria[0].what);
    }
}

Test(claims, figures_as_claimed_hold_and_others_do_not)
{
    struct bench_file file = file_of(made_up(claimed, 1));
    struct figures other[FIGURES];

    cr_assert_eq(found(&file, "72.3 %"), CLAIM_HOLDS);
    cr_assert_eq(found(&file, "13,000"), CLAIM_HOLDS);
    cr_assert_eq(found(&file, "48 times"), CLAIM_HOLDS);
    cr_assert_eq(found(&file, "P-384 performs"), CLAIM_HOLDS);
    cr_assert_eq(found(&file, "P-256 is the best"), CLAIM_HOLDS);
    cr_assert_eq(found(&file, "P-384 is the best"), CLAIM_HOLDS);
    cr_assert_eq(found(&file, "120, 480, 70"), CLAIM_HOLDS);
    cr_assert_eq(found(&file, "4 times slower"), CLAIM_HOLDS);
    cr_assert_eq(found(&file, "256, 64, 64"), CLAIM_HOLDS);
    cr_assert_eq(found(&file, "very fast"), CLAIM_HOLDS);
    cr_assert_eq(found(&file, "112, 128, 128"), CLAIM_HOLDS);
    cr_assert_eq(found(&file, "Ed25519 > P-256 >> RSA"), CLAIM_HOLDS);
    cr_assert_eq(found(&file, "Ed25519 about RSA"), CLAIM_HOLDS);
    /* P-256 at 66.7 us is not 320, the others are as claimed */
    cr_assert_eq(found(&file, "3200, 320, 50"), CLAIM_DEPENDS);
    /* 48 times is not 10 times, 64 times is */
    cr_assert_eq(found(&file, "10 times"), CLAIM_DEPENDS);
    bench_file_clear(&file);

    file = file_of(made_up(claimed, 0.01)); /* a hundred times faster RSA */
    cr_assert_eq(found(&file, "13,000"), CLAIM_FAILS);
    cr_assert_eq(found(&file, "48 times"), CLAIM_FAILS);
    cr_assert_eq(found(&file, "4 times slower"), CLAIM_FAILS);
    cr_assert_eq(found(&file, "P-256 is the best"), CLAIM_DEPENDS, "sizes and keys still lead");
    cr_assert_eq(found(&file, "72.3 %"), CLAIM_HOLDS, "sizes do not depend on speed");
    bench_file_clear(&file);

    memcpy(other, claimed, sizeof other);
    other[2].sig_min = other[2].sig_max = 140;
    other[2].sig_other = 128;
    file = file_of(made_up(other, 1));
    cr_assert_eq(found(&file, "72.3 %"), CLAIM_FAILS);
    cr_assert_eq(found(&file, "256, 64, 64"), CLAIM_DEPENDS, "two of the three still hold");
    bench_file_clear(&file);
}

/* Where only one column has the figures, it decides; where none has, nothing is claimed. */
Test(claims, what_is_absent_is_not_judged)
{
    json_t *json = made_up(claimed, 1), *list = json_object_get(json, "benchmarks");

    for (size_t i = json_array_size(list); i-- > 0;) {
        const json_t *entry = json_array_get(list, i);
        if (strcmp(json_string_value(json_object_get(entry, "impl")), "self") != 0 ||
            strcmp(json_string_value(json_object_get(entry, "alg")), "ecdsa-p384") == 0)
            json_array_remove(list, i);
    }
    struct bench_file file = file_of(json);
    struct finding finding;
    claim_find(&finding, claim_that("48 times"), &file);
    cr_assert_eq(finding.by[0][BY_PEERS], CLAIM_UNMEASURED);
    cr_assert_eq(finding.by[0][BY_SELF], CLAIM_HOLDS);
    cr_assert_float_eq(finding.measured[0][BY_SELF].estimate, 3200 / 66.7, 1e-6);
    cr_assert_eq(finding.all, CLAIM_HOLDS);
    cr_assert_eq(found(&file, "P-384 performs"), CLAIM_UNMEASURED);
    bench_file_clear(&file);
}

/* The second study took Ed25519 from libsodium, the first everything from OpenSSL. */
Test(claims, columns_take_the_libraries_of_the_study)
{
    struct bench_file file = file_of(made_up(claimed, 1));

    cr_assert_str_eq(studies_cell(&file, STUDY_XEON, BY_PEERS, "ed25519", "sign", 1024)->impl,
                     "libsodium");
    cr_assert_str_eq(studies_cell(&file, STUDY_XEON, BY_PEERS, "rsa-2048", "sign", 1024)->impl,
                     "openssl");
    cr_assert_str_eq(studies_cell(&file, STUDY_SDG, BY_PEERS, "ed25519", "sign", 1024)->impl,
                     "openssl");
    cr_assert_str_eq(studies_cell(&file, STUDY_SDG, BY_SELF, "ed25519", "keygen", 77)->impl,
                     "self");
    cr_assert_null(studies_cell(&file, STUDY_SDG, BY_SELF, "ed25519", "sign", 77));
    bench_file_clear(&file);
}

/* --- scenarios --------------------------------------------------------------------------------- */

Test(scenarios, break_even)
{
    /* RSA signs in 3200 and verifies in 120, P-256 in 320 and 480: 2880 / 360 = 8 verifications */
    cr_assert_float_eq(break_even(3200, 120, 320, 480), 8, 1e-12);
    cr_assert_eq(break_even(3200, 500, 320, 480), INFINITY);
    cr_assert_eq(break_even(100, 100, 320, 480), 0);
    cr_assert_eq(break_even(100, 500, 320, 480), 0);
    cr_assert_eq(break_even(3200, 480, 320, 480), INFINITY);
}

Test(scenarios, a_mix_is_priced)
{
    struct bench_file file = file_of(made_up(claimed, 1));
    struct mix mix = {.sign = 1, .verify = 20, .bytes = 1024, .rate = 1000};
    struct mix_cost cost;

    cr_assert_eq(mix_price(&cost, &mix, &file, BY_SELF, "rsa-2048"), DONE);
    cr_assert_float_eq(cost.ns, 3200e3 + 20 * 120e3, 1);
    cr_assert_float_eq(cost.cores, 5.6, 1e-6);
    cr_assert_float_eq(cost.mbit, (1024 + 256) * 8 * 1000 / 1e6, 1e-9);
    mix.sign = 0; /* who only verifies receives */
    cr_assert_eq(mix_price(&cost, &mix, &file, BY_PEERS, "ed25519"), DONE);
    cr_assert_float_eq(cost.ns, 20 * 70e3, 1);
    cr_assert_float_eq(cost.mbit, 20 * (1024 + 64) * 8 * 1000 / 1e6, 1e-9);
    mix.bytes = 99;
    cr_assert_eq(mix_price(&cost, &mix, &file, BY_SELF, "rsa-2048"), FAILED);
    bench_file_clear(&file);
}

Test(scenarios, mixes_are_read_strictly)
{
    static const char *const bad[] = {"",        "1",       "1:2",     "1:2:",    "1:2:3:4",
                                      "1:2:x",   "-1:2:3",  "1:2:3.5", "0:0:100", "1:2:300000K",
                                      "1.:2:3",  " 1:2:3",  "1:2:3 ",  "1e3:1:1", "9999999999:1:1",
                                      "1,5:1:1", "nan:1:1", "1:inf:1", "1:2:3KB"};
    struct mix mix = {0};

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        cr_assert_eq(mix_parse(&mix, bad[i]), FAILED, "\"%s\"", bad[i]);
    cr_assert_eq(mix_parse(&mix, "0.5:20:2K"), DONE);
    cr_assert_float_eq(mix.sign, 0.5, 1e-12);
    cr_assert_float_eq(mix.verify, 20, 0);
    cr_assert_eq(mix.bytes, 2048);
    cr_assert_eq(mix_parse(&mix, "0:1:0"), DONE);
}

/* --- the command ------------------------------------------------------------------------------- */

static char out[1 << 18], err[4096];

static const char *build(void)
{
    const char *given = getenv("SIGCOST_BUILD");

    return given && *given ? given : "build";
}

static void path_of(char *path, size_t len, const char *what)
{
    snprintf(path, len, "%s/tests/studies-%d-%s", build(), (int)getpid(), what);
}

static int studies(const char *arguments)
{
    char command[1024], out_path[256], err_path[256];
    FILE *file;

    path_of(out_path, sizeof out_path, "out");
    path_of(err_path, sizeof err_path, "err");
    snprintf(command, sizeof command, "%s/sigcost studies %s >%s 2>%s", build(), arguments,
             out_path, err_path);
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

static void refused(const char *arguments, const char *says)
{
    cr_assert_eq(studies(arguments), 2, "%s", arguments);
    cr_assert_str_empty(out);
    cr_assert(strchr(err, '\n') && !strchr(err, '\n')[1], "one line: %s", err);
    cr_assert_not_null(strstr(err, says), "%s", err);
}

Test(command, from_a_file_every_claim_has_its_verdict, .timeout = 60)
{
    char path[256], arguments[600];
    json_t *json = made_up(claimed, 1);

    path_of(path, sizeof path, "from.json");
    cr_assert_eq(json_dump_file(json, path, 0), 0);
    json_decref(json);
    snprintf(arguments, sizeof arguments, "--from %s --mix 1:20:10K --rate 5000", path);
    cr_assert_eq(studies(arguments), 0, "%s", err);
    cr_assert_str_empty(err);
    for (const struct claim *claim = claims; claim->says; claim++)
        cr_assert_not_null(strstr(out, claim->says), "%s", claim->says);
    cr_assert_not_null(strstr(out, "signs 10 KB about 48 times faster: holds\n"));
    cr_assert_not_null(strstr(out, "3200, 320, 50 us: depends\n"));
    cr_assert_not_null(strstr(out, "Your mix: 1 signature and 20 verifications of 10240 bytes"));
    /* (3200 - 66.7) / (480 - 120) = 8.7 */
    cr_assert_not_null(strstr(out, "rsa-2048 costs less than ecdsa-p256 in all from 9 verif"));
    snprintf(arguments, sizeof arguments, "--from %s --json -", path);
    cr_assert_eq(studies(arguments), 0, "%s", err);
    json = json_loads(out, 0, NULL);
    cr_assert_not_null(json);
    cr_assert_eq(json_array_size(json_object_get(json, "claims")), claim_count());
    json_decref(json);
    snprintf(arguments, sizeof arguments, "--from %s --mix 1:1:77", path);
    refused(arguments, "signatures of 77 bytes,");
    snprintf(arguments, sizeof arguments, "--from %s --mix 1:1:1", path);
    refused(arguments, "signatures of 1 byte,");
    unlink(path);
}

Test(command, bad_input, .timeout = 60)
{
    char path[256], arguments[600];
    FILE *file;

    refused("extra", "extra");
    refused("--frobnicate", "--frobnicate");
    refused("--mix 1:2", "--mix");
    refused("--mix", "--mix");
    refused("--rate 0", "--rate");
    refused("--seconds 0", "--seconds");
    refused("--json /nonexistent/x.json", "/nonexistent/x.json");
    refused("--from /nonexistent/x.json", "No such file");
    refused("--from /", "folder");
    path_of(path, sizeof path, "bad.json");
    cr_assert((file = fopen(path, "w")));
    fputs("{\"context\":{},\"benchmarks\":[{\"name\":\"x\",\"cpu_time\":1,\"time_unit\":\"ns\"}]}",
          file);
    fclose(file);
    snprintf(arguments, sizeof arguments, "--from %s", path);
    refused(arguments, "none of the studies' cells");
    cr_assert_eq(truncate(path, 20), 0);
    refused(arguments, "no JSON");
    cr_assert_eq(truncate(path, 0), 0);
    refused(arguments, "no JSON");
    unlink(path);
}

/* Too short for anything but a few cells: still every claim, and no crash on what is not measured. */
Test(command, a_short_real_run, .timeout = 120)
{
    cr_assert_eq(studies("--seconds 5"), 0, "%s", err);
    cr_assert_str_empty(err);
    for (const struct claim *claim = claims; claim->says; claim++)
        cr_assert_not_null(strstr(out, claim->says), "%s", claim->says);
    cr_assert_not_null(strstr(out, "signatures have 256, 64, 64 bytes: holds"), "%s", out);
    cr_assert_not_null(strstr(out, "Scenarios"));
}
