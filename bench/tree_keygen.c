/* tree_keygen - times keys and units in one run, counts the same keys, and makes the tree. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/registry.h"
#include "bench/tree_search.h"

enum { GENERATION, ROUND, DIVISION, CANDIDATE, RANDOM, COMPLETE, CONTEXT, LIMB, VECTOR, CELLS };

enum { ENOUGH_KEYS = 10 }; /* fewer say little */

/* One explanation while it is made. */
struct builder {
    const struct counted *counted;
    const struct rsa_engine *twin;
    struct search_units units, twin_units;
    struct cell cells[CELLS];
    struct cell after[CELLS]; /* the units once more, where keys are few and slow */
    struct unit_job jobs[CELLS];
    size_t cell_count;
    double counts[OP_COUNT]; /* of the mean key */
    double round[OP_COUNT];  /* inside of one round */
    double division[OP_COUNT];
    struct price_list prices;
    double random_ns, candidate_ns;
};

static double cell_ns(const struct builder *b, int cell)
{
    struct summary before, after;

    cell_summary(&before, &b->cells[cell], CPU_NS);
    cell_summary(&after, &b->after[cell], CPU_NS);
    return after.n ? (before.median + after.median) / 2 : before.median;
}

static void add(struct builder *b, int cell, void (*run)(const void *, unsigned long),
                const void *context)
{
    b->jobs[cell] = (struct unit_job){.run = run, .context = context};
    unit_cell(&b->cells[cell], &b->jobs[cell]);
}

static void add_units(struct builder *b)
{
    add(b, ROUND, search_round, &b->units);
    add(b, DIVISION, search_division, &b->units);
    add(b, CANDIDATE, search_candidate, &b->units);
    add(b, RANDOM, search_random_bytes, NULL);
    add(b, COMPLETE, search_complete, &b->units);
    add(b, CONTEXT, search_context, &b->units);
    add(b, LIMB, unit_limb_products, NULL);
    if (!units_vector_missing())
        add(b, VECTOR, unit_vector_products, NULL);
    b->cell_count = units_vector_missing() ? VECTOR : CELLS;
}

/* What one run of a unit counts: the mean over all numbers. */
static void count_unit(double counts[OP_COUNT], struct builder *b, enum count_op op,
                       void (*run)(const void *, unsigned long))
{
    struct phase_unit unit = {op, 0, run, &b->twin_units};
    double sum[OP_COUNT] = {0};

    counted_reset(b->counted);
    unit.run(unit.context, SEARCH_NUMBERS);
    for (int i = 0; i < OP_COUNT; i++)
        sum[i] = (double)b->counted->count[i] / SEARCH_NUMBERS;
    memcpy(counts, sum, sizeof sum);
}

static enum result count_keys(struct builder *b, struct tree_keygen *search, unsigned bits,
                              size_t timed, double seconds)
{
    double end = timer_seconds() + seconds;
    size_t room = timed + 1000;

    search->candidates = calloc(2 * room, sizeof *search->candidates);
    if (!search->candidates)
        return FAILED;
    for (size_t i = 0; i < room && (i < timed || timer_seconds() < end); i++) {
        double counts[OP_COUNT];
        if (search_count(counts, search->candidates + 2 * i, b->counted, b->twin, bits, i) != DONE)
            return FAILED;
        search->primes += 2;
        for (int op = 0; i < timed && op < OP_COUNT; op++)
            b->counts[op] += counts[op] / (double)timed;
    }
    return DONE;
}

/* Rows of trial_div: a sieve's come by the interval, GMP's division counts where it is called. */
static int sieves(const struct builder *b)
{
    return b->division[OP_TRIAL_DIV] > 1;
}

static void set_prices(struct builder *b)
{
    struct price_list *prices = &b->prices;
    double divisions, rounds;

    count_unit(b->round, b, OP_MR_ROUND, search_round);
    count_unit(b->division, b, OP_TRIAL_DIV, search_division);
    divisions = b->division[OP_TRIAL_DIV] > 0 ? b->division[OP_TRIAL_DIV] : 1;
    prices->limb_ns = cell_ns(b, LIMB) / UNIT_PRODUCTS;
    prices->vector_ns = b->cell_count > VECTOR ? cell_ns(b, VECTOR) / UNIT_PRODUCTS : NAN;
    b->random_ns = cell_ns(b, RANDOM) / SEARCH_BYTES;
    b->candidate_ns = cell_ns(b, CANDIDATE);
    rounds = b->round[OP_MR_ROUND] > 0 ? b->round[OP_MR_ROUND] : 1; /* that one run makes */
    prices->at[0] = (struct price){.op = OP_MR_ROUND, .ns = cell_ns(b, ROUND) / rounds};
    for (int op = 0; op < OP_COUNT; op++)
        prices->at[0].inside[op] = b->round[op] / rounds;
    prices->at[0].inside[OP_RANDOM_BYTE] = 0; /* the unit's bases come for nothing */
    prices->at[1] = (struct price){.op = OP_TRIAL_DIV, .ns = cell_ns(b, DIVISION) / divisions};
    prices->at[1].inside[OP_TRIAL_DIV] = 1;
    prices->count = 2;
}

