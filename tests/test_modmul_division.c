#include "bignum/modmul_division.inc"

#define LAYER modmul_division
#include "tests/modmul_cases.inc"
