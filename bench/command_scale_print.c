/* command_scale_print - sweeps as tables, CSV and JSON. */
#include <math.h>
#include <string.h>

#include "bench/command_scale.h"

static int is_payload(const struct scale *scale)
{
    return strcmp(scale->what, "payload") == 0;
}

static const char *format_size(char buf[24], double bytes)
{
    char plain[24];

    if (!isfinite(bytes))
        snprintf(buf, 24, "-");
    else if (bytes >= 1048576)
        snprintf(buf, 24, "%s MiB", format_number(plain, bytes / 1048576));
    else if (bytes >= 1024)
        snprintf(buf, 24, "%s KiB", format_number(plain, bytes / 1024));
    else
        snprintf(buf, 24, "%.0f B", bytes);
    return buf;
}

/* Where `self` is not one step at all sizes, its growth is no step's. */
static void print_mixed(FILE *to, const struct sweep *sweep)
{
    size_t i = 1;

    while (i < sweep->n && strcmp(sweep->row[i]->step, sweep->row[0]->step) == 0)
        i++;
    if (i < sweep->n)
        fprintf(to,
                "the rows are not of one step (%s: %s, %s: %s): the exponents mix them; --impl "
                "takes one\n",
                sweep->name[0], sweep->row[0]->step, sweep->name[i], sweep->row[i]->step);
}

static void print_points(FILE *to, const struct sweep *sweep)
{
    char t[24], low[24], high[24], local[24], products[24];

    fprintf(to, "\n%s\n%-12s %11s  %-25s %9s %14s\n", op_name(sweep->op), "", "time", "quartiles",
            "exponent", "products");
    for (size_t i = 0; i < sweep->n; i++) {
        double exponent =
            i ? log(sweep->ns[i] / sweep->ns[i - 1]) / log(sweep->x[i] / sweep->x[i - 1]) : NAN;
        char range[56];
        snprintf(range, sizeof range, "%s to %s", format_time(low, sweep->low[i]),
                 format_time(high, sweep->high[i]));
        fprintf(to, "%-12s %11s  %-25s %9s %14s", sweep->name[i], format_time(t, sweep->ns[i]),
                range, format_number(local, exponent), format_number(products, sweep->products[i]));
        output_keys(to, sweep->row[i]->keys);
        fputc('\n', to);
    }
    fprintf(to, "fitted: time grows as bits^%.2f", sweep->time.exponent);
    if (isfinite(sweep->time.low))
        fprintf(to, " (95 %%: %.2f to %.2f)", sweep->time.low, sweep->time.high);
    if (isfinite(sweep->counts.exponent))
        fprintf(to, "; counted limb or vector products as bits^%.2f", sweep->counts.exponent);
    fputc('\n', to);
    print_mixed(to, sweep);
}

static void print_payloads(FILE *to, const struct scale *scale)
{
    char t[24], u[24], v[24], w[24];

    fprintf(to, "\n%-12s %-7s", "", "");
    for (size_t i = 0; scale->count && i < scale->sweeps[0].n; i++)
        fprintf(to, " %10s", format_size(t, scale->sweeps[0].x[i]));
    fprintf(to, " %10s %12s %12s %6s\n", "a", "b a KiB", "half hash at", "worst");
    for (size_t s = 0; s < scale->count; s++) {
        const struct sweep *sweep = &scale->sweeps[s];
        fprintf(to, "%-12s %-7s", sweep->alg, op_name(sweep->op));
        for (size_t i = 0; i < sweep->n; i++)
            fprintf(to, " %10s", format_time(t, sweep->ns[i]));
        fprintf(to, " %10s %12s %12s %4.1f %%\n", format_time(u, sweep->line.a),
                format_time(v, 1024 * sweep->line.b), format_size(w, sweep->line.a / sweep->line.b),
                100 * sweep->line.worst);
    }
    fprintf(to, "\ntime = a + b L for a message of L bytes: beyond a/b hashing is more than half. "
                "worst: the fit's largest error.\n\nwhere "
                "verifications cross (those that hash alike never do):\n");
}

/* Two that hash alike cost the same a byte: the one that is cheaper for short messages is so for all. What
 * their fitted slopes differ by is noise. */
static int same_hash(const struct sweep *a, const struct sweep *b)
{
    const struct alg *x = alg_by_name(a->alg), *y = alg_by_name(b->alg);

    return hash_block_len(x->hash) == hash_block_len(y->hash);
}

static void print_crossings(FILE *to, const struct scale *scale)
{
    char t[24];

    for (size_t i = 0; i < scale->count; i++)
        for (size_t k = i + 1; k < scale->count; k++) {
            const struct sweep *a = &scale->sweeps[i], *b = &scale->sweeps[k];
            if (a->op != OP_VERIFY || b->op != OP_VERIFY || same_hash(a, b))
                continue;
            const struct sweep *first = a->line.a < b->line.a ? a : b;
            const struct sweep *other = first == a ? b : a;
            double at = scale_crossing(a, b);
            if (isfinite(at))
                fprintf(to, "  %s is faster than %s below %s, slower above\n", first->alg,
                        other->alg, format_size(t, at));
            else
                fprintf(to, "  %s is faster than %s at every size\n", first->alg, other->alg);
        }
}

