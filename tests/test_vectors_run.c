/* The real files on the real engines: all pass, flipped verdicts all fail, other spellings count the
 * same, and the command line keeps its promises. */
#include <fcntl.h>

#include "bench/registry.h"
#include "tests/vectors_help.h"
#include "vectors/choose.h"
#include "vectors/vectors.h"

TestSuite(vectors_run, .init = make_folder, .fini = drop_folder, .timeout = 300);

static void expect_counts(const char *names, const char *impl, unsigned sample, const char *path,
                          long passed, long failed)
{
    struct captured got = run_names(names, sample, path);
    cr_expect(counted(&got, impl, "passed") == passed && counted(&got, impl, "failed") == failed,
              "%s\n%s%s", path, got.out, got.err);
    cr_expect(got.code == (failed ? 1 : 0), "%s: %d", path, got.code);
    drop_captured(&got);
}

Test(vectors_run, self_passes)
{
    expect_counts("self", "self", 1, "vectors/acvp", 268, 0);
    expect_counts("self", "self", 1, "vectors/rfc", 74, 0);
    expect_counts("self", "self", 1, "vectors/cavp", 3616, 0);
}

/* Every step of every ladder, on a spread sample; `make vectors` runs all cases. */
Test(vectors_run, every_step_passes_a_sample)
{
    static const char *const folders[] = {"vectors/wycheproof", "vectors/rfc", "vectors/acvp"};
    for (int i = 0; i < 3; i++) {
        struct captured got = run_names("all", i ? 4 : 60, folders[i]);
        cr_expect(got.code == 0, "%s%s", got.out, got.err);
        json_t *totals = json_object_get(got.report, "totals"), *one;
        const char *impl;
        json_object_foreach(totals, impl, one) cr_expect(
            counted(&got, impl, "passed") > 0 && counted(&got, impl, "failed") == 0, "%s", impl);
        drop_captured(&got);
    }
}

/* Replaces each `from` by `to`, of any length; returns a new text. */
static char *replace(char *text, const char *from, const char *to)
{
    char *out = NULL;
    size_t len = 0;
    FILE *file = open_memstream(&out, &len);
    for (const char *at = text; *at;) {
        if (strncmp(at, from, strlen(from)) == 0) {
            fputs(to, file);
            at += strlen(from);
        } else
            fputc(*at++, file);
    }
    fclose(file);
    free(text);
    return out;
}

/* Turns every verdict of a file over. */
static const char *flipped(const char *path)
{
    size_t len;
    char *text = read_file(path, &len);
    const char *name = strrchr(path, '/') + 1;
    if (strstr(path, ".rsp")) {
        text = replace(text, "Result = P", "Result = @");
        text = replace(text, "Result = F", "Result = P");
        text = replace(text, "Result = @", "Result = F");
    } else if (strstr(path, "acvp")) {
        text = replace(text, "\"testPassed\": true", "\"testPassed\": @");
        text = replace(text, "\"testPassed\": false", "\"testPassed\": true");
        text = replace(text, "\"testPassed\": @", "\"testPassed\": false");
    } else {
        text = replace(text, "\"result\":\"invalid\"", "\"result\":\"@\"");
        text = replace(text, "\"result\":\"valid\"", "\"result\":\"invalid\"");
        text = replace(text, "\"result\":\"@\"", "\"result\":\"valid\"");
        /* MissingNull and NegativeOfPrime mean invalid, the key sizes of signing valid */
        text = replace(text, "\"result\":\"acceptable\"",
                       strstr(path, "sig_gen") ? "\"result\":\"invalid\"" : "\"result\":\"valid\"");
    }
    const char *written = write_file(name, text, strlen(text));
    free(text);
    return written;
}

