/* rsa: PKCS#1 v1.5 signatures of every step: agreement, lengths, ranges, and real forgeries. */
#include <string.h>

#include "bignum/bytes.h"
#include "tests/rsa_keys.h"

static const char message[] = "a message";

static enum result verify(const struct rsa_engine *engine, const struct rsa_key *key,
                          enum hash_id id, const uint8_t *sig, size_t len)
{
    struct rsa_context ctx;
    enum result result;

    cr_assert_eq(rsa_context_init(&ctx, engine, key), DONE);
    result = rsa_verify(&ctx, id, message, sizeof message, sig, len);
    rsa_context_clear(&ctx);
    rsa_context_clear(&ctx); /* twice is allowed */
    return result;
}

static void expect_rejected(const struct rsa_key *key, enum hash_id id, const uint8_t *sig,
                            size_t len, const char *what)
{
    EACH_ENGINE(engine)
    cr_assert_eq(verify(engine, key, id, sig, len), FAILED, "%s: %s", engine->step.name, what);
}

/* Every step signs, all signatures are the same, every step verifies them; not a multiple of 8 too. */
Test(rsa_pkcs1, steps_agree)
{
    struct test_rng rng = test_rng_new(30);
    struct rsa_key key;

    rsa_key_init(&key);
    for (unsigned bits = 1024; bits <= 1032; bits++) {
        uint8_t first[256], sig[256];
        int any = 0;

        make_key(&key, 512, bits - 512, bits % 2 ? 3 : 65537, &rng.rng);
        cr_assert_eq(mpz_sizeinbase(key.n, 2), bits);
        EACH_ENGINE(engine)
        {
            struct rsa_context ctx;
            enum hash_id id = (enum hash_id)(bits % HASH_COUNT);

            cr_assert_eq(rsa_context_init(&ctx, engine, &key), DONE);
            cr_assert(ctx.bits == bits && ctx.k == (bits + 7) / 8);
            cr_assert_eq(rsa_sign(sig, &ctx, id, message, sizeof message, &rng.rng), DONE);
            if (!any++)
                memcpy(first, sig, ctx.k);
            cr_assert_eq(memcmp(first, sig, ctx.k), 0, "%s, %u bits", engine->step.name, bits);
            cr_assert_eq(rsa_verify(&ctx, id, message, sizeof message, sig, ctx.k), DONE);
            cr_assert_eq(rsa_verify(&ctx, id, message, sizeof message - 1, sig, ctx.k), FAILED);
            sig[ctx.k - 1] ^= 1;
            cr_assert_eq(rsa_verify(&ctx, id, message, sizeof message, sig, ctx.k), FAILED);
            rsa_context_clear(&ctx);
        }
    }
    rsa_key_clear(&key);
}

Test(rsa_pkcs1, encoding)
{
    uint8_t em[600], digest[SHA2_MAX_DIGEST];

    for (int id = 0; id < HASH_COUNT; id++) {
        size_t h = hash_len((enum hash_id)id), least = 19 + h + 11;

        sha2(digest, (enum hash_id)id, message, sizeof message);
        for (size_t k = 0; k < 200; k++) {
            memset(em, 0x77, sizeof em);
            if (k < least) {
                cr_assert_eq(emsa_pkcs1_v1_5(em, k, (enum hash_id)id, message, sizeof message),
                             FAILED);
                continue;
            }
            cr_assert_eq(emsa_pkcs1_v1_5(em, k, (enum hash_id)id, message, sizeof message), DONE);
            cr_assert(em[0] == 0 && em[1] == 1 && em[k - 19 - h - 1] == 0 && em[k] == 0x77);
            for (size_t i = 2; i < k - 19 - h - 1; i++)
                cr_assert_eq(em[i], 0xff);
            cr_assert_eq(memcmp(em + k - h, digest, h), 0);
            cr_assert_eq(em[k - 19 - h], 0x30);
            cr_assert_eq(em[k - 19 - h + 1], 17 + h);
        }
    }
}

/* Moduli too short for the DigestInfo: an error from sign, a rejection from verify; one octet more is
 * enough. */
Test(rsa_pkcs1, modulus_too_short)
{
    struct test_rng rng = test_rng_new(31);
    struct rsa_key key;
    uint8_t sig[128];

    rsa_key_init(&key);
    for (unsigned k = 10; k <= 96; k += k < 90 ? 20 : 1) {
        make_key(&key, 4 * k, 4 * k, 65537, &rng.rng);
        for (int id = 0; id < HASH_COUNT; id++)
            EACH_ENGINE(engine)
            {
                enum result fits = k >= 19 + hash_len((enum hash_id)id) + 11 ? DONE : FAILED;
                struct rsa_context ctx;
                uint8_t any = 0;

                cr_assert_eq(rsa_context_init(&ctx, engine, &key), DONE);
                memset(sig, 1, sizeof sig);
                cr_assert_eq(rsa_sign(sig, &ctx, (enum hash_id)id, message, 3, &rng.rng), fits);
                for (size_t i = 0; i < k; i++)
                    any |= sig[i];
                cr_assert_eq(any != 0, fits == DONE, "a failed signature is all zero");
                cr_assert_eq(rsa_verify(&ctx, (enum hash_id)id, message, 3, sig, k), fits);
                rsa_context_clear(&ctx);
            }
    }
    rsa_key_clear(&key);
}

