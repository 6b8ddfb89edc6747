/* command_report - measures, or takes a results file, and writes the page, its plots and their figures. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/command_run.h"
#include "bench/commands.h"
#include "bench/counted.h"
#include "bench/need.h"
#include "bench/registry.h"
#include "bench/report.h"
#include "bench/studies.h"

static const char usage[] =
    "usage: sigcost report -o FILE.html [OPTION]...\n\n"
    "Writes one self-contained page: the panorama of all algorithms, the ladders, where the time "
    "goes, how cost grows, "
    "self "
    "against\n"
    "the libraries, what two studies claim, and the machine; a table beside each plot. Each plot "
    "goes to "
    "FILE-NAME.svg\n"
    "and its figures to FILE-NAME.csv too. Plots are drawn by gnuplot; without it the page has the "
    "tables.\n\n"
    "  -o, --output FILE  the page; its path is tried before anything is measured\n"
    "  --from FILE        take the figures of a `sigcost bench --json` in place of measuring\n"
    "  --seconds S        about how long the measuring may take (default 150)\n"
    "  --help             this text\n\n"
    "Exit: 0 done, 1 an implementation gave a wrong result, 2 wrong use, unreadable input, or "
    "output not "
    "writable.\n";

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    {"from", required_argument, NULL, 'f'},
    {"seconds", required_argument, NULL, 's'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

struct request {
    const char *output, *from;
    double seconds;
};

/* One run: its results as JSON, its ladder's counts into *ladder where that is not NULL; NULL after a message. */
static json_t *run_one(const struct selection *selection, const char *what, double began,
                       json_t **ladder, size_t *wrong, const char *command)
{
    struct results results;
    struct progress progress;
    const char *why = NULL;

    progress_start(&progress, what);
    enum result done = bench_run(&results, selection, began, command_progress, &progress, &why);
    progress_end(&progress);
    if (done != DONE) {
        wrong_use(command, "%s", why);
        return NULL;
    }
    *wrong += results_wrong(&results);
    json_t *json = output_json(&results);
    if (ladder)
        *ladder = report_ladder(&results);
    results_clear(&results);
    if (!json)
        wrong_use(command, "out of memory");
    return json;
}

/* The studies' other sizes, on what the studies need. */
static json_t *measure_studies(double seconds, size_t *wrong, const char *command)
{
    struct selection more;

    selection_default(&more);
    more.alg_count = 0;
    for (int i = 0; studies_algs[i]; i++)
        more.algs[more.alg_count++] = alg_by_name(studies_algs[i]);
    more.ops = 1u << OP_SIGN | 1u << OP_VERIFY;
    more.impls[0] = "self";
    more.impls[1] = "openssl";
    more.impls[2] = "libsodium";
    more.impl_count = 3;
    more.payloads[0] = studies_payloads[1];
    more.payloads[1] = studies_payloads[2];
    more.payload_count = 2;
    more.seconds = seconds;
    return run_one(&more, "measuring, 2 of 4", timer_seconds(), NULL, wrong, command);
}

/* All steps and libraries on 1 KiB, counted; the studies' sizes; sweeps; cost trees. */
static json_t *measure_all(double seconds, double began, size_t *wrong, const char *command)
{
    struct selection all;
    struct progress progress;
    json_t *first, *second, *ladder = NULL;
    const char *why;

    selection_default(&all);
    all.impls[0] = "all";
    all.impls[1] = "peers";
    all.impl_count = 2;
    all.seconds = 0.55 * seconds;
    first = run_one(&all, "measuring, 1 of 4", began, &ladder, wrong, command);
    second = first ? measure_studies(0.15 * seconds, wrong, command) : NULL;
    if (!second) {
        json_decref(first);
        json_decref(ladder);
        return NULL;
    }
    json_array_extend(json_object_get(first, "benchmarks"), json_object_get(second, "benchmarks"));
    json_decref(second);
    json_object_set_new(first, "ladder", ladder);
    if (!counted_open(&why))
        json_object_set_new(first, "uncounted", json_string(why));
    progress_start(&progress, "sweeps, 3 of 4");
    progress_show(&progress, 0);
    json_object_set_new(first, "scales", report_scales(0.15 * seconds, wrong));
    progress_end(&progress);
    progress_start(&progress, "cost trees, 4 of 4");
    progress_show(&progress, 0);
    json_object_set_new(first, "explanations", report_explain(0.08 * seconds));
    progress_end(&progress);
    return first;
}

/* Where the plots and their figures go: FILE without .html. They come to stand there with the page. */
struct beside {
    char *base;
    const char *from, *command;
    const struct outfile *page;
    struct outfile *at; /* finished */
    size_t count;
};

/* FAILED with a line on stderr: a link has brought it to another file of this run. */
static enum result spares_others(const struct beside *to, const struct outfile *one)
{
    const char *other = outfile_same(one, to->page) ? to->page->path : NULL;

    if (outfile_spares(one, to->from, to->command) != DONE)
        return FAILED;
    for (size_t i = 0; i < to->count && !other; i++)
        if (outfile_same(one, &to->at[i]))
            other = to->at[i].path;
    if (!other)
        return DONE;
    wrong_use(to->command, "%s and %s are the same file", other, one->path);
    return FAILED;
}

static enum result write_beside(struct beside *to, const struct figure *figure, const char *svg)
{
    size_t room = strlen(to->base) + strlen(figure->slug) + sizeof "-.svg";
    char *path = need_zeroed(room, 1);

