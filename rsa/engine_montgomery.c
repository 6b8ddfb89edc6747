/* engine_montgomery - no division: Montgomery products over mpn, a sliding window, and an interval
 * sieve that finds the small factors of many candidates at once. */
#include "bignum/modmul_montgomery.inc"
#include "bignum/pow_sliding.inc"
#include "bignum/prime_mr.inc"
#include "bignum/prime_sieve.inc"
#include "rsa/engines.h"
#include "rsa/public.inc"
#include "rsa/private_plain.inc"
#include "rsa/engine_plain.inc"
#include "rsa/prime_units.inc"

const struct rsa_engine rsa_montgomery = {
    .step = {.name = "montgomery",
             .idea = "reduction by REDC instead of division; incremental sieve over an interval",
             .source = "Montgomery 1985; HAC 14.32 and 14.85; Brandt and Damgard 1992",
             .units = full_units},
    .context_new = context_new,
    .context_free = context_free,
    .context_bytes = context_bytes,
    .public_op = public_op,
    .private_op = private_op,
    .find_prime = sieve_prime,
    .is_prime = mr_is_prime,
    .public_cost = public_cost,
    .private_cost = private_cost,
    .prime_units = prime_units,
};
