/* leak_targets - inputs and operations of `leak`, by family, straight on the engines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/leak.h"
#include "bignum/bytes.h"
#include "ec/ec.h"
#include "ec/scalar.h"
#include "ed25519/ed25519.h"
#include "rsa/rsa.h"

static const char message[] = "the message of all signatures here";

/* --- ECDSA ------------------------------------------------------------------------------------ */

struct ec_state {
    struct ec_group group;
    struct ec_key key;
    mp_limb_t k[LEAK_INPUTS][EC_MAX_LIMBS];
};

static const struct ec_engine *ec_engine_named(const char *name)
{
    for (size_t i = 0; ec_engines[i]; i++)
        if (strcmp(ec_engines[i]->step.name, name) == 0)
            return ec_engines[i];
    return NULL;
}

static enum result ec_prepare(struct leak_target *target, size_t i, unsigned class, struct rng *rng)
{
    struct ec_state *state = target->state;
    const struct ec_curve *curve = state->group.curve;
    mp_limb_t drawn[EC_MAX_LIMBS] = {0}, fixed[EC_MAX_LIMBS] = {0};
    mp_limb_t random = -(mp_limb_t) class;

    /* both classes are drawn and chosen from alike, so that they leave the caches alike */
    if (random_limbs_below(drawn, mpz_limbs_read(curve->n), (mp_size_t)curve->order_limbs,
                           curve->order_bits, rng) != DONE)
        return FAILED;
    drawn[0] |= 1;
    drawn[0] -= !ec_scalar_in_range(drawn, curve); /* n is odd: n - 1 is in range */
    fixed[0] = target->op == OP_SIGN ? 0xfffffffb : 1;
    for (size_t j = 0; j < EC_MAX_LIMBS; j++)
        state->k[i][j] = (drawn[j] & random) | (fixed[j] & ~random);
    return DONE;
}

static enum result ec_keygen_run(struct leak_target *target, size_t i, struct rng *rng)
{
    struct ec_state *state = target->state;
    struct ec_point R;

    (void)rng;
    return state->group.engine->mul_base(&R, state->k[i], state->group.context);
}

static enum result ec_sign_run(struct leak_target *target, size_t i, struct rng *rng)
{
    struct ec_state *state = target->state;
    mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];

    (void)rng;
    return ecdsa_sign_with_nonce(r, s, &state->key, state->k[i], (const uint8_t *)message, 32,
                                 &state->group);
}

static void ec_clear(struct leak_target *target)
{
    struct ec_state *state = target->state;

    ec_group_clear(&state->group);
    wipe(state, sizeof *state);
    free(state);
}

static enum result ec_make(struct leak_target *out, struct rng *rng)
{
    const struct ec_engine *engine = ec_engine_named(out->row->name);
    char name[16];
    struct ec_state *state = calloc(1, sizeof *state);

    snprintf(name, sizeof name, "p%u", out->row->alg->bits);
    if (!state || !engine || ec_group_init(&state->group, engine, ec_curve_by_name(name)) != DONE) {
        free(state);
        return FAILED;
    }
    out->state = state;
    out->prepare = ec_prepare;
    out->run = out->op == OP_SIGN ? ec_sign_run : ec_keygen_run;
    out->clear = ec_clear;
    if (ec_keygen(&state->key, &state->group, rng) == DONE)
        return DONE;
    ec_clear(out);
    return FAILED;
}

/* --- Ed25519 ---------------------------------------------------------------------------------- */

struct ed_state {
    const struct ed25519_engine *engine;
    uint8_t prefix[32]; /* of the fixed class */
    struct ed25519_key key[LEAK_INPUTS];
};

static enum result ed_prepare(struct leak_target *target, size_t i, unsigned class, struct rng *rng)
{
    struct ed_state *state = target->state;
    struct ed25519_key *key = &state->key[i];
    const uint8_t random = (uint8_t) - class;

    if (random_bytes(key->scalar, 32, rng) != DONE || random_bytes(key->prefix, 32, rng) != DONE)
        return FAILED;
    for (int j = 0; j < 32; j++) {
        key->scalar[j] &= random;
        key->prefix[j] = (key->prefix[j] & random) | (state->prefix[j] & (uint8_t)~random);
    }
    key->scalar[0] &= 0xf8;
    key->scalar[31] = (key->scalar[31] & 0x7f) | 0x40;
    return DONE;
}

static enum result ed_keygen_run(struct leak_target *target, size_t i, struct rng *rng)
{
    struct ed_state *state = target->state;
    uint8_t R[32];

    (void)rng;
    state->engine->mul_base(R, state->key[i].scalar);
    return DONE;
}

static enum result ed_sign_run(struct leak_target *target, size_t i, struct rng *rng)
{
    struct ed_state *state = target->state;
    uint8_t sig[64];

    (void)rng;
    return ed25519_sign(sig, &state->key[i], ED25519_PURE, (struct bytes){NULL, 0}, message,
                        sizeof message, state->engine);
}

