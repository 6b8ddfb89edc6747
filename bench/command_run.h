/* command_run - the shape that the measuring commands share: options, measuring under a bar, findings written as
 * table, JSON and CSV, exit code. */
#ifndef SIGCOST_COMMAND_RUN_H
#define SIGCOST_COMMAND_RUN_H

#include "bench/options.h"
#include "bench/output.h"
#include "bench/progress.h"

/* What a command takes. `request` is the command's own; json and csv are among its options as 'j' and 'c', which
 * are taken here. */
struct command_options {
    const char *usage;
    const struct option *list;
    enum result (*take)(void *request, int got, char *value, const char *command);
};

/* Reads argv up to its first argument that is no option. -1, or the exit code with which the command ends: --help
 * was asked for, or a message was printed. */
int command_options(void *request, const char **json, const char **csv, int argc, char **argv,
                    const struct command_options *options);
/* The next argument, or NULL. */
char *command_argument(int argc, char **argv);
/* -1, or the exit code after a message: there is an argument more. */
int command_no_more(int argc, char **argv);

/* What was found, in its three forms. */
struct findings {
    const void *data;
    void (*table)(FILE *to, const void *data);
    json_t *(*json)(const void *data); /* the caller's to decref */
    void (*csv)(FILE *to, const void *data);
    int toy;                /* says under --toy what its moduli are for */
    size_t wrong;           /* how many results are wrong */
    const char *wrong_ones; /* "rows" */
};

/* Writes them to stdout and files. The exit code. */
int findings_write(const struct findings *findings, struct outputs *files, const char *command);

/* For plans' progress: context is a struct progress. */
void command_progress(double done, void *context);

/* bench_run() under a bar. 0, or the exit code after a message, with nothing held. */
int command_measure(struct results *out, const struct selection *selection, double began,
                    const char *command);

/* What the requests of ladder and scale begin with: one argument, NULL without it, and what is measured. */
struct counted_request {
    const char *what, *json, *csv;
    struct selection selection;
    int toy; /* as in struct findings */
};

/* A command that measures a selection and counts what it measured. Its functions get the whole request, of which
 * struct counted_request is the first member. */
struct counted_command {
    struct command_options options;
    /* 0, or the exit code after a message. */
    int (*check)(void *request, const char *command);
    /* Fills *found from results, which outlive it. FAILED: out of memory, nothing held. */
    enum result (*fill)(void *found, const struct results *results, const void *request);
    void (*clear)(void *found);
    void (*table)(FILE *to, const void *found);
    json_t *(*json)(const void *found);
    void (*csv)(FILE *to, const void *found);
};

/* The whole command; `request` holds its defaults, found is room for what fill() makes. The exit code. */
int command_counted(void *found, struct counted_request *request, int argc, char **argv,
                    const struct counted_command *command);

#endif
