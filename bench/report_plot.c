/* report_plot - figures as SVG by gnuplot, and as CSV. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/need.h"
#include "bench/output.h"
#include "bench/report.h"

enum { MOST_SERIES = 16, WIDTH = 420 };

enum result figure_add(struct figure *figure, const char *label, const char *series, double x,
                       double low, double value, double high)
{
    if (figure->count == figure->room) {
        size_t room = figure->room ? 2 * figure->room : 32;
        figure->points = need_grown(figure->points, room, sizeof *figure->points);
        figure->room = room;
    }
    struct point *p = &figure->points[figure->count++];
    *p = (struct point){.x = x, .low = low, .value = value, .high = high};
    snprintf(p->label, sizeof p->label, "%s", label);
    snprintf(p->series, sizeof p->series, "%s", series);
    return DONE;
}

void figure_clear(struct figure *figure)
{
    free(figure->points);
    json_decref(figure->more);
    figure->more = NULL;
    figure->points = NULL;
    figure->count = figure->room = 0;
}

const char *figure_value(char buf[24], const struct figure *figure, double value)
{
    if (strcmp(figure->unit, "s") == 0)
        return format_time(buf, value);
    if (strcmp(figure->unit, "bytes") == 0)
        snprintf(buf, 24, "%.0f", value);
    else if (strcmp(figure->unit, "percent") == 0)
        snprintf(buf, 24, "%.1f %%", value);
    else
        format_number(buf, value);
    return buf;
}

/* Position of the point's label (or series) among the different ones before it. */
static size_t rank_of(const struct figure *f, size_t i, int series, size_t *different)
{
    const char *mine = series ? f->points[i].series : f->points[i].label;
    size_t rank = 0, found = (size_t)-1;

    for (size_t j = 0; j < f->count; j++) {
        const char *other = series ? f->points[j].series : f->points[j].label;
        int first = 1;
        for (size_t k = 0; k < j && first; k++)
            first = strcmp(series ? f->points[k].series : f->points[k].label, other) != 0;
        if (!first)
            continue;
        if (strcmp(other, mine) == 0)
            found = rank;
        rank++;
    }
    if (different)
        *different = rank;
    return found;
}

/* A gnuplot string: no escape sequences in single quotes, and quotes left out. */
static void quoted(FILE *to, const char *text)
{
    fputc('\'', to);
    for (; *text; text++)
        if (*text != '\'' && (unsigned char)*text >= 32)
            fputc(*text, to);
    fputc('\'', to);
}

/* A tick where there are points, and nowhere else. */
static void x_axis(FILE *to, const struct figure *f)
{
    double low = f->points[0].x, high = low;

    fprintf(to, "set xlabel '%s'\nset grid y\nset ytics nomirror\nset xtics nomirror (", f->axis);
    for (size_t i = 0; i < f->count; i++) {
        double x = f->points[i].x;
        int seen = 0;
        low = fmin(low, x);
        high = fmax(high, x);
        for (size_t k = 0; k < i; k++)
            seen |= f->points[k].x == x;
        if (!seen)
            fprintf(to, "%s%.0f", i ? ", " : "", x);
    }
    fprintf(to, ")\nset xrange [%.9g:%.9g]\n", 0.85 * low, high / 0.85);
}

static void terminal(FILE *to, const struct figure *f, double height)
{
    char name[sizeof f->slug];

    snprintf(name, sizeof name, "%s", f->slug);
    for (char *at = name; *at; at++) /* gnuplot takes letters, digits and _ */
        if (*at == '-')
            *at = '_';
    fprintf(to,
            "set terminal svg size %d,%.0f dynamic font 'sans-serif,12' name 'plot_%s' noenhanced\n"
            "set output 'plot.svg'\nset border 3\nset grid x lt 1 lw 0.5 lc rgb '#999999'\n",
            WIDTH, height, name);
}

