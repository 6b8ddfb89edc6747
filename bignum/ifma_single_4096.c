/* ifma_single_4096 - one number of 4096 bits: the public operation of RSA-4096.
 * R = 2^(52 * 80), N' below 2^4148. */
#include "bignum/ifma.h"

#if defined __x86_64__ && GMP_NUMB_BITS == 64
#define IFMA_NAME ifma_single_4096
#define IFMA_BITS 4096
#define IFMA_W    8
#define IFMA_NV   10
#define IFMA_J    1
#include "bignum/ifma_kernel.inc"
#endif
