/* engine_limbs - hardened on products of one's own: 64-bit limbs in C, or BMI2 and ADX where the CPU has
 * them and the length is a multiple of eight limbs.
 *
 * Constant time is claimed for private_op; what is not constant is as in engine_hardened.c. */
#include "bignum/modmul_limbs.inc"
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

const struct rsa_engine rsa_limbs = {
    .step =
        {.name = "limbs",
         .idea =
             "Montgomery products and squarings of k limbs written here: C, or mulx, adcx and adox",
         .source = "Montgomery 1985; Ozturk, Guilford, Gopal and Feghali 2012",
         .flags = STEP_CONSTANT_TIME | STEP_OWN_PRODUCTS,
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
