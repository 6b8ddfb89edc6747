/* engine_hardened - crt made safe: what secrets touch takes the same time for every value, is blinded,
 * and is checked before it leaves.
 *
 * Constant time is claimed for private_op. find_prime uses the same products and power, so that a
 * round takes the same time for every candidate of a size; the sieve's residues, gcd(p - 1, e) and
 * the count of candidates are not constant, and reveal what was rejected. */
#include "bignum/modmul_secure.inc"
#include "bignum/pow_fixed.inc"
#include "bignum/prime_mr.inc"
#include "bignum/prime_sieve.inc"
#include "rsa/engines.h"
#include "rsa/public.inc"
#include "rsa/private_plain.inc"
#include "rsa/private_crt.inc"
#include "rsa/private_hardened.inc"
#include "rsa/half_units.inc"
#include "rsa/prime_units.inc"

const struct rsa_engine rsa_hardened = {
    .step = {.name = "hardened",
             .idea = "crt with base blinding, fixed windows, full-table scans and a fault check",
             .source = "Kocher 1996; Boneh, DeMillo and Lipton 1997",
             .flags = STEP_CONSTANT_TIME,
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
    .half_units = half_units,
    .prime_units = prime_units,
};
