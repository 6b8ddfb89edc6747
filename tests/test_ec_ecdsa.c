/* Keys, RFC 6979 nonces, signing, and the forms of a signature. Known answers are read from the RFC's
 * values (vectors/rfc) and from tests/data/ec_edge.json, which a Python program made. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

#include "ec_reference.h"

/* octets -> limbs of full width */
static void limbs_of_hex(mp_limb_t x[EC_MAX_LIMBS], const char *hex)
{
    mpz_t t;

    mpz_init_set_str(t, hex, 16);
    mpz_to_limbs(x, EC_MAX_LIMBS, t);
    mpz_clear(t);
}

static int same_scalar(const mp_limb_t *a, const mp_limb_t *b, const struct ec_curve *c)
{
    return mpn_cmp(a, b, (mp_size_t)c->order_limbs) == 0;
}

static const char *text(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

struct known {
    const struct ec_curve *curve;
    enum hash_id id;
    uint8_t d[EC_MAX_BYTES], msg[64], digest[SHA2_MAX_DIGEST];
    size_t d_len, msg_len;
    int by_digest;
    mp_limb_t k[EC_MAX_LIMBS], r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];
};

/* Either file's test; 0 where its hash is not ours (SHA-1). */
static int read_known(struct known *t, const json_t *test, const char *d,
                      const struct ec_curve *curve)
{
    const char *digest = text(test, "digest");

    memset(t, 0, sizeof *t);
    t->curve = curve;
    if (hash_by_name(&t->id, text(test, "sha")) != DONE)
        return 0;
    t->d_len = from_hex(t->d, sizeof t->d, d ? d : text(test, "d"));
    t->by_digest = digest != NULL;
    if (digest)
        from_hex(t->digest, sizeof t->digest, digest);
    else {
        t->msg_len = from_hex(t->msg, sizeof t->msg, text(test, "msg"));
        sha2(t->digest, t->id, t->msg, t->msg_len);
    }
    limbs_of_hex(t->k, text(test, "k"));
    limbs_of_hex(t->r, text(test, "r"));
    limbs_of_hex(t->s, text(test, "s"));
    return 1;
}

/* The nonce, the signature, and its verification, by one engine. */
static void check_known(const struct known *t, const struct ec_engine *engine)
{
    struct ec_group g;
    struct ec_key key;
    struct rfc6979 nonces;
    mp_limb_t k[EC_MAX_LIMBS] = {0}, r[EC_MAX_LIMBS] = {0}, s[EC_MAX_LIMBS] = {0};
    const struct ec_curve *c = t->curve;

    if (!curve_has_engine(&g, engine, c))
        return;
    cr_assert_eq(ec_key_from_scalar(&key, t->d, t->d_len, &g), DONE);
    rfc6979_init(&nonces, t->id, key.d, t->digest, c);
    rfc6979_next(k, &nonces);
    cr_assert(same_scalar(k, t->k, c), "%s %s: k", c->name, hash_name(t->id));
    if (t->by_digest)
        cr_assert_eq(ecdsa_sign_with_nonce(r, s, &key, k, t->digest, hash_len(t->id), &g), DONE);
    else
        cr_assert_eq(ecdsa_sign(r, s, &key, t->id, t->msg, t->msg_len, &g), DONE);
    cr_assert(same_scalar(r, t->r, c) && same_scalar(s, t->s, c), "%s %s %s", c->name,
              engine->step.name, hash_name(t->id));
    cr_assert_eq(ecdsa_verify_digest(r, s, &key.Q, t->digest, hash_len(t->id), &g), DONE);
    if (!t->by_digest) {
        cr_assert_eq(ecdsa_verify(r, s, &key.Q, t->id, t->msg, t->msg_len, &g), DONE);
        cr_assert_eq(ecdsa_verify(r, s, &key.Q, t->id, t->msg, t->msg_len - 1, &g), FAILED);
    }
    ec_group_clear(&g);
}

/* All tests of a file by the last engine of the table that does the curve, each seventh by all. */
static size_t run_file(const char *path)
{
    json_t *file = json_load_file(path, 0, NULL), *group, *test;
    size_t i, j, ran = 0;

    cr_assert_not_null(file, "%s", path);
    json_array_foreach(json_object_get(file, "testGroups"), i, group)
    {
        const struct ec_curve *c = ec_curve_by_name(text(group, "curve"));

        cr_assert_not_null(c);
        json_array_foreach(json_object_get(group, "tests"), j, test)
        {
            struct known t;

            if (!read_known(&t, test, text(group, "privateKey"), c))
                continue;
            for (int e = 0; ec_engines[e]; e++)
                if (e >= 3 || j % 7 == 1)
                    check_known(&t, ec_engines[e]);
            ran++;
        }
    }
    json_decref(file);
    return ran;
}

