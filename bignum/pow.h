/* pow - window widths and closed-form costs of the powers, as the tests assert and `explain` shows.
 *
 * A power layer is a file bignum/pow_NAME.inc over any product layer (modmul.h). It supplies
 *
 *     mod_pow       r = a^e mod m in the layer's form, e of `bits` bits (for pow_fixed.inc: a public
 *                   length that leading zeros may pad; else bit bits - 1 is set), bits >= 1.
 *                   r may be a. FAILED: out of memory, r unchanged.
 *     mod_pow_cost  adds its closed form for that exponent
 */
#ifndef SIGCOST_POW_H
#define SIGCOST_POW_H

#include "bignum/modmul.h"

struct power_cost {
    unsigned long sqr, mul;
};

/* Left-to-right binary, HAC 14.79: bits - 1 squarings, weight - 1 products (weight: ones in e). */
struct power_cost pow_binary_cost(const mp_limb_t *e, size_t bits);

/* Left-to-right 2^w-ary, HAC 14.82, every digit multiplied, zeros too:
 * w (ceil(bits/w) - 1) squarings, ceil(bits/w) - 1 + 2^w - 2 products. */
unsigned pow_window_width(size_t bits);
struct power_cost pow_window_cost(size_t bits);

/* Sliding window over odd powers, HAC 14.85. Table: 1 squaring, 2^(w-1) - 1 products. Exact for a given
 * exponent; about bits squarings and bits/(w+1) + 2^(w-1) products for a random one. */
unsigned pow_sliding_width(size_t bits);
struct power_cost pow_sliding_cost(const mp_limb_t *e, size_t bits);
double pow_sliding_expected_mul(size_t bits);

/* Fixed window with a scan of the whole table for each digit; even powers by squaring:
 * w (ceil(bits/w) - 1) + 2^(w-1) - 1 squarings, ceil(bits/w) - 1 + 2^(w-1) - 1 products,
 * ceil(bits/w) scans. */
unsigned pow_fixed_width(size_t bits);
struct power_cost pow_fixed_cost(size_t bits);
unsigned long pow_fixed_scans(size_t bits);
struct power_cost pow_fixed_cost_at(size_t bits, unsigned w); /* for a width of one's own */

/* The window of the sliding recoding that starts at the set bit `top`: the lowest bit it takes, of at
 * most w bits and ending in a one. */
size_t pow_sliding_low(const mp_limb_t *e, size_t top, unsigned w);

#endif
