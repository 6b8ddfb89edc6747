/* output - results as a console table, as JSON in Google Benchmark's schema, as CSV. Numbers are
 * printed in the C locale whatever the environment says. */
#ifndef SIGCOST_OUTPUT_H
#define SIGCOST_OUTPUT_H

#include <jansson.h>
#include <stdio.h>

#include "bench/bench.h"

/* A file that was found to be writable before the measuring and is written after it: to a new file beside it,
 * which takes its name once it is whole. A disk that fills up, memory that runs out, or an interrupt leaves what
 * stood there before. Devices, pipes, and files in folders that take no new file are written in place. */
struct outfile {
    const char *path;     /* NULL: none was asked for */
    const char *option;   /* that named it */
    char *target, *fresh; /* NULL: in place */
    int fd;
};

/* Leaves the path as it is. FAILED with one line on stderr. path may be NULL. "-" is stdout. option: "--json". */
enum result outfile_open(struct outfile *out, const char *path, const char *option,
                         const char *command);
/* FAILED with a line on stderr: the option was given no name. */
enum result path_given(const char *path, const char *option, const char *command);
/* FAILED with a line on stderr: the output is the regular file that `input` is, under whatever name, and would take its
 * place. input may be NULL. Between outfile_open and outfile_stream; the output stays open. */
enum result outfile_spares(const struct outfile *out, const char *input, const char *command);
/* 1 if both are, or will be, one regular file, whatever the names. When as above. */
int outfile_same(const struct outfile *a, const struct outfile *b);
/* A stream to write to, or NULL, which outfile_close takes and reports. */
FILE *outfile_stream(struct outfile *out);
/* The file is whole, but not in its place yet. FAILED with a line on stderr: a full disk, ...; nothing is left then. */
enum result outfile_finish(struct outfile *out, FILE *stream, const char *command);
/* Puts it there. Several are finished before the first is placed, so that all change or none. */
enum result outfile_place(struct outfile *out, const char *command);
/* Both. */
enum result outfile_close(struct outfile *out, FILE *stream, const char *command);
/* Instead of outfile_finish, where what was written is not whole: the caller says why. */
void outfile_discard(struct outfile *out, FILE *stream);
/* outfile_stream, the JSON, which may be NULL and is the caller's no more, and outfile_close. FAILED with a line on
 * stderr. */
enum result outfile_json(struct outfile *out, json_t *root, const char *command);
/* Where nothing is to be written after all, or what is finished is not to be placed; after outfile_close too. */
void outfile_abandon(struct outfile *out);

/* The two files that a measuring command may be asked for. */
struct outputs {
    struct outfile json, csv;
};

/* Both before the measuring. FAILED with a line on stderr: they name one file, or one cannot be written; then
 * nothing is left behind. */
enum result outputs_open(struct outputs *out, const char *json, const char *csv,
                         const char *command);
/* 1 where one of them is stdout, so that the table gives way. */
int outputs_take_stdout(const struct outputs *out);
/* Writes what was asked for, both files or neither: json(data), which is the caller's new object, and csv(to, data). The exit code. */
int outputs_write(struct outputs *out, json_t *(*json)(const void *data),
                  void (*csv)(FILE *to, const void *data), const void *data, const char *command);
/* Hands the exit code on; where it is EXIT_WRONG_USE, nothing is left behind. */
int outputs_end(struct outputs *out, int code);

/* In place of fflush. Where `to` is stdout, why it failed first is kept: errno will be another call's later on. */
void output_flush(FILE *to);
/* Flushes stdout. 0, or the errno of the first failure. */
int output_stdout_error(void);

/* What makes a plural. */
static inline const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

void output_table(FILE *to, const struct results *results);
/* The line under a table that says what is inside the timed part, wrapped, and the machine. */
void output_machine(FILE *to, const struct machine *machine);
/* Nothing, or in how few keys a row was measured: it was too slow to use them all in the time. */
void output_keys(FILE *to, size_t keys);
void output_csv(FILE *to, const struct results *results);
/* The caller's to decref; NULL: out of memory. */
json_t *output_json(const struct results *results);
/* The context object alone, for commands that have other results. */
json_t *output_json_context(const struct machine *machine);

/* "12.34 us": four significant digits, ns to s. */
const char *format_time(char buf[24], double ns);
/* Four significant digits, plain. */
const char *format_number(char buf[24], double x);
/* "ecdsa-p256/sign/self/payload:1024" */
void record_name(char *buf, size_t len, const struct record *row);

#endif
