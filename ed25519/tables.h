/* tables - fixed multiples of B: the shapes, and the copies that several engines share.
 *
 * tables_gen.c writes the entries at build time. An entry is y + x, y - x and 2dxy, canonical.
 *
 *   COMB w  row i, entry j is [(j + 1) 2^(w i)]B: windows of w bits with digits of either sign up to
 *           2^(w-1); a scalar of 255 bits with the last carry takes 255/w + 1 windows
 *   NAF w   the odd multiples [1]B, [3]B, ... that a width-w form asks for; then those of [2^127]B
 */
#ifndef SIGCOST_ED25519_TABLES_H
#define SIGCOST_ED25519_TABLES_H

#include <gmp.h>
#include <stdint.h>

#define ED_TABLE_COMB4 4
#define ED_TABLE_COMB5 5
#define ED_TABLE_COMB6 6
#define ED_TABLE_NAF8  8

#define ED_COMB_ROWS(w)    (255 / (w) + 1)
#define ED_COMB_ENTRIES(w) (1 << ((w)-1))
#define ED_NAF_ENTRIES(w)  (1 << ((w)-2))
#define ED_HALF_BITS       127

#define ED_COMB_ALL(w) (ED_COMB_ROWS(w) * ED_COMB_ENTRIES(w))

/* Twelve words an entry, for the engines that scan. */
extern const uint64_t ed25519_comb5[ED_COMB_ALL(5) * 12];
/* For eight lanes: [t][j][i][lane] is word i of entry j of row 8t + lane. */
extern const uint64_t ed25519_comb4[ED_COMB_ALL(4) * 12];
/* GMP's limbs, for the fields that keep four 64-bit words as they are. */
#define ED_ENTRY_LIMBS (3 * 256 / GMP_NUMB_BITS)
extern const mp_limb_t ed25519_comb6[ED_COMB_ALL(6) * ED_ENTRY_LIMBS];
extern const mp_limb_t ed25519_naf8[2 * ED_NAF_ENTRIES(8) * ED_ENTRY_LIMBS];

#endif
