#include "rsa/engines.h"

const struct rsa_engine *const rsa_engines[] = {&rsa_textbook, &rsa_window,   &rsa_montgomery,
                                                &rsa_crt,      &rsa_hardened, &rsa_limbs,
                                                &rsa_ifma,     &rsa_gmp,      NULL};
