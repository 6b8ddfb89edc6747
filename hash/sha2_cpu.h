/* sha2_cpu - the kernels behind the step `cpu`; for sha2_cpu.c, which chooses, and for the tests,
 * which run every kernel that this CPU can, chosen or not. */
#ifndef SIGCOST_SHA2_CPU_H
#define SIGCOST_SHA2_CPU_H

#include "hash/sha2.h"

#if defined(__x86_64__)

/* 1 where the kernel of the same name may be called. */
int sha2_has_shani(void);
int sha2_has_avx2(void);
int sha2_has_avx512(void);

void sha2_shani_compress256(uint32_t H[8], const uint8_t *blocks, size_t nblocks);
void sha2_avx2_compress512(uint64_t H[8], const uint8_t *blocks, size_t nblocks);
void sha2_avx512_compress512(uint64_t H[8], const uint8_t *blocks, size_t nblocks);

#endif
#endif
