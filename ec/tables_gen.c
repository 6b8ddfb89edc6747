/* tables_gen - writes the fixed-base tables of the limb engines, as C, to stdout. Runs at build
 * time.
 *
 * Only the curves' definitions go in (SP 800-186 3.2.1): affine arithmetic over GMP, one inversion
 * per addition. tests/test_ec_limbs.c checks the tables against the affine step.
 */
#include <gmp.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "ec/limbs_shape.h"

struct curve {
    const char *name, *p, *gx, *gy;
    int bits, words, mont; /* mont: coordinates times 2^(64 words) mod p */
    int window, comb, naf;
};

static const struct curve curves[] = {
    {"p256", "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
     "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
     "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5", 256, 4, 1, P256_WINDOW,
     P256_COMB, P256_NAF},
    {"p384",
     "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000fffff"
     "fff",
     "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760"
     "ab7",
     "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0"
     "e5f",
     384, 6, 1, P384_WINDOW, P384_COMB, P384_NAF},
    {"p521",
     "1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
     "ffff"
     "ffffffffffffffffffffffffffffffffff",
     "c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2f"
     "fa8"
     "de3348b3c1856a429bf97e7e31c2e5bd66",
     "11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013f"
     "ad07"
     "61353c7086a272c24088be94769fd16650",
     521, 9, 0, P521_WINDOW, P521_COMB, P521_NAF},
};

static mpz_t p, slope, t;

/* (x, y) = 2 (x, y): slope = (3 x^2 - 3) / 2 y */
static void point_double(mpz_t x, mpz_t y)
{
    mpz_mul(slope, x, x);
    mpz_sub_ui(slope, slope, 1);
    mpz_mul_ui(slope, slope, 3);
    mpz_mul_2exp(t, y, 1);
    mpz_invert(t, t, p);
    mpz_mul(slope, slope, t);
    mpz_mod(slope, slope, p);
    mpz_mul(t, slope, slope);
    mpz_submul_ui(t, x, 2);
    mpz_mod(t, t, p);
    mpz_sub(x, x, t);
    mpz_mul(x, x, slope);
    mpz_sub(y, x, y);
    mpz_mod(y, y, p);
    mpz_set(x, t);
}

/* (x, y) += (x2, y2), which is not +-(x, y) */
static void point_add(mpz_t x, mpz_t y, const mpz_t x2, const mpz_t y2)
{
    mpz_sub(slope, y2, y);
    mpz_sub(t, x2, x);
    mpz_invert(t, t, p);
    mpz_mul(slope, slope, t);
    mpz_mod(slope, slope, p);
    mpz_mul(t, slope, slope);
    mpz_sub(t, t, x);
    mpz_sub(t, t, x2);
    mpz_mod(t, t, p);
    mpz_sub(x, x, t);
    mpz_mul(x, x, slope);
    mpz_sub(y, x, y);
    mpz_mod(y, y, p);
    mpz_set(x, t);
}

static void print_coordinate(const mpz_t a, const struct curve *c)
{
    mpz_set(t, a);
    if (c->mont) {
        mpz_mul_2exp(t, t, 64 * (mp_bitcnt_t)c->words);
        mpz_mod(t, t, p);
    }
    for (int i = 0; i < c->words; i++) {
        uint64_t word = 0;

        for (int half = 0; half < 2; half++) {
            mpz_fdiv_r_2exp(slope, t, 32);
            mpz_fdiv_q_2exp(t, t, 32);
            word |= (uint64_t)mpz_get_ui(slope) << (32 * half);
        }
        printf("0x%016" PRIx64 ",%s", word, i + 1 < c->words ? " " : "\n");
    }
}

/* [1]P, [1 + step]P, ..., `count` of them, step 1 or 2 */
static void print_multiples(const mpz_t px, const mpz_t py, int step, int count,
                            const struct curve *c)
{
    mpz_t x, y, dx, dy;

    mpz_init_set(x, px);
    mpz_init_set(y, py);
    mpz_init_set(dx, px);
    mpz_init_set(dy, py);
    if (step == 2)
        point_double(dx, dy);
    for (int i = 0; i < count; i++) {
        if (i == 1 && step == 1)
            point_double(x, y);
        else if (i > 0)
            point_add(x, y, dx, dy);
        print_coordinate(x, c);
        print_coordinate(y, c);
    }
    mpz_clears(x, y, dx, dy, NULL);
}

static void print_tables(const struct curve *c)
{
    mpz_t x, y;
    int rows = LIMBS_ROWS(c->bits, c->window, c->comb);

    mpz_set_str(p, c->p, 16);
    mpz_init_set_str(x, c->gx, 16);
    mpz_init_set_str(y, c->gy, 16);
    printf("const uint64_t limbs_%s_naf[%d] LIMBS_ALIGNED = {\n", c->name,
           LIMBS_NAF_WORDS(c->naf, c->words));
    print_multiples(x, y, 2, LIMBS_NAF_ENTRIES(c->naf), c);
    printf("};\nconst uint64_t limbs_%s_base[%d] LIMBS_ALIGNED = {\n", c->name,
           rows * LIMBS_ENTRIES(c->window) * 2 * c->words);
    for (int row = 0; row < rows; row++) {
        print_multiples(x, y, 1, LIMBS_ENTRIES(c->window), c);
        for (int i = 0; i < c->window * c->comb; i++)
            point_double(x, y);
    }
    printf("};\n");
    mpz_clears(x, y, NULL);
}

int main(void)
{
    mpz_inits(p, slope, t, NULL);
    printf("/* Written by ec/tables_gen.c. */\n");
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++)
        print_tables(&curves[i]);
    mpz_clears(p, slope, t, NULL);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("tables_gen");
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
