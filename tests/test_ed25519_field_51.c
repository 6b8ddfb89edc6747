/* The field of the step limbs. */
#include "ed25519/layer.h"

#ifdef __SIZEOF_INT128__
#include "ed25519/field_51.inc"
#include "ed25519/field_power.inc"
#include "ed25519/decode.inc"
#include "ed25519/inv_safegcd.inc"

#define FIELD         ed25519_field_51
#define FE_LIMBS      5
#define FE_WEIGHT(i)  (51 * (i))
#define FE_MOST(i, u) (((uint64_t)(u) << 51) + ((u) == 8 ? 0 : (u)*8192 - 1))
#define FE_OUT(i)     (((uint64_t)1 << 51) + 8191)
#define MUL_UNITS     8
#define SUB_UNITS     3
#include "tests/ed25519_field.inc"
#else
#include <criterion/criterion.h>
Test(ed25519_field_51, needs_128_bit_products)
{
    cr_skip_test("no 128-bit products here");
}
#endif
