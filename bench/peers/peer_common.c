#include "bench/peers/peer.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "bignum/bytes.h"

#define MAX_ROWS   32
#define MAX_HASHES 2

static struct impl rows[MAX_ROWS + 1]; /* the last stays zero: its name ends the list */
static struct hash_impl hashes[MAX_HASHES + 1];
static size_t row_count, hash_count;
static char library_version[64], library_path[PATH_MAX], row_source[PATH_MAX + 128];

static const char *path_of_library(void)
{
    return library_path;
}

static struct peer this_peer = {.contract = IMPL_CONTRACT,
                                .version = library_version,
                                .path = path_of_library,
                                .impls = rows,
                                .hashes = hashes};

void peer_library(const char *library, const char *version, const void *symbol)
{
    Dl_info info;

    row_count = hash_count = 0;
    this_peer.library = library;
    snprintf(library_version, sizeof library_version, "%s", version);
    if (!dladdr(symbol, &info) || !info.dli_fname || !realpath(info.dli_fname, library_path))
        snprintf(library_path, sizeof library_path, "(path unknown)");
    snprintf(row_source, sizeof row_source, "%s %s, %s", library, library_version, library_path);
}

void peer_add(const struct impl *form, const char *alg_names)
{
    char name[32];

    for (int used = 0; row_count < MAX_ROWS && sscanf(alg_names, " %31s%n", name, &used) == 1;
         alg_names += used) {
        const struct alg *alg = alg_by_name(name);

        if (!alg)
            continue;
        rows[row_count] = *form;
        rows[row_count].alg = alg;
        rows[row_count].source = row_source;
        rows[row_count].flags |= STEP_PEER;
        row_count++;
    }
}

void peer_add_hash(const struct hash_impl *form)
{
    if (hash_count == MAX_HASHES)
        return;
    hashes[hash_count] = *form;
    hashes[hash_count].source = row_source;
    hashes[hash_count].flags |= STEP_PEER;
    hash_count++;
}

const struct peer *peer_published(void)
{
    return &this_peer;
}

size_t peer_hash_len(enum hash_id id)
{
    static const uint8_t len[HASH_COUNT] = {28, 32, 48, 64, 28, 32};

    return len[id];
}

const uint8_t *peer_msg(const uint8_t *msg)
{
    static const uint8_t empty[1];

    return msg ? msg : empty;
}

size_t peer_digest_info(uint8_t *out, enum hash_id id, const uint8_t *digest)
{
    /* SEQUENCE { SEQUENCE { OID 2.16.840.1.101.3.4.2.x, NULL }, OCTET STRING } */
    static const uint8_t prefix[19] = {0x30, 0x11, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01,
                                       0x65, 0x03, 0x04, 0x02, 0,    0x05, 0x00, 0x04, 0};
    static const uint8_t arc[HASH_COUNT] = {4, 1, 2, 3, 5, 6};
    size_t len = peer_hash_len(id);

    memcpy(out, prefix, sizeof prefix);
    out[1] = (uint8_t)(out[1] + len);
    out[14] = arc[id];
    out[18] = (uint8_t)len;
    memcpy(out + sizeof prefix, digest, len);
    return sizeof prefix + len;
}

void peer_os_random(void *out, size_t len)
{
    for (size_t done = 0; done < len;) {
        ssize_t got = getrandom((uint8_t *)out + done, len - done, 0);

        if (got > 0)
            done += (size_t)got;
        else if (errno != EINTR) {
            fprintf(stderr, "getrandom: %s\n", strerror(errno));
            abort();
        }
    }
}

enum result peer_store(struct key_store *store, struct bytes *part, const void *at, size_t len)
{
    const struct key_data *key = &store->key;
    size_t used = key->n.len + key->e.len + key->d.len + key->p.len + key->q.len + key->secret.len +
                  key->public.len;

    if (len > sizeof store->room - used)
        return FAILED;
    memcpy(store->room + used, at, len);
    part->at = store->room + used;
    part->len = len;
    return DONE;
}

size_t peer_octets(uint8_t out[RSA_MAX_OCTETS], const mpz_t x)
{
    size_t len = mpz_sgn(x) == 0 ? 0 : (mpz_sizeinbase(x, 2) + 7) / 8;

    return len <= RSA_MAX_OCTETS && i2osp(out, len, x) == DONE ? len : 0;
}

enum result peer_store_mpz(struct key_store *store, struct bytes *part, const mpz_t x)
{
    uint8_t octets[RSA_MAX_OCTETS];
    size_t len = peer_octets(octets, x);
    enum result result = peer_store(store, part, octets, len);

    wipe(octets, sizeof octets);
    return result;
}

enum result peer_pad(uint8_t *out, size_t len, const uint8_t *in, size_t len_in)
{
    for (; len_in > len; in++, len_in--)
        if (*in != 0)
            return FAILED;
    memset(out, 0, len - len_in);
    if (len_in > 0)
        memcpy(out + (len - len_in), in, len_in);
    return DONE;
}

