/* tree_print - the cost tree for people, and as JSON. */
#include <math.h>
#include <string.h>

#include "bench/output.h"
#include "bench/tree.h"

static const char *format_count(char buf[24], double count)
{
    if (count >= 99.95 || fabs(count - round(count)) < 0.005)
        snprintf(buf, 24, "%.0f", count);
    else
        snprintf(buf, 24, "%.1f", count);
    return buf;
}

static const char *format_signed(char buf[24], double ns)
{
    char plain[24];

    if (ns >= 0)
        return format_time(buf, ns);
    snprintf(buf, 24, "-%s", format_time(plain, -ns));
    return buf;
}

static void print_node(FILE *to, const struct node *node, int level, int depth, int modelled)
{
    char count[24], unit[24], ns[24], alone[24] = "";
    int limb = modelled && strcmp(node->name, "limb_mul") == 0;

    if (isfinite(node->measured_ns))
        format_time(alone, node->measured_ns);
    fprintf(to, "%*s%-*s %1s%8s  %11s  %11s %6.1f %%  %11s%s%s\n", 2 * level, "", 46 - 2 * level,
            node->name, limb ? "~" : "", format_count(count, node->count),
            format_signed(unit, node->unit_ns), format_signed(ns, node->ns), 100 * node->share,
            alone, node->source ? "  " : "", node->source ? node->source : "");
    if (level >= depth)
        return;
    for (const struct node *child = node->first; child; child = child->next)
        print_node(to, child, level + 1, depth, modelled);
}

static void print_limit(FILE *to, const struct explanation *e)
{
    char limb[24], limit[24], products[24];

    if (!isfinite(e->limit_ns)) {
        fprintf(to, "limit        -: its products are not counted\n");
        return;
    }
    fprintf(to, "limit        %s: %s%s limb products at %s each", format_time(limit, e->limit_ns),
            e->modelled ? "~" : "", format_count(products, e->limb_products),
            format_time(limb, e->limb_ns));
    if (e->vector_products > 0)
        fprintf(to, " and %s vector products at %s", format_count(products, e->vector_products),
                format_time(limb, e->vector_ns));
    fprintf(to, "; measured is %.2f times that%s\n", e->measured_ns / e->limit_ns,
            e->measured_ns < e->limit_ns
                ? " - so it is none: others had the multiplier while products were timed"
                : "");
}

void explanation_print(FILE *to, const struct explanation *e, int depth)
{
    char a[24], low[24], high[24];

    fprintf(to, "%s %s, step %s", e->alg, e->op, e->impl);
    if (e->payload)
        fprintf(to, ", %zu bytes", e->payload);
    fprintf(to, "\n\n%-46s %9s  %11s  %11s %8s  %11s\n", "", "count", "each", "time", "share",
            "step alone");
    print_node(to, e->tree, 0, depth, e->modelled);
    fprintf(to, "\npredicted    %s\n", format_time(a, e->predicted_ns));
    fprintf(to, "measured     %s (quartiles %s, %s)\n", format_time(a, e->measured_ns),
            format_time(low, e->measured.q1), format_time(high, e->measured.q3));
    fprintf(to, "unexplained  %.1f %%%s\n", e->unexplained_percent,
            fabs(e->unexplained_percent) > UNEXPLAINED_MOST
                ? " - MORE THAN 10 %: a primitive is missing, or the machine was disturbed"
                : "");
    print_limit(to, e);
    if (e->note[0])
        fprintf(to, "note         %s\n", e->note);
}

void explanation_print_head(FILE *to)
{
    fprintf(to, "%-11s %-7s %-11s %11s %11s %12s %11s %7s\n", "algorithm", "op", "step",
            "predicted", "measured", "unexplained", "limit", "above");
}

void explanation_print_row(FILE *to, const struct explanation *e)
{
    char predicted[24], measured[24], limit[24], above[24];

    fprintf(to, "%-11s %-7s %-11s %11s %11s %10.1f %% %11s %7s%s\n", e->alg, e->op, e->impl,
            format_time(predicted, e->predicted_ns), format_time(measured, e->measured_ns),
            e->unexplained_percent, format_time(limit, e->limit_ns),
            format_number(above, e->measured_ns / e->limit_ns),
            fabs(e->unexplained_percent) > UNEXPLAINED_MOST ? "  not explained" : "");
}

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *node_json(const struct node *node)
{
    json_t *object = json_object(), *children = json_array();

    json_object_set_new(object, "name", json_string(node->name));
    json_object_set_new(object, "count", number(node->count));
    json_object_set_new(object, "unit_ns", number(node->unit_ns));
    json_object_set_new(object, "ns", number(node->ns));
    json_object_set_new(object, "share", number(node->share));
    if (isfinite(node->measured_ns))
        json_object_set_new(object, "measured_ns", number(node->measured_ns));
    if (node->source)
        json_object_set_new(object, "source", json_string(node->source));
    for (const struct node *child = node->first; child; child = child->next)
        json_array_append_new(children, node_json(child));
    json_object_set_new(object, "children", children);
    return object;
}

json_t *explanation_json(const struct explanation *e)
{
    json_t *object = json_object();

    json_object_set_new(object, "alg", json_string(e->alg));
    json_object_set_new(object, "op", json_string(e->op));
    json_object_set_new(object, "impl", json_string(e->impl));
    json_object_set_new(object, "payload", json_integer((json_int_t)e->payload));
    json_object_set_new(object, "predicted_ns", number(e->predicted_ns));
    json_object_set_new(object, "measured_ns", number(e->measured_ns));
    json_object_set_new(object, "unexplained_percent", number(e->unexplained_percent));
    json_object_set_new(object, "explained",
                        json_boolean(fabs(e->unexplained_percent) <= UNEXPLAINED_MOST));
    json_object_set_new(object, "limit_ns", number(e->limit_ns));
    json_object_set_new(object, "limb_products", number(e->limb_products));
    json_object_set_new(object, "limb_products_modelled", json_boolean(e->modelled));
    json_object_set_new(object, "vector_products", number(e->vector_products));
    if (e->note[0])
        json_object_set_new(object, "note", json_string(e->note));
    json_object_set_new(object, "tree", node_json(e->tree));
    return object;
}
