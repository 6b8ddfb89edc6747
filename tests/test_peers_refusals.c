/* What the peers refuse, bear, and do side by side: bad keys, hostile signatures, large messages,
 * threads. */
#include <pthread.h>

#include "tests/peers.h"

/* wolfSSL's tables are cached a thread, and stay when it ends. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:wc_ecc_new_point\n";
}

/* CAVP's public keys: off the curve, out of range, good. */
static void check_pkv(const struct impl *row)
{
    static const char *const files[] = {"vectors/cavp/ecdsa/186_2_PKV.rsp",
                                        "vectors/cavp/ecdsa/186_3_PKV.rsp"};
    char line[1024], hex[2][512] = {"", ""};
    size_t width = (row->alg->bits + 7) / 8, good = 0, bad = 0;

    if (row->alg->family != FAMILY_ECDSA)
        return;
    for (int f = 0; f < 2; f++) {
        FILE *file = fopen(files[f], "r");
        unsigned bits = 0;
        char verdict;

        cr_assert(file);
        while (fgets(line, sizeof line, file)) {
            uint8_t point[140] = {4}, octets[300];
            struct key_data data = {.public = {point, 1 + 2 * width}};
            int wide = 0;
            void *at = NULL;
            enum result result;

            if (sscanf(line, "[P-%u", &bits) == 1 || sscanf(line, "Qx = %511s", hex[0]) == 1 ||
                sscanf(line, "Qy = %511s", hex[1]) == 1 || bits != row->alg->bits ||
                sscanf(line, "Result = %c", &verdict) != 1)
                continue;
            for (int c = 0; c < 2; c++) {
                size_t len = from_hex(octets, hex[c]), skip = len > width ? len - width : 0;

                for (size_t i = 0; i < skip; i++)
                    wide |= octets[i];
                memcpy(point + 1 + (size_t)c * width + (width - (len - skip)), octets + skip,
                       len - skip);
            }
            if (wide) /* no octet string says this coordinate */
                continue;
            result = row->key_import(row, &at, &data);
            cr_expect_eq(result, verdict == 'P' ? DONE : FAILED, "%s %s x = %s", row->name,
                         row->alg->name, hex[0]);
            if (result == DONE)
                row->key_free(row, at);
            *(verdict == 'P' ? &good : &bad) += 1;
        }
        fclose(file);
    }
    cr_expect(good > 0 && bad > 0);
}

Test(peer_refusals, public_key_validation, .init = load, .timeout = 300)
{
    each_row(check_pkv);
}

static void refused(const struct impl *row, const struct key_data *data, const char *why)
{
    void *at = NULL;

    cr_expect_eq(row->key_import(row, &at, data), FAILED, "%s %s: %s", row->name, row->alg->name,
                 why);
    cr_expect_null(at);
}

/* big-endian octets + delta, delta = +-1 or so */
static void add(uint8_t *octets, size_t len, int delta)
{
    mpz_t x;

    mpz_init(x);
    os2ip(x, octets, len);
    if (delta < 0)
        mpz_sub_ui(x, x, (unsigned long)-delta);
    else
        mpz_add_ui(x, x, (unsigned long)delta);
    cr_assert_eq(i2osp(octets, len, x), DONE);
    mpz_clear(x);
}

static void refuse_rsa(const struct impl *row, const struct key_store *store)
{
    static uint8_t copy[SIG_MAX_LEN];
    struct key_data data;

    refused(row, &(struct key_data){0}, "no key");
    data = store->key;
    data.e = (struct bytes){NULL, 0};
    refused(row, &data, "no e");
    data.e = (struct bytes){(const uint8_t *)"\x01", 1};
    refused(row, &data, "e = 1");
    data.e = (struct bytes){(const uint8_t *)"\x01\x00\x00", 3};
    refused(row, &data, "e even");
    data.d = data.p = data.q = (struct bytes){NULL, 0};
    refused(row, &data, "e even, public");
    data = store->key;
    memcpy(copy, data.n.at, data.n.len);
    data.n.at = copy;
    add(copy, data.n.len, -1);
    refused(row, &data, "n even");
    add(copy, data.n.len, 3);
    refused(row, &data, "p q is not n");
    data = store->key;
    data.q = data.p;
    refused(row, &data, "p = q");
    data = store->key;
    memset(copy, 0, sizeof copy);
    memcpy(copy, data.d.at, data.d.len);
    data.d.at = copy;
    add(copy, data.d.len, -2);
    refused(row, &data, "d is not e's inverse");
    data.p = data.q = (struct bytes){NULL, 0};
    refused(row, &data, "the same, without p and q");
}

