/* ifma_single_3072 - one number of 3072 bits: the public operation of RSA-3072.
 * R = 2^(52 * 64), N' below 2^3280. */
#include "bignum/ifma.h"

#if defined __x86_64__ && GMP_NUMB_BITS == 64
#define IFMA_NAME ifma_single_3072
#define IFMA_BITS 3072
#define IFMA_W    8
#define IFMA_NV   8
#define IFMA_J    4
#include "bignum/ifma_kernel.inc"
#endif
