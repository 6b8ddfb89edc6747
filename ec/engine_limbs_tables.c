/* The fixed-base tables, one copy for all sets of kernels. */
#include "ec/limbs.h"

#define LIMBS_ALIGNED __attribute__((aligned(64)))

#include "ec_limbs_tables.h"
