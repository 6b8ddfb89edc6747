/* test_tree - the arithmetic of the cost tree, the account of counts by prices, the fits of `scale`. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/command_scale.h"
#include "bench/tree_build.h"

static double sum(const struct node *node)
{
    double total = 0;

    for (const struct node *child = node->first; child; child = child->next)
        total += child->ns;
    return total;
}

Test(tree, sums_and_shares)
{
    struct node *root = node_new(NULL, "sign"), *a, *b;

    a = node_new(root, "a");
    node_priced(a, "x", 3, 10);
    node_priced(a, "y", 2, 5);
    b = node_priced(root, "b", 4, 15);
    node_priced(b, "part", 8, 5);
    node_finish(root);
    cr_assert_float_eq(a->ns, 40, 1e-9);
    cr_assert_float_eq(root->ns, 100, 1e-9);
    cr_assert_float_eq(b->share, 0.6, 1e-9);
    cr_assert_float_eq(sum(b), b->ns, 1e-9, "the rest makes it whole");
    cr_assert_float_eq(b->last->ns, 20, 1e-9);
    cr_assert_lt(node_worst_sum(root), 1e-12);
    b->last->ns += 1;
    cr_assert_gt(node_worst_sum(root), 0.01, "a tree that does not add up is seen");
    node_free(root);
}

/* Parts that are dearer alone than together: the overlap is negative, the sum holds. */
Test(tree, overlap)
{
    struct node *root = node_new(NULL, "sign"), *a = node_priced(root, "formula", 1, 100);

    node_priced(a, "mul", 8, 15);
    node_finish(root);
    cr_assert_float_eq(a->last->ns, -20, 1e-9);
    cr_assert_str_eq(a->last->name, "overlap of the parts");
    cr_assert_float_eq(root->ns, 100, 1e-9, "priced, so the parts do not count again");
    node_free(root);
}

static struct price price(enum count_op op, double ns)
{
    struct price p = {.op = op, .ns = ns};

    p.inside[op] = 1;
    return p;
}

/* Two doublings of 4M + 4S, and 3M + 1S outside of them: 2 x 100 + 3 x 10 + 8. */
Test(tree, account_counts_nothing_twice)
{
    struct price_list prices = {.count = 3, .limb_ns = 0.5};
    struct node *root = node_new(NULL, "mul");
    double left[OP_COUNT] = {0};

    prices.at[0] = price(OP_FE_MUL, 10);
    prices.at[0].inside[OP_LIMB_MUL] = 16;
    prices.at[1] = price(OP_FE_SQR, 8);
    prices.at[1].inside[OP_LIMB_MUL] = 10;
    prices.at[2] = price(OP_POINT_DOUBLE, 100);
    prices.at[2].inside[OP_FE_MUL] = prices.at[2].inside[OP_FE_SQR] = 4;
    prices.at[2].inside[OP_LIMB_MUL] = 4 * 16 + 4 * 10;
    left[OP_POINT_DOUBLE] = 2;
    left[OP_FE_MUL] = 11;
    left[OP_FE_SQR] = 9;
    left[OP_LIMB_MUL] = 11 * 16 + 9 * 10 + 6;
    tree_account(root, left, &prices, 0);
    node_finish(root);
    cr_assert_float_eq(root->ns, 200 + 30 + 8 + 6 * 0.5, 1e-9);
    for (int op = 0; op < OP_COUNT; op++)
        cr_assert_float_eq(left[op], 0, 1e-9, "%s", count_name((enum count_op)op));
    const struct node *doubling = node_find(root, "point_double");
    cr_assert_float_eq(doubling->count, 2, 1e-9);
    cr_assert_float_eq(node_find(doubling, "fe_mul")->count, 8, 1e-9);
    cr_assert_float_eq(node_find(node_find(doubling, "fe_mul"), "limb_mul")->count, 128, 1e-9);
    cr_assert_lt(node_worst_sum(root), 1e-12);
    node_free(root);
}

/* Prices modulo p are not those modulo n. */
Test(tree, account_keeps_moduli_apart)
{
    struct price_list prices = {.count = 2};
    struct node *root = node_new(NULL, "sign");
    double half[OP_COUNT] = {0};

    prices.at[0] = price(OP_MOD_MUL, 100);
    prices.at[1] = price(OP_MOD_MUL, 30);
    prices.at[1].half = 1;
    half[OP_MOD_MUL] = 5;
    tree_account(root, half, &prices, 1);
    node_finish(root);
    cr_assert_float_eq(root->ns, 150, 1e-9);
    node_free(root);
}

Test(scale, power_law)
{
    double x[] = {1024, 2048, 3072, 4096, 8192}, y[5], noisy[5];
    static const double error[] = {1.05, 0.97, 1.02, 0.96, 1.01};
    struct power_fit fit;

    for (int i = 0; i < 5; i++) {
        y[i] = 3 * pow(x[i], 2.5);
        noisy[i] = y[i] * error[i];
    }
    scale_fit_power(&fit, x, y, 5);
    cr_assert_float_eq(fit.exponent, 2.5, 1e-9);
    cr_assert_float_eq(fit.high - fit.low, 0, 1e-6);
    scale_fit_power(&fit, x, noisy, 5);
    cr_assert(fit.low < 2.5 && 2.5 < fit.high && fit.high - fit.low > 0.01);
    y[1] = y[2] = y[3] = NAN;
    scale_fit_power(&fit, x, y, 5);
    cr_assert_float_eq(fit.exponent, 2.5, 1e-9, "what is not known is left out");
    cr_assert(isnan(fit.low), "two points have no interval");
}

Test(scale, line_and_crossing)
{
    double x[] = {64, 1024, 1048576}, y[3], z[3];
    struct sweep a = {.n = 3}, b = {.n = 3};

    for (int i = 0; i < 3; i++) {
        y[i] = 1000 + 2 * x[i];
        z[i] = 5000 + x[i];
    }
    scale_fit_line(&a.line, x, y, 3);
    scale_fit_line(&b.line, x, z, 3);
    cr_assert_float_eq(a.line.a, 1000, 1e-3);
    cr_assert_float_eq(a.line.b, 2, 1e-9);
    cr_assert_float_eq(scale_crossing(&a, &b), 4000, 1e-2);
    b.line.b = 3;
    cr_assert(isnan(scale_crossing(&a, &b)), "dearer at every size");
}
