/* command_ladder_print - ladders as tables, CSV and JSON. */
#include <math.h>
#include <string.h>

#include "bench/command_ladder.h"

static double time_of(const struct rung *rung)
{
    const struct record *record = rung->record;

    return record->cell->verdict == GOOD && record->cpu.n ? record->cpu.median : NAN;
}

/* A step of the ladder: self-written, GMP's reference row not among them. */
static int is_step(const struct rung *rung)
{
    return rung->row && !rung->record->is_peer && !(rung->row->flags & STEP_PEER);
}

/* The rows of one algorithm and operation. */
struct group {
    const struct rung *rungs;
    size_t count;
};

static struct group group_at(const struct ladder *ladder, size_t i)
{
    struct group group = {ladder->rungs + i, 1};

    while (i + group.count < ladder->results->count &&
           record_same_group(group.rungs[0].record, group.rungs[group.count].record))
        group.count++;
    return group;
}

/* How many times faster than the step before (NULL: the first step). */
static double gain(const struct group *group, size_t i, int over_first)
{
    const struct rung *other = NULL;

    for (size_t k = 0; k < i; k++)
        if (is_step(&group->rungs[k]) && isfinite(time_of(&group->rungs[k]))) {
            other = &group->rungs[k];
            if (over_first)
                break;
        }
    return other ? time_of(other) / time_of(&group->rungs[i]) : NAN;
}

static int column_is_used(const struct group *group, enum count_op op)
{
    for (size_t i = 0; i < group->count; i++)
        if (group->rungs[i].counts[op] >= 0.5)
            return 1;
    return 0;
}

static const char *format_gain(char buf[24], double x)
{
    char plain[24];

    if (!isfinite(x))
        snprintf(buf, 24, "-");
    else
        snprintf(buf, 24, "%sx", format_number(plain, x));
    return buf;
}

static const char *format_bytes(char buf[24], size_t bytes)
{
    if (bytes)
        snprintf(buf, 24, "%zu", bytes);
    else
        snprintf(buf, 24, "-");
    return buf;
}

static void print_rung(FILE *to, const struct group *group, size_t i,
                       const struct ladder_column *columns)
{
    const struct rung *rung = &group->rungs[i];
    char t[24], before[24], first[24], a[24], b[24];

    fprintf(to, "%-12s %10s %8s %8s", rung->record->step, format_time(t, time_of(rung)),
            is_step(rung) ? format_gain(before, gain(group, i, 0)) : "-",
            format_gain(first, gain(group, i, 1)));
    for (; columns->head; columns++) {
        if (!column_is_used(group, columns->op))
            continue;
        if (!rung->counted)
            fprintf(to, " %10s", "-");
        else
            fprintf(to, " %10.*f", rung->counts[columns->op] < 99.95 ? 1 : 0,
                    rung->counts[columns->op]);
    }
    fprintf(to, " %8s %8s", format_bytes(a, is_step(rung) ? rung->table_bytes : 0),
            format_bytes(b, is_step(rung) ? rung->code_bytes : 0));
    output_keys(to, rung->record->keys);
    fputc('\n', to);
    if (rung->row && !rung->record->is_peer)
        fprintf(to, "    %s (%s)\n", rung->row->idea, rung->row->source);
    else
        fprintf(to, "    %s\n", rung->record->version);
}

static void print_group(FILE *to, const struct group *group)
{
    const struct record *record = group->rungs[0].record;
    const struct alg *alg = alg_by_name(record->alg);
    const struct ladder_column *columns = ladder_columns(alg->family, record->op);

    fprintf(to, "\n%s %s", record->alg, op_name(record->op));
    if (record->payload)
        fprintf(to, ", %zu bytes", record->payload);
    fprintf(to, "\n%-12s %10s %8s %8s", "step", "time", "before", "first");
    for (const struct ladder_column *c = columns; c->head; c++)
        if (column_is_used(group, c->op))
            fprintf(to, " %10s", c->head);
    fprintf(to, " %8s %8s\n", "tables", "code");
    for (size_t i = 0; i < group->count; i++)
        print_rung(to, group, i, columns);
}

/* Steps that were too slow for the time: what is called first or best is so among the others. */
static void print_untimed(FILE *to, const struct group *group, int any_timed)
{
    int some = 0;

    if (!any_timed)
        fprintf(to, "  no time left");
    for (size_t i = 0; i < group->count && any_timed; i++)
        if (is_step(&group->rungs[i]) && !isfinite(time_of(&group->rungs[i])))
            fprintf(to, "%s%s", some++ ? ", " : "  no time left for ",
                    group->rungs[i].record->step);
    fputc('\n', to);
}

/* First and best step, and the best peer. */
static void print_line(FILE *to, const struct group *group)
{
    const struct rung *first = NULL, *best = NULL, *peer = NULL;
    char a[24], b[24], c[24], d[24], e[24];

    for (size_t i = 0; i < group->count; i++) {
        const struct rung *rung = &group->rungs[i];
        double t = time_of(rung);
        if (!isfinite(t))
            continue;
        if (is_step(rung) && !first)
            first = rung;
        if (is_step(rung) && (!best || t < time_of(best)))
            best = rung;
        if (rung->record->is_peer && (!peer || t < time_of(peer)))
            peer = rung;
    }
    fprintf(to, "%-11s %-7s %-10s %10s  %-10s %10s %8s  %-10s %10s %8s",
            group->rungs[0].record->alg, op_name(group->rungs[0].record->op),
            first ? first->record->step : "-", first ? format_time(a, time_of(first)) : "-",
            best ? best->record->step : "-", best ? format_time(b, time_of(best)) : "-",
            first && best ? format_gain(c, time_of(first) / time_of(best)) : "-",
            peer ? peer->record->step : "-", peer ? format_time(d, time_of(peer)) : "-",
            peer && best ? format_gain(e, time_of(peer) / time_of(best)) : "-");
    print_untimed(to, group, best != NULL);
}