void scale_print(FILE *to, const struct scale *scale)
{
    fprintf(to, "scale %s, step %s\n", scale->what, scale->impl);
    if (is_payload(scale)) {
        print_payloads(to, scale);
        print_crossings(to, scale);
    } else {
        for (size_t i = 0; i < scale->count; i++)
            print_points(to, &scale->sweeps[i]);
        fprintf(to,
                "\nexponent: between a row and the one above. products: those of one "
                "operation, within GMP by the schoolbook model;\nwhere time grows less than "
                "they do, GMP's faster products (Karatsuba) or fixed costs are at work.%s\n",
                strcmp(scale->what, "rsa") == 0
                    ? "\nkeygen: medians over keys; its products are scaled to the expected "
                      "number of candidates."
                    : "");
    }
    if (strcmp(scale->what, "rsa") == 0)
        fprintf(to, "rsa-1024 is below 2048 bits: for study, not for use\n");
    for (size_t i = 0; i < scale->results->note_count; i++)
        fprintf(to, "%s\n", scale->results->notes[i]);
    output_machine(to, &scale->results->machine);
}

void scale_csv(FILE *to, const struct scale *scale)
{
    fprintf(to, "scale,impl,name,op,x,median_ns,q1_ns,q3_ns,products\n");
    for (size_t s = 0; s < scale->count; s++) {
        const struct sweep *sweep = &scale->sweeps[s];
        for (size_t i = 0; i < sweep->n; i++) {
            fprintf(to, "%s,%s,%s,%s,%.0f,%.6g,%.6g,%.6g,", scale->what, scale->impl,
                    sweep->name[i], op_name(sweep->op), sweep->x[i], sweep->ns[i], sweep->low[i],
                    sweep->high[i]);
            if (isfinite(sweep->products[i]))
                fprintf(to, "%.10g", sweep->products[i]);
            fputc('\n', to);
        }
    }
}

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *fit_json(const struct power_fit *fit)
{
    json_t *object = json_object();

    json_object_set_new(object, "exponent", number(fit->exponent));
    json_object_set_new(object, "low", number(fit->low));
    json_object_set_new(object, "high", number(fit->high));
    return object;
}

static json_t *sweep_json(const struct scale *scale, const struct sweep *sweep)
{
    json_t *object = json_object(), *points = json_array();

    json_object_set_new(object, "op", json_string(op_name(sweep->op)));
    if (is_payload(scale)) {
        json_object_set_new(object, "alg", json_string(sweep->alg));
        json_object_set_new(object, "a_ns", number(sweep->line.a));
        json_object_set_new(object, "b_ns_per_byte", number(sweep->line.b));
        json_object_set_new(object, "half_hash_bytes", number(sweep->line.a / sweep->line.b));
    } else {
        json_object_set_new(object, "time", fit_json(&sweep->time));
        json_object_set_new(object, "counts", fit_json(&sweep->counts));
    }
    for (size_t i = 0; i < sweep->n; i++) {
        json_t *point = json_object();
        json_object_set_new(point, "name", json_string(sweep->name[i]));
        json_object_set_new(point, "step", json_string(sweep->row[i]->step));
        json_object_set_new(point, "x", json_real(sweep->x[i]));
        json_object_set_new(point, "median", json_real(sweep->ns[i]));
        json_object_set_new(point, "q1", json_real(sweep->low[i]));
        json_object_set_new(point, "q3", json_real(sweep->high[i]));
        json_object_set_new(point, "products", number(sweep->products[i]));
        json_array_append_new(points, point);
    }
    json_object_set_new(object, "points", points);
    return object;
}

static json_t *crossings_json(const struct scale *scale)
{
    json_t *crossings = json_array();

    for (size_t i = 0; i < scale->count; i++)
        for (size_t k = i + 1; k < scale->count; k++) {
            const struct sweep *a = &scale->sweeps[i], *b = &scale->sweeps[k];
            if (a->op != OP_VERIFY || b->op != OP_VERIFY || same_hash(a, b))
                continue;
            json_t *object = json_object();
            json_object_set_new(object, "a", json_string(a->alg));
            json_object_set_new(object, "b", json_string(b->alg));
            json_object_set_new(object, "bytes", number(scale_crossing(a, b)));
            json_array_append_new(crossings, object);
        }
    return crossings;
}

json_t *scale_json(const struct scale *scale)
{
    json_t *root = json_object(), *sweeps = json_array();

    json_object_set_new(root, "context", output_json_context(&scale->results->machine));
    json_object_set_new(root, "scale", json_string(scale->what));
    json_object_set_new(root, "impl", json_string(scale->impl));
    for (size_t i = 0; i < scale->count; i++)
        json_array_append_new(sweeps, sweep_json(scale, &scale->sweeps[i]));
    json_object_set_new(root, "sweeps", sweeps);
    if (is_payload(scale))
        json_object_set_new(root, "crossings", crossings_json(scale));
    return root;
}