static void refuse_points(const struct impl *row, const struct key_store *store)
{
    uint8_t point[140], scalar[70] = {0};
    struct key_data data = {.public = {point, store->key.public.len}};
    size_t width = (row->alg->bits + 7) / 8;

    refused(row, &(struct key_data){0}, "no key");
    memcpy(point, store->key.public.at, data.public.len);
    add(point + 1 + width, width, point[2 * width] ? -1 : 1);
    refused(row, &data, "y off by one");
    memcpy(point, store->key.public.at, data.public.len);
    point[0] = 6 + (point[2 * width] & 1);
    refused(row, &data, "hybrid form");
    point[0] = 4;
    data.public.len--;
    refused(row, &data, "short");
    data.public.len += 2;
    refused(row, &data, "long");
    data.public.len = 1;
    point[0] = 0;
    refused(row, &data, "infinity");
    memset(point, 0, sizeof point);
    point[0] = 4;
    data.public.len = 1 + 2 * width;
    refused(row, &data, "(0, 0)");
    memset(point + 1, 0xff, 2 * width);
    refused(row, &data, "coordinates out of range");
    data = store->key;
    data.secret = (struct bytes){scalar, width};
    data.public.len = 0;
    refused(row, &data, "scalar 0");
    memset(scalar, 0xff, width);
    refused(row, &data, "scalar too large");
    memset(scalar, 0, width);
    scalar[width - 1] = 1;
    data.public = store->key.public;
    refused(row, &data, "somebody else's public key");
}

static void check_bad_keys(const struct impl *row)
{
    static struct key_store store;
    void *at;

    if (row->alg->family == FAMILY_RSA && row->alg->bits != 1024)
        return;
    cr_assert_eq(row->keygen(row, &at, &os_rng), DONE);
    cr_assert_eq(row->key_export(row, at, &store), DONE);
    row->key_free(row, at);
    if (row->alg->family == FAMILY_RSA)
        refuse_rsa(row, &store);
    else if (row->alg->family == FAMILY_ECDSA)
        refuse_points(row, &store);
    else {
        struct key_data data = {.secret = {store.key.public.at, 32}, .public = store.key.public};

        refused(row, &(struct key_data){0}, "no key");
        refused(row, &data, "somebody else's public key");
        data.secret = (struct bytes){store.key.secret.at, 31};
        refused(row, &data, "short seed");
        data.secret.len = 0;
        data.public.len = 31;
        refused(row, &data, "short public key");
    }
}

Test(peer_refusals, bad_keys, .init = load, .timeout = 300)
{
    each_row(check_bad_keys);
}

/* Signatures that no signer makes: any length, hostile DER, zero and huge numbers. None passes,
 * none harms. */
