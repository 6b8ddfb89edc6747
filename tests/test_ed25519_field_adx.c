/* The field of the step adx: any four words are an element. */
#include "ed25519/layer.h"

#ifdef __x86_64__
#include "ed25519/field_adx.inc"
#include "ed25519/field_power.inc"
#include "ed25519/decode.inc"
#include "ed25519/inv_safegcd.inc"

#define FIELD         ed25519_field_adx
#define FIELD_MISSING field_adx_missing()
#define FE_LIMBS      4
#define FE_WEIGHT(i)  (64 * (i))
#define FE_MOST(i, u) UINT64_MAX
#define FE_OUT(i)     UINT64_MAX
#define MUL_UNITS     1
#define SUB_UNITS     1
#include "tests/ed25519_field.inc"
#else
#include <criterion/criterion.h>
Test(ed25519_field_adx, needs_x86_64)
{
    cr_skip_test("BMI2 and ADX are x86-64's");
}
#endif
