/* wolfssl: making, taking and giving keys. */
#include "bench/peers/wolfssl_peer.h"

#include <stdlib.h>
#include <string.h>

int wolf_curve(const struct alg *alg)
{
    switch (alg->bits) {
    case 192:
        return ECC_SECP192R1;
    case 224:
        return ECC_SECP224R1;
    case 256:
        return ECC_SECP256R1;
    case 384:
        return ECC_SECP384R1;
    default:
        return ECC_SECP521R1;
    }
}

void peer_key_free(const struct impl *row, void *at)
{
    struct key *key = at;

    (void)row;
    if (!key)
        return;
    if (key->family == FAMILY_RSA)
        wc_FreeRsaKey(&key->rsa);
    else if (key->family == FAMILY_ECDSA)
        wc_ecc_free(&key->ec);
    else
        wc_ed25519_free(&key->ed);
    wc_FreeRng(&key->rng);
    wipe(key, sizeof *key);
    free(key);
}

static struct key *key_new(enum family family, int private)
{
    struct key *key = calloc(1, sizeof *key);
    int error;

    if (!key || wc_InitRng(&key->rng)) {
        free(key);
        return NULL;
    }
    key->private = private;
    key->family = family;
    if (family == FAMILY_RSA)
        error = wc_InitRsaKey(&key->rsa, NULL) || wc_RsaSetRNG(&key->rsa, &key->rng);
    else if (family == FAMILY_ECDSA)
        error = wc_ecc_init(&key->ec) || wc_ecc_set_rng(&key->ec, &key->rng);
    else
        error = wc_ed25519_init(&key->ed);
#if HAS_RFC6979
    if (!error && family == FAMILY_ECDSA)
        error = wc_ecc_set_deterministic(&key->ec, 1);
#endif
    if (!error)
        return key;
    peer_key_free(NULL, key);
    return NULL;
}

/* Hands the key out, or drops it and answers FAILED. */
static enum result finish(void **out, struct key *key, int ok)
{
    *out = ok ? key : NULL;
    if (!ok)
        peer_key_free(NULL, key);
    return ok ? DONE : FAILED;
}

enum result peer_keygen(const struct impl *row, void **out, struct rng *rng)
{
    struct key *key = key_new(row->alg->family, 1);
    int error = 1;

    (void)rng;
    if (key && row->alg->family == FAMILY_RSA)
        error = wc_MakeRsaKey(&key->rsa, (int)row->alg->bits, WC_RSA_EXPONENT, &key->rng);
    else if (key && row->alg->family == FAMILY_ECDSA)
        error =
            wc_ecc_make_key_ex(&key->rng, (int)ec_width(row->alg), &key->ec, wolf_curve(row->alg));
    else if (key)
        error = wc_ed25519_make_key(&key->rng, ED25519_KEY_SIZE, &key->ed);
    return finish(out, key, !error);
}

static int read_mpi(mp_int *to, const mpz_t x)
{
    uint8_t octets[RSA_MAX_OCTETS];
    int error = mp_read_unsigned_bin(to, octets, (word32)peer_octets(octets, x));

    wipe(octets, sizeof octets);
    return error;
}

enum result peer_rsa_import(const struct impl *row, void **out, const struct key_data *data)
{
    struct rsa_parts parts;
    struct key *key;
    RsaKey *rsa;
    int error = 1;

    (void)row;
    *out = NULL;
    if (rsa_parts_init(&parts, data) != DONE)
        return FAILED;
    if (parts.bits < RSA_MIN_SIZE || parts.bits > RSA_MAX_SIZE) {
        rsa_parts_clear(&parts);
        return UNSUPPORTED;
    }
    key = key_new(FAMILY_RSA, parts.private);
    if (key) {
        rsa = &key->rsa;
        rsa->type = parts.private ? RSA_PRIVATE : RSA_PUBLIC;
        error = read_mpi(&rsa->n, parts.n) || read_mpi(&rsa->e, parts.e);
        if (!error && parts.private)
            error = read_mpi(&rsa->d, parts.d) || read_mpi(&rsa->p, parts.p) ||
                    read_mpi(&rsa->q, parts.q) || read_mpi(&rsa->dP, parts.dp) ||
                    read_mpi(&rsa->dQ, parts.dq) || read_mpi(&rsa->u, parts.qinv);
    }
    rsa_parts_clear(&parts);
    return finish(out, key, !error);
}

enum result peer_ec_import(const struct impl *row, void **out, const struct key_data *data)
{
    struct ec_parts parts;
    struct key *key;
    uint8_t point[1 + 2 * EC_MAX_OCTETS];
    word32 len = sizeof point;
    int ok = 0, curve = wolf_curve(row->alg);

