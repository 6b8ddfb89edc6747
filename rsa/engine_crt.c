/* engine_crt - two powers modulo p and q with exponents of half the length instead of one modulo n:
 * each product costs a quarter, there are as many of them. */
#include "bignum/modmul_montgomery.inc"
#include "bignum/pow_sliding.inc"
#include "bignum/prime_mr.inc"
#include "bignum/prime_sieve.inc"
#include "rsa/engines.h"
#include "rsa/public.inc"
#include "rsa/private_plain.inc"
#include "rsa/private_crt.inc"
#include "rsa/prime_units.inc"

struct context {
    struct public_part pub;  /* first: public_op() takes the context for it */
    struct plain_part plain; /* for a key whose primes are not known */
    struct crt_part crt;
};

static void context_free(void *context)
{
    struct context *ctx = context;

    if (!ctx)
        return;
    crt_clear(&ctx->crt);
    limbs_free(ctx->plain.d, (size_t)ctx->pub.n.n);
    public_clear(&ctx->pub);
    wipe(ctx, sizeof *ctx);
    free(ctx);
}

static void *context_new(const struct rsa_key *key)
{
    struct context *ctx = calloc(1, sizeof *ctx);
    enum result result;

    if (!ctx)
        return NULL;
    if (public_init(&ctx->pub, key, 0) != DONE) {
        free(ctx);
        return NULL;
    }
    result = key->has_primes ? crt_init(&ctx->crt, key, 0)
                             : plain_init(&ctx->plain, key, ctx->pub.n.n, 0);
    if (result != DONE) {
        context_free(ctx);
        return NULL;
    }
    return ctx;
}

static size_t context_bytes(const void *context)
{
    const struct context *ctx = context;

    return sizeof *ctx + ctx->pub.n.bytes + crt_bytes(&ctx->crt) +
           (size_t)(ctx->pub.n.n * (ctx->plain.d ? 4 : 3)) * sizeof(mp_limb_t);
}

static enum result private_op(uint8_t *out, const uint8_t *in, void *context, struct rng *rng)
{
    struct context *ctx = context;
    struct public_part *pub = &ctx->pub;
    enum result result = FAILED;

    (void)rng;
    if (public_read(pub, in) != DONE)
        result = FAILED;
    else if (ctx->crt.p.mod.n)
        result = crt_power(pub->out, pub->in, pub->n.n, &ctx->crt);
    else if (ctx->plain.d)
        result = plain_power(pub->out, pub->in, &ctx->plain, &pub->n);
    if (result != DONE) {
        memset(out, 0, pub->k);
        return FAILED;
    }
    return limbs2os(out, pub->k, pub->out, (size_t)pub->n.n);
}

static void private_cost(struct rsa_cost *cost, const void *context)
{
    const struct context *ctx = context;

    memset(cost, 0, sizeof *cost);
    if (ctx->crt.p.mod.n)
        crt_cost(cost, &ctx->crt, ctx->pub.n.n);
    else
        plain_cost(&cost->full, &ctx->plain, &ctx->pub.n);
}

#include "rsa/half_units.inc"

const struct rsa_engine rsa_crt = {
    .step = {.name = "crt",
             .idea = "two half-size powers and Garner's recombination",
             .source = "Quisquater and Couvreur 1982; RFC 8017 5.1.2; Garner 1959",
             .units = full_units},
    .context_new = context_new,
    .context_free = context_free,
    .context_bytes = context_bytes,
    .public_op = public_op,
    .private_op = private_op,
    .find_prime = sieve_prime,
    .is_prime = mr_is_prime,
    .public_cost = public_cost,
    .private_cost = private_cost,
    .half_units = half_units,
    .prime_units = prime_units,
};