size_t ec_width(const struct alg *alg)
{
    return (alg->bits + 7) / 8;
}

/* 0 < secret < the group's order (SP 800-186 3.2.1). Not every library looks. */
static int scalar_in_range(const uint8_t *secret, size_t width, unsigned bits)
{
    static const struct {
        unsigned bits;
        const char *order;
    } groups[] = {
        {192, "FFFFFFFFFFFFFFFFFFFFFFFF99DEF836146BC9B1B4D22831"},
        {224, "FFFFFFFFFFFFFFFFFFFFFFFFFFFF16A2E0B8F03E13DD29455C5C2A3D"},
        {256, "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551"},
        {384, "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC"
              "196ACCC52973"},
        {521, "01FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFA51868783BF2F966B"
              "7FCC0148F709A5D03BB5C9B8899C47AEBB6FB71E91386409"},
    };
    mpz_t n, d;
    int ok = 0;

    mpz_inits(n, d, NULL);
    os2ip(d, secret, width);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (groups[i].bits == bits && mpz_set_str(n, groups[i].order, 16) == 0)
            ok = mpz_sgn(d) > 0 && mpz_cmp(d, n) < 0;
    mpz_wipe(d);
    mpz_clears(n, d, NULL);
    return ok;
}

enum result ec_parts_init(struct ec_parts *parts, const struct key_data *data,
                          const struct alg *alg)
{
    memset(parts, 0, sizeof *parts);
    parts->width = ec_width(alg);
    if (data->secret.len > 0) {
        if (peer_pad(parts->secret, parts->width, data->secret.at, data->secret.len) != DONE ||
            !scalar_in_range(parts->secret, parts->width, alg->bits))
            return FAILED;
        parts->has_secret = 1;
    }
    if (data->public.len > 0) {
        if (data->public.len != 1 + 2 * parts->width || data->public.at[0] != 4)
            return FAILED;
        memcpy(parts->point, data->public.at, data->public.len);
        parts->has_point = 1;
    }
    return parts->has_secret || parts->has_point ? DONE : FAILED;
}

/* Takes one tag and length in strict DER; every length here is below 256. */
static enum result der_take(struct bytes *body, struct bytes *from, uint8_t tag)
{
    size_t head = 2, len;

    if (from->len < 2 || from->at[0] != tag)
        return FAILED;
    len = from->at[1];
    if (len == 0x81) { /* long form, and only where the short one cannot say it */
        if (from->len < 3 || from->at[2] < 0x80)
            return FAILED;
        head = 3;
        len = from->at[2];
    } else if (len >= 0x80)
        return FAILED;
    if (len > from->len - head)
        return FAILED;
    body->at = from->at + head;
    body->len = len;
    from->at += head + len;
    from->len -= head + len;
    return DONE;
}

enum result ec_sig_split(uint8_t *rs, size_t width, enum sig_form form, const uint8_t *sig,
                         size_t len)
{
    struct bytes all = {sig, len}, body, number;

    if (form == SIG_FIXED) {
        if (len != 2 * width)
            return FAILED;
        memcpy(rs, sig, len);
        return DONE;
    }
    if (der_take(&body, &all, 0x30) != DONE || all.len > 0)
        return FAILED;
    for (int i = 0; i < 2; i++) {
        if (der_take(&number, &body, 0x02) != DONE || number.len == 0 || number.at[0] >= 0x80)
            return FAILED;
        if (number.at[0] == 0 && number.len > 1 && number.at[1] < 0x80)
            return FAILED;
        if (peer_pad(rs + (size_t)i * width, width, number.at, number.len) != DONE)
            return FAILED;
    }
    return body.len == 0 ? DONE : FAILED;
}

void ec_sig_join(uint8_t *sig, size_t *len, enum sig_form form, const uint8_t *rs, size_t width)
{
    uint8_t body[2 * (EC_MAX_OCTETS + 3)];
    size_t used = 0, head = 0;

    if (form == SIG_FIXED) {
        memcpy(sig, rs, 2 * width);
        *len = 2 * width;
        return;
    }
    for (const uint8_t *number = rs; number < rs + 2 * width; number += width) {
        size_t skip = 0, sign;

        while (skip + 1 < width && number[skip] == 0)
            skip++;
        sign = number[skip] >= 0x80;
        body[used++] = 0x02;
        body[used++] = (uint8_t)(sign + width - skip);
        if (sign)
            body[used++] = 0;
        memcpy(body + used, number + skip, width - skip);
        used += width - skip;
    }
    sig[head++] = 0x30;
    if (used >= 0x80)
        sig[head++] = 0x81;
    sig[head++] = (uint8_t)used;
    memcpy(sig + head, body, used);
    *len = head + used;
}
