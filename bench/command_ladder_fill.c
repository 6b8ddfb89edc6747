/* command_ladder_fill - counts and bytes beside the measured rows. */
#include <errno.h>
#include <stdlib.h>

#include "bench/command_ladder.h"
#include "bench/need.h"
#include "bench/registry.h"
#include "bench/units_code.h"

static int is_self_written(const struct record *row)
{
    return !row->is_peer;
}

/* Counts and bytes of each row, in rungs[], which runs beside results->rows. */
static void fill_rungs(struct rung *rungs, const struct results *results, size_t payload,
                       double seconds, double slowest)
{
    struct tree_work *work = need_zeroed(1, sizeof *work);
    const struct alg *made = NULL;
    const char *why;

    for (size_t i = 0; i < results->count; i++) {
        const struct record *record = &results->rows[i];
        const struct alg *alg = alg_by_name(record->alg);
        const struct impl *row = alg ? registry_find(alg, record->step) : NULL;
        rungs[i].record = record;
        rungs[i].row = row;
        if (!row || !is_self_written(record))
            continue;
        errno = 0;
        if (made != alg && slowest > 0) {
            if (made)
                tree_work_clear(work);
            made = tree_work_make(work, alg, payload, &why) == DONE ? alg : NULL;
            if (!made)
                need_memory();
        }
        if (made == alg && !(row->flags & STEP_PEER) && record->cpu.median <= slowest * 1e9)
            rungs[i].counted =
                ladder_counts(rungs[i].counts, row, record->op, work, seconds) == DONE;
        if (!rungs[i].counted)
            need_memory();
        rungs[i].table_bytes = row->table_bytes ? row->table_bytes(row) : 0;
        rungs[i].code_bytes = code_bytes(row);
    }
    if (made)
        tree_work_clear(work);
    free(work);
}

enum result ladder_fill(struct ladder *out, const struct results *results, size_t payload,
                        double seconds, double slowest)
{
    *out = (struct ladder){.results = results,
                           .rungs = calloc(results->count + 1, sizeof *out->rungs)};
    if (!out->rungs)
        return FAILED;
    fill_rungs(out->rungs, results, payload, seconds, slowest);
    return DONE;
}

void ladder_clear(struct ladder *ladder)
{
    free(ladder->rungs);
    ladder->rungs = NULL;
}
