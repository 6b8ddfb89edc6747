/* test_faults_setup - each allocation in turn fails in one thing at a time, all else made before: an RSA context with
 * primes and without and its use, a key from octets, a search for a prime, the timers' units, an open curve, a batch.
 *
 * tests/test_faults_memory.c sweeps whole lives, and only a spread of their later allocations.
 */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ed25519/ed25519.h"
#include "tests/alloc_sweep.h"
#include "tests/rsa_keys.h"

#define EVERY 1000000ul /* allocation, none of them skipped */

static struct {
    struct rsa_key key;
    enum curve_id curve;
    mpz_t prime;
    struct prime_request request;
    uint8_t octets[5][512]; /* n, e, d, p, q */
    struct bytes bytes[5];
    struct ed25519_key signer;
    uint8_t sig[64];
} made;

static enum result rsa_use(size_t at, struct rng *rng)
{
    struct rsa_context ctx;
    uint8_t sig[1024];
    enum result result = rsa_context_init(&ctx, rsa_engines[at], &made.key);

    if (result == DONE) {
        result = rsa_sign(sig, &ctx, SHA256, "m", 1, rng);
        if (result == DONE)
            result = rsa_verify(&ctx, SHA256, "m", 1, sig, ctx.k);
        else
            cr_assert(all_zero(sig, ctx.k), "%s", rsa_engines[at]->step.name);
    } else
        cr_assert(!ctx.engine && !ctx.context, "%s holds nothing", rsa_engines[at]->step.name);
    rsa_context_clear(&ctx); /* may be asked for after a failure too */
    return result;
}

static void sweep_steps(const char *only, enum result (*run)(size_t at, struct rng *rng))
{
    for (size_t i = 0; rsa_engines[i]; i++) {
        struct life life = {rsa_engines[i]->step.name, run, i, 41, ALL_AFTER};

        if (step_missing(&rsa_engines[i]->step) || (only && !strstr(only, life.name)))
            continue;
        if (run == rsa_use) {
            sweep(&life, EVERY, 1); /* a blinding factor is drawn again if it has no inverse */
            continue;
        }
        for (life.fails = TURNS; life.fails <= OTHER_TURNS; life.fails++)
            sweep(&life, EVERY, 1);
    }
}

static void make_rsa(unsigned bits)
{
    struct test_rng rng = test_rng_new(42);

    rsa_key_init(&made.key);
    make_key(&made.key, bits / 2, bits / 2, 65537, &rng.rng);
}

Test(faults_setup, rsa_with_primes, .timeout = 60)
{
    prepare();
    make_rsa(512);
    sweep_steps(NULL, rsa_use);
    rsa_key_clear(&made.key);
}

Test(faults_setup, rsa_without_primes, .timeout = 60)
{
    prepare();
    make_rsa(512);
    made.key.has_primes = 0;
    sweep_steps(NULL, rsa_use);
    rsa_key_clear(&made.key);
}

/* A size for which there are vector kernels, for the modulus alone and for a pair of primes. */
Test(faults_setup, rsa_on_vectors, .timeout = 60)
{
    prepare();
    make_rsa(2048);
    sweep_steps("ifma", rsa_use);
    made.key.has_primes = 0;
    sweep_steps("ifma", rsa_use);
    rsa_key_clear(&made.key);
}

/* A modulus so long that REDC goes by products, which asks for the inverse of all its limbs. */
Test(faults_setup, rsa_long_modulus, .timeout = 60)
{
    prepare();
    make_rsa(4608);
    sweep_steps("montgomery crt", rsa_use);
    rsa_key_clear(&made.key);
}

static enum result from_octets(size_t at, struct rng *rng)
{
    const struct bytes none = {NULL, 0}, *b = made.bytes;
    struct rsa_key key;
    const char *why = "";
    enum result result;

