/* test_matrix - every implementation of an algorithm against every other: each signs and each verifies,
 * keys travel between all of them, and where a signature has one right value all give it. Peers take part
 * where they are built. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/keyring.h"
#include "bench/registry.h"
#include "hash/drbg.h"

enum { MAX_ROWS = 48, KEYS = 3 };

struct matrix {
    const struct alg *alg;
    const struct impl *rows[MAX_ROWS];
    size_t count;
    struct keyring ring;
};

/* Beside the tests: build/tests/test_matrix finds build/peers by itself. */
static void open_matrix(struct matrix *m, const char *name)
{
    const char *why = NULL;

    memset(m, 0, sizeof *m);
    m->alg = alg_by_name(name);
    cr_assert_not_null(m->alg);
    registry_open();
    for (size_t i = 0; i < registry_count(); i++) {
        const struct impl *row = registry_at(i);
        if (strcmp(row->alg->name, name) != 0)
            continue;
        cr_assert_lt(m->count, MAX_ROWS);
        if (registry_start(row, &why) == DONE)
            m->rows[m->count++] = row;
        else
            cr_assert_not_null(why, "%s is not here, and says no reason", row->name);
    }
    cr_assert_gt(m->count, 0);
    const struct impl *self = registry_self(m->alg);
    cr_assert_not_null(self);
    cr_assert_eq(keyring_make(&m->ring, m->alg, self, &why), DONE, "%s: %s", name, why);
}

static struct sig_params params_of(const struct alg *alg, enum sig_form form)
{
    return (struct sig_params){.hash = alg->hash, .form = form, .variant = EDDSA_PURE};
}

static struct key_data public_half(const struct key_data *key)
{
    return (struct key_data){.n = key->n, .e = key->e, .public = key->public};
}

