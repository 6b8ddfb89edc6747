/* tree_ec - key generation, signing and verifying with ECDSA, by the steps of FIPS 186-5 6.4 and A.2.1. */
#include <string.h>

#include "bench/tree_phases.h"
#include "hash/drbg.h"
#include "bignum/bytes.h"
#include "bignum/memory.h"
#include "ec/ec.h"
#include "ec/scalar.h"

typedef mp_limb_t scalar[EC_MAX_LIMBS];

struct state {
    struct ec_group group;
    struct ec_key keys[RING];
    uint8_t digest[RING][SHA2_MAX_DIGEST];
    scalar k[RING], r[RING], s[RING], e[RING], u1[RING], u2[RING];
    struct ec_point out;
    scalar t;
    uint8_t sig[ECDSA_MAX_DER];
    int vartime;
};

static const scalar zero;

static void run_hash(struct phases *phases, size_t i)
{
    struct state *s = phases->state;
    size_t len;
    const uint8_t *msg = phases_message(phases, i, &len);

    sha2(s->digest[i], phases->hash, msg, len);
}

static void run_nonce(struct phases *phases, size_t i)
{
    struct state *s = phases->state;
    struct rfc6979 nonces;

    rfc6979_init(&nonces, phases->hash, s->keys[i].d, s->digest[i], s->group.curve);
    rfc6979_next(s->k[i], &nonces);
    rfc6979_wipe(&nonces);
}

static void run_base(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    (void)s->group.engine->mul_base(&s->out, s->k[i], s->group.context);
}

/* A scalar that was never there before, as key generation has it: a branch predictor learns a ring's by heart. */
static void run_base_new(struct phases *phases, size_t i)
{
    struct state *s = phases->state;
    scalar k = {0};

    (void)i;
    phases_random((uint8_t *)k, s->group.curve->order_bits / 8); /* below n */
    (void)s->group.engine->mul_base(&s->out, k, s->group.context);
}

static void frame_base(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    (void)i;
    (void)s->group.engine->mul_base(&s->out, zero, s->group.context);
}

static void run_check(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    (void)s->group.engine->mul_check(s->u1[i], s->u2[i], &s->keys[i].Q, s->r[i], s->group.context);
}

static void frame_check(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    (void)s->group.engine->mul_check(zero, zero, &s->keys[i].Q, s->r[i], s->group.context);
}

static void invert(struct state *s, const mp_limb_t *a)
{
    if (s->vartime)
        s->group.engine->sc_inv_vartime(s->t, a, s->group.context);
    else
        s->group.engine->sc_inv(s->t, a, s->group.context);
}

static void run_inverse(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    invert(s, s->vartime ? s->s[i] : s->k[i]);
}

static void run_products(struct phases *phases, size_t i)
{
    struct state *s = phases->state;
    const struct ec_engine *engine = s->group.engine;
    scalar a;

    engine->sc_mul(a, s->r[i], s->vartime ? s->s[i] : s->keys[i].d, s->group.context);
    if (!s->vartime)
        ec_scalar_add(a, a, s->e[i], s->group.curve);
    engine->sc_mul(a, s->s[i], a, s->group.context);
}

static void run_encode(struct phases *phases, size_t i)
{
    struct state *s = phases->state;

    ec_digest_to_scalar(s->t, s->digest[i], hash_len(phases->hash), s->group.curve);
    (void)ecdsa_sig_to_der(s->sig, s->r[i], s->s[i], s->group.curve);
}

static void run_decode(struct phases *phases, size_t i)
{
    struct state *s = phases->state;
    scalar a, b;
    static volatile int good;

    (void)ecdsa_sig_from_der(a, b, workload_sig(phases->work, i), phases->work->sig_len[i],
                             s->group.curve);
    good = ec_scalar_in_range(a, s->group.curve) && ec_scalar_in_range(b, s->group.curve);
    (void)good;
    ec_digest_to_scalar(s->t, s->digest[i], hash_len(phases->hash), s->group.curve);
}

/* An engine that does nothing: what is left of a key generation is the draw and its reduction. */
static enum result hollow_mul_base(struct ec_point *R, const mp_limb_t *k, const void *context)
{
    (void)k, (void)context;
    R->infinity = 0;
    return DONE;
}

static void run_draw(struct phases *phases, size_t i)
{
    static const struct ec_engine hollow = {.mul_base = hollow_mul_base};
    const struct state *s = phases->state;
    struct ec_group group = {&hollow, s->group.curve, NULL};
    struct ec_key key;

    (void)i;
    (void)ec_keygen(&key, &group, rng_os());
    ec_key_wipe(&key);
}

/* The inversion that the operation calls, on the numbers of the ring. */
static void unit_inverse(const void *context, unsigned long times)
{
    const struct phases *phases = context;
    struct state *s = phases->state;

    while (times-- > 0)
        invert(s, s->vartime ? s->s[times % RING] : s->k[times % RING]);
}

