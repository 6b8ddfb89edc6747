/* operation - keygen, sign, verify, reject and hash as jobs for the measuring core.
 *
 * Inside the timed part: the contract's function alone, called in turn on the keys and messages of the
 * ring; so the hash of the whole message, the nonce or blinding, the signature's encoding (DER for
 * ECDSA) or decoding, and what the library allocates to do it. Outside: key import and its
 * preparation, and every check of a result.
 */
#ifndef SIGCOST_OPERATION_H
#define SIGCOST_OPERATION_H

#include "bench/keyring.h"
#include "bench/measure.h"

enum op { OP_KEYGEN, OP_SIGN, OP_VERIFY, OP_REJECT, OP_HASH, OPS };

const char *op_name(enum op op);
enum result op_by_name(enum op *op, const char *name);

/* A row with the ring's keys in its own form: whole ones for sign, public halves for verify. */
struct subject {
    const struct impl *row;
    void *private_keys[RING], *public_keys[RING];
};

/* Imports what the operations in `ops` (bits 1 << enum op) need. FAILED or UNSUPPORTED with *why, nothing
 * held. */
enum result subject_make(struct subject *out, const struct impl *row, const struct keyring *ring,
                         unsigned ops, const char **why);
void subject_clear(struct subject *subject);

/* An operation's work; job.work points at one. Fill with operation_init or operation_init_hash. */
struct operation {
    enum op op;
    const struct subject *subject;
    const struct workload *workload;
    const struct impl *reference; /* checks what the subject signs and generates */
    double deadline;              /* RSA key generation gives up then; 0: never */

    const struct hash_impl *hash_row;
    enum hash_id hash;
    const struct messages *messages;

    unsigned long next; /* position in the ring, or number of the next seed */
    unsigned long ring; /* keys and messages in turn: the first so many, RING or fewer */
    unsigned long bad, cannot;
    void *reference_keys[RING];
    uint8_t *out; /* RING results of SIG_MAX_LEN octets */
    size_t out_len[RING];
    void **made; /* keys of this batch */
    int cut;
    uint64_t checksum; /* over results, so that no compiler can drop them */
};

/* Keys that so many operands are; 0 for operations without. */
static inline size_t operation_keys(enum op op, unsigned long operands)
{
    return op == OP_SIGN || op == OP_VERIFY || op == OP_REJECT ? operands : 0;
}

#define OPERATION_MAX_KEYS 512 /* made in one batch */

/* FAILED: out of memory, or the reference refuses the ring's keys. *job is filled for measure(). */
enum result operation_init(struct operation *out, struct job *job, enum op op,
                           const struct subject *subject, const struct workload *workload,
                           const struct impl *reference, double deadline);
enum result operation_init_hash(struct operation *out, struct job *job, const struct hash_impl *row,
                                enum hash_id id, const struct messages *messages);
void operation_clear(struct operation *operation);

/* Whether a message has one signature under a key: RSA, Ed25519, and ECDSA by RFC 6979. */
int operation_has_one_answer(const struct impl *row);
/* job.check of all operations. */
enum verdict operation_check(void *work, unsigned long times, const char **why);

#endif
