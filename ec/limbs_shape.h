/* limbs_shape - the shapes of the fixed tables, for ec/tables_gen.c and for those who read them.
 *
 * Cost model of [k]G: ceil(bits / WINDOW) mixed additions (11 products) with a scan of
 * 2^(WINDOW-1) entries each, and (COMB - 1) WINDOW doublings (8 products); bytes = ROWS
 * 2^(WINDOW-1) 2 words 8. Within 200 KiB per curve, with the NAF table for verification:
 *   P-256  7 x 1: 37 additions, no doubling, 148 KiB; NAF 11: 32 KiB
 *   P-384  7 x 2: 55 additions, 7 doublings, 168 KiB; NAF 10: 24 KiB (6 x 1: 64 additions, 192 KiB)
 *   P-521  7 x 4: 75 additions, 21 doublings, 171 KiB; NAF 9: 18 KiB (6 x 2: 87, 6, 198 KiB)
 */
#ifndef SIGCOST_EC_LIMBS_SHAPE_H
#define SIGCOST_EC_LIMBS_SHAPE_H

#define LIMBS_ENTRIES(window)            (1 << ((window)-1))
#define LIMBS_WINDOWS(bits, window)      (((bits) + (window)-1) / (window))
#define LIMBS_ROWS(bits, window, comb)   ((LIMBS_WINDOWS(bits, window) + (comb)-1) / (comb))
#define LIMBS_NAF_ENTRIES(naf)           (1 << ((naf)-2))
#define LIMBS_BASE_WORDS(bits, w, c, nw) (LIMBS_ROWS(bits, w, c) * LIMBS_ENTRIES(w) * 2 * (nw))
#define LIMBS_NAF_WORDS(naf, nw)         (LIMBS_NAF_ENTRIES(naf) * 2 * (nw))

#define P256_WINDOW 7
#define P256_COMB   1
#define P256_NAF    11
#define P384_WINDOW 7
#define P384_COMB   2
#define P384_NAF    10
#define P521_WINDOW 7
#define P521_COMB   4
#define P521_NAF    9

#endif
