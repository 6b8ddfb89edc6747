/* The field of the step limbs32. */
#include "ed25519/layer.h"
#include "ed25519/field_25.inc"
#include "ed25519/field_power.inc"
#include "ed25519/inv_power.inc"

#define FIELD         ed25519_field_25
#define FE_LIMBS      10
#define FE_WEIGHT(i)  (25 * (i) + ((i) + 1) / 2)
#define FE_MOST(i, u) (((uint64_t)(u) << FE_WIDTH(i)) + (u)*2048 - 1)
#define FE_OUT(i)     (((uint64_t)1 << FE_WIDTH(i)) + 2047)
#define MUL_UNITS     3
#define SUB_UNITS     3
#include "tests/ed25519_field.inc"
