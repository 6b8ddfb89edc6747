/* The limb engines' field kernels, inversions and arithmetic modulo the order against GMP: for
 * each curve with each set of kernels that this machine runs, random operands, long runs of ones,
 * edges, all aliasings. */
#include "limbs_reference.h"
#include "tests/replay.h"

#define RANDOM_ROUNDS 200000

struct operands {
    gmp_randstate_t random;
    mpz_t a, b, t, got, limit;
};

static void operands_init(struct operands *o)
{
    gmp_randinit_default(o->random);
    gmp_randseed_ui(o->random, 4 + (unsigned long)replay_seed());
    mpz_inits(o->a, o->b, o->t, o->got, o->limit, NULL);
}

static void operands_clear(struct operands *o)
{
    gmp_randclear(o->random);
    mpz_clears(o->a, o->b, o->t, o->got, o->limit, NULL);
}

#define EDGES 64

/* The i-th edge below `limit`: small numbers, numbers just below limit and p, multiples of p, p /
 * 2, words of all ones, powers of two. */
static void edge(mpz_t a, int i, const mpz_t limit, const mpz_t p)
{
    const unsigned long bits = mpz_sizeinbase(limit, 2);

    if (i < 6) {
        mpz_set_ui(a, (unsigned long)i);
    } else if (i < 12) {
        mpz_sub_ui(a, limit, (unsigned long)i - 5);
    } else if (i < 18) {
        mpz_set(a, p);
        mpz_add_ui(a, a, (unsigned long)i - 12);
        mpz_sub_ui(a, a, 3);
    } else if (i < 24) {
        mpz_tdiv_q_2exp(a, p, 1);
        mpz_add_ui(a, a, (unsigned long)i - 21 + 3);
        mpz_sub_ui(a, a, 3);
    } else if (i < 40) { /* one word of ones, or all but one */
        mpz_set_ui(a, 1);
        mpz_mul_2exp(a, a, 64);
        mpz_sub_ui(a, a, 1);
        mpz_mul_2exp(a, a, 64 * ((unsigned long)i % 8));
        if (i >= 32) {
            mpz_sub(a, limit, a);
            mpz_sub_ui(a, a, 1);
        }
    } else if (i < 52) { /* multiples of p and their neighbours */
        mpz_fdiv_q(a, limit, p);
        mpz_tdiv_q_2exp(a, a, (unsigned long)(i - 40) / 3);
        mpz_mul(a, a, p);
        mpz_add_ui(a, a, (unsigned long)i % 3);
        mpz_sub_ui(a, a, 1);
    } else {
        mpz_set_ui(a, 0);
        mpz_setbit(a, (bits - 1) * (unsigned long)(i - 52) / 11);
        if (i % 2)
            mpz_sub_ui(a, a, 1);
    }
    mpz_mod(a, a, limit);
}

static void draw(mpz_t a, struct operands *o, unsigned long round, unsigned long stride,
                 const mpz_t limit, const mpz_t p)
{
    if (round < EDGES * EDGES)
        edge(a, (int)(round / stride % EDGES), limit, p);
    else if (round % 3)
        mpz_urandomm(a, o->random, limit);
    else
        mpz_rrandomb(a, o->random, mpz_sizeinbase(limit, 2) + round % 5);
    mpz_mod(a, a, limit);
}

/* got = r must be t mod p and below 2^bound or, for a field kept reduced, below p. */
static void check_fe(const uint64_t *r, struct operands *o, const struct kernel *k,
                     const char *what, unsigned bound)
{
    mpz_of_words(o->got, r, k->ops->words);
    if (k->ops->mont)
        cr_assert(mpz_cmp(o->got, k->curve->p) < 0, "%s %s is not reduced", k->name, what);
    else
        cr_assert(mpz_sizeinbase(o->got, 2) <= bound, "%s %s: %zu bits", k->name, what,
                  mpz_sizeinbase(o->got, 2));
    mpz_sub(o->t, o->t, o->got);
    cr_assert(mpz_divisible_p(o->t, k->curve->p), "%s %s\n a = %s\n b = %s\n r = %s", k->name, what,
              mpz_get_str(NULL, 16, o->a), mpz_get_str(NULL, 16, o->b),
              mpz_get_str(NULL, 16, o->got));
}

