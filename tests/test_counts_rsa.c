/* counted runs of RSA against the closed forms: bignum/pow.h, rsa_cost, bignum/prime.h. */
#include <math.h>
#include <string.h>

#include "bignum/bytes.h"
#include "bignum/modmul_montgomery.inc"
#include "bignum/pow.h"
#include "rsa/engines.h"
#include "tests/rsa_keys.h"

static void reset(void)
{
    memset(op_count, 0, sizeof op_count);
}

static const struct rsa_engine *engine_named(const char *name)
{
    EACH_ENGINE(engine)
    if (strcmp(engine->step.name, name) == 0)
        return engine;
    cr_assert_fail("no engine %s", name);
    return NULL;
}

static void expect_cost(const struct rsa_cost *cost, const char *what, const char *name,
                        size_t bits)
{
    const struct mod_cost *f = &cost->full, *h = &cost->half;

    cr_assert_eq(op_count[OP_MOD_MUL], f->mul + h->mul, "%s %s %zu: products %lu, stated %lu", name,
                 what, bits, (unsigned long)op_count[OP_MOD_MUL], f->mul + h->mul);
    cr_assert_eq(op_count[OP_MOD_SQR], f->sqr + h->sqr, "%s %s %zu: squarings %lu, stated %lu",
                 name, what, bits, (unsigned long)op_count[OP_MOD_SQR], f->sqr + h->sqr);
    cr_assert_eq(op_count[OP_MOD_RED], f->red + h->red, "%s %s %zu: reductions", name, what, bits);
    cr_assert_eq(op_count[OP_DIVISION], f->division + h->division, "%s %s: divisions", name, what);
    cr_assert_eq(op_count[OP_LIMB_MUL], f->limb_mul + h->limb_mul + cost->limb_mul_plain,
                 "%s %s %zu: limb products %lu, stated %lu", name, what, bits,
                 (unsigned long)op_count[OP_LIMB_MUL],
                 f->limb_mul + h->limb_mul + cost->limb_mul_plain);
    cr_assert_eq(op_count[OP_VEC_MUL], f->vec_mul + h->vec_mul, "%s %s %zu: vector products", name,
                 what, bits);
    cr_assert_eq(op_count[OP_TABLE_SCAN], cost->table_scan, "%s %s: scans", name, what);
    cr_assert_eq(op_count[OP_VEC_MOD_MUL], f->vec_mod_mul + h->vec_mod_mul, "%s %s", name, what);
    cr_assert_eq(op_count[OP_VEC_MOD_SQR], f->vec_mod_sqr + h->vec_mod_sqr, "%s %s", name, what);
    cr_assert_eq(op_count[OP_RADIX_IN], f->radix_in + h->radix_in, "%s %s", name, what);
    cr_assert_eq(op_count[OP_RADIX_OUT], f->radix_out + h->radix_out, "%s %s", name, what);
}

static void check_counts(const struct rsa_key *key, struct rng *rng)
{
    uint8_t in[1024] = {0}, out[1024];
    size_t bits = mpz_sizeinbase(key->n, 2), k = rsa_octets(key);

    in[k - 1] = 77;
    EACH_ENGINE(engine)
    {
        struct rsa_cost cost;
        void *ctx;

        if (!engine->public_cost)
            continue;
        ctx = engine->context_new(key);
        cr_assert_not_null(ctx);
        reset();
        cr_assert_eq(engine->public_op(out, in, ctx), DONE);
        engine->public_cost(&cost, ctx);
        expect_cost(&cost, "public", engine->step.name, bits);
        cr_assert_eq(engine->private_op(out, in, ctx, rng), DONE); /* makes the blinding pair */
        reset();
        cr_assert_eq(engine->private_op(out, in, ctx, rng), DONE);
        engine->private_cost(&cost, ctx);
        expect_cost(&cost, "private", engine->step.name, bits);
        engine->context_free(ctx);
    }
}

