/* ed25519_setup - what the tests of Ed25519's engines share: those that this machine runs, the oracle's base point
 * and points of low order, octets that carry far. */
#ifndef TESTS_ED25519_SETUP_H
#define TESTS_ED25519_SETUP_H

#include <criterion/criterion.h>

#include "tests/ed25519_oracle.h"
#include "tests/replay.h"

static const struct ed25519_engine *engines[16];
static unsigned nengines;
static gmp_randstate_t random_state;
static struct opoint base, torsion[8]; /* torsion[i] = [i]T, T of order 8 */

static inline void start_engines(void)
{
    oracle_init();
    opoint_init(&base);
    opoint_base(&base);
    for (unsigned i = 0; ed25519_engines[i]; i++)
        if (!step_missing(&ed25519_engines[i]->step)) {
            cr_assert_eq(ed25519_engines[i]->start(), DONE);
            engines[nengines++] = ed25519_engines[i];
        }
}

static inline void start_random(void)
{
    gmp_randinit_mt(random_state);
    gmp_randseed_ui(random_state, 25519 + (unsigned long)replay_seed());
}

static inline void start_torsion(void)
{
    for (unsigned i = 0; i < 8; i++)
        opoint_init(&torsion[i]);
    opoint_order8(&torsion[1]);
    for (unsigned i = 2; i < 8; i++)
        opoint_add(&torsion[i], &torsion[i - 1], &torsion[1]);
}

static inline void plain_octets(uint8_t *out, size_t len)
{
    mpz_t x;

    mpz_init(x);
    mpz_urandomb(x, random_state, 8 * len);
    mpz_to_le(out, len, x);
    mpz_clear(x);
}

/* Random octets, or long runs of zeros and ones, which carry far. */
static inline void random_octets(uint8_t *out, size_t len)
{
    uint8_t runs[64];

    plain_octets(out, len);
    if (out[0] & 1)
        return;
    plain_octets(runs, sizeof runs);
    for (size_t i = 0, bit = 0; bit < 8 * len; i++)
        for (unsigned n = runs[i % 64] % 97 + 1; n && bit < 8 * len; n--, bit++) {
            out[bit / 8] = (uint8_t)(out[bit / 8] & ~(1u << (bit % 8)));
            out[bit / 8] = (uint8_t)(out[bit / 8] | ((i & 1) << (bit % 8)));
        }
}

#endif
