#include "ed25519/engines.h"

const struct ed25519_engine *const ed25519_engines[] = {
    &ed25519_affine,  &ed25519_extended, &ed25519_fold, &ed25519_comb, &ed25519_halved,
    &ed25519_limbs32, &ed25519_limbs,    &ed25519_adx,  &ed25519_ifma, NULL,
};
