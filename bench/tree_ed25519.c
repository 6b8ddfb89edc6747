/* tree_ed25519 - key generation, signing and verifying with Ed25519, by the steps of RFC 8032 5.1.5 to 5.1.7. */
#include <string.h>

#include "bench/tree_phases.h"
#include "bignum/memory.h"
#include "hash/drbg.h"
#include "ed25519/ed25519.h"

struct state {
    const struct ed25519_engine *engine;
    struct ed25519_key keys[RING];
    uint8_t digest[RING][64], r[RING][32], k[RING][32];
    uint8_t out[64];
};

static void run_draw(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    (void)i;
    (void)random_bytes(s->out, 32, rng_os());
}

static void run_seed_hash(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    sha2(s->out, SHA512, s->keys[i].seed, 32);
}

static void run_nonce_hash(struct phases *phases, size_t i)
{
    struct state *s = phases->state;
    struct sha2 hash;
    size_t len;
    const uint8_t *msg = phases_message(phases, i, &len);

    sha2_init(&hash, SHA512, NULL);
    sha2_update(&hash, s->keys[i].prefix, 32);
    sha2_update(&hash, msg, len);
    sha2_final(&hash, s->digest[i]);
}

static void run_challenge_hash(struct phases *phases, size_t i)
{
    struct state *s = phases->state;
    struct sha2 hash;
    size_t len;
    const uint8_t *msg = phases_message(phases, i, &len);

    sha2_init(&hash, SHA512, NULL);
    sha2_update(&hash, workload_sig(phases->work, i), 32);
    sha2_update(&hash, s->keys[i].A, 32);
    sha2_update(&hash, msg, len);
    sha2_final(&hash, s->digest[i]);
}

static void run_reduce(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    s->engine->sc_reduce(s->out, s->digest[i]);
}

/* A scalar that was never there before: a branch predictor learns a ring's by heart. */
static void run_base_new(struct phases *phases, size_t i)
{
    struct state *s = phases->state;
    uint8_t scalar[32];

    (void)i;
    phases_random(scalar, sizeof scalar);
    scalar[0] &= 0xf8; /* RFC 8032 5.1.5 step 2 */
    scalar[31] = (uint8_t)((scalar[31] & 0x7f) | 0x40);
    s->engine->mul_base(s->out, scalar);
}

static void run_base(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    s->engine->mul_base(s->out, s->r[i]);
}

static void frame_base(struct phases *phases, size_t i)
{
    static const uint8_t zero[32];
    struct state *s = phases->state;

    (void)i;
    s->engine->mul_base(s->out, zero);
}

static void run_muladd(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    s->engine->sc_muladd(s->out, s->k[i], s->keys[i].scalar, s->r[i]);
}

static void run_check(struct phases *phases, size_t i)
{
    struct state *s = phases->state;
    const uint8_t *sig = workload_sig(phases->work, i);

    (void)s->engine->check(sig, s->keys[i].A, sig + 32, s->k[i]);
}

static void frame_check(struct phases *phases, size_t i)
{
    static const uint8_t zero[32];
    struct state *s = phases->state;

    (void)s->engine->check(workload_sig(phases->work, i), s->keys[i].A, zero, zero);
}

static void add_phases(struct phases *out)
{
    if (out->op == OP_KEYGEN) {
        struct phase *draw = phases_add(out, "draw the seed", run_draw);
        draw->timed = draw->kernel = 1;
        phases_add(out, "hash of the seed", run_seed_hash)->hashes = 1;
        (void)phases_add_main(out, "scalar multiplication [s]B", run_base_new, frame_base);
        phases_add_wiping(out, sizeof(struct ed25519_key), STACK_OF_CURVES);
        return;
    }
    if (out->op == OP_SIGN) {
        phases_add(out, "hash of prefix and message: the nonce", run_nonce_hash)->hashes = 1;
        phases_add(out, "reduction of the nonce modulo L", run_reduce)->timed = 1;
        (void)phases_add_main(out, "scalar multiplication [r]B", run_base, frame_base);
    }
    phases_add(out, "hash of R, A and message: the challenge", run_challenge_hash)->hashes = 1;
    phases_add(out, "reduction of the challenge modulo L", run_reduce)->timed = 1;
    if (out->op == OP_SIGN) {
        phases_add(out, "S = r + k s modulo L", run_muladd);
        phases_add_wiping(out, 0, STACK_OF_CURVES);
    } else
        (void)phases_add_main(out, "equation [S]B = R + [k]A", run_check, frame_check);
}

static void clear(struct phases *phases)
{
    wipe(phases->state, sizeof(struct state));
}

static void open_key(struct phases *phases, struct state *s, size_t i)
{
    const struct key_data *data = &phases->work->ring->keys[i].key;

    ed25519_key_from_seed(&s->keys[i], data->secret.at, s->engine);
    run_nonce_hash(phases, i);
    s->engine->sc_reduce(s->r[i], s->digest[i]);
    run_challenge_hash(phases, i);
    s->engine->sc_reduce(s->k[i], s->digest[i]);
}

enum result phases_open_ed25519(struct phases *out, const char *impl, const char **why)
{
    struct state *s = phases_state(out, sizeof *s);
    size_t e = 0;

    if (!s)
        return FAILED;
    while (ed25519_engines[e] && strcmp(ed25519_engines[e]->step.name, impl) != 0)
        e++;
    if (!ed25519_engines[e] || step_missing(&ed25519_engines[e]->step)) {
        *why = "this step does not run here";
        return UNSUPPORTED;
    }
    s->engine = ed25519_engines[e];
    out->step = &s->engine->step;
    out->hash = SHA512;
    out->clear = clear;
    if (s->engine->start && s->engine->start() != DONE)
        return FAILED;
    for (size_t i = 0; i < RING; i++)
        open_key(out, s, i);
    add_phases(out);
    phases_add_units(out, s->engine->step.units, NULL, 0);
    out->turns =
        out->op == OP_KEYGEN || out->op == OP_SIGN ? out->step->turns_base : out->step->turns_check;
    return DONE;
}
