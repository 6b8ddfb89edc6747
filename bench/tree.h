/* tree - the cost tree: what an operation consists of, how often, at what price.
 *
 * A node is priced (its unit was timed, ns = count unit_ns) or a sum (ns is that of its children). Below a
 * priced node its inside is shown; what the prices of the parts leave over or exceed is a child
 * of its own, so that at every level the children sum to their parent, and nothing is counted twice.
 */
#ifndef SIGCOST_TREE_H
#define SIGCOST_TREE_H

#include <jansson.h>
#include <stdio.h>

#include "bench/stats.h"

struct node {
    char name[80];
    const char *source; /* of a formula; NULL */
    int priced;
    int modelled; /* the count is a model of what GMP does inside: printed with ~ */
    double count, unit_ns, ns, share; /* share: of the root */
    double measured_ns;               /* the step timed alone; NAN where it was not */
    struct node *first, *last, *next; /* children, and the next sibling */
};

/* NULL: out of memory. parent NULL makes a root. */
struct node *node_new(struct node *parent, const char *name);
/* A priced child. */
struct node *node_priced(struct node *parent, const char *name, double count, double unit_ns);
void node_free(struct node *root);
/* Sums from the leaves up, adds what is left over inside of priced nodes, and fills the shares. */
void node_finish(struct node *root);
/* The largest difference between a node and the sum of its children, in parts of the node. */
double node_worst_sum(const struct node *root);
const struct node *node_find(const struct node *root, const char *name);

/* An operation explained. */
struct explanation {
    char alg[24], op[16], impl[32];
    size_t payload;
    double predicted_ns, measured_ns, unexplained_percent; /* of measured */
    double limit_ns; /* NAN where nothing is known of its products */
    double limb_products, vector_products, limb_ns, vector_ns; /* a product's price */
    int modelled;
    struct summary measured;
    struct node *tree;
    char note[160]; /* empty; or what the reader must know */
};

/* Above it a row says that it is not explained. */
#define UNEXPLAINED_MOST 10.0

void explanation_clear(struct explanation *explanation);
/* The tree as an indented table, prediction, limit. */
void explanation_print(FILE *to, const struct explanation *explanation, int depth);
/* One line of the table of many. */
void explanation_print_head(FILE *to);
void explanation_print_row(FILE *to, const struct explanation *explanation);
json_t *explanation_json(const struct explanation *explanation);

#endif
