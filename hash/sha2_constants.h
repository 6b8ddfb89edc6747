/* sha2_constants - the constants of FIPS 180-4, which every engine and sha2.c share. */
#ifndef SIGCOST_SHA2_CONSTANTS_H
#define SIGCOST_SHA2_CONSTANTS_H

#include "hash/sha2.h"

/* 4.2.2 and 4.2.3: the first 32 (64) bits of the fractional parts of the cube roots of the first 64
 * (80) primes. Aligned so that no vector of them crosses a cache line. */
extern const uint32_t sha2_k256[64];
extern const uint64_t sha2_k512[80];

/* 5.3: the initial hash values H(0), by enum hash_id; those of the 512 family from SHA384 on. */
extern const uint32_t sha2_initial256[2][8];
extern const uint64_t sha2_initial512[4][8];

#endif
