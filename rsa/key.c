/* key - RSA keys: what is refused, and how the private numbers follow from p, q and e. */
#include <string.h>

#include "bignum/bytes.h"
#include "bignum/inverse.h"
#include "bignum/memory.h"
#include "rsa/rsa.h"

void rsa_key_init(struct rsa_key *key)
{
    memset(key, 0, sizeof *key);
    mpz_inits(key->n, key->e, key->d, key->p, key->q, key->dp, key->dq, key->qinv, NULL);
}

static void wipe_private(struct rsa_key *key)
{
    mpz_ptr numbers[] = {key->d, key->p, key->q, key->dp, key->dq, key->qinv};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        mpz_wipe(numbers[i]);
    key->has_d = key->has_primes = 0;
}

void rsa_key_wipe(struct rsa_key *key)
{
    wipe_private(key);
    mpz_set_ui(key->n, 0);
    mpz_set_ui(key->e, 0);
}

void rsa_key_clear(struct rsa_key *key)
{
    wipe_private(key);
    mpz_clears(key->n, key->e, key->d, key->p, key->q, key->dp, key->dq, key->qinv, NULL);
}

void rsa_key_copy(struct rsa_key *to, const struct rsa_key *from)
{
    mpz_set(to->n, from->n);
    mpz_set(to->e, from->e);
    mpz_set(to->d, from->d);
    mpz_set(to->p, from->p);
    mpz_set(to->q, from->q);
    mpz_set(to->dp, from->dp);
    mpz_set(to->dq, from->dq);
    mpz_set(to->qinv, from->qinv);
    to->has_d = from->has_d;
    to->has_primes = from->has_primes;
}

static const char *public_refusal(const struct rsa_key *key, int toy)
{
    size_t bits = mpz_sizeinbase(key->n, 2);

    if (mpz_sgn(key->n) <= 0)
        return "n is zero or negative";
    if (bits > RSA_MAX_BITS)
        return "n has more than 16384 bits";
    if (mpz_even_p(key->n))
        return "n is even";
    if (bits < RSA_TOY_BITS || (bits < RSA_MIN_BITS && !toy))
        return toy ? "n has fewer than 10 bits" : "n has fewer than 512 bits";
    if (mpz_sgn(key->e) <= 0 || mpz_even_p(key->e))
        return "e is zero, negative or even";
    if (mpz_cmp_ui(key->e, 3) < 0)
        return "e is below 3";
    if (mpz_sizeinbase(key->e, 2) > RSA_MAX_E_BITS)
        return "e has more than 256 bits";
    if (mpz_cmp(key->e, key->n) >= 0)
        return "e is not below n";
    return NULL;
}

/* 1 if d e = 1 modulo prime - 1; prime > 2. */
static int inverts(const struct rsa_key *key, const mpz_t prime)
{
    mpz_t t, order;
    int ok;

    mpz_inits(t, order, NULL);
    mpz_sub_ui(order, prime, 1);
    mpz_mul(t, key->d, key->e);
    mpz_sub_ui(t, t, 1);
    ok = mpz_divisible_p(t, order) != 0;
    mpz_wipe(t);
    mpz_wipe(order);
    mpz_clears(t, order, NULL);
    return ok;
}

/* The CRT numbers, where a caller has set them, must be what d, p and q make of them. */
static const char *crt_refusal(const struct rsa_key *key)
{
    const char *why = NULL;
    mpz_t t, order;

    mpz_inits(t, order, NULL);
    mpz_sub_ui(order, key->p, 1);
    mpz_fdiv_r(t, key->d, order);
    if (mpz_cmp(t, key->dp) != 0)
        why = "dP is not d modulo p - 1";
    mpz_sub_ui(order, key->q, 1);
    mpz_fdiv_r(t, key->d, order);
    if (!why && mpz_cmp(t, key->dq) != 0)
        why = "dQ is not d modulo q - 1";
    mpz_mul(t, key->qinv, key->q);
    mpz_fdiv_r(t, t, key->p);
    if (!why &&
        (mpz_cmp_ui(t, 1) != 0 || mpz_sgn(key->qinv) < 0 || mpz_cmp(key->qinv, key->p) >= 0))
        why = "qInv is not the inverse of q modulo p";
    mpz_wipe(t);
    mpz_wipe(order);
    mpz_clears(t, order, NULL);
    return why;
}

static const char *primes_refusal(const struct rsa_key *key)
{
    mpz_t t;
    int product;

    if (mpz_cmp_ui(key->p, 3) < 0 || mpz_even_p(key->p))
        return "p is even or below 3";
    if (mpz_cmp_ui(key->q, 3) < 0 || mpz_even_p(key->q))
        return "q is even or below 3";
    if (mpz_cmp(key->p, key->q) == 0)
        return "p and q are equal";
    if (mpz_size(key->p) + mpz_size(key->q) > mpz_size(key->n) + 1)
        return "p q is not n";
    mpz_init(t);
    mpz_mul(t, key->p, key->q);
    product = mpz_cmp(t, key->n) == 0;
    mpz_wipe(t);
    mpz_clear(t);
    return product ? NULL : "p q is not n";
}

