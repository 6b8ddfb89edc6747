/* batch - the rows, and the measuring. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/batch.h"
#include "bench/need.h"
#include "bench/registry.h"
#include "hash/drbg.h"

/* Keys by seed, so that runs are alike; message i differs from the others in its first octets. */
static enum result ring_make(struct batch_ring *ring, size_t count, size_t payload,
                             const struct ed25519_engine *engine)
{
    struct hmac_drbg drbg;
    struct ed25519_key key = {0};
    enum result done = DONE;

    ring->count = count;
    ring->payload = payload;
    ring->messages = calloc(count, payload ? payload : 1);
    drbg_seed_u64(&drbg, 25519);
    for (size_t i = 0; ring->messages && i < count && done == DONE; i++) {
        uint8_t *msg = ring->messages + i * payload;

        done = random_bytes(msg, payload, &drbg.rng);
        if (done == DONE)
            done = ed25519_keygen(&key, engine, &drbg.rng);
        if (done == DONE)
            done = ed25519_sign(ring->sig[i], &key, ED25519_PURE, (struct bytes){NULL, 0}, msg,
                                payload, engine);
        memcpy(ring->A[i], key.A, 32);
        ring->item[i] = (struct ed25519_batch_item){.sig = ring->sig[i],
                                                    .sig_len = 64,
                                                    .A = ring->A[i],
                                                    .variant = ED25519_PURE,
                                                    .msg = msg,
                                                    .len = payload};
    }
    ed25519_key_wipe(&key);
    drbg_wipe(&drbg);
    return ring->messages ? done : FAILED;
}

static void run_single(void *work, unsigned long times)
{
    struct batch_row *row = work;

    for (unsigned long i = 0; i < times; i++) {
        const struct ed25519_batch_item *item = &row->ring->item[row->next];

        row->bad += ed25519_verify(item->sig, item->sig_len, item->A, item->variant, item->context,
                                   item->msg, item->len, row->engine) != DONE;
        row->next = (row->next + 1) % row->ring->count;
    }
}

/* One operation is one batch. */
static void run_batch(void *work, unsigned long times)
{
    struct batch_row *row = work;

    for (unsigned long i = 0; i < times; i++) {
        if (row->next + row->size > row->ring->count)
            row->next = 0;
        row->bad += ed25519_verify_batch(row->valid, &row->ring->item[row->next], row->size,
                                         row->engine, rng_os()) != DONE;
        row->next += row->size;
    }
}

static enum verdict check(void *work, unsigned long times, const char **why)
{
    const struct batch_row *row = work;

    (void)times;
    if (row->bad)
        need_memory();
    *why = row->bad ? "a right signature was rejected" : NULL;
    return row->bad ? WRONG : GOOD;
}

/* Untimed: a wrong signature at the first, middle and last place is found, and no other one is blamed. */
static enum result finds_wrong(struct batch_row *row)
{
    struct batch_ring *ring = row->ring;
    const size_t places[] = {0, row->size / 2, row->size - 1};
    int wrong = 0;

    errno = 0;
    for (size_t k = 0; k < 3; k++) {
        ring->sig[places[k]][33] ^= 1;
        wrong |= ed25519_verify_batch(row->valid, ring->item, row->size, row->engine, rng_os()) !=
                 FAILED;
        for (size_t i = 0; i < row->size; i++)
            wrong |= row->valid[i] != (i != places[k]);
        ring->sig[places[k]][33] ^= 1;
    }
    if (wrong)
        need_memory();
    return wrong ? FAILED : DONE;
}

/* The step of a registry row that can be in the study, or NULL. */
static const struct ed25519_engine *batch_engine(const struct impl *impl,
                                                 const struct selection *selection)
{
    const struct ed25519_engine *engine = impl->data;
    const char *why;

    if (impl->alg->family != FAMILY_ED25519 || *registry_version(impl) ||
        !selection_takes(selection, impl->name, impl->flags, 0, impl == registry_self(impl->alg)) ||
        !engine->check_batch || (impl->missing && impl->missing(impl)) ||
        registry_start(impl, &why) != DONE)
        return NULL;
    return engine;
}