Test(counts_rsa, operations_equal_their_closed_forms)
{
    static const unsigned sizes[][2] = {{48, 48},     {256, 256},   {512, 512},   {513, 516},
                                        {600, 424},   {768, 768},   {1024, 1024}, {1530, 1536},
                                        {2048, 1990}, {2304, 2304}, {4096, 4096}};
    struct test_rng rng = test_rng_new(50);
    struct rsa_key key;

    rsa_key_init(&key);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        make_key(&key, sizes[i][0], sizes[i][1],
                 i % 3 == 0   ? 3
                 : i % 3 == 1 ? 65537
                              : 4294967297,
                 &rng.rng);
        check_counts(&key, &rng.rng);
        key.has_primes = 0;
        if (i < 4)
            check_counts(&key, &rng.rng);
    }
    rsa_key_clear(&key);
}

/* The figures that the design's table and the textbooks state, in their own words. */
Test(counts_rsa, what_each_step_must_show)
{
    struct test_rng rng = test_rng_new(51);
    struct rsa_key key;
    uint8_t in[512] = {0}, out[512];
    uint64_t limbs[8] = {0};
    int at = 0;

    rsa_key_init(&key);
    for (unsigned bits = 1024; bits <= 3072; bits += 1024) {
        size_t k = bits / 8, d_bits;
        unsigned w;

        make_key(&key, bits / 2, bits / 2, 65537, &rng.rng);
        d_bits = mpz_sizeinbase(key.d, 2);
        w = pow_window_width(d_bits);
        in[k - 1] = 5;
        at = 0;
        EACH_ENGINE(engine)
        {
            const char *name = engine->step.name;
            int montgomery = strcmp(name, "textbook") != 0 && strcmp(name, "window") != 0;
            void *ctx;

            if (engine->step.flags & STEP_PEER)
                continue;
            ctx = engine->context_new(&key);
            reset();
            cr_assert_eq(engine->public_op(out, in, ctx), DONE);
            cr_assert_eq(op_count[OP_MOD_SQR], 16, "e = 65537: 16 squarings");
            cr_assert_eq(op_count[OP_MOD_MUL], montgomery ? 2u : 1u,
                         "and 1 product, 1 more to enter");
            cr_assert_eq(op_count[OP_DIVISION], montgomery ? 0u : 17u);
            cr_assert_eq(engine->private_op(out, in, ctx, &rng.rng), DONE);
            reset();
            cr_assert_eq(engine->private_op(out, in, ctx, &rng.rng), DONE);
            limbs[at++] = op_count[OP_LIMB_MUL];
            if (montgomery)
                cr_assert_eq(op_count[OP_DIVISION], 0, "%s: no division", name);
            else
                cr_assert_eq(op_count[OP_DIVISION], op_count[OP_MOD_MUL] + op_count[OP_MOD_SQR]);
            if (strcmp(name, "textbook") == 0) {
                cr_assert_eq(op_count[OP_MOD_SQR], d_bits - 1);
                cr_assert_eq(op_count[OP_MOD_MUL], mpz_popcount(key.d) - 1);
                cr_assert_float_eq((double)op_count[OP_MOD_MUL], (double)d_bits / 2,
                                   3 * sqrt((double)d_bits));
            } else if (strcmp(name, "window") == 0) {
                cr_assert_eq(op_count[OP_MOD_SQR], w * ((d_bits + w - 1) / w - 1));
                cr_assert_eq(op_count[OP_MOD_MUL], (d_bits + w - 1) / w - 1 + (1u << w) - 2);
            } else if (strcmp(name, "montgomery") == 0) {
                cr_assert_leq(op_count[OP_MOD_SQR], d_bits + 1);
                cr_assert_float_eq((double)op_count[OP_MOD_MUL],
                                   pow_sliding_expected_mul(d_bits) + 1, 25);
            } else if (strcmp(name, "hardened") == 0) {
                cr_assert_eq(op_count[OP_TABLE_SCAN], 2 * pow_fixed_scans(bits / 2));
            } else if (strcmp(name, "ifma") == 0 && !step_missing(&engine->step) && bits > 1024) {
                cr_assert_gt(op_count[OP_VEC_MUL], 0, "vector products");
                cr_assert_lt(op_count[OP_LIMB_MUL], limbs[4] / 20, "and few others");
            }
            engine->context_free(ctx);
        }
        cr_assert_geq(at, 5);
        cr_assert_lt(limbs[1], limbs[0], "window: fewer than textbook");
        /* montgomery to crt: 4 times less, but for the table, entering and Garner; with limbs so short that the whole
         * modulus is reduced by products, which its halves are not, by more. */
        if (bits / GMP_NUMB_BITS < MOD_REDC_PRODUCTS)
            cr_assert_float_eq((double)limbs[2] / (double)limbs[3], 3.85, 0.25, "%u bits: %.3f",
                               bits, (double)limbs[2] / (double)limbs[3]);
        else
            cr_assert_gt((double)limbs[2] / (double)limbs[3], 4);
        cr_assert_gt(limbs[4], limbs[3], "safety costs");
        cr_assert_lt((double)limbs[4], 1.2 * (double)limbs[3], "and not more than a fifth");
    }
    rsa_key_clear(&key);
}

