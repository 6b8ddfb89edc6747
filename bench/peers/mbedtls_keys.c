/* mbedtls: making, taking and giving keys. */
#include "bench/peers/mbedtls_peer.h"

#include <stdlib.h>
#include <string.h>

mbedtls_ecp_group_id group_of(const struct alg *alg)
{
    switch (alg->bits) {
    case 192:
        return MBEDTLS_ECP_DP_SECP192R1;
    case 224:
        return MBEDTLS_ECP_DP_SECP224R1;
    case 256:
        return MBEDTLS_ECP_DP_SECP256R1;
    case 384:
        return MBEDTLS_ECP_DP_SECP384R1;
    default:
        return MBEDTLS_ECP_DP_SECP521R1;
    }
}

void peer_key_free(const struct impl *row, void *at)
{
    struct key *key = at;

    (void)row;
    if (!key)
        return;
    mbedtls_rsa_free(&key->rsa); /* both wipe what they free */
    mbedtls_ecp_keypair_free(&key->ec);
    free(key);
}

static struct key *key_new(void)
{
    struct key *key = calloc(1, sizeof *key);

    if (!key)
        return NULL;
    RSA_INIT(&key->rsa);
    mbedtls_ecp_keypair_init(&key->ec);
    return key;
}

enum result peer_keygen(const struct impl *row, void **out, struct rng *rng)
{
    struct key *key = key_new();
    int error;

    *out = key;
    if (!key)
        return FAILED;
    key->private = 1;
    if (row->alg->family == FAMILY_RSA)
        error = mbedtls_rsa_gen_key(&key->rsa, mbedtls_draw, rng, row->alg->bits, 65537);
    else
        error = mbedtls_ecp_gen_key(group_of(row->alg), &key->ec, mbedtls_draw, rng);
    if (!error)
        return DONE;
    peer_key_free(row, key);
    *out = NULL;
    return FAILED;
}

static int read_mpi(mbedtls_mpi *to, const mpz_t x)
{
    uint8_t octets[RSA_MAX_OCTETS];
    int error = mbedtls_mpi_read_binary(to, octets, peer_octets(octets, x));

    wipe(octets, sizeof octets);
    return error;
}

enum result peer_rsa_import(const struct impl *row, void **out, const struct key_data *data)
{
    struct key *key;
    struct rsa_parts parts;
    mbedtls_mpi n, e, d, p, q;
    int error;

    *out = NULL;
    if (rsa_parts_init(&parts, data) != DONE)
        return FAILED;
    key = parts.k <= MBEDTLS_MPI_MAX_SIZE && parts.bits >= 128 ? key_new() : NULL;
    if (!key) { /* rsa_check_pubkey refuses below 128 bits; the products above MPI_MAX_SIZE */
        rsa_parts_clear(&parts);
        return UNSUPPORTED;
    }
    key->private = parts.private;
    mbedtls_mpi_init(&n);
    mbedtls_mpi_init(&e);
    mbedtls_mpi_init(&d);
    mbedtls_mpi_init(&p);
    mbedtls_mpi_init(&q);
    error = read_mpi(&n, parts.n) || read_mpi(&e, parts.e) || read_mpi(&d, parts.d) ||
            read_mpi(&p, parts.p) || read_mpi(&q, parts.q) ||
            mbedtls_rsa_import(&key->rsa, &n, parts.private ? &p : NULL, parts.private ? &q : NULL,
                               parts.private ? &d : NULL, &e) ||
            mbedtls_rsa_complete(&key->rsa) || mbedtls_rsa_check_pubkey(&key->rsa);
    mbedtls_mpi_free(&n);
    mbedtls_mpi_free(&e);
    mbedtls_mpi_free(&d);
    mbedtls_mpi_free(&p);
    mbedtls_mpi_free(&q);
    rsa_parts_clear(&parts);
    if (error) {
        peer_key_free(row, key);
        return FAILED;
    }
    *out = key;
    return DONE;
}

enum result peer_ec_import(const struct impl *row, void **out, const struct key_data *data)
{
    struct ec_parts parts;
    mbedtls_ecp_point Q, G;
    mbedtls_mpi one;
    struct key *key;
    int error;

