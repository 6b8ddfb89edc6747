/* tree_ladder - whole operations counted. */
#include <stdlib.h>
#include <string.h>

#include "bench/tree_ladder.h"
#include "bench/tree_search.h"

const struct ladder_column *ladder_columns(enum family family, enum op op)
{
    static const struct ladder_column search[] = {
        {OP_CANDIDATE, "candidates"}, {OP_TRIAL_DIV, "divisions"}, {OP_MR_ROUND, "MR rounds"},
        {OP_LIMB_MUL, "limb prod"},   {OP_VEC_MUL, "vec prod"},    {OP_COUNT, NULL}};
    static const struct ladder_column modular[] = {
        {OP_MOD_SQR, "S"},        {OP_MOD_MUL, "M"},          {OP_DIVISION, "divisions"},
        {OP_TABLE_SCAN, "scans"}, {OP_LIMB_MUL, "limb prod"}, {OP_VEC_MUL, "vec prod"},
        {OP_COUNT, NULL}};
    static const struct ladder_column curve[] = {{OP_POINT_DOUBLE, "double"},
                                                 {OP_POINT_ADD, "add"},
                                                 {OP_POINT_MADD, "mixed"},
                                                 {OP_POINT_ADD8, "add x8"},
                                                 {OP_POINT_MADD8, "mixed x8"},
                                                 {OP_FE_MUL, "M"},
                                                 {OP_FE_SQR, "S"},
                                                 {OP_FE_INV, "I"},
                                                 {OP_DIVISION, "divisions"},
                                                 {OP_LIMB_MUL, "limb prod"},
                                                 {OP_VEC_MUL, "vec prod"},
                                                 {OP_COUNT, NULL}};

    if (family != FAMILY_RSA)
        return curve;
    return op == OP_KEYGEN ? search : modular;
}

static enum result count_search(double counts[OP_COUNT], const struct counted *counted,
                                const struct impl *row, double seconds)
{
    const struct rsa_engine *twin = search_twin(counted, row->name);
    double end = timer_seconds() + seconds, one[OP_COUNT], candidates[2];
    unsigned keys = 0;

    memset(counts, 0, OP_COUNT * sizeof *counts);
    if (!twin || !twin->prime_units)
        return UNSUPPORTED;
    while (keys == 0 || (keys < 100 && timer_seconds() < end)) {
        if (search_count(one, candidates, counted, twin, row->alg->bits, keys) != DONE)
            return FAILED;
        keys++;
        for (int op = 0; op < OP_COUNT; op++)
            counts[op] += one[op];
    }
    for (int op = 0; op < OP_COUNT; op++)
        counts[op] /= keys;
    return DONE;
}

enum result ladder_counts(double counts[OP_COUNT], const struct impl *row, enum op op,
                          const struct tree_work *work, double seconds)
{
    const char *why = NULL;
    const struct counted *counted = counted_open(&why);
    struct phases *phases;
    enum result done;

    memset(counts, 0, OP_COUNT * sizeof *counts);
    if (!counted)
        return FAILED;
    if (op == OP_KEYGEN && row->alg->family == FAMILY_RSA)
        return count_search(counts, counted, row, seconds);
    phases = calloc(1, sizeof *phases);
    if (!phases)
        return FAILED;
    done = counted->phases_open(phases, row->alg, row->name, op, &work->workload, &why);
    if (done == DONE) {
        for (size_t p = 0; p < phases->count; p++) {
            double part[OP_COUNT];
            if (phases->list[p].timed)
                continue;
            (void)counted_phase(part, counted, phases, p, 0, seconds);
            for (int i = 0; i < OP_COUNT; i++)
                counts[i] += part[i];
        }
        counted->phases_close(phases);
    }
    free(phases);
    return done;
}
