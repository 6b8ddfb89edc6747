/* ed25519_batch - what the tests of batches share: signatures, and the answers of single verification. */
#ifndef TESTS_ED25519_BATCH_H
#define TESTS_ED25519_BATCH_H

#include "tests/ed25519_setup.h"
#include "tests/test_rng.h"

#define NO_CONTEXT ((struct bytes){NULL, 0})
enum { MOST = 1024, SIG = 64 };

static struct test_rng rng;
static struct ed25519_key key[MOST];
static uint8_t sig[MOST][SIG], msg[MOST][4];
static struct ed25519_batch_item item[MOST];
static int valid[MOST], want[MOST];

static inline void start_batches(void)
{
    start_engines();
    rng = test_rng_new(25519);
}

/* n right signatures by the last engine. */
static inline void make(size_t n)
{
    const struct ed25519_engine *engine = engines[nengines - 1];

    for (size_t i = 0; i < n; i++) {
        uint8_t number[4] = {(uint8_t)i, (uint8_t)(i >> 8), 7, 9};

        memcpy(msg[i], number, 4);
        cr_assert_eq(ed25519_keygen(&key[i], engine, &rng.rng), DONE);
        cr_assert_eq(ed25519_sign(sig[i], &key[i], ED25519_PURE, NO_CONTEXT, msg[i], 4, engine),
                     DONE);
        item[i] =
            (struct ed25519_batch_item){sig[i], SIG, key[i].A, ED25519_PURE, NO_CONTEXT, msg[i], 4};
    }
}

/* Singles decide what is wanted. Returns how many are valid. */
static inline size_t ask_singles(size_t n, const struct ed25519_engine *engine)
{
    size_t good = 0;

    for (size_t i = 0; i < n; i++) {
        const struct ed25519_batch_item *it = &item[i];

        want[i] = ed25519_verify(it->sig, it->sig_len, it->A, it->variant, it->context, it->msg,
                                 it->len, engine) == DONE;
        good += (size_t)want[i];
    }
    return good;
}

static inline void expect_same(size_t n, const struct ed25519_engine *engine, const char *what)
{
    size_t good = ask_singles(n, engine);

    memset(valid, 0xee, sizeof valid);
    cr_assert_eq(ed25519_verify_batch(valid, item, n, engine, &rng.rng), good == n ? DONE : FAILED,
                 "%s: %s: %zu", engine->step.name, what, n);
    for (size_t i = 0; i < n; i++)
        cr_assert_eq(valid[i], want[i], "%s: %s: number %zu of %zu", engine->step.name, what, i, n);
}

static inline int batches(const struct ed25519_engine *engine)
{
    return engine->check_batch != NULL;
}

#endif