static void head(FILE *to, const struct figure *f, size_t labels, size_t series)
{
    int rows = f->kind == FIGURE_ROWS;
    size_t lines = (series + 2) / 3;
    double row = 5.5 * (double)f->count / (double)labels; /* its points stand apart */
    double height =
        (rows ? (row > 20 ? row : 20) * (double)labels + 70 : 290) + 18.0 * (double)lines;

    terminal(to, f, height);
    fprintf(to, "set key below maxcols 3 samplen 1 noenhanced\n");
    fprintf(to, "set logscale %s\n", rows ? "x" : "xy");
    const char *value_axis = rows ? "x" : "y";
    if (strcmp(f->unit, "s") == 0)
        fprintf(to, "set format %s '%%.0s%%cs'\n", value_axis);
    else
        fprintf(to, "set format %s '%%g'\nset %slabel '%s'\n", value_axis, value_axis, f->unit);
    if (rows)
        fprintf(to, "set yrange [%zu.6:-0.6]\nset ytics nomirror scale 0\nset xtics nomirror\n",
                labels - 1);
    else
        x_axis(to, f);
}

/* A bar a part; what follows a colon, comma or bracket in its name is left to the table. */
static void script_shares(FILE *to, const struct figure *f)
{
    terminal(to, f, 20.0 * (double)f->count + 60);
    fprintf(to,
            "set xrange [0:100]\nset format x '%%g %%%%'\nset xtics nomirror 25\nunset key\n"
            "set ytics nomirror scale 0\nset style fill solid 0.8 noborder\n"
            "set yrange [%zu.6:-0.6]\n",
            f->count - 1);
    for (size_t i = 0; i < f->count; i++) {
        char label[sizeof f->points[i].label];

        snprintf(label, sizeof label, "%s", f->points[i].label);
        label[strcspn(label, ":,(")] = '\0';
        fprintf(to, "set ytics add (");
        quoted(to, label);
        fprintf(to, " %zu)\n", i);
    }
    fprintf(to, "$d << EOD\n");
    for (size_t i = 0; i < f->count; i++)
        fprintf(to, "%zu %.9g\n", i, f->points[i].value);
    fprintf(to,
            "EOD\nplot $d using (0.5*$2):1:(0):2:($1-0.35):($1+0.35) with boxxyerror lc rgb "
            "'%s'\n",
            "#0072b2");
}

static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#8c6bb1", "#777777"};

static void script(FILE *to, const struct figure *f)
{
    size_t labels, series, seen = 0;
    double unit = strcmp(f->unit, "s") == 0 ? 1e-9 : 1;

    rank_of(f, 0, 0, &labels);
    rank_of(f, 0, 1, &series);
    head(to, f, labels, series);
    for (size_t s = 0; s < series && s < MOST_SERIES; s++) {
        fprintf(to, "$d%zu << EOD\n", s);
        for (size_t i = 0; i < f->count; i++) {
            const struct point *p = &f->points[i];
            if (rank_of(f, i, 1, NULL) != s || !(p->value > 0))
                continue;
            double low = p->low > 0 ? p->low : p->value, high = p->high > 0 ? p->high : p->value;
            /* series apart by a little, so that they do not hide each other */
            double y = (double)rank_of(f, i, 0, NULL) +
                       (series > 1 ? 0.5 * ((double)s / (double)(series - 1) - 0.5) : 0);
            if (f->kind == FIGURE_ROWS)
                fprintf(to, "%.9g %.4f %.9g %.9g\n", p->value * unit, y, low * unit, high * unit);
            else
                fprintf(to, "%.9g %.9g %.9g %.9g\n", p->x, p->value * unit, low * unit,
                        high * unit);
        }
        fprintf(to, "EOD\n");
    }
    for (size_t i = 0; f->kind == FIGURE_ROWS && i < f->count; i++)
        if (rank_of(f, i, 0, NULL) == seen) {
            fprintf(to, "set ytics add (");
            quoted(to, f->points[i].label);
            fprintf(to, " %zu)\n", seen++);
        }
    fprintf(to, "plot ");
    for (size_t s = 0; s < series && s < MOST_SERIES; s++) {
        const char *colour = colours[s % (sizeof colours / sizeof colours[0])];
        size_t i = 0;
        while (rank_of(f, i, 1, NULL) != s)
            i++;
        fprintf(to, "%s$d%zu using 1:2:3:4 with %s pt %zu ps 0.6 lw 1.5 lc rgb '%s' title ",
                s ? ", " : "", s, f->kind == FIGURE_ROWS ? "xerrorbars" : "yerrorlines", 4 + s % 10,
                colour);
        quoted(to, f->points[i].series);
    }
    fprintf(to, "\n");
}