/* The nonce is a hash: of 4096 prefixes the one whose nonce for the message has the fewest bits set. */
static void ed_choose_prefix(struct ed_state *state)
{
    unsigned least = 256;

    for (unsigned i = 0; i < 4096; i++) {
        uint8_t prefix[32] = {(uint8_t)i, (uint8_t)(i >> 8)}, digest[64], r[32];
        struct sha2 hash;
        unsigned bits = 0;

        sha2_init(&hash, SHA512, NULL);
        sha2_update(&hash, prefix, sizeof prefix);
        sha2_update(&hash, message, sizeof message);
        sha2_final(&hash, digest);
        state->engine->sc_reduce(r, digest);
        for (int j = 0; j < 32; j++)
            bits += (unsigned)__builtin_popcount(r[j]);
        if (bits < least) {
            least = bits;
            memcpy(state->prefix, prefix, sizeof prefix);
        }
    }
}

static void ed_clear(struct leak_target *target)
{
    wipe(target->state, sizeof(struct ed_state));
    free(target->state);
}

static enum result ed_make(struct leak_target *out)
{
    struct ed_state *state = calloc(1, sizeof *state);

    if (!state)
        return FAILED;
    for (size_t i = 0; ed25519_engines[i]; i++)
        if (strcmp(ed25519_engines[i]->step.name, out->row->name) == 0)
            state->engine = ed25519_engines[i];
    if (!state->engine || state->engine->start() != DONE) {
        free(state);
        return FAILED;
    }
    ed_choose_prefix(state);
    for (int i = 0; i < LEAK_INPUTS; i++)
        state->key[i].has_seed = 1; /* A stays 0: it is public, and one for both classes */
    out->state = state;
    out->prepare = ed_prepare;
    out->run = out->op == OP_SIGN ? ed_sign_run : ed_keygen_run;
    out->clear = ed_clear;
    return DONE;
}

/* --- RSA -------------------------------------------------------------------------------------- */

struct rsa_state {
    struct rsa_key key;
    struct rsa_context ctx;
    uint8_t in[LEAK_INPUTS][RSA_MAX_BITS / 8];
};

static enum result rsa_prepare(struct leak_target *target, size_t i, unsigned class,
                               struct rng *rng)
{
    struct rsa_state *state = target->state;
    const uint8_t random = (uint8_t) - class;
    const size_t k = state->ctx.k;

    if (random_bytes(state->in[i], k, rng) != DONE)
        return FAILED;
    for (size_t j = 0; j < k; j++)
        state->in[i][j] &= random;
    state->in[i][0] = 0; /* below n */
    state->in[i][k - 1] |= 1;
    return DONE;
}

static enum result rsa_run(struct leak_target *target, size_t i, struct rng *rng)
{
    struct rsa_state *state = target->state;
    uint8_t out[RSA_MAX_BITS / 8];

    return state->ctx.engine->private_op(out, state->in[i], state->ctx.context, rng);
}

static void rsa_clear(struct leak_target *target)
{
    struct rsa_state *state = target->state;

    rsa_context_clear(&state->ctx);
    rsa_key_clear(&state->key);
    wipe(state, sizeof *state);
    free(state);
}

static enum result rsa_make(struct leak_target *out, struct rng *rng)
{
    struct rsa_state *state = calloc(1, sizeof *state);
    enum result result = FAILED;
    mpz_t e;

    if (!state)
        return FAILED;
    out->state = state;
    out->prepare = rsa_prepare;
    out->run = rsa_run;
    out->clear = rsa_clear;
    rsa_key_init(&state->key);
    mpz_init_set_ui(e, 65537);
    if (rsa_keygen(&state->key, out->row->data, out->row->alg->bits, e, 0, rng) == DONE)
        result = rsa_context_init(&state->ctx, out->row->data, &state->key);
    mpz_clear(e);
    if (result != DONE)
        rsa_clear(out);
    return result;
}

enum result leak_target_make(struct leak_target *out, const struct impl *row, enum op op,
                             struct rng *rng, const char **why)
{
    enum result result = FAILED;

    memset(out, 0, sizeof *out);
    out->row = row;
    out->op = op;
    *why = row->missing ? row->missing(row) : NULL;
    if (row->flags & STEP_PEER || (op != OP_KEYGEN && op != OP_SIGN) ||
        (row->alg->family == FAMILY_RSA && op == OP_KEYGEN))
        return UNSUPPORTED;
    if (*why)
        return FAILED;
    switch (row->alg->family) {
    case FAMILY_RSA:
        result = rsa_make(out, rng);
        break;
    case FAMILY_ECDSA:
        result = ec_make(out, rng);
        break;
    case FAMILY_ED25519:
        result = ed_make(out);
        break;
    }
    if (result != DONE)
        *why = "the step refuses the key";
    return result;
}
