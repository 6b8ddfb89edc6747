/* rsa: every step against GMP and against each other, keys that must be refused, PKCS#1 edges, and what
 * `hardened` promises. The engine is included, so that its context can be corrupted. */
#include "rsa/engine_hardened.c"

#include "tests/rsa_keys.h"

Test(rsa, operations_equal_gmp)
{
    static const unsigned sizes[][2] = {{8, 8},     {32, 32},   {64, 64},   {65, 63},    {128, 64},
                                        {64, 200},  {256, 256}, {257, 255}, {512, 512},  {512, 513},
                                        {515, 514}, {700, 324}, {768, 768}, {1024, 1024}};
    static const uint64_t es[] = {3, 5, 17, 65537, 4294967297};
    struct test_rng rng = test_rng_new(20);
    struct rsa_key key;

    rsa_key_init(&key);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        make_key(&key, sizes[i][0], sizes[i][1], es[i < 1 ? 0 : i < 2 ? 3 : i % 5], &rng.rng);
        EACH_ENGINE(engine)
        check_key_on(engine, &key, &rng.rng);
        key.has_primes = 0; /* d alone: engines that want primes work modulo n */
        EACH_ENGINE(engine)
        check_key_on(engine, &key, &rng.rng);
    }
    rsa_key_clear(&key);
}

Test(rsa, big_moduli, .timeout = 120)
{
    struct test_rng rng = test_rng_new(21);
    struct rsa_key key;
    mpz_t x;

    rsa_key_init(&key);
    mpz_init(x);
    make_key(&key, 2304, 2304, 65537, &rng.rng); /* 72 limbs: REDC by products */
    EACH_ENGINE(engine)
    {
        void *ctx = engine->context_new(&key);

        cr_assert_eq(random_below(x, key.n, &rng.rng), DONE);
        check_operations(engine, ctx, &key, x, &rng.rng);
        engine->context_free(ctx);
    }
    /* 16384 bits, the longest, public part: any odd number will do. */
    rsa_key_wipe(&key);
    mpz_setbit(key.n, RSA_MAX_BITS);
    mpz_sub_ui(key.n, key.n, 189);
    mpz_set_ui(key.e, 0);
    mpz_setbit(key.e, RSA_MAX_E_BITS);
    mpz_sub_ui(key.e, key.e, 1);
    cr_assert_null(rsa_key_refusal(&key, 0));
    EACH_ENGINE(engine)
    {
        void *ctx = engine->context_new(&key);
        uint8_t out[2048], in[2048] = {0};

        cr_assert_eq(random_below(x, key.n, &rng.rng), DONE);
        check_operations(engine, ctx, &key, x, &rng.rng);
        memset(out, 1, sizeof out);
        cr_assert_eq(engine->private_op(out, in, ctx, &rng.rng), FAILED, "no private part");
        cr_assert(all_zero(out, sizeof out));
        engine->context_free(ctx);
    }
    mpz_clear(x);
    rsa_key_clear(&key);
}

/* Any exponent: where there are no primes, d need not belong to e. `hardened` then has to refuse. */
Test(rsa, private_exponents_at_the_edges)
{
    struct test_rng rng = test_rng_new(22);
    struct rsa_key key;
    uint8_t in[128], out[128], want[128];
    mpz_t x;

    rsa_key_init(&key);
    mpz_init(x);
    make_key(&key, 256, 256, 65537, &rng.rng);
    key.has_primes = 0;
    for (unsigned i = 0; i < 40; i++) {
        mpz_set_ui(key.d, 0);
        mpz_setbit(key.d, 1 + i * 12);
        if (i % 3 == 1)
            mpz_sub_ui(key.d, key.d, 1 - (i == 0));
        if (i % 3 == 2)
            mpz_add_ui(key.d, key.d, 1);
        if (i == 39)
            mpz_sub_ui(key.d, key.n, 1);
        cr_assert_null(rsa_key_refusal(&key, 0), "%u", i);
        cr_assert_eq(random_below(x, key.n, &rng.rng), DONE);
        cr_assert_eq(i2osp(in, 64, x), DONE);
        mpz_powm(x, x, key.d, key.n);
        cr_assert_eq(i2osp(want, 64, x), DONE);
        EACH_ENGINE(engine)
        {
            void *ctx = engine->context_new(&key);
            enum result result = engine->private_op(out, in, ctx, &rng.rng);

            if (engine->step.flags & STEP_CONSTANT_TIME)
                cr_assert(result == FAILED && all_zero(out, 64), "%s", engine->step.name);
            else
                cr_assert(result == DONE && memcmp(out, want, 64) == 0, "%s", engine->step.name);
            engine->context_free(ctx);
        }
    }
    mpz_clear(x);
    rsa_key_clear(&key);
}

