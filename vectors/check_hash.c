#include <stdlib.h>
#include <string.h>

#include "vectors/outcome.h"
#include "vectors/source.h"

void check_hash(struct outcome *out, const struct vector_case *one, const struct hash_impl *hash)
{
    uint8_t digest[SHA2_MAX_DIGEST];
    size_t repeat = one->repeat > 1 ? one->repeat : 1;
    uint8_t *all = NULL;
    if (one->msg.len && repeat > SOURCE_MAX_BYTES / one->msg.len) {
        outcome_unsupported(out, "large data: the contract takes a message as a whole");
        return;
    }
    if (repeat > 1) {
        all = malloc(repeat * one->msg.len + 1);
        for (size_t i = 0; all && one->msg.len && i < repeat; i++)
            memcpy(all + i * one->msg.len, one->msg.at, one->msg.len);
        if (!all) {
            outcome_unsupported(out, "out of memory");
            return;
        }
    }
    enum result result = hash->digest(hash, one->params.hash, all ? all : one->msg.at,
                                      repeat * one->msg.len, digest);
    free(all);
    if (result == UNSUPPORTED)
        outcome_unsupported(out, "the implementation cannot");
    else
        outcome_digest(out, one, digest, result == DONE ? hash_len(one->params.hash) : 0);
}

/* SHAVS 6.4 and ACVP's SHA-2 Monte Carlo test: M = A || B || C, then (A, B, C) = (B, C, hash(M)); the
 * alternate form cuts or pads M to the first seed's length. */
void check_monte(struct outcome *out, const struct vector_case *one, const struct hash_impl *hash)
{
    size_t seed = one->msg.len, len = hash_len(one->params.hash);
    size_t fixed = one->alternate ? one->repeat : 0;
    size_t room = seed > len ? seed : len;
    uint8_t *part = malloc(3 * room + fixed + 1);
    if (!part || seed == 0) {
        free(part);
        outcome_unsupported(out, seed ? "out of memory" : "an empty seed");
        return;
    }
    size_t lens[3] = {seed, seed, seed};
    for (int i = 0; i < 3; i++)
        memcpy(part + (size_t)i * seed, one->msg.at, seed);
    uint8_t digest[SHA2_MAX_DIGEST];
    enum result result = DONE;
    for (int round = 0; round < 1000 && result == DONE; round++) {
        size_t total = lens[0] + lens[1] + lens[2];
        if (fixed > total)
            memset(part + total, 0, fixed - total);
        result = hash->digest(hash, one->params.hash, part, one->alternate ? fixed : total, digest);
        memmove(part, part + lens[0], lens[1] + lens[2]);
        lens[0] = lens[1];
        lens[1] = lens[2];
        lens[2] = len;
        memcpy(part + lens[0] + lens[1], digest, len);
    }
    free(part);
    if (result == UNSUPPORTED)
        outcome_unsupported(out, "the implementation cannot");
    else
        outcome_digest(out, one, digest, result == DONE ? len : 0);
}