enum binary { MUL, ADD, SUB, SUB_LOOSE };

/* r = a op b with r apart, r = a, r = b. */
static void check_binary(enum binary op, struct operands *o, const struct kernel *k,
                         const unsigned bounds[4])
{
    static const char *const names[] = {"fe_mul", "fe_add", "fe_sub", "fe_sub_loose"};
    void (*const f[])(uint64_t *, const uint64_t *, const uint64_t *) = {
        k->ops->fe_mul, k->ops->fe_add, k->ops->fe_sub, k->ops->fe_sub_loose};
    uint64_t a[LIMBS_MAX_WORDS], b[LIMBS_MAX_WORDS], r[LIMBS_MAX_WORDS];
    const size_t size = k->ops->words * sizeof *r;

    words_of_mpz(a, o->a, k->ops->words);
    words_of_mpz(b, o->b, k->ops->words);
    if (op == MUL) {
        mpz_mul(o->t, o->a, o->b);
        mpz_mul(o->t, o->t, k->inv_R);
    } else if (op == ADD) {
        mpz_add(o->t, o->a, o->b);
    } else {
        mpz_sub(o->t, o->a, o->b);
    }
    f[op](r, a, b);
    check_fe(r, o, k, names[op], bounds[op]);
    mpz_swap(o->t, o->got);
    words_of_mpz(b, o->b, k->ops->words);
    f[op](a, a, b);
    cr_assert_eq(memcmp(a, r, size), 0, "%s %s: r = a", k->name, names[op]);
    words_of_mpz(a, o->a, k->ops->words);
    f[op](b, a, b);
    cr_assert_eq(memcmp(b, r, size), 0, "%s %s: r = b", k->name, names[op]);
    f[op](r, a, a);
    f[op](a, a, a);
    cr_assert_eq(memcmp(a, r, size), 0, "%s %s: r = a = b", k->name, names[op]);
}

static void check_unary(struct operands *o, const struct kernel *k)
{
    uint64_t a[LIMBS_MAX_WORDS], r[LIMBS_MAX_WORDS];
    const size_t size = k->ops->words * sizeof *r;

    words_of_mpz(a, o->a, k->ops->words);
    mpz_set_ui(o->b, 0);
    mpz_mul(o->t, o->a, o->a);
    mpz_mul(o->t, o->t, k->inv_R);
    k->ops->fe_sqr(r, a);
    check_fe(r, o, k, "fe_sqr", 523);
    mpz_set(o->t, o->a);
    k->ops->fe_reduce(r, a);
    check_fe(r, o, k, "fe_reduce", 521);
    cr_assert(mpz_cmp(o->got, k->curve->p) < 0);
    cr_assert_eq(k->ops->fe_is_zero_vartime(a), mpz_divisible_p(o->a, k->curve->p) != 0);
    k->ops->fe_half(r, a);
    mpz_of_words(o->t, r, k->ops->words);
    mpz_mul_2exp(o->t, o->t, 1);
    mpz_sub(o->t, o->t, o->a);
    cr_assert(mpz_divisible_p(o->t, k->curve->p), "%s fe_half", k->name);
    k->ops->fe_half(a, a);
    cr_assert_eq(memcmp(a, r, size), 0, "%s fe_half: r = a", k->name);
    words_of_mpz(a, o->a, k->ops->words);
    k->ops->fe_sqr(r, a);
    k->ops->fe_sqr(a, a);
    cr_assert_eq(memcmp(a, r, size), 0, "%s fe_sqr: r = a", k->name);
}