    to->at = need_grown(to->at, to->count + 1, sizeof *to->at);
    struct outfile *beside = &to->at[to->count];
    snprintf(path, room, "%s-%s.%s", to->base, figure->slug, svg ? "svg" : "csv");
    enum result done = outfile_open(beside, path, "-o", to->command);
    if (done == DONE && (done = spares_others(to, beside)) != DONE)
        outfile_abandon(beside);
    if (done == DONE) {
        FILE *file = outfile_stream(beside);
        if (file && svg) {
            /* alone, it stands on white */
            fputs("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n", file);
            fputs("<!-- currentColor: black unless the page around says otherwise -->\n", file);
            fputs(svg, file);
        } else if (file) {
            figure_csv(file, figure);
        }
        done = outfile_finish(beside, file, to->command);
    }
    if (done == DONE)
        to->count++;
    else
        free(path);
    return done;
}

/* Into their places, or, where code is not EXIT_GOOD, away. */
static int end_beside(struct beside *to, int code)
{
    for (size_t i = 0; i < to->count; i++) {
        if (code != EXIT_GOOD)
            outfile_abandon(&to->at[i]);
        else if (outfile_place(&to->at[i], to->command) != DONE)
            code = EXIT_WRONG_USE;
        free((char *)to->at[i].path);
    }
    free(to->at);
    free(to->base);
    return code;
}

static enum result sink(const struct figure *figure, const char *svg, void *context)
{
    struct beside *to = context;

    if (svg && write_beside(to, figure, svg) != DONE)
        return FAILED;
    return write_beside(to, figure, NULL);
}

static int write_page(const struct bench_file *file, struct outfile *page, const char *from,
                      const char *command)
{
    struct beside beside = {
        .base = strdup(page->path), .from = from, .command = command, .page = page};
    size_t plots = 0, len = strlen(page->path);
    const char *missing = NULL;
    const char *uncounted = json_string_value(json_object_get(file->json, "uncounted"));
    int plain = strcmp(page->path, "-") == 0;
    int code = EXIT_GOOD;

    if (!beside.base)
        return wrong_use(command, "out of memory");
    if (len > 5 && strcmp(page->path + len - 5, ".html") == 0)
        beside.base[len - 5] = '\0';
    FILE *to = outfile_stream(page);
    if (to && report_page(to, file, plain ? NULL : sink, &beside, &plots, &missing) != DONE)
        code = EXIT_WRONG_USE; /* the sink has said why, or the stream's error is said below */
    if (code != EXIT_GOOD && !ferror(to))
        outfile_discard(page, to);
    else if (outfile_finish(page, to, command) != DONE)
        code = EXIT_WRONG_USE;
    code = end_beside(&beside, code);
    if (code == EXIT_GOOD && outfile_place(page, command) != DONE)
        code = EXIT_WRONG_USE;
    if (code == EXIT_GOOD && !plain) {
        printf("%s: %zu plot%s", page->path, plots, plural(plots));
        if (missing)
            printf("; some are missing: %s", missing);
        if (uncounted)
            printf("; counts, cost trees and growth are missing: %s", uncounted);
        printf("\n");
    }
    return code;
}

static int run(const struct request *request, struct outfile *page, double began,
               const char *command)
{
    struct bench_file file;
    char why[BENCH_FILE_WHY];
    size_t wrong = 0;
    int code;

    if (request->from) {
        if (bench_file_read(&file, request->from, why) != DONE)
            return wrong_use(command, "%s: %s", request->from, why);
    } else {
        json_t *json = measure_all(request->seconds, began, &wrong, command);
        if (!json)
            return EXIT_WRONG_USE;
        if (bench_file_take(&file, json, why) != DONE)
            return wrong_use(command, "%s", why);
    }
    size_t count;
    struct figure *figures = report_figures(&count, &file);
    for (size_t i = 0; figures && i < count; i++)
        figure_clear(&figures[i]);
    free(figures);
    if (count == 0)
        code = wrong_use(command,
                         "%s: nothing in it that the page shows: it takes what sigcost bench "
                         "--json writes",
                         request->from ? request->from : "this run");
    else
        code = write_page(&file, page, request->from, command);
    bench_file_clear(&file);
    if (code == EXIT_GOOD && wrong) {
        fprintf(stderr, "sigcost %s: %zu row%s gave wrong results\n", command, wrong,
                plural(wrong));
        code = EXIT_CHECK_FAILED;
    }
    return code;
}

int command_report(int argc, char **argv)
{
    struct request request = {.seconds = 150};
    struct outfile page;
    double began = timer_seconds();
    int got;

    opterr = 0;
    while ((got = getopt_long(argc, argv, ":ho:", options, NULL)) != -1) {
        switch (got) {
        case 'h':
            fputs(usage, stdout);
            return EXIT_GOOD;
        case 'o':
            request.output = optarg;
            break;
        case 'f':
            request.from = optarg;
            if (path_given(optarg, "--from", argv[0]) != DONE)
                return EXIT_WRONG_USE;
            break;
        case 's':
            if (parse_seconds(&request.seconds, optarg, 1e6, "--seconds", argv[0]) != DONE)
                return EXIT_WRONG_USE;
            break;
        case ':':
            return wrong_use(argv[0], "option %s wants a value; see sigcost report --help",
                             argv[optind - 1]);
        default:
            return wrong_use(argv[0], "unknown option %s; see sigcost report --help",
                             argv[optind - 1]);
        }
    }
    if (optind < argc)
        return wrong_use(argv[0], "unexpected argument \"%.60s\"", argv[optind]);
    if (!request.output)
        return wrong_use(argv[0], "an output is wanted: -o FILE.html");
    if (outfile_open(&page, request.output, "-o", argv[0]) != DONE)
        return EXIT_WRONG_USE;
    int code = EXIT_WRONG_USE;
    if (outfile_spares(&page, request.from, argv[0]) == DONE)
        code = run(&request, &page, began, argv[0]);
    if (code == EXIT_WRONG_USE)
        outfile_abandon(&page);
    return code;
}
