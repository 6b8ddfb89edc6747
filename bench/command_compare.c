/* command_compare - OLD.json against NEW.json: what became slower. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/commands.h"
#include "bench/compare.h"
#include "bench/options.h"
#include "bench/output.h"

static const char usage[] =
    "usage: sigcost compare OLD.json NEW.json [OPTION]...\n\n"
    "Compares two results files cell by cell: those of `sigcost bench --json`, or of any program "
    "that writes\n"
    "Google Benchmark's schema (let it run --benchmark_repetitions=9 or more: a cell wants 8 "
    "samples at least).\n"
    "A machine is faster on one day than on another. So changes are judged relative to the median "
    "change of all\n"
    "cells, and beyond the threshold or five times the scatter of the cells' changes, whichever is "
    "more. A cell is\n"
    "slower if three things agree on that: the ratio of the medians with its whole 95 % interval, "
    "a Mann-Whitney U\n"
    "test over stretches of the runs at 5 % for all cells together, and the ratio of the lower "
    "deciles.\n"
    "Where everything is slower alike by more than the threshold, that fails too if it is beyond "
    "chance, in every stretch\n"
    "of both runs, neither run was disturbed by others (2 % of the samples), and it is more than "
    "twice what the yardstick\n"
    "lost, a piece of code that every run times and no build changes. Else it is said, and taken "
    "as the machine's.\n\n"
    "  --threshold PCT  changes up to this are `same` (default 5)\n"
    "  --ignore-drift   everything slower alike is the machine's in any case: for runs on "
    "different "
    "machines\n"
    "  --absolute       judge each cell's change as it is: for quiet machines\n"
    "  --force          compare different CPUs and algorithms too\n"
    "  --help           this text\n\n"
    "Exit: 0 nothing is slower, 1 something or everything is slower, or gives wrong results or "
    "ends in an error now,\n"
    "2 wrong use, unreadable input, other CPUs or algorithms, or nothing that could be tested. "
    "Cells that are new or\n"
    "gone, or had no time left, are said and change nothing.\n";

enum { OPTION_ABSOLUTE = 256, OPTION_DRIFT, OPTION_FORCE };

static const struct option options[] = {
    {"threshold", required_argument, NULL, 't'},
    {"ignore-drift", no_argument, NULL, OPTION_DRIFT},
    {"absolute", no_argument, NULL, OPTION_ABSOLUTE},
    {"force", no_argument, NULL, OPTION_FORCE},
    {"help", no_argument, NULL, 'h'},
    {0},
};

struct request {
    double threshold; /* per cent */
    int absolute, ignore_drift, force;
};

static const char *const words[] = {
    [CHANGE_SAME] = "same",       [CHANGE_SLOWER] = "SLOWER", [CHANGE_FASTER] = "faster",
    [CHANGE_TOO_FEW] = "too few", [CHANGE_BROKEN] = "WRONG",  [CHANGE_GONE] = "gone",
    [CHANGE_NEW] = "new",
};

/* "+3.2 %" */
static const char *percent(char buf[24], double ratio)
{
    double x = 100 * (ratio - 1);

    if (!isfinite(x))
        snprintf(buf, 24, "-");
    else
        snprintf(buf, 24, fabs(x) < 999.5 ? "%+.1f %%" : "%+.0f %%", x);
    return buf;
}

static void file_line(const char *label, const char *path, const struct bench_file *file)
{
    printf("%s  %s", label, path);
    const char *const parts[] = {file->date, file->cpu, file->compiler, file->flags};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i][0])
            printf(", %s", parts[i]);
    if (file->commit[0])
        printf(", commit %s", file->commit);
    printf("\n");
}