/* The fixed window, whose exponents may have leading zeros, on its own. */
Test(rsa, fixed_window_power)
{
    struct test_rng rng = test_rng_new(23);
    mp_limb_t x[20], e[20];
    struct mod mod;
    mpz_t m, base, exponent, want, got;

    mpz_inits(m, base, exponent, want, NULL);
    for (unsigned bits = 1; bits <= 600; bits += bits < 70 ? 1 : 53) {
        mpz_set_ui(m, 0);
        mpz_setbit(m, bits + 2);
        cr_assert_eq(random_below(base, m, &rng.rng), DONE);
        mpz_add(m, m, base);
        mpz_setbit(m, 0);
        cr_assert_eq(mod_init(&mod, m, 1), DONE);
        for (unsigned kind = 0; kind < 5; kind++) {
            mpz_set_ui(exponent, 0); /* kind 0: the exponent 0, padded to `bits` */
            if (kind == 1 || kind == 2)
                mpz_setbit(exponent, kind == 1 ? 0 : bits - 1);
            if (kind > 2) {
                mpz_setbit(exponent, bits);
                mpz_sub_ui(exponent, exponent, 1);
                if (kind == 4)
                    mpz_fdiv_q_2exp(exponent, exponent, bits / 2);
            }
            mpz_powm(want, base, exponent, m);
            cr_assert_eq(mpz_to_limbs(e, 20, exponent), DONE);
            cr_assert_eq(mpz_to_limbs(x, (size_t)mod.n, base), DONE);
            mod_enter(x, x, &mod);
            cr_assert_eq(mod_pow(x, x, e, bits, &mod), DONE);
            mod_leave(x, x, &mod);
            cr_assert_eq(mpz_cmp(mpz_roinit_n(got, x, mod.n), want), 0, "%u bits, kind %u", bits,
                         kind);
        }
        mod_clear(&mod);
    }
    mpz_clears(m, base, exponent, want, NULL);
}

