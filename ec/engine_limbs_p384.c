/* P-384 with kernels in C. */
#include "ec/limbs.h"

#define LIMBS_OPS limbs_p384
#include "ec/limbs_word.inc"
#include "ec/field_p384.inc"
#include "ec/limbs_p384.inc"
