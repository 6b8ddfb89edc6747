#include "bignum/modmul_limbs.inc"

#define LAYER modmul_limbs
#include "tests/modmul_cases.inc"

/* Both sets of kernels against GMP, and a reduction by its defining equation, on runs of ones. */
static void check_kernels(const struct limbs_kernels *kernels, mp_size_t n, struct rng *rng)
{
    mp_limb_t a[72], b[72], m[72], t[144], want[144];

    for (int kind = 0; kind < 60; kind++) {
        mp_limb_t carry;

        cr_assert_eq(random_bytes((uint8_t *)a, sizeof a, rng), DONE);
        cr_assert_eq(random_bytes((uint8_t *)b, sizeof b, rng), DONE);
        cr_assert_eq(random_bytes((uint8_t *)m, sizeof m, rng), DONE);
        for (mp_size_t i = 0; i < n; i++) { /* all ones, zeros and single bits in many patterns */
            if ((kind & 1) && (kind < 8 || i % (kind / 4) != 0))
                a[i] = ~(mp_limb_t)0;
            if ((kind & 2) && (kind < 8 || i % (kind / 3) != 0))
                b[i] = ~(mp_limb_t)0;
            if ((kind & 4) && (kind < 8 || i % (kind / 5) != 0))
                m[i] = ~(mp_limb_t)0;
            if (kind > 50 && i % 2)
                a[i] = b[i] = 0;
        }
        m[0] |= 1;
        kernels->mul(t, a, b, n);
        mpn_mul_n(want, a, b, n);
        cr_assert_eq(mpn_cmp(t, want, 2 * n), 0, "a b, n = %ld", (long)n);
        kernels->sqr(t, a, n);
        mpn_sqr(want, a, n);
        cr_assert_eq(mpn_cmp(t, want, 2 * n), 0, "a^2, n = %ld", (long)n);
        /* any 2n limbs: r B^n = t modulo m, and t / B^n <= r < t / B^n + m */
        mpn_mul_n(t, a, b, n);
        mpn_copyi(want, t, 2 * n);
        carry = kernels->redc(t, m, mont_inverse_limb(m[0]), n);
        {
            mpz_t x, r, mz, q;

            mpz_inits(x, r, q, NULL);
            mpz_roinit_n(mz, m, n);
            mpz_from_limbs(x, want, (size_t)(2 * n));
            mpz_from_limbs(r, t + n, (size_t)n);
            mpz_set_ui(q, carry);
            mpz_mul_2exp(q, q, (mp_bitcnt_t)n * GMP_NUMB_BITS);
            mpz_add(r, r, q);
            mpz_mul_2exp(q, r, (mp_bitcnt_t)n * GMP_NUMB_BITS);
            mpz_sub(q, q, x);
            cr_assert(mpz_sgn(q) >= 0 && mpz_divisible_p(q, mz), "REDC, n = %ld", (long)n);
            mpz_divexact(q, q, mz);
            cr_assert_leq(mpz_size(q), (size_t)n);
            mpz_clears(x, r, q, NULL);
        }
    }
}

Test(modmul_limbs, kernels_equal_gmp, .timeout = 60)
{
    struct test_rng rng = test_rng_new(90);

    for (mp_size_t n = 1; n <= 72; n++) {
        const struct limbs_kernels *adx = limbs_adx(n);

        check_kernels(&limbs_portable, n, &rng.rng);
        if (adx)
            check_kernels(adx, n, &rng.rng);
        cr_assert_eq(limbs_kernels(n), adx ? adx : &limbs_portable);
    }
}
