/* cell - what the samples of a cell, and of two cells, say. */
#include <math.h>
#include <stdlib.h>

#include "bench/measure.h"
#include "bench/need.h"

#define DISTURBED 1.05 /* wall over CPU time; a preemption is far more */

int sample_is_disturbed(const struct sample *sample)
{
    return sample->wall_ns > DISTURBED * sample->cpu_ns;
}

void cell_clear(struct cell *cell)
{
    free(cell->samples);
    cell->samples = NULL;
    cell->count = cell->room = 0;
}

static double value_of(const struct sample *sample, enum cell_clock clock)
{
    switch (clock) {
    case CPU_NS:
        return sample->cpu_ns;
    case WALL_NS:
        return sample->wall_ns;
    case CYCLES:
        break;
    }
    return sample->cycles;
}

/* The samples' values, for free(), *count of them; NULL where there are none. */
static double *values(size_t *count, const struct cell *cell, enum cell_clock clock)
{
    double *x = cell->count ? need_grown(NULL, cell->count, sizeof *x) : NULL;
    int all = clock != CYCLES || cell->disturbed >= cell->count;

    *count = 0;
    for (size_t i = 0; x && i < cell->count; i++)
        if (all || !sample_is_disturbed(&cell->samples[i]))
            x[(*count)++] = value_of(&cell->samples[i], clock);
    return x;
}

void cell_summary(struct summary *out, const struct cell *cell, enum cell_clock clock)
{
    size_t count;
    double *x = values(&count, cell, clock);

    stats_summary(out, x, count);
    free(x);
}

void cell_ratio(struct interval *out, const struct cell *a, const struct cell *b)
{
    size_t pairs = 0, j = 0, nx, ny;
    double *x = values(&nx, a, CPU_NS), *y = values(&ny, b, CPU_NS);

    *out = (struct interval){NAN, NAN, NAN, 0};
    if (x && y && a == b) {
        *out = (struct interval){1, 1, 1, nx};
    } else if (x && y && (a->job.distribution || b->job.distribution)) {
        stats_bootstrap_ratio(out, x, nx, y, ny, 1);
    } else if (x && y) {
        for (size_t i = 0; i < a->count; i++) {
            while (j < b->count && b->samples[j].round < a->samples[i].round)
                j++;
            if (j < b->count && b->samples[j].round == a->samples[i].round &&
                b->samples[j].cpu_ns > 0)
                x[pairs++] = a->samples[i].cpu_ns / b->samples[j].cpu_ns;
        }
        stats_bootstrap_median(out, x, pairs, 1);
    }
    free(x);
    free(y);
}
