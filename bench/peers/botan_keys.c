/* botan: making, taking and giving keys. */
#include "bench/peers/botan_peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void peer_key_free(const struct impl *row, void *at)
{
    struct key *key = at;

    (void)row;
    if (!key)
        return;
    for (int id = 0; id < HASH_COUNT; id++) {
        botan_pk_op_sign_destroy(key->sign[id]);
        botan_pk_op_verify_destroy(key->verify[id]);
    }
    botan_privkey_destroy(key->secret);
    botan_pubkey_destroy(key->public);
    botan_rng_destroy(key->rng);
    free(key);
}

static struct key *key_new(void)
{
    struct key *key = calloc(1, sizeof *key);

    if (key && botan_rng_init(&key->rng, "user") == 0)
        return key;
    free(key);
    return NULL;
}

static enum result read_field(botan_mp_t x, const struct key *key, const char *name, int secret)
{
    return (secret ? botan_privkey_get_field(x, key->secret, name)
                   : botan_pubkey_get_field(x, key->public, name)) == 0
               ? DONE
               : FAILED;
}

/* Hands the key out with its public half, or drops it and answers FAILED. */
static enum result finish(void **out, struct key *key, const struct impl *row, int ok)
{
    botan_mp_t n = NULL;

    *out = NULL;
    if (!key)
        return FAILED;
    if (ok && key->secret && !key->public)
        ok = botan_privkey_export_pubkey(&key->public, key->secret) == 0;
    if (ok && row->alg->family == FAMILY_RSA)
        ok = botan_mp_init(&n) == 0 && read_field(n, key, "n", 0) == DONE &&
             botan_mp_num_bytes(n, &key->rsa_len) == 0;
    botan_mp_destroy(n);
    if (ok)
        *out = key;
    else
        peer_key_free(row, key);
    return ok ? DONE : FAILED;
}

enum result peer_keygen(const struct impl *row, void **out, struct rng *rng)
{
    struct key *key = key_new();
    char bits[16];
    int error = 1;

    (void)rng;
    snprintf(bits, sizeof bits, "%u", row->alg->bits);
    if (key && row->alg->family == FAMILY_RSA)
        error = botan_privkey_create(&key->secret, "RSA", bits, key->rng);
    else if (key && row->alg->family == FAMILY_ECDSA)
        error = botan_privkey_create(&key->secret, "ECDSA", row->data, key->rng);
    else if (key)
        error = botan_privkey_create(&key->secret, "Ed25519", "", key->rng);
    return finish(out, key, row, !error);
}

static botan_mp_t mp(const uint8_t *octets, size_t len)
{
    botan_mp_t x = NULL;

    if (botan_mp_init(&x) == 0 && botan_mp_from_bin(x, octets, len) == 0)
        return x;
    botan_mp_destroy(x);
    return NULL;
}

static botan_mp_t mp_of(const mpz_t x)
{
    uint8_t octets[RSA_MAX_OCTETS];
    botan_mp_t out = mp(octets, peer_octets(octets, x));

    wipe(octets, sizeof octets);
    return out;
}

enum result peer_rsa_import(const struct impl *row, void **out, const struct key_data *data)
{
    struct rsa_parts parts;
    struct key *key;
    botan_mp_t n, e, p, q;
    int ok;

    *out = NULL;
    if (rsa_parts_init(&parts, data) != DONE)
        return FAILED;
    n = mp_of(parts.n);
    e = mp_of(parts.e);
    p = mp_of(parts.p);
    q = mp_of(parts.q);
    key = key_new();
    ok = key && n && e && p && q &&
         (parts.private ? botan_privkey_load_rsa(&key->secret, p, q, e) /* finds d itself */
                        : botan_pubkey_load_rsa(&key->public, n, e)) == 0;
    botan_mp_destroy(n);
    botan_mp_destroy(e);
    botan_mp_destroy(p);
    botan_mp_destroy(q);
    rsa_parts_clear(&parts);
    return finish(out, key, row, ok);
}

/* A field's octets: width of them, or as many as there are (0). */
static enum result field(uint8_t *out, size_t room, size_t *len, const struct key *key,
                         const char *name, int secret, size_t width)
{
    uint8_t octets[RSA_MAX_OCTETS];
    botan_mp_t x = NULL;
    size_t found = 0;
    enum result result = FAILED;

    if (botan_mp_init(&x) == 0 && read_field(x, key, name, secret) == DONE &&
        botan_mp_num_bytes(x, &found) == 0 && found <= sizeof octets &&
        botan_mp_to_bin(x, octets) == 0) {
        *len = width ? width : found;
        if (*len <= room)
            result = peer_pad(out, *len, octets, found);
    }
    botan_mp_destroy(x);
    wipe(octets, sizeof octets);
    return result;
}

static enum result point_of(uint8_t *out, const struct key *key, size_t width)
{
    size_t len;

