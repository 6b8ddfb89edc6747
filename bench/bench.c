/* bench - has the cells of a selection built and measured. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_build.h"
#include "bench/need.h"
#include "bench/registry.h"
#include "bench/yardstick.h"

const char bench_inside[] =
    "Inside the timed part: hashing the whole message, nonce or blinding, the arithmetic, the "
    "signature's encoding and decoding (DER for ECDSA), the implementation's own allocations. "
    "Outside: key parsing and preparation (keys are imported once), checking of every result.";

void selection_default(struct selection *out)
{
    memset(out, 0, sizeof *out);
    for (const struct alg *alg = algs; alg->name; alg++)
        if (alg->in_tables)
            out->algs[out->alg_count++] = alg;
    out->ops = 1u << OP_KEYGEN | 1u << OP_SIGN | 1u << OP_VERIFY;
    out->impls[out->impl_count++] = "textbook";
    out->impls[out->impl_count++] = "self";
    out->impls[out->impl_count++] = "peers";
    out->payloads[out->payload_count++] = 1024;
    out->rounds = 101;
    out->seconds = 100;
}

int selection_takes(const struct selection *selection, const char *name, unsigned flags,
                    int is_peer, int is_self)
{
    for (size_t i = 0; i < selection->impl_count; i++) {
        const char *asked = selection->impls[i];
        if (strcmp(asked, name) == 0 || (is_self && strcmp(asked, "self") == 0) ||
            (!is_peer && strcmp(asked, "all") == 0) || (is_peer && strcmp(asked, "peers") == 0) ||
            (!is_peer && flags & STEP_TEXTBOOK && strcmp(asked, "textbook") == 0))
            return 1;
    }
    return 0;
}

enum result bench_run(struct results *out, const struct selection *selection, double began,
                      void (*progress)(double done, void *context), void *context, const char **why)
{
    double deadline = selection->seconds > 0 ? began + selection->seconds : 0;
    struct builder b = {
        .out = out, .selection = selection, .deadline = deadline, .why = "out of memory"};
    struct plan plan = {.timer = timer_system(),
                        .rounds = selection->rounds,
                        .deadline = deadline,
                        .distribution_share = 0.65,
                        .seed = 1,
                        .progress = progress,
                        .progress_context = context};

    memset(out, 0, sizeof *out);
    out->stash = calloc(1, sizeof *out->stash);
    registry_open();
    machine_read(&out->machine);
    if (!out->stash || bench_build(&b) != DONE) {
        *why = b.why;
        results_clear(out);
        return FAILED;
    }
    out->cells = need_grown(out->cells, out->count + 1, sizeof *out->cells);
    for (size_t i = 0; i < out->count; i++)
        out->rows[i].cell = &out->cells[i];
    out->yardstick = &out->cells[out->count];
    yardstick_cell(out->yardstick);
    errno = 0;
    if (measure(out->cells, out->count + 1, &plan, &out->account) != DONE)
        need_memory(); /* else some are wrong, and say so */
    results_finish(out);
    out->seconds = timer_seconds() - began;
    return DONE;
}

void results_clear(struct results *results)
{
    struct stash *stash = results->stash;

    for (size_t i = 0; i < results->count && results->cells; i++)
        cell_clear(&results->cells[i]);
    if (results->yardstick)
        cell_clear(results->yardstick);
    for (size_t i = 0; i < results->note_count; i++)
        free(results->notes[i]);
    if (stash)
        stash_clear(stash);
    free(results->notes);
    free(results->rows);
    free(results->cells);
    memset(results, 0, sizeof *results);
}
