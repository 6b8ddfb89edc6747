/* ifma_pair_1536 - two numbers of 1536 bits at once: the halves and the candidates of RSA-3072.
 * R = 2^(52 * 32), N' below 2^1640. */
#include "bignum/ifma.h"

#if defined __x86_64__ && GMP_NUMB_BITS == 64
#define IFMA_NAME ifma_pair_1536
#define IFMA_BITS 1536
#define IFMA_W    4
#define IFMA_NV   8
#define IFMA_J    2
#include "bignum/ifma_kernel.inc"
#endif