void ladder_print(FILE *to, const struct ladder *ladder)
{
    if (!ladder->whole)
        fprintf(to, "%-11s %-7s %-10s %10s  %-10s %10s %8s  %-10s %10s %8s\n", "algorithm", "op",
                "first", "time", "best", "time", "gain", "best peer", "time", "over it");
    for (size_t i = 0; i < ladder->results->count;) {
        struct group group = group_at(ladder, i);
        if (ladder->whole)
            print_group(to, &group);
        else
            print_line(to, &group);
        i += group.count;
    }
    if (!ladder->whole)
        fprintf(to, "\nfirst, best: of the steps that had the time; gain: the best over the first; "
                    "over it: the best step over the best peer.\n");
    else
        fprintf(
            to,
            "\nbefore, first: how many times faster than the step before, than the first. Counts "
            "are means of one operation;\nlimb products within GMP are modelled by the schoolbook. "
            "tables, code: bytes. tables: of fixed multiples; of RSA's\npowers the window, made "
            "anew for each operation. code: the step's own objects, GMP's not.\n");
    for (size_t i = 0; i < ladder->results->note_count; i++)
        fprintf(to, "%s\n", ladder->results->notes[i]);
    output_machine(to, &ladder->results->machine);
}

/* Empty where there is none. */
static void csv_number(FILE *to, double x)
{
    if (isfinite(x))
        fprintf(to, ",%.6g", x);
    else
        fputc(',', to);
}

void ladder_csv(FILE *to, const struct ladder *ladder)
{
    fprintf(to, "alg,op,impl,payload,time_ns,gain_before,gain_first,table_bytes,code_bytes");
    for (int op = 0; op < OP_COUNT; op++)
        fprintf(to, ",%s", count_name((enum count_op)op));
    fputc('\n', to);
    for (size_t at = 0; at < ladder->results->count;) {
        struct group group = group_at(ladder, at);
        for (size_t i = 0; i < group.count; i++) {
            const struct rung *rung = &group.rungs[i];
            fprintf(to, "%s,%s,%s,%zu", rung->record->alg, op_name(rung->record->op),
                    rung->record->step, rung->record->payload);
            csv_number(to, time_of(rung));
            csv_number(to, gain(&group, i, 0));
            csv_number(to, gain(&group, i, 1));
            fprintf(to, ",%zu,%zu", rung->table_bytes, rung->code_bytes);
            for (int op = 0; op < OP_COUNT; op++)
                if (rung->counted)
                    fprintf(to, ",%.10g", rung->counts[op]);
                else
                    fputc(',', to);
            fputc('\n', to);
        }
        at += group.count;
    }
}

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *rung_json(const struct group *group, size_t i)
{
    const struct rung *rung = &group->rungs[i];
    json_t *object = json_object(), *counts = json_object();

    json_object_set_new(object, "alg", json_string(rung->record->alg));
    json_object_set_new(object, "op", json_string(op_name(rung->record->op)));
    json_object_set_new(object, "impl", json_string(rung->record->step));
    json_object_set_new(object, "payload", json_integer((json_int_t)rung->record->payload));
    json_object_set_new(object, "idea", json_string(rung->row ? rung->row->idea : ""));
    json_object_set_new(object, "source", json_string(rung->row ? rung->row->source : ""));
    json_object_set_new(object, "peer", json_boolean(rung->record->is_peer));
    json_object_set_new(object, "median", number(time_of(rung)));
    json_object_set_new(object, "q1", number(rung->record->cpu.q1));
    json_object_set_new(object, "q3", number(rung->record->cpu.q3));
    json_object_set_new(object, "gain_before", number(gain(group, i, 0)));
    json_object_set_new(object, "gain_first", number(gain(group, i, 1)));
    json_object_set_new(object, "table_bytes", json_integer((json_int_t)rung->table_bytes));
    json_object_set_new(object, "code_bytes", json_integer((json_int_t)rung->code_bytes));
    for (int op = 0; rung->counted && op < OP_COUNT; op++)
        if (rung->counts[op] > 0)
            json_object_set_new(counts, count_name((enum count_op)op), json_real(rung->counts[op]));
    json_object_set_new(object, "counts", counts);
    return object;
}

json_t *ladder_json(const struct ladder *ladder)
{
    json_t *root = json_object(), *rows = json_array();

    json_object_set_new(root, "context", output_json_context(&ladder->results->machine));
    for (size_t at = 0; at < ladder->results->count;) {
        struct group group = group_at(ladder, at);
        for (size_t i = 0; i < group.count; i++)
            json_array_append_new(rows, rung_json(&group, i));
        at += group.count;
    }
    json_object_set_new(root, "ladder", rows);
    return root;
}
