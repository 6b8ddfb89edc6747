#include "bignum/random.h"

#include <stdlib.h>

#include "bignum/bytes.h"
#include "bignum/count.h"
#include "bignum/declassify.h"

enum result random_bytes(uint8_t *out, size_t len, struct rng *rng)
{
    COUNT(OP_RANDOM_BYTE, len);
    if (rng->fill(rng, out, len) == DONE)
        return DONE;
    wipe(out, len);
    return FAILED;
}

/* r uniform in [0, top], top >= 0: draw as many bits as top has, keep the first draw that fits. */
static enum result random_upto(mpz_t r, const mpz_t top, struct rng *rng)
{
    size_t bits = mpz_sgn(top) == 0 ? 0 : mpz_sizeinbase(top, 2), len = (bits + 7) / 8;
    uint8_t *draw = malloc(len + 1);
    enum result result = FAILED;

    if (!draw)
        return FAILED;
    for (int tries = 0; result != DONE && tries < 256; tries++) {
        if (random_bytes(draw, len, rng) != DONE)
            break;
        if (bits % 8)
            draw[0] &= (uint8_t)((1u << (bits % 8)) - 1);
        os2ip(r, draw, len);
        if (mpz_cmp(r, top) <= 0)
            result = DONE;
    }
    wipe(draw, len);
    free(draw);
    if (result != DONE)
        mpz_wipe(r);
    return result;
}

enum result random_range(mpz_t r, const mpz_t lo, const mpz_t hi, struct rng *rng)
{
    mpz_t span;
    enum result result = FAILED;

    mpz_init(span);
    mpz_sub(span, hi, lo);
    if (mpz_sgn(span) < 0)
        mpz_set_ui(r, 0);
    else if (random_upto(r, span, rng) == DONE) {
        mpz_add(r, r, lo);
        result = DONE;
    }
    mpz_clear(span);
    return result;
}

enum result random_below(mpz_t r, const mpz_t n, struct rng *rng)
{
    mpz_t top;
    enum result result = FAILED;

    mpz_init(top);
    mpz_sub_ui(top, n, 1);
    if (mpz_sgn(top) < 0)
        mpz_set_ui(r, 0);
    else
        result = random_upto(r, top, rng);
    mpz_clear(top);
    return result;
}

enum result random_limbs_below(mp_limb_t *r, const mp_limb_t *m, mp_size_t n, size_t bits,
                               struct rng *rng)
{
    const size_t len = (bits + 7) / 8, room = (size_t)n * sizeof(mp_limb_t);
    uint8_t *draw = malloc(room); /* then the difference to m */
    enum result result = FAILED;

    if (draw) {
        for (int tries = 0; result != DONE && tries < 256; tries++) {
            mp_limb_t below;

            if (random_bytes(draw, len, rng) != DONE)
                break;
            if (bits % 8)
                draw[0] &= (uint8_t)((1u << (bits % 8)) - 1);
            (void)os2limbs(r, (size_t)n, draw, len); /* len octets fit */
            below = mpn_sub_n((mp_limb_t *)(void *)draw, r, m, n);
            DECLASSIFY(&below, sizeof below); /* a rejected draw is used for nothing */
            result = below ? DONE : FAILED;
        }
        wipe(draw, room);
        free(draw);
    }
    if (result != DONE)
        wipe(r, room);
    return result;
}
