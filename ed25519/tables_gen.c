/* tables_gen - writes the fixed tables of Ed25519, as C, to stdout. Runs at build time.
 *
 * Only the curve's definition goes in (RFC 8032 5.1): affine arithmetic over GMP, one inversion per
 * addition. tests/test_ed25519_tables.c checks the tables against the step affine.
 *
 * Each entry is E(twelve 64-bit words): y + x, y - x and 2dxy, each as four words, least significant
 * first; COMB4 is words alone. Who includes the file says what E makes of them, and by ED_TABLE which table
 * it wants (tables.h).
 */
#include <gmp.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "ed25519/tables.h"

static mpz_t p, d, bx, by;

struct affine {
    mpz_t x, y;
};

static void affine_init(struct affine *P, const mpz_t x, const mpz_t y)
{
    mpz_init_set(P->x, x);
    mpz_init_set(P->y, y);
}

static void affine_clear(struct affine *P)
{
    mpz_clears(P->x, P->y, NULL);
}

static void divide(mpz_t q, const mpz_t a, const mpz_t b)
{
    mpz_invert(q, b, p);
    mpz_mul(q, q, a);
    mpz_mod(q, q, p);
}

/* P += Q: x = (x1 y2 + x2 y1)/(1 + t), y = (y1 y2 + x1 x2)/(1 - t), t = d x1 x2 y1 y2. Complete. */
static void affine_add(struct affine *P, const struct affine *Q)
{
    mpz_t t, u, x, y;

    mpz_inits(t, u, x, y, NULL);
    mpz_mul(x, P->x, Q->y);
    mpz_mul(u, P->y, Q->x);
    mpz_mul(t, x, u);
    mpz_mod(t, t, p);
    mpz_mul(t, t, d);
    mpz_add(x, x, u);
    mpz_mul(y, P->y, Q->y);
    mpz_addmul(y, P->x, Q->x);
    mpz_add_ui(u, t, 1);
    divide(P->x, x, u);
    mpz_ui_sub(u, 1, t);
    divide(P->y, y, u);
    mpz_clears(t, u, x, y, NULL);
}

/* p = 2^255 - 19, d = -121665/121666, B = (x, 4/5) with x even; x^2 = (y^2 - 1)/(d y^2 + 1) = u has the root
 * u^((p+3)/8), or that times sqrt(-1) = 2^((p-1)/4). */
static void curve(void)
{
    mpz_t t, u, e;

    mpz_inits(t, u, e, p, d, bx, by, NULL);
    mpz_ui_pow_ui(p, 2, 255);
    mpz_sub_ui(p, p, 19);
    mpz_set_si(t, -121665);
    mpz_set_ui(u, 121666);
    divide(d, t, u);
    mpz_set_ui(t, 4);
    mpz_set_ui(u, 5);
    divide(by, t, u);
    mpz_mul(t, by, by);
    mpz_mul(u, t, d);
    mpz_sub_ui(t, t, 1);
    mpz_add_ui(u, u, 1);
    divide(u, t, u);
    mpz_add_ui(e, p, 3);
    mpz_tdiv_q_2exp(e, e, 3);
    mpz_powm(bx, u, e, p);
    mpz_mul(t, bx, bx);
    mpz_sub(t, t, u);
    if (!mpz_divisible_p(t, p)) {
        mpz_sub_ui(e, p, 1);
        mpz_tdiv_q_2exp(e, e, 2);
        mpz_set_ui(t, 2);
        mpz_powm(t, t, e, p);
        mpz_mul(bx, bx, t);
        mpz_mod(bx, bx, p);
    }
    if (mpz_odd_p(bx))
        mpz_sub(bx, p, bx);
    mpz_clears(t, u, e, NULL);
}

/* a mod p as words. */
static void words(uint64_t w[4], const mpz_t a)
{
    mpz_t t, part;

    mpz_inits(t, part, NULL);
    mpz_mod(t, a, p);
    for (int i = 0; i < 8; i++) {
        mpz_fdiv_r_2exp(part, t, 32);
        mpz_fdiv_q_2exp(t, t, 32);
        w[i / 2] = (i % 2 ? w[i / 2] : 0) | (uint64_t)mpz_get_ui(part) << (32 * (i % 2));
    }
    mpz_clears(t, part, NULL);
}

