/* Ed25519's batch equation in the counted build: what it costs follows from the digits of its scalars. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "ed25519/ed25519.h"
#include "tests/ed25519_oracle.h"
#include "tests/test_rng.h"

enum { MOST = 800, BUCKETS_FROM = 48, ODD = 4 };

static struct ed25519_equation equation[MOST];
static uint8_t z[MOST][16];
static unsigned roots[MOST]; /* products by sqrt(-1) in decoding A and R */

static void setup(void)
{
    oracle_init();
}

TestSuite(counts_ed25519_batch, .init = setup);

static void reset(void)
{
    memset(op_count, 0, sizeof op_count);
}

static unsigned needs_root(const struct ed25519_engine *engine, const uint8_t octets[32])
{
    reset();
    cr_assert_eq(engine->decodes(octets), DONE);
    return (unsigned)op_count[OP_FE_MUL] - 17;
}

/* Equations that hold. */
static void make(const struct ed25519_engine *engine)
{
    struct test_rng rng = test_rng_new(48);

    for (size_t i = 0; i < MOST; i++) {
        struct ed25519_equation *e = &equation[i];
        uint8_t secret[64], nonce[64], h[64], a[32], r[32];

        test_fill(&rng.rng, secret, 64);
        test_fill(&rng.rng, nonce, 64);
        test_fill(&rng.rng, h, 64);
        test_fill(&rng.rng, z[i], 16);
        engine->sc_reduce(a, secret);
        engine->sc_reduce(r, nonce);
        engine->sc_reduce(e->k, h);
        engine->mul_base(e->A, a);
        engine->mul_base(e->R, r);
        engine->sc_muladd(e->S, e->k, a, r);
        roots[i] = needs_root(engine, e->A) + needs_root(engine, e->R);
    }
}

/* scalar[0 .. n): z k of A, [n .. 2n): z of R, [2n]: -sum z S of B. */
static void scalars(mpz_t *scalar, size_t n)
{
    mpz_t k;

    mpz_init(k);
    for (size_t i = 0; i <= 2 * n; i++)
        mpz_init(scalar[i]);
    for (size_t i = 0; i < n; i++) {
        le_to_mpz(scalar[n + i], z[i], 16);
        le_to_mpz(k, equation[i].k, 32);
        mpz_mul(scalar[i], scalar[n + i], k);
        mpz_mod(scalar[i], scalar[i], oracle.L);
        le_to_mpz(k, equation[i].S, 32);
        mpz_submul(scalar[2 * n], scalar[n + i], k);
    }
    mpz_mod(scalar[2 * n], scalar[2 * n], oracle.L);
    mpz_clear(k);
}

struct batch_cost {
    uint64_t doubles, adds, madds, caches, muls;
};

/* Digit of s modulo 2^w of the least absolute value, -2^(w-1) rather than 2^(w-1); s becomes s - digit. */
static int take_digit(mpz_t s, unsigned w)
{
    int digit = (int)mpz_fdiv_ui(s, 1ul << w);

    if (digit >= 1 << (w - 1))
        digit -= 1 << w;
    if (digit >= 0)
        mpz_sub_ui(s, s, (unsigned)digit);
    else
        mpz_add_ui(s, s, (unsigned)-digit);
    return digit;
}

/* Weight of the width-w NAF; *len becomes its length if that is more. */
static unsigned naf(unsigned *len, mpz_t s, unsigned w)
{
    unsigned weight = 0;

    for (unsigned at = 0; mpz_sgn(s); mpz_tdiv_q_2exp(s, s, 1), at++)
        if (mpz_odd_p(s)) {
            take_digit(s, w);
            weight++;
            *len = at + 1 > *len ? at + 1 : *len;
        }
    return weight;
}

static struct batch_cost straus_cost(mpz_t *scalar, size_t n)
{
    struct batch_cost cost = {.adds = 2 * n * (ODD - 1), .caches = 2 * n * (ODD + 1)};
    unsigned len = 0;

    for (size_t i = 0; i < 2 * n; i++)
        cost.adds += naf(&len, scalar[i], 4);
    cost.madds = naf(&len, scalar[2 * n], 8);
    cost.doubles = len - 1 + 2 * n + 3;
    return cost;
}

