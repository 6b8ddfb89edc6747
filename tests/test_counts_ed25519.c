/* Ed25519 in the counted build: each formula costs what its record says, each operation what its
 * closed form says. */
#include <criterion/criterion.h>
#include <string.h>

#include "ed25519/layer.h"
#include "ed25519/words.inc"
#include "ed25519/halve.inc"
#include "tests/ed25519_oracle.h"

static const struct ed25519_engine *engines[16];
static unsigned nengines;

static void setup(void)
{
    oracle_init();
    for (unsigned i = 0; ed25519_engines[i]; i++)
        if (!step_missing(&ed25519_engines[i]->step)) {
            cr_assert_eq(ed25519_engines[i]->start(), DONE);
            engines[nengines++] = ed25519_engines[i];
        }
}

TestSuite(counts_ed25519, .init = setup);

static void reset(void)
{
    memset(op_count, 0, sizeof op_count);
}

static uint64_t counted(enum count_op op, const char *engine, const char *what, uint64_t want)
{
    cr_assert_eq(op_count[op], want, "%s: %s: %s counted %llu, stated %llu", engine, what,
                 count_name(op), (unsigned long long)op_count[op], (unsigned long long)want);
    return want;
}

/* What three runs count and two do not: set-up falls out. */
static void count_one(const struct unit *unit)
{
    uint64_t two[OP_COUNT];

    reset();
    unit->run(NULL, 2);
    memcpy(two, op_count, sizeof two);
    reset();
    unit->run(NULL, 3);
    for (unsigned i = 0; i < OP_COUNT; i++)
        op_count[i] -= two[i];
}

/* Each record has a unit of its name, which costs exactly that; each unit counts its own op once. */
Test(counts_ed25519, formulas)
{
    for (unsigned e = 0; e < nengines; e++) {
        const struct step *step = &engines[e]->step;
        unsigned records = 0, matched = 0;

        for (const struct cost *cost = step->costs; cost->name; cost++)
            records++;
        for (const struct unit *unit = step->units; unit->run; unit++) {
            count_one(unit);
            counted(unit->op, step->name, "its unit", 1);
            for (const struct cost *cost = step->costs; cost->name; cost++) {
                if (strcmp(cost->name, count_name(unit->op)) != 0)
                    continue;
                counted(OP_FE_MUL, step->name, cost->name, cost->mul);
                counted(OP_FE_SQR, step->name, cost->name, cost->sqr);
                counted(OP_FE_ADD, step->name, cost->name, cost->add);
                counted(OP_FE_INV, step->name, cost->name, cost->inv);
                matched++;
            }
        }
        cr_assert_eq(matched, records, "%s", step->name);
    }
}

static unsigned bits(const uint8_t s[32])
{
    for (unsigned i = 256; i-- > 0;)
        if (s[i / 8] >> (i % 8) & 1)
            return i + 1;
    return 0;
}

static unsigned weight(const uint8_t s[32])
{
    unsigned n = 0;

    for (unsigned i = 0; i < 256; i++)
        n += s[i / 8] >> (i % 8) & 1;
    return n;
}

/* Length and weight of the width-w NAF, by the definition over mpz: while s is not 0, an odd s gives
 * the digit s mods 2^w. */
static unsigned naf(unsigned *w_out, const uint8_t octets[32], unsigned w)
{
    unsigned len = 0, at = 0;
    mpz_t s;

    mpz_init(s);
    le_to_mpz(s, octets, 32);
    for (*w_out = 0; mpz_sgn(s); mpz_tdiv_q_2exp(s, s, 1), at++)
        if (mpz_odd_p(s)) {
            unsigned long digit = mpz_fdiv_ui(s, 1ul << w);

            if (digit >= 1ul << (w - 1))
                mpz_add_ui(s, s, (1ul << w) - digit);
            else
                mpz_sub_ui(s, s, digit);
            ++*w_out;
            len = at + 1;
        }
    mpz_clear(s);
    return len;
}

