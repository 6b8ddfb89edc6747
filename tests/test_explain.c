/* test_explain - the counts in the cost trees of real operations against closed forms, and the commands. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bench/registry.h"
#include "bench/tree_keygen.h"
#include "bignum/pow.h"
#include "hash/hmac.h"

#define SECONDS 0.2

static struct explanation explain(const char *name, const char *impl, enum op op, size_t payload)
{
    const struct alg *alg = alg_by_name(name);
    const struct impl *row = registry_find(alg, impl);
    struct tree_work *work = calloc(1, sizeof *work);
    struct explanation e;
    const char *why = NULL;

    cr_assert_not_null(row, "%s %s", name, impl);
    cr_assert_eq(registry_start(row, &why), DONE, "%s", why);
    cr_assert_eq(tree_work_make(work, alg, payload, &why), DONE, "%s", why);
    cr_assert_eq(tree_explain(&e, row, op, work, SECONDS, &why), DONE, "%s %s: %s", name, impl,
                 why);
    tree_work_clear(work);
    free(work);
    cr_assert_lt(node_worst_sum(e.tree), 1e-9, "%s %s: children sum to their parent", name, impl);
    cr_assert_float_eq(e.predicted_ns, e.tree->ns, 1e-6);
    cr_assert_float_eq(e.unexplained_percent,
                       100 * (e.measured_ns - e.predicted_ns) / e.measured_ns, 1e-6);
    return e;
}

/* Of the node of that name in the step of that name. */
static double count_in(const struct explanation *e, const char *step, const char *name)
{
    const struct node *at = node_find(e->tree, step), *found = at ? node_find(at, name) : NULL;

    cr_assert_not_null(at, "%s has no step %s", e->alg, step);
    return found ? found->count : 0;
}

Test(explain, rsa_verify_is_16_squarings_and_a_product, .timeout = 120)
{
    static const char *const names[] = {"rsa-1024", "rsa-2048", "rsa-3072"};

    for (int i = 0; i < 3; i++) {
        struct explanation e = explain(names[i], "textbook", OP_VERIFY, 100 + (size_t)i * 1000);
        const char *op = "public operation (RSAVP1)";
        double n = (1024.0 * (i + 1)) / GMP_NUMB_BITS;
        cr_assert_eq(count_in(&e, op, "mod_sqr"), 16);
        cr_assert_eq(count_in(&e, op, "mod_mul"), 1);
        cr_assert_float_eq(e.limb_products, 16 * (n * (n + 1) / 2 + n * n) + 2 * n * n, 1e-6);
        cr_assert_eq(count_in(&e, "hash and padding (EMSA-PKCS1-v1_5)", "sha256_block"),
                     (double)sha2_blocks(SHA256, 100 + (uint64_t)i * 1000));
        explanation_clear(&e);
    }
}

Test(explain, rsa_sign_by_crt_works_modulo_p_and_q, .timeout = 120)
{
    static const char *const names[] = {"rsa-1024", "rsa-2048", "rsa-3072"};

    for (int i = 0; i < 3; i++) {
        struct explanation e = explain(names[i], "crt", OP_SIGN, 64);
        double bits = 1024.0 * (i + 1), s = count_in(&e, "modulo p and q", "mod_sqr"),
               m = count_in(&e, "modulo p and q", "mod_mul");
        /* two powers of half the bits, sliding windows; 3 products to enter each, Garner's two */
        cr_assert_float_eq(s, bits, 0.02 * bits, "%s: %.1f S", names[i], s);
        cr_assert_float_eq(m, 2 * pow_sliding_expected_mul((size_t)bits / 2) + 8, 0.1 * m + 8,
                           "%s: %.1f M", names[i], m);
        cr_assert_eq(count_in(&e, "modulo n", "mod_mul"), 0);
        explanation_clear(&e);
    }
}

