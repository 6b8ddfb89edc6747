/* operation_check - what an operation gave is looked at outside the timed part. */
#include <string.h>

#include "bench/need.h"
#include "bench/operation.h"
#include "hash/drbg.h"

/* What the return codes of the batch say. */
static enum verdict check_codes(struct operation *o, const char **why)
{
    unsigned long bad = o->bad, cannot = o->cannot;

    o->bad = o->cannot = 0;
    if (bad) {
        *why = o->op == OP_REJECT   ? "a wrong signature was accepted"
               : o->op == OP_VERIFY ? "a valid signature was rejected"
                                    : "the operation failed";
        return WRONG;
    }
    if (cannot) {
        *why = "not supported";
        return CANNOT;
    }
    return GOOD;
}

int operation_has_one_answer(const struct impl *row)
{
    return row->alg->family != FAMILY_ECDSA || row->flags & STEP_RFC6979;
}

/* One signature: equal to the reference's where there is only one right answer, else valid. */
static int signature_is_good(const struct operation *o, size_t i)
{
    const struct workload *w = o->workload;
    const uint8_t *sig = o->out + i * SIG_MAX_LEN;
    const struct impl *row = o->subject->row, *reference = o->reference;
    int same =
        o->out_len[i] == w->sig_len[i] && memcmp(sig, workload_sig(w, i), w->sig_len[i]) == 0;

    if (same)
        return 1;
    if (operation_has_one_answer(row))
        return 0;
    return reference->verify(reference, o->reference_keys[i], &w->params,
                             message_at(w->messages, i), w->messages->payload, sig,
                             o->out_len[i]) == DONE;
}

static enum verdict check_sign(struct operation *o, unsigned long times, const char **why)
{
    enum verdict verdict = check_codes(o, why);
    unsigned long last = times < o->ring ? times : o->ring;

    if (verdict != GOOD)
        return verdict;
    /* a random signature costs a verification to check: one of a long batch is enough */
    if (!operation_has_one_answer(o->subject->row) && times > o->ring)
        last = 1;
    for (unsigned long k = 1; k <= last; k++)
        if (!signature_is_good(o, (o->next - k) % o->ring)) {
            *why = "a signature is wrong";
            return WRONG;
        }
    return GOOD;
}

static enum verdict check_hash(struct operation *o, const char **why)
{
    enum verdict verdict = check_codes(o, why);
    size_t i = (o->next - 1) % o->ring;
    uint8_t digest[SHA2_MAX_DIGEST];

    if (verdict != GOOD)
        return verdict;
    sha2(digest, o->hash, message_at(o->messages, i), o->messages->payload);
    if (memcmp(digest, o->out + i * SIG_MAX_LEN, hash_len(o->hash)) == 0)
        return GOOD;
    *why = "a digest is wrong";
    return WRONG;
}

/* A generated key is good if it has the size asked for and the reference accepts what it signs. */
static int key_is_good(const struct operation *o, void *key)
{
    const struct impl *row = o->subject->row, *reference = o->reference;
    const struct workload *w = o->workload;
    const uint8_t *msg = message_at(w->messages, 0);
    size_t len = w->messages->payload, sig_len = 0;
    struct key_store store;
    struct key_sizes sizes;
    uint8_t sig[SIG_MAX_LEN];
    void *other = NULL;
    int good = 0;

    if (row->key_export(row, key, &store) != DONE)
        return 0;
    key_sizes(&sizes, row->alg, &store.key);
    struct key_data public = key_public_half(&store.key);
    if (sizes.bits == row->alg->bits &&
        row->sign(row, key, &w->params, msg, len, sig, &sig_len, rng_os()) == DONE &&
        reference->key_import(reference, &other, &public) == DONE) {
        good = reference->verify(reference, other, &w->params, msg, len, sig, sig_len) == DONE;
        reference->key_free(reference, other);
    }
    key_store_wipe(&store);
    return good;
}

static enum verdict check_keygen(struct operation *o, unsigned long times, const char **why)
{
    enum verdict verdict = check_codes(o, why);

    if (verdict == GOOD && o->cut)
        verdict = CUT_OFF;
    if (verdict == GOOD && !key_is_good(o, o->made[times - 1])) {
        verdict = WRONG;
        *why = "a generated key is wrong";
    }
    for (unsigned long i = 0; i < times; i++) {
        if (o->made[i])
            o->subject->row->key_free(o->subject->row, o->made[i]);
        o->made[i] = NULL;
    }
    return verdict;
}

enum verdict operation_check(void *work, unsigned long times, const char **why)
{
    struct operation *o = work;
    enum verdict verdict;

    switch (o->op) {
    case OP_KEYGEN:
        verdict = check_keygen(o, times, why);
        break;
    case OP_SIGN:
        verdict = check_sign(o, times, why);
        break;
    case OP_HASH:
        verdict = check_hash(o, why);
        break;
    default:
        verdict = check_codes(o, why);
    }
    if (verdict == WRONG)
        need_memory(); /* it would say nothing of the implementation */
    return verdict;
}
