/* tree_rsa - signing and verifying with RSA, in the order of RFC 8017 8.2. */
#include <string.h>

#include "bench/tree_phases.h"
#include "hash/drbg.h"
#include "bignum/bytes.h"
#include "rsa/rsa.h"

#define K_MAX (RSA_MAX_BITS / 8)

struct state {
    const struct rsa_engine *engine;
    struct rsa_context ctx[RING];
    uint8_t em[RING][K_MAX], out[K_MAX];
    mp_limb_t number[K_MAX / sizeof(mp_limb_t)];
};

static void run_encode(struct phases *phases, size_t i)
{
    struct state *s = phases->state;
    size_t len;
    const uint8_t *msg = phases_message(phases, i, &len);

    (void)emsa_pkcs1_v1_5(s->out, s->ctx[i].k, phases->hash, msg, len);
}

static void run_private(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    (void)s->engine->private_op(s->out, s->em[i], s->ctx[i].context, rng_os());
}

static void run_public(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    (void)s->engine->public_op(s->out, workload_sig(phases->work, i), s->ctx[i].context);
}

/* OS2IP before and I2OSP after the arithmetic. */
static void run_octets(struct phases *phases, size_t i)
{
    struct state *s = phases->state;
    size_t k = s->ctx[i].k, n = (k + sizeof(mp_limb_t) - 1) / sizeof(mp_limb_t);

    (void)os2limbs(s->number, n, s->em[i], k);
    (void)limbs2os(s->out, k, s->number, n);
}

static void run_compare(struct phases *phases, size_t i)
{
    struct state *s = phases->state;
    static volatile int same;

    same = memcmp(s->em[i], s->out, s->ctx[i].k) == 0;
    (void)same;
}

static void half_counts(double half[OP_COUNT], const struct phases *phases, size_t phase, size_t i)
{
    const struct state *s = phases->state;
    struct rsa_cost cost;

    memset(half, 0, OP_COUNT * sizeof *half);
    if (phases->list[phase].run != run_private || !s->engine->private_cost)
        return;
    s->engine->private_cost(&cost, s->ctx[i].context);
    if (cost.half.mul == 0)
        return;
    half[OP_MOD_MUL] = (double)cost.half.mul;
    half[OP_MOD_SQR] = (double)cost.half.sqr;
    half[OP_MOD_RED] = (double)cost.half.red;
    half[OP_DIVISION] = (double)cost.half.division;
    half[OP_LIMB_MUL] = (double)cost.half.limb_mul;
    half[OP_VEC_MUL] = (double)cost.half.vec_mul;
    half[OP_VEC_MOD_MUL] = (double)cost.half.vec_mod_mul;
    half[OP_VEC_MOD_SQR] = (double)cost.half.vec_mod_sqr;
    half[OP_RADIX_IN] = (double)cost.half.radix_in;
    half[OP_RADIX_OUT] = (double)cost.half.radix_out;
    half[OP_TABLE_SCAN] = (double)cost.table_scan;
}

static void clear(struct phases *phases)
{
    struct state *s = phases->state;

    for (size_t i = 0; i < RING; i++)
        if (s->ctx[i].engine)
            rsa_context_clear(&s->ctx[i]);
    wipe(s->em, sizeof s->em);
}

static enum result open_keys(struct phases *phases, struct state *s)
{
    struct rsa_key key;
    enum result done = DONE;
    size_t len;

    rsa_key_init(&key);
    for (size_t i = 0; i < RING && done == DONE; i++) {
        const struct key_data *data = &phases->work->ring->keys[i].key;
        struct bytes none = {0};
        int private = phases->op == OP_SIGN;
        done = rsa_key_from_bytes(&key, data->n, data->e, private ? data->d : none,
                                  private ? data->p : none, private ? data->q : none, 1, NULL);
        if (done == DONE)
            done = rsa_context_init(&s->ctx[i], s->engine, &key);
        if (done != DONE)
            break;
        const uint8_t *msg = phases_message(phases, i, &len);
        done = emsa_pkcs1_v1_5(s->em[i], s->ctx[i].k, phases->hash, msg, len);
        /* the blinding pair is made at a context's first private operation, and is no part of others */
        if (private && s->engine->step.flags & STEP_CONSTANT_TIME)
            run_private(phases, i);
    }
    rsa_key_clear(&key);
    return done;
}

enum result phases_open_rsa(struct phases *out, const char *impl, const char **why)
{
    struct state *s;
    size_t e = 0;

    while (rsa_engines[e] && strcmp(rsa_engines[e]->step.name, impl) != 0)
        e++;
    if (!rsa_engines[e] || !rsa_engines[e]->public_cost || out->op == OP_KEYGEN) {
        *why = "its inside is not counted";
        return UNSUPPORTED;
    }
    out->step = &rsa_engines[e]->step;
    if (!(s = phases_state(out, sizeof *s)))
        return FAILED;
    out->clear = clear;
    s->engine = rsa_engines[e];
    if (open_keys(out, s) != DONE) {
        *why = "it refuses a good key";
        return FAILED;
    }
    phases_add(out, "hash and padding (EMSA-PKCS1-v1_5)", run_encode)->hashes = 1;
    phases_add(out, "octets to numbers and back", run_octets)->timed = 1;
    if (out->op == OP_SIGN) {
        (void)phases_add_main(out, "private operation (RSASP1)", run_private, NULL);
    } else {
        (void)phases_add_main(out, "public operation (RSAVP1)", run_public, NULL);
        phases_add(out, "comparison", run_compare)->timed = 1;
    }
    out->half = half_counts;
    phases_add_units(out, s->engine->step.units, s->ctx[0].context, 0);
    if (out->op == OP_SIGN) {
        phases_add_units(out, s->engine->half_units, s->ctx[0].context, 1);
        out->half_turns = s->engine->half_turns;
        out->turns_context = s->ctx[0].context;
    }
    return DONE;
}
