/* tree_phases - an operation taken apart into the steps of its scheme, each of which can be run alone.
 *
 * The functions that a phase calls are those that the whole operation calls, with the operands that they
 * have there: keys, messages and signatures are the ring's, and what one phase hands to the next was
 * computed beforehand. The same code stands in the timed and in the counted build: one times a
 * phase, the other counts it.
 */
#ifndef SIGCOST_TREE_PHASES_H
#define SIGCOST_TREE_PHASES_H

#include "bench/operation.h"

enum { MAX_PHASES = 10, MAX_UNITS = 32 };

struct phases;

struct phase {
    const char *name;
    /* 1: nothing in it is counted (octets, DER, comparisons): it is a unit itself, priced by its
     * own time. 0: its counts times the units' prices are its price. */
    int timed;
    void (*run)(struct phases *phases, size_t i); /* ring element i */
    /* NULL; or the same call with operands that ask for no group operation: recoding, memory, loop. */
    void (*frame)(struct phases *phases, size_t i);
    int kernel;          /* it asks the system, which leaves caches and branch history cold */
    double hashes, macs; /* calls of a hash, of HMAC */
    int main;            /* the operation's arithmetic: the power, the scalar multiplication */
};

/* A primitive of the step, as struct unit; half: it works modulo p or q where others work modulo n. */
struct phase_unit {
    enum count_op op;
    int half;
    void (*run)(const void *context, unsigned long times);
    const void *context;
};

struct phases {
    const struct alg *alg;
    enum op op;
    const struct workload *work;
    enum hash_id hash;
    size_t key_bytes; /* phases_add_wiping() */
    unsigned stack_kib;
    const struct step *step;
    struct phase list[MAX_PHASES];
    size_t count;
    struct phase_unit units[MAX_UNITS];
    size_t unit_count;
    /* NULL, or the main phase's additions among what stands around them (struct step), on the units' context. */
    void (*turns)(const void *context, unsigned long times);
    const void *turns_context;
    /* The same of RSA's half powers: products among squarings modulo p and q. */
    void (*half_turns)(const void *context, unsigned long times);
    /* RSA: which of the counts of phase `phase` on ring element i belong modulo p and q, by the
     * closed form. NULL elsewhere. */
    void (*half)(double half[OP_COUNT], const struct phases *phases, size_t phase, size_t i);
    void *state;
    void (*clear)(struct phases *phases);
};

/* impl: a self-written step's name. FAILED or UNSUPPORTED with *why, nothing held. RSA key generation has
 * no phases: bench/tree_keygen.h. work must outlive *out, and *out must not move. */
enum result phases_open(struct phases *out, const struct alg *alg, const char *impl, enum op op,
                        const struct workload *work, const char **why);
void phases_close(struct phases *phases);

/* The parts of phases_open(), a file each. */
enum result phases_open_rsa(struct phases *out, const char *impl, const char **why);
enum result phases_open_ec(struct phases *out, const char *impl, const char **why);
enum result phases_open_ed25519(struct phases *out, const char *impl, const char **why);

struct phase *phases_add(struct phases *phases, const char *name,
                         void (*run)(struct phases *phases, size_t i));
struct phase *phases_add_main(struct phases *phases, const char *name,
                              void (*run)(struct phases *phases, size_t i),
                              void (*frame)(struct phases *phases, size_t i));
void phases_add_units(struct phases *phases, const struct unit *units, const void *context,
                      int half);
/* What keygen and sign do beside their scheme: the key's memory (bytes of it; 0: none), and the wiping of kib
 * KiB of stack and of the vector registers. Timed. */
void phases_add_wiping(struct phases *phases, size_t bytes, unsigned kib);
/* Octets for operands that must be new each time; not for secrets. */
void phases_random(uint8_t *out, size_t len);
/* The message of ring element i: for `reject`, its neighbour's. */
const uint8_t *phases_message(const struct phases *phases, size_t i, size_t *len);
/* The state, zeroed; phases_close() frees it. NULL: out of memory. */
void *phases_state(struct phases *phases, size_t size);

#endif
