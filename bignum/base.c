#include "bignum/base.h"

#include <string.h>

void wipe(void *at, size_t len)
{
    if (len == 0)
        return;
    memset(at, 0, len);
    /* The pointer escapes into an opaque statement that may read it: the store must happen. */
    __asm__ __volatile__("" : : "r"(at) : "memory");
}

const char *step_missing(const struct step *step)
{
    return step->missing ? step->missing() : NULL;
}
