/* test_faults_alloc - the program with an allocation that fails, each in turn and then spread over the rest: it ends
 * with a line and exit status 2, or it did without; no file is half written or left beside. */
#include "tests/alloc_faults.h"
#include "tests/program.h"

/* Runs the command with the n-th allocation failing. Returns 1 if it ended as if nothing had failed. */
static int run_failing(const char *command, unsigned long n)
{
    char before[400];
    struct ran *ran;

    snprintf(before, sizeof before, "LD_PRELOAD=$DIR/preload.so SIGCOST_ALLOC_FAIL=%lu %s", n,
             n & 1 ? "SIGCOST_ALLOC_STICKY=1" : "");
    remove_files("made*");
    ran = shell(before, command);
    /* 1: an operation of a row failed, and the results say so */
    cr_assert(ran->code >= 0 && ran->code <= 2, "%s, allocation %lu: exit %d, %s", command, n,
              ran->code, ran->err);
    if (ran->code == 2) {
        cr_assert_gt(lines(ran->err), 0, "%s, allocation %lu: not a word", command, n);
        cr_assert_lt(lines(ran->err), 4, "%s, allocation %lu: %s", command, n, ran->err);
        cr_assert_eq(files("made*"), 0, "%s, allocation %lu: a file is left", command, n);
    } else if (strstr(command, "made.json")) {
        cr_assert(whole_json("made.json"), "%s, allocation %lu", command, n);
        cr_assert_eq(files("made*.new"), 0, "%s, allocation %lu", command, n);
    }
    return ran->code == 0;
}

/* Every allocation up to `all`, then growing steps until one is past the last. */
static void sweep(const char *command, unsigned long all)
{
    unsigned long n = 1;
    int past = 0;

    for (; n < 1ul << 22 && past < 2; n += n < all ? 1 : n / 3) {
        int good = run_failing(command, n);

        past = n >= all && good ? past + 1 : 0;
    }
    cr_assert_gt(n, all);
}

static void build_preload(void)
{
    const char *cc = getenv("CC");
    char command[600];

    if (!HAS_ALLOC_FAULTS)
        cr_skip_test("sanitizers have an allocator of their own");
    open_folder();
    snprintf(command, sizeof command, "%s -O1 -shared -fPIC tests/alloc_preload.c -o %s/preload.so",
             cc && *cc ? cc : "cc", folder);
    cr_assert_eq(system(command), 0, "%s", command);
}

static const char measure_one[] =
    "sigcost bench --alg ed25519 --op sign --impl self --rounds 1 --json $DIR/%s.json";

static void make_results(const char *name)
{
    char command[300];

    snprintf(command, sizeof command, measure_one, name);
    cr_assert_eq(shell("", command)->code, 0);
}

Test(faults_alloc, list, .timeout = 120)
{
    build_preload();
    sweep("sigcost list --alg ed25519", 24);
    close_folder();
}

Test(faults_alloc, bench_and_its_json, .timeout = 120)
{
    char command[300];

    build_preload();
    snprintf(command, sizeof command, measure_one, "made");
    sweep(command, 16);
    close_folder();
}

/* Steps on GMP's integers: nearly every allocation is GMP's, and without functions of one's own it aborts. */
Test(faults_alloc, steps_on_gmp, .timeout = 120)
{
    build_preload();
    sweep("sigcost bench --alg ecdsa-p192 --op sign --impl affine --rounds 1 --csv $DIR/made.csv",
          6);
    sweep("sigcost bench --alg rsa-1024 --toy --op sign --impl textbook,gmp --rounds 1 "
          "--json $DIR/made.json",
          6);
    close_folder();
}

Test(faults_alloc, compare, .timeout = 120)
{
    build_preload();
    make_results("old");
    sweep("sigcost compare --force --threshold 1000 $DIR/old.json $DIR/old.json", 24);
    close_folder();
}

Test(faults_alloc, readers_of_vectors, .timeout = 120)
{
    build_preload();
    sweep("sigcost vectors --sample 50 --json $DIR/made.json vectors/ed25519", 16);
    close_folder();
}
