/* base - what every room stands on: results, byte strings, steps, wiping.
 *
 * Results   each fallible function of this project returns an enum result. DONE also means valid,
 *           FAILED also means invalid or refused, UNSUPPORTED means that this implementation cannot
 *           say. "Rejected" and "cannot" never merge. DONE is 1, so `if (f(...) != DONE)` reads well.
 * Order     results first, then inputs, then contexts and generators.
 * Names     `_vartime` ends the name of a function whose time depends on its operands' values and
 *           that is meant for public values only.
 */
#ifndef SIGCOST_BASE_H
#define SIGCOST_BASE_H

#include <stddef.h>
#include <stdint.h>

#include "bignum/count.h"

enum result { UNSUPPORTED = -1, FAILED = 0, DONE = 1 };

/* A read-only byte string; it owns nothing. len == 0 allows at == NULL. */
struct bytes {
    const uint8_t *at;
    size_t len;
};

/* What an implementation says of itself; the tests hold it to each flag. */
enum step_flags {
    STEP_TEXTBOOK = 1 << 0,      /* the first step of its ladder */
    STEP_PEER = 1 << 1,          /* an outside library, or GMP's own functions */
    STEP_CONSTANT_TIME = 1 << 2, /* secret operations neither branch nor address by a secret */
    STEP_RFC6979 = 1 << 3,       /* ECDSA nonces are RFC 6979's: signatures are deterministic */
    STEP_NEEDS_CPU = 1 << 4,     /* wants a CPU feature: see missing() */
    STEP_COFACTORED = 1 << 5,    /* Ed25519 verification by [8][S]B = [8]R + [8][k]A */
    STEP_OWN_PRODUCTS =
        1 << 6 /* its limb products are its own and counted one by one; elsewhere they are
                                  * GMP's, and counted by the schoolbook's model */
};

/* The stated cost of one formula, asserted by tests/test_counts.c against a counted run. */
struct cost {
    const char *name;   /* the formula's function, for example "point_double" */
    const char *source; /* paper or standard with its section, or EFD's name of the formula */
    unsigned mul, sqr, add, inv;
};

/* A primitive that `explain` times alone: run() calls the very function whose calls COUNT(op) counts,
 * `times` times, on operands of the context's real sizes. context is the engine's own. */
struct unit {
    enum count_op op;
    void (*run)(const void *context, unsigned long times);
};

/* A formula that units time: they call the very code that the loops call, not another copy of it elsewhere in memory,
 * which was seen to take a sixth more or less. */
#define FORMULA static __attribute__((unused, noinline))

/* The head of every engine: one step of a ladder. */
struct step {
    const char *name;   /* as the command line spells it */
    const char *idea;   /* one line: the one idea that this step adds */
    const char *source; /* where the idea comes from */
    unsigned flags;     /* enum step_flags */
    const char *(*missing)(
        void);                /* NULL, or: returns NULL where it runs, else what this CPU lacks */
    const struct cost *costs; /* NULL, or a list that ends with a NULL name */
    const struct unit *units; /* NULL, or a list that ends with a NULL run */
    /* NULL, or `times` additions as the loop of [k]G, of a verification, has them: with the table read or the
     * doublings around each. What that takes beyond its parts, each timed alone, is waiting for one another. */
    void (*turns_base)(const void *context, unsigned long times);
    void (*turns_check)(const void *context, unsigned long times);
};

/* Overwrites len bytes in a way that no optimiser removes. at may be NULL if len is 0. */
void wipe(void *at, size_t len);

/* NULL if step runs on this machine, else what is missing. */
const char *step_missing(const struct step *step);

#endif
