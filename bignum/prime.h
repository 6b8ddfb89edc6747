/* prime - Miller-Rabin and the search for primes (FIPS 186-5 A.1.3, B.3.1, table B.1). */
#ifndef SIGCOST_PRIME_H
#define SIGCOST_PRIME_H

#include <gmp.h>

#include "bignum/random.h"

/* What an RSA key asks of its next prime. */
struct prime_request {
    unsigned bits;    /* of the prime; it lies in [ceil(sqrt(2) 2^(bits-1)), 2^bits) */
    mpz_srcptr e;     /* gcd(prime - 1, e) = 1 is wanted */
    mpz_srcptr other; /* NULL, or the first prime: |prime - other| > 2^distance_bits is wanted */
    unsigned distance_bits;
    unsigned rounds; /* of Miller-Rabin, from table B.1 */
};

#endif
