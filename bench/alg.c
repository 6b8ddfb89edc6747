/* alg - the algorithms by their names on the command line. */
#include <string.h>

#include "bench/impl.h"

const struct alg algs[] = {
    {"rsa-1024", FAMILY_RSA, 1024, SHA256, 0},    {"rsa-2048", FAMILY_RSA, 2048, SHA256, 1},
    {"rsa-3072", FAMILY_RSA, 3072, SHA256, 1},    {"rsa-4096", FAMILY_RSA, 4096, SHA256, 1},
    {"rsa-8192", FAMILY_RSA, 8192, SHA256, 0},    {"ecdsa-p192", FAMILY_ECDSA, 192, SHA256, 0},
    {"ecdsa-p224", FAMILY_ECDSA, 224, SHA256, 0}, {"ecdsa-p256", FAMILY_ECDSA, 256, SHA256, 1},
    {"ecdsa-p384", FAMILY_ECDSA, 384, SHA384, 1}, {"ecdsa-p521", FAMILY_ECDSA, 521, SHA512, 1},
    {"ed25519", FAMILY_ED25519, 255, SHA512, 1},  {NULL, FAMILY_RSA, 0, SHA256, 0},
};

const struct alg *alg_by_name(const char *name)
{
    for (const struct alg *alg = algs; alg->name; alg++)
        if (strcmp(alg->name, name) == 0)
            return alg;
    return NULL;
}
