/* yardstick - one fixed piece of work that every run times beside its cells, so that two runs can be told apart by
 * the machine they had.
 *
 * Products of one limb, none waiting for another, in instructions that neither a compiler, its flags, a library
 * nor a change of this tree makes others: written out for x86-64 and AArch64. Elsewhere a loop in C stands for them,
 * which is the compiler's. Bound by throughput, so that they see both the clock and a neighbour on the same core. */
#ifndef SIGCOST_YARDSTICK_H
#define SIGCOST_YARDSTICK_H

#include <stdint.h>

#include "bench/measure.h"

enum { YARDSTICK_LIMBS = 256 };

/* r[i] = x[i] b modulo 2^64, YARDSTICK_LIMBS of them, r and x apart or the same. Returns the sum of those and of the XOR
 * of all high halves, modulo 2^64. */
uint64_t yardstick_products(uint64_t *r, const uint64_t *x, uint64_t b);

/* A cell of them, without samples. */
void yardstick_cell(struct cell *out);

/* What results files call it. */
extern const char yardstick_what[];

#endif