Test(rfc6979, values_of_the_rfc)
{
    cr_assert_eq(run_file("vectors/rfc/rfc6979.json"), 40); /* 50 less 10 with SHA-1 */
}

/* SHA-512/t, keys 1, 2 and n - 1, digests of all ones and all zeros, leading zero octets in k, r and s,
 * a first candidate that is not below n. */
Test(rfc6979, edges)
{
    cr_assert_eq(run_file("tests/data/ec_edge.json"), 5 * 33 + 1);
}

/* PuTTY's CVE-2024-31497: bit 520 of a P-521 nonce is set half of the time, and signatures show it. */
Test(rfc6979, p521_nonces_are_full_width)
{
    const struct ec_curve *c = ec_curve(P521);
    mp_limb_t d[EC_MAX_LIMBS] = {12345}, k[EC_MAX_LIMBS];
    int top = 0;

    for (unsigned i = 0; i < 400; i++) {
        uint8_t digest[SHA2_MAX_DIGEST];
        struct rfc6979 nonces;

        sha2(digest, SHA512, &i, sizeof i);
        rfc6979_init(&nonces, SHA512, d, digest, c);
        rfc6979_next(k, &nonces);
        top += (int)(k[EC_MAX_LIMBS - 1] >> (520 % GMP_NUMB_BITS)) & 1;
    }
    cr_assert(top > 140 && top < 260, "%d of 400", top); /* six standard deviations */
}

/* The candidates of one state differ and are in range; sign goes on to the next where it must. */
Test(rfc6979, successive_candidates)
{
    const struct ec_curve *c = ec_curve(P256);
    mp_limb_t d[EC_MAX_LIMBS] = {7}, k[50][EC_MAX_LIMBS];
    uint8_t digest[SHA2_MAX_DIGEST] = {1};
    struct rfc6979 nonces;

    rfc6979_init(&nonces, SHA256, d, digest, c);
    for (int i = 0; i < 50; i++) {
        rfc6979_next(k[i], &nonces);
        for (int j = 0; j < i; j++)
            cr_assert_not(same_scalar(k[i], k[j], c));
    }
    rfc6979_wipe(&nonces);
    for (size_t i = 0; i < sizeof nonces; i++)
        cr_assert_eq(((uint8_t *)&nonces)[i], 0);
}

/* A generator of the test's own: the octets of a hash chain, or a fixed octet, or failure. */
struct test_rng {
    struct rng rng;
    int mode; /* 0 chain, 1 all zeros, 2 all ones, 3 fails */
    uint32_t state;
};

static enum result test_fill(struct rng *self, uint8_t *out, size_t len)
{
    struct test_rng *t = (struct test_rng *)self;
    uint8_t digest[32];

    for (size_t i = 0; i < len; i++) {
        if (i % 32 == 0) {
            t->state++;
            sha2(digest, SHA256, &t->state, sizeof t->state);
        }
        out[i] = t->mode == 0 ? digest[i % 32] : t->mode == 1 ? 0 : 0xff;
    }
    return t->mode == 3 ? FAILED : DONE;
}

/* FIPS 186-5 A.2.1 with the generator at its ends: d = (c mod (n - 1)) + 1 for c = 0 and 2^L - 1. */
Test(key, generation)
{
    for (int id = 0; id < CURVE_COUNT; id++) {
        const struct ec_curve *c = ec_curve((enum curve_id)id);
        struct test_rng rng = {.rng = {test_fill}};
        struct ec_key a, b;
        struct ec_group g;
        mpz_t d, t;

        mpz_inits(d, t, NULL);
        cr_assert_eq(ec_group_init(&g, ec_engines[4], c), DONE);
        cr_assert_eq(ec_keygen(&a, &g, &rng.rng), DONE);
        cr_assert_eq(ec_keygen(&b, &g, &rng.rng), DONE);
        cr_assert(a.has_d && ec_point_validate(&a.Q, c) == DONE && !same_point(&a.Q, &b.Q));
        rng.mode = 1;
        cr_assert_eq(ec_keygen(&a, &g, &rng.rng), DONE);
        mpz_from_limbs(d, a.d, EC_MAX_LIMBS);
        cr_assert_eq(mpz_cmp_ui(d, 1), 0);
        rng.mode = 2;
        cr_assert_eq(ec_keygen(&a, &g, &rng.rng), DONE);
        mpz_from_limbs(d, a.d, EC_MAX_LIMBS);
        mpz_setbit(t, c->order_bits + 64);
        mpz_sub_ui(t, t, 1);
        mpz_sub_ui(d, d, 1);
        mpz_sub(t, t, d);
        mpz_add_ui(d, c->n, 0);
        mpz_sub_ui(d, d, 1);
        cr_assert(mpz_divisible_p(t, d));
        rng.mode = 3;
        cr_assert_eq(ec_keygen(&a, &g, &rng.rng), FAILED);
        cr_assert(!a.has_d && a.Q.infinity && mpn_zero_p(a.d, EC_MAX_LIMBS));
        ec_group_clear(&g);
        mpz_clears(d, t, NULL);
    }
}