static enum curve_id curve_of(unsigned bits)
{
    enum curve_id id = P192;

    while (id < P521 && ec_curve(id)->bits != bits)
        id++;
    return id;
}

static enum result open_key(struct phases *phases, struct state *s, size_t i)
{
    const struct key_data *data = &phases->work->ring->keys[i].key;
    const struct ec_curve *curve = s->group.curve;
    struct ec_key *key = &s->keys[i];

    memset(key, 0, sizeof *key);
    os2limbs(key->d, EC_MAX_LIMBS, data->secret.at, data->secret.len);
    key->has_d = 1;
    return ec_point_from_bytes(&key->Q, data->public.at, data->public.len, curve);
}

/* What each phase gets from the ones before it. */
static enum result prepare(struct phases *phases, struct state *s, size_t i)
{
    const struct ec_curve *curve = s->group.curve;
    const struct ec_engine *engine = s->group.engine;
    scalar w;

    run_hash(phases, i);
    ec_digest_to_scalar(s->e[i], s->digest[i], hash_len(phases->hash), curve);
    run_nonce(phases, i);
    if (ecdsa_sig_from_der(s->r[i], s->s[i], workload_sig(phases->work, i),
                           phases->work->sig_len[i], curve) != DONE)
        return FAILED;
    engine->sc_inv_vartime(w, s->s[i], s->group.context);
    engine->sc_mul(s->u1[i], s->e[i], w, s->group.context);
    engine->sc_mul(s->u2[i], s->r[i], w, s->group.context);
    return DONE;
}

static void clear(struct phases *phases)
{
    struct state *s = phases->state;

    if (s->group.context)
        ec_group_clear(&s->group);
    wipe(s, sizeof *s);
}

static void add_phases(struct phases *out, const struct state *s)
{
    const size_t hlen = hash_len(out->hash), rlen = s->group.curve->order_bytes;
    const size_t draws = (rlen + hlen - 1) / hlen; /* of T */

    if (out->op == OP_KEYGEN) {
        struct phase *draw = phases_add(out, "draw and reduce modulo n - 1", run_draw);
        draw->timed = draw->kernel = 1;
        (void)phases_add_main(out, "scalar multiplication [d]G", run_base_new, frame_base);
        phases_add_wiping(out, sizeof(struct ec_key), STACK_OF_CURVES);
        return;
    }
    if (out->op != OP_SIGN) {
        phases_add(out, "decode DER, check ranges", run_decode)->timed = 1;
        phases_add(out, "hash of the message", run_hash)->hashes = 1;
        phases_add(out, "inversion 1/s modulo n", run_inverse);
        phases_add(out, "products modulo n", run_products);
        (void)phases_add_main(out, "scalar multiplications [u1]G + [u2]Q", run_check, frame_check);
        return;
    }
    phases_add(out, "hash of the message", run_hash)->hashes = 1;
    /* RFC 6979 3.2 d to g, and h.2 once for each hlen octets */
    phases_add(out, "nonce (RFC 6979)", run_nonce)->macs = (double)(4 + draws);
    (void)phases_add_main(out, "scalar multiplication [k]G", run_base, frame_base);
    phases_add(out, "inversion 1/k modulo n", run_inverse);
    phases_add(out, "products modulo n", run_products);
    phases_add(out, "digest to number, encode DER", run_encode)->timed = 1;
    phases_add_wiping(out, 0, STACK_OF_CURVES);
}

enum result phases_open_ec(struct phases *out, const char *impl, const char **why)
{
    struct state *s = phases_state(out, sizeof *s);
    enum result done = DONE;
    size_t e = 0;

    if (!s)
        return FAILED;
    while (ec_engines[e] && strcmp(ec_engines[e]->step.name, impl) != 0)
        e++;
    out->clear = clear;
    *why = "this step does not do this curve";
    if (!ec_engines[e] ||
        ec_group_init(&s->group, ec_engines[e], ec_curve(curve_of(out->alg->bits))) != DONE)
        return UNSUPPORTED;
    out->step = &ec_engines[e]->step;
    s->vartime = out->op == OP_VERIFY || out->op == OP_REJECT;
    for (size_t i = 0; i < RING && done == DONE; i++) {
        done = open_key(out, s, i);
        if (done == DONE)
            done = prepare(out, s, i);
    }
    if (done != DONE) {
        *why = "it refuses a good key or signature";
        return FAILED;
    }
    add_phases(out, s);
    phases_add_units(out, (struct unit[]){{OP_SC_INV, unit_inverse}, {0, NULL}}, out, 0);
    phases_add_units(out, s->group.engine->step.units, s->group.context, 0);
    out->turns = s->vartime ? out->step->turns_check : out->step->turns_base;
    out->turns_context = s->group.context;
    return DONE;
}
