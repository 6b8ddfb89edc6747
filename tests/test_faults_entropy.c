/* test_faults_entropy - getrandom(2) itself replaced by one that fails, stutters, or is stuck: what keys, searches,
 * primality tests, blinding and batches make of it through rng_os(). */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ec/ec.h"
#include "ed25519/ed25519.h"
#include "hash/rng_os.h"
#include "rsa/rsa.h"

static enum {
    SOUND,
    MISSING,     /* ENOSYS */
    BROKEN,      /* EIO */
    EMPTY,       /* returns 0 */
    BOASTING,    /* says that it gave more than was asked for */
    ZEROS,       /* success, all zeros */
    STUCK,       /* success, all 0xa5 */
    SHORT,       /* one octet a call */
    INTERRUPTED, /* EINTR twice before each call that works */
    RUNS_DRY     /* sound for `left` octets, then EIO */
} source;
static size_t left;
static unsigned interruptions;

static ssize_t sound(void *out, size_t len)
{
    return syscall(SYS_getrandom, out, len, 0);
}

static ssize_t fails_with(int error)
{
    errno = error;
    return -1;
}

/* In place of libc's, for everything in this process. */
ssize_t getrandom(void *out, size_t len, unsigned flags)
{
    (void)flags;
    switch (source) {
    case SOUND:
        return sound(out, len);
    case MISSING:
        return fails_with(ENOSYS);
    case BROKEN:
        return fails_with(EIO);
    case EMPTY:
        return 0;
    case BOASTING:
        return sound(out, len) < 0 ? -1 : (ssize_t)len + 1;
    case ZEROS:
    case STUCK:
        memset(out, source == ZEROS ? 0 : 0xa5, len);
        return (ssize_t)len;
    case SHORT:
        return sound(out, len > 0);
    case INTERRUPTED:
        return interruptions++ % 3 < 2 ? fails_with(EINTR) : sound(out, len);
    case RUNS_DRY:
        if (len > left)
            return fails_with(EIO);
        left -= len;
        return sound(out, len);
    }
    return -1;
}

static int all_zero(const void *at, size_t len)
{
    const uint8_t *octet = at;
    uint8_t any = 0;

    for (size_t i = 0; i < len; i++)
        any |= octet[i];
    return any == 0;
}

static int private_is_zero(const struct rsa_key *key)
{
    return !key->has_d && !key->has_primes && mpz_sgn(key->d) == 0 && mpz_sgn(key->p) == 0 &&
           mpz_sgn(key->q) == 0 && mpz_sgn(key->dp) == 0 && mpz_sgn(key->dq) == 0 &&
           mpz_sgn(key->qinv) == 0 && mpz_sgn(key->n) == 0;
}

/* Each family's keys by each step. want: DONE or FAILED. */
static void keys(enum result want)
{
    struct rsa_key rsa;
    mpz_t e;

    rsa_key_init(&rsa);
    mpz_init_set_ui(e, 65537);
    for (size_t i = 0; rsa_engines[i]; i++) {
        if (step_missing(&rsa_engines[i]->step))
            continue;
        cr_assert_eq(rsa_keygen(&rsa, rsa_engines[i], 512, e, 0, rng_os()), want, "%s",
                     rsa_engines[i]->step.name);
        cr_assert(want == DONE || private_is_zero(&rsa), "%s", rsa_engines[i]->step.name);
    }
    mpz_clear(e);
    rsa_key_clear(&rsa);

    for (size_t i = 0; ec_engines[i]; i++)
        for (int id = 0; id < CURVE_COUNT; id++) {
            struct ec_group group;
            struct ec_key key;

            if (step_missing(&ec_engines[i]->step) ||
                ec_group_init(&group, ec_engines[i], ec_curve((enum curve_id)id)) != DONE)
                continue;
            memset(&key, 0x77, sizeof key);
            cr_assert_eq(ec_keygen(&key, &group, rng_os()), want, "%s", ec_engines[i]->step.name);
            if (want != DONE)
                cr_assert(!key.has_d && key.Q.infinity && all_zero(key.d, sizeof key.d));
            ec_group_clear(&group);
        }

    for (size_t i = 0; ed25519_engines[i]; i++) {
        struct ed25519_key key;

        if (step_missing(&ed25519_engines[i]->step) ||
            (ed25519_engines[i]->start && ed25519_engines[i]->start() != DONE))
            continue;
        memset(&key, 0x77, sizeof key);
        cr_assert_eq(ed25519_keygen(&key, ed25519_engines[i], rng_os()), want);
        cr_assert(want == DONE || all_zero(&key, sizeof key));
    }
}

Test(entropy, a_failing_source_makes_no_key, .timeout = 60)
{
    for (int kind = MISSING; kind <= BOASTING; kind++) {
        source = kind;
        keys(FAILED);
    }
}

