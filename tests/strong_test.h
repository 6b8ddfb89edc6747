/* strong_test - Miller-Rabin to one fixed base, for the tests that build composites to fool it. */
#ifndef TESTS_STRONG_TEST_H
#define TESTS_STRONG_TEST_H

#include <gmp.h>

/* 1 if n passes the strong test to the base b: GMP's arithmetic, the definition's words. */
static inline int strong_to_base(const mpz_t n, unsigned long b)
{
    mpz_t d, x, minus_one;
    size_t twos;
    int passes;

    mpz_inits(d, x, minus_one, NULL);
    mpz_sub_ui(minus_one, n, 1);
    twos = mpz_scan1(minus_one, 0);
    mpz_fdiv_q_2exp(d, minus_one, twos);
    mpz_set_ui(x, b);
    mpz_powm(x, x, d, n);
    passes = mpz_cmp_ui(x, 1) == 0 || mpz_cmp(x, minus_one) == 0;
    for (size_t i = 1; i < twos && !passes; i++) {
        mpz_mul(x, x, x);
        mpz_mod(x, x, n);
        passes = mpz_cmp(x, minus_one) == 0;
    }
    mpz_clears(d, x, minus_one, NULL);
    return passes;
}

#endif
