/* engine_window - fewer products: the 2^w-ary power, and candidates that small primes have sifted. */
#include "bignum/modmul_division.inc"
#include "bignum/pow_window.inc"
#include "bignum/prime_mr.inc"

static unsigned long draw_trial_bound(unsigned bits)
{
    return prime_trial_bound(bits);
}

#include "bignum/prime_draw.inc"
#include "rsa/engines.h"
#include "rsa/public.inc"
#include "rsa/private_plain.inc"
#include "rsa/engine_plain.inc"
#include "rsa/prime_units.inc"

const struct rsa_engine rsa_window = {
    .step = {.name = "window",
             .idea = "2^w-ary power: bits/w + 2^w products instead of bits/2; candidates sifted by "
                     "trial division",
             .source = "HAC 14.82 and 4.4.1",
             .units = full_units},
    .context_new = context_new,
    .context_free = context_free,
    .context_bytes = context_bytes,
    .public_op = public_op,
    .private_op = private_op,
    .find_prime = draw_prime,
    .is_prime = mr_is_prime,
    .public_cost = public_cost,
    .private_cost = private_cost,
    .prime_units = prime_units,
};
