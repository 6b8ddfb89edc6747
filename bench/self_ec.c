/* self_ec - the ECDSA engines as rows, one group (engine opened on a curve) a row. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/need.h"
#include "bench/self.h"
#include "bignum/bytes.h"
#include "bignum/memory.h"
#include "ec/ec.h"

struct ec_row {
    const struct ec_engine *engine;
    enum curve_id id;
    int tried; /* opening: tables are made once */
    struct ec_group group;
};

struct handle {
    struct ec_key key;
    const struct ec_group *group;
};

static struct ec_row *data_of(const struct impl *row)
{
    return (struct ec_row *)row->data;
}

static enum result open_group(struct ec_row *data)
{
    if (!data->tried) {
        data->tried = 1;
        errno = 0;
        if (ec_group_init(&data->group, data->engine, ec_curve(data->id)) != DONE) {
            need_memory(); /* else this step does not do this curve */
            data->group.context = NULL;
        }
    }
    return data->group.context ? DONE : FAILED;
}

static const char *missing(const struct impl *row)
{
    const char *why = step_missing(&data_of(row)->engine->step);

    if (why)
        return why;
    return open_group(data_of(row)) == DONE ? NULL : "this step does not do this curve";
}

static enum result start(const struct impl *row)
{
    return open_group(data_of(row));
}

static void stop(const struct impl *row)
{
    struct ec_row *data = data_of(row);

    if (data->tried && data->group.context)
        ec_group_clear(&data->group);
    data->group.context = NULL;
    data->tried = 0;
}

static size_t table_bytes(const struct impl *row)
{
    struct ec_row *data = data_of(row);

    if (!data->engine->table_bytes || open_group(data) != DONE)
        return 0;
    return data->engine->table_bytes(data->group.context);
}

static void key_free(const struct impl *row, void *key)
{
    struct handle *handle = key;

    (void)row;
    if (!handle)
        return;
    ec_key_wipe(&handle->key);
    free(handle);
}

static struct handle *handle_new(const struct impl *row)
{
    struct handle *handle;

    if (open_group(data_of(row)) != DONE)
        return NULL;
    handle = calloc(1, sizeof *handle);
    if (handle)
        handle->group = &data_of(row)->group;
    return handle;
}

static enum result keygen(const struct impl *row, void **key, struct rng *rng)
{
    struct handle *handle = handle_new(row);
    enum result done;

    *key = NULL;
    if (!handle)
        return FAILED;
    done = ec_keygen(&handle->key, handle->group, rng);
    if (done != DONE)
        key_free(row, handle);
    else
        *key = handle;
    return done;
}

static enum result key_import(const struct impl *row, void **key, const struct key_data *data)
{
    struct handle *handle = handle_new(row);
    enum result done;

    *key = NULL;
    if (!handle)
        return FAILED;
    if (data->secret.len) {
        done = ec_key_from_scalar(&handle->key, data->secret.at, data->secret.len, handle->group);
    } else {
        const struct ec_curve *curve = handle->group->curve;
        done = ec_point_from_bytes(&handle->key.Q, data->public.at, data->public.len, curve);
        if (done == DONE)
            done = ec_point_validate(&handle->key.Q, curve);
    }
    if (done != DONE)
        key_free(row, handle);
    else
        *key = handle;
    return done;
}

static enum result key_export(const struct impl *row, const void *key, struct key_store *out)
{
    const struct handle *handle = key;
    const struct ec_curve *curve = handle->group->curve;
    uint8_t secret[EC_MAX_BYTES], public[1 + 2 * EC_MAX_BYTES];
    struct key_data data = {.public = {public, 0}};
    enum result done = DONE;

    (void)row;
    data.public.len = ec_point_to_bytes(public, &handle->key.Q, 0, curve);
    if (handle->key.has_d) {
        done = limbs2os(secret, curve->order_bytes, handle->key.d, curve->order_limbs);
        data.secret = (struct bytes){secret, curve->order_bytes};
    }
    if (done == DONE)
        done = key_store_copy(out, &data);
    wipe(secret, sizeof secret);
    wipe_stack(STACK_OF_CURVES);
    return done;
}

static enum result sign(const struct impl *row, void *key, const struct sig_params *params,
                        const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                        struct rng *rng)
{
    const struct handle *handle = key;
    const struct ec_curve *curve = handle->group->curve;
    mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];
    enum result done;

    (void)row;
    (void)rng;
    *sig_len = 0;
    done = ecdsa_sign(r, s, &handle->key, params->hash, msg, len, handle->group);
    if (done != DONE)
        return done;
    if (params->form == SIG_DER) {
        *sig_len = ecdsa_sig_to_der(sig, r, s, curve);
    } else {
        ecdsa_sig_to_fixed(sig, r, s, curve);
        *sig_len = 2 * curve->order_bytes;
    }
    return DONE;
}

static enum result verify(const struct impl *row, void *key, const struct sig_params *params,
                          const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    const struct handle *handle = key;
    const struct ec_curve *curve = handle->group->curve;
    mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];
    enum result done = params->form == SIG_DER ? ecdsa_sig_from_der(r, s, sig, sig_len, curve)
                                               : ecdsa_sig_from_fixed(r, s, sig, sig_len, curve);

    (void)row;
    if (done != DONE)
        return done;
    return ecdsa_verify(r, s, &handle->key.Q, params->hash, msg, len, handle->group);
}

size_t self_ec_engines(void)
{
    size_t count = 0;

    while (ec_engines[count])
        count++;
    return count;
}

static enum curve_id curve_of(const struct alg *alg)
{
    switch (alg->bits) {
    case 192:
        return P192;
    case 224:
        return P224;
    case 256:
        return P256;
    case 384:
        return P384;
    default:
        return P521;
    }
}

enum result self_ec_row(struct impl *row, const struct alg *alg, size_t i)
{
    const struct step *step = &ec_engines[i]->step;
    struct ec_row *data = need_zeroed(1, sizeof *data);

    data->engine = ec_engines[i];
    data->id = curve_of(alg);
    *row = (struct impl){.alg = alg,
                         .name = step->name,
                         .idea = step->idea,
                         .source = step->source,
                         /* the nonce is written once, in ecdsa_sign(), for every engine */
                         .flags = step->flags | STEP_RFC6979,
                         .data = data,
                         .missing = missing,
                         .start = start,
                         .stop = stop,
                         .keygen = keygen,
                         .key_import = key_import,
                         .key_export = key_export,
                         .key_free = key_free,
                         .sign = sign,
                         .verify = verify,
                         .table_bytes = table_bytes};
    return DONE;
}
