/* faults_rsa - one fault at a time in the middle of an RSA private operation.
 *
 * A test defines FAULTS_MUL_ONLY or not, includes this file, then an engine, whose calls of mpn_ functions
 * and of inverse_odd() go through wrappers: the call whose number is `fault.at` gets one bit of its result
 * flipped, or its whole result zeroed, as a glitch would. So faults reach the reduction of the input, each
 * squaring and product of both halves, the recombination, the blinding on both sides, the making
 * and the squaring of the blinding pair, and the check itself.
 */
#ifndef SIGCOST_TEST_FAULTS_RSA_H
#define SIGCOST_TEST_FAULTS_RSA_H

#include "bignum/inverse.h"
#include "tests/rsa_keys.h"

static struct {
    unsigned long calls, at; /* at: (unsigned long)-1 for none */
    unsigned bit;            /* which of the result; past its length: taken modulo it */
    int zero;                /* all of the result, in place of a bit */
    int hit;
} fault;

static void faults_off(void)
{
    fault.calls = fault.hit = 0;
    fault.at = (unsigned long)-1;
}

static void fault_here(mp_limb_t *r, mp_size_t n)
{
    if (fault.calls++ != fault.at || n == 0)
        return;
    fault.hit = 1;
    if (fault.zero)
        memset(r, 0, (size_t)n * sizeof *r);
    else
        r[fault.bit / GMP_NUMB_BITS % (unsigned long)n] ^= (mp_limb_t)1
                                                           << (fault.bit % GMP_NUMB_BITS);
}

static inline void faulty_sec_mul(mp_limb_t *r, const mp_limb_t *a, mp_size_t an,
                                  const mp_limb_t *b, mp_size_t bn, mp_limb_t *scratch)
{
    mpn_sec_mul(r, a, an, b, bn, scratch);
    fault_here(r, an + bn);
}

static inline void faulty_sec_sqr(mp_limb_t *r, const mp_limb_t *a, mp_size_t n, mp_limb_t *scratch)
{
    mpn_sec_sqr(r, a, n, scratch);
    fault_here(r, 2 * n);
}

static inline void faulty_mul_n(mp_limb_t *r, const mp_limb_t *a, const mp_limb_t *b, mp_size_t n)
{
    mpn_mul_n(r, a, b, n);
    fault_here(r, 2 * n);
}

static inline void faulty_sqr(mp_limb_t *r, const mp_limb_t *a, mp_size_t n)
{
    mpn_sqr(r, a, n);
    fault_here(r, 2 * n);
}

static inline mp_limb_t faulty_addmul_1(mp_limb_t *r, const mp_limb_t *a, mp_size_t n, mp_limb_t b)
{
    mp_limb_t carry = mpn_addmul_1(r, a, n, b);

    fault_here(r, n);
    return carry;
}

static inline mp_limb_t faulty_add_n(mp_limb_t *r, const mp_limb_t *a, const mp_limb_t *b,
                                     mp_size_t n)
{
    mp_limb_t carry = mpn_add_n(r, a, b, n);

    fault_here(r, n);
    return carry;
}

static inline mp_limb_t faulty_sub_n(mp_limb_t *r, const mp_limb_t *a, const mp_limb_t *b,
                                     mp_size_t n)
{
    mp_limb_t borrow = mpn_sub_n(r, a, b, n);

    fault_here(r, n);
    return borrow;
}

static inline mp_limb_t faulty_cnd_add_n(mp_limb_t flag, mp_limb_t *r, const mp_limb_t *a,
                                         const mp_limb_t *b, mp_size_t n)
{
    mp_limb_t carry = mpn_cnd_add_n(flag, r, a, b, n);

    fault_here(r, n);
    return carry;
}

static inline void faulty_copyi(mp_limb_t *r, const mp_limb_t *a, mp_size_t n)
{
    mpn_copyi(r, a, n);
    fault_here(r, n);
}

static inline enum result faulty_inverse_odd(mp_limb_t *r, const mp_limb_t *a, const mp_limb_t *m,
                                             mp_size_t n, size_t bits)
{
    enum result result = inverse_odd(r, a, m, n, bits);

    fault_here(r, n);
    return result;
}

#undef mpn_sec_mul
#undef mpn_sec_sqr
#undef mpn_mul_n
#undef mpn_sqr
#undef mpn_addmul_1
#undef mpn_add_n
#undef mpn_sub_n
#undef mpn_cnd_add_n
#undef mpn_copyi
#define mpn_sec_mul   faulty_sec_mul
#define mpn_sec_sqr   faulty_sec_sqr
#define mpn_mul_n     faulty_mul_n
#define mpn_sqr       faulty_sqr
#define mpn_addmul_1  faulty_addmul_1
#define mpn_add_n     faulty_add_n
#define mpn_sub_n     faulty_sub_n
#define mpn_cnd_add_n faulty_cnd_add_n
#define mpn_copyi     faulty_copyi
#define inverse_odd   faulty_inverse_odd

#endif
