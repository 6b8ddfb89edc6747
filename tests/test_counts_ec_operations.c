/* Key generation, signing and verifying, each step on each curve that it does, with every hash: all counters against
 * their closed forms (counts_ec.h, counts_ec_limbs.h). */
#include "counts_ec_limbs.h"
#include "ec/limbs.h"
#include "tests/test_rng.h"

static int over_words(const struct ec_group *g)
{
    return limbs_ops_of(g->engine, g->curve->id) != NULL;
}

static int step_number(const struct ec_group *g)
{
    int i = 0;

    while (ec_engines[i] != g->engine)
        i++;
    return i;
}

static void want_base(struct tally *t, const struct ec_group *g, const mpz_t k)
{
    if (over_words(g))
        limbs_add_base(t, g->curve);
    else
        add_base(t, step_number(g), g->curve, k);
}

static void want_check(struct tally *t, const struct ec_group *g, const mpz_t u1, const mpz_t u2,
                       const struct ec_point *Q)
{
    if (over_words(g))
        limbs_add_check(t, g->curve, u1, u2, Q);
    else
        add_check(t, step_number(g), g->curve, u1, u2);
}

/* One inversion and two products modulo n; over words the inversion is counted too, a secret's or that of s. */
static void want_order(struct tally *t, const struct ec_group *g, const mpz_t public_number)
{
    const struct ec_curve *c = g->curve;

    t->of[OP_SC_INV]++;
    if (!over_words(g))
        add_order_products(t, c, 2);
    else if (public_number)
        limbs_add_order(t, c, 2, inversion_vartime(public_number, c->n, c));
    else
        limbs_add_order(t, c, 2, inversion(c->n, c));
}

/* FIPS 180-4 5.1: the message, an octet 80, and the length in 8 or 16 octets. */
static uint64_t blocks(uint64_t len, uint64_t block)
{
    return (len + 1 + block / 8 + block - 1) / block;
}

/* The hash inside: a block of the key, and the message; the hash outside: a block of the key, and a digest. */
static uint64_t hmac(uint64_t len, uint64_t block, uint64_t digest)
{
    return blocks(block + len, block) + blocks(block + digest, block);
}

/* RFC 6979 3.2 for the first candidate: K twice over V, an octet, and key and hash as numbers modulo n, V twice, then
 * V as many times as a number modulo n has digests. The message's hash stands beside. */
static void want_hash(struct tally *t, const struct ec_curve *c, enum hash_id id, size_t len,
                      int sign)
{
    const uint64_t block = id == SHA224 || id == SHA256 ? 64 : 128, digest = hash_len(id);
    const uint64_t number = (c->order_bits + 7) / 8, draws = (number + digest - 1) / digest;
    uint64_t *count = &t->of[block == 64 ? OP_SHA256_BLOCK : OP_SHA512_BLOCK];

    *count += blocks(len, block);
    if (sign)
        *count += 2 * hmac(digest + 1 + 2 * number, block, digest) +
                  (2 + draws) * hmac(digest, block, digest);
}

/* The signature's numbers, by FIPS 186-5 6.4: k = (e + r d) / s, u1 = e / s, u2 = r / s. */
struct numbers {
    mpz_t d, e, r, s, k, u1, u2;
};

static void numbers_init(struct numbers *x)
{
    mpz_inits(x->d, x->e, x->r, x->s, x->k, x->u1, x->u2, NULL);
}

static void numbers_clear(struct numbers *x)
{
    mpz_clears(x->d, x->e, x->r, x->s, x->k, x->u1, x->u2, NULL);
}

static void numbers_of(struct numbers *x, const struct ec_key *key, const mp_limb_t *r,
                       const mp_limb_t *s, const uint8_t *digest, size_t digest_len,
                       const struct ec_curve *c)
{
    mpz_from_limbs(x->d, key->d, c->order_limbs);
    mpz_from_limbs(x->r, r, c->order_limbs);
    mpz_from_limbs(x->s, s, c->order_limbs);
    mpz_import(x->e, digest_len, 1, 1, 0, 0, digest);
    if (8 * digest_len > c->order_bits)
        mpz_fdiv_q_2exp(x->e, x->e, 8 * digest_len - c->order_bits);
    cr_assert(mpz_invert(x->u2, x->s, c->n));
    mpz_mul(x->u1, x->u2, x->e);
    mpz_mod(x->u1, x->u1, c->n);
    mpz_mul(x->k, x->r, x->d);
    mpz_add(x->k, x->k, x->e);
    mpz_mul(x->k, x->k, x->u2);
    mpz_mod(x->k, x->k, c->n);
    mpz_mul(x->u2, x->u2, x->r);
    mpz_mod(x->u2, x->u2, c->n);
}

