/* compare_entry - one cell of a results file: what it is called, its samples. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/compare_entry.h"

const char *entry_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

double entry_size(const json_t *object, const char *key)
{
    double x = json_number_value(json_object_get(object, key));

    return isfinite(x) && x > 0 && x < 1e15 ? x : 0;
}

enum result entry_bad(char why[BENCH_FILE_WHY], const char *format, ...)
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
        return entry_bad(why, "\"%.80s\" has a time that is none", entry->name);
    if (entry->count == entry->room) {
        size_t room = entry->room ? 2 * entry->room : 8;
        double *grown = realloc(entry->sample_ns, room * sizeof *grown);
        if (!grown)
            return entry_bad(why, "out of memory");
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
    const char *name = entry_text(from, "name"), *unit = entry_text(from, "time_unit");
    int real = ends_with(entry_text(from, "run_name"), "/real_time") ||
               ends_with(entry_text(from, "run_name"), "/manual_time") ||
               ends_with(name, "/real_time") || ends_with(name, "/manual_time");
    const json_t *time = json_object_get(from, real ? "real_time" : "cpu_time");

    if (!json_is_number(time))
        return entry_bad(why, "\"%.80s\" has no %s", entry->name, real ? "real_time" : "cpu_time");
    if (json_number_value(time) == 0) { /* shorter than its clock's step, or asleep all the time */
        entry->error = "no time";
        return DONE;
    }
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(unit, units[i].name) == 0)
            return add_sample(entry, json_number_value(time) * units[i].ns, why);
    return entry_bad(why, "\"%.80s\" has time_unit \"%.20s\"", entry->name, unit);
}

enum result entry_add_samples(struct bench_entry *entry, const json_t *samples,
                              char why[BENCH_FILE_WHY])
{
    const json_t *one;
    size_t i;

    if (!json_is_array(samples))
        return entry_bad(why, "\"%.80s\" has times that are no list", entry->name);
    json_array_foreach(samples, i, one)
    {
        if (!json_is_number(one))
            return entry_bad(why, "\"%.80s\" has a sample that is no number", entry->name);
        if (add_sample(entry, json_number_value(one), why) != DONE)
            return FAILED;
    }
    return DONE;
}

enum result entry_add_times(struct bench_entry *entry, const json_t *from, char why[BENCH_FILE_WHY])
{
    const json_t *samples = json_object_get(from, "sample_ns");

    return samples ? entry_add_samples(entry, samples, why) : own_time(entry, from, why);
}

void entry_describe(struct bench_entry *entry, const json_t *from)
{
    entry->alg = entry_text(from, "alg");
    entry->op = entry_text(from, "op");
    entry->impl = entry_text(from, "impl");
    entry->step = entry_text(from, "step");
    entry->version = entry_text(from, "version");
    entry->hash = entry_text(from, "hash");
    entry->payload = (size_t)entry_size(from, "payload");
    entry->key_bits = (unsigned)fmin(entry_size(from, "key_bits"), 1e6);
    entry->threads = (unsigned)fmin(entry_size(from, "threads"), 1e6);
    entry->sig_min = entry_size(from, "signature_bytes_min");
    entry->sig_max = entry_size(from, "signature_bytes");
    entry->sig_other = entry_size(from, "signature_other_form_bytes");
    entry->private_raw = entry_size(from, "private_key_bytes");
    entry->private_der = entry_size(from, "private_key_der_bytes");
    entry->public_raw = entry_size(from, "public_key_bytes");
    entry->public_der = entry_size(from, "public_key_der_bytes");
    entry->cycles = entry_size(from, "cycles");
    const json_t *disturbed = json_object_get(from, "disturbed");
    entry->disturbed = json_is_number(disturbed) ? json_number_value(disturbed) : NAN;
}

enum result entry_summarise(struct bench_entry *entry, char why[BENCH_FILE_WHY])
{
    double *sorted;

    if (entry->count == 0) {
        if (!entry->error)
            entry->error = "no samples";
        return DONE;
    }
    sorted = malloc(entry->count * sizeof *sorted);
    if (!sorted)
        return entry_bad(why, "out of memory");
    memcpy(sorted, entry->sample_ns, entry->count * sizeof *sorted);
    stats_summary(&entry->time, sorted, entry->count);
    free(sorted);
    return DONE;
}
