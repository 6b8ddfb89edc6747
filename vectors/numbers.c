#include <gmp.h>

#include "bignum/bytes.h"
#include "vectors/runner.h"

struct rsa_numbers {
    mpz_t n, e, d, p, q, t, u;
};

static void numbers_init(struct rsa_numbers *x, const struct key_data *key)
{
    mpz_inits(x->n, x->e, x->d, x->p, x->q, x->t, x->u, NULL);
    os2ip(x->n, key->n.at, key->n.len);
    os2ip(x->e, key->e.at, key->e.len);
    os2ip(x->d, key->d.at, key->d.len);
    os2ip(x->p, key->p.at, key->p.len);
    os2ip(x->q, key->q.at, key->q.len);
}

static void numbers_clear(struct rsa_numbers *x)
{
    mpz_clears(x->n, x->e, x->d, x->p, x->q, x->t, x->u, NULL);
}

/* d e = 1 modulo p - 1 and q - 1. */
static int exponents_fit(struct rsa_numbers *x)
{
    mpz_mul(x->t, x->d, x->e);
    mpz_sub_ui(x->t, x->t, 1);
    mpz_sub_ui(x->u, x->p, 1);
    int fit = mpz_sgn(x->u) > 0 && mpz_divisible_p(x->t, x->u);
    mpz_sub_ui(x->u, x->q, 1);
    return fit && mpz_sgn(x->u) > 0 && mpz_divisible_p(x->t, x->u);
}

int rsa_exponents_fit(struct bytes d, const struct key_data *key)
{
    struct rsa_numbers x;
    struct key_data other = *key;
    other.d = d;
    numbers_init(&x, &other);
    int fit = exponents_fit(&x);
    numbers_clear(&x);
    return fit;
}

static int is_prime(const mpz_t x, const struct own_functions *own)
{
    uint8_t octets[2049];
    size_t len = (mpz_sizeinbase(x, 2) + 7) / 8 + 1; /* and room for a sign */
    if (len > sizeof octets || i2osp(octets, len, x) != DONE)
        return 0;
    struct bytes value = {octets, len};
    return own->is_prime(&value) == DONE;
}

/* X9.31: prime - 1 has the first prime from the seed on as a factor, or prime + 1 has. */
static int has_factor(const mpz_t prime, int step, struct bytes seed,
                      const struct own_functions *own)
{
    if (seed.len == 0 || seed.len > 64)
        return seed.len == 0;
    mpz_t factor, around;
    mpz_inits(factor, around, NULL);
    os2ip(factor, seed.at, seed.len);
    mpz_setbit(factor, 0);
    for (int tries = 0; tries < 10000 && !is_prime(factor, own); tries++)
        mpz_add_ui(factor, factor, 2);
    if (step < 0)
        mpz_sub_ui(around, prime, 1);
    else
        mpz_add_ui(around, prime, 1);
    int divides = mpz_divisible_p(around, factor);
    mpz_clears(factor, around, NULL);
    return divides;
}

const char *rsa_numbers_disagree(const struct vector_case *one, const struct own_functions *own)
{
    struct rsa_numbers x;
    const char *why = NULL;
    numbers_init(&x, &one->key);
    mpz_mul(x.t, x.p, x.q);
    if (mpz_cmp(x.t, x.n) != 0)
        why = "p q is not n";
    else if (mpz_cmp(x.p, x.q) == 0)
        why = "p is q";
    else if (!exponents_fit(&x))
        why = "d e is not 1 modulo lcm(p - 1, q - 1)";
    else if (!is_prime(x.p, own) || !is_prime(x.q, own))
        why = "p or q is composite";
    else if (!has_factor(x.p, -1, one->xp1, own) || !has_factor(x.p, 1, one->xp2, own) ||
             !has_factor(x.q, -1, one->xq1, own) || !has_factor(x.q, 1, one->xq2, own))
        why = "p or q does not come from the seeds of X9.31";
    numbers_clear(&x);
    return why;
}
