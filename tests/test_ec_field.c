/* The field over mpn (ec/fe_mpn.inc, ec/reduce_solinas.inc) against GMP, aimed at edges: products just above
 * and below multiples of p, all-ones words, single bits, and results over either operand. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "bignum/bytes.h"
#include "ec/ec.h"
#include "ec/fe_mpn.inc"
#include "tests/replay.h"

#define EDGES 64

struct bench {
    const struct ec_curve *c;
    struct field f;
    struct work w;
    mpz_t edge[EDGES];
    gmp_randstate_t random;
};

static void make_edges(struct bench *b)
{
    for (unsigned i = 0; i < EDGES; i++) {
        mpz_init(b->edge[i]);
        if (i < 4)
            mpz_set_ui(b->edge[i], i);
        else if (i < 8)
            mpz_sub_ui(b->edge[i], b->c->p, i - 3);
        else if (i < 10)
            mpz_tdiv_q_2exp(b->edge[i], b->c->p, i - 7);
        else if (i < 30) /* 2^j - 1 and 2^j at the words' ends */
            mpz_setbit(b->edge[i], (i - 10) / 2 * 32 % b->c->bits);
        else if (i < 40)
            mpz_sub(b->edge[i], b->c->p, b->edge[i - 20]);
        else if (i < 54)
            mpz_rrandomb(b->edge[i], b->random, b->c->bits);
        else
            mpz_urandomm(b->edge[i], b->random, b->c->p);
        if (i >= 10 && i < 30 && i % 2)
            mpz_sub_ui(b->edge[i], b->edge[i], 1);
        mpz_mod(b->edge[i], b->edge[i], b->c->p);
    }
}

static void expect(const fe r, const mpz_t value, const struct bench *b, const char *what)
{
    mp_limb_t want[EC_MAX_LIMBS];
    mpz_t reduced;

    mpz_init(reduced);
    mpz_mod(reduced, value, b->c->p);
    mpz_to_limbs(want, EC_MAX_LIMBS, reduced);
    cr_assert_eq(mpn_cmp(r, want, b->f.n), 0, "%s: %s is not %s", b->c->name, what,
                 mpz_get_str(NULL, 16, reduced));
    mpz_clear(reduced);
}

/* Each operation into a third place, over a, over b, and on equal operands. */
#define CHECK_BINARY(op, value)                                                                    \
    do {                                                                                           \
        op(r, x, y, &b->w);                                                                        \
        expect(r, value, b, #op);                                                                  \
        fe_set(r, x, &b->w);                                                                       \
        op(r, r, y, &b->w);                                                                        \
        expect(r, value, b, #op " over a");                                                        \
        fe_set(r, y, &b->w);                                                                       \
        op(r, x, r, &b->w);                                                                        \
        expect(r, value, b, #op " over b");                                                        \
    } while (0)

static void check_pair(struct bench *b, const mpz_t u, const mpz_t v)
{
    fe x, y, r;
    mpz_t t;

    mpz_init(t);
    mpz_to_limbs(x, EC_MAX_LIMBS, u);
    mpz_to_limbs(y, EC_MAX_LIMBS, v);
    mpz_mul(t, u, v);
    CHECK_BINARY(fe_mul, t);
    mpz_add(t, u, v);
    CHECK_BINARY(fe_add, t);
    mpz_sub(t, u, v);
    CHECK_BINARY(fe_sub, t);
    mpz_mul(t, u, u);
    fe_sqr(r, x, &b->w);
    expect(r, t, b, "fe_sqr");
    fe_mul(r, x, x, &b->w);
    expect(r, t, b, "fe_mul of equals");
    fe_half(r, x, &b->w);
    fe_add(r, r, r, &b->w);
    expect(r, u, b, "twice fe_half");
    if (mpz_sgn(u) != 0) {
        fe_inv(r, x, &b->w);
        mpz_invert(t, u, b->c->p);
        expect(r, t, b, "fe_inv");
    }
    mpz_clear(t);
}

static void check_field(enum curve_id id)
{
    struct bench *b = calloc(1, sizeof *b);
    mpz_t u, v;

    cr_assert_not_null(b);
    b->c = ec_curve(id);
    mpz_inits(u, v, NULL);
    gmp_randinit_default(b->random);
    gmp_randseed_ui(b->random, 7 + id + (unsigned long)replay_seed());
    field_init(&b->f, b->c);
    work_init(&b->w, &b->f);
    make_edges(b);
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++)
            check_pair(b, b->edge[i], b->edge[j]);
    for (int i = 0; i < 3000; i++) { /* u v = c modulo p for a c at an edge */
        mpz_urandomm(u, b->random, b->c->p);
        if (mpz_sgn(u) == 0)
            continue;
        mpz_invert(v, u, b->c->p);
        mpz_mul(v, v, b->edge[i % EDGES]);
        mpz_mod(v, v, b->c->p);
        check_pair(b, u, v);
    }
    for (int i = 0; i < EDGES; i++)
        mpz_clear(b->edge[i]);
    gmp_randclear(b->random);
    mpz_clears(u, v, NULL);
    work_clear(&b->w);
    free(b);
}

Test(field, p192)
{
    check_field(P192);
}

Test(field, p224)
{
    check_field(P224);
}

Test(field, p256)
{
    check_field(P256);
}

Test(field, p384)
{
    check_field(P384);
}

Test(field, p521)
{
    check_field(P521);
}