Test(vectors_run, flipped_verdicts_all_fail)
{
    static const struct {
        const char *path;
        long cases;
    } files[] = {
        {"vectors/wycheproof/ecdsa_secp256r1_sha256_test.json", 484},
        {"vectors/wycheproof/ecdsa_secp384r1_sha384_p1363_test.json", 280},
        {"vectors/wycheproof/ed25519_test.json", 150},
        {"vectors/wycheproof/primality_test.json", 317},
        {"vectors/wycheproof/rsa_signature_2048_sha256_test.json", 259},
        {"vectors/wycheproof/rsa_pkcs1_1024_sig_gen_test.json", 25},
        {"vectors/wycheproof/ec_prime_order_curves_test.json", 5},
        {"vectors/rfc/fips180.json", 24},
        {"vectors/rfc/rfc6979.json", 40},
        {"vectors/rfc/rfc8032.json", 10},
        {"vectors/cavp/ecdsa/186_3_PKV.rsp", 60},
        {"vectors/cavp/ecdsa/186_3_SigVer.rsp", 300},
        {"vectors/cavp/rsa/SigVer15_186-3.rsp", 360},
        {"vectors/acvp/ECDSA-KeyVer.json", 20},
        {"vectors/acvp/ECDSA-SigVer.json", 35},
        {"vectors/acvp/EDDSA-KeyVer.json", 4},
        {"vectors/acvp/EDDSA-SigVer.json", 24},
        {"vectors/acvp/RSA-SigVer.json", 10},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        expect_counts("self", "self", 1, flipped(files[i].path), 0, files[i].cases);
}

/* One digit of each expected figure changed: signatures, digests, keys. */
Test(vectors_run, changed_figures_fail)
{
    static const struct {
        const char *path, *from, *to;
        long passed, failed;
    } files[] = {
        {"vectors/rfc/rfc6979.json", "\"s\":\"", "\"s\":\"0", 0, 0}, /* odd: an error, below */
        {"vectors/rfc/fips180.json", "\"digest\":\"", "\"digest\":\"00", 0, 24},
        {"vectors/rfc/rfc8032.json", "\"sig\":\"", "\"sig\":\"00", 0, 10},
        {"vectors/acvp/SHA2-384.json", "\"msg\": \"", "\"msg\": \"ff", 8, 14},
        {"vectors/cavp/ecdsa/186_3_KeyPair.rsp", "d = ", "d = 0", 50, 0}, /* a leading zero */
        {"vectors/cavp/ecdsa/186_3_KeyPair.rsp", "Qy = ", "Qy = 1", 0, 50},
        {"vectors/cavp/rsa/KeyGenRSA.rsp", "\nd = ", "\nd = 1", 0, 30},
        {"vectors/cavp/sha2/SHA256Monte.rsp", "\nSeed = 6", "\nSeed = 7", 99, 1},
        {"vectors/cavp/ecdsa/186_3_SigGen.txt", "\nk = ", "\nk = 0", 300, 0},
    };
    for (size_t i = 1; i < sizeof files / sizeof files[0]; i++) {
        size_t len;
        char *text = replace(read_file(files[i].path, &len), files[i].from, files[i].to);
        const char *path = write_file(strrchr(files[i].path, '/') + 1, text, strlen(text));
        expect_counts("self", "self", 1, path, files[i].passed, files[i].failed);
        free(text);
    }
    size_t len;
    char *text = replace(read_file(files[0].path, &len), files[0].from, files[0].to);
    struct captured got = run_names("self", 1, write_file("odd.json", text, strlen(text)));
    cr_expect(got.code == 2 && strstr(got.err, "odd number of hex digits"), "%s", got.err);
    drop_captured(&got);
    free(text);
}

/* CR LF ends and upper-case hex, as some of the originals have them. */
Test(vectors_run, other_spellings)
{
    static const struct {
        const char *path;
        long cases;
    } files[] = {{"vectors/cavp/ecdsa/186_3_SigVer.rsp", 300},
                 {"vectors/cavp/rsa/SigGen15_186-3.rsp", 200},
                 {"vectors/cavp/sha2/SHA512_256ShortMsg.rsp", 129},
                 {"vectors/rfc/rfc8032.json", 10},
                 {"vectors/cavp/sha2/SHA224Monte.rsp", 100},
                 {"vectors/wycheproof/ed25519_test.json", 150}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        size_t len;
        char *text = replace(read_file(files[i].path, &len), "\n", "\r\n");
        for (char *at = text; *at; at++) { /* runs of eight hex digits and more are numbers */
            size_t run = strspn(at, "0123456789abcdef");
            for (size_t j = 0; run >= 8 && j < run; j++)
                at[j] = (char)(at[j] >= 'a' ? at[j] - 32 : at[j]);
            at += run ? run - 1 : 0;
        }
        const char *path = write_file(strrchr(files[i].path, '/') + 1, text, strlen(text));
        expect_counts("self", "self", 1, path, files[i].cases, 0);
        free(text);
    }
}

Test(vectors_run, report)
{
    struct captured got = run_names("self,textbook", 1, "vectors/rfc/fips180.json");
    json_t *suites = json_object_get(got.report, "suites"), *suite = json_array_get(suites, 0);
    cr_expect(json_array_size(suites) == 1, "%s", got.out);
    cr_expect_str_eq(json_string_value(json_object_get(suite, "file")), "vectors/rfc/fips180.json");
    cr_expect_str_eq(json_string_value(json_object_get(suite, "impl")), "self");
    cr_expect(json_integer_value(json_object_get(suite, "passed")) == 24);
    cr_expect(json_is_integer(json_object_get(suite, "failed")));
    cr_expect(json_is_integer(json_object_get(suite, "unsupported")));
    cr_expect(counted(&got, "self", "passed") == 24);
    const char *last = strstr(got.out, "PASSED: 24 passed, 0 failed");
    cr_expect(last && strchr(last, '\n')[1] == '\0', "%s", got.out);
    drop_captured(&got);
}

static char said[4096];

/* The command with its streams in files; stderr ends up in `said`. */
static int command(const char *const *words)
{
    char *argv[12], path[300];
    int argc = 0;
    for (; words[argc]; argc++)
        argv[argc] = (char *)words[argc];
    argv[argc] = NULL;
    snprintf(path, sizeof path, "%s/stderr", work_folder);
    cr_assert(freopen("/dev/null", "w", stdout));
    cr_assert(freopen(path, "w", stderr));
    optind = 0;
    int code = command_vectors(argc, argv);
    fflush(stderr);
    FILE *file = fopen(path, "r");
    cr_assert(file);
    said[fread(said, 1, sizeof said - 1, file)] = '\0';
    fclose(file);
    return code;
}

static size_t lines_said(void)
{
    size_t lines = 0;
    for (const char *at = said; *at; at++)
        lines += *at == '\n';
    return lines;
}

Test(vectors_run, command_line)
{
    static const struct {
        const char *words[8];
        int code;
        const char *says;
    } lines[] = {
        {{"vectors", "--help"}, 0, ""},
        {{"vectors", "vectors/rfc"}, 0, ""},
        {{"vectors", "--quiet", "--impl", "comb,window", "--sample", "20", "vectors/rfc"}, 0, ""},
        {{"vectors", "--nonsense"}, 2, "--nonsense"},
        {{"vectors", "--impl"}, 2, "--impl"},
        {{"vectors", "--impl", "nosuch", "vectors/rfc"}, 2, "unknown implementation \"nosuch\""},
        {{"vectors", "--impl", "self,,comb", "vectors/rfc"}, 2, "unknown implementation \"\""},
        {{"vectors", "--sample", "0", "vectors/rfc"}, 2, "--sample"},
        {{"vectors", "--sample", "x", "vectors/rfc"}, 2, "--sample"},
        {{"vectors", "no/such/file"}, 2, "no/such/file: No such file"},
        {{"vectors", ""}, 2, "\"\": a PATH is a file or a folder"},
        {{"vectors", "--json", "", "vectors/rfc"}, 2, "--json wants a path"},
        {{"vectors", "--json", "/no/such/folder/x", "vectors/rfc"}, 2, "/no/such/folder/x"},
        {{"vectors", "--json", "/dev/full", "vectors/rfc"}, 2, "/dev/full"},
        {{"vectors", "vectors/cavp/rsa/pkcs1v15sign-vectors.json"}, 2, "no case was run"},
        {{"vectors", "Makefile"}, 2, "Makefile: line"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        int code = command(lines[i].words);
        cr_expect(code == lines[i].code, "line %zu: %d %s", i, code, said);
        cr_expect(strstr(said, lines[i].says), "line %zu: %s", i, said);
        cr_expect(lines_said() == (lines[i].code == 2), "line %zu: %s", i, said);
    }
    registry_close();
}
