#include "ed25519/tables.h"

#include "ed25519/layer.h"

#define ALIGNED __attribute__((aligned(64)))

#define ED_TABLE ED_TABLE_COMB4
const uint64_t ed25519_comb4[ED_COMB_ALL(4) * 12] ALIGNED = {
#include "ed25519_tables.h"
};
#undef ED_TABLE

#define E(...)   __VA_ARGS__,
#define ED_TABLE ED_TABLE_COMB5
const uint64_t ed25519_comb5[ED_COMB_ALL(5) * 12] ALIGNED = {
#include "ed25519_tables.h"
};
#undef ED_TABLE
#undef E

#if GMP_NUMB_BITS == 64
#define E(...) __VA_ARGS__,
#else
#define E(a, b, c, d, e, f, g, h, i, j, k, l)                                                      \
    ED_W(a), ED_W(b), ED_W(c), ED_W(d), ED_W(e), ED_W(f), ED_W(g), ED_W(h), ED_W(i), ED_W(j),      \
        ED_W(k), ED_W(l),
#endif
#define ED_TABLE ED_TABLE_COMB6
const mp_limb_t ed25519_comb6[ED_COMB_ALL(6) * ED_ENTRY_LIMBS] ALIGNED = {
#include "ed25519_tables.h"
};
#undef ED_TABLE
#define ED_TABLE ED_TABLE_NAF8
const mp_limb_t ed25519_naf8[2 * ED_NAF_ENTRIES(8) * ED_ENTRY_LIMBS] ALIGNED = {
#include "ed25519_tables.h"
};
