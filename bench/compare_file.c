/* compare_file - reads results, strictly where a comparison depends on it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/compare_file.h"

/* Above any run of ours (MAX_ALGS * MAX_IMPLS cells of 100,000 samples have fewer octets). */
#define MOST_BYTES ((off_t)1 << 30)

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

/* 0 where absent or no size. */
static double size_of(const json_t *object, const char *key)
{
    double x = json_number_value(json_object_get(object, key));

    return isfinite(x) && x > 0 && x < 1e15 ? x : 0;
}

__attribute__((format(printf, 2, 3))) static enum result bad(char why[BENCH_FILE_WHY],
                                                             const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(why, BENCH_FILE_WHY, format, arguments);
    va_end(arguments);
    return FAILED;
}

static enum result add_sample(struct bench_entry *entry, double ns, char why[BENCH_FILE_WHY])
{
    if (!(ns > 0 && ns < 1e18))
        return bad(why, "\"%.80s\" has a time that is none", entry->name);
    if (entry->count == entry->room) {
        size_t room = entry->room ? 2 * entry->room : 8;
        double *grown = realloc(entry->sample_ns, room * sizeof *grown);
        if (!grown)
            return bad(why, "out of memory");
        entry->sample_ns = grown;
        entry->room = room;
    }
    entry->sample_ns[entry->count++] = ns;
    return DONE;
}

static int ends_with(const char *text, const char *end)
{
    size_t len = strlen(text), tail = strlen(end);

    return len >= tail && strcmp(text + len - tail, end) == 0;
}

/* An entry's own time in ns: what Google Benchmark calls its CPU time, or its real time where the benchmark
 * says by its name that this is the one that counts. */
static enum result own_time(struct bench_entry *entry, const json_t *from, char why[BENCH_FILE_WHY])
{
    static const struct {
        const char *name;
        double ns;
    } units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    const char *name = text_of(from, "name"), *unit = text_of(from, "time_unit");
    int real = ends_with(text_of(from, "run_name"), "/real_time") ||
               ends_with(text_of(from, "run_name"), "/manual_time") ||
               ends_with(name, "/real_time") || ends_with(name, "/manual_time");
    const json_t *time = json_object_get(from, real ? "real_time" : "cpu_time");

    if (!json_is_number(time))
        return bad(why, "\"%.80s\" has no %s", entry->name, real ? "real_time" : "cpu_time");
    if (json_number_value(time) == 0) { /* shorter than its clock's step, or asleep all the time */
        entry->error = "no time";
        return DONE;
    }
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(unit, units[i].name) == 0)
            return add_sample(entry, json_number_value(time) * units[i].ns, why);
    return bad(why, "\"%.80s\" has time_unit \"%.20s\"", entry->name, unit);
}

static enum result add_samples(struct bench_entry *entry, const json_t *samples,
                               char why[BENCH_FILE_WHY])
{
    const json_t *one;
    size_t i;

    if (!json_is_array(samples))
        return bad(why, "\"%.80s\" has times that are no list", entry->name);
    json_array_foreach(samples, i, one)
    {
        if (!json_is_number(one))
            return bad(why, "\"%.80s\" has a sample that is no number", entry->name);
        if (add_sample(entry, json_number_value(one), why) != DONE)
            return FAILED;
    }
    return DONE;
}

static enum result add_times(struct bench_entry *entry, const json_t *from,
                             char why[BENCH_FILE_WHY])
{
    const json_t *samples = json_object_get(from, "sample_ns");

    return samples ? add_samples(entry, samples, why) : own_time(entry, from, why);
}

static void describe(struct bench_entry *entry, const json_t *from)
{
    entry->alg = text_of(from, "alg");
    entry->op = text_of(from, "op");
    entry->impl = text_of(from, "impl");
    entry->step = text_of(from, "step");
    entry->version = text_of(from, "version");
    entry->hash = text_of(from, "hash");
    entry->payload = (size_t)size_of(from, "payload");
    entry->key_bits = (unsigned)fmin(size_of(from, "key_bits"), 1e6);
    entry->threads = (unsigned)fmin(size_of(from, "threads"), 1e6);
    entry->sig_min = size_of(from, "signature_bytes_min");
    entry->sig_max = size_of(from, "signature_bytes");
    entry->sig_other = size_of(from, "signature_other_form_bytes");
    entry->private_raw = size_of(from, "private_key_bytes");
    entry->private_der = size_of(from, "private_key_der_bytes");
    entry->public_raw = size_of(from, "public_key_bytes");
    entry->public_der = size_of(from, "public_key_der_bytes");
    entry->cycles = size_of(from, "cycles");
    const json_t *disturbed = json_object_get(from, "disturbed");
    entry->disturbed = json_is_number(disturbed) ? json_number_value(disturbed) : NAN;
}

static int is_aggregate(const json_t *from)
{
    return strcmp(text_of(from, "run_type"), "aggregate") == 0;
}

