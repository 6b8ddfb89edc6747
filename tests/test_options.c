/* test_options - numbers, operations and names as people write them on the command line. */
#include <criterion/criterion.h>
#include <float.h>

#include "bench/options.h"
#include "bench/registry.h"
#include "bench/selection.h"

Test(options, decimal_numbers_have_their_values)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {
        {".2", 0.2},
        {"2.", 2},
        {"2", 2},
        {"0.3", 0.3},
        {"00.70", 0.7},
        {"1e9", 1e9},
        {"1E-1", 0.1},
        {".5e1", 5},
        {"5.e-1", 0.5},
        {"1e+3", 1000},
        {"1e0", 1},
        {"1000000000", 1e9},
        {"0.000000000000000000000000000001e30", 1},
        {"123456789.123456", 123456789.123456},
        {"100000000000000000000000000e-20", 1e6},
        {"1e-999999999999", DBL_MIN},
    };

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        double x = -1;
        cr_assert_eq(parse_seconds(&x, good[i].text, 1e9, "--rate", "test"), DONE, "%s",
                     good[i].text);
        cr_assert_eq(x, good[i].value, "%s: %.17g", good[i].text, x);
    }
}

Test(options, other_words_are_no_numbers)
{
    static const char *const bad[] = {"",
                                      ".",
                                      "e3",
                                      "1e",
                                      "1e-",
                                      "1e+",
                                      ".e1",
                                      "0x1",
                                      "0x1p3",
                                      "inf",
                                      "nan",
                                      "NaN",
                                      "+1",
                                      "-1",
                                      " 1",
                                      "1 ",
                                      "1\n",
                                      "1x",
                                      "1..2",
                                      "1.2.",
                                      "1e3.5",
                                      "1e1e1",
                                      "1,5",
                                      "1_0",
                                      "1e+-1",
                                      "1d3",
                                      "infinity",
                                      "1e--1",
                                      "1e 3",
                                      "1 000",
                                      "0",
                                      "0.0",
                                      "0e5",
                                      ".0",
                                      "00000",
                                      "0e999999999999",
                                      "1.1e9",
                                      "1e10",
                                      "1e400",
                                      "1e99999999999999",
                                      "1000000000.1"};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double x = -1;
        cr_assert_eq(parse_seconds(&x, bad[i], 1e9, "--rate", "test"), FAILED, "\"%s\": %g", bad[i],
                     x);
        cr_assert_eq(x, -1, "%s", bad[i]);
    }
}

Test(options, operations_are_those_that_are_allowed)
{
    unsigned ops = 0;

    cr_assert_eq(parse_ops(&ops, "sign,reject", OPS_OF_KEYS, "--op", "test"), DONE);
    cr_assert_eq(ops, 1u << OP_SIGN | 1u << OP_REJECT);
    cr_assert_eq(parse_ops(&ops, "hash", OPS_OF_KEYS | 1u << OP_HASH, "--op", "test"), DONE);
    cr_assert_eq(ops, 1u << OP_HASH);
    static const char *const bad[] = {"hash", "sign,hash", "hash,sign", "", ",", "sign,", "fly"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_assert_eq(parse_ops(&ops, bad[i], OPS_OF_KEYS, "--op", "test"), FAILED, "%s", bad[i]);
}

/* What `list --help` says of self. */
Test(options, self_claims_constant_time_but_on_two_curves)
{
    for (const struct alg *alg = algs; alg->name; alg++) {
        const struct impl *self = registry_self(alg);
        int stands_in =
            strcmp(alg->name, "ecdsa-p192") == 0 || strcmp(alg->name, "ecdsa-p224") == 0;
        cr_assert_not_null(self, "%s", alg->name);
        cr_assert_eq((self->flags & STEP_CONSTANT_TIME) == 0, stands_in, "%s", alg->name);
    }
    registry_close();
}

Test(options, names_stand_for_rows_of_the_selection)
{
    struct selection s;

    selection_default(&s);
    cr_assert_eq(parse_algs(&s, "ed25519,sha-256", "test"), DONE);
    s.impl_count = 1;
    s.impls[0] = "fips";
    s.ops = 1u << OP_SIGN;
    cr_assert_eq(selection_check(&s, "test"), FAILED, "a hash's step does not sign");
    s.ops |= 1u << OP_HASH;
    cr_assert_eq(selection_check(&s, "test"), DONE);
    s.impls[0] = "halved";
    cr_assert_eq(selection_check(&s, "test"), DONE);
    s.ops = 1u << OP_HASH;
    cr_assert_eq(selection_check(&s, "test"), FAILED);
    static const char *const groups[] = {"self", "all", "peers", "textbook"};
    for (int i = 0; i < 4; i++) {
        s.impls[0] = groups[i];
        cr_assert_eq(selection_check(&s, "test"), DONE);
    }
    cr_assert_str_eq(selection_nothing(&s, NULL),
                     "no implementation (textbook) of SHA-256 runs here; sigcost list shows them");
    cr_assert_str_eq(selection_nothing(&s, "ed25519 adx: needs BMI2"), "ed25519 adx: needs BMI2");
    registry_close();
}
