/* Ed25519 batches: each answer is that of single verification, whatever stands in the batch. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "ed25519/ed25519.h"
#include "tests/ed25519_oracle.h"
#include "tests/test_rng.h"

#define NO_CONTEXT ((struct bytes){NULL, 0})
enum { MOST = 1024, SIG = 64 };

static const struct ed25519_engine *engines[16];
static unsigned nengines;
static struct test_rng rng;
static struct ed25519_key key[MOST];
static uint8_t sig[MOST][SIG], msg[MOST][4];
static struct ed25519_batch_item item[MOST];
static int valid[MOST], want[MOST];

static void setup(void)
{
    oracle_init();
    rng = test_rng_new(25519);
    for (unsigned i = 0; ed25519_engines[i]; i++)
        if (!step_missing(&ed25519_engines[i]->step)) {
            cr_assert_eq(ed25519_engines[i]->start(), DONE);
            engines[nengines++] = ed25519_engines[i];
        }
}

TestSuite(ed25519_batch, .init = setup);

/* n right signatures by the last engine. */
static void make(size_t n)
{
    const struct ed25519_engine *engine = engines[nengines - 1];

    for (size_t i = 0; i < n; i++) {
        uint8_t number[4] = {(uint8_t)i, (uint8_t)(i >> 8), 7, 9};

        memcpy(msg[i], number, 4);
        cr_assert_eq(ed25519_keygen(&key[i], engine, &rng.rng), DONE);
        cr_assert_eq(ed25519_sign(sig[i], &key[i], ED25519_PURE, NO_CONTEXT, msg[i], 4, engine),
                     DONE);
        item[i] =
            (struct ed25519_batch_item){sig[i], SIG, key[i].A, ED25519_PURE, NO_CONTEXT, msg[i], 4};
    }
}

/* Singles decide what is wanted. Returns how many are valid. */
static size_t ask_singles(size_t n, const struct ed25519_engine *engine)
{
    size_t good = 0;

    for (size_t i = 0; i < n; i++) {
        const struct ed25519_batch_item *it = &item[i];

        want[i] = ed25519_verify(it->sig, it->sig_len, it->A, it->variant, it->context, it->msg,
                                 it->len, engine) == DONE;
        good += (size_t)want[i];
    }
    return good;
}

static void expect_same(size_t n, const struct ed25519_engine *engine, const char *what)
{
    size_t good = ask_singles(n, engine);

    memset(valid, 0xee, sizeof valid);
    cr_assert_eq(ed25519_verify_batch(valid, item, n, engine, &rng.rng), good == n ? DONE : FAILED,
                 "%s: %s: %zu", engine->step.name, what, n);
    for (size_t i = 0; i < n; i++)
        cr_assert_eq(valid[i], want[i], "%s: %s: number %zu of %zu", engine->step.name, what, i, n);
}

static int batches(const struct ed25519_engine *engine)
{
    return engine->check_batch != NULL;
}

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

/* S + L, S = L, 65 and 63 octets, contexts that the variant does not admit, R and A that are not
 * canonical or no points: each alone among right ones, then all together. */