/* A file's text, for free(); NULL if it cannot be read. */
static char *slurp(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    ssize_t len = file ? getdelim(&text, &room, '\0', file) : -1;

    if (file)
        fclose(file);
    if (len <= 0) {
        free(text);
        text = NULL;
    }
    return text;
}

/* Replaces every `from`; the result is for free(), text is freed. */
static char *replaced(char *text, const char *from, const char *by)
{
    char *out = NULL;
    size_t len = 0;

    errno = 0;
    FILE *to = text ? open_memstream(&out, &len) : NULL;
    if (!to) {
        need_memory();
        return text;
    }
    for (char *at = text, *next;; at = next + strlen(from)) {
        next = strstr(at, from);
        if (!next) {
            fputs(at, to);
            break;
        }
        fwrite(at, 1, (size_t)(next - at), to);
        fputs(by, to);
    }
    int bad = ferror(to);
    if (fclose(to) != 0 || bad)
        need_memory();
    free(text);
    return out;
}

/* What is black takes the colour of the text around, so that the plot can be read in the dark too. */
static char *for_page(char *svg, const char *slug)
{
    char *start, id[64];

    /* ids are unique in a page of many plots */
    snprintf(id, sizeof id, "id='%s_gp", slug);
    svg = replaced(svg, "id='gp", id);
    snprintf(id, sizeof id, "'#%s_gp", slug);
    svg = replaced(svg, "'#gp", id);
    snprintf(id, sizeof id, "id=\"%s_canvas\"", slug);
    svg = replaced(svg, "id=\"gnuplot_canvas\"", id);
    svg = replaced(svg, "'black'", "'currentColor'");
    svg = replaced(svg, "rgb(  0,   0,   0)", "currentColor");
    svg = replaced(svg, "color=\"black\"", "color=\"currentColor\"");
    svg = replaced(svg, "fill=\"black\"", "fill=\"currentColor\"");
    start = svg ? strstr(svg, "<svg") : NULL;
    if (!start) {
        free(svg);
        return NULL;
    }
    memmove(svg, start, strlen(start) + 1); /* without the XML declaration */
    return svg;
}

char *figure_svg(const struct figure *figure, const char **why)
{
    char dir[] = P_tmpdir "/sigcost-XXXXXX", path[64], command[128];
    char *svg = NULL;
    int code = -1;
    FILE *to;

    *why = "no folder for plots can be made in " P_tmpdir;
    if (figure->count == 0 || !mkdtemp(dir))
        return NULL;
    snprintf(command, sizeof command, "cd %s && LC_ALL=C gnuplot >/dev/null 2>&1", dir);
    snprintf(path, sizeof path, "%s/plot.svg", dir);
    *why = "gnuplot cannot be started";
    errno = 0;
    to = popen(command, "w");
    if (to) {
        (figure->kind == FIGURE_SHARES ? script_shares : script)(to, figure);
        int status = pclose(to);
        code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        *why = code == 127 ? "gnuplot is not installed (apt-get install gnuplot-nox)"
                           : "gnuplot could not draw it";
        errno = 0;
        if (code == 0)
            svg = slurp(path);
    }
    int error = errno;
    unlink(path);
    rmdir(dir);
    errno = error;
    if (!svg && (!to || code == 0))
        need_memory();
    return for_page(svg, figure->slug);
}

void figure_csv(FILE *to, const struct figure *f)
{
    const char *unit = strcmp(f->unit, "s") == 0 ? "ns" : f->unit;

    fprintf(to, "label,series,%s,low_%s,value_%s,high_%s\n", f->axis ? f->axis : "x", unit, unit,
            unit);
    for (size_t i = 0; i < f->count; i++) {
        const struct point *p = &f->points[i];
        fprintf(to, "\"%s\",\"%s\"", p->label, p->series);
        const double x[] = {p->x, p->low, p->value, p->high};
        for (size_t k = 0; k < 4; k++)
            fprintf(to, isfinite(x[k]) ? ",%.10g" : ",", x[k]);
        fprintf(to, "\n");
    }
}
