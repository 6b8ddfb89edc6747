/* rsa: which keys are refused, in what words, and keys from octets. */
#include "tests/rsa_keys.h"

static void expect_refusal(struct rsa_key *key, int toy, const char *word)
{
    const char *why = rsa_key_refusal(key, toy);

    cr_assert(why && strstr(why, word), "wanted a reason with \"%s\", got %s", word,
              why ? why : "none");
}

Test(rsa, public_keys_refused)
{
    struct rsa_key key;

    rsa_key_init(&key);
    mpz_set_ui(key.e, 3);
    expect_refusal(&key, 1, "n is zero");
    for (int n = -5; n <= 511; n++) {
        mpz_set_si(key.n, n);
        expect_refusal(&key, 1, n <= 0 ? "n is zero" : n % 2 == 0 ? "even" : "fewer than 10 bits");
    }
    mpz_set_ui(key.n, 513);
    cr_assert_null(rsa_key_refusal(&key, 1));
    expect_refusal(&key, 0, "fewer than 512");
    mpz_set_ui(key.n, 0);
    mpz_setbit(key.n, 1000000);
    expect_refusal(&key, 0, "more than 16384");
    mpz_set_ui(key.n, 1);
    mpz_setbit(key.n, 511);
    cr_assert_null(rsa_key_refusal(&key, 0));
    for (int e = -3; e < 3; e++) {
        mpz_set_si(key.e, e);
        expect_refusal(&key, 0, "e is");
    }
    mpz_set_ui(key.e, 65536);
    expect_refusal(&key, 0, "even");
    mpz_set_ui(key.e, 1);
    mpz_setbit(key.e, 256);
    expect_refusal(&key, 0, "256 bits");
    mpz_set_ui(key.n, 1023);
    for (int past = -2; past <= 2; past += 2) {
        mpz_set_ui(key.e, (unsigned long)(1023 + past));
        if (past < 0)
            cr_assert_null(rsa_key_refusal(&key, 1));
        else
            expect_refusal(&key, 1, "not below n");
    }
    rsa_key_clear(&key);
}

Test(rsa, private_keys_refused)
{
    struct test_rng rng = test_rng_new(24);
    struct rsa_key key, bad;
    mpz_t t;

    rsa_key_init(&key);
    rsa_key_init(&bad);
    mpz_init(t);
    make_key(&key, 256, 256, 65537, &rng.rng);

    rsa_key_copy(&bad, &key);
    mpz_add_ui(bad.dp, bad.dp, 1);
    expect_refusal(&bad, 0, "dP");
    rsa_key_copy(&bad, &key);
    mpz_add_ui(bad.dq, bad.dq, 1);
    expect_refusal(&bad, 0, "dQ");
    rsa_key_copy(&bad, &key);
    mpz_add_ui(bad.qinv, bad.qinv, 1);
    expect_refusal(&bad, 0, "qInv");
    rsa_key_copy(&bad, &key);
    mpz_swap(bad.p, bad.q);
    expect_refusal(&bad, 0, "dP"); /* the CRT numbers belong to the other order ... */
    cr_assert_eq(rsa_key_complete(&bad), DONE);
    cr_assert_null(rsa_key_refusal(&bad, 0), "... and may be made for this one");
    rsa_key_copy(&bad, &key);
    mpz_add_ui(bad.p, bad.p, 2);
    expect_refusal(&bad, 0, "p q is not n");
    rsa_key_copy(&bad, &key);
    mpz_set_ui(bad.p, 0);
    expect_refusal(&bad, 0, "p is even");
    rsa_key_copy(&bad, &key);
    mpz_set(bad.p, key.n);
    mpz_set_ui(bad.q, 1);
    expect_refusal(&bad, 0, "q is even or below 3");
    rsa_key_copy(&bad, &key);
    mpz_set(bad.q, bad.p);
    mpz_mul(bad.n, bad.p, bad.p);
    expect_refusal(&bad, 0, "equal");
    cr_assert_eq(rsa_key_complete(&bad), FAILED);
    rsa_key_copy(&bad, &key);
    mpz_add_ui(bad.d, bad.d, 2);
    expect_refusal(&bad, 0, "d e is not 1");
    rsa_key_copy(&bad, &key);
    mpz_set_ui(bad.d, 1);
    expect_refusal(&bad, 0, "between");
    mpz_set(bad.d, key.n);
    expect_refusal(&bad, 0, "between");
    rsa_key_copy(&bad, &key);
    bad.has_d = 0;
    expect_refusal(&bad, 0, "without d");

    /* d modulo phi is as good as d modulo lambda. */
    rsa_key_copy(&bad, &key);
    mpz_sub_ui(t, key.p, 1);
    mpz_sub_ui(bad.d, key.q, 1);
    mpz_mul(t, t, bad.d);
    cr_assert(mpz_invert(bad.d, key.e, t));
    cr_assert_neq(mpz_cmp(bad.d, key.d), 0, "phi and lambda differ here");
    cr_assert_eq(rsa_key_complete(&bad), DONE);
    cr_assert_null(rsa_key_refusal(&bad, 0));
    EACH_ENGINE(engine)
    check_key_on(engine, &bad, &rng.rng);
    mpz_clear(t);
    rsa_key_clear(&key);
    rsa_key_clear(&bad);
}

