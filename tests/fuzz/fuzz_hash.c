/* fuzz_hash - SHA-2 and HMAC of every step, in pieces and at once, against OpenSSL's.
 *
 * Input     octet 0: the hash; octet 1: how often the message is repeated; octet 2: number of cuts (up to 15), each
 *           a u16; octet: the misalignment; u8 and so many octets: HMAC's key; the rest: the message. */
#include <openssl/hmac.h>

#include "hash/hmac.h"
#include "tests/fuzz/openssl.h"

enum { MOST = 1 << 16, CUTS = 15 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_start();
    return 0;
}

static void in_pieces(uint8_t *digest, enum hash_id id, const struct hash_engine *engine,
                      struct bytes msg, const unsigned *cuts, unsigned count)
{
    struct sha2 ctx;

    sha2_init(&ctx, id, engine);
    for (unsigned i = 0; i < count; i++) {
        struct bytes piece = take(&msg, cuts[i]);
        sha2_update(&ctx, piece.at, piece.len);
    }
    sha2_update(&ctx, msg.at, msg.len);
    sha2_final(&ctx, digest);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t room[MOST + 64];
    struct bytes in = {data, size}, key, msg;
    enum hash_id id = (enum hash_id)(take_u8(&in) % HASH_COUNT);
    unsigned repeat = 1 + take_u8(&in) % 64, count = take_u8(&in) % (CUTS + 1), cuts[CUTS];
    uint8_t want[EVP_MAX_MD_SIZE], got[SHA2_MAX_DIGEST];
    unsigned len = 0;
    size_t total = 0;
    struct hmac mac;
    uint8_t *at;

    for (unsigned i = 0; i < count; i++)
        cuts[i] = take_u16(&in) % 1024;
    at = room + take_u8(&in) % 64;
    key = take(&in, take_u8(&in));
    for (unsigned i = 0; i < repeat && total + in.len <= MOST; i++, total += in.len)
        if (in.len)
            memcpy(at + total, in.at, in.len);
    msg = (struct bytes){at, total};
    MUST(EVP_Digest(msg.at, msg.len, want, &len, openssl_md(id), NULL) && len == hash_len(id),
         "OpenSSL");
    sha2(got, id, msg.at, msg.len);
    MUST(memcmp(got, want, len) == 0, "%s of %zu octets", hash_name(id), msg.len);
    for (const struct hash_engine *const *engine = hash_engines; *engine; engine++) {
        if (step_missing(&(*engine)->step))
            continue;
        in_pieces(got, id, *engine, msg, cuts, count);
        MUST(memcmp(got, want, len) == 0, "%s %s of %zu octets in %u pieces", (*engine)->step.name,
             hash_name(id), msg.len, count + 1);
    }
    hmac_init(&mac, id, key.at, key.len);
    for (unsigned i = 0; i < count; i++) {
        struct bytes piece = take(&msg, cuts[i]);
        hmac_update(&mac, piece.at, piece.len);
    }
    hmac_update(&mac, msg.at, msg.len);
    hmac_final(&mac, got);
    MUST(HMAC(openssl_md(id), key.len ? key.at : room, (int)key.len, at, total, want, &len),
         "OpenSSL's HMAC");
    MUST(memcmp(got, want, len) == 0, "HMAC-%s, key of %zu octets", hash_name(id), key.len);
    fuzz_count(1);
    return 0;
}
