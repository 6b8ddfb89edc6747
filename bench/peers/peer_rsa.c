/* The numbers of an RSA key, checked and completed with GMP. Happens at key_import, which is not
 * timed; the values are used as they are by every library. */
#include "bench/peers/peer.h"

#include <string.h>

#include "bignum/bytes.h"

#define MIN_BITS   10
#define MAX_E_BITS 256

void rsa_parts_clear(struct rsa_parts *parts)
{
    mpz_wipe(parts->d);
    mpz_wipe(parts->p);
    mpz_wipe(parts->q);
    mpz_wipe(parts->dp);
    mpz_wipe(parts->dq);
    mpz_wipe(parts->qinv);
    mpz_clears(parts->n, parts->e, parts->d, parts->p, parts->q, parts->dp, parts->dq, parts->qinv,
               NULL);
}

/* p and q from n, e and d (SP 800-56B C.2): d e - 1 = 2^t r with r odd is a multiple of the group's
 * exponent, so some square root of 1 on the way from g^r to g^(d e - 1) is not +-1 for half of all
 * g. */
static enum result find_primes(struct rsa_parts *parts)
{
    mpz_t r, x, y, n1;
    mp_bitcnt_t t;
    enum result result = FAILED;

    mpz_inits(r, x, y, n1, NULL);
    mpz_sub_ui(n1, parts->n, 1);
    mpz_mul(r, parts->d, parts->e);
    mpz_sub_ui(r, r, 1);
    t = mpz_sgn(r) > 0 ? mpz_scan1(r, 0) : 0;
    mpz_tdiv_q_2exp(r, r, t);
    for (unsigned long g = 2; result != DONE && t > 0 && g < 100; g++) {
        mpz_set_ui(x, g);
        mpz_powm(x, x, r, parts->n);
        for (mp_bitcnt_t i = 0; i < t && mpz_cmp_ui(x, 1) != 0 && mpz_cmp(x, n1) != 0; i++) {
            mpz_mul(y, x, x);
            mpz_mod(y, y, parts->n);
            if (mpz_cmp_ui(y, 1) == 0) {
                mpz_sub_ui(x, x, 1);
                mpz_gcd(parts->p, x, parts->n);
                mpz_divexact(parts->q, parts->n, parts->p);
                result = DONE;
                break;
            }
            mpz_swap(x, y);
        }
    }
    mpz_wipe(r);
    mpz_wipe(x);
    mpz_wipe(y);
    mpz_clears(r, x, y, n1, NULL);
    return result;
}

static enum result public_ok(const struct rsa_parts *parts)
{
    return parts->bits >= MIN_BITS && parts->k <= RSA_MAX_OCTETS && mpz_odd_p(parts->n) &&
                   mpz_odd_p(parts->e) && mpz_cmp_ui(parts->e, 3) >= 0 &&
                   mpz_sizeinbase(parts->e, 2) <= MAX_E_BITS && mpz_cmp(parts->e, parts->n) < 0
               ? DONE
               : FAILED;
}

/* Checks p and q, makes d where it is zero, and the three CRT numbers. */
static enum result complete(struct rsa_parts *parts)
{
    mpz_t p1, q1, t;
    enum result result = FAILED;

    mpz_inits(p1, q1, t, NULL);
    mpz_mul(t, parts->p, parts->q);
    mpz_sub_ui(p1, parts->p, 1);
    mpz_sub_ui(q1, parts->q, 1);
    if (mpz_cmp(t, parts->n) != 0 || mpz_cmp(parts->p, parts->q) == 0 || mpz_sgn(p1) <= 0 ||
        mpz_sgn(q1) <= 0)
        goto out;
    if (mpz_sgn(parts->d) == 0) {
        mpz_lcm(t, p1, q1);
        if (!mpz_invert(parts->d, parts->e, t))
            goto out;
    }
    mpz_mod(parts->dp, parts->d, p1);
    mpz_mod(parts->dq, parts->d, q1);
    mpz_mul(t, parts->d, parts->e);
    mpz_sub_ui(t, t, 1);
    if (mpz_cmp(parts->d, parts->n) < 0 && mpz_divisible_p(t, p1) && mpz_divisible_p(t, q1) &&
        mpz_invert(parts->qinv, parts->q, parts->p))
        result = DONE;
out:
    mpz_wipe(p1);
    mpz_wipe(q1);
    mpz_wipe(t);
    mpz_clears(p1, q1, t, NULL);
    return result;
}

enum result rsa_parts_init(struct rsa_parts *parts, const struct key_data *data)
{
    enum result result = FAILED;

    memset(parts, 0, sizeof *parts);
    mpz_inits(parts->n, parts->e, parts->d, parts->p, parts->q, parts->dp, parts->dq, parts->qinv,
              NULL);
    os2ip(parts->n, data->n.at, data->n.len);
    os2ip(parts->e, data->e.at, data->e.len);
    os2ip(parts->d, data->d.at, data->d.len);
    os2ip(parts->p, data->p.at, data->p.len);
    os2ip(parts->q, data->q.at, data->q.len);
    parts->bits = (unsigned)mpz_sizeinbase(parts->n, 2);
    parts->k = (parts->bits + 7) / 8;
    parts->private = mpz_sgn(parts->d) != 0 || mpz_sgn(parts->p) != 0;
    result = public_ok(parts);
    if (result == DONE && parts->private) {
        if (mpz_cmp(parts->d, parts->n) >= 0 || mpz_cmp(parts->p, parts->n) >= 0 ||
            mpz_cmp(parts->q, parts->n) >= 0)
            result = FAILED;
        else if (mpz_sgn(parts->p) == 0)
            result = find_primes(parts);
        if (result == DONE)
            result = complete(parts);
    }
    if (result != DONE)
        rsa_parts_clear(parts);
    return result;
}
