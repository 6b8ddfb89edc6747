/* limbs_reference - GMP's view of the limb kernels, shared by the tests of fields and of points. */
#ifndef TESTS_LIMBS_REFERENCE_H
#define TESTS_LIMBS_REFERENCE_H

#include <criterion/criterion.h>
#include <stdio.h>

#include "ec/limbs.h"
#include "ec_reference.h"

/* One curve with one set of kernels, and p, n and the factor of Montgomery form. */
struct kernel {
    const struct ec_engine *engine;
    const struct limbs_ops *ops;
    const struct ec_curve *curve;
    char name[40];
    mpz_t R, inv_R; /* 2^(64 words) and its inverse mod p; 1 and 1 for a plain field */
};

/* The i-th of the nine that this machine can run; 0 after the last. */
static inline int kernel_at(struct kernel *k, int i)
{
    static const struct ec_engine *const engines[] = {&ec_engine_limbs, &ec_engine_limbs_narrow,
                                                      &ec_engine_adx};
    static const enum curve_id curves[] = {P256, P384, P521};

    if (i >= 9 || step_missing(&engines[i / 3]->step))
        return 0;
    k->engine = engines[i / 3];
    k->curve = ec_curve(curves[i % 3]);
    k->ops = limbs_ops_of(k->engine, curves[i % 3]);
    snprintf(k->name, sizeof k->name, "%s %s", k->engine->step.name, k->curve->name);
    mpz_init_set_ui(k->R, 1);
    if (k->ops->mont)
        mpz_mul_2exp(k->R, k->R, 64 * k->ops->words);
    mpz_init(k->inv_R);
    mpz_invert(k->inv_R, k->R, k->curve->p);
    return 1;
}

static inline void kernel_clear(struct kernel *k)
{
    mpz_clears(k->R, k->inv_R, NULL);
}

#define FOR_EACH_KERNEL(k)                                                                         \
    struct kernel k;                                                                               \
    for (int k##_i = 0; kernel_at(&k, k##_i); kernel_clear(&k), k##_i++)

static inline void words_of_mpz(uint64_t *w, const mpz_t x, unsigned words)
{
    memset(w, 0, words * sizeof *w);
    cr_assert(mpz_sizeinbase(x, 2) <= 64 * words);
    mpz_export(w, NULL, -1, 8, 0, 0, x);
}

static inline void mpz_of_words(mpz_t x, const uint64_t *w, unsigned words)
{
    mpz_import(x, words, -1, 8, 0, 0, w);
}

/* What the field holds for x, and back. */
static inline void fe_of_mpz(uint64_t *w, const mpz_t x, const struct kernel *k)
{
    mpz_t t;

    mpz_init(t);
    mpz_mul(t, x, k->R);
    mpz_mod(t, t, k->curve->p);
    words_of_mpz(w, t, k->ops->words);
    mpz_clear(t);
}

static inline void mpz_of_fe(mpz_t x, const uint64_t *w, const struct kernel *k)
{
    mpz_of_words(x, w, k->ops->words);
    mpz_mul(x, x, k->inv_R);
    mpz_mod(x, x, k->curve->p);
}

#endif
