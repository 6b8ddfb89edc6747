/* RSA contexts at their edges: a public key alone, no primes, primes of different lengths, exponents of every weight, a
 * step that this machine does not run, and what the timers' units leave. */
#include "tests/rsa_keys.h"

/* A public key does public things: the private operation is refused, and leaves zeros. */
Test(rsa_context, public_key_alone)
{
    struct test_rng rng = test_rng_new(61);
    uint8_t in[64] = {0}, out[64];
    struct rsa_key key;

    rsa_key_init(&key);
    make_key(&key, 256, 256, 65537, &rng.rng);
    mpz_set_ui(key.d, 0);
    key.has_d = key.has_primes = 0;
    EACH_ENGINE(engine)
    {
        struct rsa_context ctx;

        cr_assert_eq(rsa_context_init(&ctx, engine, &key), DONE, "%s", engine->step.name);
        cr_assert_gt(engine->context_bytes(ctx.context), 0);
        check_operations(engine, ctx.context, &key, key.p, &rng.rng);
        for (int i = 0; i < 2; i++) { /* a number below n, and one that is not */
            memset(in, i ? 0xff : 0, sizeof in);
            memset(out, 0x55, sizeof out);
            cr_assert_eq(engine->private_op(out, in, ctx.context, &rng.rng), FAILED, "%s",
                         engine->step.name);
            cr_assert(all_zero(out, sizeof out), "%s", engine->step.name);
        }
        memset(out, 0x55, sizeof out);
        cr_assert_eq(rsa_sign(out, &ctx, SHA256, "m", 1, &rng.rng), FAILED);
        cr_assert(all_zero(out, sizeof out), "%s", engine->step.name);
        rsa_context_clear(&ctx);
        rsa_context_clear(&ctx); /* holds nothing any more */
        engine->context_free(NULL);
    }
    rsa_key_clear(&key);
}

static const char *never(void)
{
    return "a CPU that nobody has";
}

Test(rsa_context, refused)
{
    struct test_rng rng = test_rng_new(62);
    struct rsa_engine lacking;
    struct rsa_context ctx;
    struct rsa_key key;

    rsa_key_init(&key);
    make_key(&key, 256, 256, 65537, &rng.rng);
    lacking = *rsa_engines[0];
    lacking.step.missing = never;
    memset(&ctx, 0x55, sizeof ctx);
    cr_assert_eq(rsa_context_init(&ctx, &lacking, &key), FAILED);
    cr_assert(!ctx.engine && !ctx.context && ctx.k == 0);
    mpz_add_ui(key.dp, key.dp, 1);
    EACH_ENGINE(engine)
    {
        memset(&ctx, 0x55, sizeof ctx);
        cr_assert_eq(rsa_context_init(&ctx, engine, &key), FAILED, "%s", engine->step.name);
        cr_assert(!ctx.engine && !ctx.context && ctx.k == 0, "dP is wrong: nothing is held");
        rsa_context_clear(&ctx);
    }
    rsa_key_clear(&key);
}

/* Left to right: a squaring a bit but the first, a product a one but the first, and one more to enter a form. */
static void expect_public_cost(const struct rsa_engine *engine, const void *ctx,
                               const struct rsa_key *key)
{
    const unsigned long ones = mpz_popcount(key->e);
    struct rsa_cost cost;

    if (!engine->public_cost)
        return;
    engine->public_cost(&cost, ctx);
    cr_assert_eq(cost.full.sqr, mpz_sizeinbase(key->e, 2) - 1, "%s", engine->step.name);
    cr_assert(cost.full.mul == ones - 1 || cost.full.mul == ones, "%s", engine->step.name);
    cr_assert(cost.half.mul == 0 && cost.half.sqr == 0 && cost.table_scan == 0);
}

/* m = c^d is undone by c = m^e: with GMP as the judge for exponents of few bits and of many. On the sizes of the vector
 * kernels, for the modulus alone, and between them. */
Test(rsa_context, exponents_of_every_weight, .timeout = 240)
{
    static const unsigned sizes[] = {1024, 2048, 3072, 4096, 8192};
    struct test_rng rng = test_rng_new(63);
    struct rsa_key key;
    mpz_t x;

    rsa_key_init(&key);
    mpz_init(x);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        mpz_set_ui(x, 0);
        mpz_setbit(x, sizes[s] - 1);
        cr_assert_eq(random_below(key.n, x, &rng.rng), DONE);
        mpz_setbit(key.n, sizes[s] - 1);
        mpz_setbit(key.n, 0);
        for (int shape = 0; shape < 6; shape++) {
            mpz_set_ui(key.e, shape < 4 ? (unsigned long[]){3, 5, 7, 65539}[shape] : 0);
            if (shape >= 4) /* 2^255 + 1; 2^256 - 1 */
                mpz_setbit(key.e, shape == 4 ? 255 : 256);
            if (shape == 4)
                mpz_add_ui(key.e, key.e, 1);
            if (shape == 5)
                mpz_sub_ui(key.e, key.e, 1);
            cr_assert_null(rsa_key_refusal(&key, 0));
            cr_assert_eq(random_below(x, key.n, &rng.rng), DONE);
            EACH_ENGINE(engine)
            {
                void *ctx;

                if (sizes[s] > 2048 && shape != 2 && !(engine->step.flags & STEP_OWN_PRODUCTS))
                    continue; /* the products of smaller sizes, for seconds */
                ctx = engine->context_new(&key);
                cr_assert_not_null(ctx, "%s", engine->step.name);
                expect_public_cost(engine, ctx, &key);
                check_operations(engine, ctx, &key, x, &rng.rng);
                mpz_sub_ui(x, key.n, 1);
                check_operations(engine, ctx, &key, x, &rng.rng);
                engine->context_free(ctx);
            }
        }
    }
    mpz_clear(x);
    rsa_key_clear(&key);
}

