/* modmul - what a product layer supplies, and what its products cost.
 *
 * A product layer is a file bignum/modmul_NAME.inc. An engine includes exactly one of them, then a
 * power (pow_*.inc), Miller-Rabin (prime_mr.inc), a search (prime_*.inc) and the rsa layers, all of
 * which call the layer by the names below. Elements are arrays of mod->n limbs in the layer's own
 * form (plain residues for a division, x R mod m for Montgomery), fully reduced: 0 <= x < m.
 *
 *     struct mod   n (limbs), bits (of m), m (the modulus, m[n-1] != 0), one (1 in the form),
 *                  secret, bytes (memory held), and what the layer needs
 *     mod_init     of an odd modulus >= 3; secret: the modulus or the operands are secret, which
 *                  a layer that has but one way may ignore. FAILED: no memory, nothing held
 *     mod_clear    wipes and frees; a zeroed struct is allowed
 *     mod_mul      r = a b.  One factor in plain form gives the plain product. r may be a or b
 *     mod_sqr      r = a^2.  r may be a
 *     mod_add, mod_sub   r = a +- b, any aliasing
 *     mod_enter    r = the form of a, any n limbs (not only a < m). r may be a
 *     mod_enter_long     the same for any number of limbs >= 1; r is not a
 *     mod_leave    r = the plain residue of a. r may be a
 *     mod_cost     adds the closed-form cost of so many products, squarings and leaves
 *     MOD_DIVIDES  1 if a reduction is a division, else 0
 *
 * A struct mod holds scratch: it belongs to one thread at a time, const or not.
 */
#ifndef SIGCOST_MODMUL_H
#define SIGCOST_MODMUL_H

#include <gmp.h>

#include "bignum/base.h"

/* Closed forms and counted runs alike: products, squarings, all reductions (those of products and
 * squarings too), divisions among them, limb products (inside GMP: schoolbook model), vector
 * products (vpmadd52 instructions), and the products, squarings and changes of radix of IFMA kernels. */
struct mod_cost {
    unsigned long mul, sqr, red, division, limb_mul, vec_mul;
    unsigned long vec_mod_mul, vec_mod_sqr, radix_in, radix_out;
};

/* limbs_new: zeroed, NULL if out of memory or count is absurd. limbs_free wipes; NULL allowed. */
mp_limb_t *limbs_new(size_t count);
void limbs_free(mp_limb_t *limbs, size_t count);

/* Limbs that hold bits bits. */
static inline mp_size_t limbs_for(size_t bits)
{
    return (mp_size_t)((bits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS);
}

static inline unsigned limbs_bit(const mp_limb_t *x, size_t i)
{
    return (unsigned)(x[i / GMP_NUMB_BITS] >> (i % GMP_NUMB_BITS)) & 1;
}

/* Bits [at, at + width) of x, which has bits bits; width < GMP_NUMB_BITS. Bits past the end are 0.
 * Time and addresses depend on at, width and bits alone. */
static inline unsigned limbs_window(const mp_limb_t *x, size_t bits, size_t at, unsigned width)
{
    size_t i = at / GMP_NUMB_BITS, shift = at % GMP_NUMB_BITS;
    mp_limb_t v = x[i] >> shift;

    if (shift + width > GMP_NUMB_BITS && i + 1 < (size_t)limbs_for(bits))
        v |= x[i + 1] << (GMP_NUMB_BITS - shift);
    return (unsigned)(v & (((mp_limb_t)1 << width) - 1));
}

/* -1/m0 modulo the limb base, m0 odd: Newton's x(2 - m0 x), which doubles the right bits. */
mp_limb_t mont_inverse_limb(mp_limb_t m0);

/* inv[0..n) = -1/m modulo B^n, m odd, by the same iteration. Variable time. */
void mont_inverse_limbs(mp_limb_t *inv, const mp_limb_t *m, mp_size_t n);

/* Squarings that the set-up of an n-limb Montgomery modulus spends on R^2 (montgomery.inc). */
unsigned mont_setup_squarings(mp_size_t n);

#endif
