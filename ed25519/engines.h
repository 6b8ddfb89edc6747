/* engines - the steps of the ladder, one C file each. */
#ifndef SIGCOST_ED25519_ENGINES_H
#define SIGCOST_ED25519_ENGINES_H

#include "ed25519/ed25519.h"

extern const struct ed25519_engine ed25519_affine, ed25519_extended, ed25519_fold, ed25519_comb,
    ed25519_halved, ed25519_limbs32, ed25519_limbs, ed25519_adx, ed25519_ifma;

#endif