static int same(struct bytes a, struct bytes b)
{
    while (a.len && a.at[0] == 0)
        a = (struct bytes){a.at + 1, a.len - 1};
    while (b.len && b.at[0] == 0)
        b = (struct bytes){b.at + 1, b.len - 1};
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static int is_deterministic(const struct impl *row)
{
    return row->alg->family != FAMILY_ECDSA || row->flags & STEP_RFC6979;
}

/* Imports into row; NULL where it takes no such key at all. Anything else than DONE and UNSUPPORTED fails. */
static void *import(const struct impl *row, const struct key_data *data)
{
    void *key = NULL;
    enum result done = row->key_import(row, &key, data);

    cr_assert_neq(done, FAILED, "%s %s refuses a good key", row->alg->name, row->name);
    return done == DONE ? key : NULL;
}

static void verify_by_all(const struct matrix *m, const struct impl *signer, size_t k,
                          const struct sig_params *params, const uint8_t *msg, size_t len,
                          const uint8_t *sig, size_t sig_len)
{
    const struct key_data public = public_half(&m->ring.keys[k].key);
    uint8_t bad[SIG_MAX_LEN], other[256];

    cr_assert_leq(len, sizeof other);
    memset(other, 0, sizeof other);
    memcpy(other, msg, len);
    other[len / 2] ^= 1; /* of an empty message: one octet is not the same */
    memcpy(bad, sig, sig_len);
    bad[sig_len - 1] ^= 1;
    for (size_t i = 0; i < m->count; i++) {
        const struct impl *row = m->rows[i];
        void *key = import(row, &public);
        if (!key)
            continue;
        enum result valid = row->verify(row, key, params, msg, len, sig, sig_len);
        if (valid != UNSUPPORTED) {
            cr_assert_eq(valid, DONE, "%s: %s rejects what %s signed (%zu bytes)", m->alg->name,
                         row->name, signer->name, len);
            cr_assert_eq(row->verify(row, key, params, other, len ? len : 1, sig, sig_len), FAILED,
                         "%s: %s accepts another message", m->alg->name, row->name);
            cr_assert_eq(row->verify(row, key, params, msg, len, bad, sig_len), FAILED,
                         "%s: %s accepts a changed signature", m->alg->name, row->name);
        }
        row->key_free(row, key);
    }
}

static void sign_by_all(struct matrix *m, size_t k, enum sig_form form, size_t len)
{
    struct sig_params params = params_of(m->alg, form);
    uint8_t msg[256], first[SIG_MAX_LEN], sig[SIG_MAX_LEN];
    size_t first_len = 0;
    struct hmac_drbg drbg;

    drbg_seed_u64(&drbg, len + 1000 * k);
    cr_assert_eq(random_bytes(msg, sizeof msg, &drbg.rng), DONE);
    for (size_t i = 0; i < m->count; i++) {
        const struct impl *row = m->rows[i];
        void *key = import(row, &m->ring.keys[k].key);
        size_t sig_len = 0;
        if (!key)
            continue;
        enum result done = row->sign(row, key, &params, msg, len, sig, &sig_len, rng_os());
        row->key_free(row, key);
        if (done == UNSUPPORTED)
            continue;
        cr_assert_eq(done, DONE, "%s %s does not sign", m->alg->name, row->name);
        if (is_deterministic(row) && first_len == 0) {
            memcpy(first, sig, sig_len);
            first_len = sig_len;
        } else if (is_deterministic(row)) {
            cr_assert(sig_len == first_len && memcmp(sig, first, sig_len) == 0,
                      "%s: %s signs otherwise than %s", m->alg->name, row->name, m->rows[0]->name);
            continue; /* these very octets were verified by all */
        }
        verify_by_all(m, row, k, &params, msg, len, sig, sig_len);
    }
}

/* Out of each, into each: the octets are the ones that went in, and the key still signs. */
static void carry_keys(const struct matrix *m)
{
    const struct key_data *key = &m->ring.keys[0].key;
    struct sig_params params = params_of(m->alg, SIG_DER);
    static const uint8_t msg[] = "key transport";
    struct key_store store;

    for (size_t i = 0; i < m->count; i++) {
        const struct impl *from = m->rows[i];
        void *held = import(from, key);
        if (!held)
            continue;
        enum result done = from->key_export(from, held, &store);
        from->key_free(from, held);
        if (done == UNSUPPORTED)
            continue;
        cr_assert_eq(done, DONE, "%s %s does not export", m->alg->name, from->name);
        cr_assert(same(store.key.n, key->n) && same(store.key.e, key->e), "%s", from->name);
        cr_assert(same(store.key.secret, key->secret), "%s %s", m->alg->name, from->name);
        cr_assert(same(store.key.public, key->public), "%s %s", m->alg->name, from->name);
        for (size_t j = 0; j < m->count; j++) {
            const struct impl *to = m->rows[j];
            void *got = import(to, &store.key);
            uint8_t sig[SIG_MAX_LEN];
            size_t sig_len = 0;
            if (!got)
                continue;
            cr_assert_neq(to->sign(to, got, &params, msg, sizeof msg, sig, &sig_len, rng_os()),
                          FAILED, "%s: a key of %s's export does not sign in %s", m->alg->name,
                          from->name, to->name);
            to->key_free(to, got);
            if (sig_len == 0)
                continue;
            void *original = import(m->rows[0], key);
            cr_assert_not_null(original);
            cr_assert_eq(
                m->rows[0]->verify(m->rows[0], original, &params, msg, sizeof msg, sig, sig_len),
                DONE, "%s: %s -> %s", m->alg->name, from->name, to->name);
            m->rows[0]->key_free(m->rows[0], original);
        }
    }
}

/* What each generates is a key of the right size for the first step. */
static void generate_by_all(const struct matrix *m)
{
    struct sig_params params = params_of(m->alg, SIG_DER);
    static const uint8_t msg[] = "a fresh key";

    for (size_t i = 0; i < m->count; i++) {
        const struct impl *row = m->rows[i];
        struct key_store store;
        struct key_sizes sizes;
        uint8_t sig[SIG_MAX_LEN];
        size_t sig_len = 0;
        void *key = NULL;
        enum result done = row->keygen(row, &key, rng_os());
        if (done == UNSUPPORTED)
            continue;
        cr_assert_eq(done, DONE, "%s %s makes no key", m->alg->name, row->name);
        cr_assert_eq(row->key_export(row, key, &store), DONE);
        key_sizes(&sizes, m->alg, &store.key);
        cr_assert_eq(sizes.bits, m->alg->bits, "%s %s: %u bits", m->alg->name, row->name,
                     sizes.bits);
        cr_assert_eq(row->sign(row, key, &params, msg, sizeof msg, sig, &sig_len, rng_os()), DONE);
        row->key_free(row, key);
        const struct key_data public = public_half(&store.key);
        void *other = import(m->rows[0], &public);
        cr_assert_not_null(other);
        cr_assert_eq(m->rows[0]->verify(m->rows[0], other, &params, msg, sizeof msg, sig, sig_len),
                     DONE, "%s %s", m->alg->name, row->name);
        m->rows[0]->key_free(m->rows[0], other);
    }
}

static void whole_matrix(const char *name, size_t keys, int generate)
{
    static const size_t lengths[] = {0, 1, 55, 64, 111, 200};
    static struct matrix m;

    open_matrix(&m, name);
    for (size_t k = 0; k < keys; k++)
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i += k ? 5 : 1) {
            sign_by_all(&m, k, SIG_DER, lengths[i]);
            if (m.alg->family == FAMILY_ECDSA)
                sign_by_all(&m, k, SIG_FIXED, lengths[i]);
        }
    carry_keys(&m);
    if (generate)
        generate_by_all(&m);
    registry_close();
}