static void entry(uint64_t w[12], const struct affine *P)
{
    mpz_t t;

    mpz_init(t);
    mpz_add(t, P->y, P->x);
    words(w, t);
    mpz_sub(t, P->y, P->x);
    words(w + 4, t);
    mpz_mul(t, P->x, P->y);
    mpz_mul(t, t, d);
    mpz_mul_2exp(t, t, 1);
    words(w + 8, t);
    mpz_clear(t);
}

static void print_entry(const struct affine *P)
{
    uint64_t w[12];

    entry(w, P);
    for (int i = 0; i < 12; i++)
        printf("%s0x%016" PRIx64, i == 0 ? "E(" : i % 4 ? ", " : ",\n  ", w[i]);
    printf(")\n");
}

/* P, then `count` - 1 times `step` more. */
static void print_multiples(const struct affine *P, const struct affine *step, int count)
{
    struct affine Q;

    affine_init(&Q, P->x, P->y);
    for (int i = 0; i < count; i++) {
        print_entry(&Q);
        affine_add(&Q, step);
    }
    affine_clear(&Q);
}

static void shift(struct affine *P, int bits)
{
    while (bits-- > 0)
        affine_add(P, P);
}

/* Row i, entry j: [(j + 1) 2^(bits i)]B. */
static void print_comb(int table, int bits)
{
    struct affine P;

    affine_init(&P, bx, by);
    printf("#if ED_TABLE == %d\n", table);
    for (int row = 0; row < ED_COMB_ROWS(bits); row++) {
        print_multiples(&P, &P, ED_COMB_ENTRIES(bits));
        shift(&P, bits);
    }
    printf("#endif\n");
    affine_clear(&P);
}

/* The same for eight rows at a time: word i of each row's entry j side by side. Plain words. */
static void print_comb_lanes(int table, int bits)
{
    struct affine P, Q;
    static uint64_t w[ED_COMB_ENTRIES(6)][8][12];

    affine_init(&P, bx, by);
    printf("#if ED_TABLE == %d\n", table);
    for (int row = 0; row < ED_COMB_ROWS(bits); row++) {
        affine_init(&Q, P.x, P.y);
        for (int j = 0; j < ED_COMB_ENTRIES(bits); j++) {
            entry(w[j][row % 8], &Q);
            affine_add(&Q, &P);
        }
        affine_clear(&Q);
        shift(&P, bits);
        if (row % 8 < 7)
            continue;
        for (int j = 0; j < ED_COMB_ENTRIES(bits); j++)
            for (int i = 0; i < 12; i++)
                for (int lane = 0; lane < 8; lane++)
                    printf("0x%016" PRIx64 ",%s", w[j][lane][i], lane % 4 < 3 ? " " : "\n");
    }
    printf("#endif\n");
    affine_clear(&P);
}

/* The odd multiples of B, and of [2^127]B. */
static void print_naf(int table, int bits)
{
    struct affine P, twice;

    affine_init(&P, bx, by);
    printf("#if ED_TABLE == %d\n", table);
    for (int half = 0; half < 2; half++) {
        affine_init(&twice, P.x, P.y);
        shift(&twice, 1);
        print_multiples(&P, &twice, ED_NAF_ENTRIES(bits));
        shift(&P, ED_HALF_BITS);
        affine_clear(&twice);
    }
    printf("#endif\n");
    affine_clear(&P);
}

int main(void)
{
    curve();
    printf("/* Written by ed25519/tables_gen.c. */\n");
    print_comb_lanes(ED_TABLE_COMB4, 4);
    print_comb(ED_TABLE_COMB5, 5);
    print_comb(ED_TABLE_COMB6, 6);
    print_naf(ED_TABLE_NAF8, 8);
    mpz_clears(p, d, bx, by, NULL);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("tables_gen");
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
