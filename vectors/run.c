#include "vectors/run.h"

#include <stdlib.h>

#include "bench/progress.h"
#include "vectors/read.h"

struct counter {
    struct case_sink sink; /* first member */
    size_t cases;
};

static enum result count_one(struct case_sink *sink, const struct vector_case *one)
{
    (void)one;
    ((struct counter *)sink)->cases++;
    return DONE;
}

struct bar {
    struct progress progress;
    size_t file, files, cases;
};

static void show(void *context, size_t index)
{
    struct bar *bar = context;
    double inside = bar->cases ? (double)index / (double)bar->cases : 0;
    progress_show(&bar->progress, ((double)bar->file + inside) / (double)bar->files);
}

/* Twice through the file: first to see that all of it is as it should be, so that a malformed file
 * is never half counted; then to run. */
static void run_file(struct vectors_run *run, const char *path, struct bar *bar)
{
    struct vector_file file;
    struct counter counter = {.sink = {count_one}};
    const char *skip = NULL;
    if (vector_file_open(&file, path) != DONE) {
        report_unreadable(run, file.source.error);
        return;
    }
    enum result result = file.read(&skip, &file, &counter.sink);
    if (result == DONE && !skip) {
        bar->cases = counter.cases;
        runner_new_file(&run->runner);
        result = file.read(&skip, &file, &run->runner.sink);
    }
    int shown = bar->progress.shown;
    if (run->bar)
        progress_end(&bar->progress); /* takes the bar off the line that is printed now */
    bar->progress.shown = shown;
    if (result != DONE)
        report_unreadable(run, file.source.error);
    else if (skip)
        report_out_of_scope(run, path, skip);
    else
        report_file(run, path);
    vector_file_close(&file);
}

int vectors_run(struct vectors_run *run, const char *const *paths, size_t count)
{
    struct path_list list = {.at = NULL};
    struct bar bar = {.file = 0};
    run->totals = calloc(run->runner.choice_count + 1, sizeof *run->totals);
    if (!run->totals || runner_init(&run->runner) != DONE) {
        fprintf(run->err, "sigcost vectors: out of memory\n");
        free(run->totals);
        return 2;
    }
    for (size_t i = 0; i < count; i++) {
        char *error;
        if (path_list_add(&list, paths[i], &error) != DONE)
            report_unreadable(run, error ? error : "out of memory");
        free(error);
    }
    bar.files = list.count;
    report_width(run, &list);
    if (run->bar) {
        progress_start(&bar.progress, "vectors");
        run->runner.progress = show;
        run->runner.progress_context = &bar;
    }
    for (bar.file = 0; bar.file < list.count; bar.file++)
        run_file(run, list.at[bar.file], &bar);
    int code = report_end(run);
    runner_clear(&run->runner);
    path_list_free(&list);
    free(run->totals);
    run->totals = NULL;
    return code;
}
