/* batch_output - the study as a table, CSV and JSON. */
#include <math.h>

#include "bench/batch.h"

static const char *state(const struct batch_row *row)
{
    switch (row->cell->verdict) {
    case WRONG:
        return "wrong";
    case CANNOT:
        return "unsupported";
    default:
        return row->cpu.n ? "ok" : "no time";
    }
}

void batch_print(FILE *to, const struct batch_study *study)
{
    char t[24], size[24], batch[24], rate[24], r[24], low[24], high[24];

    fprintf(to, "Ed25519 batch verification, messages of %zu B, %zu keys in turn\n",
            study->ring.payload, study->ring.count);
    for (size_t i = 0; i < study->count; i++) {
        const struct batch_row *row = &study->rows[i];

        if (row->size == 0)
            fprintf(to, "\nstep %s\n%-10s %12s %12s %10s  %-18s %12s\n", row->impl, "signatures",
                    "a batch", "a signature", "to single", "95 % interval", "a second");
        snprintf(size, sizeof size, "%zu", row->size);
        if (row->cell->verdict != GOOD || row->cpu.n == 0) {
            fprintf(to, "%-10s %s%s%s\n", row->size ? size : "single", state(row),
                    row->cell->why ? ": " : "", row->cell->why ? row->cell->why : "");
            continue;
        }
        snprintf(batch, sizeof batch, "%s",
                 row->size ? format_time(t, row->cpu.median * (double)row->size) : "-");
        fprintf(to, "%-10s %12s %12s %10s  ", row->size ? size : "single", batch,
                format_time(t, row->cpu.median), format_number(r, row->ratio.estimate));
        snprintf(batch, sizeof batch, "%s to %s", format_number(low, row->ratio.low),
                 format_number(high, row->ratio.high));
        fprintf(to, "%-18s %12s\n", row->size ? batch : "",
                format_number(rate, 1e9 / row->cpu.median));
    }
    fprintf(to,
            "\nto single: a signature's cost in the batch over that of single verification by the "
            "same step, in the same rounds.\nTimed: hashing, random coefficients (from the "
            "operating system), decoding, the equation. All signatures are right;\neach size was "
            "seen to find a wrong one before.\n");
    output_machine(to, &study->machine);
}

static void number(FILE *to, double x)
{
    fputc(',', to);
    if (isfinite(x))
        fprintf(to, "%.10g", x);
}

void batch_csv(FILE *to, const struct batch_study *study)
{
    fputs("alg,op,impl,payload,size,state,samples,min_ns,q1_ns,median_ns,q3_ns,max_ns,"
          "ratio_single,ratio_single_low,ratio_single_high\n",
          to);
    for (size_t i = 0; i < study->count; i++) {
        const struct batch_row *row = &study->rows[i];
        const double values[] = {row->cpu.min,   row->cpu.q1,    row->cpu.median,
                                 row->cpu.q3,    row->cpu.max,   row->ratio.estimate,
                                 row->ratio.low, row->ratio.high};
        const int ok = row->cpu.n > 0 && row->cell->verdict == GOOD;

        fprintf(to, "ed25519,%s,%s,%zu,%zu,%s,%zu", row->size ? "batch" : "verify", row->impl,
                study->ring.payload, row->size ? row->size : 1, state(row), row->cpu.n);
        for (size_t k = 0; k < sizeof values / sizeof *values; k++)
            number(to, ok ? values[k] : NAN);
        fputc('\n', to);
    }
}

static int put(json_t *object, const char *key, double x)
{
    return json_object_set_new(object, key, isfinite(x) ? json_real(x) : json_null());
}

static json_t *row_json(const struct batch_study *study, const struct batch_row *row)
{
    json_t *object = json_object(), *samples = json_array();
    const double size = row->size ? (double)row->size : 1;
    char name[96];
    int bad = 0;

    snprintf(name, sizeof name, "ed25519/%s/%s/payload:%zu/size:%zu",
             row->size ? "batch" : "verify", row->impl, study->ring.payload,
             row->size ? row->size : 1);
    bad |= json_object_set_new(object, "name", json_string(name));
    bad |= json_object_set_new(object, "run_name", json_string(name));
    bad |= json_object_set_new(object, "run_type", json_string("iteration"));
    bad |= json_object_set_new(object, "time_unit", json_string("ns"));
    bad |= json_object_set_new(object, "alg", json_string("ed25519"));
    bad |= json_object_set_new(object, "op", json_string(row->size ? "batch" : "verify"));
    bad |= json_object_set_new(object, "impl", json_string(row->impl));
    bad |= json_object_set_new(object, "payload", json_integer((json_int_t)study->ring.payload));
    bad |= json_object_set_new(object, "size", json_integer((json_int_t)size));
    bad |= json_object_set_new(object, "state", json_string(state(row)));
    if (row->cell->verdict != GOOD || row->cpu.n == 0) {
        bad |= json_object_set_new(object, "error_occurred", json_true());
        bad |= json_object_set_new(object, "error_message",
                                   json_string(row->cell->why ? row->cell->why : "no time left"));
    } else {
        bad |= json_object_set_new(object, "iterations",
                                   json_integer((json_int_t)row->cell->operations));
        bad |= put(object, "cpu_time", row->cpu.median);
        bad |= put(object, "min", row->cpu.min);
        bad |= put(object, "q1", row->cpu.q1);
        bad |= put(object, "median", row->cpu.median);
        bad |= put(object, "q3", row->cpu.q3);
        bad |= put(object, "max", row->cpu.max);
        bad |= put(object, "ratio_single", row->ratio.estimate);
        bad |= put(object, "ratio_single_low", row->ratio.low);
        bad |= put(object, "ratio_single_high", row->ratio.high);
    }
    for (size_t i = 0; i < row->cell->count; i++)
        bad |= json_array_append_new(samples, json_real(row->cell->samples[i].cpu_ns / size));
    bad |= json_object_set_new(object, "sample_ns", samples);
    if (bad) {
        json_decref(object);
        return NULL;
    }
    return object;
}

json_t *batch_json(const struct batch_study *study)
{
    json_t *root = json_object(), *rows = json_array();
    int bad = 0;

    for (size_t i = 0; i < study->count; i++)
        bad |= json_array_append_new(rows, row_json(study, &study->rows[i]));
    bad |= json_object_set_new(root, "context", output_json_context(&study->machine));
    bad |= json_object_set_new(root, "benchmarks", rows);
    if (bad) {
        json_decref(root);
        return NULL;
    }
    return root;
}
