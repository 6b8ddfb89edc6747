/* self_ed25519 - the Ed25519 engines as rows. */
#include <stdlib.h>
#include <string.h>

#include "bench/self.h"
#include "bignum/memory.h"
#include "ed25519/ed25519.h"

static const struct ed25519_engine *engine_of(const struct impl *row)
{
    return row->data;
}

static const char *missing(const struct impl *row)
{
    return step_missing(&engine_of(row)->step);
}

static enum result start(const struct impl *row)
{
    return engine_of(row)->start ? engine_of(row)->start() : DONE;
}

static size_t table_bytes(const struct impl *row)
{
    return engine_of(row)->table_bytes ? engine_of(row)->table_bytes() : 0;
}

static void key_free(const struct impl *row, void *key)
{
    (void)row;
    if (!key)
        return;
    ed25519_key_wipe(key);
    free(key);
}

static enum result keygen(const struct impl *row, void **key, struct rng *rng)
{
    struct ed25519_key *made = calloc(1, sizeof *made);
    enum result done;

    *key = NULL;
    if (!made)
        return FAILED;
    done = ed25519_keygen(made, engine_of(row), rng);
    if (done != DONE)
        key_free(row, made);
    else
        *key = made;
    return done;
}

static enum result key_import(const struct impl *row, void **key, const struct key_data *data)
{
    struct ed25519_key *made;

    *key = NULL;
    if (data->secret.len ? data->secret.len != 32 : data->public.len != 32)
        return FAILED;
    if (!data->secret.len && engine_of(row)->decodes(data->public.at) != DONE)
        return FAILED;
    made = calloc(1, sizeof *made);
    if (!made)
        return FAILED;
    if (data->secret.len)
        ed25519_key_from_seed(made, data->secret.at, engine_of(row));
    else
        memcpy(made->A, data->public.at, 32);
    *key = made;
    return DONE;
}

static enum result key_export(const struct impl *row, const void *key, struct key_store *out)
{
    const struct ed25519_key *from = key;
    struct key_data data = {.public = {from->A, 32}};
    enum result done;

    (void)row;
    if (from->has_seed)
        data.secret = (struct bytes){from->seed, 32};
    done = key_store_copy(out, &data);
    wipe_stack(STACK_OF_CURVES);
    return done;
}

static enum ed25519_variant variant_of(const struct sig_params *params)
{
    switch (params->variant) {
    case EDDSA_CTX:
        return ED25519_CTX;
    case EDDSA_PH:
        return ED25519_PH;
    case EDDSA_PURE:
        break;
    }
    return ED25519_PURE;
}

static enum result sign(const struct impl *row, void *key, const struct sig_params *params,
                        const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                        struct rng *rng)
{
    enum result done =
        ed25519_sign(sig, key, variant_of(params), params->context, msg, len, engine_of(row));

    (void)rng;
    *sig_len = done == DONE ? 64 : 0;
    return done;
}

static enum result verify(const struct impl *row, void *key, const struct sig_params *params,
                          const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    return ed25519_verify(sig, sig_len, ((const struct ed25519_key *)key)->A, variant_of(params),
                          params->context, msg, len, engine_of(row));
}

size_t self_ed25519_engines(void)
{
    size_t count = 0;

    while (ed25519_engines[count])
        count++;
    return count;
}

enum result self_ed25519_row(struct impl *row, const struct alg *alg, size_t i)
{
    const struct step *step = &ed25519_engines[i]->step;

    *row = (struct impl){.alg = alg,
                         .name = step->name,
                         .idea = step->idea,
                         .source = step->source,
                         .flags = step->flags,
                         .data = ed25519_engines[i],
                         .missing = missing,
                         .start = start,
                         .keygen = keygen,
                         .key_import = key_import,
                         .key_export = key_export,
                         .key_free = key_free,
                         .sign = sign,
                         .verify = verify,
                         .table_bytes = table_bytes};
    return DONE;
}