static void add_rows(struct batch_study *out, const struct batch_request *request,
                     const struct impl *impl, const struct ed25519_engine *engine)
{
    for (size_t i = 0; i <= request->size_count; i++) {
        struct batch_row *row = &out->rows[out->count];
        struct cell *cell = &out->cells[out->count++];

        *row = (struct batch_row){.impl = impl->name,
                                  .engine = engine,
                                  .ring = &out->ring,
                                  .size = i ? request->sizes[i - 1] : 0,
                                  .cell = cell};
        cell->job = (struct job){.run = i ? run_batch : run_single,
                                 .check = check,
                                 .work = row,
                                 .max_batch = 1u << 20,
                                 .warm_up = 8};
        cell->verdict = GOOD;
        if (i && finds_wrong(row) != DONE) {
            cell->verdict = WRONG;
            cell->why = "a wrong signature was not found";
        }
    }
}

/* Rows of a size: one operation is that many signatures. */
static void finish(struct batch_study *out)
{
    const struct batch_row *single = NULL;

    for (size_t i = 0; i < out->count; i++) {
        struct batch_row *row = &out->rows[i];
        const double size = row->size ? (double)row->size : 1;
        double *const scaled[] = {&row->cpu.min, &row->cpu.q10, &row->cpu.q1,  &row->cpu.median,
                                  &row->cpu.q3,  &row->cpu.q90, &row->cpu.max, &row->cpu.mean};

        if (row->size == 0 || !single)
            single = row;
        cell_summary(&row->cpu, row->cell, CPU_NS);
        cell_ratio(&row->ratio, row->cell, single->cell);
        for (size_t k = 0; k < sizeof scaled / sizeof *scaled; k++)
            *scaled[k] /= size;
        row->ratio.estimate /= size;
        row->ratio.low /= size;
        row->ratio.high /= size;
    }
}

enum result batch_run(struct batch_study *out, const struct batch_request *request, double began,
                      void (*progress)(double done, void *context), void *context, const char **why)
{
    const struct selection *s = &request->selection;
    const size_t rows = registry_count() * (request->size_count + 1);
    struct plan plan = {.timer = timer_system(),
                        .rounds = s->rounds,
                        .deadline = s->seconds > 0 ? began + s->seconds : 0,
                        .seed = 1,
                        .progress = progress,
                        .progress_context = context};
    const struct ed25519_engine *engine;

    memset(out, 0, sizeof *out);
    out->rows = calloc(rows, sizeof *out->rows);
    out->cells = calloc(rows, sizeof *out->cells);
    *why = "out of memory";
    for (size_t i = 0; out->rows && out->cells && i < registry_count(); i++) {
        engine = batch_engine(registry_at(i), s);
        if (!engine)
            continue;
        errno = 0;
        if (!out->ring.messages &&
            ring_make(&out->ring, BATCH_MOST, request->payload, engine) != DONE) {
            need_memory();
            break;
        }
        add_rows(out, request, registry_at(i), engine);
    }
    if (out->rows && out->cells && registry_count() && !out->count)
        *why = "no step that is asked for verifies batches here";
    if (!out->count) {
        batch_clear(out);
        return FAILED;
    }
    machine_read(&out->machine);
    measure(out->cells, out->count, &plan, &out->account);
    finish(out);
    return DONE;
}

size_t batch_wrong(const struct batch_study *study)
{
    size_t wrong = 0;

    for (size_t i = 0; i < study->count; i++)
        wrong += study->cells[i].verdict == WRONG;
    return wrong;
}

void batch_clear(struct batch_study *study)
{
    for (size_t i = 0; i < study->count; i++)
        cell_clear(&study->cells[i]);
    free(study->rows);
    free(study->cells);
    free(study->ring.messages);
    memset(study, 0, sizeof *study);
}
