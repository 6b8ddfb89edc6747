/* ifma_single_8192 - one number of 8192 bits: the public operation of RSA-8192.
 * R = 2^(52 * 160), N' below 2^8244. */
#include "bignum/ifma.h"

#if defined __x86_64__ && GMP_NUMB_BITS == 64
#define IFMA_NAME ifma_single_8192
#define IFMA_BITS 8192
#define IFMA_W    8
#define IFMA_NV   20
#define IFMA_J    1
#include "bignum/ifma_kernel.inc"
#endif
