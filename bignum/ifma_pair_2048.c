/* ifma_pair_2048 - two numbers of 2048 bits at once: the halves and the candidates of RSA-4096.
 * R = 2^(52 * 44), N' below 2^2256. */
#include "bignum/ifma.h"

#if defined __x86_64__ && GMP_NUMB_BITS == 64
#define IFMA_NAME ifma_pair_2048
#define IFMA_BITS 2048
#define IFMA_W    4
#define IFMA_NV   11
#define IFMA_J    4
#include "bignum/ifma_kernel.inc"
#endif
