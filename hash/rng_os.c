#include "hash/rng_os.h"

#include <errno.h>
#include <sys/random.h>

/* 1 if the octets are one octet repeated, which a sound source gives with a chance of 256^(1 - len). */
static int stuck(const uint8_t *out, size_t len)
{
    unsigned differ = 0;

    for (size_t i = 1; i < len; i++)
        differ |= (unsigned)(out[i] ^ out[0]);
    return differ == 0;
}

enum result rng_source_fill(struct rng *self, uint8_t *out, size_t len)
{
    const struct rng_source *source = (const struct rng_source *)self;
    size_t have = 0;

    while (have < len) {
        ssize_t got = source->read(out + have, len - have, 0);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0 || (size_t)got > len - have) {
            wipe(out, len);
            return FAILED;
        }
        have += (size_t)got;
    }
    if (len >= RNG_STUCK_LEN && stuck(out, len)) {
        wipe(out, len);
        return FAILED;
    }
    return DONE;
}

/* Nothing in it ever changes: thread-safe, and two children of a fork draw different bytes. */
struct rng *rng_os(void)
{
    static struct rng_source system = {{rng_source_fill}, getrandom};

    return &system.rng;
}