static void expect(struct builder *b, struct tree_keygen *search)
{
    const unsigned bits = search->bits;
    double candidates = prime_expected_candidates(bits, b->units.key.e), divisions = 0;

    search->bound = b->counts[OP_TRIAL_DIV] == 0 ? 0
                    : sieves(b)                  ? prime_sieve_bound(bits)
                                                 : prime_trial_bound(bits);
    search->rounds = prime_rounds(bits);
    if (search->bound && sieves(b)) {
        /* an interval without a prime is searched too */
        double odds = (double)prime_sieve_interval(bits);
        divisions = prime_expected_sieve_work(search->bound, prime_sieve_interval(bits)) /
                    -expm1(-odds / candidates);
    } else if (search->bound) {
        divisions = candidates * prime_expected_trial_divisions(search->bound);
    }
    search->expected = (struct search_counts){
        2 * candidates, 2 * divisions,
        2 * ((search->bound ? prime_sieved_share(search->bound) : 1) * candidates + search->rounds -
             1)};
    search->actual = (struct search_counts){b->counts[OP_CANDIDATE], b->counts[OP_TRIAL_DIV],
                                            b->counts[OP_MR_ROUND]};
}

static struct node *make_tree(const struct builder *b)
{
    struct node *root = node_new(NULL, "keygen"), *node;
    double left[OP_COUNT] = {0};

    if (!root)
        return NULL;
    if ((node = node_new(root, "drawing of candidates and bases"))) {
        if (!sieves(b))
            (void)node_priced(node, "candidate", b->counts[OP_CANDIDATE], b->candidate_ns);
        (void)node_priced(node, "random_byte", b->counts[OP_RANDOM_BYTE], b->random_ns);
    }
    left[OP_TRIAL_DIV] = b->counts[OP_TRIAL_DIV];
    if (left[OP_TRIAL_DIV] > 0 &&
        (node = node_new(root, sieves(b) ? "sieving by small primes" : "trial divisions")))
        tree_account(node, left, &b->prices, 0);
    left[OP_MR_ROUND] = b->counts[OP_MR_ROUND];
    if ((node = node_new(root, "Miller-Rabin")))
        tree_account(node, left, &b->prices, 0);
    (void)node_priced(root, "d, dP, dQ, qInv and their check", 1, cell_ns(b, COMPLETE));
    (void)node_priced(root, "the step's own form of the key", 1, cell_ns(b, CONTEXT));
    node_finish(root);
    return root;
}

static double expected_ns(const struct builder *b, const struct tree_keygen *search)
{
    const struct search_counts *e = &search->expected;
    double bytes = search->bits / 8.0;
    double drawn = bytes * (sieves(b) ? e->rounds + 2 : e->rounds + e->candidates);

    return e->rounds * b->prices.at[0].ns + e->divisions * b->prices.at[1].ns +
           (sieves(b) ? 0 : e->candidates * b->candidate_ns) + drawn * b->random_ns +
           cell_ns(b, COMPLETE) + cell_ns(b, CONTEXT);
}

static void conclude(struct explanation *out, struct tree_keygen *search, const struct builder *b,
                     const struct impl *row)
{
    cell_summary(&out->measured, &b->cells[GENERATION], CPU_NS);
    out->measured_ns = out->measured.mean; /* of the very keys that were counted */
    search->fastest_ns = out->measured.min;
    search->slowest_ns = out->measured.max;
    out->predicted_ns = out->tree->ns;
    out->unexplained_percent = 100 * (out->measured_ns - out->predicted_ns) / out->measured_ns;
    out->limb_products = b->counts[OP_LIMB_MUL];
    out->vector_products = b->counts[OP_VEC_MUL];
    out->limb_ns = unit_best_product_ns(&b->cells[LIMB], b->prices.limb_ns);
    out->vector_ns =
        b->cell_count > VECTOR ? unit_best_product_ns(&b->cells[VECTOR], b->prices.vector_ns) : NAN;
    out->limit_ns = out->limb_products * out->limb_ns +
                    (out->vector_products > 0 ? out->vector_products * out->vector_ns : 0);
    if (!(out->limit_ns > 0))
        out->limit_ns = NAN;
    out->modelled = !(((const struct rsa_engine *)row->data)->step.flags & STEP_OWN_PRODUCTS);
    search->expected_ns = expected_ns(b, search);
    snprintf(out->note, sizeof out->note,
             search->keys == 1 ? "%u key, measured and counted%s"
                               : "means of %u keys, measured and counted one by one%s",
             search->keys, search->keys < ENOUGH_KEYS ? "; fewer than 10 say little" : "");
}