/* 0, n, n + 1, all ones, too long: refused and wiped. 1, n - 1 and short octets: taken. */
Test(key, from_scalar)
{
    for (int id = 0; id < CURVE_COUNT; id++) {
        const struct ec_curve *c = ec_curve((enum curve_id)id);
        uint8_t d[EC_MAX_BYTES + 1] = {0};
        struct ec_group g;
        struct ec_key key;
        mpz_t x;

        mpz_init(x);
        cr_assert_eq(ec_group_init(&g, ec_engines[4], c), DONE);
        cr_assert_eq(ec_key_from_scalar(&key, d, 0, &g), FAILED);
        cr_assert_eq(ec_key_from_scalar(&key, d, c->order_bytes, &g), FAILED);
        for (int add = -1; add < 3; add++) {
            if (add < 0)
                mpz_sub_ui(x, c->n, 1);
            else
                mpz_add_ui(x, c->n, (unsigned long)add);
            i2osp(d, c->order_bytes, x);
            cr_assert_eq(ec_key_from_scalar(&key, d, c->order_bytes, &g), add < 0 ? DONE : FAILED);
            cr_assert_eq(key.has_d, add < 0);
            cr_assert(add < 0 || (key.Q.infinity && mpn_zero_p(key.d, EC_MAX_LIMBS)));
        }
        memset(d, 0xff, sizeof d);
        cr_assert_eq(ec_key_from_scalar(&key, d, c->order_bytes, &g), FAILED);
        memset(d, 0, sizeof d);
        d[c->order_bytes] = 1;
        cr_assert_eq(ec_key_from_scalar(&key, d, c->order_bytes + 1, &g),
                     FAILED); /* one too many */
        cr_assert_eq(ec_key_from_scalar(&key, d + c->order_bytes, 1, &g), DONE);
        mpz_from_limbs(x, key.Q.x, EC_MAX_LIMBS);
        cr_assert_eq(mpz_cmp(x, c->gx), 0);
        ec_group_clear(&g);
        mpz_clear(x);
    }
}

Test(sign, refusals)
{
    const struct ec_curve *c = ec_curve(P256);
    mp_limb_t k[EC_MAX_LIMBS] = {0}, r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];
    uint8_t digest[32] = {1}, d = 5;
    struct ec_group g;
    struct ec_key key;

    cr_assert_eq(ec_group_init(&g, ec_engines[4], c), DONE);
    cr_assert_eq(ec_key_from_scalar(&key, &d, 1, &g), DONE);
    cr_assert_eq(ecdsa_sign_with_nonce(r, s, &key, k, digest, 32, &g), FAILED);
    mpz_to_limbs(k, EC_MAX_LIMBS, c->n);
    cr_assert_eq(ecdsa_sign_with_nonce(r, s, &key, k, digest, 32, &g), FAILED);
    k[0] -= 1;
    cr_assert_eq(ecdsa_sign_with_nonce(r, s, &key, k, digest, 32, &g), DONE);
    key.has_d = 0;
    cr_assert_eq(ecdsa_sign_with_nonce(r, s, &key, k, digest, 32, &g), FAILED);
    cr_assert_eq(ecdsa_sign(r, s, &key, SHA256, digest, 32, &g), FAILED);
    cr_assert(mpn_zero_p(r, (mp_size_t)c->order_limbs) && mpn_zero_p(s, (mp_size_t)c->order_limbs));
    ec_group_clear(&g);
}