Test(ed25519_batch, refused_shapes)
{
    enum { N = 24, R_P = 6, A_P, R_SIGN, A_SIGN, R_NONE, A_NONE, GOOD };
    uint8_t other[N][SIG + 1], odd[N][32];
    mpz_t x;

    make(N);
    mpz_init(x);
    for (size_t i = 0; i < GOOD; i++) {
        memcpy(other[i], sig[i], SIG);
        other[i][SIG] = 0;
        item[i].sig = other[i];
        memcpy(odd[i], item[i].A, 32);
        item[i].A = odd[i];
    }
    le_to_mpz(x, sig[0] + 32, 32);
    mpz_add(x, x, oracle.L);
    mpz_to_le(other[0] + 32, 32, x);
    mpz_to_le(other[1] + 32, 32, oracle.L);
    item[2].sig_len = 65;
    item[3].sig_len = 63;
    item[4].context = (struct bytes){msg[0], 1};
    item[5].variant = ED25519_CTX;
    mpz_to_le(other[R_P], 32, oracle.p); /* 0 again */
    mpz_to_le(odd[A_P], 32, oracle.p);
    memset(other[R_SIGN], 0, 32); /* y = 1, x = 0 and the sign bit */
    other[R_SIGN][0] = 1;
    other[R_SIGN][31] = 0x80;
    memcpy(odd[A_SIGN], other[R_SIGN], 32);
    memset(other[R_NONE], 0, 32); /* y = 2 has no x */
    other[R_NONE][0] = 2;
    memcpy(odd[A_NONE], other[R_NONE], 32);
    for (unsigned e = 0; e < nengines; e++) {
        cr_assert_eq(engines[e]->decodes(other[R_NONE]), FAILED);
        expect_same(N, engines[e], "refused shapes");
        cr_assert_eq(ask_singles(N, engines[e]), N - GOOD);
        for (size_t i = 0; i < GOOD; i++) {
            struct ed25519_batch_item kept = item[GOOD + 2];

            item[GOOD + 2] = item[i];
            struct ed25519_batch_item first[GOOD];
            memcpy(first, item, sizeof first);
            for (size_t j = 0; j < GOOD; j++)
                item[j] = item[GOOD];
            expect_same(N, engines[e], "one refused shape");
            cr_assert_eq(want[GOOD + 2], 0, "shape %zu", i);
            memcpy(item, first, sizeof first);
            item[GOOD + 2] = kept;
        }
    }
    mpz_clear(x);
}

/* Points of low order as R and A, keys of mixed order, R with a torsion part: what the cofactored equation says,
 * in batches of such signatures alone and among plain ones. */
