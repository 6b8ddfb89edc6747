/* compare_file - reads results, strictly where a comparison depends on it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/compare_entry.h"

/* Above any run of ours (MAX_ALGS * MAX_IMPLS cells of 100,000 samples have fewer octets). */
#define MOST_BYTES ((off_t)1 << 30)

static int is_aggregate(const json_t *from)
{
    return strcmp(entry_text(from, "run_type"), "aggregate") == 0;
}

/* Whether this entry counts. aggregates: the file has nothing but those, and `aggregates` names the one. */
static int counts(const json_t *from, const char *aggregates)
{
    if (!is_aggregate(from))
        return aggregates == NULL;
    return aggregates && strcmp(entry_text(from, "aggregate_name"), aggregates) == 0;
}

/* The aggregate that has to stand in for repetitions, or NULL if there are those. */
static const char *stand_in(const json_t *benchmarks)
{
    const char *found = NULL;
    const json_t *from;
    size_t i;

    json_array_foreach(benchmarks, i, from)
    {
        if (!is_aggregate(from))
            return NULL;
        if (strcmp(entry_text(from, "aggregate_name"), "median") == 0)
            found = "median";
        if (!found && strcmp(entry_text(from, "aggregate_name"), "mean") == 0)
            found = "mean";
    }
    return found;
}

static enum result add_entry(struct bench_file *out, const json_t *from, char why[BENCH_FILE_WHY])
{
    const char *name = entry_text(from, "run_name");
    int failed = json_is_true(json_object_get(from, "error_occurred")) ||
                 json_is_true(json_object_get(from, "skipped"));
    struct bench_entry *entry;

    if (!name[0])
        name = entry_text(from, "name");
    if (!name[0])
        return entry_bad(why, "a benchmark in it has no name");
    const json_t *at = json_object_get(out->index, name);
    if (at) {
        entry = &out->entries[json_integer_value(at)];
    } else {
        if (json_object_set_new(out->index, name, json_integer((json_int_t)out->count)) != 0)
            return entry_bad(why, "out of memory");
        entry = &out->entries[out->count++];
        *entry = (struct bench_entry){.name = name};
        entry_describe(entry, from);
    }
    if (!failed)
        return entry_add_times(entry, from, why);
    entry->error = entry_text(from, "error_message");
    if (!entry->error[0])
        entry->error = entry_text(from, "skip_message");
    /* other programs have no states: what fails there is an error like a wrong result */
    const char *state = entry_text(from, "state");
    entry->failed |= json_is_true(json_object_get(from, "error_occurred")) && !state[0];
    entry->wrong |= strcmp(state, "wrong") == 0;
    return DONE;
}

static enum result add_entries(struct bench_file *out, const json_t *benchmarks,
                               char why[BENCH_FILE_WHY])
{
    const char *aggregates = stand_in(benchmarks);
    enum result done = DONE;
    const json_t *from;
    size_t i;

    json_array_foreach(benchmarks, i, from)
    {
        if (done == DONE && !json_is_object(from))
            done = entry_bad(why, "a benchmark in it is no object: not Google Benchmark's schema");
        if (done == DONE && counts(from, aggregates))
            done = add_entry(out, from, why);
    }
    return done;
}

static enum result read_yardstick(struct bench_file *out, const json_t *context,
                                  char why[BENCH_FILE_WHY])
{
    const json_t *samples = json_object_get(context, "yardstick_ns");

    out->yardstick.name = entry_text(context, "yardstick");
    if (samples && entry_add_samples(&out->yardstick, samples, why) != DONE)
        return FAILED;
    return entry_summarise(&out->yardstick, why);
}

/* Names and reasons are printed: control characters (those of UTF-8's C1 too) would go to the terminal. */
static void clean_text(json_t *text)
{
    const size_t len = json_string_length(text);
    char *copy = len ? malloc(len) : NULL;
    size_t changed = 0;

    if (!copy)
        return;
    memcpy(copy, json_string_value(text), len);
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)copy[i];
        int c1 = c == 0xc2 && i + 1 < len && ((unsigned char)copy[i + 1] & 0xe0) == 0x80;
        if (c >= 0x20 && c != 0x7f && !c1)
            continue;
        copy[i] = '?';
        if (c1)
            copy[++i] = '?';
        changed++;
    }
    if (changed)
        json_string_setn(text, copy, len);
    free(copy);
}

