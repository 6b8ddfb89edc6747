/* ifma_pair_1024 - two numbers of 1024 bits at once: the halves and the candidates of RSA-2048.
 * R = 2^(52 * 24), N' below 2^1232. */
#include "bignum/ifma.h"

#if defined __x86_64__ && GMP_NUMB_BITS == 64
#define IFMA_NAME ifma_pair_1024
#define IFMA_BITS 1024
#define IFMA_W    4
#define IFMA_NV   6
#define IFMA_J    4
#include "bignum/ifma_kernel.inc"
#endif
