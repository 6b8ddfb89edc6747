/* rsa: what the `ifma` step promises, beside the other steps and GMP: operations, both CRT halves and two candidates at
 * once, faults, primality, keys. The engine is included, so that its context can be corrupted. */
#include "rsa/engine_ifma.c"

#include "tests/rsa_keys.h"

/* Without the kernels nobody runs this step. */
static void need_kernels(void)
{
    const char *why = step_missing(&rsa_ifma.step);

    if (why)
        cr_skip_test("%s", why);
}

TestSuite(rsa_ifma, .init = need_kernels);

/* Sizes at and around the kernels', equal and unequal primes, and d alone: by every step. */
Test(rsa_ifma, operations_equal_gmp, .timeout = 240)
{
    static const unsigned sizes[][2] = {{1024, 1024}, {1024, 961},  {1024, 960},  {1025, 1024},
                                        {1536, 1536}, {1536, 1500}, {2048, 2048}, {1985, 2048},
                                        {4033, 4096}, {4096, 4096}};
    struct test_rng rng = test_rng_new(83);
    struct rsa_key key;

    rsa_key_init(&key);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        make_key(&key, sizes[i][0], sizes[i][1],
                 i % 3 == 0   ? 65537
                 : i % 3 == 1 ? 3
                              : 17,
                 &rng.rng);
        check_key_on(&rsa_ifma, &key, &rng.rng);
        check_key_on(&rsa_limbs, &key, &rng.rng);
        if (i < 8 && i % 4 == 0)
            check_key_on(&rsa_hardened, &key, &rng.rng);
        key.has_primes = 0;
        if (i < 8 && i % 4 == 0)
            check_key_on(&rsa_ifma, &key, &rng.rng);
    }
    rsa_key_clear(&key);
}

/* Faults: each number of the prepared key, one bit, must end in an error and zeros. */
Test(rsa_ifma, faults_never_leave)
{
    struct test_rng rng = test_rng_new(84);
    struct rsa_key key;
    uint8_t in[256], out[256], good[256];
    struct context *ctx;
    uint64_t *victims[16];
    unsigned count = 0;

    rsa_key_init(&key);
    make_key(&key, 1024, 1024, 65537, &rng.rng);
    ctx = context_new(&key);
    cr_assert_not_null(ctx);
    memset(in, 0x5a, sizeof in);
    in[0] = 0;
    cr_assert_eq(private_op(good, in, ctx, &rng.rng), DONE);
    victims[count++] = (uint64_t *)ctx->crt.p.exponent;
    victims[count++] = (uint64_t *)ctx->crt.q.exponent;
    victims[count++] = (uint64_t *)ctx->crt.qinv;
    victims[count++] = (uint64_t *)ctx->crt.p.mod.m;
    if (ctx->crt.pair.kernel) {
        struct ifma_mod *pair = &ctx->crt.pair, *vec = &ctx->pub.vec;

        victims[count++] = pair->r2;
        victims[count++] = pair->high;
        victims[count++] = pair->limb_form;
        victims[count++] =
            pair->m + 4; /* the first lane of the q half: in each quotient's first product */
        victims[count++] = (uint64_t *)pair->modulus[0];
        victims[count++] = (uint64_t *)pair->modulus[1];
        victims[count++] = vec->r2;
        victims[count++] = vec->m + 8;
        victims[count++] = (uint64_t *)vec->modulus[0];
    }
    for (unsigned v = 0; v < count; v++)
        for (unsigned bit = 1; bit < 52; bit += 16) {
            uint64_t before = *victims[v];
            int harmless;

            *victims[v] ^= 1ull << bit;
            memset(out, 1, sizeof out);
            harmless = private_op(out, in, ctx, &rng.rng) == DONE;
            if (harmless)
                cr_assert(v == 7 && memcmp(out, good, sizeof out) == 0, "victim %u", v);
            else
                cr_assert(all_zero(out, sizeof out) && !ctx->blinding_ready, "victim %u", v);
            *victims[v] = before;
            cr_assert_eq(private_op(out, in, ctx, &rng.rng), DONE);
            cr_assert_eq(memcmp(out, good, sizeof out), 0);
        }
    if (ctx->crt.pair.kernel) {
        cr_assert(all_zero((const uint8_t *)ctx->crt.pair.t, ctx->crt.pair.kernel->vectors * 64));
        cr_assert(all_zero((const uint8_t *)ctx->pub.vec.t, ctx->pub.vec.kernel->vectors * 64));
    }
    context_free(ctx);
    rsa_key_clear(&key);
}

