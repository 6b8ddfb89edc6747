/* test_cli - the program as its users run it: exit codes, one line on stderr for each wrong use, results
 * on stdout, files. SIGCOST_BUILD says where it was built. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *build(void)
{
    const char *given = getenv("SIGCOST_BUILD");

    return given && *given ? given : "build";
}

struct ran {
    int code; /* -1: it died of a signal */
    char out[65536], err[4096];
};

static void slurp(char *to, size_t room, const char *path)
{
    FILE *file = fopen(path, "r");

    cr_assert_not_null(file);
    size_t len = fread(to, 1, room - 1, file);
    to[len] = '\0';
    fclose(file);
}

/* Each test is a process of its own, so its number makes its files' names unique. */
static void temp_path(char *path, size_t len, const char *what)
{
    snprintf(path, len, "%s/tests/cli-%d-%s", build(), (int)getpid(), what);
}

/* Runs `sigcost ARGUMENTS` by the shell; SIGCOST stands for the program in arguments that use it. */
static struct ran *run(const char *arguments)
{
    static struct ran ran;
    char out[256], err[256], command[4096];

    temp_path(out, sizeof out, "out");
    temp_path(err, sizeof err, "err");
    snprintf(command, sizeof command, "exec 2>%s; export SIGCOST=%s/sigcost; $SIGCOST %s >%s", err,
             build(), arguments, out);
    int status = system(command);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    slurp(ran.out, sizeof ran.out, out);
    slurp(ran.err, sizeof ran.err, err);
    unlink(out);
    unlink(err);
    return &ran;
}

static int lines(const char *text)
{
    int count = 0;

    for (; *text; text++)
        count += *text == '\n';
    return count;
}

static void refused(const char *arguments, const char *says)
{
    struct ran *ran = run(arguments);

    cr_assert_eq(ran->code, 2, "sigcost %s: exit %d", arguments, ran->code);
    cr_assert_eq(lines(ran->err), 1, "sigcost %s: \"%s\"", arguments, ran->err);
    cr_assert_str_empty(ran->out, "sigcost %s: \"%s\"", arguments, ran->out);
    cr_assert_eq(strncmp(ran->err, "sigcost", 7), 0, "%s", ran->err);
    cr_assert_not_null(strstr(ran->err, says), "sigcost %s: \"%s\" does not say \"%s\"", arguments,
                       ran->err, says);
}

Test(cli, wrong_use_is_one_line_and_exit_2, .timeout = 60)
{
    refused("", "command");
    refused("frobnicate", "frobnicate");
    refused("--frobnicate", "frobnicate");
    refused("list extra", "extra");
    refused("list --alg nosuch", "nosuch");
    refused("list --frobnicate", "--frobnicate");
    refused("bench extra", "extra");
    refused("bench --frobnicate", "--frobnicate");
    refused("bench -x", "-x");
    refused("bench --alg", "--alg");
    refused("bench --alg ''", "--alg");
    refused("bench --alg rsa-2049", "rsa-2049");
    refused("bench --alg rsa-2048,", "--alg");
    refused("bench --alg ,", "--alg");
    refused("bench --alg rsa-1024 --rounds 1", "--toy");
    refused("bench --alg sha-256 --op sign", "hash");
    refused("bench --alg rsa-2048 --op hash", "hash");
    refused("bench --op signify", "\"signify\" is none of keygen, sign, verify, reject, hash\n");
    refused("bench --op ''", "--op");
    refused("bench --impl nobody", "nobody");
    refused("bench --impl ''", "unknown");
    refused("bench --hash md5", "md5");
    refused("bench --hash sha-1", "sha-1");
    refused("bench --payload 0x10", "0x10");
    refused("bench --payload 1KB", "1KB");
    refused("bench --payload -1", "-1");
    refused("bench --payload 1K,,2K", "--payload");
    refused("bench --payload 1G", "1G");
    refused("bench --payload 257M", "257M");
    refused("bench --payload 99999999999999999999999", "99999");
    refused("bench --payload K", "K");
    refused("bench --rounds 0", "--rounds");
    refused("bench --rounds 1000000000", "--rounds");
    refused("bench --rounds -3", "--rounds");
    refused("bench --rounds 1.5", "--rounds");
    refused("bench --rounds ''", "--rounds");
    refused("bench --rounds 4294967297", "--rounds");
    refused("bench --seconds 0", "--seconds");
    refused("bench --seconds -1", "--seconds");
    refused("bench --seconds nan", "--seconds");
    refused("bench --seconds inf", "--seconds");
    refused("bench --seconds 1e7", "up to 1000000");
    refused("bench --seconds 1,5", "--seconds");
    refused("bench --seconds 9999999999", "--seconds");
    refused("bench --threads 0", "--threads");
    refused("bench --threads 1000", "--threads");
    refused("bench --threads 2 --aa", "--aa");
    refused("bench --json same --csv same", "same");
    refused("batch --sizes 000000000000001x", "--sizes");
}

