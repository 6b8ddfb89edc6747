/* pkcs1 - RSASSA-PKCS1-v1_5 (RFC 8017 8.2 and 9.2) over an engine's two operations. */
#include <string.h>

#include "bignum/memory.h"
#include "rsa/rsa.h"

#define K_MAX         (RSA_MAX_BITS / 8)
#define PREFIX_LEN    19 /* of a DigestInfo before its digest, the same for all six hashes */
#define MIN_FRAME_LEN 11 /* 00 01, eight ff at least, 00 */

/* RFC 8017 9.2, note 1: SEQUENCE { SEQUENCE { OID 2.16.840.1.101.3.4.2.x, NULL }, OCTET STRING }. */
static void digest_info_prefix(uint8_t prefix[PREFIX_LEN], enum hash_id id)
{
    static const uint8_t arc[HASH_COUNT] = {
        [SHA224] = 4, [SHA256] = 1, [SHA384] = 2, [SHA512] = 3, [SHA512_224] = 5, [SHA512_256] = 6};
    static const uint8_t form[PREFIX_LEN] = {0x30, 0,    0x30, 0x0d, 0x06, 0x09, 0x60,
                                             0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02,
                                             0,    0x05, 0x00, 0x04, 0};

    memcpy(prefix, form, PREFIX_LEN);
    prefix[1] = (uint8_t)(PREFIX_LEN - 2 + hash_len(id));
    prefix[14] = arc[id];
    prefix[18] = (uint8_t)hash_len(id);
}

enum result emsa_pkcs1_v1_5(uint8_t *em, size_t k, enum hash_id id, const void *msg, size_t len)
{
    size_t t_len = PREFIX_LEN + hash_len(id), pad;

    if (k < t_len + MIN_FRAME_LEN) {
        memset(em, 0, k);
        return FAILED;
    }
    pad = k - t_len - 3;
    em[0] = 0x00;
    em[1] = 0x01;
    memset(em + 2, 0xff, pad);
    em[2 + pad] = 0x00;
    digest_info_prefix(em + 3 + pad, id);
    sha2(em + k - hash_len(id), id, msg, len);
    return DONE;
}

enum result rsa_context_init(struct rsa_context *ctx, const struct rsa_engine *engine,
                             const struct rsa_key *key)
{
    memset(ctx, 0, sizeof *ctx);
    if (step_missing(&engine->step) || rsa_key_refusal(key, 1))
        return FAILED;
    ctx->context = engine->context_new(key);
    wipe_stack(STACK_OF_RSA_KEYS);
    if (!ctx->context)
        return FAILED;
    ctx->engine = engine;
    ctx->bits = (unsigned)mpz_sizeinbase(key->n, 2);
    ctx->k = rsa_octets(key);
    return DONE;
}

void rsa_context_clear(struct rsa_context *ctx)
{
    if (ctx->engine)
        ctx->engine->context_free(ctx->context);
    memset(ctx, 0, sizeof *ctx);
}

enum result rsa_sign(uint8_t *sig, struct rsa_context *ctx, enum hash_id id, const void *msg,
                     size_t len, struct rng *rng)
{
    enum result result;

    if (emsa_pkcs1_v1_5(sig, ctx->k, id, msg, len) != DONE)
        return FAILED; /* sig is zero */
    result = ctx->engine->private_op(sig, sig, ctx->context, rng);
    wipe_stack(STACK_OF_RSA);
    return result;
}

enum result rsa_verify(const struct rsa_context *ctx, enum hash_id id, const void *msg, size_t len,
                       const uint8_t *sig, size_t sig_len)
{
    uint8_t expected[K_MAX], found[K_MAX];

    if (sig_len != ctx->k)
        return FAILED;
    if (emsa_pkcs1_v1_5(expected, ctx->k, id, msg, len) != DONE ||
        ctx->engine->public_op(found, sig, ctx->context) != DONE)
        return FAILED;
    return memcmp(expected, found, ctx->k) == 0 ? DONE : FAILED;
}