/* p longer than q, and the other way round, by a limb and by most of n; with n of a vector kernel's size. */
Test(rsa_context, primes_of_different_lengths, .timeout = 240)
{
    static const unsigned sizes[][2] = {{300, 212}, {212, 300}, {500, 12},   {12, 500},
                                        {257, 255}, {255, 257}, {1100, 948}, {948, 1100}};
    struct test_rng rng = test_rng_new(64);
    struct rsa_key key;

    rsa_key_init(&key);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        make_key(&key, sizes[s][0], sizes[s][1], 65537, &rng.rng);
        EACH_ENGINE(engine)
        check_key_on(engine, &key, &rng.rng);
    }
    rsa_key_clear(&key);
}

static void run_all(const struct unit *units, const void *on)
{
    for (const struct unit *unit = units; unit && unit->run; unit++)
        for (unsigned long times = 0; times < 5; times++)
            unit->run(on, times);
}

/* The timers' units work in a context's own room: it is as good as before, with the private part whole, without primes,
 * and with nothing private; on a size of the vector kernels and on another. */
Test(rsa_context, good_after_the_units, .timeout = 240)
{
    struct test_rng rng = test_rng_new(65);
    struct rsa_key key;
    mpz_t x;

    rsa_key_init(&key);
    mpz_init_set_ui(x, 1234567);
    for (unsigned bits = 512; bits <= 2048; bits *= 4)
        for (int whole = 2; whole >= 0; whole--) {
            if (whole == 2)
                make_key(&key, bits / 2, bits / 2, 65537, &rng.rng);
            key.has_primes = whole > 1;
            key.has_d = whole > 0;
            EACH_ENGINE(engine)
            {
                void *ctx = engine->context_new(&key);

                cr_assert_not_null(ctx);
                run_all(engine->step.units, ctx);
                run_all(engine->half_units, ctx);
                run_all(engine->prime_units, key.p);
                check_operations(engine, ctx, &key, x, &rng.rng);
                run_all(engine->half_units, ctx);
                check_operations(engine, ctx, &key, x, &rng.rng);
                engine->context_free(ctx);
            }
        }
    mpz_clear(x);
    rsa_key_clear(&key);
}

/* 10-bit keys have 23, 29 and 31 to choose from. e = 469 = 7 * 67 leaves 23 and 31, and d = 19 <= 2^5: there is no key,
 * and the search for one ends. From given starts it is not even repeated. */
Test(rsa_context, no_key_of_this_size, .timeout = 240)
{
    struct test_rng rng = test_rng_new(66);
    struct rsa_key key;
    mpz_t e, p, q;

    rsa_key_init(&key);
    mpz_init_set_ui(e, 469);
    mpz_init_set_ui(p, 23);
    mpz_init_set_ui(q, 31);
    EACH_ENGINE(engine)
    {
        const char *name = engine->step.name;

        cr_assert_eq(rsa_keygen(&key, engine, 10, e, 1, &rng.rng), FAILED, "%s", name);
        cr_assert(!key.has_d && mpz_sgn(key.p) == 0 && mpz_sgn(key.n) == 0, "%s", name);
        cr_assert_eq(rsa_keygen_from(&key, engine, 10, e, 1, p, q, &rng.rng), FAILED, "%s", name);
        cr_assert(!key.has_d && mpz_sgn(key.p) == 0 && mpz_sgn(key.n) == 0, "%s", name);
        mpz_set_ui(e, 13); /* d = 127 */
        cr_assert_eq(rsa_keygen_from(&key, engine, 10, e, 1, p, q, &rng.rng), DONE, "%s", name);
        cr_assert(mpz_cmp_ui(key.n, 713) == 0 && mpz_cmp_ui(key.d, 127) == 0, "%s", name);
        cr_assert_eq(rsa_keygen_from(&key, engine, 11, e, 1, p, q, &rng.rng), FAILED, "odd size");
        cr_assert_eq(rsa_keygen_from(&key, engine, 10, e, 0, p, q, &rng.rng), FAILED, "no toy");
        cr_assert_eq(rsa_keygen_from(&key, engine, 10, e, 1, p, p, &rng.rng), DONE);
        cr_assert_neq(mpz_cmp(key.p, key.q), 0, "%s: q is looked for until it is not p", name);
        mpz_set_ui(e, 469);
    }
    mpz_clears(e, p, q, NULL);
    rsa_key_clear(&key);
}
