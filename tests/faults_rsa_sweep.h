/* faults_rsa_sweep - a fault at each call of a protected private operation in turn. Included after
 * faults_rsa.h and an engine built on private_hardened.inc. */
#ifndef SIGCOST_TEST_FAULTS_RSA_SWEEP_H
#define SIGCOST_TEST_FAULTS_RSA_SWEEP_H

struct sweep {
    struct context *ctx;
    struct rng *rng;
    uint8_t in[512], good[512];
    size_t k;
    unsigned long injected, caught, turn;
};

/* What must hold after any operation: the right signature, or zeros and no pair to go on with; and in both
 * cases nothing of the operation is left in its room. */
static enum result sweep_run(struct sweep *s)
{
    uint8_t out[512];
    enum result result;

    memset(out, 1, sizeof out);
    result = private_op(out, s->in, s->ctx, s->rng);
    if (result == DONE)
        cr_assert_eq(memcmp(out, s->good, s->k), 0, "a wrong signature left: call %lu, bit %u",
                     fault.at, fault.bit);
    else
        cr_assert(all_zero(out, s->k) && !s->ctx->blinding_ready, "call %lu", fault.at);
    cr_assert(all_zero((const uint8_t *)s->ctx->masked,
                       (size_t)(3 * s->ctx->pub.n.n) * sizeof(mp_limb_t)),
              "masked, m and check are wiped");
    return result;
}

/* ready: the operation finds a blinding pair, else it makes one. */
static void sweep_one(struct sweep *s, unsigned long at, int ready)
{
    faults_off();
    if (s->ctx->blinding_ready != ready) {
        s->ctx->blinding_ready = 0;
        if (ready)
            cr_assert_eq(sweep_run(s), DONE);
    }
    faults_off();
    fault.at = at;
    if (sweep_run(s) != DONE)
        s->caught++;
    cr_assert(fault.hit, "call %lu was made", at);
    s->injected++;
    /* a pair that was hurt while it was squared is found out by the next operation */
    faults_off();
    if (sweep_run(s) != DONE)
        cr_assert_eq(sweep_run(s), DONE, "and works again");
}

/* Every `step`th call; other bits each time it is called. */
static void sweep_all(struct sweep *s, unsigned long step)
{
    for (int ready = 1; ready >= 0; ready--) {
        unsigned long calls;

        faults_off();
        s->ctx->blinding_ready = 0;
        if (ready)
            cr_assert_eq(sweep_run(s), DONE);
        faults_off();
        cr_assert_eq(sweep_run(s), DONE);
        calls = fault.calls;
        s->injected = s->caught = 0;
        for (unsigned long at = 0; at < calls; at += step) {
            fault.zero = (at / step + s->turn) % 7 == 6;
            fault.bit = (unsigned)((at * 37 + s->turn * 331) % 4096);
            sweep_one(s, at, ready);
        }
        s->turn++;
        /* the rest fell on what is not used: a half that a copy overwrites, a subtraction not taken */
        cr_assert_gt(s->caught * 10, s->injected * 6, "%lu of %lu", s->caught, s->injected);
    }
}

static void sweep_init(struct sweep *s, struct rsa_key *key, unsigned bits, struct rng *rng)
{
    mpz_t x;

    memset(s, 0, sizeof *s);
    rsa_key_init(key);
    make_key(key, bits / 2, bits / 2, 65537, rng);
    faults_off();
    s->rng = rng;
    s->k = rsa_octets(key);
    s->ctx = context_new(key);
    cr_assert_not_null(s->ctx);
    mpz_init(x);
    cr_assert_eq(random_below(x, key->n, rng), DONE);
    cr_assert_eq(i2osp(s->in, s->k, x), DONE);
    mpz_powm(x, x, key->d, key->n);
    cr_assert_eq(i2osp(s->good, s->k, x), DONE);
    mpz_clear(x);
}

#endif
