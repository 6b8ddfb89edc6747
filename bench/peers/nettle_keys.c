/* nettle: making, taking and giving keys. */
#include "bench/peers/nettle_peer.h"

#include <stdlib.h>
#include <string.h>

#include "bignum/bytes.h"

static const struct ecc_curve *curve_of(const struct alg *alg)
{
    switch (alg->bits) {
    case 192:
        return nettle_get_secp_192r1();
    case 224:
        return nettle_get_secp_224r1();
    case 256:
        return nettle_get_secp_256r1();
    case 384:
        return nettle_get_secp_384r1();
    default:
        return nettle_get_secp_521r1();
    }
}

void peer_key_free(const struct impl *row, void *at)
{
    struct key *key = at;

    if (!key)
        return;
    if (row->alg->family == FAMILY_RSA) {
        mpz_wipe(key->rsa_private.d);
        mpz_wipe(key->rsa_private.p);
        mpz_wipe(key->rsa_private.q);
        mpz_wipe(key->rsa_private.a);
        mpz_wipe(key->rsa_private.b);
        mpz_wipe(key->rsa_private.c);
        rsa_private_key_clear(&key->rsa_private);
        rsa_public_key_clear(&key->rsa_public);
    } else if (row->alg->family == FAMILY_ECDSA) {
        ecc_point_clear(&key->point);
        ecc_scalar_clear(&key->scalar);
    }
    wipe(key, sizeof *key);
    free(key);
}

static struct key *key_new(const struct alg *alg, int private)
{
    struct key *key = calloc(1, sizeof *key);

    if (!key)
        return NULL;
    key->private = private;
    if (alg->family == FAMILY_RSA) {
        rsa_public_key_init(&key->rsa_public);
        rsa_private_key_init(&key->rsa_private);
    } else if (alg->family == FAMILY_ECDSA) {
        ecc_point_init(&key->point, curve_of(alg));
        ecc_scalar_init(&key->scalar, curve_of(alg));
    }
    return key;
}

enum result peer_keygen(const struct impl *row, void **out, struct rng *rng)
{
    struct source source = {rng, 0};
    struct key *key = key_new(row->alg, 1);
    int ok = 1;

    *out = key;
    if (!key)
        return FAILED;
    if (row->alg->family == FAMILY_RSA) {
        mpz_set_ui(key->rsa_public.e, 65537);
        ok = rsa_generate_keypair(&key->rsa_public, &key->rsa_private, &source, source_draw, NULL,
                                  NULL, row->alg->bits, 0);
    } else if (row->alg->family == FAMILY_ECDSA)
        ecdsa_generate_keypair(&key->point, &key->scalar, &source, source_draw);
    else {
        source_draw(&source, sizeof key->seed, key->seed);
        ed25519_sha512_public_key(key->ed_public, key->seed);
    }
    if (ok && !source.failed)
        return DONE;
    peer_key_free(row, key);
    *out = NULL;
    return FAILED;
}

static enum result rsa_fill(struct key *key, const struct key_data *data)
{
    struct rsa_parts parts;
    int ok;

    if (rsa_parts_init(&parts, data) != DONE)
        return FAILED;
    key->private = parts.private;
    mpz_set(key->rsa_public.n, parts.n);
    mpz_set(key->rsa_public.e, parts.e);
    mpz_set(key->rsa_private.d, parts.d);
    mpz_set(key->rsa_private.p, parts.p);
    mpz_set(key->rsa_private.q, parts.q);
    mpz_set(key->rsa_private.a, parts.dp);
    mpz_set(key->rsa_private.b, parts.dq);
    mpz_set(key->rsa_private.c, parts.qinv);
    ok = rsa_public_key_prepare(&key->rsa_public) &&
         (!parts.private || rsa_private_key_prepare(&key->rsa_private));
    rsa_parts_clear(&parts);
    return ok ? DONE : UNSUPPORTED; /* it refuses a modulus below 12 octets */
}

static enum result ec_fill(struct key *key, const struct key_data *data, const struct alg *alg)
{
    struct ec_parts parts;
    mpz_t x, y, d, dx, dy;
    int ok;

