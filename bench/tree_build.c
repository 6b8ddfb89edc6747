/* tree_build - one measured run of an operation, its phases and its units, and the tree made of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/tree_builder.h"

enum { ROUNDS = 101 };

static size_t add_cell(struct builder *b, void (*run)(const void *context, unsigned long times),
                       const void *context)
{
    size_t i = b->cell_count++;

    b->jobs[i] = (struct unit_job){.run = run, .context = context};
    unit_cell(&b->cells[i], &b->jobs[i]);
    return i;
}

static size_t add_phase(struct builder *b, size_t phase, int frame, int same)
{
    struct phase_run *run = &b->runs[b->cell_count];

    *run = (struct phase_run){&b->timed, phase, frame, same};
    return add_cell(b, phase_run, run);
}

static double group_work(const double counts[OP_COUNT])
{
    return counts[OP_POINT_DOUBLE] + counts[OP_POINT_ADD] + counts[OP_POINT_MADD];
}

static double field_work(const double counts[OP_COUNT])
{
    return counts[OP_FE_MUL] + counts[OP_FE_SQR] + 100 * counts[OP_FE_INV];
}

/* A frame says something where it is nearly free of what is priced elsewhere. */
static int frame_is_useful(const struct builder *b, size_t phase)
{
    return group_work(b->frames[phase]) <= 0.1 * group_work(b->counts[phase]) &&
           field_work(b->frames[phase]) <= 0.1 * field_work(b->counts[phase]);
}

static int is_equal_work(struct builder *b, size_t phase)
{
    double first[OP_COUNT];

    counted_first(first, b->counted, &b->twin, phase);
    for (int op = 0; op < OP_COUNT; op++)
        if (fabs(first[op] - b->counts[phase][op]) > 1e-3 * first[op])
            return 0;
    return 1;
}

static void count_phases(struct builder *b, double seconds)
{
    for (size_t p = 0; p < b->twin.count; p++) {
        const struct phase *phase = &b->twin.list[p];
        if (phase->timed)
            continue;
        size_t runs = counted_phase(b->counts[p], b->counted, &b->twin, p, 0, seconds);
        b->equal_work[p] = is_equal_work(b, p);
        if (phase->frame)
            (void)counted_phase(b->frames[p], b->counted, &b->twin, p, 1, seconds);
        for (size_t i = 0; b->twin.half && i < runs; i++) {
            double half[OP_COUNT];
            b->twin.half(half, &b->twin, p, i);
            for (int op = 0; op < OP_COUNT; op++)
                b->half[p][op] += half[op] / (double)runs;
        }
    }
}

/* Long enough that what other cells took from the caches has come back in the lead-in. */
#define SAMPLE_NS 2e6

static size_t message_len(const struct builder *b)
{
    size_t len = 0;

    if (b->timed.op != OP_KEYGEN)
        (void)phases_message(&b->timed, 0, &len);
    return len;
}

static void add_cells(struct builder *b)
{
    for (size_t p = 0; p < b->timed.count; p++) {
        b->phase_cell[p] = add_phase(b, p, 0, 0);
        if (b->timed.list[p].frame && frame_is_useful(b, p))
            b->frame_cell[p] = add_phase(b, p, 1, 0);
        if (b->equal_work[p] && (b->timed.list[p].main || b->timed.list[p].hashes > 0))
            b->same_cell[p] = add_phase(b, p, 0, 1);
    }
    b->runs[b->cell_count] = (struct phase_run){.phases = &b->timed};
    b->chain = add_cell(b, phase_chain, &b->runs[b->cell_count]);
    for (size_t p = 0; p < b->timed.count; p++)
        if (b->timed.list[p].kernel) {
            b->runs[b->cell_count] = (struct phase_run){.phases = &b->timed, .phase = p};
            b->after_kernel = add_cell(b, phase_after_kernel, &b->runs[b->cell_count]);
        }
    if (b->timed.turns)
        b->turns = add_cell(b, b->timed.turns, b->timed.turns_context);
    if (b->timed.half_turns)
        b->half_turns = add_cell(b, b->timed.half_turns, b->timed.turns_context);
    for (size_t i = 0; i < b->timed.unit_count; i++)
        b->unit_cell[i] = add_cell(b, b->timed.units[i].run, b->timed.units[i].context);
    hash_units_init(&b->hash, b->timed.hash, message_len(b),
                    b->timed.alg->family == FAMILY_ED25519);
    b->compression = add_cell(b, unit_compression, &b->hash);
    b->nothing = add_cell(b, unit_hash_of_nothing, &b->hash);
    b->mac = add_cell(b, unit_mac, &b->hash);
    b->limb = add_cell(b, unit_limb_products, NULL);
    if (!units_vector_missing())
        b->vector = add_cell(b, unit_vector_products, NULL);
}

static enum result measure_all(struct builder *b, double seconds)
{
    struct account account;
    struct plan plan = {.timer = timer_system(),
                        .rounds = ROUNDS,
                        .deadline = timer_seconds() + seconds,
                        .sample_ns = SAMPLE_NS,
                        .lead_in = 0.3,
                        .seed = 1};

    return measure(b->cells, b->cell_count, &plan, &account);
}

static enum result build(struct explanation *out, struct builder *b, double seconds,
                         const char **why)
{
    count_phases(b, seconds / 8);
    add_cells(b);
    if (measure_all(b, seconds) != DONE) {
        *why = b->cells[0].why ? b->cells[0].why : "the measuring failed";
        return FAILED;
    }
    return tree_nodes(out, b);
}

static enum result run(struct explanation *out, struct builder *b, const struct impl *row,
                       enum op op, const struct tree_work *work, double seconds, const char **why)
{
    struct subject subject;
    struct operation operation;
    enum result done = subject_make(&subject, row, &work->ring, 1u << op, why);

    if (done != DONE)
        return done;
    *why = "out of memory";
    done =
        operation_init(&operation, &b->cells[0].job, op, &subject, &work->workload, work->self, 0);
    b->cell_count = 1;
    if (done == DONE) {
        done = build(out, b, seconds, why);
        operation_clear(&operation);
    }
    subject_clear(&subject);
    return done;
}

enum result tree_explain(struct explanation *out, const struct impl *row, enum op op,
                         const struct tree_work *work, double seconds, const char **why)
{
    struct builder *b = calloc(1, sizeof *b);
    enum result done = FAILED;

    memset(out, 0, sizeof *out);
    *why = "out of memory";
    if (!b || !(b->counted = counted_open(why))) {
        free(b);
        return FAILED;
    }
    snprintf(out->alg, sizeof out->alg, "%s", row->alg->name);
    snprintf(out->op, sizeof out->op, "%s", op_name(op));
    snprintf(out->impl, sizeof out->impl, "%s", row->name);
    out->payload = op == OP_KEYGEN ? 0 : work->messages.payload;
    done = phases_open(&b->timed, row->alg, row->name, op, &work->workload, why);
    if (done == DONE) {
        done = b->counted->phases_open(&b->twin, row->alg, row->name, op, &work->workload, why);
        if (done == DONE) {
            done = run(out, b, row, op, work, seconds, why);
            b->counted->phases_close(&b->twin);
        }
        phases_close(&b->timed);
    }
    for (size_t i = 0; i < b->cell_count; i++)
        cell_clear(&b->cells[i]);
    free(b);
    if (done != DONE)
        explanation_clear(out);
    return done;
}
