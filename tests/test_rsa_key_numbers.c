/* rsa: keys whose numbers do not fit together, one at a time, and all small ones. */
#include "tests/rsa_keys.h"

static void expect_refusal(struct rsa_key *key, int toy, const char *word)
{
    const char *why = rsa_key_refusal(key, toy);

    cr_assert(why && strstr(why, word), "wanted a reason with \"%s\", got %s", word,
              why ? why : "none");
}

/* Each of the screens before any arithmetic: signs, evenness, lengths, and e and d that no key has. */
Test(rsa_key, odd_numbers_refused)
{
    struct test_rng rng = test_rng_new(26);
    struct rsa_key key, bad;
    mpz_t order;

    rsa_key_init(&key);
    rsa_key_init(&bad);
    mpz_init(order);
    make_key(&key, 256, 256, 65537, &rng.rng);
    for (int which = 0; which < 2; which++) {
        static const long wrong[] = {-7, -1, 0, 1, 2, 4, 1000};
        mpz_ptr prime = which ? bad.q : bad.p;

        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            rsa_key_copy(&bad, &key);
            mpz_set_si(prime, wrong[i]);
            expect_refusal(&bad, 0, which ? "q is even or below 3" : "p is even or below 3");
            cr_assert_eq(rsa_key_complete(&bad), FAILED);
            cr_assert_not(bad.has_primes);
        }
        rsa_key_copy(&bad, &key);
        mpz_set(prime, key.n); /* too long to be multiplied, then long enough for the product */
        mpz_setbit(prime, 100000);
        expect_refusal(&bad, 0, "p q is not n");
        mpz_set(prime, key.n);
        expect_refusal(&bad, 0, "p q is not n");
    }
    for (int which = 0; which < 2; which++) { /* right modulo one of p - 1 and q - 1 alone */
        rsa_key_copy(&bad, &key);
        mpz_sub_ui(order, which ? key.q : key.p, 1);
        mpz_fdiv_r(bad.d, key.d, order);
        mpz_addmul_ui(bad.d, order, 2);
        expect_refusal(&bad, 0, which ? "modulo p - 1" : "modulo q - 1");
    }
    for (int i = 0; i < 4; i++) { /* the inverse, but not in [0, p); then none */
        rsa_key_copy(&bad, &key);
        if (i == 0)
            mpz_sub(bad.qinv, key.qinv, key.p);
        if (i == 1)
            mpz_add(bad.qinv, key.qinv, key.p);
        if (i == 2)
            mpz_set_ui(bad.qinv, 0);
        if (i == 3)
            mpz_sub(bad.qinv, key.p, key.qinv);
        expect_refusal(&bad, 0, "qInv");
    }
    for (long e = -3; e < 3; e++) {
        rsa_key_copy(&bad, &key);
        bad.has_d = 0;
        mpz_set_si(bad.e, e);
        cr_assert_eq(rsa_key_complete(&bad), FAILED);
        cr_assert(!bad.has_d && !bad.has_primes);
    }
    for (unsigned long n = 3; n < 512; n += 2) { /* a study size is one from 10 bits on */
        mpz_set_ui(bad.n, n);
        expect_refusal(&bad, 0, "fewer than 512 bits");
    }
    mpz_clear(order);
    rsa_key_clear(&key);
    rsa_key_clear(&bad);
}

/* n = p q from octets, d to be derived: the reason, or NULL. */
static const char *derived(struct rsa_key *key, unsigned p, unsigned q, unsigned e)
{
    const struct bytes none = {NULL, 0};
    const unsigned numbers[] = {p * q, e, p, q};
    uint8_t octets[4][4];
    struct bytes bytes[4];
    const char *why = "";
    enum result result;

    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            octets[i][j] = (uint8_t)(numbers[i] >> (24 - 8 * j));
        bytes[i] = (struct bytes){octets[i], 4};
    }
    result = rsa_key_from_bytes(key, bytes[0], bytes[1], none, bytes[2], bytes[3], 1, &why);
    cr_assert_eq(result, why ? FAILED : DONE);
    cr_assert(!why || (mpz_sgn(key->n) == 0 && mpz_sgn(key->p) == 0 && mpz_sgn(key->d) == 0 &&
                       mpz_sgn(key->qinv) == 0 && !key->has_d && !key->has_primes),
              "wiped");
    return why;
}

/* All odd p, q <= 63 and e <= 39, primes or not: what can be derived is, else the reason is the right one. */
Test(rsa_key, derived_or_refused_with_the_reason)
{
    struct rsa_key key;
    mpz_t t, lambda, p, q, e;
    unsigned good = 0, no_d = 0, no_qinv = 0;

    rsa_key_init(&key);
    mpz_inits(t, lambda, p, q, e, NULL);
    for (unsigned a = 3; a < 64; a += 2)
        for (unsigned b = 3; b < 64; b += 2)
            for (unsigned v = 3; v < 40; v += 4) {
                const char *why;

                if (a == b || a * b < 512)
                    continue;
                mpz_set_ui(p, a);
                mpz_set_ui(q, b);
                mpz_set_ui(e, v);
                mpz_set_ui(t, a - 1);
                mpz_lcm_ui(lambda, t, b - 1);
                why = derived(&key, a, b, v);
                if (!mpz_invert(t, e, lambda)) {
                    cr_assert(why && strstr(why, "e has no inverse"), "%u %u %u", a, b, v);
                    no_d++;
                } else if (mpz_cmp_ui(t, 1) == 0)
                    cr_assert(why && strstr(why, "between"));
                else if (!mpz_invert(lambda, q, p)) {
                    cr_assert(why && strstr(why, "q has no inverse"), "%u %u %u", a, b, v);
                    no_qinv++;
                } else {
                    cr_assert(!why && mpz_cmp(key.d, t) == 0 && mpz_cmp(key.qinv, lambda) == 0);
                    good++;
                }
            }
    cr_assert(good > 1000 && no_d > 1000 && no_qinv > 50, "%u %u %u", good, no_d, no_qinv);
    mpz_clears(t, lambda, p, q, e, NULL);
    rsa_key_clear(&key);
}

/* One number with more octets than it may have, all others good: each says which. */
Test(rsa_key, sizes_from_octets)
{
    static uint8_t one[RSA_MAX_BITS / 8 + 1] = {1};
    static const char *const said[] = {"n has more than 16384", "e has more than 256",
                                       "d has more than 16384", "p or q has more than 16384",
                                       "p or q has more than 16384"};
    const uint8_t n = 35, three = 3;
    struct rsa_key key;
    const char *why;

    rsa_key_init(&key);
    for (int i = 0; i < 5; i++) {
        struct bytes b[5] = {{&n, 1}, {&three, 1}, {&three, 1}, {&three, 1}, {&three, 1}};

        b[i] = (struct bytes){one, (i == 1 ? RSA_MAX_E_BITS : RSA_MAX_BITS) / 8 + 1};
        cr_assert_eq(rsa_key_from_bytes(&key, b[0], b[1], b[2], b[3], b[4], 1, &why), FAILED);
        cr_assert(why && strstr(why, said[i]), "%d: %s", i, why);
        b[i].at++; /* an octet less: all zero, so that another reason is found */
        b[i].len--;
        cr_assert_eq(rsa_key_from_bytes(&key, b[0], b[1], b[2], b[3], b[4], 1, &why), FAILED);
        cr_assert(why && !strstr(why, said[i]), "%d: %s", i, why);
    }
    rsa_key_clear(&key);
}
