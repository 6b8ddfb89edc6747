/* fuzz_scalar - arithmetic modulo the group orders against GMP, and multiples of the base points on two steps.
 *
 * Input     octet 0: the curve (bits 0-2; 5 and above: Ed25519), bits 3-5 a step; octet 1: a second step; then
 *           numbers whose limbs tend to be edges (take_number). */
#include "ec/ec.h"
#include "bignum/bytes.h"
#include "tests/ed25519_oracle.h"
#include "tests/fuzz/fuzz.h"

enum { ENGINES = 16 };

static struct ec_group groups[CURVE_COUNT][ENGINES];
static size_t group_count[CURVE_COUNT];
static const struct ed25519_engine *ed[ENGINES];
static size_t ed_count;
static mpz_t a, b, c, want, got;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    mpz_inits(a, b, c, want, got, NULL);
    oracle_init();
    for (int id = 0; id < CURVE_COUNT; id++)
        for (size_t i = 0; ec_engines[i] && group_count[id] < ENGINES; i++)
            if (!step_missing(&ec_engines[i]->step) &&
                ec_group_init(&groups[id][group_count[id]], ec_engines[i],
                              ec_curve((enum curve_id)id)) == DONE)
                group_count[id]++;
    for (size_t i = 0; ed25519_engines[i] && ed_count < ENGINES; i++)
        if (!step_missing(&ed25519_engines[i]->step) &&
            (!ed25519_engines[i]->start || ed25519_engines[i]->start() == DONE))
            ed[ed_count++] = ed25519_engines[i];
    fuzz_start();
    return 0;
}

static void expect(const mp_limb_t *limbs, const struct ec_group *group, const char *what)
{
    mpz_from_limbs(got, limbs, group->curve->order_limbs);
    MUST(mpz_cmp(got, want) == 0, "%s %s: %s", group->curve->name, group->engine->step.name, what);
}

static void order(const struct ec_group *group)
{
    mp_limb_t x[EC_MAX_LIMBS], y[EC_MAX_LIMBS], r[EC_MAX_LIMBS];
    const struct ec_engine *engine = group->engine;
    size_t n = group->curve->order_limbs;

    (void)mpz_to_limbs(x, n, a);
    (void)mpz_to_limbs(y, n, b);
    mpz_mul(want, a, b);
    mpz_mod(want, want, group->curve->n);
    engine->sc_mul(r, x, y, group->context);
    expect(r, group, "sc_mul");
    memcpy(r, y, sizeof r);
    engine->sc_mul(r, x, r, group->context);
    expect(r, group, "sc_mul onto b");
    if (mpz_sgn(a) == 0)
        return;
    MUST(mpz_invert(want, a, group->curve->n), "n is prime");
    engine->sc_inv(r, x, group->context);
    expect(r, group, "sc_inv");
    engine->sc_inv_vartime(x, x, group->context);
    expect(x, group, "sc_inv_vartime in place");
}

/* [a]G alike, and [u1]G + [u2][a]G = [k]G with k = u1 + u2 a, right and with r + 1. */
static void points(const struct ec_group *one, const struct ec_group *two)
{
    mp_limb_t x[EC_MAX_LIMBS], y[EC_MAX_LIMBS], r[EC_MAX_LIMBS];
    const struct ec_curve *curve = one->curve;
    struct ec_point P, Q;
    int good;

    if (mpz_sgn(a) == 0)
        mpz_set_ui(a, 1);
    (void)mpz_to_limbs(x, curve->order_limbs, a);
    MUST(one->engine->mul_base(&P, x, one->context) == DONE, "[a]G");
    MUST(two->engine->mul_base(&Q, x, two->context) == DONE, "[a]G");
    MUST(!P.infinity && !Q.infinity && mpn_cmp(P.x, Q.x, (mp_size_t)curve->limbs) == 0 &&
             mpn_cmp(P.y, Q.y, (mp_size_t)curve->limbs) == 0,
         "%s: [a]G of %s and %s", curve->name, one->engine->step.name, two->engine->step.name);
    mpz_mul(want, b, a);
    mpz_add(want, want, c);
    mpz_mod(want, want, curve->n); /* k */
    (void)mpz_to_limbs(y, curve->order_limbs, want);
    MUST(one->engine->mul_base(&P, y, one->context) == DONE, "[k]G");
    MUST(P.infinity == (mpz_sgn(want) == 0), "infinity");
    mpz_from_limbs(got, P.x, curve->limbs);
    mpz_mod(got, got, curve->n);
    good = !P.infinity && mpz_sgn(got) != 0;
    if (mpz_sgn(got) == 0)
        mpz_set_ui(got, 1);
    (void)mpz_to_limbs(r, curve->order_limbs, got);
    (void)mpz_to_limbs(x, curve->order_limbs, c);
    (void)mpz_to_limbs(y, curve->order_limbs, b);
    MUST((two->engine->mul_check(x, y, &Q, r, two->context) == DONE) == good, "%s %s: mul_check",
         curve->name, two->engine->step.name);
    mpz_combit(got, 1);
    if (mpz_sgn(got) > 0 && mpz_cmp(got, curve->n) < 0 &&
        mpz_to_limbs(r, curve->order_limbs, got) == DONE)
        MUST(two->engine->mul_check(x, y, &Q, r, two->context) != DONE, "%s %s: takes another r",
             curve->name, two->engine->step.name);
    fuzz_count(good);
}

static void edwards(const struct ed25519_engine *one, const struct ed25519_engine *two,
                    struct bytes *in)
{
    uint8_t octets[3][32], out[32], again[32], wide[64];

    mpz_to_le(octets[0], 32, a);
    mpz_to_le(octets[1], 32, b);
    mpz_to_le(octets[2], 32, c);
    mpz_mul(want, a, b);
    mpz_add(want, want, c);
    mpz_mod(want, want, oracle.L);
    one->sc_muladd(out, octets[0], octets[1], octets[2]);
    le_to_mpz(got, out, 32);
    MUST(mpz_cmp(got, want) == 0, "%s: sc_muladd", one->step.name);
    take_number(want, 64, in);
    mpz_to_le(wide, 64, want);
    mpz_mod(want, want, oracle.L);
    one->sc_reduce(out, wide);
    le_to_mpz(got, out, 32);
    MUST(mpz_cmp(got, want) == 0, "%s: sc_reduce", one->step.name);
    octets[0][31] &= 0x7f; /* 255 bits */
    one->mul_base(out, octets[0]);
    two->mul_base(again, octets[0]);
    MUST(memcmp(out, again, 32) == 0, "[a]B of %s and %s", one->step.name, two->step.name);
    fuzz_count(1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes in = {data, size};
    unsigned how = take_u8(&in), second = take_u8(&in), id = how & 7, first = how >> 3 & 7;

    if (id >= CURVE_COUNT) {
        take_number(a, 32, &in);
        take_number(b, 32, &in);
        take_number(c, 32, &in);
        edwards(ed[first % ed_count], ed[second % ed_count], &in);
        return 0;
    }
    const struct ec_group *one = &groups[id][first % group_count[id]];
    const struct ec_group *two = &groups[id][second % group_count[id]];
    mpz_ptr numbers[] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        take_number(numbers[i], one->curve->order_bytes, &in);
        mpz_mod(numbers[i], numbers[i], one->curve->n);
        if (how & 0x40 << (i & 1)) /* near the order */
            mpz_sub(numbers[i], one->curve->n, numbers[i]),
                mpz_mod(numbers[i], numbers[i], one->curve->n);
    }
    order(one);
    points(one, two);
    return 0;
}
