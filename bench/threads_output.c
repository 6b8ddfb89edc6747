/* threads_output - what --threads found: table, JSON, CSV. */
#include <math.h>
#include <string.h>

#include "bench/threads.h"

static int measured(const struct team_record *team)
{
    return team->verdict == GOOD && team->rounds > 0;
}

static void team_line(FILE *to, const struct team_record *team, unsigned threads)
{
    const struct record *row = team->row;
    char label[64], a[24], b[24], c[24], d[24], total[80], share[80];

    if (row->is_self)
        snprintf(label, sizeof label, "self (%s)", row->step);
    else
        snprintf(label, sizeof label, "%s", row->impl);
    fprintf(to, "  %-21s ", label);
    if (!measured(team)) {
        fprintf(to, "%s: %s\n", team->verdict == WRONG ? "WRONG" : "unsupported",
                team->why ? team->why : "no reason given");
        return;
    }
    snprintf(total, sizeof total, "%s [%s, %s]", format_number(a, team->many_rate.estimate),
             format_number(b, team->many_rate.low), format_number(c, team->many_rate.high));
    snprintf(share, sizeof share, "%s [%s, %s]", format_number(a, team->efficiency.estimate),
             format_number(b, team->efficiency.low), format_number(c, team->efficiency.high));
    fprintf(to, "%12s  %-28s %8s  %-24s %6zu", format_number(d, team->one_rate.estimate), total,
            format_number(a, threads * team->efficiency.estimate), share, team->rounds);
    output_keys(to, operation_keys(row->op, team->operands));
    fputc('\n', to);
}

void threads_table(FILE *to, const struct threads_results *results)
{
    char many[32];

    output_machine(to, &results->base.machine);
    fprintf(to,
            "%u threads, each with keys and messages of its own, in windows of at least %.0f ms; "
            "operations a second by wall\n"
            "time, medians over the rounds with 95 %% intervals by bootstrap. speed-up: over one "
            "thread, measured right before,\n"
            "round by round; efficiency: speed-up over the number of threads.\n",
            results->threads, 1e3 * results->window);
    if (results->threads > results->base.machine.cpus)
        fprintf(to, "%u threads share %u CPUs: the efficiency cannot be above %.3f by much.\n",
                results->threads, results->base.machine.cpus,
                (double)results->base.machine.cpus / results->threads);
    snprintf(many, sizeof many, "%u threads, ops/s", results->threads);
    for (size_t i = 0; i < results->count; i++) {
        const struct record *row = results->teams[i].row;
        if (i == 0 || !record_same_group(row, results->teams[i - 1].row)) {
            fprintf(to, "\n%s %s", row->alg, op_name(row->op));
            if (row->op != OP_KEYGEN)
                fprintf(to, ", %zu bytes", row->payload);
            fprintf(to, ", %s\n  %-21s %12s  %-28s %8s  %-24s %6s\n", hash_name(row->hash), "",
                    "1 thread", many, "speed-up", "efficiency", "rounds");
        }
        team_line(to, &results->teams[i], results->threads);
    }
    if (results->count < results->base.count)
        fprintf(to, "\nRSA key generation is left out: its luck hides what threads do.\n");
    for (size_t i = 0; i < results->base.note_count; i++)
        fprintf(to, "%s\n", results->base.notes[i]);
    fprintf(to, "\n%.1f s\n", results->base.seconds);
}

/* "ed25519/sign/self/payload:1024/threads:2" */
static void team_name(char *buf, size_t len, const struct team_record *team, unsigned threads)
{
    char name[128];

    record_name(name, sizeof name, team->row);
    snprintf(buf, len, "%s/threads:%u", name, threads);
}

