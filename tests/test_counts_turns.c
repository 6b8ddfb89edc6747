/* test_counts_turns - the runs that `explain` prices a loop's turns by hold what they say: one addition each, with
 * one read of a table in [k]G, and with 3.5 doublings in verification (6 and 3 for the step `window`, 2 for those
 * that double and add). RSA: a whole power of a quarter of the length, both numbers at once. */
#include <criterion/criterion.h>
#include <string.h>

#include "bignum/count.h"
#include "ec/ec.h"
#include "bignum/ifma.h"
#include "ec/ec.h"
#include "ed25519/ed25519.h"
#include "rsa/rsa.h"
#include "tests/rsa_keys.h"

typedef void (*turns)(const void *context, unsigned long times);

/* Of `times` turns more: what one run sets up once is not theirs. */
static void more(double counts[OP_COUNT], turns run, const void *context, unsigned long times)
{
    uint64_t once[OP_COUNT];

    memset(op_count, 0, sizeof op_count);
    run(context, 2);
    memcpy(once, op_count, sizeof once);
    memset(op_count, 0, sizeof op_count);
    run(context, 2 + times);
    for (int op = 0; op < OP_COUNT; op++)
        counts[op] = (double)op_count[op] - (double)once[op];
}

static void hold(const struct step *step, const void *context, const char *of,
                 double base_doublings, double check_doublings)
{
    double n[OP_COUNT];

    for (unsigned long times = 2; times <= 200; times *= 10) {
        const double t = (double)times;

        if (step->turns_base) {
            more(n, step->turns_base, context, times);
            cr_assert_eq(n[OP_POINT_ADD] + n[OP_POINT_MADD], t, "%s %s", of, step->name);
            cr_assert_eq(n[OP_POINT_DOUBLE], base_doublings * t, "%s %s", of, step->name);
            if (n[OP_TABLE_SCAN] + n[OP_TABLE_READ] > 0)
                cr_assert_eq(n[OP_TABLE_SCAN] + n[OP_TABLE_READ], t, "%s %s", of, step->name);
        }
        if (step->turns_check) {
            more(n, step->turns_check, context, times);
            cr_assert_eq(n[OP_POINT_ADD] + n[OP_POINT_MADD], t, "%s %s", of, step->name);
            cr_assert_eq(n[OP_POINT_DOUBLE], check_doublings * t, "%s %s: %g", of, step->name,
                         n[OP_POINT_DOUBLE]);
        }
    }
}

Test(counts_turns, ecdsa, .timeout = 60)
{
    static const enum curve_id curves[] = {P256, P384, P521};
    int held = 0;

    for (int c = 0; c < 3; c++)
        for (size_t e = 0; ec_engines[e]; e++) {
            const struct ec_engine *engine = ec_engines[e];
            const int window = strcmp(engine->step.name, "window") == 0;
            struct ec_group group;

            if (step_missing(&engine->step) ||
                ec_group_init(&group, engine, ec_curve(curves[c])) != DONE)
                continue;
            hold(&engine->step, group.context, ec_curve(curves[c])->name, window ? 6 : 0,
                 window ? 3 : 3.5);
            held += engine->step.turns_check != NULL;
            ec_group_clear(&group);
        }
    cr_assert_geq(held, 3 * 3, "window, comb, limbs at least");
}

Test(counts_turns, ed25519, .timeout = 60)
{
    int held = 0;

    for (size_t e = 0; ed25519_engines[e]; e++) {
        const struct ed25519_engine *engine = ed25519_engines[e];
        double n[OP_COUNT];

        if (step_missing(&engine->step) || !engine->step.turns_check)
            continue;
        if (engine->start)
            cr_assert_eq(engine->start(), DONE);
        if (engine->step.turns_base == engine->step.turns_check) { /* double and add */
            hold(&engine->step, NULL, "Ed25519", 2, 2);
        } else {
            hold(&engine->step, NULL, "Ed25519", 0, 3.5);
            more(n, engine->step.turns_check, NULL, 100);
            cr_assert_eq(n[OP_POINT_ADD], 50, "%s: half of them mixed", engine->step.name);
        }
        held++;
    }
    cr_assert_geq(held, 7);
}

/* Of W windows of w bits: the table's 2^w - 2 products, every second of them a squaring, then w squarings and a product
 * for each window but the first. */
Test(counts_turns, rsa, .timeout = 60)
{
    static const unsigned sizes[] = {1024, 1536, 2048};
    struct test_rng rng = test_rng_new(60);
    struct rsa_key key;

    rsa_key_init(&key);
    for (int i = 0; i < 3; i++) {
        const double windows = (sizes[i] / 4 + IFMA_WINDOW - 1) / IFMA_WINDOW,
                     half_table = (1 << (IFMA_WINDOW - 1)) - 1;
        make_key(&key, sizes[i], sizes[i], 65537, &rng.rng);
        for (size_t e = 0; rsa_engines[e]; e++) {
            const struct rsa_engine *engine = rsa_engines[e];
            double n[OP_COUNT];
            void *ctx;
            if (step_missing(&engine->step) || !engine->half_turns)
                continue;
            cr_assert_not_null(ctx = engine->context_new(&key));
            for (unsigned long times = 1; times <= 3; times += 2) {
                const double both = 2 * (double)times;
                more(n, engine->half_turns, ctx, times);
                cr_assert_eq(n[OP_MOD_MUL], both * (half_table + windows - 1), "%u bits", sizes[i]);
                cr_assert_eq(n[OP_MOD_SQR], both * (half_table + IFMA_WINDOW * (windows - 1)));
                cr_assert_eq(n[OP_TABLE_SCAN], both * windows);
                cr_assert_eq(n[OP_VEC_MOD_MUL], n[OP_MOD_MUL]);
                cr_assert_eq(n[OP_VEC_MOD_SQR], n[OP_MOD_SQR]);
            }
            engine->context_free(ctx);
        }
    }
    rsa_key_clear(&key);
}