    *out = NULL;
    if (ec_parts_init(&parts, data, row->alg) != DONE)
        return FAILED;
    key = key_new(FAMILY_ECDSA, parts.has_secret);
    if (key && parts.has_secret)
        ok = !wc_ecc_import_private_key_ex(parts.secret, (word32)parts.width, NULL, 0, &key->ec,
                                           curve) &&
             !wc_ecc_make_pub_ex(&key->ec, NULL, &key->rng) &&
             !wc_ecc_export_x963(&key->ec, point, &len) && len == 1 + 2 * parts.width &&
             (!parts.has_point || memcmp(point, parts.point, len) == 0);
    else if (key)
        ok = !wc_ecc_import_x963_ex(parts.point, (word32)(1 + 2 * parts.width), &key->ec, curve) &&
             !wc_ecc_check_key(&key->ec);
    wipe(&parts, sizeof parts);
    return finish(out, key, ok);
}

enum result peer_ed_import(const struct impl *row, void **out, const struct key_data *data)
{
    const struct bytes *secret = &data->secret, *public = &data->public;
    uint8_t derived[ED25519_PUB_KEY_SIZE];
    struct key *key;
    int ok = 0;

    (void)row;
    *out = NULL;
    if ((secret->len == 0 && public->len == 0) ||
        (secret->len > 0 && secret->len != ED25519_KEY_SIZE) ||
        (public->len > 0 && public->len != ED25519_PUB_KEY_SIZE))
        return FAILED;
    key = key_new(FAMILY_ED25519, secret->len > 0);
    if (key && key->private)
        ok = !wc_ed25519_import_private_only(secret->at, ED25519_KEY_SIZE, &key->ed) &&
             !wc_ed25519_make_public(&key->ed, derived, sizeof derived) &&
             !wc_ed25519_import_private_key(secret->at, ED25519_KEY_SIZE, derived, sizeof derived,
                                            &key->ed) &&
             (public->len == 0 || memcmp(derived, public->at, sizeof derived) == 0);
    else if (key)
        ok = !wc_ed25519_import_public(public->at, ED25519_PUB_KEY_SIZE, &key->ed);
    return finish(out, key, ok);
}

static enum result store_mpi(struct key_store *out, struct bytes *part, mp_int *x)
{
    uint8_t octets[RSA_MAX_OCTETS];
    int len = mp_unsigned_bin_size(x);
    enum result result = FAILED;

    if (len >= 0 && (size_t)len <= sizeof octets && mp_to_unsigned_bin(x, octets) == 0)
        result = peer_store(out, part, octets, (size_t)len);
    wipe(octets, sizeof octets);
    return result;
}

static enum result rsa_export(struct key *key, struct key_store *out)
{
    struct key_data *to = &out->key;
    RsaKey *rsa = &key->rsa;

    if (store_mpi(out, &to->n, &rsa->n) != DONE || store_mpi(out, &to->e, &rsa->e) != DONE)
        return FAILED;
    return !key->private || (store_mpi(out, &to->d, &rsa->d) == DONE &&
                             store_mpi(out, &to->p, &rsa->p) == DONE &&
                             store_mpi(out, &to->q, &rsa->q) == DONE)
               ? DONE
               : FAILED;
}

enum result peer_key_export(const struct impl *row, const void *at, struct key_store *out)
{
    struct key *key = (struct key *)(uintptr_t)at; /* the library's exporters take no const */
    uint8_t octets[1 + 2 * EC_MAX_OCTETS];
    word32 len = sizeof octets;
    enum result result = FAILED;

    memset(out, 0, sizeof *out);
    if (key->family == FAMILY_RSA)
        return rsa_export(key, out);
    if (key->family == FAMILY_ECDSA ? !wc_ecc_export_x963(&key->ec, octets, &len)
                                    : !wc_ed25519_export_public(&key->ed, octets, &len))
        result = peer_store(out, &out->key.public, octets, len);
    if (result != DONE || !key->private)
        return result;
    len = (word32)(key->family == FAMILY_ECDSA ? ec_width(row->alg) : ED25519_KEY_SIZE);
    if (key->family == FAMILY_ECDSA ? !wc_ecc_export_private_only(&key->ec, octets, &len)
                                    : !wc_ed25519_export_private_only(&key->ed, octets, &len))
        result = peer_store(out, &out->key.secret, octets, len);
    else
        result = FAILED;
    wipe(octets, sizeof octets);
    return result;
}
