/* Miller-Rabin of every RSA step with bases that are given: liars, honest ones, and those whose power is nearly 1. */
#include "tests/rsa_keys.h"

/* Draws of 1024 bits, given: base - 2, big-endian, as random_range() asks for them; then xorshift's. */
struct scripted {
    struct rng rng;
    struct test_rng after;
    mpz_srcptr base[3];
    int next;
};

static enum result scripted_fill(struct rng *self, uint8_t *out, size_t len)
{
    struct scripted *s = (struct scripted *)self;
    mpz_t draw;

    if (s->next == 3 || !s->base[s->next])
        return test_fill(&s->after.rng, out, len);
    mpz_init(draw);
    mpz_sub_ui(draw, s->base[s->next++], 2);
    cr_assert_eq(i2osp(out, len, draw), DONE);
    mpz_clear(draw);
    return DONE;
}

static enum result judge(const struct rsa_engine *engine, const mpz_t n, unsigned rounds,
                         mpz_srcptr first, mpz_srcptr second)
{
    struct scripted s = {{scripted_fill}, test_rng_new(55), {first, second, NULL}, 0};

    return engine->is_prime(n, rounds, &s.rng);
}

static void random_prime(mpz_t p, struct rng *rng)
{
    mpz_t half;

    mpz_init(half);
    mpz_setbit(half, 510);
    cr_assert_eq(random_below(p, half, rng), DONE);
    mpz_setbit(p, 511);
    mpz_setbit(p, 510);
    mpz_nextprime(p, p);
    mpz_clear(half);
}

/* n = p q of 1024 bits where 3 divides p - 1 and q - 1: a cube root of unity is a strong liar. */
static void deceivable(mpz_t n, mpz_t liar, struct rng *rng)
{
    mpz_t p, q, t;

    mpz_inits(p, q, t, NULL);
    do
        random_prime(p, rng);
    while (mpz_fdiv_ui(p, 3) != 1);
    do
        random_prime(q, rng);
    while (mpz_fdiv_ui(q, 3) != 1);
    mpz_mul(n, p, q);
    mpz_sub_ui(t, p, 1);
    mpz_divexact_ui(t, t, 3);
    mpz_set_ui(liar, 1);
    for (unsigned long base = 2; mpz_cmp_ui(liar, 1) == 0; base++) {
        mpz_set_ui(liar, base);
        mpz_powm(liar, liar, t, p);
    }
    cr_assert(mpz_invert(t, q, p)); /* the liar is that root modulo p and 1 modulo q */
    mpz_sub_ui(liar, liar, 1);
    mpz_mul(t, t, liar);
    mpz_mod(t, t, p);
    mpz_mul(liar, t, q);
    mpz_add_ui(liar, liar, 1);
    mpz_clears(p, q, t, NULL);
}

/* One honest base is enough, wherever it stands; without one the composite passes, as it must. */
Test(prime_bases, liars_and_an_honest_base, .timeout = 120)
{
    struct test_rng rng = test_rng_new(56);
    mpz_t n, liar, honest;

    mpz_inits(n, liar, NULL);
    mpz_init_set_ui(honest, 1);
    deceivable(n, liar, &rng.rng);
    cr_assert_eq(mpz_sizeinbase(n, 2), 1024);
    mpz_setbit(honest, 1000);
    EACH_ENGINE(engine)
    {
        if (strcmp(engine->step.name, "gmp") == 0)
            continue;
        cr_assert_eq(judge(engine, n, 2, liar, liar), DONE, "%s", engine->step.name);
        cr_assert_eq(judge(engine, n, 2, liar, honest), FAILED, "%s", engine->step.name);
        cr_assert_eq(judge(engine, n, 2, honest, liar), FAILED, "%s", engine->step.name);
        cr_assert_eq(judge(engine, n, 4, liar, liar), FAILED, "%s", engine->step.name);
    }
    mpz_clears(n, liar, honest, NULL);
}

/* A base whose power to the odd part is y = 1 modulo 2^64, but not 1: near 1 is not 1. */
Test(prime_bases, nearly_one, .timeout = 120)
{
    struct test_rng rng = test_rng_new(57);
    mpz_t n, base, y, p, q, t;

    mpz_inits(n, base, y, p, q, t, NULL);
    do { /* until every number has a root of that degree */
        random_prime(p, &rng.rng);
        random_prime(q, &rng.rng);
        mpz_mul(n, p, q);
        mpz_sub_ui(p, p, 1);
        mpz_sub_ui(q, q, 1);
        mpz_lcm(t, p, q);
        mpz_sub_ui(base, n, 1);
        mpz_tdiv_q_2exp(base, base, mpz_scan1(base, 0));
    } while (!mpz_invert(base, base, t));
    mpz_tdiv_q_2exp(y, n, 65);
    mpz_mul_2exp(y, y, 64);
    mpz_add_ui(y, y, 1);
    mpz_powm(base, y, base, n);
    EACH_ENGINE(engine)
    if (strcmp(engine->step.name, "gmp") != 0)
        cr_assert_eq(judge(engine, n, 1, base, base), FAILED, "%s", engine->step.name);
    mpz_clears(n, base, y, p, q, t, NULL);
}
