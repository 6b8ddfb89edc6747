/* self_rsa - the RSA engines as rows. */
#include <stdlib.h>
#include <string.h>

#include "bench/self.h"
#include "bignum/bytes.h"
#include "bignum/memory.h"
#include "rsa/rsa.h"

struct handle {
    struct rsa_key key;
    struct rsa_context ctx;
};

static const char *missing(const struct impl *row)
{
    return step_missing(&((const struct rsa_engine *)row->data)->step);
}

static void key_free(const struct impl *row, void *key)
{
    struct handle *handle = key;

    (void)row;
    if (!handle)
        return;
    if (handle->ctx.context)
        rsa_context_clear(&handle->ctx);
    rsa_key_clear(&handle->key);
    free(handle);
}

static struct handle *handle_new(void)
{
    struct handle *handle = calloc(1, sizeof *handle);

    if (handle)
        rsa_key_init(&handle->key);
    return handle;
}

/* The engine's own form of the key is made here, once, and not in each operation. */
static enum result finish(const struct impl *row, void **key, struct handle *handle)
{
    if (rsa_context_init(&handle->ctx, row->data, &handle->key) != DONE) {
        handle->ctx.context = NULL;
        key_free(row, handle);
        return FAILED;
    }
    *key = handle;
    return DONE;
}

static enum result keygen(const struct impl *row, void **key, struct rng *rng)
{
    struct handle *handle = handle_new();
    enum result done;
    mpz_t e;

    *key = NULL;
    if (!handle)
        return FAILED;
    mpz_init_set_ui(e, 65537);
    done = rsa_keygen(&handle->key, row->data, row->alg->bits, e, 0, rng);
    mpz_clear(e);
    if (done != DONE) {
        key_free(row, handle);
        return done;
    }
    return finish(row, key, handle);
}

static enum result key_import(const struct impl *row, void **key, const struct key_data *data)
{
    const char *why = NULL;
    struct handle *handle;

    *key = NULL;
    handle = handle_new();
    if (!handle)
        return FAILED;
    if (rsa_key_from_bytes(&handle->key, data->n, data->e, data->d, data->p, data->q, 1, &why) !=
        DONE) {
        key_free(row, handle);
        return FAILED;
    }
    return finish(row, key, handle);
}

/* x as octets without leading zeros, into buf of len octets; empty for zero. */
static struct bytes octets_of(uint8_t *buf, size_t len, const mpz_t x)
{
    size_t need = mpz_sgn(x) ? (mpz_sizeinbase(x, 2) + 7) / 8 : 0;

    if (need > len || i2osp(buf, need, x) != DONE)
        need = 0;
    return (struct bytes){buf, need};
}

static enum result key_export(const struct impl *row, const void *key, struct key_store *out)
{
    const struct rsa_key *from = &((const struct handle *)key)->key;
    uint8_t n[RSA_MAX_BITS / 8], e[RSA_MAX_E_BITS / 8], d[RSA_MAX_BITS / 8], p[RSA_MAX_BITS / 8],
        q[RSA_MAX_BITS / 8];
    struct key_data data = {.n = octets_of(n, sizeof n, from->n),
                            .e = octets_of(e, sizeof e, from->e)};
    enum result done;

    (void)row;
    if (from->has_d)
        data.d = octets_of(d, sizeof d, from->d);
    if (from->has_primes) {
        data.p = octets_of(p, sizeof p, from->p);
        data.q = octets_of(q, sizeof q, from->q);
    }
    done = key_store_copy(out, &data);
    wipe(d, sizeof d);
    wipe(p, sizeof p);
    wipe(q, sizeof q);
    wipe_stack(STACK_OF_RSA);
    return done;
}

static enum result sign(const struct impl *row, void *key, const struct sig_params *params,
                        const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                        struct rng *rng)
{
    struct handle *handle = key;

    (void)row;
    *sig_len = 0;
    if (handle->ctx.k > SIG_MAX_LEN)
        return UNSUPPORTED;
    enum result done = rsa_sign(sig, &handle->ctx, params->hash, msg, len, rng);
    if (done == DONE)
        *sig_len = handle->ctx.k;
    return done;
}

static enum result verify(const struct impl *row, void *key, const struct sig_params *params,
                          const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    const struct handle *handle = key;

    (void)row;
    return rsa_verify(&handle->ctx, params->hash, msg, len, sig, sig_len);
}

size_t self_rsa_engines(void)
{
    size_t count = 0;

    while (rsa_engines[count])
        count++;
    return count;
}

enum result self_rsa_row(struct impl *row, const struct alg *alg, size_t i)
{
    const struct step *step = &rsa_engines[i]->step;

    *row = (struct impl){.alg = alg,
                         .name = step->name,
                         .idea = step->idea,
                         .source = step->source,
                         .flags = step->flags,
                         .data = rsa_engines[i],
                         .missing = missing,
                         .keygen = keygen,
                         .key_import = key_import,
                         .key_export = key_export,
                         .key_free = key_free,
                         .sign = sign,
                         .verify = verify,
                         .table_bytes = self_rsa_table_bytes};
    return DONE;
}
