/* rows - the self-written steps of one algorithm, started at their first use. */
#ifndef SIGCOST_FUZZ_ROWS_H
#define SIGCOST_FUZZ_ROWS_H

#include "bench/registry.h"
#include "tests/fuzz/fuzz.h"

/* The pick-th step (modulo how many there are) of the algorithm, or the next that runs here. */
static inline const struct impl *row_pick(const struct alg *alg, unsigned pick)
{
    const struct impl *rows[64], *row;
    size_t count = 0;

    for (row = self_rows(); row->name && count < 64; row++)
        if (row->alg == alg && !(row->missing && row->missing(row)))
            rows[count++] = row;
    MUST(count > 0, "no step does %s here", alg->name);
    row = rows[pick % count];
    MUST(!row->start || row->start(row) == DONE, "%s %s does not start", alg->name, row->name);
    return row;
}

/* Import and verify in one: DONE or FAILED. */
static inline enum result row_verify(const struct impl *row, const struct key_data *data,
                                     const struct sig_params *params, struct bytes msg,
                                     struct bytes sig)
{
    void *key = NULL;
    enum result result = row->key_import(row, &key, data);

    if (result == DONE) {
        result = row->verify(row, key, params, msg.at, msg.len, sig.at, sig.len);
        row->key_free(row, key);
    } else {
        MUST(!key, "%s %s: refused, and a key all the same", row->alg->name, row->name);
    }
    MUST(result != UNSUPPORTED, "%s %s: unsupported", row->alg->name, row->name);
    return result;
}

#endif
