/* test_faults_alloc - the program with an allocation that fails, each in turn and then spread over the rest: it ends
 * with a line and exit status 2, or it did without; no file is half written or left beside. */
#include "tests/program_faults.h"

static const char measure_one[] =
    "sigcost bench --alg ed25519 --op sign --impl self --rounds %d --json $DIR/%s.json";

static void make_results(const char *name)
{
    char command[300];

    snprintf(command, sizeof command, measure_one, 30, name);
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
    snprintf(command, sizeof command, measure_one, 1, "made");
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