/* P-521's operands may be as large as field_p521_loose.inc says; the others' are below p. */
static void fields(int set)
{
    static const unsigned bounds[4] = {523, 530, 531, 531};
    struct operands o;

    operands_init(&o);
    FOR_EACH_KERNEL(k)
    {
        if (k_i / 3 != set)
            continue;
        for (unsigned long round = 0; round < RANDOM_ROUNDS; round++)
            for (int op = MUL; op <= SUB_LOOSE; op++) {
                static const unsigned a_bits[4] = {541, 529, 530, 530};
                static const unsigned b_bits[4] = {541, 529, 525, 529};

                mpz_set(o.limit, k.curve->p);
                if (!k.ops->mont) {
                    mpz_set_ui(o.limit, 0);
                    mpz_setbit(o.limit, a_bits[op]);
                }
                draw(o.a, &o, round, 1, o.limit, k.curve->p);
                if (!k.ops->mont) { /* b <= 2^k p for the differences */
                    mpz_set_ui(o.limit, 0);
                    mpz_setbit(o.limit, b_bits[op]);
                    if (op >= SUB)
                        mpz_mul_2exp(o.limit, k.curve->p, b_bits[op] - 521);
                }
                draw(o.b, &o, round, EDGES, o.limit, k.curve->p);
                check_binary((enum binary)op, &o, &k, bounds);
                if (op == MUL)
                    check_unary(&o, &k);
            }
    }
    operands_clear(&o);
}

Test(ec_limbs, fields_c)
{
    fields(0);
}

Test(ec_limbs, fields_narrow)
{
    fields(1);
}

Test(ec_limbs, fields_adx)
{
    fields(2);
}

Test(ec_limbs, field_inversions)
{
    struct operands o;
    uint64_t a[LIMBS_MAX_WORDS], r[LIMBS_MAX_WORDS];

    operands_init(&o);
    FOR_EACH_KERNEL(k)
    for (unsigned long round = 0; round < 2000; round++) {
        mpz_set(o.limit, k.curve->p);
        draw(o.a, &o, round < EDGES ? round : round + EDGES * EDGES, 1, o.limit, k.curve->p);
        words_of_mpz(a, o.a, k.ops->words);
        k.ops->fe_inv(r, a);
        mpz_mul(o.t, o.a, k.inv_R);
        if (!mpz_invert(o.t, o.t, k.curve->p))
            mpz_set_ui(o.t, 0); /* 1/0 is 0 */
        mpz_mul(o.t, o.t, k.R);
        check_fe(r, &o, &k, "fe_inv", 521);
        k.ops->fe_inv_vartime(a, a);
        cr_assert_eq(memcmp(a, r, k.ops->words * sizeof *r), 0, "%s: fe_inv_vartime", k.name);
    }
    operands_clear(&o);
}

static void check_order(const struct kernel *k, struct operands *o)
{
    const struct ec_engine *e = k->engine;
    const struct ec_curve *c = k->curve;
    mp_limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS], r[EC_MAX_LIMBS], want[EC_MAX_LIMBS];
    const size_t size = c->order_limbs * sizeof *r;

    limbs_of_mpz(a, o->a);
    limbs_of_mpz(b, o->b);
    mpz_mul(o->t, o->a, o->b);
    mpz_mod(o->t, o->t, c->n);
    limbs_of_mpz(want, o->t);
    e->sc_mul(r, a, b, k->ops);
    cr_assert_eq(memcmp(r, want, size), 0, "%s sc_mul", k->name);
    memcpy(r, a, size);
    e->sc_mul(r, r, b, k->ops);
    cr_assert_eq(memcmp(r, want, size), 0, "%s sc_mul: r = a", k->name);
    e->sc_mul(b, a, b, k->ops);
    cr_assert_eq(memcmp(b, want, size), 0, "%s sc_mul: r = b", k->name);
    if (!mpz_invert(o->t, o->a, c->n))
        return;
    limbs_of_mpz(want, o->t);
    e->sc_inv(r, a, k->ops);
    cr_assert_eq(memcmp(r, want, size), 0, "%s sc_inv", k->name);
    e->sc_inv_vartime(r, a, k->ops);
    cr_assert_eq(memcmp(r, want, size), 0, "%s sc_inv_vartime", k->name);
    e->sc_inv(a, a, k->ops);
    cr_assert_eq(memcmp(a, want, size), 0, "%s sc_inv: r = a", k->name);
}

Test(ec_limbs, orders)
{
    struct operands o;

    operands_init(&o);
    FOR_EACH_KERNEL(k)
    for (unsigned long round = 0; round < EDGES * EDGES + 2000; round++) {
        draw(o.a, &o, round, 1, k.curve->n, k.curve->n);
        draw(o.b, &o, round, EDGES, k.curve->n, k.curve->n);
        check_order(&k, &o);
    }
    operands_clear(&o);
}