Test(cli, what_has_no_effect_is_refused, .timeout = 60)
{
    refused("bench --alg ed25519 --hash sha-256", "--hash goes with signatures of rsa and ecdsa");
    refused("bench --op keygen --hash sha-256", "--hash");
    refused("bench --op hash --hash sha-256", "--hash");
    refused("bench --alg rsa-2048,ed25519 --op keygen --payload 5", "--payload");
    refused("bench --alg ed25519 --impl gmp", "\"gmp\" of ed25519; sigcost list");
    refused("bench --alg ed25519,ecdsa-p256 --impl self,fips", "\"fips\" of ed25519, ecdsa-p256;");
    refused("bench --alg sha-256 --impl comb", "\"comb\" of SHA-256;");
    refused("batch --impl affine", "limbs32, limbs, adx, ifma\n");
    refused("batch --impl self,textbook", "\"textbook\" does not verify batches");
    refused("leak --impl comb,peers", "peers");
    refused("leak --alg rsa-2048 --impl gmp", "gmp");
    refused("leak --alg rsa-2048 --impl crt,comb", "\"comb\" of rsa-2048;");
    refused("leak --op verify", "\"verify\" is none of keygen, sign\n");
    setenv("SIGCOST_PEERS", "/nonexistent", 1);
    refused("bench --alg ed25519 --impl peers --op sign", "(peers) of ed25519 runs here");
}

/* Of several algorithms those that take another hash have it, and nothing is said. */
Test(cli, hash_of_a_mixed_list, .timeout = 60)
{
    struct ran *ran = run("bench --alg ed25519,ecdsa-p256 --op sign --impl self --hash sha-384 "
                          "--seconds .2 --csv -");

    cr_assert_eq(ran->code, 0, "%s", ran->err);
    cr_assert_str_empty(ran->err);
    cr_assert_eq(lines(ran->out), 3, "%s", ran->out);
}

Test(cli, helps_say_what_holds, .timeout = 60)
{
    struct ran *ran = run("batch --help");
    cr_assert_not_null(strstr(ran->out, "limbs32, limbs, adx, ifma;"), "%s", ran->out);
    ran = run("bench --help");
    cr_assert_not_null(strstr(ran->out, "1 to 256; 1 gives the plain table"), "%s", ran->out);
    refused("bench --threads 0", "from 1 to 256");
    ran = run("bench --threads 1 --alg ed25519 --op sign --impl self --rounds 1");
    cr_assert_eq(ran->code, 0);
    cr_assert_not_null(strstr(ran->out, "Inside the timed part"));
    /* in step with tests/test_options.c */
    ran = run("list --help");
    cr_assert_not_null(strstr(ran->out, "P-192 and P-224 have no such step"), "%s", ran->out);
}

