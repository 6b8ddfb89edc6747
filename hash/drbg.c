/* HMAC-DRBG, SP 800-90A Rev. 1, 10.1.2, in its order. */
#include "hash/drbg.h"

#include <string.h>

#include "hash/hmac.h"
#include "hash/sha2_words.h"

/* Table 2: max_number_of_bits_per_request is 2^19, reseed_interval 2^48. */
#define REQUEST_MAX     ((size_t)1 << 16)
#define RESEED_INTERVAL ((uint64_t)1 << 48)

/* K = HMAC(K, V || separator || data), V = HMAC(K, V): half of 10.1.2.2. */
static void update_half(struct hmac_drbg *drbg, uint8_t separator, const void *data, size_t len)
{
    const size_t outlen = hash_len(drbg->id);
    struct hmac hmac;

    hmac_init(&hmac, drbg->id, drbg->key, outlen);
    hmac_update(&hmac, drbg->v, outlen);
    hmac_update(&hmac, &separator, 1);
    hmac_update(&hmac, data, len);
    hmac_final(&hmac, drbg->key);

    hmac_init(&hmac, drbg->id, drbg->key, outlen);
    hmac_update(&hmac, drbg->v, outlen);
    hmac_final(&hmac, drbg->v);
}

/* HMAC_DRBG_Update, 10.1.2.2. */
static void update(struct hmac_drbg *drbg, const void *data, size_t len)
{
    update_half(drbg, 0x00, data, len);
    if (len > 0)
        update_half(drbg, 0x01, data, len);
}

static enum result drbg_fill(struct rng *self, uint8_t *out, size_t len)
{
    /* rng is the first member. */
    return drbg_generate((struct hmac_drbg *)self, out, len, NULL, 0);
}

/* 10.1.2.3 */
void drbg_init(struct hmac_drbg *drbg, enum hash_id id, const void *seed, size_t len)
{
    drbg->rng.fill = drbg_fill;
    drbg->id = id;
    memset(drbg->key, 0x00, sizeof drbg->key);
    memset(drbg->v, 0x01, sizeof drbg->v);
    update(drbg, seed, len);
    drbg->reseed_counter = 1;
}

/* 10.1.2.4 */
void drbg_reseed(struct hmac_drbg *drbg, const void *seed, size_t len)
{
    update(drbg, seed, len);
    drbg->reseed_counter = 1;
}

/* 10.1.2.5 for at most REQUEST_MAX bytes. K stays the same through step 4, so its two pads are
 * absorbed once and the keyed state is copied. */
static void request(struct hmac_drbg *drbg, uint8_t *out, size_t len, const void *additional,
                    size_t additional_len)
{
    const size_t outlen = hash_len(drbg->id);
    struct hmac keyed, hmac;

    if (additional_len > 0)
        update(drbg, additional, additional_len);
    hmac_init(&keyed, drbg->id, drbg->key, outlen);
    while (len > 0) {
        size_t take = len < outlen ? len : outlen;

        hmac = keyed;
        hmac_update(&hmac, drbg->v, outlen);
        hmac_final(&hmac, drbg->v);
        memcpy(out, drbg->v, take);
        out += take;
        len -= take;
    }
    wipe(&keyed, sizeof keyed);
    update(drbg, additional, additional_len);
    drbg->reseed_counter++;
}

enum result drbg_generate(struct hmac_drbg *drbg, uint8_t *out, size_t len, const void *additional,
                          size_t additional_len)
{
    const uint64_t requests = len <= REQUEST_MAX ? 1 : (len - 1) / REQUEST_MAX + 1;

    /* All of it is there, or nothing. The counter is at most RESEED_INTERVAL + 1. */
    if (drbg->reseed_counter > RESEED_INTERVAL ||
        RESEED_INTERVAL + 1 - drbg->reseed_counter < requests) {
        wipe(out, len);
        return FAILED;
    }
    for (;;) {
        size_t take = len < REQUEST_MAX ? len : REQUEST_MAX;

        request(drbg, out, take, additional, additional_len);
        len -= take;
        if (len == 0)
            return DONE;
        out += take;
        additional_len = 0;
    }
}

void drbg_wipe(struct hmac_drbg *drbg)
{
    wipe(drbg, sizeof *drbg);
}

void drbg_seed_u64(struct hmac_drbg *drbg, uint64_t seed)
{
    uint8_t octets[8];

    store_be64(octets, seed);
    drbg_init(drbg, SHA256, octets, sizeof octets);
    wipe(octets, sizeof octets);
}

uint64_t drbg_seed_blocks(enum hash_id id, uint64_t len)
{
    const uint64_t outlen = hash_len(id);
    uint64_t half = hmac_blocks(id, outlen, outlen + 1 + len) + hmac_blocks(id, outlen, outlen);

    return len > 0 ? 2 * half : half;
}

uint64_t drbg_generate_blocks(enum hash_id id, uint64_t len, uint64_t additional_len)
{
    const uint64_t outlen = hash_len(id);
    /* Each output but the pads, which are absorbed once a request. */
    const uint64_t output = hmac_blocks(id, outlen, outlen) - 2;
    uint64_t blocks = additional_len > 0 ? drbg_seed_blocks(id, additional_len) : 0;

    do {
        uint64_t take = len < REQUEST_MAX ? len : REQUEST_MAX;

        blocks += 2 + (take + outlen - 1) / outlen * output + drbg_seed_blocks(id, additional_len);
        additional_len = 0;
        len -= take;
    } while (len > 0);
    return blocks;
}
