/* report_page - the page around the figures: readable without script, network, or colour. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/output.h"
#include "bench/report.h"
#include "bench/studies.h"

static const char style[] =
    ":root{color-scheme:light dark;--line:#8886;--soft:#8881}\n"
    "body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:1rem;max-width:76rem;"
    "overflow-wrap:anywhere}\n"
    "h1{font-size:1.6rem}h2{font-size:1.3rem;margin-top:2.5rem;border-top:1px solid var(--line);"
    "padding-top:1rem}h3{font-size:1.05rem;margin-bottom:.3rem}\n"
    ".figure{display:grid;grid-template-columns:minmax(0,7fr) minmax(0,8fr);gap:1.5rem;margin:0 0 "
    "2rem}\n"
    ".figure svg{width:100%;height:auto;display:block}\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.85rem;"
    "font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.15rem .6rem;text-align:left;border-bottom:1px solid var(--line);"
    "overflow-wrap:normal}td.n,th.n{text-align:right;white-space:nowrap}\n"
    "tbody tr:nth-child(odd){background:var(--soft)}\n"
    ".missing{border:1px solid "
    "var(--line);padding:.5rem}.holds{color:#0a7d38}.fails{color:#c03020}\n"
    "@media(prefers-color-scheme:dark){body{background:#16181b;color:#e4e6e8}.holds{color:#5fd08a}"
    ".fails{color:#ff8d7a}}\n"
    "@media(max-width:50rem){.figure{grid-template-columns:minmax(0,1fr)}}\n"
    "@media(max-width:30rem){body{padding:.5rem}table{font-size:.7rem}th,td{padding:.15rem .25rem}"
    "th.n{white-space:normal}}\n"
    "dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem 1rem;"
    "font-size:.9rem}dd{margin:0}.wide{margin-bottom:1rem}\n"
    /* paper does not scroll: what is wide becomes small */
    "@media print{body{max-width:none;padding:0;background:#fff;color:#000;font-size:10pt}"
    ".figure{display:block}.figure svg{max-width:12cm}"
    ".figure "
    "svg,tr,h2,h3,section>p{break-inside:avoid}h2,h3,section>p:not(:last-child){break-after:avoid}"
    ".scroll{overflow:visible}table{font-size:7pt}"
    "th,td{padding:.05rem .25rem}td.n,th.n{white-space:normal}td.n{white-space:nowrap}}\n";

void html_text(FILE *to, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", to);
            break;
        case '>':
            fputs("&gt;", to);
            break;
        case '&':
            fputs("&amp;", to);
            break;
        case '"':
            fputs("&quot;", to);
            break;
        default:
            fputc(*text, to);
        }
}

void html_element(FILE *to, const char *open, const char *text, const char *close)
{
    fputs(open, to);
    html_text(to, text);
    fputs(close, to);
}

static void figure_table(FILE *to, const struct figure *f)
{
    int ratio = strcmp(f->unit, "ratio") == 0, sizes = strcmp(f->unit, "bytes") == 0;
    char buf[24];

    html_element(to, "<div class=scroll tabindex=0><table><caption hidden>", f->title,
                 "</caption>");
    if (f->kind == FIGURE_SHARES) {
        fputs("<thead><tr><th scope=col>part<th scope=col class=n>time<th scope=col class=n>share"
              "<tbody>\n",
              to);
        for (size_t i = 0; i < f->count; i++) {
            html_element(to, "<tr><th scope=row>", f->points[i].label, "");
            html_element(to, "<td class=n>", f->points[i].series, "");
            fprintf(to, "<td class=n>%s\n", figure_value(buf, f, f->points[i].value));
        }
        fputs("</table></div>\n", to);
        return;
    }
    fprintf(to,
            "<thead><tr><th scope=col>algorithm or step<th scope=col>of%s<th scope=col class=n>%s"
            "<th scope=col class=n>%s<th scope=col class=n>%s<tbody>\n",
            f->kind == FIGURE_CURVES ? "<th scope=col class=n>x" : "",
            ratio   ? "95 % from"
            : sizes ? "least bytes"
                    : "lower quartile",
            ratio   ? "ratio"
            : sizes ? "bytes"
                    : "median",
            ratio   ? "to"
            : sizes ? "most"
                    : "upper quartile");
    for (size_t i = 0; i < f->count; i++) {
        const struct point *p = &f->points[i];
        html_element(to, "<tr><th scope=row>", p->label, "");
        html_element(to, "<td>", p->series, "");
        if (f->kind == FIGURE_CURVES)
            fprintf(to, "<td class=n>%.0f", p->x);
        fprintf(to, "<td class=n>%s", figure_value(buf, f, p->low));
        fprintf(to, "<td class=n>%s", figure_value(buf, f, p->value));
        fprintf(to, "<td class=n>%s\n", figure_value(buf, f, p->high));
    }
    fputs("</table></div>\n", to);
}

