#include "bignum/modmul_secure.inc"

#define LAYER modmul_secure
#include "tests/modmul_cases.inc"
