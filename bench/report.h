/* report - one self-contained HTML page from a results file: figures with a table beside each.
 *
 * A figure is a list of points; its plot (by gnuplot, as SVG), its table and its CSV all come from that list, so
 * they cannot disagree. Where gnuplot is not installed, the page has the tables and says what is missing. */
#ifndef SIGCOST_REPORT_H
#define SIGCOST_REPORT_H

#include <stdio.h>

#include "bench/bench.h"
#include "bench/compare_file.h"

enum figure_kind {
    FIGURE_ROWS, /* horizontal: labels below each other, values with their spread on a logarithmic axis */
    FIGURE_CURVES, /* x against value, both logarithmic, one curve a series */
    FIGURE_SHARES  /* horizontal bars of per cents; a point's series is its time in words */
};

struct point {
    char label[48], series[48];
    double x; /* of curves */
    double low, value, high;
};

struct figure {
    enum figure_kind kind;
    char slug[32]; /* of its files, and its id in the page */
    char title[96], note[320], alt[320];
    const char *axis; /* "x" of curves */
    const char *unit; /* "s" (values are ns), "bytes", "ratio" or "percent" */
    struct point *points;
    size_t count, room;
    /* What explains it, below the plot; NULL where there is nothing:
     * {"tables": [{"caption", "heads": [text], "rows": [[text]]}], "list": [[term, text]]}. */
    json_t *more;
};

/* FAILED: out of memory. */
enum result figure_add(struct figure *figure, const char *label, const char *series, double x,
                       double low, double value, double high);
void figure_clear(struct figure *figure);
/* "12.3 us" in the figure's unit. */
const char *figure_value(char buf[24], const struct figure *figure, double value);
/* The plot as SVG text, for free(). NULL with *why, which is one line: no gnuplot, or what it lacks. */
char *figure_svg(const struct figure *figure, const char **why);
void figure_csv(FILE *to, const struct figure *figure);

/* Called for each figure with its plot (NULL if there is none), to write it elsewhere too. */
typedef enum result (*figure_sink)(const struct figure *figure, const char *svg, void *context);

/* The whole page. *plots counts those in it; *missing says why some are not, or is NULL. FAILED: out of memory, or
 * the sink failed. */
enum result report_page(FILE *to, const struct bench_file *file, figure_sink sink, void *context,
                        size_t *plots, const char **missing);

/* report_figures: the figures that a file gives; for free() after figure_clear() of each. */
struct figure *report_figures(size_t *count, const struct bench_file *file);

/* Cost trees as `explain --json` has them, for a file's "explanations": empty without the counted build. */
json_t *report_explain(double seconds);
/* The first level of such a tree as a figure. */
void report_shares(struct figure *figure, const json_t *explanation);

/* For a file's "ladder" and "scales": what ladder --json and scale --json say of the measured rows, whose counts
 * are taken here (of RSA key generation only where it is fast), and of sweeps of `seconds` in all. Empty without
 * the counted build. */
json_t *report_ladder(const struct results *results);
json_t *report_scales(double seconds, size_t *wrong);
/* Each step's gain beside the counts that explain it, from a file's "ladder". */
void report_ladder_more(struct figure *figure, const json_t *ladder, const char *alg);
/* The exponents of the figure's own curves, and those of the counted products from a file's "scales". */
void report_growth_more(struct figure *figure, const json_t *scales, const char *what);
/* The tables below a figure's plot. */
void report_more(FILE *to, const struct figure *figure);

/* Text as HTML. */
void html_text(FILE *to, const char *text);
/* Between two pieces of markup. */
void html_element(FILE *to, const char *open, const char *text, const char *close);

#endif