    *out = NULL;
    if (ec_parts_init(&parts, data, row->alg) != DONE)
        return FAILED;
    key = key_new();
    if (!key)
        return FAILED;
    key->private = parts.has_secret;
    mbedtls_ecp_point_init(&Q);
    mbedtls_ecp_point_init(&G);
    mbedtls_mpi_init(&one);
    error = mbedtls_ecp_group_load(&key->ec.grp, group_of(row->alg)) ||
            (parts.has_point &&
             (mbedtls_ecp_point_read_binary(&key->ec.grp, &Q, parts.point, 1 + 2 * parts.width) ||
              mbedtls_ecp_check_pubkey(&key->ec.grp, &Q)));
    if (!error && parts.has_secret)
        error = mbedtls_mpi_read_binary(&key->ec.d, parts.secret, parts.width) ||
                mbedtls_ecp_check_privkey(&key->ec.grp, &key->ec.d) ||
                mbedtls_ecp_mul(&key->ec.grp, &key->ec.Q, &key->ec.d, &key->ec.grp.G, mbedtls_draw,
                                NULL) ||
                (parts.has_point && mbedtls_ecp_point_cmp(&Q, &key->ec.Q));
    else if (!error) /* a product with the base point leaves its table in the group */
        error = mbedtls_ecp_copy(&key->ec.Q, &Q) || mbedtls_mpi_lset(&one, 1) ||
                mbedtls_ecp_mul(&key->ec.grp, &G, &one, &key->ec.grp.G, mbedtls_draw, NULL);
    mbedtls_ecp_point_free(&Q);
    mbedtls_ecp_point_free(&G);
    mbedtls_mpi_free(&one);
    wipe(&parts, sizeof parts);
    if (error) {
        peer_key_free(row, key);
        return FAILED;
    }
    *out = key;
    return DONE;
}

static enum result store(struct key_store *out, struct bytes *part, const mbedtls_mpi *x)
{
    uint8_t octets[RSA_MAX_OCTETS];
    size_t len = mbedtls_mpi_size(x);
    enum result result = FAILED;

    if (len <= sizeof octets && mbedtls_mpi_write_binary(x, octets, len) == 0)
        result = peer_store(out, part, octets, len);
    wipe(octets, sizeof octets);
    return result;
}

static enum result rsa_export(const struct key *key, struct key_store *out)
{
    mbedtls_mpi n, e, d, p, q;
    struct key_data *to = &out->key;
    enum result result = FAILED;

    mbedtls_mpi_init(&n);
    mbedtls_mpi_init(&e);
    mbedtls_mpi_init(&d);
    mbedtls_mpi_init(&p);
    mbedtls_mpi_init(&q);
    if (mbedtls_rsa_export(&key->rsa, &n, NULL, NULL, NULL, &e) == 0 &&
        (!key->private || mbedtls_rsa_export(&key->rsa, NULL, &p, &q, &d, NULL) == 0) &&
        store(out, &to->n, &n) == DONE && store(out, &to->e, &e) == DONE &&
        (!key->private || (store(out, &to->d, &d) == DONE && store(out, &to->p, &p) == DONE &&
                           store(out, &to->q, &q) == DONE)))
        result = DONE;
    mbedtls_mpi_free(&n);
    mbedtls_mpi_free(&e);
    mbedtls_mpi_free(&d);
    mbedtls_mpi_free(&p);
    mbedtls_mpi_free(&q);
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
    if (mbedtls_ecp_point_write_binary(&key->ec.grp, &key->ec.Q, MBEDTLS_ECP_PF_UNCOMPRESSED, &len,
                                       octets, sizeof octets))
        return FAILED;
    result = peer_store(out, &out->key.public, octets, len);
    if (result == DONE && key->private)
        result = mbedtls_mpi_write_binary(&key->ec.d, octets, width) == 0
                     ? peer_store(out, &out->key.secret, octets, width)
                     : FAILED;
    wipe(octets, sizeof octets);
    return result;
}
