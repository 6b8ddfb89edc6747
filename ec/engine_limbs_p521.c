/* P-521 with kernels in C. */
#include "ec/limbs.h"

#define LIMBS_OPS limbs_p521
#include "ec/limbs_word.inc"
#include "ec/field_p521.inc"
#include "ec/limbs_p521.inc"
