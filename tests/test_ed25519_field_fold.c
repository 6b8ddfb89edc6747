/* The field of the steps fold, comb and halved: any limbs below 2^256 are an element. */
#include "ed25519/layer.h"
#include "ed25519/field_fold.inc"

#define FIELD         ed25519_field_fold
#define FE_LIMBS      ED_LIMBS
#define FE_WEIGHT(i)  (GMP_NUMB_BITS * (i))
#define FE_MOST(i, u) ((uint64_t)GMP_NUMB_MAX)
#define FE_OUT(i)     ((uint64_t)GMP_NUMB_MAX)
#define MUL_UNITS     1
#define SUB_UNITS     1
#include "tests/ed25519_field.inc"