static const uint8_t NUMBERS[][32] = {
    {0x12, 0xfe, 0x34, 0xdc, 0x56, 0xba, 0x78, 0x98, 0x01, 0xff, 0x7f, 0x80, [31] = 0x0b},
    {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, [30] = 0x3c},
    {1},
    {0x68, 0x10, 0x55, 0xaa, 0x0f, 0xf0, 0xcc, 0x33, [15] = 0x99, [20] = 0x44, [31] = 0x0f},
};
#define NNUMBERS (sizeof NUMBERS / sizeof *NUMBERS)

static int is_one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return 1;
    return 0;
}

static const char *const BINARY[] = {"affine", "extended", "fold", NULL};

/* affine, extended, fold: bits(s) doublings and weight(s) additions for [s]B; for the equation
 * bits(S) + bits(k) + 6 and weight(S) + weight(k) + 1. In affine each is an inversion, and no
 * other; in the others only the last encoding inverts. */
Test(counts_ed25519, binary)
{
    uint8_t R[32], A[32];

    for (unsigned e = 0; e < nengines; e++) {
        const char *name = engines[e]->step.name;
        int affine = strcmp(name, "affine") == 0;

        if (!is_one_of(name, BINARY))
            continue;
        for (unsigned i = 0; i < NNUMBERS; i++) {
            const uint8_t *S = NUMBERS[i], *k = NUMBERS[(i + 1) % NNUMBERS];
            uint64_t d, a;

            reset();
            engines[e]->mul_base(R, S);
            d = counted(OP_POINT_DOUBLE, name, "mul_base", bits(S));
            a = counted(OP_POINT_ADD, name, "mul_base", weight(S));
            counted(OP_FE_INV, name, "mul_base", affine ? d + a : 1);
            engines[e]->mul_base(A, k);
            reset();
            engines[e]->check(R, A, S, k);
            d = counted(OP_POINT_DOUBLE, name, "check", bits(S) + bits(k) + 6);
            a = counted(OP_POINT_ADD, name, "check", weight(S) + weight(k) + 1);
            counted(OP_FE_INV, name, "check", affine ? d + a : 0);
        }
    }
}

/* Divisions: one for each field product with mpz, none by folding. */
Test(counts_ed25519, divisions)
{
    static const char *const DIVIDING[] = {"affine", "extended", NULL};
    uint8_t R[32], h[64];

    memset(h, 0xa5, sizeof h);
    for (unsigned e = 0; e < nengines; e++) {
        int divides = is_one_of(engines[e]->step.name, DIVIDING);

        reset();
        engines[e]->mul_base(R, NUMBERS[0]);
        counted(OP_DIVISION, engines[e]->step.name, "mul_base",
                divides ? op_count[OP_FE_MUL] + op_count[OP_FE_SQR] : 0);
        reset();
        engines[e]->sc_reduce(R, h);
        engines[e]->sc_muladd(R, R, R, R);
        counted(OP_DIVISION, engines[e]->step.name, "scalars", divides ? 2 : 0);
        counted(OP_SC_MUL, engines[e]->step.name, "scalars", 1);
    }
}

/* The steps with tables: windows of w bits for B, NAFs of width a for A (and R), b for B; from
 * `halved` on, half-size scalars. */
static const struct tabled {
    const char *name;
    unsigned w, a, b;
    int halved, scans; /* scans: rows read at a time, 0 where an entry is read as it stands */
} TABLED[] = {{"comb", 6, 5, 8, 0, 0},  {"halved", 6, 4, 8, 1, 0}, {"limbs32", 5, 4, 8, 1, 1},
              {"limbs", 5, 4, 8, 1, 1}, {"adx", 5, 4, 8, 1, 1},    {"ifma", 4, 4, 8, 1, 8}};

