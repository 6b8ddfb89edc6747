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

int equal_ct(const void *a, const void *b, size_t len)
{
    const uint8_t *x = a, *y = b;
    unsigned differ = 0;

    for (size_t i = 0; i < len; i++)
        differ |= (unsigned)(x[i] ^ y[i]);
    return (int)(((differ - 1) >> 8) & 1);
}

const char *step_missing(const struct step *step)
{
    return step->missing ? step->missing() : NULL;
}