const char *rsa_key_refusal(const struct rsa_key *key, int toy)
{
    const char *why = public_refusal(key, toy);

    if (why)
        return why;
    if (key->has_d && (mpz_cmp_ui(key->d, 1) <= 0 || mpz_cmp(key->d, key->n) >= 0))
        return "d is not between 1 and n";
    if (!key->has_primes)
        return NULL;
    if (!key->has_d)
        return "p and q are there without d";
    why = primes_refusal(key);
    if (why)
        return why;
    if (!inverts(key, key->p))
        return "d e is not 1 modulo p - 1";
    if (!inverts(key, key->q))
        return "d e is not 1 modulo q - 1";
    return crt_refusal(key);
}

/* d = 1/e modulo the even lambda = lcm(p - 1, q - 1), by an inverse modulo the odd e alone: with x = -1/lambda
 * mod e, 1 + lambda x is a multiple of e, and d = (1 + lambda x) / e is below lambda since x < e. */
static enum result derive_d(struct rsa_key *key)
{
    mpz_t lambda, t;
    enum result result;

    mpz_inits(lambda, t, NULL);
    mpz_sub_ui(lambda, key->p, 1);
    mpz_sub_ui(t, key->q, 1);
    mpz_lcm(lambda, lambda, t);
    mpz_neg(t, lambda);
    result = inverse_mpz(t, t, key->e);
    if (result == DONE) {
        mpz_mul(t, t, lambda);
        mpz_add_ui(t, t, 1);
        mpz_divexact(key->d, t, key->e);
        key->has_d = 1;
    }
    mpz_wipe(lambda);
    mpz_wipe(t);
    mpz_clears(lambda, t, NULL);
    return result;
}

enum result rsa_key_complete(struct rsa_key *key)
{
    mpz_t order;

    key->has_primes = 0;
    if (mpz_cmp_ui(key->e, 3) < 0 || primes_refusal(key) || (!key->has_d && derive_d(key) != DONE))
        return FAILED;
    if (inverse_mpz(key->qinv, key->q, key->p) != DONE)
        return FAILED;
    mpz_init(order);
    mpz_sub_ui(order, key->p, 1);
    mpz_fdiv_r(key->dp, key->d, order);
    mpz_sub_ui(order, key->q, 1);
    mpz_fdiv_r(key->dq, key->d, order);
    mpz_wipe(order);
    mpz_clear(order);
    key->has_primes = 1;
    return DONE;
}

/* x = the octets, FAILED before any arithmetic if there are more than a number may have. */
static enum result number_from_bytes(mpz_t x, struct bytes from, size_t max_bits)
{
    size_t skip = 0;

    while (skip < from.len && from.at[skip] == 0)
        skip++;
    if (from.len - skip > (max_bits + 7) / 8)
        return FAILED;
    if (skip < from.len)
        os2ip(x, from.at + skip, from.len - skip);
    else
        mpz_set_ui(x, 0); /* at may be NULL */
    return DONE;
}

static const char *read_numbers(struct rsa_key *key, struct bytes n, struct bytes e, struct bytes d,
                                struct bytes p, struct bytes q)
{
    if (number_from_bytes(key->n, n, RSA_MAX_BITS) != DONE)
        return "n has more than 16384 bits";
    if (number_from_bytes(key->e, e, RSA_MAX_E_BITS) != DONE)
        return "e has more than 256 bits";
    if (number_from_bytes(key->d, d, RSA_MAX_BITS) != DONE)
        return "d has more than 16384 bits";
    if (number_from_bytes(key->p, p, RSA_MAX_BITS) != DONE ||
        number_from_bytes(key->q, q, RSA_MAX_BITS) != DONE)
        return "p or q has more than 16384 bits";
    if ((p.len == 0) != (q.len == 0))
        return "one of p and q is missing";
    return NULL;
}

static const char *fill_key(struct rsa_key *key, struct bytes n, struct bytes e, struct bytes d,
                            struct bytes p, struct bytes q, int toy)
{
    const char *why = read_numbers(key, n, e, d, p, q);

    if (!why)
        why = public_refusal(key, toy);
    if (why)
        return why;
    key->has_d = d.len > 0;
    if (p.len > 0) {
        why = primes_refusal(key);
        if (why)
            return why;
        if (rsa_key_complete(key) != DONE)
            return key->has_d ? "q has no inverse modulo p"
                              : "e has no inverse modulo lcm(p - 1, q - 1)";
    }
    return rsa_key_refusal(key, toy);
}

enum result rsa_key_from_bytes(struct rsa_key *key, struct bytes n, struct bytes e, struct bytes d,
                               struct bytes p, struct bytes q, int toy, const char **why)
{
    const char *refusal;

    rsa_key_wipe(key);
    refusal = fill_key(key, n, e, d, p, q, toy);
    if (why)
        *why = refusal;
    if (refusal)
        rsa_key_wipe(key);
    wipe_stack(STACK_OF_RSA_KEYS);
    return refusal ? FAILED : DONE;
}
