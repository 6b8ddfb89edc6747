/* rsa: key generation by every step, and every step's primality test. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bignum/bytes.h"
#include "tests/rsa_keys.h"

/* Toy keys of every size from 10 to 128 bits, 6 steps: some 1,400 keys with every invariant. */
Test(rsa_keygen, toy_keys, .timeout = 120)
{
    struct test_rng rng = test_rng_new(40);
    struct rsa_key key;
    unsigned made = 0;
    mpz_t e;

    rsa_key_init(&key);
    mpz_init(e);
    for (unsigned bits = 10; bits <= 128; bits += 2)
        for (int i = 0; i < 4; i++)
            EACH_ENGINE(engine)
            {
                mpz_set_ui(e, bits < 20 || i == 0 ? 3 : i == 1 ? 17 : 65537);
                if (mpz_sizeinbase(e, 2) >= bits)
                    mpz_set_ui(e, 3);
                if (rsa_keygen(&key, engine, bits, e, 1, &rng.rng) != DONE) {
                    cr_assert_leq(bits, 18, "%s: %u bits", engine->step.name, bits);
                    cr_assert(mpz_sgn(key.n) == 0 && mpz_sgn(key.p) == 0 && !key.has_d);
                    continue;
                }
                made++;
                check_generated_key(&key, bits, e);
            }
    cr_assert_gt(made, 1300, "%u keys", made);
    rsa_key_clear(&key);
    mpz_clear(e);
}

/* The smallest: 667 = 23 * 29 is the only 10-bit key with e = 3, and with e = 7 it is 713 = 23 * 31. */
Test(rsa_keygen, smallest_keys)
{
    struct test_rng rng = test_rng_new(41);
    struct rsa_key key;
    mpz_t e;

    rsa_key_init(&key);
    mpz_init_set_ui(e, 3);
    EACH_ENGINE(engine)
    for (int i = 0; i < 20; i++) {
        mpz_set_ui(e, i % 2 ? 3 : 7);
        if (rsa_keygen(&key, engine, 10, e, 1, &rng.rng) == DONE)
            cr_assert_eq(mpz_cmp_ui(key.n, i % 2 ? 667 : 713), 0, "%s", engine->step.name);
        else
            cr_assert_eq(i % 2, 2, "%s fails", engine->step.name);
    }
    /* 11 * 7 * 5 * 3 = 1155 leaves no prime of 5 bits: an error, no hang. */
    mpz_set_ui(e, 165);
    EACH_ENGINE(engine)
    cr_assert_eq(rsa_keygen(&key, engine, 10, e, 1, &rng.rng), FAILED);
    rsa_key_clear(&key);
    mpz_clear(e);
}

Test(rsa_keygen, real_sizes, .timeout = 120)
{
    struct test_rng rng = test_rng_new(42);
    struct rsa_key key;
    mpz_t e;

    rsa_key_init(&key);
    mpz_init(e);
    EACH_ENGINE(engine)
    for (unsigned bits = 512; bits <= 1024; bits += 256) {
        mpz_set_ui(e, bits == 768 ? 3 : 65537);
        cr_assert_eq(rsa_keygen(&key, engine, bits, e, 0, &rng.rng), DONE);
        check_generated_key(&key, bits, e);
    }
    mpz_setbit(e, 255); /* an exponent of 256 bits: 2^255 + 65537 */
    cr_assert_eq(rsa_keygen(&key, rsa_engines[3], 2048, e, 0, &rng.rng), DONE);
    check_generated_key(&key, 2048, e);
    rsa_key_clear(&key);
    mpz_clear(e);
}

