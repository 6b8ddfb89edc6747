/* layer - what the layers of an Ed25519 engine share: curve constants, octets, visibility.
 *
 * An engine is one C file that includes its layers (*.inc) in this order, each written against the
 * names that the one before defines:
 *
 *   field   fe, FE_INIT, fe_copy, fe_add, fe_sub, fe_mul, fe_sqr, fe_from_bytes, fe_to_bytes
 *           (fe_cmov in the constant-time ones): GF(p), p = 2^255 - 19; results may alias inputs
 *   power   fe_pow_p58, fe_pow_inv: addition chains
 *   decode  decode_xy, encode_xy: RFC 8032 5.1.2 and 5.1.3
 *   inv     fe_inv (the GMP fields bring their own)
 *   point   struct point and its formulas
 *   mul     the engine's mul_base, check and decodes; with tables: tables, naf_table, recode, lookup before
 *   batch   the engine's check_batch; after mul_half and sc; power_ifma before it where there is one
 *   sc      the engine's sc_reduce and sc_muladd: numbers modulo L
 *   units   what bignum/base.h calls units: each primitive alone
 */
#ifndef SIGCOST_ED25519_LAYER_H
#define SIGCOST_ED25519_LAYER_H

#include <gmp.h>
#include <string.h>

#include "ed25519/engines.h"

/* A layer's function: private to the engine that includes it, and not each engine uses them all. */
#define LAYER static inline __attribute__((unused))

/* RFC 8032 5.1, as four 64-bit words, least significant first; tests/test_ed25519_edges.c derives them
 * again. d = -121665/121666, sqrt(-1) = 2^((p-1)/4), B = (Bx, 4/5) with Bx even, BT = Bx By. */
#define ED_ZERO    0, 0, 0, 0
#define ED_ONE     1, 0, 0, 0
#define ED_TWO     2, 0, 0, 0
#define ED_D       0x75eb4dca135978a3, 0x00700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73
#define ED_2D      0xebd69b9426b2f159, 0x00e0149a8283b156, 0x198e80f2eef3d130, 0x2406d9dc56dffce7
#define ED_SQRT_M1 0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b
#define ED_BX      0xc9562d608f25d51a, 0x692cc7609525a7b2, 0xc0a4e231fdd6dc5c, 0x216936d3cd6e53fe
#define ED_BY      0x6666666666666658, 0x6666666666666666, 0x6666666666666666, 0x6666666666666666
#define ED_BT      0x6dde8ab3a5b7dda3, 0x20f09f80775152f5, 0x66ea4e8e64abe37d, 0x67875f0fd78b7665
/* L = 2^252 + c, the order of B */
#define ED_L  0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0, 0x1000000000000000
#define ED_2L 0xb024c634b9eba7da, 0x29bdf3bd45ef39ac, 0, 0x2000000000000000
#define ED_C  0x5812631a5cf5d3ed, 0x14def9dea2f79cd6

/* GMP's limbs from such words. */
#define ED_LIMBS (256 / GMP_NUMB_BITS)
#if GMP_NUMB_BITS == 64
#define ED_WORDS_4(a, b, c, d)                                                                     \
    {                                                                                              \
        a, b, c, d                                                                                 \
    }
#define ED_WORDS_2(a, b)                                                                           \
    {                                                                                              \
        a, b                                                                                       \
    }
#elif GMP_NUMB_BITS == 32
#define ED_W(a) (mp_limb_t)((uint64_t)(a)), (mp_limb_t)((uint64_t)(a) >> 32)
#define ED_WORDS_4(a, b, c, d)                                                                     \
    {                                                                                              \
        ED_W(a), ED_W(b), ED_W(c), ED_W(d)                                                         \
    }
#define ED_WORDS_2(a, b)                                                                           \
    {                                                                                              \
        ED_W(a), ED_W(b)                                                                           \
    }
#else
#error "GMP limbs of 64 or 32 bits without nails are wanted"
#endif
/* The same with the words' own macro as the argument. */
#define ED_LIMBS_4(...) ED_WORDS_4(__VA_ARGS__)
#define ED_LIMBS_2(...) ED_WORDS_2(__VA_ARGS__)

/* Makes the compiler believe that what is at `at` is read. */
LAYER void keep(const void *at)
{
    __asm__ __volatile__("" : : "r"(at) : "memory");
}

/* Keeps a limb in a general register. Compilers like to join two limbs into a vector; but limbs are
 * stored one by one, and a wide load of what two stores have just written has to wait for both. */
#define HOLD(limb) __asm__("" : "+r"(limb))

LAYER uint64_t load64_le(const uint8_t *octets)
{
    uint64_t word = 0;

    for (unsigned i = 0; i < 8; i++)
        word |= (uint64_t)octets[i] << (8 * i);
    return word;
}

LAYER void store64_le(uint8_t *octets, uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        octets[i] = (uint8_t)(word >> (8 * i));
}

/* nlimbs limbs from as many little-endian octets as they hold, and back. */
LAYER void limbs_from_le(mp_limb_t *limbs, unsigned nlimbs, const uint8_t *octets)
{
    const unsigned width = sizeof(mp_limb_t);

    for (unsigned i = 0; i < nlimbs; i++) {
        limbs[i] = 0;
        for (unsigned j = 0; j < width; j++)
            limbs[i] |= (mp_limb_t)octets[width * i + j] << (8 * j);
    }
}

LAYER void limbs_to_le(uint8_t *octets, const mp_limb_t *limbs, unsigned nlimbs)
{
    const unsigned width = sizeof(mp_limb_t);

    for (unsigned i = 0; i < nlimbs * width; i++)
        octets[i] = (uint8_t)(limbs[i / width] >> (8 * (i % width)));
}

#endif
