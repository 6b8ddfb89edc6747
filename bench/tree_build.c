/* tree_build - one measured run of an operation, its phases and its units, and the tree made of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/tree_build.h"
#include "bench/units.h"
#include "hash/hmac.h"

enum { MAX_CELLS = 6 * MAX_PHASES + MAX_UNITS };
enum { ROUNDS = 101 };

/* One explanation while it is made. Cells: the operation, then phases, frames, units, hash, products. */
struct builder {
    const struct counted *counted;
    struct phases timed, twin; /* the same in both builds */
    struct cell cells[MAX_CELLS];
    struct unit_job jobs[MAX_CELLS];
    struct phase_run runs[MAX_CELLS];
    size_t cell_count;
    size_t phase_cell[MAX_PHASES], frame_cell[MAX_PHASES], same_cell[MAX_PHASES],
        unit_cell[MAX_UNITS];
    size_t compression, nothing, mac, limb, vector, chain, after_kernel;
    struct hash_units hash;
    double counts[MAX_PHASES][OP_COUNT], frames[MAX_PHASES][OP_COUNT], half[MAX_PHASES][OP_COUNT];
    int equal_work[MAX_PHASES]; /* every ring element counts the same */
    struct price_list prices;
    double block_ns;
};

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

static void add_cells(struct builder *b)
{
    for (size_t p = 0; p < b->timed.count; p++) {
        b->phase_cell[p] = add_phase(b, p, 0, 0);
        if (b->timed.list[p].frame && frame_is_useful(b, p))
            b->frame_cell[p] = add_phase(b, p, 1, 0);
        if (b->timed.list[p].main && b->equal_work[p])
            b->same_cell[p] = add_phase(b, p, 0, 1);
    }
    b->runs[b->cell_count] = (struct phase_run){.phases = &b->timed};
    b->chain = add_cell(b, phase_chain, &b->runs[b->cell_count]);
    for (size_t p = 0; p < b->timed.count; p++)
        if (b->timed.list[p].kernel) {
            b->runs[b->cell_count] = (struct phase_run){.phases = &b->timed, .phase = p};
            b->after_kernel = add_cell(b, phase_after_kernel, &b->runs[b->cell_count]);
        }
    for (size_t i = 0; i < b->timed.unit_count; i++)
        b->unit_cell[i] = add_cell(b, b->timed.units[i].run, b->timed.units[i].context);
    b->hash.hash = b->timed.hash;
    b->hash.op = hash_block_len(b->timed.hash) == 64 ? OP_SHA256_BLOCK : OP_SHA512_BLOCK;
    b->compression = add_cell(b, unit_compression, &b->hash);
    b->nothing = add_cell(b, unit_hash_of_nothing, &b->hash);
    b->mac = add_cell(b, unit_mac, &b->hash);
    b->limb = add_cell(b, unit_limb_products, NULL);
    if (!units_vector_missing())
        b->vector = add_cell(b, unit_vector_products, NULL);
}

static double cell_ns(const struct builder *b, size_t cell)
{
    struct summary summary;

    cell_summary(&summary, &b->cells[cell], CPU_NS);
    return summary.median;
}

static void set_prices(struct builder *b)
{
    struct price_list *prices = &b->prices;

    prices->limb_ns = cell_ns(b, b->limb) / UNIT_PRODUCTS;
    prices->vector_ns = b->vector ? cell_ns(b, b->vector) / UNIT_PRODUCTS : NAN;
    prices->costs = b->timed.step->costs;
    for (size_t i = 0; i < b->timed.unit_count; i++) {
        const struct phase_unit *unit = &b->timed.units[i];
        struct price *price = &prices->at[prices->count++];
        double runs;
        price->op = unit->op;
        price->half = unit->half;
        unit_counts(price->inside, b->counted, &b->twin.units[i]);
        runs = price->inside[unit->op];
        price->ns = cell_ns(b, b->unit_cell[i]) / runs;
        for (int op = 0; op < OP_COUNT; op++)
            price->inside[op] /= runs;
    }
    b->block_ns = cell_ns(b, b->compression);
    prices->at[prices->count] = (struct price){.op = b->hash.op, .ns = b->block_ns};
    prices->at[prices->count++].inside[b->hash.op] = 1;
}

/* What a call of the hash costs beside its compressions. */
static void add_hash_calls(struct node *parent, const struct builder *b, const struct phase *phase)
{
    double macs = (double)hmac_blocks(b->hash.hash, hash_len(b->hash.hash), hash_len(b->hash.hash));

    if (phase->hashes > 0)
        (void)node_priced(parent, "hash call: padding, state", phase->hashes,
                          fmax(0, cell_ns(b, b->nothing) - b->block_ns));
    if (phase->macs > 0)
        (void)node_priced(parent, "HMAC call: pads, states", phase->macs,
                          fmax(0, cell_ns(b, b->mac) - macs * b->block_ns));
}

