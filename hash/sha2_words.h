/* sha2_words - octets to words and back, big-endian (FIPS 180-4 3.1), and the rotation of 3.2.
 *
 * Right on every machine and at every alignment. memcpy and one byte swap rather than shifts: gcc 12
 * makes octet stores of the shifts, and a vector load of what octet stores have just written stalls.
 * Rotation counts lie strictly between 0 and the word size.
 */
#ifndef SIGCOST_SHA2_WORDS_H
#define SIGCOST_SHA2_WORDS_H

#include <stdint.h>
#include <string.h>

static inline uint32_t be32(uint32_t word)
{
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? word : __builtin_bswap32(word);
}

static inline uint64_t be64(uint64_t word)
{
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? word : __builtin_bswap64(word);
}

static inline uint32_t load_be32(const uint8_t *at)
{
    uint32_t word;

    memcpy(&word, at, sizeof word);
    return be32(word);
}

static inline uint64_t load_be64(const uint8_t *at)
{
    uint64_t word;

    memcpy(&word, at, sizeof word);
    return be64(word);
}

static inline void store_be32(uint8_t *at, uint32_t word)
{
    word = be32(word);
    memcpy(at, &word, sizeof word);
}

static inline void store_be64(uint8_t *at, uint64_t word)
{
    word = be64(word);
    memcpy(at, &word, sizeof word);
}

static inline uint32_t rotr32(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static inline uint64_t rotr64(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

#endif
