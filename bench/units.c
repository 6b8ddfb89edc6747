/* units - the schemes' primitives in cells. */
#include <math.h>
#include <string.h>

#include "bench/units.h"
#include "hash/hmac.h"

/* Divisible by how many numbers a vector kernel works on at once. */
enum { SPAN = 12 };

enum { MOST_AT_ONCE = 64 }; /* blocks that stay in the nearest cache */

static void run_job(void *work, unsigned long times)
{
    const struct unit_job *job = work;

    job->run(job->context, times);
}

static enum verdict take_it(void *work, unsigned long times, const char **why)
{
    (void)work, (void)times, (void)why;
    return GOOD;
}

void unit_cell(struct cell *cell, struct unit_job *job)
{
    memset(cell, 0, sizeof *cell);
    cell->job = (struct job){
        .run = run_job, .check = take_it, .work = job, .max_batch = 1ul << 24, .warm_up = 1};
}

void phase_run(const void *context, unsigned long times)
{
    const struct phase_run *run = context;
    const struct phase *phase = &run->phases->list[run->phase];
    void (*step)(struct phases * phases, size_t i) = run->frame ? phase->frame : phase->run;

    for (unsigned long i = 0; i < times; i++)
        step(run->phases, run->same ? 0 : i % RING);
}

void phase_chain(const void *context, unsigned long times)
{
    const struct phase_run *run = context;
    struct phases *phases = run->phases;

    for (unsigned long i = 0; i < times; i++)
        for (size_t p = 0; p < phases->count; p++)
            if (!phases->list[p].main)
                phases->list[p].run(phases, i % RING);
}

void phase_after_kernel(const void *context, unsigned long times)
{
    const struct phase_run *run = context;
    struct phases *phases = run->phases;

    for (unsigned long i = 0; i < times; i++) {
        phases->list[run->phase].run(phases, i % RING);
        for (size_t p = 0; p < phases->count; p++)
            if (phases->list[p].main)
                phases->list[p].run(phases, i % RING);
    }
}

void unit_counts(double counts[OP_COUNT], const struct counted *counted,
                 const struct phase_unit *unit)
{
    uint64_t once[OP_COUNT];

    counted_reset(counted);
    unit->run(unit->context, SPAN);
    memcpy(once, counted->count, sizeof once);
    counted_reset(counted);
    unit->run(unit->context, 2 * SPAN);
    for (int op = 0; op < OP_COUNT; op++)
        counts[op] = ((double)counted->count[op] - (double)once[op]) / SPAN;
    if (unit->op < OP_COUNT &&
        counts[unit->op] == 0) /* a call of GMP's, which counts where it is called */
        counts[unit->op] = 1;
}

void hash_units_init(struct hash_units *out, enum hash_id hash, size_t len, int prefixed)
{
    const size_t whole = len / hash_block_len(hash);
    const unsigned blocks = (unsigned)(whole < MOST_AT_ONCE ? whole : MOST_AT_ONCE);

    *out = (struct hash_units){
        .hash = hash, .op = hash_block_len(hash) == 64 ? OP_SHA256_BLOCK : OP_SHA512_BLOCK};
    out->calls[0] = prefixed && blocks > 0 ? 1 : blocks;
    out->calls[1] = blocks - out->calls[0];
    out->calls[2] = 1;
}

double unit_best_product_ns(const struct cell *cell, double price)
{
    struct summary s;

    cell_summary(&s, cell, CPU_NS);
    return s.n ? fmin(price, s.q10 / UNIT_PRODUCTS) : price;
}

void unit_compression(const void *hash_units, unsigned long times)
{
    static const uint8_t blocks[MOST_AT_ONCE * SHA2_MAX_BLOCK] = {1};
    const struct hash_units *u = hash_units;
    const struct hash_engine *engine = hash_best();
    uint32_t h32[8] = {1};
    uint64_t h64[8] = {1};

    for (unsigned long done = 0, call = 0; done < times; call++) {
        const unsigned at_once = u->calls[call % 3];
        const unsigned long n = times - done < at_once ? times - done : at_once;
        if (n == 0)
            continue;
        if (u->op == OP_SHA256_BLOCK)
            engine->compress256(h32, blocks, n);
        else
            engine->compress512(h64, blocks, n);
        done += n;
    }
}

void unit_hash_of_nothing(const void *hash_units, unsigned long times)
{
    const struct hash_units *u = hash_units;
    uint8_t digest[SHA2_MAX_DIGEST];

    while (times-- > 0)
        sha2(digest, u->hash, NULL, 0);
}

void unit_mac(const void *hash_units, unsigned long times)
{
    const struct hash_units *u = hash_units;
    const size_t len = hash_len(u->hash);
    uint8_t v[SHA2_MAX_DIGEST] = {1};
    struct hmac mac;

    while (times-- > 0) {
        hmac_init(&mac, u->hash, v, len);
        hmac_update(&mac, v, len);
        hmac_final(&mac, v);
    }
}