    (void)at, (void)rng;
    rsa_key_init(&key);
    result = rsa_key_from_bytes(&key, b[0], b[1], none, b[3], b[4], 0, &why);
    if (result == DONE)
        cr_assert(!why && mpz_cmp(key.d, made.key.d) == 0 && mpz_cmp(key.qinv, made.key.qinv) == 0);
    else
        cr_assert(why && !key.has_d && !key.has_primes && mpz_sgn(key.n) == 0 &&
                      mpz_sgn(key.p) == 0 && mpz_sgn(key.d) == 0,
                  "a key that was not finished is wiped");
    rsa_key_clear(&key);
    return result;
}

Test(faults_setup, rsa_key_from_octets)
{
    struct life life = {"key from octets", from_octets, 0, 43, TURNS};
    mpz_srcptr numbers[5];

    prepare();
    make_rsa(512);
    numbers[0] = made.key.n, numbers[1] = made.key.e, numbers[2] = made.key.d;
    numbers[3] = made.key.p, numbers[4] = made.key.q;
    for (int i = 0; i < 5; i++) {
        made.bytes[i] = (struct bytes){made.octets[i], (mpz_sizeinbase(numbers[i], 2) + 7) / 8};
        cr_assert_eq(i2osp(made.octets[i], made.bytes[i].len, numbers[i]), DONE);
    }
    sweep(&life, EVERY, 1);
    rsa_key_clear(&made.key);
}

static enum result find_prime(size_t at, struct rng *rng)
{
    mpz_t found;
    enum result result;

    mpz_init(found);
    result = rsa_engines[at]->find_prime(found, &made.request, rng);
    cr_assert_eq(mpz_cmp(found, made.prime), result == DONE ? 0 : -1);
    cr_assert(result == DONE || mpz_sgn(found) == 0);
    mpz_clear(found);
    return result;
}

static enum result is_prime(size_t at, struct rng *rng)
{
    enum result result = rsa_engines[at]->is_prime(made.prime, 3, rng);

    cr_assert_neq(result, FAILED, "%s: no memory is no verdict", rsa_engines[at]->step.name);
    return result;
}

/* 1024 bits: the size of the vector kernels that the `ifma` step tests two candidates with. */
Test(faults_setup, primes, .timeout = 60)
{
    mpz_t start;

    prepare();
    mpz_init(start);
    mpz_init(made.prime);
    mpz_setbit(start, 1024);
    mpz_sub_ui(start, start, 1ul << 20);
    mpz_nextprime(made.prime, start);
    mpz_sub_ui(start, made.prime, 6);
    made.request = (struct prime_request){.bits = 1024, .rounds = 3, .tries = 8, .start = start};
    sweep_steps(NULL, find_prime);
    sweep_steps(NULL, is_prime);
    mpz_clears(start, made.prime, NULL);
}

static void unit_without_memory(const struct unit *unit, const void *on, unsigned long fail_at,
                                const char *name)
{
    alloc_reset();
    if (setjmp(ended) == 0) {
        alloc_on(fail_at, 1);
        unit->run(on, 2);
        cr_assert_eq(alloc.live, 0, "%s keeps %zu blocks", name, alloc.live);
    }
    alloc_off();
}

/* Without memory a timer's unit does less, and neither ends the program nor keeps a block. */
static void units_survive(const struct unit *units, const void *on, const char *name)
{
    for (const struct unit *unit = units; unit && unit->run; unit++)
        for (unsigned long n = 1; n < 12; n++)
            unit_without_memory(unit, on, n, name);
}

Test(faults_setup, units, .timeout = 60)
{
    struct test_rng rng = test_rng_new(44);

    prepare();
    make_rsa(512);
    EACH_ENGINE(engine)
    {
        void *ctx = engine->context_new(&made.key);

        cr_assert_not_null(ctx);
        units_survive(engine->step.units, ctx, engine->step.name);
        units_survive(engine->half_units, ctx, engine->step.name);
        units_survive(engine->prime_units, made.key.p, engine->step.name);
        check_operations(engine, ctx, &made.key, made.key.q, &rng.rng);
        engine->context_free(ctx);
    }
    rsa_key_clear(&made.key);
}