Test(explain, ecdsa_closed_forms, .timeout = 240)
{
    static const struct {
        const char *name;
        enum hash_id hash;
        const char *block;
        unsigned bits;
    } curves[] = {{"ecdsa-p256", SHA256, "sha256_block", 256},
                  {"ecdsa-p384", SHA384, "sha512_block", 384},
                  {"ecdsa-p521", SHA512, "sha512_block", 521}};
    const char *const mul = "scalar multiplication [k]G";

    for (int i = 0; i < 3; i++) {
        const size_t hlen = hash_len(curves[i].hash), rlen = (curves[i].bits + 7) / 8;
        struct explanation e = explain(curves[i].name, "comb", OP_SIGN, 1000);
        double nonce = 2 * (double)(hmac_blocks(curves[i].hash, hlen, hlen + 1 + 2 * rlen) +
                                    hmac_blocks(curves[i].hash, hlen, hlen)) +
                       (double)((rlen + hlen - 1) / hlen * hmac_blocks(curves[i].hash, hlen, hlen));
        cr_assert_eq(count_in(&e, "hash of the message", curves[i].block),
                     (double)sha2_blocks(curves[i].hash, 1000));
        cr_assert_eq(count_in(&e, "nonce (RFC 6979)", curves[i].block), nonce, "%s: %f, not %f",
                     curves[i].name, count_in(&e, "nonce (RFC 6979)", curves[i].block), nonce);
        cr_assert_eq(count_in(&e, mul, "point_double"), 0, "comb: no doubling");
        cr_assert_eq(count_in(&e, mul, "point_add"), 0);
        cr_assert_eq(count_in(&e, mul, "fe_inv"), 1);
        cr_assert_eq(count_in(&e, "inversion 1/k modulo n", "sc_inv"), 1);
        cr_assert_eq(count_in(&e, "products modulo n", "sc_mul"), 2);
        explanation_clear(&e);

        e = explain(curves[i].name, "jacobian", OP_SIGN, 1000);
        /* nonces are uniform: bits - 1 doublings, one less for every leading zero */
        cr_assert_float_eq(count_in(&e, mul, "point_double"), curves[i].bits - 2, 1.5);
        cr_assert_float_eq(count_in(&e, mul, "point_add"), curves[i].bits / 2.0 - 1,
                           0.08 * curves[i].bits);
        explanation_clear(&e);
    }
}

Test(explain, ed25519_hashes_twice_and_verifies_once, .timeout = 120)
{
    static const size_t payloads[] = {0, 1000, 100000};

    for (int i = 0; i < 3; i++) {
        uint64_t len = payloads[i];
        struct explanation e = explain("ed25519", "comb", OP_SIGN, payloads[i]);
        cr_assert_eq(count_in(&e, "hash of prefix and message: the nonce", "sha512_block"),
                     (double)sha2_blocks(SHA512, 32 + len));
        cr_assert_eq(count_in(&e, "hash of R, A and message: the challenge", "sha512_block"),
                     (double)sha2_blocks(SHA512, 64 + len));
        cr_assert_eq(count_in(&e, "scalar multiplication [r]B", "point_double"), 0);
        explanation_clear(&e);
    }
}

Test(explain, keygen_counts_the_keys_that_were_timed, .timeout = 240)
{
    const struct impl *row = registry_find(alg_by_name("rsa-1024"), "crt");
    struct explanation e;
    struct tree_keygen search;
    const char *why = NULL;

    cr_assert_eq(tree_keygen(&e, &search, row, 5, 0.5, &why), DONE, "%s", why);
    cr_assert_eq(search.keys, 5);
    cr_assert_geq(search.primes, 10);
    double candidates = 0;
    for (size_t i = 0; i < 10; i++)
        candidates += search.candidates[i];
    cr_assert_float_eq(candidates / 5, search.actual.candidates, 1e-6);
    cr_assert_float_eq(search.expected.candidates / 2, 512 * log(2) / 2, 2);
    cr_assert_geq(search.actual.rounds, 2 * search.rounds);
    cr_assert_lt(node_worst_sum(e.tree), 1e-9);
    cr_assert_eq(node_find(e.tree, "mr_round")->count, search.actual.rounds);
    cr_assert_str_eq(e.note, "means of 5 keys, measured and counted one by one; fewer than 10 say "
                             "little");
    explanation_clear(&e);
    tree_keygen_clear(&search);
}

Test(explain, ten_keys_are_not_called_few, .timeout = 240)
{
    const struct impl *row = registry_find(alg_by_name("rsa-1024"), "crt");
    struct explanation e;
    struct tree_keygen search;
    const char *why = NULL;

    cr_assert_eq(tree_keygen(&e, &search, row, 10, 0.5, &why), DONE, "%s", why);
    cr_assert_str_eq(e.note, "means of 10 keys, measured and counted one by one");
    explanation_clear(&e);
    tree_keygen_clear(&search);
    cr_assert_eq(tree_keygen(&e, &search, row, 1, 0.5, &why), DONE, "%s", why);
    cr_assert_str_eq(e.note, "1 key, measured and counted; fewer than 10 say little");
    explanation_clear(&e);
    tree_keygen_clear(&search);
}

