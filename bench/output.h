/* output - results as a console table, as JSON in Google Benchmark's schema, as CSV. Numbers are
 * printed in the C locale whatever the environment says. */
#ifndef SIGCOST_OUTPUT_H
#define SIGCOST_OUTPUT_H

#include <jansson.h>
#include <stdio.h>

#include "bench/bench.h"

/* A file that was found to be writable before the measuring and is written after it. */
struct outfile {
    const char *path; /* NULL: none was asked for */
    int fd;
    int created; /* by us: removed again if nothing is written */
};

/* Opens without truncating. FAILED with one line on stderr. path may be NULL. "-" is stdout. */
enum result outfile_open(struct outfile *out, const char *path, const char *command);
/* Truncates and gives a stream; outfile_close writes it out. FAILED with a line on stderr: a full disk, ... */
FILE *outfile_stream(struct outfile *out);
enum result outfile_close(struct outfile *out, FILE *stream, const char *command);
/* Where nothing is to be written after all. */
void outfile_abandon(struct outfile *out);

void output_table(FILE *to, const struct results *results);
/* The line under a table that says what is inside the timed part, wrapped, and the machine. */
void output_machine(FILE *to, const struct machine *machine);
void output_csv(FILE *to, const struct results *results);
/* The caller's to decref; NULL: out of memory. */
json_t *output_json(const struct results *results);
/* The context object alone, for commands that have other results. */
json_t *output_json_context(const struct machine *machine);
enum result output_json_write(FILE *to, const struct results *results);

/* "12.34 us": four significant digits, ns to s. */
const char *format_time(char buf[24], double ns);
/* Four significant digits, plain. */
const char *format_number(char buf[24], double x);
/* "ecdsa-p256/sign/self/payload:1024" */
void record_name(char *buf, size_t len, const struct record *row);

#endif
