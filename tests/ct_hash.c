/* ct_hash - the constant-time claims of the hash engines and of HMAC, on secret
 * messages and keys; lengths are public. */
#include "hash/hmac.h"
#include "tests/ct.h"

/* A hash that looks its input up, as no engine here does: what has to be caught. */
static int leaky_hash(uint8_t *digest, const uint8_t *msg, size_t len)
{
    static const uint8_t box[256] = {1, 2, 3};

    for (size_t i = 0; i < len; i++)
        digest[i % 32] ^= box[msg[i]];
    return 1;
}

static int digest_all(const struct hash_engine *e, const uint8_t *msg, size_t len)
{
    uint8_t digest[SHA2_MAX_DIGEST];

    for (int id = 0; id < HASH_COUNT; id++) {
        struct sha2 ctx;
        sha2_init(&ctx, (enum hash_id)id, e);
        sha2_update(&ctx, msg, len / 3);
        sha2_update(&ctx, msg + len / 3, len - len / 3);
        sha2_final(&ctx, digest);
    }
    return 1;
}

static int mac(const uint8_t *msg, size_t len)
{
    uint8_t digest[SHA2_MAX_DIGEST];

    for (int id = 0; id < HASH_COUNT; id++)
        for (size_t key = 16; key <= len; key += len - 16) { /* shorter and longer than a block */
            struct hmac ctx;
            hmac_init(&ctx, (enum hash_id)id, msg, key);
            hmac_update(&ctx, msg, len);
            hmac_final(&ctx, digest);
        }
    return 1;
}

int main(void)
{
    uint8_t msg[300] = {1, 2, 3}, digest[32] = {0};
    unsigned long before = VALGRIND_COUNT_ERRORS;
    int bad, done;

    if (ct_outside("ct_hash"))
        return 77;
    VALGRIND_MAKE_MEM_UNDEFINED(msg, sizeof msg);
    done = leaky_hash(digest, msg, sizeof msg);
    bad = ct_report("lookup", "table by message", VALGRIND_COUNT_ERRORS - before, done, 1);
    for (int i = 0; hash_engines[i]; i++) {
        const struct hash_engine *e = hash_engines[i];

        if (!(e->step.flags & STEP_CONSTANT_TIME))
            continue;
        if (step_missing(&e->step)) {
            printf("--    %s: valgrind's CPU lacks what it wants\n", e->step.name);
            continue;
        }
        before = VALGRIND_COUNT_ERRORS;
        done = digest_all(e, msg, sizeof msg);
        bad |= ct_report(e->step.name, "SHA-2", VALGRIND_COUNT_ERRORS - before, done, 0);
    }
    before = VALGRIND_COUNT_ERRORS;
    done = mac(msg, sizeof msg);
    return bad | ct_report("hmac", "key and message", VALGRIND_COUNT_ERRORS - before, done, 0);
}
