/* batch - Ed25519 batch verification against the size of the batch, single verification beside it. */
#ifndef SIGCOST_BATCH_H
#define SIGCOST_BATCH_H

#include "bench/output.h"
#include "ed25519/ed25519.h"

enum { BATCH_SIZES = 32, BATCH_MOST = 1024 };

/* As many signatures by as many keys. */
struct batch_ring {
    size_t count, payload;
    struct ed25519_batch_item item[BATCH_MOST];
    uint8_t A[BATCH_MOST][32], sig[BATCH_MOST][64];
    uint8_t *messages;
};

/* One row: a step and a size; size 0 stands for single verification. */
struct batch_row {
    const char *impl; /* the step's name */
    const struct ed25519_engine *engine;
    struct batch_ring *ring;
    size_t size, next; /* next: where in the ring the coming batch begins */
    unsigned long bad;
    int valid[BATCH_MOST];
    struct cell *cell;
    struct summary cpu;    /* for one signature, in ns */
    struct interval ratio; /* to single verification of the same step */
};

struct batch_study {
    struct batch_ring ring;
    struct batch_row *rows; /* for each step: single, then its sizes in order */
    struct cell *cells;
    size_t count;
    struct machine machine;
    struct account account;
};

struct batch_request {
    size_t sizes[BATCH_SIZES], size_count, payload;
    struct selection selection; /* its impls, seconds, rounds */
};

/* Makes keys and signatures, checks each row on good and bad batches, and measures all rows interleaved. FAILED with
 * *why: nothing was measured. DONE even where cells are WRONG: batch_wrong() counts them. */
enum result batch_run(struct batch_study *out, const struct batch_request *request, double began,
                      void (*progress)(double done, void *context), void *context,
                      const char **why);
size_t batch_wrong(const struct batch_study *study);
void batch_clear(struct batch_study *study);

void batch_print(FILE *to, const struct batch_study *study);
void batch_csv(FILE *to, const struct batch_study *study);
/* NULL: out of memory. */
json_t *batch_json(const struct batch_study *study);

#endif