/* A search of seconds leaves a shared machine time to change its speed: its units are timed before it and after it. */
static enum result measure_after(struct builder *b, double seconds)
{
    struct plan plan = {.timer = timer_system(),
                        .rounds = 21,
                        .deadline = timer_seconds() + seconds,
                        .sample_ns = 200e3,
                        .seed = 2};
    struct account account;

    if (b->cells[GENERATION].count >= ENOUGH_KEYS)
        return DONE;
    for (size_t i = ROUND; i < b->cell_count; i++)
        unit_cell(&b->after[i], &b->jobs[i]);
    return measure(&b->after[ROUND], b->cell_count - ROUND, &plan, &account);
}

/* As many keys as are wanted and the units by themselves after them; or all in turn until the time is up. */
static enum result measure_all(struct builder *b, unsigned keys, double seconds)
{
    struct account account;
    struct plan plan = {.timer = timer_system(),
                        .rounds = keys ? keys : 1000,
                        .deadline = keys ? 0 : timer_seconds() + seconds,
                        .distribution_share = 0.6,
                        .sample_ns = 200e3,
                        .seed = 1};

    if (keys == 0)
        return measure(b->cells, b->cell_count, &plan, &account) == DONE
                   ? measure_after(b, seconds / 4)
                   : FAILED;
    if (measure(&b->cells[GENERATION], 1, &plan, &account) != DONE)
        return FAILED;
    plan.rounds = 101;
    plan.deadline = timer_seconds() + seconds / 2;
    return measure(&b->cells[ROUND], b->cell_count - ROUND, &plan, &account);
}

static enum result build(struct explanation *out, struct tree_keygen *search, struct builder *b,
                         const struct impl *row, unsigned keys, double seconds, const char **why)
{
    struct subject subject = {.row = row};
    struct messages messages; /* every key signs one, and the signature is verified: untimed */
    struct workload workload = {.messages = &messages, .params = {.hash = row->alg->hash}};
    struct operation operation;
    enum result done;

    if (messages_make(&messages, 32) != DONE)
        return FAILED;
    if (operation_init(&operation, &b->cells[GENERATION].job, OP_KEYGEN, &subject, &workload,
                       registry_self(row->alg), 0) != DONE) {
        messages_clear(&messages);
        return FAILED;
    }
    add_units(b);
    done = measure_all(b, keys, seconds);
    operation_clear(&operation);
    messages_clear(&messages);
    if (done != DONE) {
        *why = b->cells[GENERATION].why ? b->cells[GENERATION].why : "the measuring failed";
        return FAILED;
    }
    search->bits = row->alg->bits / 2;
    search->keys = (unsigned)b->cells[GENERATION].count;
    if (search->keys == 0 ||
        count_keys(b, search, row->alg->bits, search->keys, seconds / 2) != DONE) {
        *why = "no key could be generated";
        return FAILED;
    }
    set_prices(b);
    expect(b, search);
    out->tree = make_tree(b);
    if (!out->tree)
        return FAILED;
    conclude(out, search, b, row);
    return DONE;
}

enum result tree_keygen(struct explanation *out, struct tree_keygen *search, const struct impl *row,
                        unsigned keys, double seconds, const char **why)
{
    struct builder *b = calloc(1, sizeof *b);
    const struct rsa_engine *engine = row->data;
    enum result done = FAILED;

    memset(out, 0, sizeof *out);
    memset(search, 0, sizeof *search);
    *why = "out of memory";
    if (!b || !(b->counted = counted_open(why)))
        goto end;
    b->twin = search_twin(b->counted, row->name);
    if (!b->twin || !engine->prime_units) {
        *why = "its inside is not counted";
        goto end;
    }
    snprintf(out->alg, sizeof out->alg, "%s", row->alg->name);
    snprintf(out->op, sizeof out->op, "keygen");
    snprintf(out->impl, sizeof out->impl, "%s", row->name);
    if (search_units_init(&b->units, engine, row->alg->bits) != DONE)
        goto end;
    if (search_units_init(&b->twin_units, engine, row->alg->bits) == DONE) {
        b->twin_units.engine = b->twin;
        done = build(out, search, b, row, keys, seconds, why);
        search_units_clear(&b->twin_units);
    }
    search_units_clear(&b->units);
    for (int i = 0; i < CELLS; i++) {
        cell_clear(&b->cells[i]);
        cell_clear(&b->after[i]);
    }
end:
    free(b);
    if (done != DONE) {
        explanation_clear(out);
        tree_keygen_clear(search);
    }
    return done;
}

void tree_keygen_clear(struct tree_keygen *search)
{
    free(search->candidates);
    search->candidates = NULL;
    search->primes = 0;
}
