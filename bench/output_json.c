/* output_json - Google Benchmark's schema (context, benchmarks[]) with more fields. */
#include <math.h>
#include <string.h>

#include "bench/output.h"
#include "bench/registry.h"
#include "bench/yardstick.h"

/* Out of memory anywhere shows in the end: jansson's *_new functions take NULL and return an error. */
struct object {
    json_t *at;
    int bad;
};

static void put(struct object *to, const char *key, json_t *value)
{
    to->bad |= json_object_set_new(to->at, key, value) != 0;
}

static void put_text(struct object *to, const char *key, const char *value)
{
    /* what a CPU or a path calls itself need not be UTF-8 */
    json_t *text = json_string(value);

    put(to, key, text ? text : json_string("(not UTF-8)"));
}

static void put_number(struct object *to, const char *key, double value)
{
    put(to, key, isfinite(value) ? json_real(value) : json_null());
}

static void put_count(struct object *to, const char *key, uint64_t value)
{
    put(to, key, json_integer((json_int_t)value));
}

json_t *output_json_context(const struct machine *m)
{
    struct object o = {json_object(), 0};
    json_t *load = json_array(), *peers = json_array();

    for (int i = 0; i < 3; i++)
        json_array_append_new(load, json_real(m->load[i]));
    for (size_t i = 0; i < registry_peer_count(); i++)
        json_array_append_new(peers, json_string(registry_peer_note(i)));
    put_text(&o, "date", m->date);
    put_text(&o, "host_name", m->host);
    put_text(&o, "executable", m->executable);
    put_count(&o, "num_cpus", m->cpus);
    put_count(&o, "mhz_per_cpu", (uint64_t)(m->cycle_hz / 1e6 + 0.5));
    put(&o, "cpu_scaling_enabled",
        m->governor[0] ? json_boolean(strcmp(m->governor, "performance") != 0) : json_null());
    put(&o, "aslr_enabled", m->aslr[0] ? json_boolean(strcmp(m->aslr, "on") == 0) : json_null());
    put(&o, "caches", json_array());
    put(&o, "load_avg", load);
    put_text(&o, "library_version", m->commit);
    put_text(&o, "library_build_type", "release");
    put_count(&o, "json_schema_version", 1);
    put_text(&o, "cpu_model", m->cpu);
    put_text(&o, "cpu_features", m->features);
    put_text(&o, "virtual_machine", m->hypervisor);
    put_text(&o, "cycle_counter", m->cycles);
    put_number(&o, "cycle_counter_hz", m->cycle_hz);
    put_text(&o, "constant_tsc", m->constant_tsc);
    put_text(&o, "governor", m->governor);
    put_text(&o, "turbo", m->turbo);
    put_text(&o, "kernel", m->kernel);
    put_text(&o, "compiler", m->compiler);
    put_text(&o, "compiler_flags", m->flags);
    put_text(&o, "commit", m->commit);
    put_text(&o, "gmp_version", m->gmp);
    put_text(&o, "gmp_path", m->gmp_path);
    put_text(&o, "hash_engine", m->hash_engine);
    put(&o, "peers", peers);
    put_text(&o, "clock",
             "min, quartiles, median, cpu_time and ratios: thread CPU time; "
             "real_time: median by the cycle counter");
    put_text(&o, "timed_part", bench_inside);
    if (o.bad) {
        json_decref(o.at);
        return NULL;
    }
    return o.at;
}

static void put_ratio(struct object *o, const char *key, const struct interval *ratio)
{
    char name[40];

    snprintf(name, sizeof name, "%s_paired", key);
    put_number(o, name, ratio->estimate);
    snprintf(name, sizeof name, "%s_low", key);
    put_number(o, name, ratio->low);
    snprintf(name, sizeof name, "%s_high", key);
    put_number(o, name, ratio->high);
}

static void put_samples(struct object *o, const char *key, const struct cell *cell)
{
    json_t *samples = json_array();

    for (size_t i = 0; i < cell->count; i++)
        o->bad |= json_array_append_new(samples, json_real(cell->samples[i].cpu_ns)) != 0;
    put(o, key, samples);
}

