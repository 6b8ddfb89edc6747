/* tree_account - from counts and prices to nodes. */
#include <stdlib.h>
#include <string.h>

#include "bench/tree_build.h"

/* Largest first: what a unit consists of is taken off before smaller ones are looked at. */
static const enum count_op order[] = {
    OP_MR_ROUND,    OP_POINT_DOUBLE, OP_POINT_ADD,    OP_POINT_MADD, OP_POINT_ADD8,
    OP_POINT_MADD8, OP_POINT_DECODE, OP_TABLE_SCAN,   OP_TABLE_READ, OP_FE_INV,
    OP_SC_INV,      OP_SC_MUL,       OP_SC_HALVE,     OP_SC_NAF,     OP_FE_MUL,
    OP_FE_SQR,      OP_FE_ADD,       OP_RADIX_IN,     OP_RADIX_OUT,  OP_VEC_MOD_MUL,
    OP_VEC_MOD_SQR, OP_MOD_MUL,      OP_MOD_SQR,      OP_MOD_RED,    OP_TRIAL_DIV,
    OP_CANDIDATE,   OP_SHA256_BLOCK, OP_SHA512_BLOCK, OP_VEC_MUL,    OP_LIMB_MUL};

enum { ORDER = sizeof order / sizeof order[0] };

static const struct price *price_of(const struct price_list *prices, enum count_op op, int half)
{
    for (size_t i = 0; i < prices->count; i++)
        if (prices->at[i].op == op && prices->at[i].half == half)
            return &prices->at[i];
    return NULL;
}

static const char *source_of(const struct price_list *prices, enum count_op op)
{
    for (const struct cost *cost = prices->costs; cost && cost->name; cost++)
        if (strcmp(cost->name, count_name(op)) == 0)
            return cost->source;
    return NULL;
}

static void hang(struct node *parent, enum count_op op, double count,
                 const struct price_list *prices, int half);

/* The inside of `count` runs of a unit, one level at a time. */
static void inside(struct node *node, const struct price *price, double count,
                   const struct price_list *prices)
{
    double left[OP_COUNT];

    for (int op = 0; op < OP_COUNT; op++)
        left[op] = price->inside[op] * count;
    left[price->op] = 0;
    if (price->op == OP_VEC_MOD_MUL || price->op == OP_VEC_MOD_SQR) /* the same by general names */
        left[OP_MOD_MUL] = left[OP_MOD_SQR] = left[OP_MOD_RED] = 0;
    for (int i = 0; i < ORDER; i++) {
        const struct price *part = price_of(prices, order[i], price->half);
        double n = left[order[i]];
        int product = order[i] == OP_LIMB_MUL || order[i] == OP_VEC_MUL;
        if (n < 0.5 || (!part && !product) || part == price)
            continue;
        hang(node, order[i], n, prices, price->half);
        for (int op = 0; part && op < OP_COUNT; op++)
            left[op] -= n * part->inside[op];
    }
}

static void hang(struct node *parent, enum count_op op, double count,
                 const struct price_list *prices, int half)
{
    const struct price *price = price_of(prices, op, half);
    double ns = price               ? price->ns
                : op == OP_LIMB_MUL ? prices->limb_ns
                : op == OP_VEC_MUL  ? prices->vector_ns
                                    : 0;
    struct node *node = node_priced(parent, count_name(op), count, ns);

    if (!node || !price)
        return;
    node->source = source_of(prices, op);
    inside(node, price, count, prices);
}

void tree_account(struct node *parent, double left[OP_COUNT], const struct price_list *prices,
                  int half)
{
    for (int i = 0; i < ORDER; i++) {
        enum count_op op = order[i];
        const struct price *price = price_of(prices, op, half);
        double n = left[op];
        if (n < 1e-6 || (!price && op != OP_LIMB_MUL && op != OP_VEC_MUL))
            continue;
        hang(parent, op, n, prices, half);
        if (!price)
            left[op] = 0;
        for (int j = 0; price && j < OP_COUNT; j++) {
            left[j] -= n * price->inside[j];
            /* A round's exponent differs from candidate to candidate: means leave splinters. */
            if (op == OP_MR_ROUND && price->inside[j] > 0)
                left[j] = 0;
        }
    }
}
