/* test_faults_alloc_studies - as test_faults_alloc, the commands that judge and draw. */
#include "tests/program_faults.h"

static void make_results(void)
{
    cr_assert_eq(shell("", "sigcost bench --alg ed25519,ecdsa-p256 --op sign,verify --impl self "
                           "--rounds 3 --json $DIR/old.json")
                     ->code,
                 0);
}

Test(faults_alloc_studies, studies, .timeout = 120)
{
    build_preload();
    make_results();
    sweep("sigcost studies --from $DIR/old.json --mix 1:20:1024 --json $DIR/made.json", 16);
    sweep_first("sigcost studies --mix 1:20:512 --json $DIR/made.json");
    close_folder();
}

/* The page, its plots and their figures: all are new or none. */
Test(faults_alloc_studies, report, .timeout = 120)
{
    build_preload();
    make_results();
    sweep("sigcost report --from $DIR/old.json -o $DIR/made.html", 8);
    sweep_first("sigcost report -o $DIR/made.html");
    close_folder();
}

/* Its table comes row by row; a control that is not seen is no fault here. */
Test(faults_alloc_studies, leak, .timeout = 120)
{
    build_preload();
    sweep_first("sigcost leak --alg ed25519 --op sign --impl comb");
    sweep_first("sigcost leak --alg ecdsa-p256 --op sign");
    close_folder();
}

Test(faults_alloc_studies, batch, .timeout = 120)
{
    build_preload();
    sweep("sigcost batch --sizes 1,2 --rounds 1 --seconds 0.05 --json $DIR/made.json "
          "--csv $DIR/made.csv",
          24);
    close_folder();
}