void threads_csv(FILE *to, const struct threads_results *results)
{
    fputs("name,alg,op,impl,step,payload,threads,state,rounds,one_ops_per_second,ops_per_second,"
          "ops_per_second_low,ops_per_second_high,efficiency,efficiency_low,efficiency_high\n",
          to);
    for (size_t i = 0; i < results->count; i++) {
        const struct team_record *t = &results->teams[i];
        const double x[] = {t->one_rate.estimate, t->many_rate.estimate,  t->many_rate.low,
                            t->many_rate.high,    t->efficiency.estimate, t->efficiency.low,
                            t->efficiency.high};
        char name[160];
        team_name(name, sizeof name, t, results->threads);
        fprintf(to, "%s,%s,%s,%s,%s,%zu,%u,%s,%zu", name, t->row->alg, op_name(t->row->op),
                t->row->impl, t->row->step, t->row->payload, results->threads,
                measured(t)           ? "ok"
                : t->verdict == WRONG ? "wrong"
                                      : "unsupported",
                t->rounds);
        for (size_t k = 0; k < sizeof x / sizeof x[0]; k++)
            fprintf(to, measured(t) && isfinite(x[k]) ? ",%.10g" : ",", x[k]);
        fputc('\n', to);
    }
}

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

/* real_time and sample_ns: wall time of the whole team for one operation. */
static json_t *entry(const struct team_record *t, unsigned threads)
{
    const struct record *row = t->row;
    char name[160];

    team_name(name, sizeof name, t, threads);
    json_t *o = json_pack(
        "{s:s, s:s, s:s, s:i, s:i, s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:s, s:I}", "name", name,
        "run_name", name, "run_type", "iteration", "repetitions", 1, "repetition_index", 0,
        "threads", (int)threads, "time_unit", "ns", "alg", row->alg, "op", op_name(row->op), "impl",
        row->impl, "step", row->step, "version", row->version, "payload", (json_int_t)row->payload,
        "hash", hash_name(row->hash), "key_bits", (json_int_t)row->key.bits);
    if (!o)
        return NULL;
    if (!measured(t)) {
        json_object_set_new(o, "error_occurred", json_true());
        json_object_set_new(o, "error_message", json_string(t->why ? t->why : "no time"));
        json_object_set_new(o, "state", json_string(t->verdict == WRONG ? "wrong" : "unsupported"));
        return o;
    }
    json_t *samples = json_array();
    for (size_t i = 0; i < t->rounds; i++)
        json_array_append_new(samples, number(1e9 / t->many[i]));
    json_object_set_new(o, "iterations", json_integer((json_int_t)t->rounds));
    json_object_set_new(o, "keys", json_integer((json_int_t)operation_keys(row->op, t->operands)));
    json_object_set_new(o, "real_time", number(1e9 / t->many_rate.estimate));
    json_object_set_new(o, "cpu_time", number(1e9 / t->many_rate.estimate));
    json_object_set_new(o, "items_per_second", number(t->many_rate.estimate));
    json_object_set_new(o, "ops_per_second", number(t->many_rate.estimate));
    json_object_set_new(o, "ops_per_second_low", number(t->many_rate.low));
    json_object_set_new(o, "ops_per_second_high", number(t->many_rate.high));
    json_object_set_new(o, "one_thread_ops_per_second", number(t->one_rate.estimate));
    json_object_set_new(o, "efficiency", number(t->efficiency.estimate));
    json_object_set_new(o, "efficiency_low", number(t->efficiency.low));
    json_object_set_new(o, "efficiency_high", number(t->efficiency.high));
    json_object_set_new(o, "sample_ns", samples);
    return o;
}

json_t *threads_json(const struct threads_results *results)
{
    json_t *context = output_json_context(&results->base.machine), *list = json_array();
    json_t *json = json_pack("{s:o, s:o}", "context", context, "benchmarks", list);
    int bad = !json;

    if (context)
        json_object_set_new(context, "clock",
                            json_string("times: wall time of all threads together for one "
                                        "operation"));
    for (size_t i = 0; i < results->count && !bad; i++)
        bad = json_array_append_new(list, entry(&results->teams[i], results->threads)) != 0;
    if (!bad)
        return json;
    json_decref(json);
    return NULL;
}
