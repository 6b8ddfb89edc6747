/* tree_nodes - from the measured cells of one run to prices, to the tree, to the prediction. */
#include <math.h>
#include <string.h>

#include "bench/tree_builder.h"
#include "hash/hmac.h"

/* Fewer common rounds say less than the cell's own median. */
enum { ROUNDS_FOR_A_RATIO = 11 };

/* A cell's time. A machine shared with others changes its speed from one moment to the next; so it is the
 * ratio to the operation, round by round, times the operation's median. */
static double cell_ns(const struct builder *b, size_t cell)
{
    struct summary own, operation;
    struct interval ratio;

    cell_summary(&own, &b->cells[cell], CPU_NS);
    cell_ratio(&ratio, &b->cells[cell], &b->cells[0]);
    if (ratio.n < ROUNDS_FOR_A_RATIO)
        return own.median;
    cell_summary(&operation, &b->cells[0], CPU_NS);
    return ratio.estimate * operation.median;
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

/* What so many counts cost by the prices; 0 if out of memory. */
static double accounted_ns(const double counts[OP_COUNT], const struct builder *b, int half)
{
    struct node *inner = node_new(NULL, "inner");
    double left[OP_COUNT], ns = 0;

    if (!inner)
        return 0;
    memcpy(left, counts, sizeof left);
    tree_account(inner, left, &b->prices, half);
    node_finish(inner);
    ns = inner->ns;
    node_free(inner);
    return ns;
}

/* The frame's own time, less what is counted in it. */
static void add_frame(struct node *parent, const struct builder *b, size_t p)
{
    double rest = cell_ns(b, b->frame_cell[p]) - accounted_ns(b->frames[p], b, 0);

    (void)node_priced(parent, "recoding, memory, loop", 1, fmax(0, rest));
}

static double additions(const double counts[OP_COUNT])
{
    return counts[OP_POINT_ADD] + counts[OP_POINT_MADD];
}

/* Formulas in turn, less each alone, where one waits for the other (or runs beside it: then less than 0). */
static void add_turns(struct node *parent, const struct builder *b, size_t p)
{
    struct phase_unit turn = {OP_COUNT, 0, b->twin.turns, b->twin.turns_context};
    double counts[OP_COUNT], each;

    unit_counts(counts, b->counted, &turn);
    each = cell_ns(b, b->turns) - accounted_ns(counts, b, 0);
    (void)node_priced(parent, "formulas in turn: one waits for another",
                      additions(b->counts[p]) / additions(counts), each / additions(counts));
}

/* A part of the half powers by their own code, less its products and squarings each alone: where the code of both
 * is more than the nearest cache holds, each finds the other's in its place. */
static void add_half_turns(struct node *parent, const struct builder *b, size_t p)
{
    struct phase_unit turn = {OP_COUNT, 1, b->twin.half_turns, b->twin.turns_context};
    double counts[OP_COUNT], each;

    unit_counts(counts, b->counted, &turn);
    if (counts[OP_MOD_MUL] == 0)
        return;
    each = cell_ns(b, b->half_turns) - accounted_ns(counts, b, 1);
    (void)node_priced(parent, "in turn: code from farther caches", b->half[p][OP_MOD_MUL],
                      each / counts[OP_MOD_MUL]);
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
        if (part && b->half_turns && phase->main)
            add_half_turns(part, b, p);
        part = node_new(node, "modulo n");
        if (part)
            tree_account(part, left, &b->prices, 0);
    } else {
        tree_account(node, left, &b->prices, 0);
    }
    add_hash_calls(node, b, phase);
    if (b->frame_cell[p])
        add_frame(node, b, p);
    if (b->turns && phase->main)
        add_turns(node, b, p);
    /* units work on one key or block, whose data stay in the nearest cache; the operation takes its keys and
     * messages in turn */
    if (b->same_cell[p])
        (void)node_priced(node,
                          phase->main ? "keys in turn: their data from farther caches"
                                      : "messages in turn: from farther caches",
                          1, fmax(0, own - cell_ns(b, b->same_cell[p])));
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

static void conclude(struct explanation *out, const struct builder *b)
{
    double limb = 0, vector = 0;

    for (size_t p = 0; p < b->timed.count; p++) {
        limb += b->counts[p][OP_LIMB_MUL];
        vector += b->counts[p][OP_VEC_MUL];
    }
    out->limb_products = limb;
    out->vector_products = vector;
    out->limb_ns = unit_best_product_ns(&b->cells[b->limb], b->prices.limb_ns);
    out->vector_ns =
        b->vector ? unit_best_product_ns(&b->cells[b->vector], b->prices.vector_ns) : NAN;
    out->limit_ns = limb * out->limb_ns + (vector > 0 ? vector * out->vector_ns : 0);
    if (!(out->limit_ns > 0))
        out->limit_ns = NAN;
    out->modelled = !(b->timed.step->flags & STEP_OWN_PRODUCTS);
    cell_summary(&out->measured, &b->cells[0], CPU_NS);
    out->measured_ns = out->measured.median;
    out->predicted_ns = out->tree->ns;
    out->unexplained_percent = 100 * (out->measured_ns - out->predicted_ns) / out->measured_ns;
}

enum result tree_nodes(struct explanation *out, struct builder *b)
{
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
