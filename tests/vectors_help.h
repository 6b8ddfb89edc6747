/* vectors_help - files, fake rows and captured runs for the tests of vectors/. */
#ifndef SIGCOST_TEST_VECTORS_HELP_H
#define SIGCOST_TEST_VECTORS_HELP_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hash/drbg.h"
#include "vectors/choose.h"
#include "vectors/own.h"
#include "vectors/read.h"
#include "vectors/run.h"

/* A folder of this test's own under build/, and a file in it; the name is good until the next call. */
static char work_folder[64];

static inline void make_folder(void)
{
    mkdir("build", 0777);
    strcpy(work_folder, "build/test-vectors-XXXXXX");
    cr_assert(mkdtemp(work_folder));
}

static inline void drop_folder(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", work_folder);
    cr_expect(system(command) == 0);
}

static inline const char *write_file(const char *name, const char *text, size_t len)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", work_folder, name);
    FILE *file = fopen(path, "wb");
    cr_assert(file);
    cr_assert(fwrite(text, 1, len, file) == len);
    fclose(file);
    return path;
}

static inline char *read_file(const char *path, size_t *len)
{
    struct source source;
    cr_assert(source_read(&source, path) == DONE, "%s", source.error);
    *len = source.len;
    return source.text; /* for free() */
}

/* A reader's answer to a file: DONE with the count, or FAILED with the error line. */
struct reading {
    struct case_sink sink;
    size_t cases, skipped, valid;
    const char *skip;
    char error[512];
    enum result result;
};

static inline enum result count_case(struct case_sink *sink, const struct vector_case *one)
{
    struct reading *reading = (struct reading *)sink;
    cr_assert(one->id && one->flags);
    reading->cases++;
    reading->skipped += one->skip != NULL;
    reading->valid += one->valid != 0;
    return DONE;
}

static inline struct reading read_path(const char *path)
{
    struct reading reading = {.sink = {count_case}};
    struct vector_file file;
    reading.result = vector_file_open(&file, path);
    if (reading.result == DONE)
        reading.result = file.read(&reading.skip, &file, &reading.sink);
    memcpy(reading.error, file.source.error, sizeof reading.error);
    cr_expect((reading.result == DONE) == (reading.error[0] == '\0'), "%s: %s", path,
              reading.error);
    vector_file_close(&file);
    return reading;
}

static inline struct reading read_text(const char *name, const char *text)
{
    return read_path(write_file(name, text, strlen(text)));
}

static inline enum result test_start(const struct impl *row, const char **why)
{
    *why = row->missing ? row->missing(row) : NULL;
    if (*why)
        return UNSUPPORTED;
    return row->start ? row->start(row) : DONE;
}

/* A run with its output and its numbers. */
struct captured {
    int code;
    char *out, *err;
    json_t *report;
};

static inline struct captured run_on(struct choice *choices, size_t count, unsigned sample,
                                     const char *path)
{
    struct captured got = {.report = json_object()};
    size_t out_len, err_len;
    struct vectors_run run = {.runner = {.choices = choices,
                                         .choice_count = count,
                                         .own = &own_functions,
                                         .rng = rng_os(),
                                         .sample = sample},
                              .out = open_memstream(&got.out, &out_len),
                              .err = open_memstream(&got.err, &err_len),
                              .report = got.report};
    run.runner.start = test_start;
    got.code = vectors_run(&run, &path, 1);
    fclose(run.out);
    fclose(run.err);
    return got;
}

static inline struct captured run_names(const char *names, unsigned sample, const char *path)
{
    struct choices choices;
    char *error;
    cr_assert(choose(&choices, names, &error) == DONE, "%s", error);
    struct captured got = run_on(choices.at, choices.count, sample, path);
    own_close();
    choices_free(&choices);
    return got;
}

static inline long counted(const struct captured *got, const char *impl, const char *what)
{
    json_t *totals = json_object_get(json_object_get(got->report, "totals"), impl);
    return totals ? (long)json_integer_value(json_object_get(totals, what)) : 0;
}

static inline void drop_captured(struct captured *got)
{
    free(got->out);
    free(got->err);
    json_decref(got->report);
}

#endif
