/* ctmsan_hash - the constant-time claims of the hash engines, SHA-NI's among them. The SHA-512 rounds of `cpu`
 * are assembly, which the sanitizer cannot look through: valgrind checks those (tests/ct_hash.c) with
 * AVX2; their message schedule with AVX-512 is the same source with vector rotations. */
#include "hash/sha2.h"
#include "tests/ctmsan.h"

static uint8_t msg[700];

static int lookup(int unused)
{
    static const uint8_t box[256] = {1, 2, 3};
    volatile uint8_t sum = 0;

    (void)unused;
    for (size_t i = 0; i < sizeof msg; i++)
        sum = (uint8_t)(sum ^ box[msg[i]]);
    return 1;
}

static int digest_all(int engine)
{
    uint8_t digest[SHA2_MAX_DIGEST];

    for (int id = 0; id < HASH_COUNT; id++) {
        struct sha2 ctx;
        if (hash_engines[engine]->step.flags & STEP_NEEDS_CPU &&
            hash_block_len((enum hash_id)id) != 64)
            continue;
        sha2_init(&ctx, (enum hash_id)id, hash_engines[engine]);
        sha2_update(&ctx, msg, sizeof msg / 3);
        sha2_update(&ctx, msg + sizeof msg / 3, sizeof msg - sizeof msg / 3);
        sha2_final(&ctx, digest);
        if (__msan_test_shadow(digest, hash_len((enum hash_id)id)) != 0)
            return 0; /* the secret was lost on the way: nothing would be proved */
    }
    return 1;
}

int main(void)
{
    int bad;

    __msan_poison(msg, sizeof msg);
    bad = ctmsan_case("lookup", "table by message", lookup, 0, 1);
    for (int i = 0; hash_engines[i]; i++)
        if (step_missing(&hash_engines[i]->step))
            printf("--    %s: %s\n", hash_engines[i]->step.name,
                   step_missing(&hash_engines[i]->step));
        else if (hash_engines[i]->step.flags & STEP_CONSTANT_TIME)
            bad |= ctmsan_case(hash_engines[i]->step.name, "SHA-2", digest_all, i, 0);
    return bad;
}
