/* Ed25519 batches: each answer is that of single verification, wherever the wrong ones stand. */
#include <stdlib.h>

#include "tests/ed25519_batch.h"

TestSuite(ed25519_batch, .init = start_batches);

/* The batch is there where it is promised. */
Test(ed25519_batch, engines)
{
    static const char *const promised[] = {"limbs32", "limbs", "adx", "ifma"};
    unsigned found = 0;

    for (unsigned i = 0; ed25519_engines[i]; i++)
        for (unsigned j = 0; j < 4; j++)
            if (strcmp(ed25519_engines[i]->step.name, promised[j]) == 0) {
                cr_assert(step_missing(&ed25519_engines[i]->step) || batches(ed25519_engines[i]),
                          "%s", promised[j]);
                found++;
            }
    cr_assert_eq(found, 4);
}

/* None, and each size up to where buckets begin and each width of theirs. */
Test(ed25519_batch, sizes)
{
    static const size_t sizes[] = {1,  2,  3,  4,  5,  7,   8,   9,   16,
                                   17, 31, 47, 48, 99, 100, 320, 800, 1024};

    make(MOST);
    for (unsigned e = 0; e < nengines; e++) {
        valid[0] = 77;
        cr_assert_eq(ed25519_verify_batch(valid, NULL, 0, engines[e], &rng.rng), DONE);
        cr_assert_eq(valid[0], 77);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            if (sizes[i] <= (batches(engines[e]) ? MOST : 4))
                expect_same(sizes[i], engines[e], "all right");
        cr_assert_eq(ask_singles(4, engines[e]), 4);
    }
}

/* One wrong signature at each position: in its message, in S, in R. */
Test(ed25519_batch, one_wrong)
{
    static const size_t sizes[] = {1, 2, 3, 4, 5, 8, 13, 50};

    make(50);
    for (unsigned e = 0; e < nengines; e++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            const size_t n = sizes[s];

            for (size_t i = 0; batches(engines[e]) && i < n; i++) {
                uint8_t *octet = i % 3 == 0 ? &msg[i][1] : i % 3 == 1 ? &sig[i][40] : &sig[i][3];

                *octet ^= 4;
                expect_same(n, engines[e], "one wrong");
                cr_assert_eq(want[i], 0);
                *octet ^= 4;
            }
        }
}

/* Two whose errors cancel in a plain sum of the equations: S + 1 and S' - 1. The random coefficients
 * tell. */
Test(ed25519_batch, errors_that_cancel)
{
    mpz_t S;

    make(8);
    mpz_init(S);
    for (int i = 0; i < 2; i++) {
        uint8_t *at = sig[i ? 5 : 2] + 32;

        le_to_mpz(S, at, 32);
        if (i)
            mpz_sub_ui(S, S, 1);
        else
            mpz_add_ui(S, S, 1);
        mpz_to_le(at, 32, S);
    }
    mpz_clear(S);
    for (unsigned e = 0; e < nengines; e++) {
        expect_same(8, engines[e], "errors that cancel");
        cr_assert_eq(want[2] + want[5], 0);
        cr_assert_eq(want[0] + want[7], 2);
    }
}

Test(ed25519_batch, many_wrong)
{
    make(300);
    for (unsigned e = 0; e < nengines; e++) {
        if (!batches(engines[e]))
            continue;
        for (size_t i = 0; i < 300; i++)
            msg[i][3] ^= 1;
        expect_same(60, engines[e], "all wrong");
        cr_assert_eq(ask_singles(300, engines[e]), 0);
        for (size_t i = 0; i < 300; i += 2)
            msg[i][3] ^= 1;
        expect_same(300, engines[e], "every other wrong");
        cr_assert_eq(ask_singles(300, engines[e]), 150);
        for (size_t i = 1; i < 300; i += 2)
            msg[i][3] ^= 1;
        cr_assert_eq(ask_singles(300, engines[e]), 300);
    }
}

/* More than one chunk, with wrong ones in each. */
Test(ed25519_batch, several_chunks)
{
    enum { N = 2 * MOST + 5 };
    struct ed25519_batch_item *many = calloc(N, sizeof *many);
    int *answer = calloc(N, sizeof *answer);
    uint8_t wrong[SIG];

    cr_assert(many && answer);
    make(MOST);
    for (size_t i = 0; i < N; i++)
        many[i] = item[i % MOST];
    memcpy(wrong, sig[0], SIG);
    wrong[33] ^= 1;
    many[0].sig = many[MOST].sig = wrong;
    for (unsigned e = 0; e < nengines; e++) {
        if (!batches(engines[e]))
            continue;
        cr_assert_eq(ed25519_verify_batch(answer, many, N, engines[e], &rng.rng), FAILED);
        for (size_t i = 0; i < N; i++)
            cr_assert_eq(answer[i], i != 0 && i != MOST, "%s: %zu", engines[e]->step.name, i);
    }
    free(many);
    free(answer);
}

static enum result no_entropy(struct rng *self, uint8_t *out, size_t len)
{
    (void)self;
    memset(out, 0, len);
    return FAILED;
}

/* No random numbers, no answer: neither at once nor in the middle of a bisection. */
Test(ed25519_batch, no_random_numbers)
{
    struct rng broken = {no_entropy};

    make(40);
    for (unsigned e = 0; e < nengines; e++) {
        if (!batches(engines[e]))
            continue;
        memset(valid, 0xee, sizeof valid);
        cr_assert_eq(ed25519_verify_batch(valid, item, 40, engines[e], &broken), UNSUPPORTED);
        for (unsigned i = 0; i < 40; i++)
            cr_assert_eq(valid[i], 0);
        msg[30][0] ^= 1;
        for (size_t left = 0; left < 40 * 16 + 20 * 16; left += 100) {
            struct test_rng dry = rng;

            dry.left = left;
            memset(valid, 0xee, sizeof valid);
            cr_assert_eq(ed25519_verify_batch(valid, item, 40, engines[e], &dry.rng), UNSUPPORTED);
            for (unsigned i = 0; i < 40; i++)
                cr_assert_eq(valid[i], 0);
        }
        msg[30][0] ^= 1;
    }
}