/* The same step is the fastest whoever asks; without a name every step takes its turn. */
Test(cli, same_candidates_for_one_step_or_all, .timeout = 120)
{
    static const char *const impls[] = {"", "--impl all", "--impl self", "--impl crt"};
    size_t steps[4];

    for (int i = 0; i < 4; i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments,
                 "explain rsa-2048 keygen --same-candidates --keys 1 --json - %s", impls[i]);
        struct ran *ran = run(arguments);
        cr_assert_eq(ran->code, 0, "%s", ran->err);
        json_t *root = json_loads(ran->out, 0, NULL);
        steps[i] = json_array_size(json_object_get(root, "steps"));
        json_decref(root);
    }
    cr_assert_gt(steps[0], 1);
    cr_assert_eq(steps[1], steps[0]);
    cr_assert_eq(steps[2], 1);
    cr_assert_eq(steps[3], 1);
}

/* With no peers at hand, one that is asked for is an error that says how to get it. */
Test(cli, an_absent_peer_says_how_to_get_it)
{
    setenv("SIGCOST_PEERS", "/nonexistent", 1);
    refused("bench --impl openssl --rounds 1",
            "openssl: no openssl.so in $SIGCOST_PEERS: apt-get install libssl-dev, then make\n");
    refused("bench --impl libsodium", "apt-get install libsodium-dev");
    refused("bench --impl lib25519", "install lib25519-dev where the system has it, then make\n");
}

/* A copy of the program with no peers beside it, and with a counted.so that is none. */
Test(cli, a_copy_elsewhere_says_what_it_lacks, .timeout = 60)
{
    char dir[256], arguments[1024];

    temp_path(dir, sizeof dir, "copy");
    unsetenv("SIGCOST_PEERS");
    unsetenv("SIGCOST_COUNTED");
    cr_assert_eq(mkdir(dir, 0777), 0);
    setenv("COPY", dir, 1);
#define COPY(command)                                                                              \
    "--version >/dev/null; mkdir -p $COPY/peers; cp $SIGCOST $COPY/sigcost; "                      \
    "$COPY/sigcost " command
    refused(COPY("bench --impl openssl"),
            "openssl: no peers/openssl.so beside the program: apt-get install libssl-dev");
    refused(COPY("ladder ed25519"), "(counted.so) is not beside the program");
    refused("--version >/dev/null; echo junk >$COPY/counted.so; $COPY/sigcost ladder ed25519",
            "counted.so: file too short");
    refused("--version >/dev/null; echo junk >$COPY/given; SIGCOST_COUNTED=$COPY/given "
            "$SIGCOST explain ed25519 sign",
            "given: file too short");
    snprintf(arguments, sizeof arguments, "rm -rf %s", dir);
    cr_assert_eq(system(arguments), 0);
}

Test(cli, an_unwritable_path_is_found_before_measuring, .timeout = 30)
{
    refused("bench --json /nonexistent/x.json", "/nonexistent/x.json");
    refused("bench --csv /", "/");
    refused("bench --json ''", "--json wants a path");
}

Test(cli, help_and_version)
{
    struct ran *ran = run("--help");
    cr_assert_eq(ran->code, 0);
    cr_assert_str_empty(ran->err);
    static const char *const commands[] = {"list",    "bench",  "compare",
                                           "studies", "report", "vectors"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        cr_assert_not_null(strstr(ran->out, commands[i]));
    ran = run("--version");
    cr_assert_eq(ran->code, 0);
    cr_assert_eq(lines(ran->out), 1);
    cr_assert_eq(strncmp(ran->out, "sigcost ", 8), 0);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "%s --help", commands[i]);
        ran = run(arguments);
        cr_assert_eq(ran->code, 0, "%s", arguments);
        cr_assert_str_empty(ran->err);
        cr_assert_eq(strncmp(ran->out, "usage: sigcost ", 15), 0, "%s", ran->out);
        cr_assert_not_null(strstr(ran->out, commands[i]));
    }
}

