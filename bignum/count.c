#include "bignum/count.h"

#ifdef COUNT_OPS
uint64_t op_count[OP_COUNT];
#endif

const char *count_name(enum count_op op)
{
    static const char *const names[OP_COUNT] = {
        [OP_LIMB_MUL] = "limb_mul",
        [OP_VEC_MUL] = "vec_mul",
        [OP_FE_MUL] = "fe_mul",
        [OP_FE_SQR] = "fe_sqr",
        [OP_FE_ADD] = "fe_add",
        [OP_FE_INV] = "fe_inv",
        [OP_POINT_DOUBLE] = "point_double",
        [OP_POINT_ADD] = "point_add",
        [OP_POINT_MADD] = "point_madd",
        [OP_POINT_ADD8] = "point_add8",
        [OP_POINT_MADD8] = "point_madd8",
        [OP_POINT_DECODE] = "point_decode",
        [OP_TABLE_SCAN] = "table_scan",
        [OP_TABLE_READ] = "table_read",
        [OP_MOD_MUL] = "mod_mul",
        [OP_MOD_SQR] = "mod_sqr",
        [OP_VEC_MOD_MUL] = "vec_mod_mul",
        [OP_VEC_MOD_SQR] = "vec_mod_sqr",
        [OP_RADIX_IN] = "radix_in",
        [OP_RADIX_OUT] = "radix_out",
        [OP_MOD_RED] = "mod_red",
        [OP_DIVISION] = "division",
        [OP_SC_MUL] = "sc_mul",
        [OP_SC_INV] = "sc_inv",
        [OP_SC_HALVE] = "sc_halve",
        [OP_SC_NAF] = "sc_naf",
        [OP_SHA256_BLOCK] = "sha256_block",
        [OP_SHA512_BLOCK] = "sha512_block",
        [OP_CANDIDATE] = "candidate",
        [OP_TRIAL_DIV] = "trial_div",
        [OP_MR_ROUND] = "mr_round",
        [OP_RANDOM_BYTE] = "random_byte",
    };

    return (unsigned)op < OP_COUNT ? names[op] : "?";
}
