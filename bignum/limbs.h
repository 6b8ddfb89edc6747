/* limbs - products, squarings and Montgomery reductions of k limbs, written here.
 *
 * Two sets of kernels, chosen at run time: C over unsigned __int128 for any k (over mpn_addmul_1 where the
 * compiler or the limb size has no such type), and x86-64 BMI2 and ADX for multiples of eight limbs.
 * Timing   depends on n alone.
 * Cost     limbs_mul n^2 limb products, limbs_sqr n(n+1)/2, limbs_redc n^2 + n; counted by the caller.
 * Checked  tests/test_modmul_limbs.c, both sets
 */
#ifndef SIGCOST_LIMBS_H
#define SIGCOST_LIMBS_H

#include <gmp.h>

struct limbs_kernels {
    /* t = a b, t = a^2: 2n limbs; t is neither operand. */
    void (*mul)(mp_limb_t *t, const mp_limb_t *a, const mp_limb_t *b, mp_size_t n);
    void (*sqr)(mp_limb_t *t, const mp_limb_t *a, mp_size_t n);
    /* t += q m with q = -t / m modulo B^n, inv = -1/m modulo B: t[0..n) is used up, t[n..2n) is
     * the quotient by B^n. Returns the carry above it. */
    mp_limb_t (*redc)(mp_limb_t *t, const mp_limb_t *m, mp_limb_t inv, mp_size_t n);
};

extern const struct limbs_kernels limbs_portable;
const struct limbs_kernels *limbs_adx(mp_size_t n);     /* NULL: not here, or not for this n */
const struct limbs_kernels *limbs_kernels(mp_size_t n); /* the best there is */

#endif
