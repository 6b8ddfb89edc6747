/* P-384 with kernels in C that need no type wider than 64 bits. */
#include "ec/limbs.h"

#define LIMBS_NARROW
#define LIMBS_OPS limbs_p384_narrow
#include "ec/limbs_word.inc"
#include "ec/field_p384.inc"
#include "ec/limbs_p384.inc"
