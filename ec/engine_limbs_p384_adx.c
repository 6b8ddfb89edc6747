/* P-384 with BMI2 and ADX kernels. */
#include "ec/limbs.h"

#if defined(__x86_64__)
#define LIMBS_OPS limbs_p384_adx
#include "ec/limbs_x86.inc"
#include "ec/limbs_word.inc"
#include "ec/field_p384_adx.inc"
#include "ec/limbs_p384.inc"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
