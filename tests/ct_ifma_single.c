/* ct_ifma_single - tests/ct_ifma.h on a single kernel. */
#include <gmp.h>

#if defined __x86_64__ && GMP_NUMB_BITS == 64
#define CT_IFMA_KERNEL  "bignum/ifma_single_2048.c"
#define CT_IFMA_BITS    2048
#define CT_IFMA_NUMBERS 1
#include "tests/ct_ifma.h"
#else
#include <stdio.h>

int main(void)
{
    printf("--    ifma: its kernels are for x86-64\n");
    return 0;
}
#endif