/* Faults: each number of the prepared key, one bit, must end in an error and zeros. */
Test(rsa, faults_never_leave)
{
    struct test_rng rng = test_rng_new(26);
    struct rsa_key key;
    uint8_t in[64], out[64], good[64];
    struct context *ctx;
    mp_limb_t *victims[16];

    rsa_key_init(&key);
    make_key(&key, 256, 256, 65537, &rng.rng);
    ctx = context_new(&key);
    memset(in, 0x5a, sizeof in);
    in[0] = 0;
    cr_assert_eq(private_op(good, in, ctx, &rng.rng), DONE);
    victims[0] = ctx->crt.p.exponent;
    victims[1] = ctx->crt.q.exponent;
    victims[2] = ctx->crt.qinv;
    victims[3] = ctx->crt.p.mod.m;
    victims[4] = ctx->crt.q.mod.m;
    victims[5] = ctx->crt.p.mod.r2;
    victims[6] = ctx->crt.q.mod.r2;
    victims[7] = &ctx->crt.p.mod.inv;
    victims[8] = ctx->crt.p.mod.one;
    victims[9] = ctx->blind;
    victims[10] = ctx->unblind;
    victims[11] = ctx->guarded.e;
    for (int v = 0; v < 12; v++)
        for (unsigned bit = 1; bit < GMP_NUMB_BITS; bit += 20) {
            mp_limb_t before = *victims[v];

            cr_assert_eq(private_op(out, in, ctx, &rng.rng), DONE);
            cr_assert_eq(memcmp(out, good, sizeof out), 0);
            if (v != 9 && v != 10) {
                *victims[v] ^= (mp_limb_t)1 << bit;
                memset(out, 1, sizeof out);
                if (private_op(out, in, ctx, &rng.rng) == DONE) {
                    /* the table's entry 1 may be unused, and bits past e's length always are */
                    cr_assert(v == 8 || (v == 11 && bit >= ctx->pub.e_bits), "victim %d", v);
                    cr_assert_eq(memcmp(out, good, sizeof out), 0);
                } else {
                    cr_assert(all_zero(out, sizeof out) && !ctx->blinding_ready, "victim %d", v);
                }
                *victims[v] = before;
            } else {
                *victims[v] ^= (mp_limb_t)1 << bit; /* what was made is a pair no more */
                cr_assert_eq(private_op(out, in, ctx, &rng.rng), FAILED, "victim %d", v);
                cr_assert(all_zero(out, sizeof out) && !ctx->blinding_ready);
            }
        }
    cr_assert_eq(private_op(out, in, ctx, &rng.rng), DONE);
    cr_assert_eq(memcmp(out, good, sizeof out), 0);
    context_free(ctx);
    context_free(NULL);
    rsa_key_clear(&key);
}

Test(rsa, blinding)
{
    struct test_rng rng = test_rng_new(27);
    struct rsa_key key;
    uint8_t in[64] = {0}, out[64];
    struct context *ctx, *other;
    mp_limb_t pair[512 / GMP_NUMB_BITS], product[512 / GMP_NUMB_BITS];

    rsa_key_init(&key);
    make_key(&key, 256, 256, 65537, &rng.rng);
    ctx = context_new(&key);
    other = context_new(&key);
    cr_assert_eq(rng.left, (size_t)-1);
    rng.left = 0; /* without entropy: no signature, not an unblinded one */
    memset(out, 1, sizeof out);
    cr_assert_eq(private_op(out, in, ctx, &rng.rng), FAILED);
    cr_assert(all_zero(out, sizeof out));
    rng.left = 64 * 20; /* one pair, with draws at n or above rejected; later calls square it */
    for (int i = 0; i < 5; i++) {
        size_t left = rng.left;

        memcpy(pair, ctx->blind, sizeof pair);
        in[63] = (uint8_t)(i + 2);
        cr_assert_eq(private_op(out, in, ctx, &rng.rng), DONE);
        cr_assert(i == 0 ? rng.left < left : rng.left == left);
        cr_assert_neq(memcmp(pair, ctx->blind, sizeof pair), 0, "a new pair each time");
        /* b u^e = r^e r^-e = 1 */
        mod_leave(product, ctx->unblind, &ctx->pub.n);
        public_power(pair, product, &ctx->guarded);
        mod_mul(product, pair, ctx->blind, &ctx->pub.n);
        cr_assert(product[0] == 1 && mpn_zero_p(product + 1, ctx->pub.n.n - 1));
        cr_assert(mpn_zero_p(ctx->masked, 3 * ctx->pub.n.n), "scratch is wiped");
    }
    rng.left = (size_t)-1;
    cr_assert_eq(private_op(out, in, other, &rng.rng), DONE);
    cr_assert_neq(memcmp(ctx->blind, other->blind, sizeof pair), 0, "contexts differ");
    context_free(ctx);
    context_free(other);
    rsa_key_clear(&key);
}
