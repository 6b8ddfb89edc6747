/* inverse - inverses modulo an odd number without leaking the operands. */
#ifndef SIGCOST_INVERSE_H
#define SIGCOST_INVERSE_H

#include "bignum/modmul.h"

/* r = 1/a mod m for odd m > 1 and 0 <= a < m, n limbs each; r may be a. The binary extended
 * Euclidean algorithm (HAC 14.61 for odd m) with a fixed count of steps: twice the bits of m.
 * FAILED: gcd(a, m) != 1 (that much is public), or no memory; r is then 0.
 * Timing: depends on n and bits, the length of m, alone. About 9 n-limb passes a step. */
enum result inverse_odd(mp_limb_t *r, const mp_limb_t *a, const mp_limb_t *m, mp_size_t n,
                        size_t bits);

/* The same over mpz, m odd > 1; a is any integer. The reduction of a by m is a plain division. FAILED
 * for an even, zero or negative m too. r may be a or m. */
enum result inverse_mpz(mpz_t r, const mpz_t a, const mpz_t m);

#endif
