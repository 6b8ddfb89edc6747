/* test_tree_nodes - from measured cells to the tree, on samples that are made up: each node's price is then known. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/tree_builder.h"

enum { ROUNDS = 21 };

static uint64_t count[OP_COUNT];
static const struct counted counted = {.count = count};

/* One addition and 2 doublings a turn. */
static void turns(const void *context, unsigned long times)
{
    (void)context;
    count[OP_POINT_ADD] += times;
    count[OP_POINT_DOUBLE] += 2 * times;
}

static void unit_add(const void *context, unsigned long times)
{
    (void)context;
    count[OP_POINT_ADD] += times;
}

static void unit_double(const void *context, unsigned long times)
{
    (void)context;
    count[OP_POINT_DOUBLE] += times;
}

static void phase(struct phases *phases, size_t i)
{
    (void)phases, (void)i;
}

/* How fast the machine is in each round: at times by half, now and then by a third more. */
static double speed(size_t round)
{
    return round % 3 == 1 ? 1.5 : round % 7 == 3 ? 1.333 : 1;
}

static size_t add(struct builder *b, double ns)
{
    size_t i = b->cell_count++;
    struct cell *cell = &b->cells[i];

    cell->samples = calloc(ROUNDS, sizeof *cell->samples);
    cell->count = ROUNDS;
    for (uint32_t r = 0; r < ROUNDS; r++)
        cell->samples[r] =
            (struct sample){.round = r, .batch = 1, .cpu_ns = ns * speed(r), .wall_ns = ns};
    return i;
}

/* A key generation: a draw from the system (1000), [k]G (20 doublings and 10 additions in turns), wiping (50). */
static struct builder *made_up(double whole, double main_alone, double after)
{
    static const struct step step = {.name = "made up"};
    struct builder *b = calloc(1, sizeof *b);

    b->counted = &counted;
    b->timed.step = b->twin.step = &step;
    b->timed.op = OP_KEYGEN;
    (void)add(b, whole);
    *phases_add(&b->timed, "draw", phase) =
        (struct phase){.name = "draw", .run = phase, .timed = 1, .kernel = 1};
    (void)phases_add_main(&b->timed, "multiply", phase, phase);
    phases_add(&b->timed, "wipe", phase)->timed = 1;
    b->phase_cell[0] = add(b, 1000);
    b->phase_cell[1] = add(b, main_alone);
    b->phase_cell[2] = add(b, 50);
    b->frame_cell[1] = add(b, 120);
    b->same_cell[1] = add(b, main_alone - 200);
    b->chain = add(b, 1050 + 2 * 30);
    b->after_kernel = add(b, 1000 + main_alone + after);
    b->timed.turns = b->twin.turns = turns;
    b->turns = add(b, 300 + 2 * 100 + 40);
    phases_add_units(
        &b->timed,
        (struct unit[]){{OP_POINT_DOUBLE, unit_double}, {OP_POINT_ADD, unit_add}, {OP_COUNT, NULL}},
        NULL, 0);
    b->twin = b->timed;
    b->unit_cell[0] = add(b, 100);
    b->unit_cell[1] = add(b, 300);
    hash_units_init(&b->hash, SHA256, 0, 0);
    b->compression = add(b, 10);
    b->nothing = add(b, 12);
    b->mac = add(b, 50);
    b->limb = add(b, 64);
    b->counts[1][OP_POINT_DOUBLE] = 20;
    b->counts[1][OP_POINT_ADD] = 10;
    return b;
}

static void done(struct builder *b, struct explanation *e)
{
    for (size_t i = 0; i < b->cell_count; i++)
        cell_clear(&b->cells[i]);
    free(b);
    explanation_clear(e);
}

static double ns_of(const struct explanation *e, const char *name)
{
    const struct node *node = node_find(e->tree, name);

    cr_assert_not_null(node, "%s", name);
    return node->ns;
}

/* Each sample is off by what the machine did in its round; prices are ratios of one round, and hold. */
Test(tree_nodes, every_node_has_its_price)
{
    struct builder *b = made_up(8000, 6000, 500);
    struct explanation e = {0};
    double f, predicted;

    cr_assert_eq(tree_nodes(&e, b), DONE);
    f = e.measured_ns / 8000; /* the speed of the median round */
    cr_assert_float_eq(ns_of(&e, "draw"), 1000 * f, 1e-6);
    cr_assert_float_eq(ns_of(&e, "point_double"), 20 * 100 * f, 1e-6);
    cr_assert_float_eq(ns_of(&e, "point_add"), 10 * 300 * f, 1e-6);
    cr_assert_float_eq(ns_of(&e, "recoding, memory, loop"), 120 * f, 1e-6);
    cr_assert_float_eq(ns_of(&e, "formulas in turn: one waits for another"), 10 * 40 * f, 1e-6);
    cr_assert_float_eq(ns_of(&e, "keys in turn: their data from farther caches"), 200 * f, 1e-6);
    cr_assert_float_eq(ns_of(&e, "changes of code: caches, branch history"), 3 * 30 * f, 1e-6);
    cr_assert_float_eq(ns_of(&e, "after the system call: caches, branch history"), 500 * f, 1e-6);
    predicted = 1000 + 2000 + 3000 + 120 + 400 + 200 + 50 + 90 + 500;
    cr_assert_float_eq(e.predicted_ns, predicted * f, 1e-6);
    cr_assert_float_eq(e.unexplained_percent, 100 * (8000 - predicted) / 8000, 1e-6);
    cr_assert_lt(node_worst_sum(e.tree), 1e-12);
    done(b, &e);
}

