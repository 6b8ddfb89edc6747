#include <string.h>

#include "bench/output.h"
#include "vectors/run.h"

#define NARROWEST      60  /* column of paths */
#define WIDEST         100 /* of longer paths the end is shown */
#define SHOWN_FINDINGS 20  /* of one file and implementation; JSON has up to MAX_FINDINGS */

static const char *const outcome_names[OUTCOME_COUNT] = {
    [PASSED_CASE] = "passed",
    [FAILED_CASE] = "failed",
    [KNOWN_CASE] = "known_differences",
    [UNSUPPORTED_CASE] = "unsupported",
};

void report_width(struct vectors_run *run, const struct path_list *list)
{
    run->width = NARROWEST;
    for (size_t i = 0; i < list->count; i++) {
        size_t len = strlen(list->at[i]);
        if (len > run->width)
            run->width = len < WIDEST ? len : WIDEST;
    }
}

/* The first column: `what`, or "..." and its end. */
static void print_first(struct vectors_run *run, const char *what)
{
    size_t len = strlen(what);
    int cut = len > run->width;

    fprintf(run->out, "%s%-*s ", cut ? "..." : "", (int)run->width - 3 * cut,
            cut ? what + len - run->width + 3 : what);
}

static void print_head(struct vectors_run *run, const char *what)
{
    print_first(run, what);
    fprintf(run->out, "%-12s %8s %7s %7s %12s\n", "impl", "passed", "failed", "known",
            "unsupported");
}

static void print_row(struct vectors_run *run, const char *what, const char *impl,
                      const unsigned long counts[OUTCOME_COUNT])
{
    print_first(run, what);
    fprintf(run->out, "%-12s %8lu %7lu %7lu %12lu", impl, counts[PASSED_CASE], counts[FAILED_CASE],
            counts[KNOWN_CASE], counts[UNSUPPORTED_CASE]);
}

static void print_tally(struct vectors_run *run, const char *path, const char *impl,
                        const struct tally *tally)
{
    print_row(run, path, impl, tally->counts);
    for (size_t i = 0; i < tally->reason_count; i++)
        fprintf(run->out, "%s%s (%lu)", i ? ", " : "  ", tally->reasons[i].why,
                tally->reasons[i].count);
    fputc('\n', run->out);
    for (int known = 0; known < 2; known++) {
        unsigned long count = tally->counts[known ? KNOWN_CASE : FAILED_CASE], shown = 0;
        for (size_t i = 0; i < tally->finding_count && shown < SHOWN_FINDINGS; i++)
            if (tally->findings[i].known == known) {
                fprintf(run->out, "    %s %s: %s\n", known ? "differs" : "FAILED", impl,
                        tally->findings[i].text);
                shown++;
            }
        if (count > shown)
            fprintf(run->out, "    ... and %lu more\n", count - shown);
    }
}

static void add_counts(json_t *to, const unsigned long counts[OUTCOME_COUNT])
{
    for (int i = 0; i < OUTCOME_COUNT; i++)
        json_object_set_new(to, outcome_names[i], json_integer((json_int_t)counts[i]));
}

static void add_suite(struct vectors_run *run, const char *path, const char *impl,
                      const struct tally *tally)
{
    json_t *suites = json_object_get(run->report, "suites");
    json_t *suite = json_object(), *reasons = json_object();
    if (!suites) {
        suites = json_array();
        json_object_set_new(run->report, "suites", suites);
    }
    json_object_set_new(suite, "file", json_string(path));
    json_object_set_new(suite, "impl", json_string(impl));
    add_counts(suite, tally->counts);
    for (size_t i = 0; i < tally->reason_count; i++)
        json_object_set_new(reasons, tally->reasons[i].why,
                            json_integer((json_int_t)tally->reasons[i].count));
    json_object_set_new(suite, "reasons", reasons);
    for (int known = 0; known < 2; known++) {
        json_t *list = json_array();
        for (size_t i = 0; i < tally->finding_count; i++)
            if (tally->findings[i].known == known)
                json_array_append_new(list, json_string(tally->findings[i].text));
        json_object_set_new(suite, known ? "differences" : "failures", list);
    }
    json_array_append_new(suites, suite);
}

