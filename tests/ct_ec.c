/* ct_ec - the constant-time claims of the curve engines and of ECDSA above them: key generation,
 * signing (RFC 6979's nonce from a secret d, [k]G, 1/k, s), and the scalar functions by themselves.
 */
#include <stdlib.h>

#include "ec/engines.h"
#include "ec/limbs.h"
#include "tests/ct.h"

/* A secret modulo n with its bits above order_bits - 1 zero and known to be. */
static void make_secret(mp_limb_t *k, const mpz_t from, const struct ec_curve *c)
{
    mpz_t t;

    mpz_init(t);
    mpz_fdiv_r_2exp(t, from, c->order_bits - 1);
    memset(k, 0, EC_MAX_LIMBS * sizeof *k);
    mpz_export(k, NULL, -1, sizeof *k, 0, 0, t);
    mpz_clear(t);
    VALGRIND_MAKE_MEM_UNDEFINED(k, EC_MAX_LIMBS * sizeof *k);
    for (size_t i = 0; i < EC_MAX_LIMBS; i++) {
        size_t low = i * GMP_NUMB_BITS;
        if (low + GMP_NUMB_BITS > c->order_bits - 1)
            k[i] &= low >= c->order_bits - 1 ? 0 : ((mp_limb_t)1 << (c->order_bits - 1 - low)) - 1;
    }
}

static int keygen(const struct ec_group *g)
{
    struct ct_rng rng = CT_RNG(7);
    struct ec_key key;
    int done = ec_keygen(&key, g, &rng.rng) == DONE;

    ec_key_wipe(&key);
    return done;
}

static int sign(const struct ec_group *g)
{
    static const enum hash_id hashes[CURVE_COUNT] = {
        [P192] = SHA224, [P224] = SHA224, [P256] = SHA256, [P384] = SHA384, [P521] = SHA512};
    struct ec_key key = {.has_d = 1};
    mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];

    make_secret(key.d, g->curve->gy, g->curve);
    return ecdsa_sign(r, s, &key, hashes[g->curve->id], "message", 7, g) == DONE;
}

static int primitives(const struct ec_group *g)
{
    mp_limb_t k[EC_MAX_LIMBS], a[EC_MAX_LIMBS], r[EC_MAX_LIMBS];
    struct ec_point R;

    make_secret(k, g->curve->gy, g->curve);
    make_secret(a, g->curve->gx, g->curve);
    g->engine->sc_inv(r, k, g->context);
    g->engine->sc_mul(r, r, a, g->context);
    return g->engine->mul_base(&R, k, g->context) == DONE;
}

/* All of one engine on one curve; a control has to be caught in each. */
static int check_group(const struct ec_group *g, int leaky)
{
    static const struct {
        const char *name;
        int (*run)(const struct ec_group *);
    } parts[] = {{"keygen", keygen}, {"sign", sign}, {"[k]G, 1/k, a/k", primitives}};
    int bad = 0;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        unsigned long before = VALGRIND_COUNT_ERRORS;
        int done = parts[i].run(g);
        char what[48];

        snprintf(what, sizeof what, "%s %s", g->curve->name, parts[i].name);
        bad |= ct_report(g->engine->step.name, what, VALGRIND_COUNT_ERRORS - before, done, leaky);
    }
    return bad;
}

static int check(const struct ec_engine *e, int leaky)
{
    int bad = 0;

    for (int id = P192; id < CURVE_COUNT; id++) {
        const struct ec_curve *c = ec_curve((enum curve_id)id);
        /* not through open(), for CPUID's sake: see ct_has_adx() */
        struct ec_group g = {e, c, (void *)limbs_ops_of(e, c->id)}, opened = {0};

        if (!g.context && ec_group_init(&opened, e, c) == DONE)
            g = opened;
        if (g.context)
            bad |= check_group(&g, leaky);
        ec_group_clear(&opened);
    }
    return bad;
}

int main(void)
{
    int bad;

    if (ct_outside("ct_ec"))
        return 77;
    bad = check(&ec_engine_window, 1) | check(&ec_engine_comb, 1);
    for (int i = 0; ec_engines[i]; i++) {
        if (!(ec_engines[i]->step.flags & STEP_CONSTANT_TIME))
            continue;
        if (ec_engines[i] == &ec_engine_adx && !ct_has_adx())
            printf("--    adx: %s is wanted\n", step_missing(&ec_engines[i]->step));
        else
            bad |= check(ec_engines[i], 0);
    }
    bad |= check(&ec_engine_limbs_narrow, 0);
    return bad;
}