Test(cli, list_names_every_algorithm_and_peer, .timeout = 60)
{
    static const char *const wanted[] = {
        "rsa-1024", "rsa-8192", "ecdsa-p192",  "ecdsa-p521", "ed25519",   "textbook",
        "affine",   "hashes:",  "SHA-512/256", "openssl",    "libsodium", "lib25519"};
    struct ran *ran = run("list");

    cr_assert_eq(ran->code, 0);
    cr_assert_str_empty(ran->err);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        cr_assert_not_null(strstr(ran->out, wanted[i]), "%s", wanted[i]);
    ran = run("list --alg ed25519");
    cr_assert_eq(ran->code, 0);
    cr_assert_null(strstr(ran->out, "rsa-2048"));
}

/* One run, three forms of its results: they hold the same rows. */
Test(cli, bench_leaves_table_json_and_csv, .timeout = 60)
{
    char json_path[256], csv_path[256], arguments[1024];
    json_error_t error;

    temp_path(json_path, sizeof json_path, "json");
    temp_path(csv_path, sizeof csv_path, "csv");
    snprintf(arguments, sizeof arguments,
             "bench --alg ed25519,sha-256 --op sign,verify,reject,hash --impl self,textbook,peers "
             "--payload 0,1K --rounds 3 --json %s --csv %s",
             json_path, csv_path);
    struct ran *ran = run(arguments);
    cr_assert_eq(ran->code, 0, "%s", ran->err);
    cr_assert_str_empty(ran->err, "no progress where stderr is no terminal");
    cr_assert_not_null(strstr(ran->out, "ed25519 reject, 1024 bytes"));
    cr_assert_not_null(strstr(ran->out, "sha-256 hash, 0 bytes"));
    cr_assert_not_null(strstr(ran->out, "Inside the timed part"));
    json_t *json = json_load_file(json_path, 0, &error);
    cr_assert_not_null(json, "%s", error.text);
    const json_t *benchmarks = json_object_get(json, "benchmarks"), *entry;
    size_t i, selfs = 0;
    json_array_foreach(benchmarks, i, entry)
    {
        cr_assert_eq(json_integer_value(json_object_get(entry, "samples")), 3);
        cr_assert_gt(json_number_value(json_object_get(entry, "median")), 0);
        cr_assert_leq(json_number_value(json_object_get(entry, "min")),
                      json_number_value(json_object_get(entry, "median")));
        selfs += strcmp(json_string_value(json_object_get(entry, "impl")), "self") == 0;
    }
    cr_assert_eq(selfs, 8);
    static char csv[1 << 20];
    slurp(csv, sizeof csv, csv_path);
    cr_assert_eq((size_t)lines(csv), json_array_size(benchmarks) + 1);
    json_decref(json);
    unlink(json_path);
    unlink(csv_path);
}

Test(cli, json_may_go_to_stdout_and_survives_a_comma_locale, .timeout = 60)
{
    json_error_t error;

    setenv("LC_ALL", "de_DE.UTF-8", 1);
    struct ran *ran = run("bench --alg ed25519 --op sign --impl self --seconds 0.5 --json -");
    cr_assert_eq(ran->code, 0, "%s", ran->err);
    json_t *json = json_loads(ran->out, 0, &error);
    cr_assert_not_null(json, "line %d: %s", error.line, error.text);
    json_decref(json);
    ran = run("bench --alg ed25519 --op sign --impl self --rounds 1 --csv -");
    cr_assert_eq(ran->code, 0, "%s", ran->err);
    cr_assert_eq(lines(ran->out), 2);
}

Test(cli, seconds_are_kept, .timeout = 60)
{
    struct timespec a, b;

    clock_gettime(CLOCK_MONOTONIC, &a);
    struct ran *ran = run("bench --alg rsa-2048,ecdsa-p256 --seconds 6");
    clock_gettime(CLOCK_MONOTONIC, &b);
    double took = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
    cr_assert_eq(ran->code, 0, "%s", ran->err);
    cr_assert_lt(took, 12, "%.1f s", took);
    cr_assert_not_null(strstr(ran->out, "keys"));
}