void report_file(struct vectors_run *run, const char *path)
{
    run->files++;
    int listed = 0;
    if (!run->quiet && !run->head_printed)
        print_head(run, "file");
    run->head_printed = 1;
    for (size_t i = 0; i < run->runner.choice_count; i++) {
        const struct tally *tally = &run->runner.tallies[i];
        const char *impl = run->runner.choices[i].name;
        if (!tally->listed)
            continue;
        listed = 1;
        for (int k = 0; k < OUTCOME_COUNT; k++)
            run->totals[i][k] += tally->counts[k];
        if (!run->quiet || tally->counts[FAILED_CASE] || tally->counts[KNOWN_CASE])
            print_tally(run, path, impl, tally);
        if (run->report)
            add_suite(run, path, impl, tally);
    }
    if (!listed && !run->quiet) {
        print_first(run, path);
        fprintf(run->out, "%-12s no chosen implementation does this\n", "-");
    }
    output_flush(run->out);
}

static void add_note(struct vectors_run *run, const char *list_name, const char *file,
                     const char *key, const char *text)
{
    if (!run->report)
        return;
    json_t *list = json_object_get(run->report, list_name);
    if (!list) {
        list = json_array();
        json_object_set_new(run->report, list_name, list);
    }
    json_t *note = json_object();
    if (file)
        json_object_set_new(note, "file", json_string(file));
    json_object_set_new(note, key, json_string(text));
    json_array_append_new(list, note);
}

void report_out_of_scope(struct vectors_run *run, const char *path, const char *why)
{
    run->out_of_scope++;
    if (!run->quiet) {
        print_first(run, path);
        fprintf(run->out, "%-12s out of scope: %s\n", "-", why);
    }
    add_note(run, "out_of_scope", path, "reason", why);
}

void report_unreadable(struct vectors_run *run, const char *error)
{
    run->unreadable++;
    output_flush(run->out);
    fprintf(run->err, "sigcost vectors: %s\n", error);
    add_note(run, "unreadable", NULL, "error", error);
}

int report_end(struct vectors_run *run)
{
    unsigned long sum[OUTCOME_COUNT] = {0}, failed_own = 0;
    json_t *totals = run->report ? json_object() : NULL;
    print_head(run, "total");
    for (size_t i = 0; i < run->runner.choice_count; i++) {
        const struct choice *choice = &run->runner.choices[i];
        unsigned long all = 0;
        for (int k = 0; k < OUTCOME_COUNT; k++) {
            sum[k] += run->totals[i][k];
            all += run->totals[i][k];
        }
        if (all == 0)
            continue;
        if (!choice->peer || run->strict)
            failed_own += run->totals[i][FAILED_CASE];
        print_row(run, "", choice->name, run->totals[i]);
        fputc('\n', run->out);
        json_t *one = totals ? json_object() : NULL;
        if (one) {
            add_counts(one, run->totals[i]);
            json_object_set_new(totals, choice->name, one);
        }
    }
    if (totals)
        json_object_set_new(run->report, "totals", totals);
    unsigned long judged = sum[PASSED_CASE] + sum[FAILED_CASE] + sum[KNOWN_CASE];
    if (judged == 0 && run->unreadable == 0)
        report_unreadable(run, "no case was run");
    const char *word = "PASSED";
    if (run->unreadable)
        word = "INCOMPLETE";
    else if (failed_own)
        word = "FAILED";
    else if (sum[FAILED_CASE])
        word = "PASSED, libraries' failures apart";
    fprintf(
        run->out,
        "%s: %lu passed, %lu failed, %lu known difference%s, %lu unsupported; %zu file%s, %zu out "
        "of scope, %zu error%s",
        word, sum[PASSED_CASE], sum[FAILED_CASE], sum[KNOWN_CASE], plural(sum[KNOWN_CASE]),
        sum[UNSUPPORTED_CASE], run->files, plural(run->files), run->out_of_scope, run->unreadable,
        plural(run->unreadable));
    if (run->runner.sample > 1)
        fprintf(run->out, "; a sample of one case in %u", run->runner.sample);
    fputc('\n', run->out);
    output_flush(run->out);
    if (run->unreadable)
        return 2;
    return failed_own ? 1 : 0;
}