/* Layers alone: the limb products of one product, one squaring, and one way out. */
Test(counts_rsa, products)
{
    static const unsigned limbs[] = {1, 2, 8, 16, 33, 71, 72, 100};
    struct test_rng rng = test_rng_new(52);
    mp_limb_t x[100];
    mpz_t m;

    mpz_init(m);
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++) {
        unsigned long n = limbs[i], redc = n >= MOD_REDC_PRODUCTS ? 2 * n * n : n * n + n;
        struct mod mod;

        mpz_set_ui(m, 0);
        mpz_setbit(m, n * GMP_NUMB_BITS - 1);
        mpz_add_ui(m, m, 77);
        reset();
        cr_assert_eq(mod_init(&mod, m, 0), DONE);
        cr_assert_eq(op_count[OP_MOD_SQR], mont_setup_squarings((mp_size_t)n));
        cr_assert_eq(op_count[OP_DIVISION], 0);
        cr_assert_eq(random_bytes((uint8_t *)x, n * sizeof *x, &rng.rng), DONE);
        reset();
        mod_enter(x, x, &mod);
        cr_assert(op_count[OP_MOD_MUL] == 1 && op_count[OP_LIMB_MUL] == n * n + redc);
        reset();
        mod_sqr(x, x, &mod);
        cr_assert(op_count[OP_MOD_SQR] == 1 && op_count[OP_LIMB_MUL] == n * (n + 1) / 2 + redc);
        reset();
        mod_leave(x, x, &mod);
        cr_assert(op_count[OP_MOD_RED] == 1 && op_count[OP_LIMB_MUL] == redc);
        mod_clear(&mod);
    }
    mpz_clear(m);
}

/* One Miller-Rabin round, by each engine, is a mod_enter, a power and its squarings: for a prime
 * p = 3 modulo 4 there are none of the latter. */