static void count_keygen(struct ec_key *key, const struct ec_group *g, struct rng *rng)
{
    struct tally want = {{0}};
    mpz_t d;

    mpz_init(d);
    reset();
    cr_assert_eq(ec_keygen(key, g, rng), DONE);
    mpz_from_limbs(d, key->d, g->curve->order_limbs);
    want_base(&want, g, d);
    want.of[OP_RANDOM_BYTE] = (g->curve->order_bits + 64 + 7) / 8; /* FIPS 186-5 A.2.1 */
    expect_tally(&want, &g->engine->step, g->curve, "keygen");
    mpz_clear(d);
}

static void count_signature(const struct ec_group *g, const struct ec_key *key, enum hash_id id,
                            const uint8_t *msg, size_t len)
{
    const struct ec_curve *c = g->curve;
    struct tally signing = {{0}}, verifying = {{0}}, run;
    mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];
    uint8_t digest[SHA2_MAX_DIGEST];
    struct numbers x;

    numbers_init(&x);
    reset();
    cr_assert_eq(ecdsa_sign(r, s, key, id, msg, len, g), DONE);
    memcpy(run.of, op_count, sizeof run.of);
    sha2(digest, id, msg, len);
    numbers_of(&x, key, r, s, digest, hash_len(id), c);

    want_base(&signing, g, x.k);
    want_order(&signing, g, NULL);
    want_hash(&signing, c, id, len, 1);
    memcpy(op_count, run.of, sizeof run.of);
    expect_tally(&signing, &g->engine->step, c, "sign");

    want_check(&verifying, g, x.u1, x.u2, &key->Q);
    want_order(&verifying, g, x.s);
    want_hash(&verifying, c, id, len, 0);
    reset();
    cr_assert_eq(ecdsa_verify(r, s, &key->Q, id, msg, len, g), DONE);
    expect_tally(&verifying, &g->engine->step, c, "verify");
    numbers_clear(&x);
}

/* Every step that runs on this machine, over GMP's numbers on five curves, over words on three. Messages whose padding
 * just fits into a block and just does not. */
Test(counts_ec_operations, whole_operations)
{
    static const size_t lengths[HASH_COUNT] = {55, 56, 111, 112, 0, 300};
    struct test_rng rng = test_rng_new(6979);
    uint8_t msg[300];

    cr_assert_eq(random_bytes(msg, sizeof msg, &rng.rng), DONE);
    FOR_EACH_CURVE(c)
    for (int i = 0; ec_engines[i]; i++) {
        struct ec_group g;
        struct ec_key key;

        if (step_missing(&ec_engines[i]->step))
            continue;
        if (ec_group_init(&g, ec_engines[i], c) != DONE) {
            cr_assert(i >= GMP_STEPS && c->id < P256, "%s %s", ec_engines[i]->step.name, c->name);
            continue;
        }
        cr_assert_eq(over_words(&g), i >= GMP_STEPS);
        count_keygen(&key, &g, &rng.rng);
        for (int id = 0; id < HASH_COUNT; id++)
            count_signature(&g, &key, (enum hash_id)id, msg, lengths[(id + i) % HASH_COUNT]);
        ec_group_clear(&g);
    }
}

/* ec/README.md's figure: a signature on P-256 with SHA-256 hashes a short message in 1 compression, and for the nonce
 * has K twice over 97 octets at 3 + 2, V twice and T once over 32 at 2 + 2. */
Test(counts_ec_operations, compressions_of_p256_with_sha256)
{
    struct tally t = {{0}};

    want_hash(&t, ec_curve(P256), SHA256, 6, 1);
    cr_assert_eq(t.of[OP_SHA256_BLOCK], 1 + 2 * 5 + 3 * 4);
    cr_assert_eq(t.of[OP_SHA256_BLOCK], 1 + 22);
}
