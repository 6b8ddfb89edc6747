/* sha2_engines - what the engines' files share: each other's names, and runners of the units. */
#ifndef SIGCOST_SHA2_ENGINES_H
#define SIGCOST_SHA2_ENGINES_H

#include "hash/sha2.h"

extern const struct hash_engine hash_fips, hash_unrolled, hash_cpu;

/* The portable compressions; `cpu` falls back to them for the family that the CPU cannot help. */
void sha2_unrolled_compress256(uint32_t H[8], const uint8_t *blocks, size_t nblocks);
void sha2_unrolled_compress512(uint64_t H[8], const uint8_t *blocks, size_t nblocks);

/* Compresses `times` blocks in calls of 1 KiB, the smallest payload of the tables. How many blocks a
 * call gets matters: `cpu` expands the schedules of several at once. */
void sha2_run256(void (*compress)(uint32_t h[8], const uint8_t *blocks, size_t nblocks),
                 unsigned long times);
void sha2_run512(void (*compress)(uint64_t h[8], const uint8_t *blocks, size_t nblocks),
                 unsigned long times);

/* Defines name_units: one compression of each family. The runners need no context. */
#define HASH_UNITS(name, compress256, compress512)                                                 \
    static void name##_run256(const void *context, unsigned long times)                            \
    {                                                                                              \
        (void)context;                                                                             \
        sha2_run256(compress256, times);                                                           \
    }                                                                                              \
    static void name##_run512(const void *context, unsigned long times)                            \
    {                                                                                              \
        (void)context;                                                                             \
        sha2_run512(compress512, times);                                                           \
    }                                                                                              \
    static const struct unit name##_units[] = {                                                    \
        {OP_SHA256_BLOCK, name##_run256}, {OP_SHA512_BLOCK, name##_run512}, {0, NULL}};

#endif