static void put_times(struct object *o, const struct record *row)
{
    const struct summary *s = &row->cpu;

    put_count(o, "iterations", row->cell->operations);
    put_number(o, "real_time", row->wall.median);
    put_number(o, "cpu_time", s->median);
    put_number(o, "min", s->min);
    put_number(o, "q1", s->q1);
    put_number(o, "median", s->median);
    put_number(o, "q3", s->q3);
    put_number(o, "max", s->max);
    put_number(o, "q10", s->q10);
    put_number(o, "q90", s->q90);
    put_number(o, "mean", s->mean);
    put_count(o, "samples", s->n);
    put_count(o, "keys", row->keys);
    put_count(o, "disturbed", row->cell->disturbed);
    put_number(o, "cycles", row->cycles.median);
    put_number(o, "ops_per_second", row->ops_per_second);
    put_number(o, "first_call", row->cell->first_ns > 0 ? row->cell->first_ns : NAN);
    put_samples(o, "sample_ns", row->cell);
}

static void put_sizes(struct object *o, const struct record *row)
{
    put_count(o, "key_bits", row->key.bits);
    put_count(o, "private_key_bytes", row->key.private_raw);
    put_count(o, "private_key_der_bytes", row->key.private_der);
    put_count(o, "public_key_bytes", row->key.public_raw);
    put_count(o, "public_key_der_bytes", row->key.public_der);
    put_count(o, "signature_bytes", row->sig_max);
    put_count(o, "signature_bytes_min", row->sig_min);
    put_count(o, "signature_other_form_bytes", row->sig_other);
}

/* The row of the same group that self stands for, or NULL. */
static const struct record *self_of(const struct results *results, const struct record *row)
{
    for (size_t i = 0; i < results->count; i++)
        if (results->rows[i].is_self && record_same_group(row, &results->rows[i]))
            return &results->rows[i];
    return NULL;
}

static json_t *entry(const struct results *results, size_t index)
{
    const struct record *row = &results->rows[index];
    const struct record *self = self_of(results, row);
    struct object o = {json_object(), 0};
    char name[128];

    record_name(name, sizeof name, row);
    put_text(&o, "name", name);
    put_text(&o, "run_name", name);
    put_text(&o, "run_type", "iteration");
    put_count(&o, "repetitions", 1);
    put_count(&o, "repetition_index", 0);
    put_count(&o, "threads", 1);
    put_text(&o, "time_unit", "ns");
    put_text(&o, "alg", row->alg);
    put_text(&o, "op", op_name(row->op));
    put_text(&o, "impl", row->impl);
    put_text(&o, "step", row->step);
    put_text(&o, "version", row->version);
    put_count(&o, "payload", row->payload);
    put_text(&o, "hash", hash_name(row->hash));
    if (row->op != OP_HASH)
        put_sizes(&o, row);
    if (row->cell->verdict == GOOD && row->cpu.n > 0) {
        int same = self && self->cell->verdict == GOOD && self->cpu.n > 0;
        put_times(&o, row);
        put_number(&o, "ratio_self", same ? row->cpu.median / self->cpu.median : NAN);
        put_ratio(&o, "ratio_self", &row->ratio_self);
        put(&o, "best_peer", row->best_peer ? json_string(row->best_peer) : json_null());
        put_ratio(&o, "ratio_peer", &row->ratio_peer);
        if (row->is_twin)
            put_ratio(&o, "ratio_twin", &row->ratio_twin);
    } else {
        put(&o, "error_occurred", json_true());
        put_text(&o, "error_message",
                 row->cell->why   ? row->cell->why
                 : row->cell->cut ? "no key within the time"
                                  : "no time left");
        put_text(&o, "state",
                 row->cell->verdict == WRONG    ? "wrong"
                 : row->cell->verdict == CANNOT ? "unsupported"
                                                : "no time");
    }
    if (o.bad) {
        json_decref(o.at);
        return NULL;
    }
    return o.at;
}

json_t *output_json(const struct results *results)
{
    struct object o = {json_object(), 0}, context = {output_json_context(&results->machine), 0};
    json_t *benchmarks = json_array(), *notes = json_array();

    put_count(&context, "rounds", results->account.rounds);
    put_number(&context, "seconds", results->seconds);
    put_number(&context, "wall_seconds", results->account.wall_seconds);
    put_number(&context, "timed_seconds", results->account.timed_seconds);
    if (results->yardstick) {
        put_text(&context, "yardstick", yardstick_what);
        put_samples(&context, "yardstick_ns", results->yardstick);
    }
    for (size_t i = 0; i < results->note_count; i++)
        json_array_append_new(notes, json_string(results->notes[i]));
    put(&context, "notes", notes);
    for (size_t i = 0; i < results->count; i++)
        o.bad |= json_array_append_new(benchmarks, entry(results, i)) != 0;
    o.bad |= context.bad;
    put(&o, "context", context.at);
    put(&o, "benchmarks", benchmarks);
    if (o.bad) {
        json_decref(o.at);
        return NULL;
    }
    return o.at;
}