    out[0] = 4;
    return field(out + 1, width, &len, key, "public_x", 0, width) == DONE
               ? field(out + 1 + width, width, &len, key, "public_y", 0, width)
               : FAILED;
}

enum result peer_ec_import(const struct impl *row, void **out, const struct key_data *data)
{
    struct ec_parts parts;
    struct key *key;
    uint8_t point[1 + 2 * EC_MAX_OCTETS];
    botan_mp_t x, y, d;
    enum result result;
    int ok;

    *out = NULL;
    if (ec_parts_init(&parts, data, row->alg) != DONE)
        return FAILED;
    x = mp(parts.point + 1, parts.width);
    y = mp(parts.point + 1 + parts.width, parts.width);
    d = mp(parts.secret, parts.width);
    key = key_new();
    ok = key && x && y && d;
    if (ok && parts.has_secret)
        ok = botan_privkey_load_ecdsa(&key->secret, d, row->data) == 0 &&
             botan_privkey_check_key(key->secret, key->rng, 0) == 0;
    else if (ok)
        ok = botan_pubkey_load_ecdsa(&key->public, x, y, row->data) == 0 &&
             botan_pubkey_check_key(key->public, key->rng, 0) == 0;
    result = finish(out, key, row, ok);
    if (result == DONE && parts.has_secret && parts.has_point &&
        (point_of(point, *out, parts.width) != DONE ||
         memcmp(point, parts.point, 1 + 2 * parts.width) != 0)) {
        peer_key_free(row, *out);
        *out = NULL;
        result = FAILED;
    }
    botan_mp_destroy(x);
    botan_mp_destroy(y);
    botan_mp_destroy(d);
    wipe(&parts, sizeof parts);
    return result;
}

enum result peer_ed_import(const struct impl *row, void **out, const struct key_data *data)
{
    const struct bytes *secret = &data->secret, *public = &data->public;
    uint8_t derived[32];
    struct key *key;
    enum result result;
    int ok;

    *out = NULL;
    if ((secret->len == 0 && public->len == 0) || (secret->len > 0 && secret->len != 32) ||
        (public->len > 0 && public->len != 32))
        return FAILED;
    key = key_new();
    ok = key && (secret->len > 0 ? botan_privkey_load_ed25519(&key->secret, secret->at)
                                 : botan_pubkey_load_ed25519(&key->public, public->at)) == 0;
    result = finish(out, key, row, ok);
    if (result == DONE && secret->len > 0 && public->len > 0 &&
        (botan_pubkey_ed25519_get_pubkey(key->public, derived) != 0 ||
         memcmp(derived, public->at, sizeof derived) != 0)) {
        peer_key_free(row, key);
        *out = NULL;
        result = FAILED;
    }
    return result;
}

static enum result rsa_export(const struct key *key, struct key_store *out)
{
    struct key_data *to = &out->key;
    const struct {
        const char *name;
        struct bytes *part;
        int secret;
    } list[] = {
        {"n", &to->n, 0}, {"e", &to->e, 0}, {"d", &to->d, 1}, {"p", &to->p, 1}, {"q", &to->q, 1}};
    uint8_t octets[RSA_MAX_OCTETS];
    size_t len;
    enum result result = DONE;

    for (size_t i = 0; i < sizeof list / sizeof *list && result == DONE; i++) {
        if (list[i].secret && !key->secret)
            continue;
        result = field(octets, sizeof octets, &len, key, list[i].name, list[i].secret, 0);
        if (result == DONE)
            result = peer_store(out, list[i].part, octets, len);
    }
    wipe(octets, sizeof octets);
    return result;
}

enum result peer_key_export(const struct impl *row, const void *at, struct key_store *out)
{
    const struct key *key = at;
    uint8_t octets[1 + 2 * EC_MAX_OCTETS];
    size_t width = ec_width(row->alg), len;
    enum result result;

    memset(out, 0, sizeof *out);
    if (row->alg->family == FAMILY_RSA)
        return rsa_export(key, out);
    if (row->alg->family == FAMILY_ED25519) {
        if (botan_pubkey_ed25519_get_pubkey(key->public, octets) != 0)
            return FAILED;
        result = peer_store(out, &out->key.public, octets, 32);
        if (result == DONE && key->secret) /* seed || public */
            result = botan_privkey_ed25519_get_privkey(key->secret, octets) == 0
                         ? peer_store(out, &out->key.secret, octets, 32)
                         : FAILED;
    } else {
        result = point_of(octets, key, width);
        if (result == DONE)
            result = peer_store(out, &out->key.public, octets, 1 + 2 * width);
        if (result == DONE && key->secret)
            result = field(octets, sizeof octets, &len, key, "x", 1, width);
        if (result == DONE && key->secret)
            result = peer_store(out, &out->key.secret, octets, width);
    }
    wipe(octets, sizeof octets);
    return result;
}