Test(counts_rsa, miller_rabin_rounds)
{
    struct test_rng rng = test_rng_new(53);
    mpz_t p, odd;

    mpz_inits(p, odd, NULL);
    for (unsigned bits = 128; bits <= 512; bits *= 2) {
        const mp_limb_t *e;
        struct power_cost power;

        do {
            mpz_set_ui(p, 0);
            mpz_setbit(p, bits - 1);
            cr_assert_eq(random_below(odd, p, &rng.rng), DONE);
            mpz_add(p, p, odd);
            mpz_nextprime(p, p);
        } while (mpz_fdiv_ui(p, 4) != 3 || mpz_sizeinbase(p, 2) != bits);
        mpz_fdiv_q_2exp(odd, p, 1);
        e = mpz_limbs_read(odd);
        for (unsigned rounds = 1; rounds < 8; rounds += 3)
            EACH_ENGINE(engine)
            {
                const char *name = engine->step.name;
                int divides = strcmp(name, "textbook") == 0 || strcmp(name, "window") == 0;

                if (engine->step.flags & STEP_PEER)
                    continue;
                power = strcmp(name, "textbook") == 0             ? pow_binary_cost(e, bits - 1)
                        : strcmp(name, "window") == 0             ? pow_window_cost(bits - 1)
                        : engine->step.flags & STEP_CONSTANT_TIME ? pow_fixed_cost(bits - 1)
                                                                  : pow_sliding_cost(e, bits - 1);
                reset();
                cr_assert_eq(engine->is_prime(p, rounds, &rng.rng), DONE);
                cr_assert_eq(op_count[OP_MR_ROUND], rounds);
                cr_assert_eq(op_count[OP_MOD_MUL], rounds * (power.mul + !divides), "%s", name);
                cr_assert_eq(op_count[OP_MOD_SQR],
                             rounds * power.sqr +
                                 (divides ? 0 : mont_setup_squarings(limbs_for(bits))),
                             "%s", name);
            }
    }
    mpz_clears(p, odd, NULL);
}

struct totals {
    double candidates, divisions, rounds, primes;
};

static struct totals search(const struct rsa_engine *engine, unsigned bits, unsigned primes,
                            const mpz_t e, uint64_t seed)
{
    struct test_rng rng = test_rng_new(seed);
    struct prime_request request = {.bits = bits, .e = e, .rounds = 1, .tries = 1000000};
    struct totals totals = {0};
    mpz_t p;

    mpz_init(p);
    reset();
    for (unsigned i = 0; i < primes; i++)
        cr_assert_eq(engine->find_prime(p, &request, &rng.rng), DONE);
    totals.primes = primes;
    totals.candidates = (double)op_count[OP_CANDIDATE];
    totals.divisions = (double)op_count[OP_TRIAL_DIV];
    totals.rounds = (double)op_count[OP_MR_ROUND];
    mpz_clear(p);
    return totals;
}

static void expect_near(double got, double want, double share, const char *what, unsigned bits)
{
    cr_assert(fabs(got - want) < share * want, "%s, %u bits: %.2f, expected %.2f", what, bits, got,
              want);
}

/* Searches: the means of many primes against the expected figures. A count of candidates is geometric, so
 * that 300 of them have a standard error of 5.8 percent; the shares within are closer. */
Test(counts_rsa, searches_cost_what_is_expected, .timeout = 120)
{
    mpz_t e;

    mpz_init_set_ui(e, 65537);
    for (unsigned bits = 64; bits <= 160; bits += 48) {
        double want = prime_expected_candidates(bits, e);
        struct totals t = search(engine_named("textbook"), bits, 300, e, 60 + bits);

        expect_near(t.candidates / t.primes, want, 0.2, "textbook candidates", bits);
        cr_assert_eq(t.divisions, 0);
        cr_assert_eq(t.rounds, t.candidates, "each candidate meets Miller-Rabin");

        t = search(engine_named("window"), bits, 300, e, 61 + bits);
        expect_near(t.candidates / t.primes, want, 0.2, "window candidates", bits);
        expect_near(t.divisions / t.candidates,
                    prime_expected_trial_divisions(prime_trial_bound(bits)), 0.12,
                    "divisions a candidate", bits);
        expect_near(t.rounds / t.candidates, prime_sieved_share(prime_trial_bound(bits)), 0.12,
                    "share left to Miller-Rabin", bits);

        t = search(engine_named("montgomery"), bits, 300, e, 62 + bits);
        expect_near(t.candidates / t.primes, want, 0.2, "montgomery candidates", bits);
        expect_near(t.rounds / t.candidates, prime_sieved_share(prime_sieve_bound(bits)), 0.12,
                    "share left to Miller-Rabin", bits);
        /* Nearly every search ends in its first interval; each costs the whole sieve. */
        expect_near(t.divisions / t.primes,
                    prime_expected_sieve_work(prime_sieve_bound(bits), prime_sieve_interval(bits)),
                    0.12, "residues and marks", bits);
        cr_assert_eq(op_count[OP_DIVISION], 0);
    }
    /* Half of all primes have p - 1 divisible by 3. */
    mpz_set_ui(e, 3);
    expect_near(search(engine_named("textbook"), 64, 300, e, 70).candidates / 300,
                prime_expected_candidates(64, e), 0.2, "e = 3", 64);
    mpz_clear(e);
}

