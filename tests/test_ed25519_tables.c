/* The tables made at build time, each entry against the step affine. */
#include <criterion/criterion.h>

#include "ed25519/tables.h"
#include "ed25519/engines.h"
#include "tests/ed25519_oracle.h"

TestSuite(ed25519_tables, .init = oracle_init);

/* Is (y + x, y - x, 2dxy) canonical and [multiple 2^shift]B? */
static void check(const mpz_t ypx, const mpz_t ymx, const mpz_t xy2d, unsigned long multiple,
                  unsigned shift, const char *table)
{
    uint8_t s[32], want[32], got[32];
    mpz_t x, y, t;

    mpz_inits(x, y, t, NULL);
    mpz_set_ui(t, multiple);
    mpz_mul_2exp(t, t, shift);
    mpz_mod(t, t, oracle.L);
    mpz_to_le(s, 32, t);
    ed25519_affine.mul_base(want, s);

    cr_assert(mpz_cmp(ypx, oracle.p) < 0 && mpz_cmp(ymx, oracle.p) < 0 &&
              mpz_cmp(xy2d, oracle.p) < 0);
    mpz_set_ui(t, 2);
    mpz_invert(t, t, oracle.p);
    mpz_add(y, ypx, ymx);
    mpz_mul(y, y, t);
    mpz_mod(y, y, oracle.p);
    mpz_sub(x, ypx, ymx);
    mpz_mul(x, x, t);
    mpz_mod(x, x, oracle.p);
    mpz_to_le(got, 32, y);
    got[31] |= (uint8_t)(mpz_odd_p(x) << 7);
    cr_assert_arr_eq(got, want, 32, "%s: [%lu 2^%u]B", table, multiple, shift);

    /* the octets show no more of x than its parity; this equation of degree 1 in x and the curve's */
    mpz_mul(t, x, y);
    mpz_mul(t, t, oracle.d);
    mpz_mul_2exp(t, t, 1);
    mpz_sub(t, t, xy2d);
    cr_assert(mpz_divisible_p(t, oracle.p), "%s: 2dxy of [%lu 2^%u]B", table, multiple, shift);
    mpz_mul(x, x, x);
    mpz_mul(y, y, y);
    mpz_mul(t, x, y);
    mpz_mul(t, t, oracle.d);
    mpz_add_ui(t, t, 1);
    mpz_add(t, t, x);
    mpz_sub(t, t, y);
    cr_assert(mpz_divisible_p(t, oracle.p), "%s: [%lu 2^%u]B is off the curve", table, multiple,
              shift);
    mpz_clears(x, y, t, NULL);
}

/* An entry of `count` numbers of `size` octets for each of its three. */
static void check_entry(const void *entry, size_t count, size_t size, unsigned long multiple,
                        unsigned shift, const char *table)
{
    mpz_t part[3];

    for (unsigned i = 0; i < 3; i++) {
        mpz_init(part[i]);
        mpz_import(part[i], count, -1, size, 0, 0, (const uint8_t *)entry + i * count * size);
    }
    check(part[0], part[1], part[2], multiple, shift, table);
    for (unsigned i = 0; i < 3; i++)
        mpz_clear(part[i]);
}

Test(ed25519_tables, comb5)
{
    for (unsigned i = 0; i < ED_COMB_ALL(5); i++)
        check_entry(ed25519_comb5 + 12 * i, 4, 8, i % ED_COMB_ENTRIES(5) + 1,
                    i / ED_COMB_ENTRIES(5) * 5, "comb5");
}

Test(ed25519_tables, comb6)
{
    for (unsigned i = 0; i < ED_COMB_ALL(6); i++)
        check_entry(ed25519_comb6 + ED_ENTRY_LIMBS * i, ED_ENTRY_LIMBS / 3, sizeof(mp_limb_t),
                    i % ED_COMB_ENTRIES(6) + 1, i / ED_COMB_ENTRIES(6) * 6, "comb6");
}

Test(ed25519_tables, comb4)
{
    for (unsigned i = 0; i < ED_COMB_ALL(4); i++) {
        const unsigned row = i / ED_COMB_ENTRIES(4), j = i % ED_COMB_ENTRIES(4);
        uint64_t word[12];

        for (unsigned k = 0; k < 12; k++)
            word[k] = ed25519_comb4[((row / 8 * ED_COMB_ENTRIES(4) + j) * 12 + k) * 8 + row % 8];
        check_entry(word, 4, 8, j + 1, row * 4, "comb4");
    }
}

Test(ed25519_tables, naf8)
{
    for (unsigned i = 0; i < 2 * ED_NAF_ENTRIES(8); i++)
        check_entry(ed25519_naf8 + ED_ENTRY_LIMBS * i, ED_ENTRY_LIMBS / 3, sizeof(mp_limb_t),
                    2 * (i % ED_NAF_ENTRIES(8)) + 1, i / ED_NAF_ENTRIES(8) * ED_HALF_BITS, "naf8");
}