Test(rsa_pkcs1, lengths_and_ranges)
{
    struct test_rng rng = test_rng_new(32);
    struct rsa_key key;
    struct rsa_context ctx;
    uint8_t sig[129 + 1], edge[129 + 1];
    mpz_t s, t;
    unsigned small = 0;

    rsa_key_init(&key);
    mpz_inits(s, t, NULL);
    make_key(&key, 512, 512, 65537, &rng.rng);
    cr_assert_eq(rsa_context_init(&ctx, rsa_engines[0], &key), DONE);
    cr_assert_eq(rsa_sign(sig + 1, &ctx, SHA256, message, sizeof message, &rng.rng), DONE);
    sig[0] = sig[129] = 0;
    EACH_ENGINE(engine)
    cr_assert_eq(verify(engine, &key, SHA256, sig + 1, 128), DONE);
    expect_rejected(&key, SHA256, sig, 129, "00 || sig");
    expect_rejected(&key, SHA256, sig + 1, 129, "sig || 00");
    expect_rejected(&key, SHA256, sig + 1, 127, "k - 1 octets");
    expect_rejected(&key, SHA256, sig + 1, 0, "empty");
    os2ip(s, sig + 1, 128);
    mpz_add(t, s, key.n);
    if (i2osp(edge, 128, t) == DONE)
        expect_rejected(&key, SHA256, edge, 128, "sig + n in k octets");
    cr_assert_eq(i2osp(edge, 129, t), DONE);
    expect_rejected(&key, SHA256, edge, 129, "sig + n");
    mpz_sub(t, key.n, s);
    cr_assert_eq(i2osp(edge, 128, t), DONE);
    expect_rejected(&key, SHA256, edge, 128, "n - sig");
    for (int i = -1; i <= 1; i++) {
        if (i < 0)
            mpz_sub_ui(t, key.n, 1);
        else
            mpz_add_ui(t, key.n, (unsigned long)i);
        cr_assert_eq(i2osp(edge, 128, t), DONE);
        expect_rejected(&key, SHA256, edge, 128, "n - 1, n, n + 1");
        mpz_set_ui(t, (unsigned long)(i + 1));
        cr_assert_eq(i2osp(edge, 128, t), DONE);
        expect_rejected(&key, SHA256, edge, 128, "0, 1, 2");
    }
    memset(edge, 0xff, sizeof edge);
    expect_rejected(&key, SHA256, edge, 128, "all ff");
    expect_rejected(&key, SHA512, sig + 1, 128, "another hash");
    /* A signature with a leading zero octet keeps it, and is refused without. */
    for (unsigned i = 0; i < 3000 && !small; i++) {
        cr_assert_eq(rsa_sign(sig, &ctx, SHA256, &i, sizeof i, &rng.rng), DONE);
        if (sig[0] == 0) {
            small = 1;
            cr_assert_eq(rsa_verify(&ctx, SHA256, &i, sizeof i, sig, 128), DONE);
            cr_assert_eq(rsa_verify(&ctx, SHA256, &i, sizeof i, sig + 1, 127), FAILED);
        }
    }
    cr_assert(small);
    rsa_context_clear(&ctx);
    mpz_clears(s, t, NULL);
    rsa_key_clear(&key);
}

/* Signs octets of k bytes as they are. */
static void sign_raw(uint8_t *sig, const struct rsa_key *key, const uint8_t *em, size_t k)
{
    mpz_t x;

    mpz_init(x);
    os2ip(x, em, k);
    mpz_powm(x, x, key->d, key->n);
    cr_assert_eq(i2osp(sig, k, x), DONE);
    mpz_clear(x);
}

Test(rsa_pkcs1, wrong_encodings)
{
    struct test_rng rng = test_rng_new(33);
    struct rsa_key key;
    uint8_t em[128], bad[128], sig[128];
    const size_t k = 128, info = k - 32 - 19; /* where the DigestInfo begins */

    rsa_key_init(&key);
    make_key(&key, 512, 512, 65537, &rng.rng);
    cr_assert_eq(emsa_pkcs1_v1_5(em, k, SHA256, message, sizeof message), DONE);
    sign_raw(sig, &key, em, k);
    EACH_ENGINE(engine)
    cr_assert_eq(verify(engine, &key, SHA256, sig, k), DONE, "sign_raw itself");
    for (size_t i = 1; i < k; i++) { /* every octet counts */
        memcpy(bad, em, k);
        bad[i] ^= 1;
        sign_raw(sig, &key, bad, k);
        cr_assert_eq(verify(rsa_engines[i % 6], &key, SHA256, sig, k), FAILED, "octet %zu", i);
    }
    memcpy(bad, em, k);
    bad[1] = 2;
    sign_raw(sig, &key, bad, k);
    expect_rejected(&key, SHA256, sig, k, "block type 02");
    /* DigestInfo without NULL, padding two octets longer. */
    memset(bad + 2, 0xff, k - 2);
    bad[0] = 0, bad[1] = 1;
    bad[info + 1] = 0;
    memcpy(bad + info + 2, em + info, 15);
    bad[info + 3] -= 2;
    bad[info + 5] -= 2;
    memcpy(bad + info + 17, em + info + 17, 2 + 32);
    sign_raw(sig, &key, bad, k);
    expect_rejected(&key, SHA256, sig, k, "no NULL");
    /* Shorter padding, garbage after the digest. */
    memset(bad, 0x42, k);
    bad[0] = 0, bad[1] = 1;
    memset(bad + 2, 0xff, 8);
    memcpy(bad + 10, em + info - 1, 1 + 19 + 32);
    sign_raw(sig, &key, bad, k);
    expect_rejected(&key, SHA256, sig, k, "garbage after the digest");
    rsa_key_clear(&key);
}

