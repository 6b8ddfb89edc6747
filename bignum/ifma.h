/* ifma - Montgomery arithmetic in radix 2^52 with AVX-512 IFMA, for moduli of a few fixed sizes.
 *
 * Two shapes share one template (ifma_kernel.inc). `pair` kernels do the same step modulo two numbers
 * of one size at once, which is what two CRT halves or two Miller-Rabin candidates ask for: lanes 0-3 of
 * each vector hold four limbs modulo the first number, lanes 4-7 modulo the second. `single` kernels
 * fill all eight lanes from one number.
 *
 * Form      x is kept as x R modulo N', R = 2^(52 L), L the limbs of one number; N' = n k with
 *           N' = -1 modulo 2^(52 J), so that J quotient limbs at a time are read off the accumulator.
 *           Values are below 2 N', limbs below 2^52 (almost Montgomery: Gueron 2012); R >= 2^10 N'.
 *           A value leaves by a product and a Barrett reduction by n (ifma_leave).
 * Where     x86-64 with AVX-512 F, VL, DQ, BW and IFMA, and GMP with 64-bit limbs. Elsewhere
 *           ifma_missing() says so and there are no kernels.
 * Threads   a struct ifma_mod holds scratch: one thread at a time.
 * Timing    kernels, powers, ifma_enter and ifma_leave: sizes alone. Set-up: not constant.
 * Checked   tests/test_rsa_kernels.c
 */
#ifndef SIGCOST_IFMA_H
#define SIGCOST_IFMA_H

#include <gmp.h>

#include "bignum/modmul.h"

#define IFMA_WINDOW 5 /* of ifma_power: the table stays in the first-level cache */

/* An element: vectors x 8 limbs, 64-byte aligned. m: the shifted copies that the reduction reads. */
struct ifma_kernel {
    unsigned bits;             /* of the largest modulus; the smallest has bits - 63 */
    unsigned numbers;          /* 2: pair, 1: single */
    unsigned vectors;          /* of an element */
    unsigned quotient;         /* J */
    unsigned mul_vec, sqr_vec; /* vpmadd52 instructions of a product, of a squaring */
    /* r = a b / R; r may be a or b. */
    void (*mul)(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m);
    void (*sqr)(uint64_t *r, const uint64_t *a, const uint64_t *m);
    /* r = a^e, fixed windows, each table entry read for each digit. e[i]: limbs_for(bits) limbs for the
     * i-th number. table: 2^IFMA_WINDOW + 1 elements. */
    void (*power)(uint64_t *r, const uint64_t *a, const mp_limb_t *const e[], size_t bits,
                  const uint64_t *one, uint64_t *table, const uint64_t *m);
    /* r = a^(e - 1) last for an odd e >= 3, left to right: bits - 1 squarings, weight - 1 products.
     * r is neither a nor last. Time depends on e. */
    void (*power_binary)(uint64_t *r, const uint64_t *a, const uint64_t *last, const mp_limb_t *e,
                         size_t bits, const uint64_t *m);
    /* r = entry digit[0] of the table's 2^IFMA_WINDOW for the first number, digit[1] for the second: each
     * entry is read. */
    void (*scan)(uint64_t *r, const uint64_t *table, const unsigned digit[2]);
    /* r = a + b, limbs carried; the sum of two values below 2 N' is a good operand. */
    void (*add)(uint64_t *r, const uint64_t *a, const uint64_t *b);
};

/* NULL where there is none for moduli of exactly so many limbs, or this CPU lacks what it needs. */
const struct ifma_kernel *ifma_kernel_for(unsigned numbers, mp_size_t limbs);
const char *ifma_missing(void); /* NULL where kernels run */

/* One modulus or two with their constants. */
struct ifma_mod {
    const struct ifma_kernel *kernel; /* NULL: nothing held */
    mp_size_t n;                      /* limbs of each modulus */
    mp_size_t top;                    /* limbs of a Barrett quotient */
    size_t bits[2];
    const mp_limb_t *modulus[2]; /* n limbs each */
    mp_limb_t *mu[2];            /* floor(2^(bits - 1 + 64 top) / modulus), top limbs */
    mp_limb_t *wide, *quotient;  /* scratch: n + top + 2 and 2 top + 2 limbs */
    uint64_t *m, *one, *r2;      /* R and R^2 modulo N' */
    uint64_t *high;              /* R^2 2^(64 n) modulo N': enters the upper half of 2n limbs */
    uint64_t *out;               /* 1: its product leaves the form */
    uint64_t *limb_form; /* 2^(64 n): its product is the Montgomery form of n 64-bit limbs */
    uint64_t *t, *u, *v, *table; /* scratch elements; table: for power, NULL where not asked for */
    uint64_t *block;
    mp_limb_t *limbs;
    size_t block_count, limbs_count, bytes;
};

/* Of one modulus, or two (second != NULL), n limbs each, odd. with_table: ifma_power will be called.
 * UNSUPPORTED: no kernel; FAILED: no memory. Nothing is held then. */
enum result ifma_init(struct ifma_mod *mod, const mpz_t first, mpz_srcptr second, int with_table);
void ifma_clear(struct ifma_mod *mod); /* wipes; a zeroed struct is allowed */

/* The limbs of a, any n limbs, into number i of the element r; the other number is kept. */
void ifma_load(uint64_t *r, const mp_limb_t *a, unsigned i, const struct ifma_mod *mod);
/* r = n limbs, fully reduced, of number i of x, a value below 2 N' of any form. */
void ifma_store(mp_limb_t *r, const uint64_t *x, unsigned i, const struct ifma_mod *mod);
/* r = a^e over the table; r may be a. */
void ifma_power(uint64_t *r, const uint64_t *a, const mp_limb_t *const e[], size_t bits,
                const struct ifma_mod *mod);
/* Wipes t, u, v, the table, and what kernels spilled on the stack below the caller. */
void ifma_wipe_scratch(const struct ifma_mod *mod);

/* Adds so many products, squarings, and loads and stores (each of one number). */
void ifma_cost(struct mod_cost *cost, const struct ifma_mod *mod, unsigned long mul,
               unsigned long sqr, unsigned long loads, unsigned long stores);

extern const struct ifma_kernel ifma_pair_1024, ifma_pair_1536, ifma_pair_2048, ifma_pair_4096;
extern const struct ifma_kernel ifma_single_2048, ifma_single_3072, ifma_single_4096,
    ifma_single_8192;

#endif
