/* hash_variants - what the hash tests run: every engine that this machine has, and every kernel
 * behind `cpu`, chosen or not, dressed as an engine. */
#ifndef SIGCOST_TESTS_HASH_VARIANTS_H
#define SIGCOST_TESTS_HASH_VARIANTS_H

#include "hash/sha2.h"
#include "hash/sha2_cpu.h"
#include "hash/sha2_engines.h"

/* At most 8; the list ends with NULL. */
static inline const struct hash_engine *const *hash_variants(void)
{
#if defined(__x86_64__)
    static struct hash_engine kernels[3];
#endif
    static const struct hash_engine *list[8];
    size_t n = 0;

    for (size_t i = 0; hash_engines[i]; i++)
        if (!step_missing(&hash_engines[i]->step))
            list[n++] = hash_engines[i];
#if defined(__x86_64__)
    if (sha2_has_shani()) {
        kernels[0] = hash_unrolled;
        kernels[0].step.name = "kernel shani";
        kernels[0].compress256 = sha2_shani_compress256;
        list[n++] = &kernels[0];
    }
    if (sha2_has_avx2()) {
        kernels[1] = hash_unrolled;
        kernels[1].step.name = "kernel avx2";
        kernels[1].compress512 = sha2_avx2_compress512;
        list[n++] = &kernels[1];
    }
    if (sha2_has_avx512()) {
        kernels[2] = hash_unrolled;
        kernels[2].step.name = "kernel avx512";
        kernels[2].compress512 = sha2_avx512_compress512;
        list[n++] = &kernels[2];
    }
#endif
    list[n] = NULL;
    return list;
}

/* Octet i of the long test message; lengths up to 2^24 without a repetition of 256 octets. */
static inline uint8_t hash_pattern(size_t i)
{
    return (uint8_t)(i * 167 + (i >> 8) * 13 + (i >> 16) * 7);
}

static inline void hash_hex(char *hex, const uint8_t *octets, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        hex[2 * i] = "0123456789abcdef"[octets[i] >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[octets[i] & 15];
    }
    hex[2 * len] = 0;
}

#endif