static const struct tabled *tabled(const char *name)
{
    for (unsigned i = 0; i < sizeof TABLED / sizeof *TABLED; i++)
        if (strcmp(name, TABLED[i].name) == 0)
            return &TABLED[i];
    return NULL;
}

/* Each step is in one of the two lists, so that none goes untested. */
Test(counts_ed25519, every_step)
{
    for (unsigned i = 0; ed25519_engines[i]; i++) {
        const char *name = ed25519_engines[i]->step.name;

        cr_assert_neq(is_one_of(name, BINARY), tabled(name) != NULL, "%s", name);
    }
}

static struct cost cost_of(const struct step *step, const char *formula)
{
    for (const struct cost *cost = step->costs; cost->name; cost++)
        if (strcmp(cost->name, formula) == 0)
            return *cost;
    cr_assert_fail("%s: no record of %s", step->name, formula);
    return (struct cost){NULL, NULL, 0, 0, 0, 0};
}

/* [s]B in eight lanes: 64 rows, eight at a time, then three additions. A vector product is 50
 * multiply-adds, a carry one: 7 of each in a mixed addition, 9 in an addition, two carries at the start. */
static void count_lanes(const char *name)
{
    counted(OP_TABLE_SCAN, name, "mul_base", 8);
    counted(OP_POINT_MADD8, name, "mul_base", 7);
    counted(OP_POINT_ADD8, name, "mul_base", 3);
    counted(OP_VEC_MUL, name, "mul_base", 7 * 7 * 51 + 3 * 9 * 51 + 2);
}