static void clean(json_t *json)
{
    const char *key;
    json_t *value;
    size_t i;

    if (json_is_string(json))
        clean_text(json);
    json_array_foreach(json, i, value) clean(value);
    json_object_foreach(json, key, value) clean(value);
}

enum result bench_file_take(struct bench_file *out, json_t *json, char why[BENCH_FILE_WHY])
{
    const json_t *context = json_object_get(json, "context");
    const json_t *benchmarks = json_object_get(json, "benchmarks");
    enum result done = DONE;

    *out = (struct bench_file){.json = json};
    clean(json);
    if (!json_is_object(context) || !json_is_array(benchmarks))
        done = entry_bad(why,
                         "not Google Benchmark's schema: it wants \"context\" and \"benchmarks\"");
    else if (json_array_size(benchmarks) == 0)
        done = entry_bad(why, "no benchmark in it");
    if (done == DONE) {
        out->cpu = entry_text(context, "cpu_model");
        out->date = entry_text(context, "date");
        out->host = entry_text(context, "host_name");
        out->commit = entry_text(context, "commit");
        out->compiler = entry_text(context, "compiler");
        out->flags = entry_text(context, "compiler_flags");
        out->cpus = entry_size(context, "num_cpus");
        out->mhz = entry_size(context, "mhz_per_cpu");
        out->ours = out->cpu[0] && out->commit[0];
        out->entries = calloc(json_array_size(benchmarks), sizeof *out->entries);
        out->index = json_object();
        if (out->entries && out->index) {
            done = add_entries(out, benchmarks, why);
        } else {
            (void)entry_bad(why, "out of memory");
            done = FAILED;
        }
    }
    for (size_t i = 0; i < out->count && done == DONE; i++)
        done = entry_summarise(&out->entries[i], why);
    if (done == DONE)
        done = read_yardstick(out, context, why);
    if (done == DONE && out->count == 0)
        done = entry_bad(why, "no benchmark in it but aggregates without a median or mean");
    if (done != DONE)
        bench_file_clear(out);
    return done;
}

enum result bench_file_read(struct bench_file *out, const char *path, char why[BENCH_FILE_WHY])
{
    FILE *file = fopen(path, "r");
    json_error_t error;
    struct stat stat;
    json_t *json;

    *out = (struct bench_file){0};
    if (!file)
        return entry_bad(why, "%s", strerror(errno));
    if (fstat(fileno(file), &stat) == 0 && (S_ISDIR(stat.st_mode) || stat.st_size > MOST_BYTES)) {
        fclose(file);
        return entry_bad(why, "%s", S_ISDIR(stat.st_mode) ? "it is a folder" : "more than 1 GiB");
    }
    json = json_loadf(file, 0, &error);
    fclose(file);
    if (!json)
        return entry_bad(why, "no JSON, line %d: %.120s", error.line, error.text);
    return bench_file_take(out, json, why);
}

void bench_file_clear(struct bench_file *file)
{
    for (size_t i = 0; file->entries && i < file->count; i++)
        free(file->entries[i].sample_ns);
    free(file->yardstick.sample_ns);
    free(file->entries);
    json_decref(file->index);
    json_decref(file->json);
    *file = (struct bench_file){0};
}

const struct bench_entry *bench_file_find(const struct bench_file *file, const char *name)
{
    const json_t *at = json_object_get(file->index, name);

    return at ? &file->entries[json_integer_value(at)] : NULL;
}

const struct bench_entry *bench_file_cell(const struct bench_file *file, const char *alg,
                                          const char *op, const char *impl, size_t payload)
{
    for (size_t i = 0; i < file->count; i++) {
        const struct bench_entry *e = &file->entries[i];
        if (strcmp(e->alg, alg) == 0 && strcmp(e->op, op) == 0 && strcmp(e->impl, impl) == 0 &&
            e->payload == payload && !e->error && e->threads <= 1)
            return e;
    }
    return NULL;
}