Test(rsa_keygen, refused)
{
    static const struct {
        unsigned bits;
        long e;
        int toy;
    } cases[] = {{0, 3, 1},     {1, 3, 1},        {2, 3, 1},           {8, 3, 1},
                 {9, 3, 1},     {11, 3, 1},       {510, 65537, 0},     {513, 3, 0},
                 {16386, 3, 0}, {1u << 31, 3, 0}, {4294967294u, 3, 0}, {512, 0, 0},
                 {512, 1, 0},   {512, 2, 0},      {512, 4, 0},         {512, 65536, 0},
                 {512, -3, 0},  {16, 65537, 1}};
    struct test_rng rng = test_rng_new(43);
    struct rsa_key key;
    mpz_t e;

    rsa_key_init(&key);
    mpz_init(e);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        EACH_ENGINE(engine)
        {
            mpz_set_si(e, cases[i].e);
            cr_assert_eq(rsa_keygen(&key, engine, cases[i].bits, e, cases[i].toy, &rng.rng), FAILED,
                         "case %zu", i);
            cr_assert(!key.has_d && mpz_sgn(key.n) == 0);
        }
    mpz_set_ui(e, 1);
    mpz_setbit(e, 256);
    cr_assert_eq(rsa_keygen(&key, rsa_engines[3], 512, e, 0, &rng.rng), FAILED, "257 bits of e");
    rsa_key_clear(&key);
    mpz_clear(e);
}

/* A generator that runs dry after any number of bytes: an error and no key, never a weak one. */
Test(rsa_keygen, entropy_failure)
{
    struct rsa_key key;
    mpz_t e;

    rsa_key_init(&key);
    mpz_init_set_ui(e, 65537);
    EACH_ENGINE(engine)
    for (size_t left = 0; left < 3000; left = left * 3 / 2 + 1) {
        struct test_rng rng = test_rng_new(44);

        rng.left = left;
        if (rsa_keygen(&key, engine, 512, e, 0, &rng.rng) == DONE) {
            check_generated_key(&key, 512, e);
            cr_assert_gt(left, 63, "two primes need 64 bytes");
        } else {
            cr_assert(!key.has_d && !key.has_primes && mpz_sgn(key.n) == 0 && mpz_sgn(key.p) == 0);
        }
    }
    rsa_key_clear(&key);
    mpz_clear(e);
}

/* With starts given, all steps find the same key: the first acceptable primes from there on. */
Test(rsa_keygen, same_candidates_for_all, .timeout = 120)
{
    struct test_rng rng = test_rng_new(45);
    struct rsa_key key;
    mpz_t e, p, q, n, lo, hi;

    rsa_key_init(&key);
    mpz_inits(p, q, n, lo, hi, NULL);
    mpz_init_set_ui(e, 65537);
    for (int i = 0; i < 5; i++) {
        prime_bounds(lo, hi, 256);
        mpz_add(hi, hi, lo);
        mpz_fdiv_q_2exp(hi, hi, 1); /* far from the top */
        cr_assert_eq(random_range(p, lo, hi, &rng.rng), DONE);
        cr_assert_eq(random_range(q, lo, hi, &rng.rng), DONE);
        mpz_setbit(p, 0);
        mpz_setbit(q, 0);
        mpz_set_ui(n, 0);
        EACH_ENGINE(engine)
        {
            cr_assert_eq(rsa_keygen_from(&key, engine, 512, e, 0, p, q, &rng.rng), DONE);
            check_generated_key(&key, 512, e);
            if (mpz_sgn(n) == 0)
                mpz_set(n, key.n);
            cr_assert_eq(mpz_cmp(n, key.n), 0, "%s", engine->step.name);
        }
    }
    mpz_sub_ui(p, p, 1);
    EACH_ENGINE(engine)
    cr_assert_eq(rsa_keygen_from(&key, engine, 512, e, 0, p, q, &rng.rng), FAILED, "an even start");
    /* A start at the very top: the sequence ends after one candidate, which is no prime. */
    mpz_set_ui(p, 0);
    mpz_setbit(p, 256);
    mpz_sub_ui(p, p, 1);
    EACH_ENGINE(engine)
    cr_assert_eq(rsa_keygen_from(&key, engine, 512, e, 0, p, q, &rng.rng), FAILED);
    mpz_clears(e, p, q, n, lo, hi, NULL);
    rsa_key_clear(&key);
}

