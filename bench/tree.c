/* tree - nodes and their sums. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/tree.h"

struct node *node_new(struct node *parent, const char *name)
{
    struct node *node = calloc(1, sizeof *node);

    if (!node)
        return NULL;
    snprintf(node->name, sizeof node->name, "%s", name);
    node->count = 1;
    node->measured_ns = NAN;
    if (parent) {
        if (parent->last)
            parent->last->next = node;
        else
            parent->first = node;
        parent->last = node;
    }
    return node;
}

struct node *node_priced(struct node *parent, const char *name, double count, double unit_ns)
{
    struct node *node = node_new(parent, name);

    if (node) {
        node->priced = 1;
        node->count = count;
        node->unit_ns = unit_ns;
        node->ns = count * unit_ns;
    }
    return node;
}

void node_free(struct node *root)
{
    while (root) {
        struct node *next = root->next;
        node_free(root->first);
        free(root);
        root = next;
    }
}

static double sum_of(const struct node *node)
{
    double sum = 0;

    for (const struct node *child = node->first; child; child = child->next)
        sum += child->ns;
    return sum;
}

static void sum_up(struct node *node)
{
    for (struct node *child = node->first; child; child = child->next)
        sum_up(child);
    if (node->priced && node->first) {
        double rest = node->ns - sum_of(node);
        const char *name = rest >= 0 ? "carries, moves, calls, waiting" : "overlap of the parts";
        (void)node_priced(node, name, 1, rest);
    } else if (!node->priced) {
        node->ns = sum_of(node);
        node->unit_ns = node->count > 0 ? node->ns / node->count : 0;
    }
}

static void fill_shares(struct node *node, double whole)
{
    node->share = whole > 0 ? node->ns / whole : 0;
    for (struct node *child = node->first; child; child = child->next)
        fill_shares(child, whole);
}

void node_finish(struct node *root)
{
    sum_up(root);
    fill_shares(root, root->ns);
}

double node_worst_sum(const struct node *root)
{
    double worst = 0;

    if (root->first && root->ns != 0)
        worst = fabs(sum_of(root) - root->ns) / fabs(root->ns);
    for (const struct node *child = root->first; child; child = child->next)
        worst = fmax(worst, node_worst_sum(child));
    return worst;
}

const struct node *node_find(const struct node *root, const char *name)
{
    if (strcmp(root->name, name) == 0)
        return root;
    for (const struct node *child = root->first; child; child = child->next) {
        const struct node *found = node_find(child, name);
        if (found)
            return found;
    }
    return NULL;
}

void explanation_clear(struct explanation *explanation)
{
    node_free(explanation->tree);
    explanation->tree = NULL;
}
