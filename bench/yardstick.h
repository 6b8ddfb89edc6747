/* yardstick - one fixed piece of work that every run times beside its cells, so that two runs can be told apart by
 * the machine they had.
 *
 * A row of the schoolbook product, YARDSTICK_LIMBS 64-bit limbs by one, in instructions that neither a compiler, its
 * flags, a library nor a change of this tree makes others: written out for x86-64 and AArch64. Elsewhere a loop in C
 * stands for it, which is the compiler's. */
#ifndef SIGCOST_YARDSTICK_H
#define SIGCOST_YARDSTICK_H

#include <stdint.h>

#include "bench/measure.h"

enum { YARDSTICK_LIMBS = 256 };

/* r = x times b; returns the highest limb. r and x: YARDSTICK_LIMBS limbs, lowest first, apart or the same. */
uint64_t yardstick_row(uint64_t *r, const uint64_t *x, uint64_t b);

/* A cell of such rows, without samples. */
void yardstick_cell(struct cell *out);

/* What results files call it. */
extern const char yardstick_what[];

#endif
