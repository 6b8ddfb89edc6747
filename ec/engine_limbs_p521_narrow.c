/* P-521 with kernels in C that need no type wider than 64 bits. */
#include "ec/limbs.h"

#define LIMBS_NARROW
#define LIMBS_OPS limbs_p521_narrow
#include "ec/limbs_word.inc"
#include "ec/field_p521.inc"
#include "ec/limbs_p521.inc"
