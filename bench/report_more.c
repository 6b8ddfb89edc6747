/* report_more - what explains the ladders and the growth: counts beside the gains, exponents beside the curves. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/command_ladder.h"
#include "bench/command_scale.h"
#include "bench/need.h"
#include "bench/report.h"

#define COUNT_SECONDS 0.02 /* for a row's counts: two runs at least */
#define SLOWEST       0.5  /* seconds of one operation whose counts are taken for the page */

json_t *report_ladder(const struct results *results)
{
    struct ladder ladder;
    const char *why;
    json_t *root, *rows = NULL;

    errno = 0;
    if (!counted_open(&why) ||
        ladder_fill(&ladder, results, 1024, COUNT_SECONDS, SLOWEST) != DONE) {
        need_memory();
        return json_array();
    }
    root = ladder_json(&ladder);
    rows = json_incref(json_object_get(root, "ladder"));
    json_decref(root);
    ladder_clear(&ladder);
    return rows;
}

/* RSA moduli that a page can wait for. */
static void leave_out_large(struct selection *s)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->alg_count; i++)
        if (s->algs[i]->family != FAMILY_RSA || s->algs[i]->bits <= 4096)
            s->algs[kept++] = s->algs[i];
    s->alg_count = kept;
}

json_t *report_scales(double seconds, size_t *wrong)
{
    static const char *const whats[] = {"rsa", "curve"};
    json_t *list = json_array();
    const char *why;

    for (size_t i = 0; i < 2 && counted_open(&why); i++) {
        struct selection s;
        struct results results;
        struct scale scale;
        selection_default(&s);
        (void)scale_select(&s, whats[i]);
        leave_out_large(&s);
        if (i == 0)
            s.impls[0] =
                "limbs"; /* one kind of product at all sizes; vector kernels are for some */
        s.seconds = seconds / 2;
        errno = 0;
        if (bench_run(&results, &s, timer_seconds(), NULL, NULL, &why) != DONE) {
            need_memory();
            continue;
        }
        *wrong += results_wrong(&results);
        if (scale_fill(&scale, &results, whats[i], s.impls[0]) == DONE) {
            json_array_append_new(list, scale_json(&scale));
            scale_clear(&scale);
        } else {
            need_memory();
        }
        results_clear(&results);
    }
    return list;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

static double real_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void add_text(json_t *row, const char *text)
{
    json_array_append_new(row, json_string(text));
}

static void add_number(json_t *row, double x, const char *format)
{
    char buf[32] = "-";

    if (isfinite(x))
        snprintf(buf, sizeof buf, format, x);
    add_text(row, buf);
}

/* An empty table at the end of figure->more. */
static json_t *new_table(struct figure *f, const char *caption)
{
    json_t *table;

    if (!f->more)
        f->more = json_pack("{s:[], s:[]}", "tables", "list");
    table = json_pack("{s:s, s:[], s:[]}", "caption", caption, "heads", "rows");
    json_array_append_new(json_object_get(f->more, "tables"), table);
    return table;
}

static int is_step(const json_t *rung, const char *alg, const char *op)
{
    return strcmp(text_of(rung, "alg"), alg) == 0 && strcmp(text_of(rung, "op"), op) == 0 &&
           !json_is_true(json_object_get(rung, "peer"));
}

static int column_is_used(const json_t *ladder, const char *alg, const char *op, const char *count)
{
    const json_t *rung;
    size_t i;

    json_array_foreach(ladder, i,
                       rung) if (is_step(rung, alg, op) &&
                                 real_of(json_object_get(rung, "counts"), count) >= 0.5) return 1;
    return 0;
}

static void ladder_row(json_t *rows, const json_t *rung, const char *const *counts)
{
    const json_t *given = json_object_get(rung, "counts");
    int counted = json_object_size(given) > 0;
    json_t *row = json_array();

    add_text(row, text_of(rung, "impl"));
    add_number(row, real_of(rung, "gain_before"), "%.3g\u00d7");
    add_number(row, real_of(rung, "gain_first"), "%.3g\u00d7");
    for (; *counts; counts++) {
        double n = real_of(given, *counts);
        if (counted && isnan(n))
            n = 0;
        add_number(row, n, n < 99.95 ? "%.1f" : "%.0f");
    }
    double tables = real_of(rung, "table_bytes"), code = real_of(rung, "code_bytes");
    add_number(row, tables > 0 ? tables : NAN, "%.0f");
    add_number(row, code > 0 ? code : NAN, "%.0f");
    json_array_append_new(rows, row);
}

static void ladder_table(struct figure *f, const json_t *ladder, const char *alg, enum op op)
{
    const struct alg *known = alg_by_name(alg);
    const char *counts[32];
    const json_t *rung;
    json_t *table = NULL;
    size_t used = 0, i;

    json_array_foreach(ladder, i, rung)
    {
        if (!known || !is_step(rung, alg, op_name(op)))
            continue;
        if (!table) {
            json_t *heads;
            table = new_table(f, op_name(op));
            heads = json_object_get(table, "heads");
            add_text(heads, op_name(op));
            add_text(heads, "gain");
            add_text(heads, "over first");
            for (const struct ladder_column *c = ladder_columns(known->family, op);
                 c->head && used < 31; c++)
                if (column_is_used(ladder, alg, op_name(op), count_name(c->op))) {
                    counts[used++] = count_name(c->op);
                    add_text(heads, c->head);
                }
            counts[used] = NULL;
            add_text(heads, "table bytes");
            add_text(heads, "code bytes");
        }
        ladder_row(json_object_get(table, "rows"), rung, counts);
    }
}

void report_ladder_more(struct figure *f, const json_t *ladder, const char *alg)
{
    static const enum op ops[] = {OP_SIGN, OP_VERIFY, OP_KEYGEN};
    const json_t *rung;
    size_t i;

    for (i = 0; i < sizeof ops / sizeof ops[0]; i++)
        ladder_table(f, ladder, alg, ops[i]);
    json_array_foreach(ladder, i, rung)
    {
        if (f->more && is_step(rung, alg, "sign"))
            json_array_append_new(json_object_get(f->more, "list"),
                                  json_pack("[s, s+++]", text_of(rung, "impl"),
                                            text_of(rung, "idea"), " (", text_of(rung, "source"),
                                            ")"));
    }
}

/* What scale found for the operation: its sweep's name and the sweep; NULL where it did not look. */
static const json_t *sweep_of(const json_t *scales, const char *what, const char *op,
                              const char **impl)
{
    const json_t *scale, *sweep;
    size_t i, k;

    json_array_foreach(scales, i, scale)
    {
        if (strcmp(text_of(scale, "scale"), what) != 0)
            continue;
        *impl = text_of(scale, "impl");
        json_array_foreach(json_object_get(scale, "sweeps"), k,
                           sweep) if (strcmp(text_of(sweep, "op"), op) == 0) return sweep;
    }
    return NULL;
}

static void fit_row(json_t *rows, const char *curve, double sizes, double exponent, double low,
                    double high, double products)
{
    json_t *row = json_array();

    if (!isfinite(exponent)) {
        json_decref(row);
        return;
    }
    add_text(row, curve);
    add_number(row, sizes, "%.0f");
    add_number(row, exponent, "%.2f");
    add_number(row, low, "%.2f");
    add_number(row, high, "%.2f");
    add_number(row, products, "%.2f");
    json_array_append_new(rows, row);
}

/* The exponent of one curve of the figure. */
static void own_fit(const struct figure *f, json_t *rows, const char *series)
{
    double x[SCALE_POINTS], y[SCALE_POINTS];
    struct power_fit fit;
    size_t n = 0;

    for (size_t i = 0; i < f->count && n < SCALE_POINTS; i++)
        if (strcmp(f->points[i].series, series) == 0) {
            x[n] = f->points[i].x;
            y[n++] = f->points[i].value;
        }
    scale_fit_power(&fit, x, y, n);
    fit_row(rows, series, (double)n, fit.exponent, fit.low, fit.high, NAN);
}

void report_growth_more(struct figure *f, const json_t *scales, const char *what)
{
    static const char *const heads[] = {
        "time as bits to the power of", "sizes", "exponent", "95 % from", "to", "counted products"};
    static const char *const ops[] = {"sign", "verify", "keygen"};
    json_t *table, *rows;

    if (f->count == 0)
        return;
    table = new_table(f, "exponents");
    rows = json_object_get(table, "rows");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        add_text(json_object_get(table, "heads"), heads[i]);
    for (size_t i = 0; i < 3; i++) {
        const char *impl = "";
        const json_t *sweep = sweep_of(scales, what, ops[i], &impl), *point;
        const json_t *points = json_object_get(sweep, "points");
        char series[48];
        size_t k;
        if (!sweep)
            continue;
        snprintf(series, sizeof series, "%s, sweep of %.16s", ops[i], impl);
        json_array_foreach(points, k, point)(void)
            figure_add(f, text_of(point, "name"), series, real_of(point, "x"), real_of(point, "q1"),
                       real_of(point, "median"), real_of(point, "q3"));
        fit_row(rows, series, (double)json_array_size(points),
                real_of(json_object_get(sweep, "time"), "exponent"),
                real_of(json_object_get(sweep, "time"), "low"),
                real_of(json_object_get(sweep, "time"), "high"),
                real_of(json_object_get(sweep, "counts"), "exponent"));
    }
    for (size_t i = 0; i < f->count; i++) {
        const char *series = f->points[i].series;
        int seen = strstr(series, "sweep of") != NULL;
        for (size_t k = 0; k < i && !seen; k++)
            seen = strcmp(f->points[k].series, series) == 0;
        if (!seen)
            own_fit(f, rows, series);
    }
}

static void one_table(FILE *to, const json_t *table)
{
    const json_t *row, *cell;
    size_t i, k;

    fputs("<div class=scroll tabindex=0><table class=wide>", to);
    html_element(to, "<caption hidden>", text_of(table, "caption"), "</caption><thead><tr>");
    json_array_foreach(json_object_get(table, "heads"), k, cell) html_element(
        to, k ? "<th scope=col class=n>" : "<th scope=col>", json_string_value(cell), "");
    fputs("<tbody>\n", to);
    json_array_foreach(json_object_get(table, "rows"), i, row)
    {
        fputs("<tr>", to);
        json_array_foreach(row, k, cell)
            html_element(to, k ? "<td class=n>" : "<th scope=row>", json_string_value(cell), "");
        fputc('\n', to);
    }
    fputs("</table></div>\n", to);
}

void report_more(FILE *to, const struct figure *f)
{
    const json_t *list = json_object_get(f->more, "list"), *one;
    size_t i;

    json_array_foreach(json_object_get(f->more, "tables"), i, one) one_table(to, one);
    if (json_array_size(list) == 0)
        return;
    fputs("<p>Counts are means of one operation; limb products within GMP are modelled by the "
          "schoolbook. The steps:</p>\n<dl>",
          to);
    json_array_foreach(list, i, one)
    {
        html_element(to, "<dt>", json_string_value(json_array_get(one, 0)), "");
        html_element(to, "<dd>", json_string_value(json_array_get(one, 1)), "\n");
    }
    fputs("</dl>\n", to);
}
