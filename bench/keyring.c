/* keyring - keys, messages and signatures for the operations of one algorithm. */
#include <stdlib.h>
#include <string.h>

#include "bench/keyring.h"
#include "bignum/bytes.h"
#include "hash/drbg.h"

enum { PAIRS = 4, PRIMES = 2 * PAIRS };

static enum result export_new(struct key_store *out, const struct impl *maker, struct rng *rng)
{
    void *key = NULL;
    enum result done = maker->keygen(maker, &key, rng);

    if (done != DONE)
        return done;
    done = maker->key_export(maker, key, out);
    maker->key_free(maker, key);
    return done;
}

/* Minimal octets of x into buf, which has room. */
static struct bytes octets_of(uint8_t *buf, const mpz_t x)
{
    size_t len = (mpz_sizeinbase(x, 2) + 7) / 8;

    if (i2osp(buf, len, x) != DONE)
        len = 0;
    return (struct bytes){buf, len};
}

/* The key of two primes: n = p q, d = e^-1 mod lcm(p - 1, q - 1). FAILED if e has no inverse. */
static enum result join_primes(struct key_store *out, const mpz_t p, const mpz_t q, const mpz_t e)
{
    static uint8_t room[5][SIG_MAX_LEN];
    struct key_data data = {0};
    enum result done = FAILED;
    mpz_t n, d, p1, q1;

    mpz_inits(n, d, p1, q1, NULL);
    mpz_mul(n, p, q);
    mpz_sub_ui(p1, p, 1);
    mpz_sub_ui(q1, q, 1);
    mpz_lcm(d, p1, q1);
    if (mpz_cmp(p, q) != 0 && mpz_sizeinbase(n, 2) <= 8 * SIG_MAX_LEN && mpz_invert(d, e, d)) {
        data.n = octets_of(room[0], n);
        data.e = octets_of(room[1], e);
        data.d = octets_of(room[2], d);
        data.p = octets_of(room[3], mpz_cmp(p, q) > 0 ? p : q);
        data.q = octets_of(room[4], mpz_cmp(p, q) > 0 ? q : p);
        done = key_store_copy(out, &data);
    }
    wipe(room, sizeof room);
    mpz_clears(n, d, p1, q1, NULL);
    return done;
}

static enum result rsa_primes(mpz_t primes[PRIMES], mpz_t e, const struct impl *maker,
                              struct rng *rng)
{
    struct key_store *store = malloc(sizeof *store);
    enum result done = store ? DONE : FAILED;

    for (int i = 0; i < PAIRS && done == DONE; i++) {
        done = export_new(store, maker, rng);
        if (done != DONE)
            break;
        os2ip(e, store->key.e.at, store->key.e.len);
        os2ip(primes[2 * i], store->key.p.at, store->key.p.len);
        os2ip(primes[2 * i + 1], store->key.q.at, store->key.q.len);
        if (mpz_sgn(primes[2 * i]) == 0 || mpz_sgn(primes[2 * i + 1]) == 0)
            done = FAILED;
    }
    if (store)
        key_store_wipe(store);
    free(store);
    return done;
}

static enum result rsa_ring(struct keyring *ring, const struct impl *maker, struct rng *rng)
{
    mpz_t primes[PRIMES], e;
    size_t made = 0;
    enum result done;

    mpz_init(e);
    for (int i = 0; i < PRIMES; i++)
        mpz_init(primes[i]);
    done = rsa_primes(primes, e, maker, rng);
    /* by growing distance, so that keys next to each other in the ring share no prime */
    for (int gap = 1; gap < PRIMES && done == DONE; gap++)
        for (int i = 0; i + gap < PRIMES && made < RING; i++)
            if (join_primes(&ring->keys[made], primes[i], primes[i + gap], e) == DONE)
                made++;
    mpz_clear(e);
    for (int i = 0; i < PRIMES; i++) {
        mpz_wipe(primes[i]);
        mpz_clear(primes[i]);
    }
    return done == DONE && made < RING ? FAILED : done;
}

