/* operation - the timed loops, and what they need. */
#include <stdlib.h>
#include <string.h>

#include "bench/operation.h"
#include "hash/drbg.h"

static const char *const names[OPS] = {"keygen", "sign", "verify", "reject", "hash"};

const char *op_name(enum op op)
{
    return names[op];
}

enum result op_by_name(enum op *op, const char *name)
{
    for (int i = 0; i < OPS; i++)
        if (strcmp(names[i], name) == 0) {
            *op = (enum op)i;
            return DONE;
        }
    return FAILED;
}

enum result subject_make(struct subject *out, const struct impl *row, const struct keyring *ring,
                         unsigned ops, const char **why)
{
    enum result done = DONE;

    memset(out, 0, sizeof *out);
    out->row = row;
    for (size_t i = 0; i < RING && done == DONE; i++) {
        struct key_data public = key_public_half(&ring->keys[i].key);
        if (ops & (1u << OP_SIGN))
            done = row->key_import(row, &out->private_keys[i], &ring->keys[i].key);
        if (done == DONE && ops & (1u << OP_VERIFY | 1u << OP_REJECT))
            done = row->key_import(row, &out->public_keys[i], &public);
    }
    if (done != DONE) {
        *why = done == UNSUPPORTED ? "it takes no such keys" : "it refuses a good key";
        subject_clear(out);
    }
    return done;
}

void subject_clear(struct subject *subject)
{
    for (size_t i = 0; i < RING; i++) {
        if (subject->private_keys[i])
            subject->row->key_free(subject->row, subject->private_keys[i]);
        if (subject->public_keys[i])
            subject->row->key_free(subject->row, subject->public_keys[i]);
        subject->private_keys[i] = subject->public_keys[i] = NULL;
    }
}

/* A generator that fails once the deadline is past, so that a key generation of minutes ends. */
struct timed_rng {
    struct rng rng;
    struct rng *source;
    double deadline;
    int *cut;
};

static enum result timed_fill(struct rng *self, uint8_t *out, size_t len)
{
    struct timed_rng *timed = (struct timed_rng *)self;

    if (timer_seconds() > timed->deadline) {
        *timed->cut = 1;
        return FAILED;
    }
    return timed->source->fill(timed->source, out, len);
}

static void note(struct operation *o, enum result got, enum result wanted)
{
    if (got == UNSUPPORTED)
        o->cannot++;
    else if (got != wanted)
        o->bad++;
}

/* Key number i of every self-written step comes from the same seed. */
static void run_rsa_keygen(void *work, unsigned long times)
{
    struct operation *o = work;
    const struct impl *row = o->subject->row;

    for (unsigned long i = 0; i < times; i++, o->next++) {
        struct hmac_drbg drbg;
        drbg_seed_u64(&drbg, o->next);
        struct timed_rng timed = {{timed_fill}, &drbg.rng, o->deadline, &o->cut};
        struct rng *rng = o->deadline > 0 ? &timed.rng : &drbg.rng;
        enum result done = row->keygen(row, &o->made[i], rng);
        if (!o->cut)
            note(o, done, DONE);
    }
}

static void run_keygen(void *work, unsigned long times)
{
    struct operation *o = work;
    const struct impl *row = o->subject->row;

    for (unsigned long i = 0; i < times; i++)
        note(o, row->keygen(row, &o->made[i], rng_os()), DONE);
}

static void run_sign(void *work, unsigned long times)
{
    struct operation *o = work;
    const struct workload *w = o->workload;
    const struct impl *row = o->subject->row;

    for (unsigned long k = 0; k < times; k++, o->next++) {
        size_t i = o->next % o->ring;
        uint8_t *sig = o->out + i * SIG_MAX_LEN;
        note(o,
             row->sign(row, o->subject->private_keys[i], &w->params, message_at(w->messages, i),
                       w->messages->payload, sig, &o->out_len[i], rng_os()),
             DONE);
        o->checksum += sig[0];
    }
}

/* shift 0: the signature's own message. shift 1: its neighbour's, so that the signature is well-formed and all
 * the work is done before it is found wrong (empty messages have no other neighbour than one octet). */