/* Different seeds, different keys; no common factors; no two close primes. */
Test(rsa_keygen, keys_are_independent, .timeout = 120)
{
    enum { KEYS = 120 };
    static mpz_t n[KEYS];
    struct rsa_key key;
    mpz_t e, a, b;

    rsa_key_init(&key);
    mpz_inits(a, b, NULL);
    mpz_init_set_ui(e, 65537);
    for (unsigned i = 0; i < KEYS; i++) {
        struct test_rng rng = test_rng_new(1000 + i);

        cr_assert_eq(rsa_keygen(&key, rsa_engines[2 + i % 3], 512, e, 0, &rng.rng), DONE);
        mpz_init_set(n[i], key.n);
        for (unsigned j = 0; j < i; j++) {
            mpz_gcd(a, n[i], n[j]);
            cr_assert_eq(mpz_cmp_ui(a, 1), 0, "keys %u and %u share a prime", i, j);
        }
        mpz_sqrt(a, n[i]); /* Fermat: n + ... is no square for 100 steps */
        for (int step = 0; step < 100; step++) {
            mpz_add_ui(a, a, 1);
            mpz_mul(b, a, a);
            mpz_sub(b, b, n[i]);
            cr_assert_not(mpz_perfect_square_p(b));
        }
    }
    for (unsigned i = 0; i < KEYS; i++)
        mpz_clear(n[i]);
    mpz_clears(e, a, b, NULL);
    rsa_key_clear(&key);
}

Test(rsa_keygen, primality_by_every_step)
{
    static const char *const composites[] = {"-7",
                                             "-2",
                                             "-1",
                                             "0",
                                             "1",
                                             "4",
                                             "6",
                                             "9",
                                             "15",
                                             "25",
                                             "561",
                                             "1105",
                                             "1729",
                                             "41041",
                                             "825265",
                                             "2047",
                                             "1373653",
                                             "25326001",
                                             "3215031751",
                                             "341550071728321",
                                             "3825123056546413051",
                                             "318665857834031151167461",
                                             "3317044064679887385961981",
                                             "18446744073709551617"};
    static const char *const primes[] = {"2",
                                         "3",
                                         "5",
                                         "7",
                                         "11",
                                         "13",
                                         "257",
                                         "65537",
                                         "2305843009213693951",
                                         "18446744073709551557",
                                         "170141183460469231731687303715884105727"};
    struct test_rng rng = test_rng_new(46);
    mpz_t n;

    mpz_init(n);
    EACH_ENGINE(engine)
    {
        for (size_t i = 0; i < sizeof composites / sizeof *composites; i++) {
            cr_assert_eq(mpz_set_str(n, composites[i], 10), 0);
            cr_assert_eq(engine->is_prime(n, 40, &rng.rng), FAILED, "%s: %s", engine->step.name,
                         composites[i]);
        }
        for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
            cr_assert_eq(mpz_set_str(n, primes[i], 10), 0);
            cr_assert_eq(engine->is_prime(n, 10, &rng.rng), DONE, "%s: %s", engine->step.name,
                         primes[i]);
        }
        for (unsigned long v = 0; v < 1000; v++) {
            mpz_set_ui(n, v);
            cr_assert_eq(engine->is_prime(n, 20, &rng.rng),
                         mpz_probab_prime_p(n, 25) ? DONE : FAILED, "%s: %lu", engine->step.name,
                         v);
        }
        mpz_set_ui(n, 1);
        mpz_setbit(n, 1000000);
        cr_assert_eq(engine->is_prime(n, 1, &rng.rng), UNSUPPORTED);
    }
    mpz_clear(n);
}

/* No self-written step calls GMP's powers or primality functions: the objects' undefined symbols. */
Test(rsa_keygen, steps_use_their_own_powers)
{
    static const char *const forbidden[] = {"powm", "probab_prime", "millerrabin", "nextprime"};
    const char *build = getenv("SIGCOST_BUILD");
    char command[512], line[512];
    unsigned symbols = 0, in_gmp = 0;
    FILE *nm;

    if (!build)
        build = "build";
    snprintf(command, sizeof command, "nm -A -u %s/obj/rsa/*.o %s/obj/bignum/*.o", build, build);
    nm = popen(command, "r");
    cr_assert_not_null(nm);
    while (fgets(line, sizeof line, nm)) {
        symbols++;
        for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
            if (strstr(line, forbidden[i])) {
                cr_assert_not_null(strstr(line, "engine_gmp.o"), "%s", line);
                in_gmp++;
            }
    }
    pclose(nm);
    cr_assert_gt(symbols, 100, "nm saw the objects");
    cr_assert_geq(in_gmp, 4, "and the reference row does call them");
}
