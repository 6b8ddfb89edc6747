/* P-256 with BMI2 and ADX kernels. */
#include "ec/limbs.h"

#if defined(__x86_64__)
#define LIMBS_OPS limbs_p256_adx
#include "ec/limbs_x86.inc"
#include "ec/limbs_word.inc"
#include "ec/field_p256_adx.inc"
#include "ec/limbs_p256.inc"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