Test(cli, toy_moduli_are_marked, .timeout = 60)
{
    struct ran *ran = run("bench --alg rsa-1024 --op sign,verify --impl self --rounds 1 --toy");

    cr_assert_eq(ran->code, 0, "%s", ran->err);
    cr_assert_eq(strncmp(ran->out, "--toy", 5), 0);
    cr_assert_not_null(strstr(ran->out, "key of 1024 bits"));
}

Test(cli, a_full_disk_and_a_closed_pipe_are_errors, .timeout = 60)
{
    struct ran *ran;

    if (access("/dev/full", W_OK) != 0)
        cr_skip_test("no /dev/full here");
    ran = run("bench --alg ed25519 --op sign --impl self --rounds 1 --json /dev/full");
    cr_assert_eq(ran->code, 2);
    cr_assert_not_null(strstr(ran->err, "/dev/full"), "%s", ran->err);
    cr_assert_eq(lines(ran->err), 1);
    ran = run("list > /dev/full || echo code $? >&2; true");
    cr_assert_not_null(strstr(ran->err, "standard output"), "%s", ran->err);
    cr_assert_not_null(strstr(ran->err, "code 2"), "%s", ran->err);
    /* the reader is gone before the first line is written */
    ran = run("--version > /dev/null; { sleep 0.2; $SIGCOST list; echo code $? >&2; } | true");
    cr_assert_not_null(strstr(ran->err, "code 2"), "%s", ran->err);
}

/* Builds tests/fake_peer.c into a folder of its own and points SIGCOST_PEERS there. */
static void fake_peer(int fault, const char *more)
{
    const char *cc = getenv("CC");
    char dir[256], command[1024];

    temp_path(dir, sizeof dir, "peers");
    mkdir(dir, 0777);
    snprintf(
        command, sizeof command,
        "%s -I. -D_GNU_SOURCE -DWITH_FAULT=%d %s -shared -fPIC tests/fake_peer.c -o %s/fake.so",
        cc && *cc ? cc : "cc", fault, more, dir);
    cr_assert_eq(system(command), 0, "%s", command);
    setenv("SIGCOST_PEERS", dir, 1);
}

static void remove_fake(void)
{
    char path[300], dir[256];

    temp_path(dir, sizeof dir, "peers");
    snprintf(path, sizeof path, "%s/fake.so", dir);
    unlink(path);
    rmdir(dir);
}

static void expect_fault(int fault, const char *op, int code, const char *says)
{
    char arguments[256];

    fake_peer(fault, "");
    snprintf(arguments, sizeof arguments, "bench --alg ed25519 --op %s --impl self,fake --rounds 1",
             op);
    struct ran *ran = run(arguments);
    cr_assert_eq(ran->code, code, "fault %d: exit %d, %s", fault, ran->code, ran->err);
    cr_assert_not_null(strstr(ran->out, says), "fault %d: %s", fault, ran->out);
    cr_assert_eq(lines(ran->err), code == 1, "%s", ran->err);
    cr_assert_not_null(strstr(ran->out, "self ("), "the sound rows are still there");
    remove_fake();
}

Test(cli, wrong_results_are_reported_with_exit_1, .timeout = 120)
{
    expect_fault(1, "verify", 1, "WRONG: a valid signature was rejected");
    expect_fault(2, "reject", 1, "WRONG: a wrong signature was accepted");
    expect_fault(3, "sign", 1, "WRONG: a signature is wrong");
    expect_fault(4, "verify", 1, "it refuses a good key");
    expect_fault(5, "sign,verify", 0, "unsupported");
    expect_fault(0, "keygen", 0, "unsupported");
}

Test(cli, a_peer_of_another_contract_is_a_line, .timeout = 60)
{
    fake_peer(0, "-DWITH_CONTRACT=9999");
    struct ran *ran = run("list --alg ed25519");
    cr_assert_eq(ran->code, 0);
    cr_assert_not_null(strstr(ran->out, "build it again"), "%s", ran->out);
    cr_assert_null(strstr(ran->out, "made for a test"));
    remove_fake();
}
