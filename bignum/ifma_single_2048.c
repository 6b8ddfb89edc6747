/* ifma_single_2048 - one number of 2048 bits: the public operation of RSA-2048.
 * R = 2^(52 * 48), N' below 2^2464. */
#include "bignum/ifma.h"

#if defined __x86_64__ && GMP_NUMB_BITS == 64
#define IFMA_NAME ifma_single_2048
#define IFMA_BITS 2048
#define IFMA_W    8
#define IFMA_NV   6
#define IFMA_J    8
#include "bignum/ifma_kernel.inc"
#endif