struct octets {
    uint8_t at[4096];
    struct bytes bytes;
};

static struct bytes octets_of(struct octets *o, const mpz_t x, size_t zeros)
{
    size_t len = mpz_sgn(x) == 0 ? 0 : (mpz_sizeinbase(x, 2) + 7) / 8 + zeros;

    cr_assert_eq(i2osp(o->at, len, x), DONE);
    return o->bytes = (struct bytes){o->at, len};
}

Test(rsa, keys_from_octets)
{
    static uint8_t million[125000 + 3];
    const struct bytes none = {NULL, 0};
    struct octets n, e, d, p, q, zero;
    struct test_rng rng = test_rng_new(25);
    struct rsa_key key, read;
    const char *why;

    rsa_key_init(&key);
    rsa_key_init(&read);
    make_key(&key, 256, 256, 17, &rng.rng);
    octets_of(&n, key.n, 0);
    octets_of(&e, key.e, 100); /* leading zeros are allowed: CAVP prints e as wide as n */
    octets_of(&d, key.d, 1);
    octets_of(&p, key.p, 0);
    octets_of(&q, key.q, 9);
    octets_of(&zero, read.n, 0);
    memset(zero.at, 0, 8);

    cr_assert_eq(rsa_key_from_bytes(&read, n.bytes, e.bytes, none, none, none, 0, &why), DONE);
    cr_assert(!read.has_d && !read.has_primes && mpz_cmp(read.n, key.n) == 0 && why == NULL);
    cr_assert_eq(rsa_key_from_bytes(&read, n.bytes, e.bytes, d.bytes, none, none, 0, &why), DONE);
    cr_assert(read.has_d && !read.has_primes && mpz_cmp(read.d, key.d) == 0);
    cr_assert_eq(rsa_key_from_bytes(&read, n.bytes, e.bytes, none, p.bytes, q.bytes, 0, &why),
                 DONE);
    cr_assert(read.has_d && read.has_primes && mpz_cmp(read.d, key.d) == 0, "d by lcm");
    cr_assert(mpz_cmp(read.dp, key.dp) == 0 && mpz_cmp(read.qinv, key.qinv) == 0);
    cr_assert_eq(rsa_key_from_bytes(&read, n.bytes, e.bytes, d.bytes, q.bytes, p.bytes, 0, NULL),
                 DONE);
    EACH_ENGINE(engine)
    check_key_on(engine, &read, &rng.rng);

    cr_assert_eq(rsa_key_from_bytes(&read, n.bytes, e.bytes, d.bytes, p.bytes, none, 0, &why),
                 FAILED);
    cr_assert(strstr(why, "missing"));
    cr_assert(mpz_sgn(read.n) == 0 && mpz_sgn(read.d) == 0 && !read.has_d,
              "a refused key is wiped");
    cr_assert_eq(rsa_key_from_bytes(&read, n.bytes, e.bytes, d.bytes, p.bytes, p.bytes, 0, &why),
                 FAILED);
    cr_assert(strstr(why, "equal"));
    cr_assert_eq(rsa_key_from_bytes(&read, n.bytes, e.bytes, e.bytes, p.bytes, q.bytes, 0, &why),
                 FAILED);
    cr_assert(strstr(why, "d e is not 1"));
    cr_assert_eq(rsa_key_from_bytes(&read, n.bytes, none, none, none, none, 0, &why), FAILED);
    cr_assert(strstr(why, "e is zero"));
    cr_assert_eq(rsa_key_from_bytes(&read, none, e.bytes, none, none, none, 0, &why), FAILED);
    cr_assert(strstr(why, "n is zero"));
    zero.bytes.len = 8;
    cr_assert_eq(
        rsa_key_from_bytes(&read, n.bytes, e.bytes, d.bytes, zero.bytes, zero.bytes, 0, &why),
        FAILED);
    cr_assert_eq(rsa_key_from_bytes(&read, n.bytes, e.bytes, zero.bytes, none, none, 0, &why),
                 FAILED);
    memset(million, 0xff, sizeof million);
    struct bytes huge = {million, sizeof million};
    cr_assert_eq(rsa_key_from_bytes(&read, huge, e.bytes, none, none, none, 1, &why), FAILED);
    cr_assert_eq(rsa_key_from_bytes(&read, n.bytes, huge, none, none, none, 1, &why), FAILED);
    cr_assert_eq(rsa_key_from_bytes(&read, n.bytes, e.bytes, huge, none, none, 1, &why), FAILED);
    cr_assert_eq(rsa_key_from_bytes(&read, n.bytes, e.bytes, none, huge, q.bytes, 1, &why), FAILED);
    rsa_key_clear(&key);
    rsa_key_clear(&read);
}
