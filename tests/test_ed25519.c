/* Ed25519: published vectors, the scheme's own rules, and what a signature of another shape gets. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "ed25519/ed25519.h"
#include "tests/ed25519_oracle.h"

#define NO_CONTEXT ((struct bytes){NULL, 0})

static const struct ed25519_engine *engines[16];
static unsigned nengines;

static void setup(void)
{
    oracle_init();
    for (unsigned i = 0; ed25519_engines[i]; i++) {
        if (step_missing(&ed25519_engines[i]->step)) {
            cr_log_warn("%s: UNAVAILABLE here", ed25519_engines[i]->step.name);
            continue;
        }
        cr_assert_eq(ed25519_engines[i]->start(), DONE);
        engines[nengines++] = ed25519_engines[i];
    }
}

TestSuite(ed25519, .init = setup);

/* Octets of a hex string into fresh memory; *len may be NULL. */
static uint8_t *unhex(const char *hex, size_t hex_len, size_t *len)
{
    uint8_t *octets = malloc(hex_len / 2 + 1);

    cr_assert(octets && hex_len % 2 == 0);
    for (size_t i = 0; i < hex_len / 2; i++) {
        unsigned octet;

        cr_assert_eq(sscanf(hex + 2 * i, "%2x", &octet), 1);
        octets[i] = (uint8_t)octet;
    }
    if (len)
        *len = hex_len / 2;
    return octets;
}

static uint8_t *field(const json_t *test, const char *name, size_t *len)
{
    const json_t *value = json_object_get(test, name);

    return unhex(value ? json_string_value(value) : "", value ? json_string_length(value) : 0, len);
}

static void one_vector(const struct ed25519_engine *engine, enum ed25519_variant variant,
                       const uint8_t seed[32], const uint8_t A[32], struct bytes context,
                       const uint8_t *msg, size_t len, const uint8_t sig[64])
{
    struct ed25519_key key;
    uint8_t mine[64];

    ed25519_key_from_seed(&key, seed, engine);
    cr_assert_arr_eq(key.A, A, 32, "%s: public key", engine->step.name);
    cr_assert_eq(ed25519_sign(mine, &key, variant, context, msg, len, engine), DONE);
    cr_assert_arr_eq(mine, sig, 64, "%s: signature of %zu octets", engine->step.name, len);
    cr_assert_eq(ed25519_verify(sig, 64, A, variant, context, msg, len, engine), DONE);
    mine[len % 64] ^= 1;
    cr_assert_eq(ed25519_verify(mine, 64, A, variant, context, msg, len, engine), FAILED);
}

Test(ed25519, rfc8032_vectors)
{
    json_t *root = json_load_file("vectors/rfc/rfc8032.json", 0, NULL), *group, *test;
    size_t i, j, count = 0;

    cr_assert(root);
    json_array_foreach(json_object_get(root, "testGroups"), i, group)
    {
        const char *name = json_string_value(json_object_get(group, "variant"));
        enum ed25519_variant variant = !strcmp(name, "Ed25519ph")    ? ED25519_PH
                                       : !strcmp(name, "Ed25519ctx") ? ED25519_CTX
                                                                     : ED25519_PURE;

        json_array_foreach(json_object_get(group, "tests"), j, test)
        {
            size_t len, ctx_len;
            uint8_t *sk = field(test, "sk", NULL), *pk = field(test, "pk", NULL);
            uint8_t *msg = field(test, "msg", &len), *sig = field(test, "sig", NULL);
            uint8_t *ctx = field(test, "ctx", &ctx_len);

            for (unsigned e = 0; e < nengines; e++)
                one_vector(engines[e], variant, sk, pk, (struct bytes){ctx, ctx_len}, msg, len,
                           sig);
            count++;
            free(sk);
            free(pk);
            free(msg);
            free(sig);
            free(ctx);
        }
    }
    cr_assert_eq(count, 10);
    json_decref(root);
}

/* Lines sk+pk : pk : msg : sig+msg of messages of 0 to 1023 octets: all of them on the last engine,
 * a spread on each. */
Test(ed25519, sign_input)
{
    FILE *file = fopen("vectors/ed25519/sign.input", "r");
    char *line = NULL;
    size_t room = 0, count = 0;

    cr_assert(file);
    while (getline(&line, &room, file) > 0) {
        char *at = line, *part[4];
        size_t len;

        for (unsigned i = 0; i < 4; i++)
            part[i] = strsep(&at, ":");
        cr_assert(part[3]);
        uint8_t *sk = unhex(part[0], strlen(part[0]), NULL), *pk = unhex(part[1], 64, NULL);
        uint8_t *msg = unhex(part[2], strlen(part[2]), &len), *sig = unhex(part[3], 128, NULL);

        cr_assert_eq(len, count);
        for (unsigned e = 0; e < nengines; e++)
            if (e == nengines - 1 || count % 37 == 0 || count == 1023)
                one_vector(engines[e], ED25519_PURE, sk, pk, NO_CONTEXT, msg, len, sig);
        count++;
        free(sk);
        free(pk);
        free(msg);
        free(sig);
    }
    cr_assert_eq(count, 1024);
    free(line);
    fclose(file);
}

static const uint8_t SEED[32] = "0123456789abcdefghijklmnopqrstu";

