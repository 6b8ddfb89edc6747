/* tree_phases - what the families' phases share. */
#include <stdlib.h>
#include <string.h>

#include "bench/tree_phases.h"
#include "bignum/memory.h"

struct phase *phases_add(struct phases *phases, const char *name,
                         void (*run)(struct phases *phases, size_t i))
{
    struct phase *phase = &phases->list[phases->count++];

    *phase = (struct phase){.name = name, .run = run};
    return phase;
}

struct phase *phases_add_main(struct phases *phases, const char *name,
                              void (*run)(struct phases *phases, size_t i),
                              void (*frame)(struct phases *phases, size_t i))
{
    struct phase *phase = phases_add(phases, name, run);

    phase->frame = frame;
    phase->main = 1;
    return phase;
}

static void run_wiping(struct phases *phases, size_t i)
{
    void *key = phases->key_bytes ? calloc(1, phases->key_bytes) : NULL;

    (void)i;
    wipe_stack(phases->stack_kib);
    free(key);
}

void phases_add_wiping(struct phases *phases, size_t bytes, unsigned kib)
{
    phases->key_bytes = bytes;
    phases->stack_kib = kib;
    phases_add(phases, bytes ? "memory of the key, wiping of the stack" : "wiping of the stack",
               run_wiping)
        ->timed = 1;
}

void phases_add_units(struct phases *phases, const struct unit *units, const void *context,
                      int half)
{
    for (; units && units->run && phases->unit_count < MAX_UNITS; units++)
        phases->units[phases->unit_count++] =
            (struct phase_unit){units->op, half, units->run, context};
}

void phases_random(uint8_t *out, size_t len)
{
    static uint64_t state = 0x9e3779b97f4a7c15;

    for (size_t i = 0; i < len; i++) {
        if (i % 4 == 0)
            state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
        out[i] = (uint8_t)(state >> (32 + 8 * (i % 4)));
    }
}

const uint8_t *phases_message(const struct phases *phases, size_t i, size_t *len)
{
    *len = phases->work->messages->payload;
    if (phases->op == OP_REJECT && *len == 0)
        *len = 1;
    return message_at(phases->work->messages, phases->op == OP_REJECT ? i + 1 : i);
}

void *phases_state(struct phases *phases, size_t size)
{
    phases->state = calloc(1, size);
    return phases->state;
}

enum result phases_open(struct phases *out, const struct alg *alg, const char *impl, enum op op,
                        const struct workload *work, const char **why)
{
    enum result done = UNSUPPORTED;

    memset(out, 0, sizeof *out);
    out->alg = alg;
    out->op = op;
    out->work = work;
    out->hash = work->params.hash;
    *why = "out of memory";
    switch (alg->family) {
    case FAMILY_RSA:
        done = phases_open_rsa(out, impl, why);
        break;
    case FAMILY_ECDSA:
        done = phases_open_ec(out, impl, why);
        break;
    case FAMILY_ED25519:
        done = phases_open_ed25519(out, impl, why);
        break;
    }
    if (done != DONE)
        phases_close(out);
    return done;
}

void phases_close(struct phases *phases)
{
    if (phases->clear && phases->state)
        phases->clear(phases);
    free(phases->state);
    phases->state = NULL;
}
