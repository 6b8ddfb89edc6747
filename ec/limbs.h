/* limbs - what the translation units of the limb engines share.
 *
 * One translation unit per curve and kernel set: it includes its layers (words, field, order, point
 * formulas, scalar multiplication), so that a field product is a direct or inlined call, and
 * exports one struct limbs_ops. ec/engine_limbs.c makes engines of them.
 *
 * Words are 64 bits wide and little-endian in order on every machine; mp_limb_t is met at the
 * contract alone.
 */
#ifndef SIGCOST_EC_LIMBS_H
#define SIGCOST_EC_LIMBS_H

#include <string.h>

#include "ec/ec.h"
#include "ec/limbs_shape.h"

#define LIMBS_MAX_WORDS 9

/* The layers of one curve with one set of kernels. */
struct limbs_ops {
    enum curve_id id;
    size_t table_bytes;
    /* As in struct ec_engine. */
    enum result (*mul_base)(struct ec_point *R, const mp_limb_t *k);
    enum result (*mul_check)(const mp_limb_t *u1, const mp_limb_t *u2, const struct ec_point *Q,
                             const mp_limb_t *r);
    void (*sc_mul)(mp_limb_t *r, const mp_limb_t *a, const mp_limb_t *b);
    void (*sc_inv)(mp_limb_t *r, const mp_limb_t *a);
    void (*sc_inv_vartime)(mp_limb_t *r, const mp_limb_t *a);
    void (*run)(enum count_op op, unsigned long times);
    void (*turns_base)(unsigned long times); /* as in struct step */
    void (*turns_check)(unsigned long times);

    /* For the tests: the layers themselves, on `words` words each. A field element is as the field
     * keeps it: in Montgomery form with R = 2^(64 words) where mont is 1, else plain. */
    unsigned words;
    int mont;
    void (*fe_mul)(uint64_t *r, const uint64_t *a, const uint64_t *b);
    void (*fe_sqr)(uint64_t *r, const uint64_t *a);
    void (*fe_add)(uint64_t *r, const uint64_t *a, const uint64_t *b);
    void (*fe_sub)(uint64_t *r, const uint64_t *a, const uint64_t *b);
    void (*fe_sub_loose)(uint64_t *r, const uint64_t *a, const uint64_t *b);
    void (*fe_half)(uint64_t *r, const uint64_t *a);
    void (*fe_reduce)(uint64_t *r, const uint64_t *a);
    void (*fe_inv)(uint64_t *r, const uint64_t *a);
    void (*fe_inv_vartime)(uint64_t *r, const uint64_t *a);
    int (*fe_is_zero_vartime)(const uint64_t *a);
    /* Entry `index` (1 to entries, 0: all zero) of row `row`, x then y. */
    void (*scan)(uint64_t *xy, unsigned row, unsigned index);
    /* Jacobian X, Y, Z, each of `words` words. madd's second operand is x, y. */
    void (*point_double)(uint64_t *R, const uint64_t *P);
    void (*point_madd_vartime)(uint64_t *R, const uint64_t *P, const uint64_t *Q);
    /* The shape of the tables: rows of [j 2^(window comb i)]G for j = 1 .. entries, then the odd
     * multiples [1]G, [3]G, ..., naf_entries of them. x then y, `words` words each. */
    unsigned window, comb, windows, rows, entries, naf_width, naf_entries;
    const uint64_t *base_table, *naf_table;
};

/* Each curve with C kernels over unsigned __int128, with C kernels over 32x32 -> 64 bit products,
 * and with x86-64 BMI2 and ADX kernels. */
extern const struct limbs_ops limbs_p256, limbs_p256_narrow;
extern const struct limbs_ops limbs_p384, limbs_p384_narrow;
extern const struct limbs_ops limbs_p521, limbs_p521_narrow;
#if defined(__x86_64__)
extern const struct limbs_ops limbs_p256_adx, limbs_p384_adx, limbs_p521_adx;
#endif

/* Written at build time by ec/tables_gen.c; the shapes are in ec/limbs_shape.h. */
extern const uint64_t limbs_p256_base[], limbs_p256_naf[];
extern const uint64_t limbs_p384_base[], limbs_p384_naf[];
extern const uint64_t limbs_p521_base[], limbs_p521_naf[];

/* The same for an engine and a curve; NULL if the engine is none of these or has no such curve. */
const struct limbs_ops *limbs_ops_of(const struct ec_engine *engine, enum curve_id id);

/* Own limb arithmetic in C; the same on 32x32 -> 64 bit products (not a step of the ladder: it
 * keeps the path of machines without a 128-bit type tested); the same over BMI2 and ADX kernels. */
extern const struct ec_engine ec_engine_limbs, ec_engine_limbs_narrow, ec_engine_adx;

/* Between words and GMP's limbs, n words wide; no branch on values. */
static inline void limbs_to_words(uint64_t *words, const mp_limb_t *limbs, size_t n, size_t n_limbs)
{
#if GMP_NUMB_BITS == 64
    (void)n_limbs;
    memcpy(words, limbs, n * sizeof *words);
#else
    for (size_t i = 0; i < n; i++) {
        uint64_t hi = 2 * i + 1 < n_limbs ? limbs[2 * i + 1] : 0;
        words[i] = hi << 32 | limbs[2 * i];
    }
#endif
}

static inline void limbs_from_words(mp_limb_t *limbs, const uint64_t *words, size_t n,
                                    size_t n_limbs)
{
#if GMP_NUMB_BITS == 64
    (void)n_limbs;
    memcpy(limbs, words, n * sizeof *words);
#else
    (void)n;
    for (size_t i = 0; i < n_limbs; i++)
        limbs[i] = (mp_limb_t)(words[i / 2] >> (i % 2 ? 32 : 0));
#endif
}

#endif