/* Whether this entry counts. aggregates: the file has nothing but those, and `aggregates` names the one. */
static int counts(const json_t *from, const char *aggregates)
{
    if (!is_aggregate(from))
        return aggregates == NULL;
    return aggregates && strcmp(text_of(from, "aggregate_name"), aggregates) == 0;
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
        if (strcmp(text_of(from, "aggregate_name"), "median") == 0)
            found = "median";
        if (!found && strcmp(text_of(from, "aggregate_name"), "mean") == 0)
            found = "mean";
    }
    return found;
}

static enum result add_entry(struct bench_file *out, const json_t *from, char why[BENCH_FILE_WHY])
{
    const char *name = text_of(from, "run_name");
    int failed = json_is_true(json_object_get(from, "error_occurred")) ||
                 json_is_true(json_object_get(from, "skipped"));
    struct bench_entry *entry;

    if (!name[0])
        name = text_of(from, "name");
    if (!name[0])
        return bad(why, "a benchmark in it has no name");
    const json_t *at = json_object_get(out->index, name);
    if (at) {
        entry = &out->entries[json_integer_value(at)];
    } else {
        if (json_object_set_new(out->index, name, json_integer((json_int_t)out->count)) != 0)
            return bad(why, "out of memory");
        entry = &out->entries[out->count++];
        *entry = (struct bench_entry){.name = name};
        describe(entry, from);
    }
    if (!failed)
        return add_times(entry, from, why);
    entry->error = text_of(from, "error_message");
    if (!entry->error[0])
        entry->error = text_of(from, "skip_message");
    entry->wrong |= strcmp(text_of(from, "state"), "wrong") == 0;
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
            done = bad(why, "a benchmark in it is no object: not Google Benchmark's schema");
        if (done == DONE && counts(from, aggregates))
            done = add_entry(out, from, why);
    }
    return done;
}

/* Order statistics, on a copy: the samples keep their order. */
static enum result summarise(struct bench_entry *entry, char why[BENCH_FILE_WHY])
{
    double *sorted;

    if (entry->count == 0) {
        if (!entry->error)
            entry->error = "no samples";
        return DONE;
    }
    sorted = malloc(entry->count * sizeof *sorted);
    if (!sorted)
        return bad(why, "out of memory");
    memcpy(sorted, entry->sample_ns, entry->count * sizeof *sorted);
    stats_summary(&entry->time, sorted, entry->count);
    free(sorted);
    return DONE;
}

static enum result read_yardstick(struct bench_file *out, const json_t *context,
                                  char why[BENCH_FILE_WHY])
{
    const json_t *samples = json_object_get(context, "yardstick_ns");

    out->yardstick.name = text_of(context, "yardstick");
    if (samples && add_samples(&out->yardstick, samples, why) != DONE)
        return FAILED;
    return summarise(&out->yardstick, why);
}

enum result bench_file_take(struct bench_file *out, json_t *json, char why[BENCH_FILE_WHY])
{
    const json_t *context = json_object_get(json, "context");
    const json_t *benchmarks = json_object_get(json, "benchmarks");
    enum result done = DONE;

    *out = (struct bench_file){.json = json};
    if (!json_is_object(context) || !json_is_array(benchmarks))
        done = bad(why, "not Google Benchmark's schema: it wants \"context\" and \"benchmarks\"");
    else if (json_array_size(benchmarks) == 0)
        done = bad(why, "no benchmark in it");
    if (done == DONE) {
        out->cpu = text_of(context, "cpu_model");
        out->date = text_of(context, "date");
        out->host = text_of(context, "host_name");
        out->commit = text_of(context, "commit");
        out->compiler = text_of(context, "compiler");
        out->flags = text_of(context, "compiler_flags");
        out->cpus = size_of(context, "num_cpus");
        out->mhz = size_of(context, "mhz_per_cpu");
        out->ours = out->cpu[0] && out->commit[0];
        out->entries = calloc(json_array_size(benchmarks), sizeof *out->entries);
        out->index = json_object();
        if (out->entries && out->index) {
            done = add_entries(out, benchmarks, why);
        } else {
            (void)bad(why, "out of memory");
            done = FAILED;
        }
    }
    for (size_t i = 0; i < out->count && done == DONE; i++)
        done = summarise(&out->entries[i], why);
    if (done == DONE)
        done = read_yardstick(out, context, why);
    if (done == DONE && out->count == 0)
        done = bad(why, "no benchmark in it but aggregates without a median or mean");
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
        return bad(why, "%s", strerror(errno));
    if (fstat(fileno(file), &stat) == 0 && (S_ISDIR(stat.st_mode) || stat.st_size > MOST_BYTES)) {
        fclose(file);
        return bad(why, "%s", S_ISDIR(stat.st_mode) ? "it is a folder" : "more than 1 GiB");
    }
    json = json_loadf(file, 0, &error);
    fclose(file);
    if (!json)
        return bad(why, "no JSON, line %d: %.120s", error.line, error.text);
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
