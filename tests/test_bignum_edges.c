/* bignum: sizes that do not fit, names that are none, moduli and exponents at the ends of what is allowed. */
#include <criterion/criterion.h>
#include <string.h>

#include "bignum/bytes.h"
#include "bignum/count.h"
#include "bignum/ifma.h"
#include "bignum/inverse.h"
#include "tests/test_rng.h"

Test(bignum_edges, numbers_into_limbs)
{
    mp_limb_t limbs[6];
    mpz_t x, back;

    mpz_inits(x, back, NULL);
    for (size_t bits = 0; bits <= 5 * GMP_NUMB_BITS; bits++)
        for (size_t room = 0; room <= 6; room++)
            for (int minus = 0; minus < 2; minus++) {
                const size_t need = (bits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS;
                const enum result want = need <= room && !(minus && bits) ? DONE : FAILED;

                mpz_set_ui(x, 0);
                if (bits)
                    mpz_setbit(x, bits - 1);
                if (minus)
                    mpz_neg(x, x);
                memset(limbs, 0x55, sizeof limbs);
                cr_assert_eq(mpz_to_limbs(limbs, room, x), want, "%zu bits, %zu limbs", bits, room);
                mpz_set_ui(back, 99);
                mpz_from_limbs(back, limbs, room);
                if (want == DONE)
                    cr_assert_eq(mpz_cmp(back, x), 0);
                else
                    cr_assert_eq(mpz_sgn(back), 0, "what does not fit leaves zeros");
            }
    mpz_clears(x, back, NULL);
}

Test(bignum_edges, names_of_what_is_counted)
{
    for (int op = 0; op < OP_COUNT; op++) {
        cr_assert_not_null(count_name((enum count_op)op), "%d", op);
        for (int other = 0; other < op; other++)
            cr_assert_neq(strcmp(count_name((enum count_op)op), count_name((enum count_op)other)),
                          0);
    }
    cr_assert_str_eq(count_name(OP_COUNT), "?");
    cr_assert_str_eq(count_name((enum count_op) - 1), "?");
}

/* Even moduli, 1, 0 and negative ones have no inverses here. */
Test(bignum_edges, moduli_without_inverses)
{
    mpz_t r, a, m;

    mpz_inits(r, a, m, NULL);
    for (long v = -9; v < 20; v++)
        for (long of = -3; of < 9; of++) {
            mpz_set_si(m, v);
            mpz_set_si(a, of);
            mpz_set_ui(r, 5);
            if (inverse_mpz(r, a, m) == DONE) {
                cr_assert(v > 1 && v % 2 == 1);
                mpz_mul(a, a, r);
                mpz_sub_ui(a, a, 1);
                cr_assert(mpz_divisible_p(a, m) && mpz_cmp(r, m) < 0 && mpz_sgn(r) > 0);
            } else
                cr_assert_eq(mpz_sgn(r), 0);
        }
    mpz_clears(r, a, m, NULL);
}

/* Vector kernels are for exact sizes, and for two moduli of one size. */
Test(bignum_edges, vector_kernels_by_size)
{
    static const unsigned pairs[] = {1024, 1536, 2048, 4096}, singles[] = {2048, 3072, 4096, 8192};
    struct ifma_mod mod;
    mpz_t a, b;

    mpz_inits(a, b, NULL);
    for (mp_size_t limbs = 1; limbs <= 8400 / 64; limbs++)
        for (unsigned numbers = 1; numbers <= 3; numbers++) {
            int want = 0;

            for (int i = 0; i < 4; i++)
                want |= numbers == 1   ? singles[i] == 64 * (unsigned)limbs
                        : numbers == 2 ? pairs[i] == 64 * (unsigned)limbs
                                       : 0;
            if (ifma_missing())
                want = 0;
            cr_assert_eq(ifma_kernel_for(numbers, limbs) != NULL, want, "%u of %ld", numbers,
                         (long)limbs);
        }
    mpz_setbit(a, 1023);
    mpz_setbit(a, 0);
    mpz_setbit(b, 959);
    mpz_setbit(b, 0);
    cr_assert_eq(ifma_init(&mod, a, b, 1), UNSUPPORTED);
    cr_assert(!mod.kernel && !mod.block && !mod.limbs, "nothing is held");
    cr_assert_eq(ifma_init(&mod, a, NULL, 1), UNSUPPORTED);
    cr_assert(!mod.kernel && !mod.block && !mod.limbs);
    ifma_clear(&mod);
    mpz_setbit(b, 960); /* the shortest that still has as many limbs */
    cr_assert_eq(ifma_init(&mod, a, b, 0), ifma_missing() ? UNSUPPORTED : DONE);
    cr_assert_null(mod.table);
    ifma_clear(&mod);
    mpz_clears(a, b, NULL);
}

/* The generator's draws that are too large are drawn again, 256 times, then there is none. */
Test(bignum_edges, draws_that_never_fit)
{
    struct test_rng rng = test_rng_new(91);
    mpz_t r, n;

    mpz_inits(r, n, NULL);
    for (unsigned long top = 1; top < 300; top++) {
        mpz_set_ui(n, top);
        cr_assert_eq(random_below(r, n, &rng.rng), DONE);
        cr_assert(mpz_sgn(r) >= 0 && mpz_cmp(r, n) < 0);
    }
    rng.left = 0;
    mpz_set_ui(n, 1); /* [0, 0] takes no octet */
    cr_assert_eq(random_below(r, n, &rng.rng), DONE);
    cr_assert_eq(mpz_sgn(r), 0);
    mpz_set_ui(n, 2);
    mpz_set_ui(r, 7);
    cr_assert_eq(random_below(r, n, &rng.rng), FAILED);
    cr_assert_eq(mpz_sgn(r), 0);
    mpz_set_si(n, -4);
    mpz_set_ui(r, 7);
    cr_assert_eq(random_below(r, n, &rng.rng), FAILED);
    cr_assert_eq(mpz_sgn(r), 0);
    mpz_clears(r, n, NULL);
}
