/* engine_textbook - the textbook: GMP's product and a division after each, the binary power,
 * random odd candidates that Miller-Rabin alone judges. */
#include "bignum/modmul_division.inc"
#include "bignum/pow_binary.inc"
#include "bignum/prime_mr.inc"

static unsigned long draw_trial_bound(unsigned bits)
{
    (void)bits;
    return 0;
}

#include "bignum/prime_draw.inc"
#include "rsa/engines.h"
#include "rsa/public.inc"
#include "rsa/private_plain.inc"
#include "rsa/engine_plain.inc"
#include "rsa/prime_units.inc"

const struct rsa_engine rsa_textbook = {
    .step = {.name = "textbook",
             .idea = "left-to-right binary power, a division after each product; random odd "
                     "candidates, Miller-Rabin alone",
             .source = "HAC 14.28 and 14.79; FIPS 186-5 A.1.3, B.3.1",
             .flags = STEP_TEXTBOOK,
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