static void change_row(const struct change *c, int width)
{
    const char *name = c->old ? c->old->name : c->new->name;
    int old = c->old && !c->old->error, new = c->new && !c->new->error;
    char a[24], b[24], change[24], low[24], high[24], interval[64], p[24] = "-", counts[48];

    snprintf(interval, sizeof interval, "-");
    if (c->ratio.n && !isnan(c->ratio.low))
        snprintf(interval, sizeof interval, "[%s, %s]", percent(low, c->ratio.low),
                 percent(high, c->ratio.high));
    if (!isnan(c->p))
        snprintf(p, sizeof p, c->p < 0.0001 ? "%.0e" : "%.4f", c->p);
    snprintf(counts, sizeof counts, "%zu/%zu", c->old ? c->old->count : 0,
             c->new ? c->new->count : 0);
    printf("%-*s %10s %10s %10s  %-22s %8s %9s  %s", width, name,
           old ? format_time(a, c->old->time.median) : "-",
           new ? format_time(b, c->new->time.median) : "-",
           c->ratio.n ? percent(change, c->ratio.estimate) : "-", interval, p, counts,
           c->verdict == CHANGE_BROKEN && !c->new->wrong ? "ERROR" : words[c->verdict]);
    if (c->verdict == CHANGE_BROKEN || (c->verdict == CHANGE_GONE && c->new))
        printf(": %s", c->new->error);
    printf("\n");
}

/* A library that was another version in OLD: one line each. */
static void version_lines(const struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++) {
        const struct change *c = &comparison->changes[i];
        int seen = 0;
        if (!c->old || !c->new)
            continue;
        int step = strcmp(c->old->step, c->new->step) != 0;
        if (!step && strcmp(c->old->version, c->new->version) == 0)
            continue;
        for (size_t j = 0; j < i; j++) {
            const struct change *d = &comparison->changes[j];
            seen |= d->old && d->new &&strcmp(c->old->impl, d->old->impl) == 0 &&
                    (!step || strcmp(c->old->alg, d->old->alg) == 0) &&
                    strcmp(c->old->version, d->old->version) == 0 &&
                    strcmp(c->new->version, d->new->version) == 0 &&
                    step == (strcmp(d->old->step, d->new->step) != 0);
        }
        if (seen)
            continue;
        if (step)
            printf("changed: %s %s was %s, is %s\n", c->old->alg, c->old->impl, c->old->step,
                   c->new->step);
        else
            printf("changed: %s was %s, is %s\n", c->old->impl,
                   c->old->version[0] ? c->old->version : "unknown",
                   c->new->version[0] ? c->new->version : "unknown");
    }
}

static void everything_lines(const struct comparison *c, const char *drift)
{
    switch (c->everything) {
    case EVERYTHING_SAME:
        return;
    case EVERYTHING_SLOWER:
        printf("EVERYTHING is slower alike, by %s: beyond chance, in every stretch of both runs, "
               "neither was disturbed, and the machine is\n"
               "the same by its yardstick, or not slower by so much. What all cells share is "
               "another: the compiler, its flags, a library.\n",
               drift);
        return;
    case EVERYTHING_UNKNOWN:
        printf("Everything is slower alike, by %s, and taken as the machine's: ", drift);
        if (isnan(c->disturbed) || c->machine.n == 0)
            printf("the files do not say how fast the machine was and whether the runs were "
                   "disturbed");
        else if (c->disturbed > DISTURBED_MOST)
            printf("others disturbed %.0f %% of a run's samples", 100 * c->disturbed);
        else
            printf("beyond what its yardstick says twice over it is not beyond chance");
        printf(". See --absolute.\n");
    }
}