static struct batch_cost pippenger_cost(mpz_t *scalar, size_t n)
{
    const unsigned bits = n < 100 ? 5 : n < 320 ? 6 : n < 800 ? 7 : 8, rows = 253 / bits + 1;
    struct batch_cost cost = {.doubles = bits * (rows - 1) + 3, .muls = 2 * 2 * n};

    for (unsigned row = 0; row < rows; row++) {
        unsigned used[129] = {0}, in_use = 0, highest = 0;

        for (size_t i = 0; i <= 2 * n; i++) {
            unsigned size = (unsigned)abs(take_digit(scalar[i], bits));

            mpz_tdiv_q_2exp(scalar[i], scalar[i], bits);
            if (size == 0)
                continue;
            cost.madds += used[size] != 0;
            in_use += used[size] == 0;
            used[size] = 1;
            highest = size > highest ? size : highest;
        }
        if (in_use) {
            cost.adds += in_use - 1 + highest - 1 + 1;
            cost.caches += 2 * in_use;
        }
    }
    for (size_t i = 0; i <= 2 * n; i++)
        cr_assert_eq(mpz_sgn(scalar[i]), 0);
    return cost;
}

static void counted(enum count_op op, const char *name, size_t n, uint64_t want)
{
    cr_assert_eq(op_count[op], want, "%s: batch of %zu: %s counted %llu, stated %llu", name, n,
                 count_name(op), (unsigned long long)op_count[op], (unsigned long long)want);
}

/* Vectors of eight powers for 2n points, sixteen at a time; what is left over is done by ones and twos if there
 * are not more than two. *scalar: how many. */
static unsigned vectors(unsigned *scalar, size_t n)
{
    unsigned rest = 2 * n % 16;

    *scalar = rest <= 2 ? rest : 0;
    return (unsigned)(2 * n / 16 * 2) + (rest > 2 ? (rest + 7) / 8 : 0);
}

static void one_size(const struct ed25519_engine *engine, size_t n)
{
    static mpz_t scalar[2 * MOST + 1];
    const char *name = engine->step.name;
    struct batch_cost cost;
    unsigned in_powers = (unsigned)(2 * n), of_roots = 0;

    scalars(scalar, n);
    cost = n < BUCKETS_FROM ? straus_cost(scalar, n) : pippenger_cost(scalar, n);
    for (size_t i = 0; i <= 2 * n; i++)
        mpz_clear(scalar[i]);
    for (size_t i = 0; i < n; i++)
        of_roots += roots[i];
    reset();
    cr_assert_eq(engine->check_batch(equation, (const uint8_t(*)[16])z, n), DONE);
    if (op_count[OP_VEC_MUL]) { /* a power: 251 S of 30 and 11 M of 50 vector products */
        unsigned count = vectors(&in_powers, n);

        counted(OP_VEC_MUL, name, n, (uint64_t)count * (251 * 30 + 11 * 50));
    }
    counted(OP_POINT_DOUBLE, name, n, cost.doubles);
    counted(OP_POINT_ADD, name, n, cost.adds);
    counted(OP_POINT_MADD, name, n, cost.madds);
    counted(OP_SC_MUL, name, n, 2 * n + 1);
    counted(OP_FE_INV, name, n, 0);
    counted(OP_FE_SQR, name, n, 4 * cost.doubles + 4 * 2 * n + 251 * in_powers);
    counted(OP_FE_MUL, name, n,
            3 * cost.doubles + 8 * cost.adds + 7 * cost.madds + 5 * cost.caches + cost.muls +
                6 * 2 * n + 11 * in_powers + of_roots);
}

Test(counts_ed25519_batch, equation)
{
    static const size_t sizes[] = {1, 2, 4, 9, 17, 47, 48, 99, 100, 319, 320, 800};
    unsigned seen = 0;

    for (unsigned e = 0; ed25519_engines[e]; e++) {
        const struct ed25519_engine *engine = ed25519_engines[e];

        if (!engine->check_batch || step_missing(&engine->step))
            continue;
        cr_assert_eq(engine->start(), DONE);
        make(engine);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            one_size(engine, sizes[i]);
        seen++;
    }
    cr_assert_geq(seen, 2);
}
