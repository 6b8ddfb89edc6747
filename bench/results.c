/* results - summaries and ratios of measured rows. */
#include <math.h>
#include <string.h>

#include "bench/bench.h"

int record_same_group(const struct record *a, const struct record *b)
{
    return strcmp(a->alg, b->alg) == 0 && a->op == b->op && a->payload == b->payload &&
           a->hash == b->hash;
}

static int measured(const struct record *row)
{
    return row->cell->verdict == GOOD && row->cpu.n > 0;
}

static void finish_group(struct record *rows, size_t count)
{
    const struct record *self = NULL, *peer = NULL;

    for (size_t i = 0; i < count; i++) {
        if (!measured(&rows[i]))
            continue;
        if (rows[i].is_self)
            self = &rows[i];
        if (rows[i].is_peer && (!peer || rows[i].cpu.median < peer->cpu.median))
            peer = &rows[i];
    }
    for (size_t i = 0; i < count; i++) {
        struct record *row = &rows[i];
        row->best_peer = peer ? peer->impl : NULL;
        if (measured(row) && self)
            cell_ratio(&row->ratio_self, row->cell, self->cell);
        if (measured(row) && peer)
            cell_ratio(&row->ratio_peer, row->cell, peer->cell);
        if (row->is_twin && i > 0 && measured(row) && measured(&rows[i - 1]))
            cell_ratio(&row->ratio_twin, row->cell, rows[i - 1].cell);
    }
}

void results_finish(struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        struct record *row = &results->rows[i];
        cell_summary(&row->cpu, row->cell, CPU_NS);
        cell_summary(&row->wall, row->cell, WALL_NS);
        cell_summary(&row->cycles, row->cell, CYCLES);
        row->keys = operation_keys(row->op, row->cell->operands);
        row->ops_per_second = row->cpu.median > 0 ? 1e9 / row->cpu.median : 0;
    }
    for (size_t i = 0, next; i < results->count; i = next) {
        next = i + 1;
        while (next < results->count && record_same_group(&results->rows[i], &results->rows[next]))
            next++;
        finish_group(&results->rows[i], next - i);
    }
}

size_t results_wrong(const struct results *results)
{
    size_t wrong = results->refused;

    for (size_t i = 0; i < results->count; i++)
        wrong += results->rows[i].cell->verdict == WRONG;
    return wrong;
}

/* P(X >= k) for n trials of probability p. */
static double binomial_tail(size_t n, size_t k, double p)
{
    double term = pow(1 - p, (double)n), below = 0;

    for (size_t i = 0; i < k; i++) {
        below += term;
        term *= (double)(n - i) / (double)(i + 1) * p / (1 - p);
    }
    return fmax(0, 1 - below);
}

/* How far 1 lies from the interval, as a share of its width. */
static double distance(const struct interval *r)
{
    return fmax(r->low - 1, 1 - r->high) / (r->high - r->low);
}

void results_aa(struct aa *out, const struct results *results)
{
    *out = (struct aa){0};
    for (size_t i = 0; i < results->count; i++) {
        const struct record *row = &results->rows[i];
        if (!row->is_twin || row->ratio_twin.n == 0 ||
            !(row->ratio_twin.low < row->ratio_twin.high))
            continue;
        out->pairs++;
        if (interval_holds(&row->ratio_twin, 1))
            continue;
        out->outside++;
        if (!out->worst || distance(&row->ratio_twin) > distance(&out->worst->ratio_twin))
            out->worst = row;
    }
    out->chance = binomial_tail(out->pairs, out->outside, 0.05);
}