static enum result open_curve(size_t at, struct rng *rng)
{
    const struct ec_curve *curve = ec_curve(made.curve);
    mp_limb_t k[EC_MAX_LIMBS] = {1};
    struct ec_group group;
    struct ec_point R;
    mpz_t x;
    enum result result = ec_group_init(&group, ec_engines[at], curve);

    (void)rng;
    cr_assert_eq(group.context == NULL, result != DONE);
    if (result == DONE) {
        result = ec_engines[at]->mul_base(&R, k, group.context);
        mpz_roinit_n(x, R.x, (mp_size_t)curve->limbs);
        cr_assert(result == DONE && mpz_cmp(x, curve->gx) == 0, "%s", ec_engines[at]->step.name);
    }
    ec_group_clear(&group);
    cr_assert_null(group.context);
    ec_group_clear(&group); /* nothing is held: allowed */
    return result;
}

Test(faults_setup, curves, .timeout = 60)
{
    static const enum curve_id ids[] = {P192, P256, P521};

    prepare();
    for (size_t c = 0; c < sizeof ids / sizeof *ids; c++)
        for (size_t i = 0; ec_engines[i]; i++) {
            struct life life = {ec_engines[i]->step.name, open_curve, i, 45, TURNS};
            struct ec_group group;

            made.curve = ids[c];
            if (ec_group_init(&group, ec_engines[i], ec_curve(ids[c])) != DONE)
                continue; /* not every step does P-192 */
            ec_group_clear(&group);
            sweep(&life, 200, 20); /* set-up has fewer than that, [1]G by inversions more */
        }
}

/* So many signatures that the sum goes by buckets. */
static enum result batch(size_t at, struct rng *rng)
{
    struct ed25519_batch_item items[64];
    int valid[64];
    enum result result;

    for (size_t i = 0; i < 64; i++)
        items[i] = (struct ed25519_batch_item){
            .sig = made.sig, .sig_len = 64, .A = made.signer.A, .msg = "m", .len = 1};
    result = ed25519_verify_batch(valid, items, 64, ed25519_engines[at], rng);
    for (size_t i = 0; i < 64; i++)
        cr_assert_eq(valid[i], result == DONE, "no memory, no signature is called valid");
    cr_assert_neq(result, FAILED, "no memory is no verdict");
    return result;
}

Test(faults_setup, batches, .timeout = 60)
{
    const struct bytes none = {NULL, 0};
    struct test_rng rng = test_rng_new(46);

    prepare();
    for (size_t i = 0; ed25519_engines[i]; i++) {
        const struct ed25519_engine *engine = ed25519_engines[i];
        struct life life = {engine->step.name, batch, i, 47, TURNS};

        if (step_missing(&engine->step) || !engine->check_batch ||
            (engine->start && engine->start() != DONE))
            continue;
        cr_assert_eq(ed25519_keygen(&made.signer, engine, &rng.rng), DONE);
        cr_assert_eq(ed25519_sign(made.sig, &made.signer, ED25519_PURE, none, "m", 1, engine),
                     DONE);
        sweep(&life, 60, 10);
    }
}

/* Exit status 2, told or not: the line goes nowhere where stderr is closed. */
static int status_without_memory(int closed)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        mpz_t x;

        if (closed)
            close(STDERR_FILENO);
        else
            (void)!freopen("/dev/null", "w", stderr);
        gmp_memory_install(NULL);
        mpz_init_set_ui(x, 1);
        alloc_on(1, 0);
        mpz_mul_2exp(x, x, 100000);
        _exit(0);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(faults_setup, the_end_without_stderr)
{
    prepare();
    cr_assert_eq(status_without_memory(0), 2);
    cr_assert_eq(status_without_memory(1), 2);
}