/* The largest moduli are too slow for the textbook's key generation in a test of seconds. */
#define MATRIX(id, name, keys, generate)                                                           \
    Test(matrix, id, .timeout = 240)                                                               \
    {                                                                                              \
        whole_matrix(name, keys, generate);                                                        \
    }

MATRIX(rsa_1024, "rsa-1024", KEYS, 1)
MATRIX(rsa_2048, "rsa-2048", 1, 0)
MATRIX(rsa_3072, "rsa-3072", 1, 0)
MATRIX(ecdsa_p192, "ecdsa-p192", KEYS, 1)
MATRIX(ecdsa_p224, "ecdsa-p224", KEYS, 1)
MATRIX(ecdsa_p256, "ecdsa-p256", KEYS, 1)
MATRIX(ecdsa_p384, "ecdsa-p384", KEYS, 1)
MATRIX(ecdsa_p521, "ecdsa-p521", KEYS, 1)
MATRIX(ed25519, "ed25519", KEYS, 1)

/* The seven algorithms and the smaller ones: each has its ladder, in order, and a self of it. */
Test(registry, every_algorithm_has_a_ladder_and_a_self, .timeout = 120)
{
    registry_open();
    for (const struct alg *alg = algs; alg->name; alg++) {
        const struct impl *self = registry_self(alg);
        size_t steps = 0, textbooks = 0;
        cr_assert_not_null(self, "%s", alg->name);
        cr_assert_eq(self, registry_find(alg, "self"));
        cr_assert(!(self->flags & STEP_PEER), "%s", alg->name);
        cr_assert_str_eq(registry_version(self), "");
        for (size_t i = 0; i < registry_count(); i++) {
            const struct impl *row = registry_at(i);
            if (strcmp(row->alg->name, alg->name) != 0 || registry_version(row)[0])
                continue;
            steps++;
            textbooks += (row->flags & STEP_TEXTBOOK) != 0;
            cr_assert_eq(registry_find(alg, row->name), row, "two rows are called %s", row->name);
            cr_assert(row->idea && row->idea[0] && !strchr(row->idea, '\n'), "%s", row->name);
            cr_assert(row->source && row->source[0], "%s", row->name);
            /* no step that could be self is faster and keeps the same promise */
            if (self->flags & STEP_CONSTANT_TIME)
                continue;
            cr_assert(!(row->flags & STEP_CONSTANT_TIME) || (row->flags & STEP_PEER) ||
                          (row->missing && row->missing(row)),
                      "%s: self is not constant-time though %s is", alg->name, row->name);
        }
        cr_assert_geq(steps, 4, "%s has %zu steps", alg->name, steps);
        cr_assert_eq(textbooks, 1, "%s", alg->name);
    }
    cr_assert_null(registry_find(alg_by_name("ed25519"), "nobody"));
    registry_close();
}

Test(registry, hashes_agree)
{
    static uint8_t msg[1000];
    size_t selfs = 0;

    registry_open();
    for (size_t i = 0; i < sizeof msg; i++)
        msg[i] = (uint8_t)(i * 7);
    for (int id = 0; id < HASH_COUNT; id++)
        for (size_t i = 0; i < registry_hash_count(); i++) {
            const struct hash_impl *row = registry_hash_at(i);
            if (row->missing && row->missing(row))
                continue;
            selfs += row->data == hash_best();
            for (size_t len = 0; len <= sizeof msg; len += 37) {
                uint8_t want[SHA2_MAX_DIGEST], got[SHA2_MAX_DIGEST];
                sha2(want, (enum hash_id)id, msg, len);
                enum result done = row->digest(row, (enum hash_id)id, msg, len, got);
                if (done == UNSUPPORTED)
                    break;
                cr_assert_eq(done, DONE);
                cr_assert(memcmp(got, want, hash_len((enum hash_id)id)) == 0, "%s %s, %zu bytes",
                          hash_name((enum hash_id)id), row->name, len);
            }
        }
    cr_assert_eq(selfs, HASH_COUNT);
    registry_close();
}

Test(registry, missing_peers_are_a_line_each_and_no_error)
{
    setenv("SIGCOST_PEERS", "/nonexistent", 1);
    registry_open();
    cr_assert_geq(registry_peer_count(), 8);
    for (size_t i = 0; i < registry_peer_count(); i++) {
        cr_assert_not_null(strstr(registry_peer_note(i), ": apt-get install "));
        cr_assert_null(strchr(registry_peer_note(i), '\n'));
    }
    for (size_t i = 0; i < registry_count(); i++)
        cr_assert_str_eq(registry_version(registry_at(i)), "");
    cr_assert_str_eq(registry_peer_note(1000), "");
    cr_assert_null(registry_at(1000000));
    registry_close();
    registry_close();
}
