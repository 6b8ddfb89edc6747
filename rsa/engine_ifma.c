/* engine_ifma - hardened on vectors: AVX-512 IFMA products of 52-bit limbs, both half powers at once.
 *
 * Moduli of 2048, 3072, 4096 and 8192 bits (bignum/ifma.h); for others this step is `limbs`.
 * Constant time is claimed for private_op, as in `hardened`. find_prime tests two candidates at once. */
#define RSA_IFMA

#include "bignum/modmul_limbs.inc"
#include "bignum/pow_fixed.inc"
#include "bignum/prime_mr.inc"
#include "bignum/prime_sieve.inc"
#include "bignum/prime_pair.inc"
#include "rsa/engines.h"
#include "rsa/public.inc"
#include "rsa/private_plain.inc"
#include "rsa/private_crt.inc"
#include "rsa/private_hardened.inc"
#include "rsa/half_units.inc"
#include "rsa/prime_units.inc"

const struct rsa_engine rsa_ifma = {
    .step = {.name = "ifma",
             .idea = "radix 2^52 in AVX-512 IFMA, both half powers and two candidates at once",
             .source = "Gueron and Krasnov 2012; Drucker and Gueron 2019",
             .flags = STEP_CONSTANT_TIME | STEP_NEEDS_CPU | STEP_OWN_PRODUCTS,
             .missing = ifma_missing,
             .units = full_units},
    .context_new = context_new,
    .context_free = context_free,
    .context_bytes = context_bytes,
    .public_op = public_op,
    .private_op = private_op,
    .find_prime = pair_prime,
    .is_prime = pair_is_prime,
    .public_cost = public_cost,
    .private_cost = private_cost,
    .half_units = half_units,
    .half_turns = half_turns,
    .prime_units = prime_units,
};