static void verify_ring(struct operation *o, unsigned long times, size_t shift, enum result wanted)
{
    const struct workload *w = o->workload;
    const struct impl *row = o->subject->row;
    size_t len = w->messages->payload;

    if (shift && len == 0)
        len = 1; /* all empty messages are alike */
    for (unsigned long k = 0; k < times; k++, o->next++) {
        size_t i = o->next % o->ring;
        void *key = o->subject->public_keys[i];
        const uint8_t *msg = message_at(w->messages, i + shift);
        enum result got =
            row->verify(row, key, &w->params, msg, len, workload_sig(w, i), w->sig_len[i]);
        note(o, got, wanted);
        o->checksum += (uint64_t)(got + 2);
    }
}

static void run_verify(void *work, unsigned long times)
{
    verify_ring(work, times, 0, DONE);
}

static void run_reject(void *work, unsigned long times)
{
    verify_ring(work, times, 1, FAILED);
}

static void run_hash(void *work, unsigned long times)
{
    struct operation *o = work;

    for (unsigned long k = 0; k < times; k++, o->next++) {
        size_t i = o->next % o->ring;
        uint8_t *digest = o->out + i * SIG_MAX_LEN;
        note(o,
             o->hash_row->digest(o->hash_row, o->hash, message_at(o->messages, i),
                                 o->messages->payload, digest),
             DONE);
        o->checksum += digest[0];
    }
}

static void (*const runs[OPS])(void *work, unsigned long times) = {
    [OP_KEYGEN] = run_keygen, [OP_SIGN] = run_sign, [OP_VERIFY] = run_verify,
    [OP_REJECT] = run_reject, [OP_HASH] = run_hash,
};

static void narrow(void *work, unsigned long operands)
{
    struct operation *o = work;

    o->ring = operands < RING ? operands : RING;
}

static void fill_job(struct job *job, struct operation *o)
{
    o->ring = RING;
    *job = (struct job){.run = runs[o->op],
                        .check = operation_check,
                        .work = o,
                        .max_batch = 1u << 20,
                        .warm_up = RING,
                        .narrow = narrow};
    if (o->op == OP_KEYGEN) {
        const struct alg *alg = o->subject->row->alg;
        job->max_batch = OPERATION_MAX_KEYS;
        job->warm_up = 1; /* each key is new */
        if (alg->family == FAMILY_RSA) {
            /* trial count times the cost of a power: bits * bits^3 in schoolbook range */
            double bits = alg->bits;
            job->run = run_rsa_keygen;
            job->max_batch = 1;
            job->distribution = 1;
            job->guess = bits * bits * bits * bits;
            if (o->subject->row->flags & STEP_TEXTBOOK)
                job->guess *= 10;
        }
    }
}

enum result operation_init(struct operation *out, struct job *job, enum op op,
                           const struct subject *subject, const struct workload *workload,
                           const struct impl *reference, double deadline)
{
    enum result done = DONE;

    *out = (struct operation){.op = op,
                              .subject = subject,
                              .workload = workload,
                              .reference = reference,
                              .deadline = deadline};
    if (op == OP_KEYGEN)
        out->made = calloc(OPERATION_MAX_KEYS, sizeof *out->made);
    if (op == OP_SIGN)
        out->out = calloc(RING, SIG_MAX_LEN);
    if ((op == OP_KEYGEN && !out->made) || (op == OP_SIGN && !out->out))
        done = FAILED;
    for (size_t i = 0;
         op == OP_SIGN && !operation_has_one_answer(subject->row) && done == DONE && i < RING;
         i++) {
        struct key_data public = key_public_half(&workload->ring->keys[i].key);
        done = reference->key_import(reference, &out->reference_keys[i], &public);
    }
    if (done != DONE)
        operation_clear(out);
    else
        fill_job(job, out);
    return done;
}

enum result operation_init_hash(struct operation *out, struct job *job, const struct hash_impl *row,
                                enum hash_id id, const struct messages *messages)
{
    *out = (struct operation){.op = OP_HASH, .hash_row = row, .hash = id, .messages = messages};
    out->out = calloc(RING, SIG_MAX_LEN);
    if (!out->out)
        return FAILED;
    fill_job(job, out);
    return DONE;
}

void operation_clear(struct operation *operation)
{
    for (size_t i = 0; i < RING; i++) {
        if (operation->reference_keys[i])
            operation->reference->key_free(operation->reference, operation->reference_keys[i]);
        operation->reference_keys[i] = NULL;
    }
    free(operation->out);
    free(operation->made);
    operation->out = NULL;
    operation->made = NULL;
}
