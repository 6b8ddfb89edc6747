/* engine_gmp - the reference row: GMP's own mpz_powm, mpz_powm_sec with CRT, and mpz_nextprime. */
#include <stdlib.h>
#include <string.h>

#include "bignum/bytes.h"
#include "rsa/engines.h"

struct context {
    struct rsa_key key;
    size_t k;
};

static void context_free(void *context)
{
    struct context *ctx = context;

    if (!ctx)
        return;
    rsa_key_clear(&ctx->key);
    free(ctx);
}

static void *context_new(const struct rsa_key *key)
{
    struct context *ctx = calloc(1, sizeof *ctx);

    if (!ctx)
        return NULL;
    rsa_key_init(&ctx->key);
    rsa_key_copy(&ctx->key, key);
    ctx->k = rsa_octets(key);
    return ctx;
}

static size_t context_bytes(const void *context)
{
    const struct context *ctx = context;
    const struct rsa_key *key = &ctx->key;

    return sizeof *ctx +
           sizeof(mp_limb_t) *
               (mpz_size(key->n) + mpz_size(key->e) + mpz_size(key->d) + mpz_size(key->p) +
                mpz_size(key->q) + mpz_size(key->dp) + mpz_size(key->dq) + mpz_size(key->qinv));
}

static enum result public_op(uint8_t *out, const uint8_t *in, const void *context)
{
    const struct context *ctx = context;
    mpz_t x;
    enum result result = FAILED;

    mpz_init(x);
    os2ip(x, in, ctx->k);
    memset(out, 0, ctx->k);
    if (mpz_cmp(x, ctx->key.n) < 0) {
        mpz_powm(x, x, ctx->key.e, ctx->key.n);
        result = i2osp(out, ctx->k, x);
    }
    mpz_clear(x);
    return result;
}

static void crt_power(mpz_t x, const struct rsa_key *key)
{
    mpz_t m1, m2;

    mpz_inits(m1, m2, NULL);
    mpz_mod(m1, x, key->p);
    mpz_powm_sec(m1, m1, key->dp, key->p);
    mpz_mod(m2, x, key->q);
    mpz_powm_sec(m2, m2, key->dq, key->q);
    mpz_sub(m1, m1, m2);
    mpz_mul(m1, m1, key->qinv);
    mpz_mod(m1, m1, key->p);
    mpz_mul(m1, m1, key->q);
    mpz_add(x, m1, m2);
    mpz_wipe(m1);
    mpz_wipe(m2);
    mpz_clears(m1, m2, NULL);
}

static enum result private_op(uint8_t *out, const uint8_t *in, void *context, struct rng *rng)
{
    const struct context *ctx = context;
    mpz_t x;
    enum result result = FAILED;

    (void)rng;
    mpz_init(x);
    os2ip(x, in, ctx->k);
    memset(out, 0, ctx->k);
    if (ctx->key.has_d && mpz_cmp(x, ctx->key.n) < 0) {
        if (ctx->key.has_primes)
            crt_power(x, &ctx->key);
        else
            mpz_powm_sec(x, x, ctx->key.d, ctx->key.n);
        result = i2osp(out, ctx->k, x);
    }
    mpz_wipe(x);
    mpz_clear(x);
    return result;
}

/* mpz_nextprime draws its bases from a fixed stream; the rounds asked for come on top. Candidates are
 * counted as the odd numbers passed over. */
static enum result find_prime(mpz_t prime, const struct prime_request *request, struct rng *rng)
{
    unsigned long done = 0;
    mpz_t from;
    enum result result = FAILED;

    mpz_init(from);
    while (result == FAILED && done < request->tries) {
        if (prime_candidate(prime, request, done, rng) != DONE)
            break;
        do {
            mpz_sub_ui(from, prime, 1);
            mpz_nextprime(prime, from);
            mpz_sub(from, prime, from); /* odd: (from + 1) / 2 odd numbers, the prime among them */
            COUNT(OP_CANDIDATE, (mpz_get_ui(from) + 1) / 2);
            done += (mpz_get_ui(from) + 1) / 2;
            if (mpz_sizeinbase(prime, 2) > request->bits)
                break;
            if (prime_acceptable(prime, request) &&
                mpz_probab_prime_p(prime, (int)request->rounds) != 0)
                result = DONE;
            else
                mpz_add_ui(prime, prime, 2);
        } while (result == FAILED && done < request->tries);
    }
    mpz_wipe(from);
    mpz_clear(from);
    if (result == DONE && done <= request->tries)
        return DONE;
    mpz_wipe(prime);
    return FAILED;
}

/* mpz_probab_prime_p takes -7 for a prime. */
static enum result is_prime(const mpz_t n, unsigned rounds, struct rng *rng)
{
    (void)rng;
    if (mpz_sgn(n) <= 0)
        return FAILED;
    if (mpz_sizeinbase(n, 2) > PRIME_MAX_BITS)
        return UNSUPPORTED;
    return mpz_probab_prime_p(n, (int)(rounds ? rounds : 1)) != 0 ? DONE : FAILED;
}

const struct rsa_engine rsa_gmp = {
    .step = {.name = "gmp",
             .idea = "GMP's own functions: mpz_powm, mpz_powm_sec with CRT, mpz_nextprime",
             .source = "GMP",
             .flags = STEP_PEER},
    .context_new = context_new,
    .context_free = context_free,
    .context_bytes = context_bytes,
    .public_op = public_op,
    .private_op = private_op,
    .find_prime = find_prime,
    .is_prime = is_prime,
};