/* The pairwise test on primes, on composites of two large primes, on squares, and on strong liars' kin. */
Test(rsa_ifma, primality, .timeout = 120)
{
    struct test_rng rng = test_rng_new(85);
    mpz_t p, q, n;

    mpz_inits(p, q, n, NULL);
    for (unsigned bits = 1024; bits <= 2048; bits += 512) {
        enum result verdict[2];
        struct mr_pair pair;

        mpz_set_ui(p, 0);
        mpz_setbit(p, bits - 1);
        cr_assert_eq(random_below(q, p, &rng.rng), DONE);
        mpz_add(p, p, q);
        mpz_nextprime(p, p);
        for (unsigned rounds = 0; rounds < 4; rounds++)
            cr_assert_eq(pair_is_prime(p, rounds, &rng.rng), DONE);
        mpz_set_ui(q, 0);
        mpz_setbit(q, bits / 2 - 1);
        mpz_setbit(q, bits / 2 - 2);
        mpz_setbit(q, 77);
        mpz_nextprime(q, q);
        mpz_mul(n, q, q);
        cr_assert_eq(pair_is_prime(n, 1, &rng.rng), FAILED, "a square");
        mpz_nextprime(n, q);
        mpz_mul(n, n, q);
        cr_assert_eq(pair_is_prime(n, 1, &rng.rng), FAILED, "p q");
        /* n = (2k+1)(4k+1), a composite form with many liars: of 40 rounds one at least sees it */
        mpz_set_ui(q, 0);
        mpz_setbit(q, bits / 2 - 2);
        mpz_setbit(q, bits / 2 - 3);
        for (;;) {
            mpz_nextprime(q, q);
            mpz_mul_ui(n, q, 2);
            mpz_sub_ui(n, n, 1);
            if (bits > 1024 || mpz_probab_prime_p(n, 10))
                break;
        }
        mpz_mul(n, n, q);
        cr_assert_eq(pair_is_prime(n, 40, &rng.rng), FAILED);
        /* a prime beside a composite, both ways round: each has its own verdict */
        if (mpz_size(n) == mpz_size(p) && mr_pair_init(&pair, p, n) == DONE) {
            cr_assert_eq(mr_pair_round(verdict, &pair, &rng.rng), DONE);
            cr_assert_eq(verdict[0], DONE);
            mr_pair_clear(&pair);
            cr_assert_eq(mr_pair_init(&pair, n, p), DONE);
            cr_assert_eq(mr_pair_round(verdict, &pair, &rng.rng), DONE);
            cr_assert_eq(verdict[1], DONE);
            mr_pair_clear(&pair);
        }
        /* p - 1 with a long even part: p = h 2^600 + 1 */
        for (unsigned long h = 1;; h += 2) {
            mpz_set_ui(n, h);
            mpz_setbit(n, bits - 601);
            mpz_mul_2exp(n, n, 600);
            mpz_add_ui(n, n, 1);
            if (mpz_probab_prime_p(n, 5))
                break;
        }
        cr_assert_eq(pair_is_prime(n, 2, &rng.rng), DONE, "twos = 600");
        rng.left = 40;
        cr_assert_eq(pair_is_prime(p, 1, &rng.rng), UNSUPPORTED, "no entropy, no verdict");
        rng.left = (size_t)-1;
    }
    mpz_clears(p, q, n, NULL);
}

/* Real sizes; the search from a given start finds what GMP finds. */
Test(rsa_ifma, keys, .timeout = 240)
{
    struct test_rng rng = test_rng_new(86);
    struct rsa_key key;
    mpz_t e, p, q, lo, hi, t;

    rsa_key_init(&key);
    mpz_inits(p, q, lo, hi, t, NULL);
    mpz_init_set_ui(e, 65537);
    for (int i = 0; i < 4; i++) {
        static const unsigned sizes[] = {2048, 3072, 4096, 8192};

        cr_assert_eq(rsa_keygen(&key, &rsa_ifma, sizes[i], e, 0, &rng.rng), DONE);
        check_generated_key(&key, sizes[i], e);
        check_key_on(&rsa_ifma, &key, &rng.rng);
    }
    for (int i = 0; i < 4; i++) {
        struct prime_request request = {.bits = 1024, .rounds = 5, .tries = 10240, .start = q};

        prime_bounds(lo, hi, 1024);
        mpz_add(hi, hi, lo);
        mpz_fdiv_q_2exp(hi, hi, 1);
        cr_assert_eq(random_range(q, lo, hi, &rng.rng), DONE);
        mpz_setbit(q, 0);
        mpz_sub_ui(t, q, 1);
        mpz_nextprime(t, t);
        if (i == 3) {
            mpz_sub(lo, t, q); /* tries that end just before the prime */
            request.tries = mpz_get_ui(lo) / 2;
            cr_assert(request.tries == 0 || pair_prime(p, &request, &rng.rng) == FAILED);
            request.tries++;
        }
        cr_assert_eq(pair_prime(p, &request, &rng.rng), DONE);
        cr_assert_eq(mpz_cmp(p, t), 0);
    }
    rng.left = 1000;
    cr_assert_eq(rsa_keygen(&key, &rsa_ifma, 2048, e, 0, &rng.rng), FAILED, "no entropy, no key");
    cr_assert(!key.has_d && mpz_sgn(key.p) == 0);
    mpz_clears(e, p, q, lo, hi, t, NULL);
    rsa_key_clear(&key);
}