Test(ed25519_batch, torsion)
{
    enum { LOW = 64, MIXED = 16, N = LOW + MIXED };
    const struct ed25519_engine *engine = engines[nengines - 1];
    static uint8_t keys[N][32];
    struct opoint T[8], base, P, Q;
    mpz_t a, r;

    make(N);
    mpz_inits(a, r, NULL);
    opoint_init(&base);
    opoint_init(&P);
    opoint_init(&Q);
    opoint_base(&base);
    for (unsigned i = 0; i < 8; i++)
        opoint_init(&T[i]);
    opoint_order8(&T[1]);
    for (unsigned i = 2; i < 8; i++)
        opoint_add(&T[i], &T[i - 1], &T[1]);
    for (unsigned i = 0; i < LOW; i++) { /* S = 0: all hold; S = 1 for every fifth: none does */
        opoint_encode(sig[i], &T[i / 8]);
        memset(sig[i] + 32, 0, 32);
        sig[i][32] = i % 5 == 4;
        opoint_encode(keys[i], &T[i % 8]);
        item[i].A = keys[i];
    }
    for (unsigned i = LOW; i < N; i++) { /* A = [a]B + T, R = [r]B + T', S = r + k a */
        struct ed25519_equation e;

        le_to_mpz(a, key[i].scalar, 32);
        le_to_mpz(r, key[i].prefix, 32);
        mpz_mod(r, r, oracle.L);
        opoint_mul(&P, a, &base);
        opoint_add(&P, &P, &T[i % 8]);
        opoint_encode(keys[i], &P);
        opoint_mul(&Q, r, &base);
        opoint_add(&Q, &Q, &T[i / 2 % 8]);
        opoint_encode(sig[i], &Q);
        item[i].A = keys[i];
        memset(sig[i] + 32, 0, 32);
        cr_assert_eq(
            ed25519_equation(&e, sig[i], SIG, keys[i], ED25519_PURE, NO_CONTEXT, msg[i], 4, engine),
            DONE);
        mpz_to_le(e.S, 32, r);
        engine->sc_muladd(sig[i] + 32, e.k, key[i].scalar, e.S);
    }
    for (unsigned e = 0; e < nengines; e++) {
        expect_same(N, engines[e], "torsion");
        for (unsigned i = 0; i < N; i++)
            cr_assert_eq(want[i], i >= LOW || i % 5 != 4, "%s: %u", engines[e]->step.name, i);
    }
    for (unsigned i = 0; i < LOW; i++)
        sig[i][32] = 0;
    for (unsigned e = 0; e < nengines; e++) { /* all hold: decided by batches alone */
        expect_same(N, engines[e], "torsion, all right");
        cr_assert_eq(ask_singles(N, engines[e]), N);
        expect_same(20, engines[e], "torsion, all right, few");
    }
    mpz_clears(a, r, NULL);
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

static uint8_t *unhex(const char *hex, size_t octets)
{
    uint8_t *out = malloc(octets + 1);

    cr_assert(out);
    for (size_t i = 0; i < octets; i++) {
        unsigned octet;

        cr_assert_eq(sscanf(hex + 2 * i, "%2x", &octet), 1);
        out[i] = (uint8_t)octet;
    }
    return out;
}

/* The RFC's ten vectors, of all three variants, as one batch; then each in turn under the next one's
 * variant or context. */
Test(ed25519_batch, rfc8032_vectors)
{
    json_t *root = json_load_file("vectors/rfc/rfc8032.json", 0, NULL), *group, *test;
    size_t i, j, n = 0;

    cr_assert(root);
    json_array_foreach(json_object_get(root, "testGroups"), i, group)
    {
        const char *name = json_string_value(json_object_get(group, "variant"));

        json_array_foreach(json_object_get(group, "tests"), j, test)
        {
            const json_t *at = json_object_get(test, "msg"), *ctx = json_object_get(test, "ctx");
            size_t ctx_len = ctx ? json_string_length(ctx) / 2 : 0;

            item[n++] = (struct ed25519_batch_item){
                .sig = unhex(json_string_value(json_object_get(test, "sig")), SIG),
                .sig_len = SIG,
                .A = unhex(json_string_value(json_object_get(test, "pk")), 32),
                .variant = !strcmp(name, "Ed25519ph")    ? ED25519_PH
                           : !strcmp(name, "Ed25519ctx") ? ED25519_CTX
                                                         : ED25519_PURE,
                .context = {unhex(ctx ? json_string_value(ctx) : "", ctx_len), ctx_len},
                .msg = unhex(json_string_value(at), json_string_length(at) / 2),
                .len = json_string_length(at) / 2};
        }
    }
    cr_assert_eq(n, 10);
    for (unsigned e = 0; e < nengines; e++) {
        expect_same(n, engines[e], "RFC 8032");
        cr_assert_eq(ask_singles(n, engines[e]), n);
        for (i = 0; i < n; i++) {
            const struct ed25519_batch_item kept = item[i];

            item[i].variant = (kept.variant + 1) % 3;
            expect_same(n, engines[e], "another variant");
            cr_assert_eq(want[i], 0);
            item[i] = kept;
        }
    }
    for (i = 0; i < n; i++) {
        free((void *)item[i].sig);
        free((void *)item[i].A);
        free((void *)item[i].msg);
        free((void *)item[i].context.at);
    }
    json_decref(root);
}

/* All 1024 of sign.input in one batch, then with some of them changed. */
Test(ed25519_batch, sign_input)
{
    FILE *file = fopen("vectors/ed25519/sign.input", "r");
    char *line = NULL;
    size_t room = 0, n = 0;

    cr_assert(file);
    while (n < MOST && getline(&line, &room, file) > 0) {
        char *at = line, *part[4];

        for (unsigned i = 0; i < 4; i++)
            part[i] = strsep(&at, ":");
        cr_assert(part[3]);
        item[n] = (struct ed25519_batch_item){.sig = unhex(part[3], SIG),
                                              .sig_len = SIG,
                                              .A = unhex(part[1], 32),
                                              .msg = unhex(part[2], n),
                                              .len = n};
        n++;
    }
    cr_assert_eq(n, MOST);
    for (unsigned e = 0; e < nengines; e++) {
        if (!batches(engines[e]))
            continue;
        cr_assert_eq(ed25519_verify_batch(valid, item, n, engines[e], &rng.rng), DONE);
        for (size_t i = 0; i < n; i++)
            cr_assert_eq(valid[i], 1, "%s: line %zu", engines[e]->step.name, i);
        ((uint8_t *)item[1].msg)[0] ^= 1;
        ((uint8_t *)item[1023].sig)[5] ^= 1;
        expect_same(n, engines[e], "sign.input");
        ((uint8_t *)item[1].msg)[0] ^= 1;
        ((uint8_t *)item[1023].sig)[5] ^= 1;
    }
    for (size_t i = 0; i < n; i++) {
        free((void *)item[i].sig);
        free((void *)item[i].A);
        free((void *)item[i].msg);
    }
    free(line);
    fclose(file);
}
