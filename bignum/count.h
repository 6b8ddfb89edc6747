/* count - operation counters that exist in the counted build alone.
 *
 * The timed objects are compiled without COUNT_OPS, so that COUNT() is nothing and no counter symbol
 * is in them (tests/test_counts.c runs nm). The counted objects are the same sources with
 * -DCOUNT_OPS. Counters are plain and single-threaded; whoever measures resets them first.
 *
 * Put COUNT() where the work is: one line at the head of a field product, a point formula, a table
 * scan, a compression loop. Levels overlap by design (a point doubling also counts its field
 * products): sum one level only.
 */
#ifndef SIGCOST_COUNT_H
#define SIGCOST_COUNT_H

#include <stdint.h>

enum count_op {
    OP_LIMB_MUL,     /* 64x64 -> 128 bit products (or one limb of this machine) */
    OP_VEC_MUL,      /* vector products: one 52-bit multiply-add instruction, whatever its width */
    OP_FE_MUL,       /* field products */
    OP_FE_SQR,       /* field squarings */
    OP_FE_ADD,       /* field additions, subtractions, negations, small multiples */
    OP_FE_INV,       /* field inversions */
    OP_POINT_DOUBLE, /* point doublings */
    OP_POINT_ADD,    /* general point additions */
    OP_POINT_MADD,   /* mixed additions: one operand affine */
    OP_POINT_ADD8,   /* general point additions, eight at a time in vectors */
    OP_POINT_MADD8,  /* mixed additions, eight at a time in vectors */
    OP_POINT_DECODE, /* octets to points: a square root each */
    OP_TABLE_SCAN,   /* constant-time reads of a whole table */
    OP_TABLE_READ,   /* reads of one entry of a fixed-base table, where it stands */
    OP_MOD_MUL,      /* products modulo an RSA modulus or prime, reduction included */
    OP_MOD_SQR,      /* squarings modulo an RSA modulus or prime, reduction included */
    OP_VEC_MOD_MUL,  /* those of OP_MOD_MUL that a vector kernel makes */
    OP_VEC_MOD_SQR,  /* those of OP_MOD_SQR that a vector kernel makes */
    OP_RADIX_IN,     /* numbers rewritten in a vector kernel's limbs */
    OP_RADIX_OUT,    /* numbers read back from them and fully reduced */
    OP_MOD_RED,      /* reductions: divisions by the modulus, REDC, or folding */
    OP_DIVISION,     /* those of OP_MOD_RED that are divisions */
    OP_SC_MUL,       /* products modulo the group order */
    OP_SC_INV,       /* inversions modulo the group order */
    OP_SC_HALVE,     /* half-size scalars: Euclid's algorithm, stopped half-way */
    OP_SC_NAF,       /* scalars written as non-adjacent forms */
    OP_SHA256_BLOCK, /* compressions of 64 bytes */
    OP_SHA512_BLOCK, /* compressions of 128 bytes */
    OP_CANDIDATE,    /* prime candidates looked at (odd numbers, sieved ones too) */
    OP_TRIAL_DIV,    /* divisions by a small prime, or marks made by a sieve */
    OP_MR_ROUND,     /* Miller-Rabin rounds: powers to one base */
    OP_RANDOM_BYTE,  /* bytes drawn from a generator */
    OP_COUNT
};

#ifdef COUNT_OPS
extern uint64_t op_count[OP_COUNT];
#define COUNT(op, n) (op_count[op] += (uint64_t)(n))
#else
#define COUNT(op, n) ((void)0)
#endif

/* "limb_mul", "fe_mul", ...: the counter's name in tables and JSON. */
const char *count_name(enum count_op op);

#endif
