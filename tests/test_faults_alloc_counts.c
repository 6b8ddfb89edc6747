/* test_faults_alloc_counts - as test_faults_alloc, the commands that count beside measuring: the counted build's
 * allocations fail too. */
#include "tests/program_faults.h"

Test(faults_alloc_counts, ladder, .timeout = 120)
{
    build_preload();
    sweep("sigcost ladder ed25519 --op sign --no-peers --seconds 0.05 --json $DIR/made.json "
          "--csv $DIR/made.csv",
          12);
    close_folder();
}

Test(faults_alloc_counts, explain_one_operation, .timeout = 120)
{
    build_preload();
    sweep("sigcost explain ed25519 sign --seconds 0.05 --json $DIR/made.json", 20);
    close_folder();
}

/* How many numbers are searched is a matter of time. */
Test(faults_alloc_counts, explain_a_search, .timeout = 120)
{
    build_preload();
    sweep("sigcost explain rsa-2048 keygen --keys 1 --same-candidates "
          "--impl limbs --json $DIR/made.json",
          5);
    sweep("sigcost explain rsa-2048 keygen --keys 1 --seconds 0.05", 5);
    close_folder();
}

Test(faults_alloc_counts, scale, .timeout = 120)
{
    build_preload();
    sweep(
        "sigcost scale curve --op verify --seconds 0.05 --json $DIR/made.json --csv $DIR/made.csv",
        8);
    close_folder();
}

Test(faults_alloc_counts, long_ones, .timeout = 120)
{
    build_preload();
    sweep_first("sigcost explain all sign --json $DIR/made.json");
    sweep_first("sigcost explain ed25519 sign --impl all --json $DIR/made.json");
    sweep_first("sigcost explain fields --json $DIR/made.json");
    sweep_first("sigcost scale rsa --json $DIR/made.json --csv $DIR/made.csv");
    sweep_first("sigcost scale payload --json $DIR/made.json --csv $DIR/made.csv");
    close_folder();
}
