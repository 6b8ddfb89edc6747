/* rng_os - the operating system's generator with its source as a parameter.
 *
 * rng_os() (hash/drbg.h) is this with getrandom(2). Tests make one of their own over a source that
 * fails, stutters or is interrupted; no switch in the product leads away from getrandom.
 */
#ifndef SIGCOST_RNG_OS_H
#define SIGCOST_RNG_OS_H

#include <sys/types.h>

#include "hash/drbg.h"

struct rng_source {
    struct rng rng; /* first member; fill is rng_source_fill */
    /* As getrandom(2): bytes written, perhaps fewer than asked for, or -1 and errno. */
    ssize_t (*read)(void *out, size_t len, unsigned flags);
};

/* Requests of so many octets and more are looked at: all zeros, or any one octet repeated, is a source that is
 * stuck (SP 800-90B 4.4.1 in its simplest form). A false alarm has a chance of 2^-120. */
#define RNG_STUCK_LEN 16

/* Repeats after short reads and EINTR until out is full. FAILED, with out all zero, on any other
 * error, and on a source that gives nothing, is stuck, or claims more than was asked for. */
enum result rng_source_fill(struct rng *self, uint8_t *out, size_t len);

#endif
