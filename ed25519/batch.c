/* batch - many signatures by one equation, and the wrong ones found by bisection.
 *
 * The sum of the equations with random coefficients z_i of 128 bits holds if all hold; if one does not, it
 * holds for at most one z_i of 2^128, since 8 times a point lies in the group of prime order L. The factor 8
 * is in single verification too (ed25519.h, Policy), so both give the same answers.
 */
#include <stdlib.h>
#include <string.h>

#include "ed25519/ed25519.h"

/* More signatures at once gain little and need 2 KiB each. Below SINGLE_BELOW a batch is slower than
 * single verifications: its doublings are not halved. Measured. */
enum { CHUNK = 1024, SINGLE_BELOW = 4 };

struct batch {
    const struct ed25519_engine *engine;
    struct rng *rng;
    int *valid;
    struct ed25519_equation *equation; /* CHUNK of them, or n if that is less; so too: */
    size_t *item;                      /* whose equation it is */
    uint8_t (*z)[16];
};

/* Decides n equations from `first` on. some_bad: they do not all hold, so there is no need to ask for it.
 * *bad: one does not hold. FAILED: no random numbers or no memory. */
static enum result decide(int *bad, struct batch *b, size_t first, size_t n, int some_bad)
{
    enum result all = FAILED;
    int bad_left, bad_right;

    *bad = 0;
    if (n < SINGLE_BELOW || !b->engine->check_batch) {
        for (size_t i = first; i < first + n; i++) {
            const struct ed25519_equation *e = &b->equation[i];
            int holds = b->engine->check(e->R, e->A, e->S, e->k) == DONE;

            b->valid[b->item[i]] = holds;
            *bad |= !holds;
        }
        return DONE;
    }
    if (!some_bad) {
        if (random_bytes(b->z[0], 16 * n, b->rng) != DONE)
            return FAILED;
        all = b->engine->check_batch(&b->equation[first], (const uint8_t(*)[16])b->z, n);
    }
    if (all == UNSUPPORTED)
        return FAILED;
    if (all == DONE) {
        for (size_t i = first; i < first + n; i++)
            b->valid[b->item[i]] = 1;
        return DONE;
    }
    *bad = 1;
    if (decide(&bad_left, b, first, n / 2, 0) != DONE)
        return FAILED;
    return decide(&bad_right, b, first + n / 2, n - n / 2, !bad_left);
}

/* The items from `from` on, CHUNK at most. */
static enum result decide_chunk(int *bad, struct batch *b, const struct ed25519_batch_item *items,
                                size_t from, size_t n)
{
    size_t count = 0;
    int wrong = 0;

    for (size_t i = from; i < from + n; i++) {
        const struct ed25519_batch_item *item = &items[i];

        if (ed25519_equation(&b->equation[count], item->sig, item->sig_len, item->A, item->variant,
                             item->context, item->msg, item->len, b->engine) == DONE)
            b->item[count++] = i;
    }
    if (decide(&wrong, b, 0, count, 0) != DONE)
        return FAILED;
    *bad |= wrong || count < n;
    return DONE;
}

enum result ed25519_verify_batch(int *valid, const struct ed25519_batch_item *items, size_t n,
                                 const struct ed25519_engine *engine, struct rng *rng)
{
    const size_t room = n < CHUNK ? n : CHUNK;
    struct batch b = {engine, rng, valid, NULL, NULL, NULL};
    enum result done = DONE;
    int bad = 0;

    if (n == 0)
        return DONE;
    memset(valid, 0, n * sizeof *valid);
    b.equation = malloc(room * sizeof *b.equation);
    b.item = malloc(room * sizeof *b.item);
    b.z = malloc(room * sizeof *b.z);
    if (!b.equation || !b.item || !b.z)
        done = UNSUPPORTED;
    for (size_t from = 0, count; done == DONE && from < n; from += count) {
        count = n - from < CHUNK ? n - from : CHUNK;
        done = decide_chunk(&bad, &b, items, from, count);
    }
    free(b.equation);
    free(b.item);
    free(b.z);
    if (done != DONE) {
        memset(valid, 0, n * sizeof *valid);
        return UNSUPPORTED;
    }
    return bad ? FAILED : DONE;
}
