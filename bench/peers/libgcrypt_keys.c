/* libgcrypt: making, taking and giving keys. */
#include "bench/peers/libgcrypt_peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void peer_key_free(const struct impl *row, void *at)
{
    struct key *key = at;

    (void)row;
    if (!key)
        return;
    gcry_sexp_release(key->secret);
    gcry_sexp_release(key->public);
    free(key);
}

/* Takes both expressions over; done == 0 drops them. */
static enum result key_new(void **out, gcry_sexp_t secret, gcry_sexp_t public, int done)
{
    struct key *key = done && public ? calloc(1, sizeof *key) : NULL;

    *out = key;
    if (!key) {
        gcry_sexp_release(secret);
        gcry_sexp_release(public);
        return FAILED;
    }
    key->secret = secret;
    key->public = public;
    return DONE;
}

enum result peer_keygen(const struct impl *row, void **out, struct rng *rng)
{
    gcry_sexp_t how = NULL, pair = NULL, secret = NULL, public = NULL;
    gcry_error_t error;

    (void)rng;
    if (row->alg->family == FAMILY_RSA)
        error = gcry_sexp_build(&how, NULL, "(genkey (rsa (nbits %u)(rsa-use-e 5:65537)))",
                                row->alg->bits);
    else if (row->alg->family == FAMILY_ECDSA)
        error = gcry_sexp_build(&how, NULL, "(genkey (ecc (curve %s)))", row->data);
    else
        error = gcry_sexp_build(&how, NULL, "(genkey (ecc (curve Ed25519)(flags eddsa)))");
    if (!error && !gcry_pk_genkey(&pair, how)) {
        secret = gcry_sexp_find_token(pair, "private-key", 0);
        public = gcry_sexp_find_token(pair, "public-key", 0);
    }
    gcry_sexp_release(how);
    gcry_sexp_release(pair);
    return key_new(out, secret, public, secret != NULL);
}

static gcry_mpi_t mpi(const mpz_t x)
{
    uint8_t octets[RSA_MAX_OCTETS];
    gcry_mpi_t out = NULL;

    if (gcry_mpi_scan(&out, GCRYMPI_FMT_USG, octets, peer_octets(octets, x), NULL))
        out = NULL;
    wipe(octets, sizeof octets);
    return out;
}

enum result peer_rsa_import(const struct impl *row, void **out, const struct key_data *data)
{
    struct rsa_parts parts;
    gcry_sexp_t secret = NULL, public = NULL;
    gcry_mpi_t n, e, d, p, q, u;
    mpz_t inverse;
    int done, private;

    (void)row;
    *out = NULL;
    if (rsa_parts_init(&parts, data) != DONE)
        return FAILED;
    private = parts.private;
    mpz_init(inverse);
    if (private) { /* its CRT wants p < q and u = p^-1 mod q */
        if (mpz_cmp(parts.p, parts.q) > 0)
            mpz_swap(parts.p, parts.q);
        mpz_invert(inverse, parts.p, parts.q);
    }
    n = mpi(parts.n);
    e = mpi(parts.e);
    d = mpi(parts.d);
    p = mpi(parts.p);
    q = mpi(parts.q);
    u = mpi(inverse);
    done = n && e && d && p && q && u &&
           !gcry_sexp_build(&public, NULL, "(public-key (rsa (n %m)(e %m)))", n, e) &&
           (!private || !gcry_sexp_build(&secret, NULL,
                                         "(private-key (rsa (n %m)(e %m)(d %m)(p %m)(q %m)(u %m)))",
                                         n, e, d, p, q, u));
    gcry_mpi_release(n);
    gcry_mpi_release(e);
    gcry_mpi_release(d);
    gcry_mpi_release(p);
    gcry_mpi_release(q);
    gcry_mpi_release(u);
    mpz_set_ui(inverse, 0);
    mpz_clear(inverse);
    rsa_parts_clear(&parts);
    return key_new(out, secret, public, done);
}

/* The two expressions from octets whose pairing has been checked. */
static enum result ecc_new(void **out, const char *curve, const char *flags, struct bytes q,
                           struct bytes d)
{
    gcry_sexp_t secret = NULL, public = NULL;
    char form[128];
    int done;

    snprintf(form, sizeof form, "(public-key (ecc (curve %%s)%s(q %%b)))", flags);
    done = !gcry_sexp_build(&public, NULL, form, curve, (int)q.len, q.at);
    if (done && d.len > 0) {
        snprintf(form, sizeof form, "(private-key (ecc (curve %%s)%s(q %%b)(d %%b)))", flags);
        done = !gcry_sexp_build(&secret, NULL, form, curve, (int)q.len, q.at, (int)d.len, d.at);
    }
    return key_new(out, secret, public, done);
}

/* point = [d]G, compared with the one that was given. */
static int ec_derive(struct ec_parts *parts, gcry_ctx_t curve)
{
    gcry_mpi_t d = NULL, Q = NULL;
    uint8_t point[sizeof parts->point];
    size_t len = 0;
    int ok = !gcry_mpi_scan(&d, GCRYMPI_FMT_USG, parts->secret, parts->width, NULL) &&
             !gcry_mpi_ec_set_mpi("d", d, curve);

    if (ok)
        Q = gcry_mpi_ec_get_mpi("q", curve, 1); /* computed from d */
    ok = ok && Q && !gcry_mpi_print(GCRYMPI_FMT_USG, point, sizeof point, &len, Q) &&
         len == 1 + 2 * parts->width && point[0] == 4 &&
         (!parts->has_point || memcmp(point, parts->point, len) == 0);
    if (ok)
        memcpy(parts->point, point, len);
    gcry_mpi_release(d);
    gcry_mpi_release(Q);
    return ok;
}

