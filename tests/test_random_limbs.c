/* test_random_limbs - random_limbs_below() against random_below(): one stream, one answer. */
#include <criterion/criterion.h>
#include <string.h>

#include "bignum/bytes.h"
#include "hash/drbg.h"

Test(random_limbs, same_as_random_below)
{
    struct hmac_drbg a, b;
    mpz_t m, want, got;
    mp_limb_t r[12], modulus[12];

    mpz_inits(m, want, got, NULL);
    drbg_seed_u64(&a, 6);
    drbg_seed_u64(&b, 6);
    for (size_t bits = 2; bits <= 8 * sizeof r; bits += bits < 140 ? 1 : 37)
        for (int shape = 0; shape < 3; shape++) { /* 2^bits - 1, 2^(bits-1) + 1, between */
            mp_size_t n = (mp_size_t)((bits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS);

            mpz_set_ui(m, 0);
            mpz_setbit(m, shape == 0 ? bits : bits - 1);
            if (shape == 0)
                mpz_sub_ui(m, m, 1);
            else
                mpz_setbit(m, 0);
            if (shape == 2)
                mpz_setbit(m, bits / 2);
            cr_assert_eq(mpz_sizeinbase(m, 2), bits);
            cr_assert_eq(mpz_to_limbs(modulus, (size_t)n, m), DONE);
            for (int i = 0; i < 8; i++) {
                cr_assert_eq(random_below(want, m, &a.rng), DONE);
                cr_assert_eq(random_limbs_below(r, modulus, n, bits, &b.rng), DONE);
                mpz_from_limbs(got, r, (size_t)n);
                cr_assert_eq(mpz_cmp(got, want), 0, "%zu bits, shape %d", bits, shape);
            }
        }
    mpz_clears(m, want, got, NULL);
}

struct scripted {
    struct rng rng;
    uint8_t octet;
    int calls, good;
};

static enum result scripted_fill(struct rng *self, uint8_t *out, size_t len)
{
    struct scripted *s = (struct scripted *)self;

    memset(out, s->octet, len);
    return s->calls++ < s->good ? DONE : FAILED;
}

/* All ones is above every modulus: 256 draws, then it gives up, with zeros. So it does at once when
 * there is no entropy. */
Test(random_limbs, gives_up)
{
    const mp_limb_t m[2] = {5, 1};
    mp_limb_t r[2] = {1, 1};
    struct scripted s = {{scripted_fill}, 0xff, 0, 1000}, broken = {{scripted_fill}, 0, 0, 0};

    cr_assert_eq(random_limbs_below(r, m, 2, GMP_NUMB_BITS + 1, &s.rng), FAILED);
    cr_assert_eq(s.calls, 256);
    cr_assert(r[0] == 0 && r[1] == 0);
    r[0] = 9;
    cr_assert_eq(random_limbs_below(r, m, 2, GMP_NUMB_BITS + 1, &broken.rng), FAILED);
    cr_assert_eq(broken.calls, 1);
    cr_assert(r[0] == 0 && r[1] == 0);
}
