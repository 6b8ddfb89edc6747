/* P-256 with kernels in C. */
#include "ec/limbs.h"

#define LIMBS_OPS limbs_p256
#include "ec/limbs_word.inc"
#include "ec/field_p256.inc"
#include "ec/limbs_p256.inc"