static void check_hostile(const struct impl *row)
{
    static uint8_t sig[4096 + 8];
    static const uint8_t heads[][8] = {{0x30, 0x82, 0x10, 0x00, 0x02, 0x82, 0x0f, 0xfc},
                                       {0x30, 0x80, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01},
                                       {0x30, 0x06, 0x02, 0x01, 0x00, 0x02, 0x01, 0x00},
                                       {0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x00},
                                       {0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 0x02, 0x84},
                                       {0x30, 0x88, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
                                       {0x30, 0x06, 0x02, 0x01, 0xff, 0x02, 0x01, 0x80},
                                       {0x30, 0x04, 0x02, 0x00, 0x02, 0x00, 0x00, 0x00},
                                       {0x30, 0x00, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01},
                                       {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}};
    struct sig_params params = default_params(row);
    void *at;

    if (row->alg->family == FAMILY_RSA && row->alg->bits != 1024)
        return;
    cr_assert_eq(row->keygen(row, &at, &os_rng), DONE);
    for (int form = SIG_DER; form <= SIG_FIXED; form++) {
        params.form = (enum sig_form)form;
        cr_expect_eq(row->verify(row, at, &params, NULL, 0, NULL, 0), FAILED);
        for (size_t h = 0; h < sizeof heads / sizeof *heads; h++)
            for (int fill = 0; fill <= 0xff; fill += 0xff) {
                memset(sig, fill, sizeof sig);
                memcpy(sig, heads[h], 8);
                for (size_t len = 0; len <= 160; len++)
                    cr_expect_eq(row->verify(row, at, &params, NULL, 0, sig, len), FAILED);
                cr_expect_eq(row->verify(row, at, &params, NULL, 0, sig, 4096), FAILED);
                cr_expect_eq(row->verify(row, at, &params, NULL, 0, sig, sizeof sig), FAILED);
            }
        for (int fill = 0; fill <= 0xff; fill += 0xff) {
            memset(sig, fill, sizeof sig);
            for (size_t len = 0; len <= 260; len++)
                cr_expect_eq(row->verify(row, at, &params, NULL, 0, sig, len), FAILED);
        }
    }
    row->key_free(row, at);
}

Test(peer_refusals, hostile_signatures, .init = load, .timeout = 300)
{
    each_row(check_hostile);
}

/* 16 MiB are signed and verified, or both are refused as unsupported. */
static void check_large(const struct impl *row)
{
    const size_t len = (size_t)16 << 20;
    struct sig_params params = default_params(row);
    uint8_t sig[SIG_MAX_LEN], *msg;
    size_t sig_len;
    void *at;
    enum result result;

    if (row->alg->bits != 1024 && row->alg->bits > 256)
        return;
    msg = calloc(1, len);
    cr_assert(msg);
    cr_assert_eq(row->keygen(row, &at, &os_rng), DONE);
    result = row->sign(row, at, &params, msg, len, sig, &sig_len, &os_rng);
    cr_assert_neq(result, FAILED, "%s %s", row->name, row->alg->name);
    cr_expect_eq(row->verify(row, at, &params, msg, len, sig, result == DONE ? sig_len : 64),
                 result);
    msg[len / 2] = 1;
    if (result == DONE)
        cr_expect_eq(row->verify(row, at, &params, msg, len, sig, sig_len), FAILED);
    row->key_free(row, at);
    free(msg);
}

Test(peer_refusals, large_message, .init = load, .timeout = 300)
{
    each_row(check_large);
}

struct job {
    const struct impl *row;
    void *key;
    int failures;
};

static void *sign_and_verify(void *at)
{
    struct job *job = at;
    struct sig_params params = default_params(job->row);
    uint8_t sig[SIG_MAX_LEN], msg[8] = {0};
    size_t sig_len;

    for (msg[0] = 0; msg[0] < 50; msg[0]++) {
        if (job->row->sign(job->row, job->key, &params, msg, sizeof msg, sig, &sig_len, &os_rng) !=
                DONE ||
            job->row->verify(job->row, job->key, &params, msg, sizeof msg, sig, sig_len) != DONE)
            job->failures++;
        msg[7] ^= 1;
        job->failures +=
            job->row->verify(job->row, job->key, &params, msg, sizeof msg, sig, sig_len) != FAILED;
    }
    return NULL;
}

static void check_threads(const struct impl *row)
{
    struct job jobs[4];
    pthread_t threads[4];

    if (row->alg->family == FAMILY_RSA && row->alg->bits != 1024)
        return;
    for (int i = 0; i < 4; i++) {
        jobs[i] = (struct job){row, NULL, 0};
        cr_assert_eq(row->keygen(row, &jobs[i].key, &os_rng), DONE);
    }
    for (int i = 0; i < 4; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, sign_and_verify, &jobs[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        cr_expect_eq(jobs[i].failures, 0, "%s %s", row->name, row->alg->name);
        row->key_free(row, jobs[i].key);
    }
}

Test(peer_refusals, threads, .init = load, .timeout = 300)
{
    each_row(check_threads);
}
