/* Ed25519: the equations themselves, with k, S and z chosen freely, as no signature would have them: halves of k of every
 * length, points that differ in a sign alone, sums whose highest windows are empty; and variants that are none. */
#include "tests/ed25519_setup.h"
#include "tests/test_rng.h"

static struct test_rng rng;

static void start(void)
{
    start_engines();
    rng = test_rng_new(81);
}

/* R = [S - k a]B for A = [a]B. */
static void equation_of(struct ed25519_equation *e, const uint8_t a[32], const uint8_t k[32],
                        const uint8_t S[32], const struct ed25519_engine *engine)
{
    static const uint8_t zero[32] = {0};
    uint8_t minus_one[32], minus_k[32], r[32];
    mpz_t t;

    mpz_init(t);
    mpz_sub_ui(t, oracle.L, 1);
    mpz_to_le(minus_one, 32, t);
    mpz_clear(t);
    engine->sc_muladd(minus_k, k, minus_one, zero);
    engine->sc_muladd(r, minus_k, a, S);
    engine->mul_base(e->R, r);
    engine->mul_base(e->A, a);
    memcpy(e->S, S, 32);
    memcpy(e->k, k, 32);
}

static void random_scalar(uint8_t s[32], unsigned bits)
{
    mpz_t t, top;

    mpz_init(t);
    mpz_init(top);
    if (bits > 0) {
        mpz_setbit(top, bits - 1);
        cr_assert_eq(random_below(t, top, &rng.rng), DONE);
        mpz_setbit(t, bits - 1);
        mpz_mod(t, t, oracle.L);
    }
    mpz_to_le(s, 32, t);
    mpz_clear(t);
    mpz_clear(top);
}

Test(ed25519_checks, k_of_every_length, .init = start, .timeout = 120)
{
    for (unsigned i = 0; i < nengines; i++)
        for (unsigned bits = 0; bits <= 252; bits++) {
            struct ed25519_equation e;
            uint8_t a[32], k[32], S[32];

            if (!engines[i]->check_batch && bits % 9 != 0 && bits != 157)
                continue; /* the others do not halve k, and are slow */
            random_scalar(a, 252);
            random_scalar(k, bits);
            random_scalar(S, bits % 2 ? 252 : 3);
            equation_of(&e, a, k, S, engines[i]);
            cr_assert_eq(engines[i]->check(e.R, e.A, e.S, e.k), DONE, "%s: k of %u bits",
                         engines[i]->step.name, bits);
            e.S[0] ^= 1;
            cr_assert_eq(engines[i]->check(e.R, e.A, e.S, e.k), FAILED, "%s: k of %u bits",
                         engines[i]->step.name, bits);
            e.S[0] ^= 1;
            e.k[0] ^= 1;
            cr_assert_eq(engines[i]->check(e.R, e.A, e.S, e.k), FAILED, "%s: k of %u bits",
                         engines[i]->step.name, bits);
        }
}

/* R = (x, y), and then (-x, y), (x, -y), (-x, -y): the last two are a point of order 2 away, which the factor 8 takes
 * off, from -R and R. */
Test(ed25519_checks, signs_of_R, .init = start)
{
    for (unsigned i = 0; i < nengines; i++)
        for (int times = 0; times < 8; times++) {
            struct ed25519_equation e;
            uint8_t a[32], k[32], S[32];
            mpz_t y;

            random_scalar(a, 252);
            random_scalar(k, times < 2 ? 0 : 252);
            random_scalar(S, 252);
            equation_of(&e, a, k, S, engines[i]);
            mpz_init(y);
            for (int form = 0; form < 4; form++) {
                const uint8_t sign = (uint8_t)(e.R[31] & 0x80);
                uint8_t R[32];

                memcpy(R, e.R, 32);
                R[31] &= 0x7f;
                le_to_mpz(y, R, 32);
                if (form & 2)
                    mpz_sub(y, oracle.p, y);
                mpz_to_le(R, 32, y);
                R[31] = (uint8_t)(R[31] | (form & 1 ? sign ^ 0x80 : sign));
                cr_assert_eq(engines[i]->check(R, e.A, e.S, e.k),
                             form == 0 || form == 3 ? DONE : FAILED, "%s: form %d",
                             engines[i]->step.name, form);
            }
            mpz_clear(y);
        }
}

/* Coefficients 1, k of few bits and B's multiple small: no point has a digit in the highest windows. Then all zero, where
 * none has any. One wrong equation is seen in the first and, having coefficient 0, not in the second. */
Test(ed25519_checks, batches_with_empty_windows, .init = start, .timeout = 120)
{
    static const size_t sizes[] = {1, 4, 47, 48, 64, 100};
    static struct ed25519_equation e[100];
    static uint8_t z[100][16];

    for (unsigned i = 0; i < nengines; i++)
        for (size_t s = 0; engines[i]->check_batch && s < sizeof sizes / sizeof *sizes; s++) {
            const size_t n = sizes[s];

            memset(z, 0, sizeof z);
            for (size_t j = 0; j < n; j++) {
                uint8_t a[32], k[32], S[32];
                mpz_t last;

                mpz_init(last);
                mpz_sub_ui(last, oracle.L, 5); /* the sum of all S is -5 */
                random_scalar(a, 252);
                random_scalar(k, 1 + (unsigned)j);
                random_scalar(S, 0);
                if (j == n - 1)
                    mpz_to_le(S, 32, last);
                mpz_clear(last);
                equation_of(&e[j], a, k, S, engines[i]);
                z[j][0] = 1;
            }
            cr_assert_eq(engines[i]->check_batch(e, (const uint8_t(*)[16])z, n), DONE, "%s: %zu",
                         engines[i]->step.name, n);
            e[n / 2].k[0] ^= 1;
            cr_assert_eq(engines[i]->check_batch(e, (const uint8_t(*)[16])z, n), FAILED, "%s: %zu",
                         engines[i]->step.name, n);
            memset(z, 0, sizeof z);
            cr_assert_eq(engines[i]->check_batch(e, (const uint8_t(*)[16])z, n), DONE, "%s: %zu",
                         engines[i]->step.name, n);
        }
}

Test(ed25519_checks, no_such_variant, .init = start)
{
    static const int numbers[] = {-1, 3, 4, 255, 1 << 30};
    const struct bytes none = {NULL, 0}, some = {(const uint8_t *)"c", 1};

    for (unsigned i = 0; i < nengines; i++) {
        struct ed25519_key key;
        uint8_t sig[64];

        cr_assert_eq(ed25519_keygen(&key, engines[i], &rng.rng), DONE);
        for (size_t v = 0; v < sizeof numbers / sizeof *numbers; v++)
            for (int with = 0; with < 2; with++) {
                const enum ed25519_variant variant = (enum ed25519_variant)numbers[v];
                const struct bytes context = with ? some : none;

                cr_assert_eq(ed25519_sign(sig, &key, ED25519_PURE, none, "m", 1, engines[i]), DONE);
                cr_assert_eq(ed25519_verify(sig, 64, key.A, variant, context, "m", 1, engines[i]),
                             FAILED);
                cr_assert_eq(ed25519_sign(sig, &key, variant, context, "m", 1, engines[i]), FAILED);
                for (size_t j = 0; j < 64; j++)
                    cr_assert_eq(sig[j], 0);
            }
        ed25519_key_wipe(&key);
    }
}