/* From one start, every step passes the same candidates; the sieves spare Miller-Rabin most of them. */
Test(counts_rsa, same_start_same_candidates)
{
    struct test_rng rng = test_rng_new(54);
    mpz_t e, start, p, lo, hi;

    mpz_inits(start, p, lo, hi, NULL);
    mpz_init_set_ui(e, 65537);
    for (unsigned bits = 128; bits <= 512; bits += 128) {
        struct prime_request request = {
            .bits = bits, .e = e, .rounds = 3, .tries = 100000, .start = start};
        uint64_t candidates = 0, first_rounds = 0;

        prime_bounds(lo, hi, bits);
        mpz_add(hi, lo, hi);
        mpz_fdiv_q_2exp(hi, hi, 1);
        cr_assert_eq(random_range(start, lo, hi, &rng.rng), DONE);
        mpz_setbit(start, 0);
        EACH_ENGINE(engine)
        {
            reset();
            cr_assert_eq(engine->find_prime(p, &request, &rng.rng), DONE);
            mpz_sub(p, p, start);
            if (!candidates) {
                candidates = op_count[OP_CANDIDATE];
                first_rounds = op_count[OP_MR_ROUND];
                cr_assert_eq(first_rounds, candidates + 2);
            }
            cr_assert_eq(op_count[OP_CANDIDATE], candidates, "%s", engine->step.name);
            cr_assert_eq(mpz_cmp_ui(p, 2 * (unsigned long)(candidates - 1)), 0);
            if (engine->prime_units && !(engine->step.flags & STEP_TEXTBOOK) && candidates > 20)
                cr_assert_lt(op_count[OP_MR_ROUND] - 2, (first_rounds - 2) * 3 / 4);
        }
    }
    mpz_clears(e, start, p, lo, hi, NULL);
}

/* The unit runners call what the counters count, as often as they are told. */
Test(counts_rsa, units_run_what_is_counted)
{
    struct test_rng rng = test_rng_new(55);
    struct rsa_key key;

    rsa_key_init(&key);
    for (unsigned bits = 256; bits <= 1024; bits *= 4) {
        make_key(&key, bits, bits, 65537, &rng.rng);
        EACH_ENGINE(engine)
        {
            const struct unit *lists[] = {engine->step.units, engine->half_units,
                                          engine->prime_units};
            void *ctx = engine->context_new(&key);
            int runs = 0, has_kernel = bits == 1024 && !step_missing(&rsa_ifma.step);

            for (int list = 0; list < 3; list++)
                for (const struct unit *unit = lists[list]; unit && unit->run; unit++) {
                    reset();
                    unit->run(list < 2 ? ctx : (const void *)key.p,
                              8); /* even: some do two at once */
                    if (!has_kernel && (unit->op == OP_VEC_MOD_MUL || unit->op == OP_VEC_MOD_SQR ||
                                        unit->op == OP_RADIX_IN || unit->op == OP_RADIX_OUT))
                        cr_assert_eq(op_count[unit->op], 0, "nothing to time");
                    else
                        cr_assert_eq(unit->op == OP_TRIAL_DIV ? 8 : op_count[unit->op], 8, "%s: %s",
                                     engine->step.name, count_name(unit->op));
                    cr_assert(!has_kernel || op_count[OP_VEC_MOD_MUL] == 0 ||
                              op_count[OP_VEC_MOD_MUL] == op_count[OP_MOD_MUL]);
                    runs++;
                }
            cr_assert_eq(runs > 0, !(engine->step.flags & STEP_PEER));
            engine->context_free(ctx);
        }
    }
    rsa_key_clear(&key);
}