enum result keyring_make(struct keyring *ring, const struct alg *alg, const struct impl *maker,
                         const char **why)
{
    struct hmac_drbg drbg;
    enum result done = DONE;

    memset(ring, 0, sizeof *ring);
    ring->alg = alg;
    drbg_seed_u64(&drbg, 0x7369676b657973u); /* the same keys in every run */
    if (alg->family == FAMILY_RSA)
        done = rsa_ring(ring, maker, &drbg.rng);
    else
        for (size_t i = 0; i < RING && done == DONE; i++)
            done = export_new(&ring->keys[i], maker, &drbg.rng);
    drbg_wipe(&drbg);
    if (done != DONE) {
        *why = "no keys could be generated";
        return FAILED;
    }
    key_sizes(&ring->sizes, alg, &ring->keys[0].key);
    return DONE;
}

enum result messages_make(struct messages *out, size_t payload)
{
    struct hmac_drbg drbg;
    size_t len = payload + 64 * RING;

    out->payload = payload;
    out->buffer = malloc(len);
    if (!out->buffer)
        return FAILED;
    drbg_seed_u64(&drbg, payload);
    /* a long message repeats one mebibyte: its content is no matter, its generation takes time */
    size_t fresh = len < (1u << 20) ? len : 1u << 20;
    enum result done = random_bytes(out->buffer, fresh, &drbg.rng);
    for (size_t at = fresh; at < len; at += fresh)
        memcpy(out->buffer + at, out->buffer, len - at < fresh ? len - at : fresh);
    drbg_wipe(&drbg);
    if (done != DONE)
        messages_clear(out);
    return done;
}

void messages_clear(struct messages *messages)
{
    free(messages->buffer);
    messages->buffer = NULL;
}

const uint8_t *message_at(const struct messages *messages, size_t i)
{
    return messages->buffer + 64 * (i % RING);
}

static enum result sign_one(struct workload *out, size_t i, const struct impl *maker, void *key)
{
    const uint8_t *msg = message_at(out->messages, i);
    size_t len = out->messages->payload, fixed_len = 0;
    uint8_t *sig = out->sigs + i * SIG_MAX_LEN, fixed[SIG_MAX_LEN];
    struct sig_params other = out->params;

    if (maker->sign(maker, key, &out->params, msg, len, sig, &out->sig_len[i], rng_os()) != DONE ||
        maker->verify(maker, key, &out->params, msg, len, sig, out->sig_len[i]) != DONE)
        return FAILED;
    if (out->sig_len[i] > out->sig_max)
        out->sig_max = out->sig_len[i];
    if (out->sig_len[i] < out->sig_min)
        out->sig_min = out->sig_len[i];
    if (i > 0)
        return DONE;
    other.form = out->params.form == SIG_DER ? SIG_FIXED : SIG_DER;
    if (maker->sign(maker, key, &other, msg, len, fixed, &fixed_len, rng_os()) != DONE)
        return FAILED;
    out->sig_fixed = fixed_len;
    return DONE;
}

enum result workload_make(struct workload *out, const struct keyring *ring,
                          const struct messages *messages, const struct sig_params *params,
                          const struct impl *maker, const char **why)
{
    enum result done = DONE;

    *out = (struct workload){
        .ring = ring, .messages = messages, .params = *params, .sig_min = SIG_MAX_LEN};
    out->sigs = calloc(RING, SIG_MAX_LEN);
    if (!out->sigs) {
        *why = "out of memory";
        return FAILED;
    }
    for (size_t i = 0; i < RING && done == DONE; i++) {
        void *key = NULL;
        done = maker->key_import(maker, &key, &ring->keys[i].key);
        if (done != DONE)
            break;
        done = sign_one(out, i, maker, key);
        maker->key_free(maker, key);
    }
    if (done != DONE) {
        *why = "the reference signatures could not be made, or do not verify";
        workload_clear(out);
        return FAILED;
    }
    return DONE;
}

void workload_clear(struct workload *workload)
{
    free(workload->sigs);
    workload->sigs = NULL;
}