static void figure_section(FILE *to, const struct figure *f, const char *svg, const char *why)
{
    html_element(to, "<section id=\"", f->slug, "\">\n");
    html_element(to, "<h3>", f->title, "</h3>\n");
    html_element(to, "<p>", f->note, "</p>\n");
    fputs("<div class=figure>\n", to);
    if (svg) {
        html_element(to, "<div class=plot role=img aria-label=\"", f->alt, "\">");
        fprintf(to, "%s</div>\n", svg);
    } else {
        html_element(to, "<p class=missing>No plot: ", why,
                     ". The table has all its figures.</p>\n");
    }
    figure_table(to, f);
    fputs("</div>\n", to);
    report_more(to, f);
    fputs("</section>\n", to);
}

static void interval_cell(FILE *to, const struct interval *m, enum claim_verdict verdict)
{
    char a[24], b[24], c[24];

    if (m->n == 0 || isnan(m->estimate))
        fputs("<td class=n>-", to);
    else if (isnan(m->low) || m->low == m->high)
        fprintf(to, "<td class=n>%s", format_number(a, m->estimate));
    else
        fprintf(to, "<td class=n>%s [%s, %s]", format_number(a, m->estimate),
                format_number(b, m->low), format_number(c, m->high));
    fprintf(to, "<td class=%s>%s",
            verdict == CLAIM_HOLDS   ? "holds"
            : verdict == CLAIM_FAILS ? "fails"
                                     : "open",
            claim_word(verdict));
}

static void claim_rows(FILE *to, const struct claim *claim, const struct bench_file *file)
{
    struct finding finding;
    char a[24], b[24];

    claim_find(&finding, claim, file);
    html_element(to, "<tr><th scope=rowgroup colspan=6>", claim->says, "");
    fprintf(to, ": %s<br><small>", claim_word(finding.all));
    html_text(to, claim->claimed);
    fputs("</small>\n", to);
    for (int i = 0; i < MAX_CRITERIA && claim->criteria[i].what; i++) {
        const struct criterion *c = &claim->criteria[i];
        html_element(to, "<tr><td>", c->what, "");
        if (isinf(c->high))
            fprintf(to, "<td class=n>above %s", format_number(a, c->low));
        else
            fprintf(to, "<td class=n>%s to %s", format_number(a, c->low),
                    format_number(b, c->high));
        for (int column = 0; column < COLUMNS; column++)
            interval_cell(to, &finding.measured[i][column], finding.by[i][column]);
        fputc('\n', to);
    }
}

static void studies_section(FILE *to, const struct bench_file *file)
{
    fputs("<h2 id=studies>What two studies claim</h2>\n", to);
    for (int study = 0; study < STUDIES; study++) {
        html_element(to, "<h3>", study_titles[study], "</h3>\n");
        fprintf(
            to,
            "<div class=scroll tabindex=0><table><thead><tr><th scope=col>measured<th scope=col "
            "class=n>holds in<th scope=col class=n>%s<th scope=col><th scope=col class=n>self<th "
            "scope=col><tbody>\n",
            study == STUDY_XEON ? "OpenSSL, libsodium" : "OpenSSL");
        for (const struct claim *claim = claims; claim->says; claim++)
            if (claim->study == (enum study)study)
                claim_rows(to, claim, file);
        fputs("</table></div>\n", to);
    }
}