    if (ec_parts_init(&parts, data, alg) != DONE)
        return FAILED;
    mpz_inits(x, y, d, dx, dy, NULL);
    os2ip(d, parts.secret, parts.width);
    os2ip(x, parts.point + 1, parts.width);
    os2ip(y, parts.point + 1 + parts.width, parts.width);
    key->private = parts.has_secret;
    if (parts.has_secret) {
        ok = ecc_scalar_set(&key->scalar, d);
        if (ok)
            ecc_point_mul_g(&key->point, &key->scalar);
        if (ok && parts.has_point) {
            ecc_point_get(&key->point, dx, dy);
            ok = mpz_cmp(x, dx) == 0 && mpz_cmp(y, dy) == 0;
        }
    } else
        ok = ecc_point_set(&key->point, x, y);
    mpz_wipe(d);
    mpz_clears(x, y, d, dx, dy, NULL);
    wipe(&parts, sizeof parts);
    return ok ? DONE : FAILED;
}

static enum result ed_fill(struct key *key, const struct key_data *data)
{
    const struct bytes *secret = &data->secret, *public = &data->public;

    if ((secret->len == 0 && public->len == 0) ||
        (secret->len > 0 && secret->len != sizeof key->seed) ||
        (public->len > 0 && public->len != sizeof key->ed_public))
        return FAILED;
    key->private = secret->len > 0;
    if (!key->private) {
        memcpy(key->ed_public, public->at, public->len);
        return DONE;
    }
    memcpy(key->seed, secret->at, secret->len);
    ed25519_sha512_public_key(key->ed_public, key->seed);
    return public->len == 0 || memcmp(key->ed_public, public->at, public->len) == 0 ? DONE : FAILED;
}

enum result peer_key_import(const struct impl *row, void **out, const struct key_data *data)
{
    struct key *key = key_new(row->alg, 0);
    enum result result;

    *out = NULL;
    if (!key)
        return FAILED;
    if (row->alg->family == FAMILY_RSA)
        result = rsa_fill(key, data);
    else if (row->alg->family == FAMILY_ECDSA)
        result = ec_fill(key, data, row->alg);
    else
        result = ed_fill(key, data);
    if (result == DONE)
        *out = key;
    else
        peer_key_free(row, key);
    return result;
}

static enum result ec_export(const struct key *key, struct key_store *out, size_t width)
{
    uint8_t octets[1 + 2 * EC_MAX_OCTETS] = {4};
    mpz_t x, y;
    enum result result;

    mpz_inits(x, y, NULL);
    ecc_point_get(&key->point, x, y);
    result = i2osp(octets + 1, width, x) == DONE && i2osp(octets + 1 + width, width, y) == DONE
                 ? peer_store(out, &out->key.public, octets, 1 + 2 * width)
                 : FAILED;
    if (result == DONE && key->private) {
        ecc_scalar_get(&key->scalar, x);
        result = i2osp(octets, width, x) == DONE ? peer_store(out, &out->key.secret, octets, width)
                                                 : FAILED;
    }
    mpz_wipe(x);
    mpz_clears(x, y, NULL);
    wipe(octets, sizeof octets);
    return result;
}

enum result peer_key_export(const struct impl *row, const void *at, struct key_store *out)
{
    const struct key *key = at;
    struct key_data *to = &out->key;
    enum result result;

    memset(out, 0, sizeof *out);
    if (row->alg->family == FAMILY_ECDSA)
        return ec_export(key, out, ec_width(row->alg));
    if (row->alg->family == FAMILY_ED25519) {
        result = peer_store(out, &to->public, key->ed_public, sizeof key->ed_public);
        if (result == DONE && key->private)
            result = peer_store(out, &to->secret, key->seed, sizeof key->seed);
        return result;
    }
    result = peer_store_mpz(out, &to->n, key->rsa_public.n);
    if (result == DONE)
        result = peer_store_mpz(out, &to->e, key->rsa_public.e);
    if (result == DONE && key->private)
        result = peer_store_mpz(out, &to->d, key->rsa_private.d);
    if (result == DONE && key->private)
        result = peer_store_mpz(out, &to->p, key->rsa_private.p);
    if (result == DONE && key->private)
        result = peer_store_mpz(out, &to->q, key->rsa_private.q);
    return result;
}