/* d would be 1, the seed 32 zeros, p and q the least primes of their range. */
Test(entropy, a_stuck_source_makes_no_key, .timeout = 60)
{
    uint8_t out[64];

    for (int kind = ZEROS; kind <= STUCK; kind++) {
        source = kind;
        keys(FAILED);
        for (size_t len = RNG_STUCK_LEN; len <= sizeof out; len++) {
            memset(out, 1, sizeof out);
            cr_assert_eq(random_bytes(out, len, rng_os()), FAILED);
            cr_assert(all_zero(out, len));
        }
        /* a single octet, or a few, may be zero */
        cr_assert_eq(random_bytes(out, 1, rng_os()), DONE);
        cr_assert_eq(random_bytes(out, RNG_STUCK_LEN - 1, rng_os()), DONE);
    }
}

Test(entropy, short_reads_and_interruptions_are_repeated, .timeout = 60)
{
    source = SHORT;
    keys(DONE);
    source = INTERRUPTED;
    keys(DONE);
    cr_assert_gt(interruptions, 30);
}

/* A source that ends in the middle of a search, of a primality test, of a blinding pair. */
Test(entropy, a_source_that_runs_dry, .timeout = 60)
{
    struct rsa_key key;
    mpz_t e, n;

    rsa_key_init(&key);
    mpz_init_set_ui(e, 65537);
    mpz_init_set_ui(n, 1);
    mpz_mul_2exp(n, n, 521);
    mpz_sub_ui(n, n, 1);
    for (size_t i = 0; rsa_engines[i]; i++) {
        const struct rsa_engine *engine = rsa_engines[i];
        enum result result = FAILED;

        if (step_missing(&engine->step))
            continue;
        for (size_t octets = 0; octets < 1000; octets += 37) {
            source = RUNS_DRY;
            left = octets;
            result = rsa_keygen(&key, engine, 512, e, 0, rng_os());
            cr_assert(result == DONE || private_is_zero(&key), "%s", engine->step.name);
            left = octets % 66;
            if (!(engine->step.flags & STEP_PEER))
                cr_assert_eq(engine->is_prime(n, 5, rng_os()), UNSUPPORTED,
                             "%s: no verdict without bases", engine->step.name);
        }
    }
    mpz_clears(e, n, NULL);
    rsa_key_clear(&key);
}

/* A blinded operation that has no pair yet fails, and works again when the source does. */
Test(entropy, no_blinding_no_signature, .timeout = 60)
{
    struct rsa_key key;
    mpz_t e;

    rsa_key_init(&key);
    mpz_init_set_ui(e, 65537);
    source = SOUND;
    cr_assert_eq(rsa_keygen(&key, rsa_engines[3], 1024, e, 0, rng_os()), DONE);
    for (size_t i = 0; rsa_engines[i]; i++) {
        uint8_t sig[128];
        struct rsa_context ctx;

        if (!(rsa_engines[i]->step.flags & STEP_CONSTANT_TIME) ||
            step_missing(&rsa_engines[i]->step))
            continue;
        cr_assert_eq(rsa_context_init(&ctx, rsa_engines[i], &key), DONE);
        for (int kind = MISSING; kind <= STUCK; kind++) {
            source = kind;
            memset(sig, 1, sizeof sig);
            cr_assert_eq(rsa_sign(sig, &ctx, SHA256, "x", 1, rng_os()), FAILED);
            cr_assert(all_zero(sig, sizeof sig));
        }
        source = SOUND;
        cr_assert_eq(rsa_sign(sig, &ctx, SHA256, "x", 1, rng_os()), DONE);
        cr_assert_eq(rsa_verify(&ctx, SHA256, "x", 1, sig, sizeof sig), DONE);
        rsa_context_clear(&ctx);
    }
    mpz_clear(e);
    rsa_key_clear(&key);
}

/* Without random weights a batch has no verdict. */
Test(entropy, no_weights_no_batch)
{
    struct ed25519_batch_item items[8];
    uint8_t sig[64] = {0}, A[32] = {1};
    int valid[8];

    for (size_t i = 0; ed25519_engines[i]; i++) {
        const struct ed25519_engine *engine = ed25519_engines[i];
        struct ed25519_key key;

        if (step_missing(&engine->step) || !engine->check_batch ||
            (engine->start && engine->start() != DONE))
            continue;
        source = SOUND;
        cr_assert_eq(ed25519_keygen(&key, engine, rng_os()), DONE);
        cr_assert_eq(ed25519_sign(sig, &key, ED25519_PURE, (struct bytes){NULL, 0}, "m", 1, engine),
                     DONE);
        memcpy(A, key.A, 32);
        for (int j = 0; j < 8; j++)
            items[j] = (struct ed25519_batch_item){
                .sig = sig, .sig_len = 64, .A = A, .msg = "m", .len = 1};
        cr_assert_eq(ed25519_verify_batch(valid, items, 8, engine, rng_os()), DONE);
        for (int kind = MISSING; kind <= STUCK; kind++) {
            source = kind;
            memset(valid, 1, sizeof valid);
            cr_assert_eq(ed25519_verify_batch(valid, items, 8, engine, rng_os()), UNSUPPORTED,
                         "%s, source %d", engine->step.name, kind);
            cr_assert(all_zero(valid, sizeof valid));
        }
    }
}