static void machine_section(FILE *to, const struct bench_file *file)
{
    const json_t *context = json_object_get(file->json, "context"), *one;
    const char *key;
    json_t *value;
    size_t i;

    fputs("<h2 id=machine>The machine</h2>\n<div class=scroll tabindex=0><table><tbody>\n", to);
    json_object_foreach((json_t *)context, key, value)
    {
        html_element(to, "<tr><th scope=row>", key, "<td>");
        if (json_is_string(value))
            html_text(to, json_string_value(value));
        else if (json_is_array(value))
            json_array_foreach(value, i, one)
            {
                if (json_is_string(one))
                    html_element(to, i ? "<br>" : "", json_string_value(one), "");
                else
                    fprintf(to, "%s%g", i ? ", " : "", json_number_value(one));
            }
        else if (json_is_number(value))
            fprintf(to, "%.10g", json_number_value(value));
        else
            fputs(json_is_true(value) ? "yes" : json_is_false(value) ? "no" : "not readable", to);
        fputc('\n', to);
    }
    fputs("</table></div>\n", to);
}

/* The heading that opens the sections before a figure of this slug. */
static const char *heading(const char *slug)
{
    static const char *const heads[][2] = {{"sign", "The panorama"},
                                           {"ladder-", "The ladders"},
                                           {"shares-", "Where the time goes"},
                                           {"growth-", "How cost grows"},
                                           {"peers-", "Self against the libraries"}};

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (strncmp(slug, heads[i][0], strlen(heads[i][0])) == 0)
            return heads[i][1];
    return NULL;
}

/* Counts, cost trees and growth want the counted build. */
static void uncounted_section(FILE *to, const struct bench_file *file)
{
    const char *why = json_string_value(json_object_get(file->json, "uncounted"));

    if (why)
        html_element(to, "<p class=missing>Counts, cost trees and growth are missing: ", why,
                     ".</p>\n");
}

enum result report_page(FILE *to, const struct bench_file *file, figure_sink sink, void *context,
                        size_t *plots, const char **missing)
{
    size_t count;
    struct figure *figures = report_figures(&count, file);
    const char *last = "";
    enum result done = figures ? DONE : FAILED;

    *plots = 0;
    *missing = NULL;
    fputs("<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<meta name=viewport "
          "content=\"width=device-width,initial-scale=1\">\n<link rel=icon href=\"data:,\">\n"
          "<title>sigcost: what signatures cost</title>\n<style>\n",
          to);
    fputs(style, to);
    fputs("</style>\n<h1>What RSA, ECDSA and Ed25519 signatures cost</h1>\n<p>", to);
    html_text(to, file->cpu);
    html_element(to, ", ", file->date, "");
    html_element(to, ", commit ", file->commit, ". Times are CPU time of one thread.</p>\n");
    for (size_t i = 0; i < count && done == DONE; i++) {
        const char *why = NULL, *head = heading(figures[i].slug);
        char *svg = figure_svg(&figures[i], &why);
        if (head && strcmp(head, last) != 0)
            html_element(to, "<h2>", last = head, "</h2>\n");
        figure_section(to, &figures[i], svg, why);
        *plots += svg != NULL;
        if (!svg)
            *missing = why;
        if (sink)
            done = sink(&figures[i], svg, context);
        free(svg);
    }
    for (size_t i = 0; i < count; i++)
        figure_clear(&figures[i]);
    free(figures);
    uncounted_section(to, file);
    studies_section(to, file);
    machine_section(to, file);
    fputs("</html>\n", to);
    return done == DONE && !ferror(to) ? DONE : FAILED;
}
