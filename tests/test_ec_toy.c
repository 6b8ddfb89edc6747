/* Tiny curves of prime order, exhausted: every scalar, every key, every pair (u1, u2). All exceptional
 * cases of the formulas and tables - P + P, P + (-P), infinity at each place, table entries at infinity -
 * occur here. */
#include <criterion/criterion.h>
#include <string.h>

#include "ec_reference.h"

/* Number of points of y^2 = x^3 - 3x + b modulo a small p, and one of them. */
static long points(long p, long b, long *gx, long *gy)
{
    long count = 1;

    for (long x = 0; x < p; x++)
        for (long y = 0; y < p; y++)
            if ((y * y - (x * x * x - 3 * x + b)) % p == 0) {
                count++;
                *gx = x;
                *gy = y;
            }
    return count;
}

static int is_prime(long n)
{
    for (long d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0;
    return n > 1;
}

struct toy {
    const struct ec_curve *curve;
    struct ref_point multiple[200]; /* i G */
};

/* Every [k]G; every [u1]G + [u2]Q with every r, where all points are Q. */
static void exhaust(const struct ec_group *g, const struct toy *toy, long n, long step)
{
    for (long k = 0; k < n; k++) {
        mp_limb_t limbs[EC_MAX_LIMBS] = {(mp_limb_t)k};
        struct ec_point R, want;

        ref_to_ec(&want, &toy->multiple[k]);
        cr_assert_eq(g->engine->mul_base(&R, limbs, g->context), DONE);
        cr_assert(same_point(&R, &want), "%s p=%ld: [%ld]G", g->engine->step.name,
                  mpz_get_si(g->curve->p), k);
    }
    for (long d = 1; d < n; d += step)
        for (long u1 = 0; u1 < n; u1 += step)
            for (long u2 = 0; u2<n; u2 += step> 3 ? step / 3 : 1) {
                mp_limb_t a[EC_MAX_LIMBS] = {(mp_limb_t)u1}, b[EC_MAX_LIMBS] = {(mp_limb_t)u2};
                const struct ref_point *sum = &toy->multiple[(u1 + u2 * d) % n];
                struct ec_point Q;

                ref_to_ec(&Q, &toy->multiple[d]);
                for (long r = 1; r < n; r += step) {
                    mp_limb_t rl[EC_MAX_LIMBS] = {(mp_limb_t)r};
                    enum result want = sum->finite && mpz_get_si(sum->x) % n == r ? DONE : FAILED;

                    cr_assert_eq(g->engine->mul_check(a, b, &Q, rl, g->context), want,
                                 "%s p=%ld n=%ld: u1=%ld u2=%ld d=%ld r=%ld", g->engine->step.name,
                                 mpz_get_si(g->curve->p), n, u1, u2, d, r);
                }
            }
}

/* Every key and every nonce signs or cannot for the stated reason; what was signed verifies. */
static void sign_all(const struct ec_group *g, const struct toy *toy, long n)
{
    const uint8_t digest[] = {0xb5};
    const long e = (digest[0] >> (8 - (int)g->curve->order_bits)) % n;

    for (long d = 1; d < n; d++) {
        uint8_t octet = (uint8_t)d;
        struct ec_key key;

        cr_assert_eq(ec_key_from_scalar(&key, &octet, 1, g), DONE);
        for (long k = 0; k <= n; k++) {
            mp_limb_t kl[EC_MAX_LIMBS] = {(mp_limb_t)k}, r[EC_MAX_LIMBS] = {0},
                      s[EC_MAX_LIMBS] = {0};
            long x = k % n ? mpz_get_si(toy->multiple[k].x) % n : 0;
            enum result want = x && (e + x * d) % n ? DONE : FAILED;

            cr_assert_eq(ecdsa_sign_with_nonce(r, s, &key, kl, digest, 1, g), want);
            if (want == DONE) {
                cr_assert_eq((long)r[0], x);
                cr_assert_eq((long)s[0] * k % n, (e + x * d) % n);
            } else
                cr_assert(r[0] == 0 && s[0] == 0);
            if (want == DONE)
                cr_assert_eq(ecdsa_verify_digest(r, s, &key.Q, digest, 1, g), DONE);
        }
    }
}

static void toy_curve(long p, long b, long step)
{
    struct toy toy;
    struct ec_curve c;
    long gx = 0, gy = 0, n = points(p, b, &gx, &gy);
    mpz_t z[5];

    if (!is_prime(n) || n < 3 || (b * b - 4) % p == 0)
        return;
    mpz_init_set_si(z[0], p);
    mpz_init_set_si(z[1], b);
    mpz_init_set_si(z[2], n);
    mpz_init_set_si(z[3], gx);
    mpz_init_set_si(z[4], gy);
    cr_assert_eq(ec_curve_make(&c, "toy", z[0], z[1], z[2], z[3], z[4]), DONE);
    for (long i = 0; i < n; i++) {
        ref_init(&toy.multiple[i]);
        if (i == 1)
            ref_base(&toy.multiple[1], &c);
        if (i > 1)
            ref_add(&toy.multiple[i], &toy.multiple[i - 1], &toy.multiple[1], &c);
    }
    for (const struct ec_engine *const *e = ec_engines; *e; e++) {
        struct ec_group g;

        if (!curve_has_engine(&g, *e, &c))
            continue;
        exhaust(&g, &toy, n, step);
        sign_all(&g, &toy, n);
        ec_group_clear(&g);
    }
    for (long i = 0; i < n; i++)
        ref_clear(&toy.multiple[i]);
    for (int i = 0; i < 5; i++)
        mpz_clear(z[i]);
    ec_curve_clear(&c);
}

Test(toy, smallest)
{
    for (long p = 5; p < 14; p++)
        for (long b = 1; is_prime(p) && b < p; b++)
            toy_curve(p, b, 1);
}

Test(toy, larger)
{
    for (long b = 1; b < 17; b += 2)
        toy_curve(17, b, 2);
    for (long b = 1; b < 31; b += 3)
        toy_curve(31, b, 5);
    for (long b = 1; b < 101; b += 29)
        toy_curve(101, b, 19);
    for (long b = 1; b < 127; b += 17)
        toy_curve(127, b, 31);
}