/* [s]B: rows - 1 mixed additions, no doubling, whatever s; 7M each, 5M and an inversion to encode. */
Test(counts_ed25519, fixed_base)
{
    uint8_t R[32];

    for (unsigned e = 0; e < nengines; e++) {
        const struct step *step = &engines[e]->step;
        const struct tabled *t = tabled(step->name);

        for (unsigned i = 0; t && i < NNUMBERS; i++) {
            const unsigned additions = t->scans == 8 ? 0 : 255 / t->w;

            reset();
            engines[e]->mul_base(R, NUMBERS[i]);
            if (t->scans == 8)
                count_lanes(step->name);
            else
                counted(OP_TABLE_SCAN, step->name, "mul_base", t->scans ? additions + 1 : 0);
            counted(OP_POINT_DOUBLE, step->name, "mul_base", 0);
            counted(OP_POINT_ADD, step->name, "mul_base", 0);
            counted(OP_POINT_MADD, step->name, "mul_base", additions);
            counted(OP_TABLE_READ, step->name, "mul_base", t->scans ? 0 : additions + 1);
            counted(OP_FE_INV, step->name, "mul_base", 1);
            counted(OP_FE_MUL, step->name, "mul_base",
                    7 * additions + 5 + cost_of(step, "fe_inv").mul);
            counted(OP_FE_SQR, step->name, "mul_base", cost_of(step, "fe_inv").sqr);
        }
    }
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* What verification is to cost, from the weights and lengths of the scalars' forms. */
struct check_cost {
    unsigned doubles, adds, madds, caches, decodings, inversions;
};

static struct check_cost plain_cost(const struct tabled *t, const uint8_t S[32],
                                    const uint8_t k[32])
{
    unsigned of_S, of_k, n = naf(&of_S, S, t->b), odd = 1u << (t->a - 2);

    n = larger(n, naf(&of_k, k, t->a));
    return (struct check_cost){n, odd - 1 + of_k, of_S, odd + 1, 1, 1};
}

static struct check_cost halved_cost(const struct tabled *t, const uint8_t S[32],
                                     const uint8_t k[32])
{
    struct halves half;
    unsigned of_u, of_v, of_w, n, len, odd = 1u << (t->a - 2);
    uint8_t w[32], zero[32] = {0};

    halve_vartime(&half, k);
    ed25519_affine.sc_muladd(w, half.v, S, zero);
    n = larger(naf(&of_u, half.u, t->a), naf(&of_v, half.v, t->a));
    len = naf(&of_w, w, t->b);
    n = larger(n, len > 127 ? larger(127, len - 127) : len);
    return (struct check_cost){
        n - 1 + 3 + 2, 2 * (odd - 1) + of_u + of_v, of_w, 2 * (odd + 1), 2, 0};
}

/* A true signature, and another R that is a point: where the NAF step cannot see R in the first
 * comparison it adds one decoding, one addition and three doublings. */
Test(counts_ed25519, verification)
{
    static const uint8_t h[64] = {3, 1, 4, 1, 5, [63] = 9}, secret[32] = {9, [31] = 0x0c};
    static const uint8_t nonce[32] = {2, 7, 1, 8, [31] = 0x0e};
    uint8_t R[32], A[32], k[32], S[32];

    for (unsigned e = 0; e < nengines; e++) {
        const struct step *step = &engines[e]->step;
        const struct tabled *t = tabled(step->name);

        for (int reject = 0; t && reject < 2; reject++) {
            struct check_cost want;
            uint64_t roots;

            engines[e]->mul_base(A, secret);
            engines[e]->mul_base(R, nonce);
            engines[e]->sc_reduce(k, h);
            engines[e]->sc_muladd(S, k, secret, nonce);
            want = t->halved ? halved_cost(t, S, k) : plain_cost(t, S, k);
            if (reject && !t->halved) {
                want.doubles += 3;
                want.adds++;
                want.caches++;
                want.decodings++;
            }
            reset(); /* the products by sqrt(-1) of these two points */
            cr_assert_eq(engines[e]->decodes(A), DONE);
            roots = op_count[OP_FE_MUL] - 17;
            if (want.decodings == 2) {
                cr_assert_eq(engines[e]->decodes(reject ? A : R), DONE);
                roots = op_count[OP_FE_MUL] - 2 * 17;
            }
            reset();
            cr_assert_eq(engines[e]->check(reject ? A : R, A, S, k), reject ? FAILED : DONE);
            counted(OP_POINT_DOUBLE, step->name, "check", want.doubles);
            counted(OP_POINT_ADD, step->name, "check", want.adds);
            counted(OP_POINT_MADD, step->name, "check", want.madds);
            counted(OP_FE_INV, step->name, "check", want.inversions);
            counted(OP_SC_MUL, step->name, "check", (uint64_t)t->halved);
            counted(OP_SC_HALVE, step->name, "check", (uint64_t)t->halved);
            counted(OP_SC_NAF, step->name, "check", t->halved ? 3 : 2);
            counted(OP_POINT_DECODE, step->name, "check", want.decodings);
            counted(OP_FE_SQR, step->name, "check",
                    4 * want.doubles + 255 * want.decodings +
                        want.inversions * cost_of(step, "fe_inv").sqr);
            counted(OP_FE_MUL, step->name, "check",
                    3 * want.doubles + 8 * want.adds + 7 * want.madds + 5 * want.caches +
                        17 * want.decodings + roots +
                        want.inversions * (5 + cost_of(step, "fe_inv").mul));
        }
    }
}

/* One decoding: 255S + 17M + 2A, 1M + 1A more where sqrt(-1) is needed and 1A more where x is
 * negated: y = 4/5 (B), and small y of each kind. */
Test(counts_ed25519, decoding)
{
    for (unsigned e = 0; e < nengines; e++) {
        const char *name = engines[e]->step.name;
        unsigned seen[2] = {0, 0};

        for (uint8_t y = 2; y < 40; y++) {
            uint8_t octets[32] = {y};
            uint64_t extra;

            reset();
            if (engines[e]->decodes(octets) != DONE)
                continue;
            extra = op_count[OP_FE_MUL] - 17;
            cr_assert_leq(extra, 1, "%s", name);
            counted(OP_FE_SQR, name, "decodes", 255);
            seen[extra]++;
        }
        cr_assert(seen[0] && seen[1], "%s", name);
    }
}
