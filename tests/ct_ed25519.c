/* ct_ed25519 - the constant-time claims of the Ed25519 engines: key generation from a secret seed,
 * and signing with it in all three variants. */
#include <stdlib.h>

#include "ed25519/engines.h"
#include "tests/ct.h"

static int keygen(const struct ed25519_engine *e)
{
    struct ct_rng rng = CT_RNG(11);
    struct ed25519_key key;

    return ed25519_keygen(&key, e, &rng.rng) == DONE;
}

static int sign(const struct ed25519_engine *e, enum ed25519_variant variant)
{
    static const uint8_t text[] = "context";
    struct bytes context = {text, variant == ED25519_PURE ? 0 : sizeof text - 1};
    struct ct_rng rng = CT_RNG(12);
    struct ed25519_key key;
    uint8_t sig[64];

    return ed25519_keygen(&key, e, &rng.rng) == DONE &&
           ed25519_sign(sig, &key, variant, context, "message", 7, e) == DONE;
}

static int check(const struct ed25519_engine *e, int leaky)
{
    static const char *const names[] = {"keygen", "sign", "sign ctx", "sign ph"};
    int bad = 0;

    if (e->start() != DONE)
        return ct_report(e->step.name, "tables", 0, 0, leaky);
    for (int part = 0; part < 4; part++) {
        unsigned long before = VALGRIND_COUNT_ERRORS;
        int done = part == 0 ? keygen(e) : sign(e, (enum ed25519_variant)(part - 1));

        bad |= ct_report(e->step.name, names[part], VALGRIND_COUNT_ERRORS - before, done, leaky);
    }
    return bad;
}

int main(void)
{
    int bad;

    if (ct_outside("ct_ed25519"))
        return 77;
    bad = check(&ed25519_comb, 1);
    for (int i = 0; ed25519_engines[i]; i++) {
        const struct ed25519_engine *e = ed25519_engines[i];

        if (!(e->step.flags & STEP_CONSTANT_TIME))
            continue;
        if (e == &ed25519_ifma) /* the rest of it is adx's */
            printf("--    ifma: valgrind has no AVX-512; ctmsan_ed25519 checks its [s]B\n");
        else if (e == &ed25519_adx && !ct_has_adx())
            printf("--    adx: this CPU %s\n", step_missing(&e->step));
        else
            bad |= check(e, 0);
    }
    return bad;
}