static void print(const struct comparison *comparison, double percent_threshold)
{
    const size_t *n = comparison->verdicts;
    char a[24], b[24], c[24], d[24];
    int width = 4;

    for (size_t i = 0; i < comparison->count; i++) {
        const struct change *change = &comparison->changes[i];
        int len = (int)strlen(change->old ? change->old->name : change->new->name);
        width = len > width && len <= 90 ? len : width;
    }
    version_lines(comparison);
    printf("\n%-*s %10s %10s %10s  %-22s %8s %9s  verdict at %g %%\n", width, "cell", "old median",
           "new median", "change", "95 % interval", "p", "samples", percent_threshold);
    for (size_t i = 0; i < comparison->count; i++)
        change_row(&comparison->changes[i], width);
    printf("\n%zu slower, %zu faster, %zu same", n[CHANGE_SLOWER], n[CHANGE_FASTER],
           n[CHANGE_SAME]);
    for (int v = CHANGE_TOO_FEW; v <= CHANGE_NEW; v++)
        if (n[v])
            printf(", %zu %s", n[v],
                   v == CHANGE_TOO_FEW ? "with too few samples to tell" : words[v]);
    printf("; p: Mann-Whitney U test of any difference beyond the drift, two-sided\n");
    if (comparison->drift.n == 0)
        return;
    printf("median change of all cells: %s [%s, %s]", percent(a, comparison->drift.estimate),
           percent(b, comparison->drift.low), percent(c, comparison->drift.high));
    if (comparison->judged_drift == 1)
        printf("; changes are judged as they are\n");
    else
        printf("; beyond it %s count%s\n", percent(b, comparison->margin),
               comparison->margin > 1 + percent_threshold / 100 + 1e-9
                   ? ", five times the scatter of the cells' changes: these runs cannot tell less"
                   : "");
    if (comparison->machine.n)
        printf("the machine by its yardstick, which no build changes: %s [%s, %s]\n",
               percent(b, comparison->machine.estimate), percent(c, comparison->machine.low),
               percent(d, comparison->machine.high));
    everything_lines(comparison, a);
}

static int report(const struct bench_file *old, const struct bench_file *new, const char *paths[2],
                  const struct request *request, const char *command)
{
    struct comparison comparison;
    int code = EXIT_GOOD;

    if (compare_files(&comparison, old, new, request->threshold / 100, request->absolute) != DONE)
        return wrong_use(command, "out of memory");
    const size_t *n = comparison.verdicts;
    size_t tested = n[CHANGE_SAME] + n[CHANGE_SLOWER] + n[CHANGE_FASTER];
    if (comparison.drift.n == 0 && n[CHANGE_BROKEN] == 0) {
        code =
            wrong_use(command, "%s and %s have no cell with times in common", paths[0], paths[1]);
    } else {
        file_line("OLD", paths[0], old);
        file_line("NEW", paths[1], new);
        print(&comparison, request->threshold);
        output_flush(stdout);
        if (n[CHANGE_SLOWER] || n[CHANGE_BROKEN] ||
            (comparison.everything == EVERYTHING_SLOWER && !request->ignore_drift))
            code = EXIT_CHECK_FAILED;
        else if (tested == 0)
            code = wrong_use(command, "too few samples to test any cell: more rounds or "
                                      "repetitions are wanted");
    }
    comparison_clear(&comparison);
    return code;
}

static int run(const char *paths[2], const struct request *request, const char *command)
{
    struct bench_file old, new;
    char why[BENCH_FILE_WHY];
    int code;

    if (!*paths[0] || !*paths[1])
        return wrong_use(command, "%s wants a path", *paths[0] ? "NEW.json" : "OLD.json");
    if (bench_file_read(&old, paths[0], why) != DONE)
        return wrong_use(command, "%s: %s", paths[0], why);
    if (bench_file_read(&new, paths[1], why) != DONE) {
        bench_file_clear(&old);
        return wrong_use(command, "%s: %s", paths[1], why);
    }
    if (!request->force && compare_allowed(&old, &new, why) != DONE)
        code = wrong_use(command, "%s; --force compares them all the same", why);
    else
        code = report(&old, &new, paths, request, command);
    bench_file_clear(&old);
    bench_file_clear(&new);
    return code;
}

int command_compare(int argc, char **argv)
{
    struct request request = {.threshold = 5};

    for (int got; (got = next_option(argc, argv, options)) != -1;) {
        if (got == 'h') {
            fputs(usage, stdout);
            return EXIT_GOOD;
        }
        if (got == '?')
            return EXIT_WRONG_USE;
        if (got == 't' &&
            parse_seconds(&request.threshold, optarg, 1000, "--threshold", argv[0]) != DONE)
            return EXIT_WRONG_USE;
        request.absolute |= got == OPTION_ABSOLUTE;
        request.ignore_drift |= got == OPTION_DRIFT;
        request.force |= got == OPTION_FORCE;
    }
    if (argc - optind != 2)
        return wrong_use(argv[0],
                         "two files are wanted, OLD.json and NEW.json; see sigcost compare "
                         "--help");
    return run((const char *[2]){argv[optind], argv[optind + 1]}, &request, argv[0]);
}