/* The frame's own time, less what is counted in it. */
static void add_frame(struct node *parent, const struct builder *b, size_t p)
{
    struct node *inner = node_new(NULL, "frame");
    double left[OP_COUNT], rest;

    if (!inner)
        return;
    memcpy(left, b->frames[p], sizeof left);
    tree_account(inner, left, &b->prices, 0);
    node_finish(inner);
    rest = cell_ns(b, b->frame_cell[p]) - inner->ns;
    node_free(inner);
    (void)node_priced(parent, "recoding, memory, loop", 1, fmax(0, rest));
}

static void add_phase_node(struct node *root, const struct builder *b, size_t p)
{
    const struct phase *phase = &b->timed.list[p];
    double left[OP_COUNT], half[OP_COUNT], own = cell_ns(b, b->phase_cell[p]);
    struct node *node, *part;

    if (phase->timed) {
        node = node_priced(root, phase->name, 1, own);
        if (node)
            node->measured_ns = own;
        return;
    }
    node = node_new(root, phase->name);
    if (!node)
        return;
    node->measured_ns = own;
    memcpy(left, b->counts[p], sizeof left);
    memcpy(half, b->half[p], sizeof half);
    if (half[OP_MOD_MUL] + half[OP_MOD_SQR] > 0) {
        for (int op = 0; op < OP_COUNT; op++)
            left[op] -= half[op];
        part = node_new(node, "modulo p and q");
        if (part)
            tree_account(part, half, &b->prices, 1);
        part = node_new(node, "modulo n");
        if (part)
            tree_account(part, left, &b->prices, 0);
    } else {
        tree_account(node, left, &b->prices, 0);
    }
    add_hash_calls(node, b, phase);
    if (b->frame_cell[p])
        add_frame(node, b, p);
    /* units work on one key, whose data stay in the nearest cache; the operation takes its keys in turn */
    if (b->same_cell[p])
        (void)node_priced(node, "keys in turn: their data from farther caches", 1,
                          fmax(0, own - cell_ns(b, b->same_cell[p])));
}

/* A phase timed alone runs with its code and its branches at hand; in the operation another phase has been
 * there. What a change costs is seen on the phases beside the main one: in turn, less each alone. */
static void add_changes(struct node *root, const struct builder *b)
{
    double alone = 0, changes = 0;

    for (size_t p = 0; p < b->timed.count; p++)
        if (!b->timed.list[p].main) {
            alone += cell_ns(b, b->phase_cell[p]);
            changes++;
        }
    if (changes < 2)
        return;
    (void)node_priced(root, "changes of code: caches, branch history", (double)b->timed.count,
                      fmax(0, cell_ns(b, b->chain) - alone) / changes);
}

/* What comes after a system call finds caches and predictors cleared or taken. Seen on the main phase: after
 * the call, less each alone. */
static void add_after_kernel(struct node *root, const struct builder *b)
{
    double alone = 0;

    if (!b->after_kernel)
        return;
    for (size_t p = 0; p < b->timed.count; p++)
        if (b->timed.list[p].kernel || b->timed.list[p].main)
            alone += cell_ns(b, b->phase_cell[p]);
    (void)node_priced(root, "after the system call: caches, branch history", 1,
                      fmax(0, cell_ns(b, b->after_kernel) - alone));
}

int tree_own_kernels(const struct step *step)
{
    static const char *const own[] = {"limbs", "limbs32", "limbs-narrow", "adx", "ifma", "vector"};

    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strcmp(step->name, own[i]) == 0)
            return 1;
    return 0;
}

static void conclude(struct explanation *out, const struct builder *b)
{
    double limb = 0, vector = 0;

    for (size_t p = 0; p < b->timed.count; p++) {
        limb += b->counts[p][OP_LIMB_MUL];
        vector += b->counts[p][OP_VEC_MUL];
    }
    out->limb_products = limb;
    out->vector_products = vector;
    out->limb_ns = b->prices.limb_ns;
    out->vector_ns = b->prices.vector_ns;
    out->limit_ns = limb * out->limb_ns + (vector > 0 ? vector * out->vector_ns : 0);
    if (!(out->limit_ns > 0))
        out->limit_ns = NAN;
    out->modelled = !tree_own_kernels(b->timed.step);
    cell_summary(&out->measured, &b->cells[0], CPU_NS);
    out->measured_ns = out->measured.median;
    out->predicted_ns = out->tree->ns;
    out->unexplained_percent = 100 * (out->measured_ns - out->predicted_ns) / out->measured_ns;
}

static enum result measure_all(struct builder *b, double seconds)
{
    struct account account;
    struct plan plan = {.timer = timer_system(),
                        .rounds = ROUNDS,
                        .deadline = timer_seconds() + seconds,
                        .sample_ns = 500e3,
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
    set_prices(b);
    out->tree = node_new(NULL, op_name(b->timed.op));
    if (!out->tree)
        return FAILED;
    for (size_t p = 0; p < b->timed.count; p++)
        add_phase_node(out->tree, b, p);
    add_changes(out->tree, b);
    add_after_kernel(out->tree, b);
    node_finish(out->tree);
    conclude(out, b);
    return DONE;
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
