/* tree_work - keys, messages and signatures for all steps of an algorithm. */
#include <string.h>

#include "bench/registry.h"
#include "bench/tree_build.h"

enum result tree_work_make(struct tree_work *out, const struct alg *alg, size_t payload,
                           const char **why)
{
    struct sig_params params = {.hash = alg->hash, .form = SIG_DER, .variant = EDDSA_PURE};

    memset(out, 0, sizeof *out);
    out->alg = alg;
    out->self = registry_self(alg);
    if (!out->self || registry_start(out->self, why) != DONE) {
        *why = "no self-written step runs here";
        return FAILED;
    }
    *why = "out of memory";
    if (messages_make(&out->messages, payload) != DONE)
        return FAILED;
    if (keyring_make(&out->ring, alg, out->self, why) != DONE ||
        workload_make(&out->workload, &out->ring, &out->messages, &params, out->self, why) !=
            DONE) {
        messages_clear(&out->messages);
        return FAILED;
    }
    return DONE;
}

void tree_work_clear(struct tree_work *work)
{
    workload_clear(&work->workload);
    messages_clear(&work->messages);
    wipe(&work->ring, sizeof work->ring);
}