/* The program with its output thrown away: the exit code, and how many lines went to stderr. `text` is the last. */
static int run_saying(const char *arguments, int *lines, char text[256])
{
    const char *build = getenv("SIGCOST_BUILD");
    char command[512];
    FILE *pipe;
    int status;

    snprintf(command, sizeof command, "%s/sigcost %s 2>&1 >/dev/null",
             build && *build ? build : "build", arguments);
    pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    *lines = 0;
    text[0] = '\0';
    while (fgets(text, 256, pipe))
        *lines += strchr(text, '\n') != NULL;
    status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int run(const char *arguments, int *lines)
{
    char text[256];

    return run_saying(arguments, lines, text);
}

Test(explain, what_has_no_effect_is_refused, .timeout = 120)
{
    static const struct {
        const char *arguments, *says;
    } bad[] = {
        {"explain ed25519 sign --keys 5", "--keys"},
        {"explain all sign --keys 5", "--keys"},
        {"explain ed25519 keygen --payload 5", "--payload"},
        {"explain all keygen --payload 5", "--payload"},
        {"explain rsa-2048 keygen --payload 5", "--payload"},
        {"explain all --depth 3", "--depth"},
        {"explain ed25519 sign,verify --depth 3", "--depth"},
        {"explain ed25519 sign --impl all --depth 3", "--depth"},
        {"explain fields --impl self", "--impl"},
        {"explain fields --payload 5", "--payload"},
        {"explain fields --depth 3", "--depth"},
        {"explain fields --keys 3", "--keys"},
        {"explain fields --same-candidates", "--same-candidates"},
        {"explain fields --toy", "--toy"},
        {"explain --questions extra", "extra"},
        {"explain extra --questions", "extra"},
        {"explain --questions --json -", "--json"},
        {"explain --seconds 2 --questions", "--seconds"},
        {"explain rsa-2048 keygen --same-candidates --seconds 3", "--seconds"},
        {"explain rsa-2048 keygen --same-candidates --depth 3", "--depth"},
        {"explain rsa-2048 keygen --same-candidates --payload 3", "--payload"},
        {"explain ed25519 foo", "operation \"foo\" is none of keygen, sign, verify, reject\n"},
        {"explain ed25519 hash", "operation \"hash\" is none of keygen, sign, verify, reject\n"},
        {"explain all --impl nobody", "\"nobody\" of the seven algorithms"},
        {"scale rsa --op foo", "\"foo\" is none of keygen, sign, verify, reject\n"},
        {"ladder ed25519 --op hash", "\"hash\" is none of keygen, sign, verify, reject\n"},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[256];
        int lines, code = run_saying(bad[i].arguments, &lines, text);
        cr_assert_eq(code, 2, "%s: exit %d", bad[i].arguments, code);
        cr_assert_eq(lines, 1, "%s: %d lines", bad[i].arguments, lines);
        cr_assert_not_null(strstr(text, bad[i].says), "%s: %s", bad[i].arguments, text);
    }
}

Test(explain, wrong_use_is_one_line_and_exit_2, .timeout = 120)
{
    static const char *const bad[] = {"explain",
                                      "explain rsa-2048",
                                      "explain rsa-2047 sign",
                                      "explain rsa-2048 fly",
                                      "explain rsa-2048 hash",
                                      "explain rsa-1024 sign",
                                      "explain rsa-2048 sign --impl nobody",
                                      "explain rsa-2048 sign --impl gmp",
                                      "explain rsa-2048 sign --seconds 0",
                                      "explain rsa-2048 sign --payload 1K,2K",
                                      "explain rsa-2048 sign extra",
                                      "explain fields sign",
                                      "explain ed25519 sign --same-candidates",
                                      "explain --depth",
                                      "explain ed25519 sign --json /nonexistent/x",
                                      "explain ed25519 sign --frobnicate",
                                      "ladder nothing",
                                      "ladder ed25519 --op hash",
                                      "ladder ed25519 extra",
                                      "ladder ed25519 --seconds -1",
                                      "ladder rsa-1024",
                                      "ladder ed25519 --json x --csv x",
                                      "ladder ed25519 --json /nonexistent/x",
                                      "scale",
                                      "scale everything",
                                      "scale payload --op keygen",
                                      "scale rsa --impl nobody",
                                      "scale rsa --impl comb,affine",
                                      "scale curve extra",
                                      "scale curve --csv /nonexistent/x"};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int lines, code = run(bad[i], &lines);
        cr_assert_eq(code, 2, "%s: exit %d", bad[i], code);
        cr_assert_eq(lines, 1, "%s: %d lines", bad[i], lines);
    }
}

Test(explain, help_and_questions, .timeout = 60)
{
    static const char *const good[] = {"explain --help", "explain --questions", "ladder --help",
                                       "scale --help"};

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int lines, code = run(good[i], &lines);
        cr_assert_eq(code, 0, "%s", good[i]);
        cr_assert_eq(lines, 0, "%s", good[i]);
    }
}
