/* ifma_pair_4096 - two numbers of 4096 bits at once: the halves and the candidates of RSA-8192.
 * R = 2^(52 * 84), N' below 2^4304. */
#include "bignum/ifma.h"

#if defined __x86_64__ && GMP_NUMB_BITS == 64
#define IFMA_NAME ifma_pair_4096
#define IFMA_BITS 4096
#define IFMA_W    4
#define IFMA_NV   21
#define IFMA_J    4
#include "bignum/ifma_kernel.inc"
#endif
