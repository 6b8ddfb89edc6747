/* engines - the steps of the ECDSA ladder; ec/engines.c lists them in order. */
#ifndef SIGCOST_EC_ENGINES_H
#define SIGCOST_EC_ENGINES_H

#include "ec/ec.h"

extern const struct ec_engine ec_engine_affine;
extern const struct ec_engine ec_engine_jacobian;
extern const struct ec_engine ec_engine_window;
extern const struct ec_engine ec_engine_solinas;
extern const struct ec_engine ec_engine_comb;

#endif