/* Signatures of other lengths, and S outside [0, L): each is the valid one under another name. */
Test(ed25519, signature_shape)
{
    struct ed25519_key key;
    uint8_t sig[65] = {0}, other[64], max[32];
    mpz_t S, t;

    mpz_inits(S, t, NULL);
    for (unsigned e = 0; e < nengines; e++) {
        const struct ed25519_engine *engine = engines[e];

        ed25519_key_from_seed(&key, SEED, engine);
        cr_assert_eq(ed25519_sign(sig, &key, ED25519_PURE, NO_CONTEXT, "abc", 3, engine), DONE);
        for (size_t len = 0; len <= 65; len++)
            cr_assert_eq(
                ed25519_verify(sig, len, key.A, ED25519_PURE, NO_CONTEXT, "abc", 3, engine),
                len == 64 ? DONE : FAILED, "%zu octets", len);
        le_to_mpz(S, sig + 32, 32);
        memcpy(other, sig, 32);
        for (mpz_add(t, S, oracle.L); mpz_sizeinbase(t, 2) <= 256; mpz_add(t, t, oracle.L)) {
            mpz_to_le(other + 32, 32, t);
            cr_assert_eq(
                ed25519_verify(other, 64, key.A, ED25519_PURE, NO_CONTEXT, "abc", 3, engine),
                FAILED, "S + L");
        }
        for (unsigned bit = 252; bit < 256; bit++) {
            memcpy(other, sig, 64);
            other[63] ^= (uint8_t)(1 << (bit % 8));
            cr_assert_eq(
                ed25519_verify(other, 64, key.A, ED25519_PURE, NO_CONTEXT, "abc", 3, engine),
                FAILED, "S + 2^%u", bit);
        }
        /* S = 0 and S = L are the same residue; with A and R neutral the first is valid. */
        uint8_t neutral[32] = {1};
        memcpy(other, neutral, 32);
        memset(other + 32, 0, 32);
        cr_assert_eq(ed25519_verify(other, 64, neutral, ED25519_PURE, NO_CONTEXT, "", 0, engine),
                     DONE);
        mpz_to_le(other + 32, 32, oracle.L);
        cr_assert_eq(ed25519_verify(other, 64, neutral, ED25519_PURE, NO_CONTEXT, "", 0, engine),
                     FAILED);
        /* S = L - 1 is in range: R = [L - 1]B = -B, A neutral. */
        mpz_sub_ui(t, oracle.L, 1);
        mpz_to_le(max, 32, t);
        memcpy(other + 32, max, 32);
        engine->mul_base(other, max);
        cr_assert_eq(ed25519_verify(other, 64, neutral, ED25519_PURE, NO_CONTEXT, "", 0, engine),
                     DONE);
    }
    mpz_clears(S, t, NULL);
}

Test(ed25519, contexts)
{
    const struct ed25519_engine *engine = engines[nengines - 1];
    static const struct {
        enum ed25519_variant variant;
        size_t len;
        enum result want;
    } cases[] = {{ED25519_PURE, 0, DONE}, {ED25519_PURE, 1, FAILED}, {ED25519_CTX, 0, FAILED},
                 {ED25519_CTX, 1, DONE},  {ED25519_CTX, 255, DONE},  {ED25519_CTX, 256, FAILED},
                 {ED25519_PH, 0, DONE},   {ED25519_PH, 255, DONE},   {ED25519_PH, 256, FAILED}};
    uint8_t context[256], sig[64], zero[64] = {0};
    struct ed25519_key key;

    memset(context, 'c', sizeof context);
    ed25519_key_from_seed(&key, SEED, engine);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bytes given = {context, cases[i].len};
        enum result result = ed25519_sign(sig, &key, cases[i].variant, given, "m", 1, engine);

        cr_assert_eq(result, cases[i].want, "case %zu", i);
        cr_assert_eq(ed25519_verify(sig, 64, key.A, cases[i].variant, given, "m", 1, engine),
                     cases[i].want);
        if (result != DONE) {
            cr_assert_arr_eq(sig, zero, 64);
            continue;
        }
        /* What one variant and context signed, no other accepts. */
        for (size_t j = 0; j < sizeof cases / sizeof *cases; j++) {
            struct bytes other = {context, cases[j].len};

            cr_assert_eq(ed25519_verify(sig, 64, key.A, cases[j].variant, other, "m", 1, engine),
                         i == j ? DONE : FAILED, "signed as %zu, verified as %zu", i, j);
        }
    }
}

static enum result no_entropy(struct rng *rng, uint8_t *out, size_t len)
{
    (void)rng;
    memset(out, 0xee, len);
    return FAILED;
}

static enum result fixed_entropy(struct rng *rng, uint8_t *out, size_t len)
{
    (void)rng;
    memcpy(out, SEED, len);
    return DONE;
}

/* The public key is the seed's own whatever the struct held before: two public keys under one
 * scalar would give the scalar away. No seed, no signature. */
Test(ed25519, keys)
{
    struct ed25519_key key, other;
    uint8_t seed[32] = {7}, sig[64], zero[sizeof key] = {0};
    struct rng broken = {no_entropy}, fixed = {fixed_entropy};

    for (unsigned e = 0; e < nengines; e++) {
        ed25519_key_from_seed(&other, seed, engines[e]);
        key = other;
        ed25519_key_from_seed(&key, SEED, engines[e]);
        cr_assert_neq(memcmp(key.A, other.A, 32), 0);
        cr_assert_eq(ed25519_keygen(&other, engines[e], &fixed), DONE);
        cr_assert_arr_eq(&other, &key, sizeof key);
        /* in place: the seed that the struct holds already */
        ed25519_key_from_seed(&other, other.seed, engines[e]);
        cr_assert_arr_eq(&other, &key, sizeof key);
        cr_assert_eq(ed25519_keygen(&other, engines[e], &broken), FAILED);
        cr_assert_arr_eq(&other, zero, sizeof key);
        memset(sig, 0xff, sizeof sig);
        cr_assert_eq(ed25519_sign(sig, &other, ED25519_PURE, NO_CONTEXT, "", 0, engines[e]),
                     FAILED);
        cr_assert_arr_eq(sig, zero, 64);
    }
}
