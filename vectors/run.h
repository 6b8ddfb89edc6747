/* run - all files of a command line through the runner, and the report. */
#ifndef SIGCOST_VECTOR_RUN_H
#define SIGCOST_VECTOR_RUN_H

#include <jansson.h>
#include <stdio.h>

#include "vectors/runner.h"

struct vectors_run {
    struct runner runner; /* choices, own, start, rng and sample set by the caller */
    FILE *out, *err;
    int quiet;      /* rows of files with findings alone */
    int strict;     /* a peer's failure is the run's */
    int bar;        /* progress on stderr, where that is a terminal */
    json_t *report; /* NULL, or an object that gets suites, totals, out_of_scope, unreadable */

    unsigned long (*totals)[OUTCOME_COUNT]; /* one row for each choice */
    size_t files, out_of_scope, unreadable;
    int head_printed;
    size_t width; /* of the column of paths */
};

/* Exit code: 0 all passed, 1 a self-written step failed (or with strict a peer), 2 something could not
 * be read or no case was run. Every error is one line on run->err. */
int vectors_run(struct vectors_run *run, const char *const *paths, size_t count);

/* paths.c: the files under paths, sorted within each folder. Folders give their .json, .rsp, .txt,
 * .fax and .input files. FAILED: *error says why, for free(). */
struct path_list {
    char **at;
    size_t count, room;
};
enum result path_list_add(struct path_list *list, const char *path, char **error);
void path_list_free(struct path_list *list);

/* report.c */
/* Makes room for the paths, so that the columns stand below each other. */
void report_width(struct vectors_run *run, const struct path_list *list);
void report_file(struct vectors_run *run, const char *path);
void report_out_of_scope(struct vectors_run *run, const char *path, const char *why);
void report_unreadable(struct vectors_run *run, const char *error);
/* Totals, and the last line. Returns the exit code. */
int report_end(struct vectors_run *run);

#endif