/* 1 if both coordinates are below p and the curve's equation holds. */
static int ec_on_curve(const struct ec_parts *parts, gcry_ctx_t curve)
{
    gcry_mpi_t p = gcry_mpi_ec_get_mpi("p", curve, 1), x = NULL, y = NULL,
               z = gcry_mpi_set_ui(NULL, 1);
    gcry_mpi_point_t point = gcry_mpi_point_new(0);
    int ok =
        p && z && point &&
        !gcry_mpi_scan(&x, GCRYMPI_FMT_USG, parts->point + 1, parts->width, NULL) &&
        !gcry_mpi_scan(&y, GCRYMPI_FMT_USG, parts->point + 1 + parts->width, parts->width, NULL) &&
        gcry_mpi_cmp(x, p) < 0 && gcry_mpi_cmp(y, p) < 0;

    if (ok) {
        gcry_mpi_point_set(point, x, y, z);
        ok = gcry_mpi_ec_curve_point(point, curve);
    }
    gcry_mpi_release(p);
    gcry_mpi_release(x);
    gcry_mpi_release(y);
    gcry_mpi_release(z);
    gcry_mpi_point_release(point);
    return ok;
}

enum result peer_ec_import(const struct impl *row, void **out, const struct key_data *data)
{
    struct ec_parts parts;
    gcry_ctx_t curve = NULL;
    enum result result = FAILED;

    *out = NULL;
    if (ec_parts_init(&parts, data, row->alg) == DONE &&
        !gcry_mpi_ec_new(&curve, NULL, row->data) &&
        (parts.has_secret ? ec_derive(&parts, curve) : ec_on_curve(&parts, curve)))
        result = ecc_new(out, row->data, "", (struct bytes){parts.point, 1 + 2 * parts.width},
                         (struct bytes){parts.secret, parts.has_secret ? parts.width : 0});
    gcry_ctx_release(curve);
    wipe(&parts, sizeof parts);
    return result;
}

enum result peer_ed_import(const struct impl *row, void **out, const struct key_data *data)
{
    const struct bytes *secret = &data->secret, *public = &data->public;
    struct bytes q = *public;
    gcry_sexp_t alone = NULL;
    gcry_ctx_t curve = NULL;
    gcry_mpi_t derived = NULL;
    enum result result = FAILED;

    (void)row;
    *out = NULL;
    if ((secret->len == 0 && public->len == 0) || (secret->len > 0 && secret->len != 32) ||
        (public->len > 0 && public->len != 32))
        return FAILED;
    if (secret->len == 0)
        return ecc_new(out, "Ed25519", "(flags eddsa)", q, *secret);
    if (!gcry_sexp_build(&alone, NULL, "(private-key (ecc (curve Ed25519)(flags eddsa)(d %b)))", 32,
                         secret->at) &&
        !gcry_mpi_ec_new(&curve, alone, NULL))
        derived = gcry_mpi_ec_get_mpi("q@eddsa", curve, 1);
    if (derived) {
        unsigned bits;

        q.at = gcry_mpi_get_opaque(derived, &bits);
        q.len = (bits + 7) / 8;
        if (q.len == 32 && (public->len == 0 || memcmp(q.at, public->at, 32) == 0))
            result = ecc_new(out, "Ed25519", "(flags eddsa)", q, *secret);
    }
    gcry_mpi_release(derived);
    gcry_ctx_release(curve);
    gcry_sexp_release(alone);
    return result;
}

enum result sexp_item(uint8_t *out, size_t room, size_t *len, gcry_sexp_t from, const char *name,
                      size_t width)
{
    gcry_sexp_t pair = gcry_sexp_find_token(from, name, 0);
    size_t found = 0;
    const char *at = pair ? gcry_sexp_nth_data(pair, 1, &found) : NULL;
    enum result result = FAILED;

    while (!width && at && found > 1 && *at == 0) { /* the sign octet of an MPI */
        at++;
        found--;
    }
    *len = width ? width : found;
    if (at && *len <= room)
        result = peer_pad(out, *len, (const uint8_t *)at, found);
    gcry_sexp_release(pair);
    return result;
}

enum result peer_key_export(const struct impl *row, const void *at, struct key_store *out)
{
    const struct key *key = at;
    struct key_data *to = &out->key;
    const struct {
        const char *name;
        struct bytes *part;
        int secret, width;
    } rsa[] = {{"n", &to->n, 0, 0}, {"e", &to->e, 0, 0}, {"d", &to->d, 1, 0},
               {"p", &to->p, 1, 0}, {"q", &to->q, 1, 0}, {NULL, NULL, 0, 0}},
      ec[] = {{"q", &to->public, 0, 1 + 2 * (int)ec_width(row->alg)},
              {"d", &to->secret, 1, (int)ec_width(row->alg)},
              {NULL, NULL, 0, 0}},
      ed[] = {{"q", &to->public, 0, 32}, {"d", &to->secret, 1, 32}, {NULL, NULL, 0, 0}},
      *list = row->alg->family == FAMILY_RSA     ? rsa
              : row->alg->family == FAMILY_ECDSA ? ec
                                                 : ed;
    uint8_t octets[RSA_MAX_OCTETS];
    size_t len;
    enum result result = DONE;

    memset(out, 0, sizeof *out);
    for (; list->name && result == DONE; list++) {
        if (list->secret && !key->secret)
            continue;
        result = sexp_item(octets, sizeof octets, &len, list->secret ? key->secret : key->public,
                           list->name, (size_t)list->width);
        if (result == DONE)
            result = peer_store(out, list->part, octets, len);
    }
    wipe(octets, sizeof octets);
    return result;
}
