/* units - primitives as cells of the measuring core, and what one of them consists of. */
#ifndef SIGCOST_UNITS_H
#define SIGCOST_UNITS_H

#include "bench/counted.h"
#include "bench/measure.h"

/* Anything that can be run `times` times. */
struct unit_job {
    void (*run)(const void *context, unsigned long times);
    const void *context;
};

/* A cell that times it; job must outlive the cell. */
void unit_cell(struct cell *cell, struct unit_job *job);

/* One phase over the ring as such a job's context. */
struct phase_run {
    struct phases *phases;
    size_t phase;
    int frame;
    int same; /* ring element 0 every time */
};
void phase_run(const void *context, unsigned long times);
/* All phases but the main ones in turn; the context's phase and frame are not looked at. */
void phase_chain(const void *context, unsigned long times);
/* phase_run.phase, then the main phase. */
void phase_after_kernel(const void *context, unsigned long times);

/* What one run of the unit counts, everything below it included: so many runs less half of them. */
void unit_counts(double counts[OP_COUNT], const struct counted *counted,
                 const struct phase_unit *unit);

/* The hash's own primitives: a compression by the engine that the schemes hash with, the hash of nothing, an HMAC
 * of a digest under a digest. */
struct hash_units {
    enum hash_id hash;
    enum count_op op; /* of its compression */
    unsigned calls
        [3]; /* blocks that the engine is given at once, in turn: some make two together for less */
};
/* Calls as a message of len octets asks for them: its whole blocks, then the padded one. prefixed: a part of a block
 * stands before it, which is filled first. */
void hash_units_init(struct hash_units *out, enum hash_id hash, size_t len, int prefixed);
void unit_compression(const void *hash_units, unsigned long times);
void unit_hash_of_nothing(const void *hash_units, unsigned long times);
void unit_mac(const void *hash_units, unsigned long times);

/* The machine's throughput: independent products of one limb by one limb; 52-bit multiply-adds of the widest
 * vectors (units_vector_missing() tells whether there are any). */
#define UNIT_PRODUCTS 64 /* a run makes so many */
void unit_limb_products(const void *none, unsigned long times);
void unit_vector_products(const void *none, unsigned long times);
const char *units_vector_missing(void);
/* What no code can beat is a product at its best: of such a cell the fast tenth of the samples, which no neighbour on
 * the same core slowed, or the price if that is less. ns of one product. */
double unit_best_product_ns(const struct cell *cell, double price);

#endif
