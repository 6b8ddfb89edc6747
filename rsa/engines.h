/* engines - the steps of the RSA ladder by name, for the table in engines.c. */
#ifndef SIGCOST_RSA_ENGINES_H
#define SIGCOST_RSA_ENGINES_H

#include "rsa/rsa.h"

extern const struct rsa_engine rsa_textbook, rsa_window, rsa_montgomery, rsa_crt, rsa_hardened,
    rsa_limbs, rsa_ifma, rsa_gmp;

#endif
