/* Ed25519 batches of signatures that were not made here, or not honestly: refused shapes, low and mixed orders, the
 * RFC's vectors and sign.input. Each answer is that of single verification. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/ed25519_batch.h"

TestSuite(ed25519_batch_vectors, .init = start_batches);

/* S + L, S = L, 65 and 63 octets, contexts that the variant does not admit, R and A that are not
 * canonical or no points: each alone among right ones, then all together. */
Test(ed25519_batch_vectors, refused_shapes)
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
Test(ed25519_batch_vectors, torsion)
{
    enum { LOW = 64, MIXED = 16, N = LOW + MIXED };
    const struct ed25519_engine *engine = engines[nengines - 1];
    static uint8_t keys[N][32];
    struct opoint P, Q;
    mpz_t a, r;

    make(N);
    mpz_inits(a, r, NULL);
    opoint_init(&P);
    opoint_init(&Q);
    start_torsion();
    for (unsigned i = 0; i < LOW; i++) { /* S = 0: all hold; S = 1 for every fifth: none does */
        opoint_encode(sig[i], &torsion[i / 8]);
        memset(sig[i] + 32, 0, 32);
        sig[i][32] = i % 5 == 4;
        opoint_encode(keys[i], &torsion[i % 8]);
        item[i].A = keys[i];
    }
    for (unsigned i = LOW; i < N; i++) { /* A = [a]B + T, R = [r]B + T', S = r + k a */
        struct ed25519_equation e;

        le_to_mpz(a, key[i].scalar, 32);
        le_to_mpz(r, key[i].prefix, 32);
        mpz_mod(r, r, oracle.L);
        opoint_mul(&P, a, &base);
        opoint_add(&P, &P, &torsion[i % 8]);
        opoint_encode(keys[i], &P);
        opoint_mul(&Q, r, &base);
        opoint_add(&Q, &Q, &torsion[i / 2 % 8]);
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
Test(ed25519_batch_vectors, rfc8032_vectors)
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
Test(ed25519_batch_vectors, sign_input)
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
