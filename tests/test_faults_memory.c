/* test_faults_memory - each allocation in turn fails: in key generation, set-up, signing, verification of every step.
 *
 * Where this project allocates, the operation says FAILED, nothing stays allocated, and outputs are as the headers
 * promise. Where GMP does, the program ends (bignum/memory.h): here its handler jumps out instead, and a
 * child shows the line and the exit status. tests/test_faults_alloc.c does the same to the program.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bignum/memory.h"
#include "ec/ec.h"
#include "ed25519/ed25519.h"
#include "rsa/rsa.h"
#include "tests/alloc_sweep.h"

static int zeros(const uint8_t *at, size_t len)
{
    uint8_t any = 0;

    for (size_t i = 0; i < len; i++)
        any |= at[i];
    return any == 0;
}

static enum result rsa_life(size_t at, struct rng *rng)
{
    const struct rsa_engine *engine = rsa_engines[at];
    struct rsa_context ctx;
    struct rsa_key key;
    uint8_t sig[64];
    enum result result;
    mpz_t e;

    rsa_key_init(&key);
    mpz_init_set_ui(e, 65537);
    result = rsa_keygen(&key, engine, 512, e, 0, rng);
    if (result == DONE) {
        result = rsa_context_init(&ctx, engine, &key);
        if (result == DONE) {
            result = rsa_sign(sig, &ctx, SHA256, "m", 1, rng);
            if (result == DONE)
                result = rsa_verify(&ctx, SHA256, "m", 1, sig, sizeof sig);
            else
                cr_assert(zeros(sig, sizeof sig), "%s", engine->step.name);
            rsa_context_clear(&ctx);
        }
    } else
        cr_assert(!key.has_d && !key.has_primes && mpz_sgn(key.p) == 0 && mpz_sgn(key.d) == 0);
    mpz_clear(e);
    rsa_key_clear(&key);
    return result;
}

static enum result ec_life(size_t at, struct rng *rng)
{
    const size_t n = ec_curve(P256)->order_limbs;
    mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];
    struct ec_group group;
    struct ec_key key;
    enum result result = ec_group_init(&group, ec_engines[at], ec_curve(P256));

    if (result != DONE)
        return result;
    result = ec_keygen(&key, &group, rng);
    if (result == DONE) {
        result = ecdsa_sign(r, s, &key, SHA256, "m", 1, &group);
        if (result == DONE)
            result = ecdsa_verify(r, s, &key.Q, SHA256, "m", 1, &group);
        else
            cr_assert(mpn_zero_p(r, (mp_size_t)n) && mpn_zero_p(s, (mp_size_t)n));
    } else
        cr_assert(!key.has_d && key.Q.infinity);
    ec_key_wipe(&key);
    ec_group_clear(&group);
    return result;
}

static enum result ed25519_life(size_t at, struct rng *rng)
{
    const struct ed25519_engine *engine = ed25519_engines[at];
    struct ed25519_batch_item items[8];
    struct ed25519_key key;
    uint8_t sig[64];
    int valid[8];
    enum result result = ed25519_keygen(&key, engine, rng);

    if (result == DONE)
        result = ed25519_sign(sig, &key, ED25519_PURE, (struct bytes){NULL, 0}, "m", 1, engine);
    if (result == DONE)
        result =
            ed25519_verify(sig, 64, key.A, ED25519_PURE, (struct bytes){NULL, 0}, "m", 1, engine);
    if (result == DONE) {
        for (int i = 0; i < 8; i++)
            items[i] = (struct ed25519_batch_item){
                .sig = sig, .sig_len = 64, .A = key.A, .msg = "m", .len = 1};
        result = ed25519_verify_batch(valid, items, 8, engine, rng);
        cr_assert_neq(result, FAILED, "no memory is no verdict");
    }
    ed25519_key_wipe(&key);
    return result;
}

Test(faults_memory, rsa, .timeout = 60)
{
    prepare();
    for (size_t i = 0; rsa_engines[i]; i++)
        if (!step_missing(&rsa_engines[i]->step)) {
            struct life life = {rsa_engines[i]->step.name, rsa_life, i, 31, TURNS};

            sweep(&life, 60, 60);
        }
}

Test(faults_memory, ecdsa, .timeout = 60)
{
    prepare();
    for (size_t i = 0; ec_engines[i]; i++)
        if (!step_missing(&ec_engines[i]->step)) {
            struct life life = {ec_engines[i]->step.name, ec_life, i, 32, TURNS};

            sweep(&life, 60, 40);
        }
}

Test(faults_memory, ed25519, .timeout = 60)
{
    prepare();
    for (size_t i = 0; ed25519_engines[i]; i++)
        if (!step_missing(&ed25519_engines[i]->step) &&
            (!ed25519_engines[i]->start || ed25519_engines[i]->start() == DONE)) {
            struct life life = {ed25519_engines[i]->step.name, ed25519_life, i, 33, TURNS};

            sweep(&life, 60, 40);
        }
}

/* In words, and exit(2): atexit() handlers run, which take away unfinished files. */
static void says_goodbye(void)
{
    if (write(STDERR_FILENO, "bye\n", 4) != 4)
        _exit(9);
}

Test(faults_memory, gmp_ends_in_one_line)
{
    int ends[2], status;
    char text[256];
    ssize_t len;
    pid_t child;

    prepare();
    cr_assert_eq(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        mpz_t x;

        dup2(ends[1], STDERR_FILENO);
        gmp_memory_install(NULL);
        atexit(says_goodbye);
        mpz_init_set_ui(x, 1);
        alloc_on(1, 1);
        mpz_mul_2exp(x, x, 100000);
        _exit(0);
    }
    close(ends[1]);
    cr_assert_eq(waitpid(child, &status, 0), child);
    len = read(ends[0], text, sizeof text - 1);
    cr_assert_gt(len, 0);
    text[len] = '\0';
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 2, "status %x", status);
    cr_assert_str_eq(text, "sigcost: out of memory\nbye\n");
}

/* What GMP frees is zero, what it grows leaves no copy behind. */
Test(faults_memory, gmp_wipes)
{
    static const size_t size = 4096;
    void *(*allocate)(size_t);
    void *(*grow)(void *, size_t, size_t);
    void (*release)(void *, size_t);
    char *small, *big;
    size_t seen = 0;

    prepare();
    mp_get_memory_functions(&allocate, &grow, &release);
    small = allocate(size);
    memset(small, 0x5a, size);
    big = grow(small, size, 64 * size);
    cr_assert_neq(big, small);
    for (size_t i = 0; i < size; i++)
        cr_assert_eq(big[i], 0x5a);
    cr_assert_eq(grow(big, 64 * size, 16), big);
    for (size_t i = 16; i < 64 * size; i++)
        cr_assert_eq(big[i], 0);
    release(big, 16);
    release(NULL, 0);
    /* the small block comes back from malloc without a trace but for what malloc keeps in it */
    small = malloc(size);
    cr_assert_not_null(small);
    for (size_t i = 0; i < size; i++)
        seen += small[i] == 0x5a;
    cr_assert_eq(seen, 0);
    free(small);
}