/* Bleichenbacher 2006: with e = 3 the cube root of 00 01 ff*8 00 DigestInfo digest garbage is a number
 * whose cube begins so, for any modulus, with no private key. */
Test(rsa_pkcs1, cube_root_forgeries)
{
    struct test_rng rng = test_rng_new(34);
    struct rsa_key key;
    uint8_t em[256], want[256] = {0}, cube[256], sig[256];
    const size_t k = 256, t_len = 19 + 32;
    mpz_t c, s;

    rsa_key_init(&key);
    mpz_inits(c, s, NULL);
    make_key(&key, 1024, 1024, 3, &rng.rng);
    cr_assert_eq(emsa_pkcs1_v1_5(em, k, SHA256, message, sizeof message), DONE);
    want[1] = 1;
    memset(want + 2, 0xff, 8);
    memcpy(want + 11, em + k - t_len, t_len);
    os2ip(c, want, k);
    mpz_root(s, c, 3);
    mpz_add_ui(s, s, 1);
    mpz_pow_ui(c, s, 3);
    cr_assert_eq(i2osp(cube, k, c), DONE);
    cr_assert_eq(memcmp(cube, want, 11 + t_len), 0,
                 "it would fool a verifier that looks at the head");
    cr_assert_eq(i2osp(sig, k, s), DONE);
    expect_rejected(&key, SHA256, sig, k, "cube root with garbage behind");

    rsa_key_clear(&key);
    mpz_clears(c, s, NULL);
}

/* Kuehn, Pyshkin, Tews, Weinmann 2008: garbage inside the AlgorithmIdentifier's parameters, the digest
 * at the right end. The low part of the root is a cube root of the tail modulo 2^m, the high part makes
 * the head. */
Test(rsa_pkcs1, forgery_with_garbage_in_the_parameters)
{
    struct test_rng rng = test_rng_new(35);
    struct rsa_key key;
    uint8_t want[256] = {0}, cube[256], sig[256], em[256];
    const size_t k = 256, tail = 2 + 32, head = 11 + 2 + 2 + 11 + 3;
    mpz_t c, s, low, modulus, third;

    rsa_key_init(&key);
    mpz_inits(c, s, low, modulus, third, NULL);
    make_key(&key, 1024, 1024, 3, &rng.rng);
    cr_assert_eq(emsa_pkcs1_v1_5(em, k, SHA256, message, sizeof message), DONE);
    em[k - 1] |= 1; /* an odd digest: the attacker varies the message until it is */
    want[1] = 1;
    memset(want + 2, 0xff, 8);
    memcpy(want + 11, em + k - 51,
           15); /* SEQUENCE, SEQUENCE, OID; the lengths matter to a parser */
    want[26] = 0x05, want[27] = 0x81, want[28] = (uint8_t)(k - head - tail);
    memcpy(want + k - tail, em + k - tail, tail);

    mpz_setbit(modulus, 8 * tail);
    os2ip(low, want + k - tail, tail);
    mpz_setbit(third, 8 * tail - 2); /* the odd residues' exponent divides 2^(m-2) */
    mpz_set_ui(c, 3);
    cr_assert(mpz_invert(third, c, third));
    mpz_powm(low, low, third, modulus);
    os2ip(c, want, k);
    mpz_root(s, c, 3);
    mpz_fdiv_q_2exp(s, s, 8 * tail);
    mpz_add_ui(s, s, 1);
    mpz_mul_2exp(s, s, 8 * tail);
    mpz_add(s, s, low);
    mpz_pow_ui(c, s, 3);
    cr_assert_eq(i2osp(cube, k, c), DONE);
    cr_assert_eq(memcmp(cube, want, head), 0, "the head is right");
    cr_assert_eq(memcmp(cube + k - tail, want + k - tail, tail), 0, "and so is the tail");
    cr_assert_eq(i2osp(sig, k, s), DONE);
    expect_rejected(&key, SHA256, sig, k, "garbage in the parameters");
    rsa_key_clear(&key);
    mpz_clears(c, s, low, modulus, third, NULL);
}