/* The limit's products are those of the rounds in which nobody shared the multiplier. */
Test(tree_nodes, limit_of_the_fastest_products)
{
    struct builder *b = made_up(8000, 6000, 0);
    struct explanation e = {0};
    char *text = NULL;
    size_t len = 0;
    FILE *to;

    b->counts[1][OP_LIMB_MUL] = 300;
    cr_assert_eq(tree_nodes(&e, b), DONE);
    cr_assert_float_eq(e.limb_ns, 64.0 / UNIT_PRODUCTS, 1e-9);
    cr_assert_float_eq(e.limit_ns, 300, 1e-6);
    e.limit_ns = 2 * e.measured_ns;
    to = open_memstream(&text, &len);
    explanation_print(to, &e, 9);
    fclose(to);
    cr_assert_not_null(strstr(text, "measured is 0.50 times that - so it is none"), "%s", text);
    free(text);
    done(b, &e);
}

/* What came out faster together than alone is nothing, and never takes anything off; turns may overlap. */
Test(tree_nodes, no_price_below_zero_but_of_overlaps)
{
    struct builder *b = made_up(8000, 6000, -300);
    struct explanation e = {0};

    for (size_t r = 0; r < ROUNDS; r++)
        b->cells[b->turns].samples[r].cpu_ns = 450 * speed(r);
    cr_assert_eq(tree_nodes(&e, b), DONE);
    cr_assert_eq(ns_of(&e, "after the system call: caches, branch history"), 0);
    cr_assert_float_eq(ns_of(&e, "formulas in turn: one waits for another"),
                       -10 * 50 * e.measured_ns / 8000, 1e-6);
    done(b, &e);
}

/* Too few rounds in common: the cell's own median. */
Test(tree_nodes, few_common_rounds)
{
    struct builder *b = made_up(8000, 6000, 0);
    struct explanation e = {0};
    struct cell *draw = &b->cells[b->phase_cell[0]];

    draw->count = 3;
    for (size_t r = 0; r < 3; r++)
        draw->samples[r].cpu_ns = 1000;
    cr_assert_eq(tree_nodes(&e, b), DONE);
    cr_assert_float_eq(ns_of(&e, "draw"), 1000, 1e-6);
    done(b, &e);
}

/* A power's piece: 2 products and 9 squarings that cost 30 more in turn than alone. */
static void half_turns(const void *context, unsigned long times)
{
    (void)context;
    count[OP_MOD_MUL] += 2 * times;
    count[OP_MOD_SQR] += 9 * times;
}

static void unit_mul(const void *context, unsigned long times)
{
    (void)context;
    count[OP_MOD_MUL] += times;
}

static void unit_sqr(const void *context, unsigned long times)
{
    (void)context;
    count[OP_MOD_SQR] += times;
}

Test(tree_nodes, half_powers_in_turn)
{
    struct builder *b = made_up(8000, 6000, 0);
    struct explanation e = {0};
    double f;

    phases_add_units(
        &b->timed,
        (struct unit[]){{OP_MOD_MUL, unit_mul}, {OP_MOD_SQR, unit_sqr}, {OP_COUNT, NULL}}, NULL, 1);
    b->timed.half_turns = half_turns;
    b->twin = b->timed;
    b->unit_cell[2] = add(b, 50);
    b->unit_cell[3] = add(b, 40);
    b->half_turns = add(b, 2 * 50 + 9 * 40 + 30);
    b->counts[1][OP_MOD_MUL] = b->half[1][OP_MOD_MUL] = 12;
    b->counts[1][OP_MOD_SQR] = b->half[1][OP_MOD_SQR] = 60;
    cr_assert_eq(tree_nodes(&e, b), DONE);
    f = e.measured_ns / 8000;
    cr_assert_float_eq(ns_of(&e, "mod_mul"), 12 * 50 * f, 1e-6);
    cr_assert_float_eq(ns_of(&e, "mod_sqr"), 60 * 40 * f, 1e-6);
    cr_assert_float_eq(ns_of(&e, "in turn: code from farther caches"), 12 * 15 * f, 1e-6);
    cr_assert_float_eq(ns_of(&e, "modulo p and q"), (12 * 50 + 60 * 40 + 12 * 15) * f, 1e-6);
    cr_assert_lt(node_worst_sum(e.tree), 1e-12);
    done(b, &e);
}
