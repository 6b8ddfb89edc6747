#include "bignum/bytes.h"

#include <string.h>

void os2ip(mpz_t x, const uint8_t *octets, size_t len)
{
    mpz_import(x, len, 1, 1, 1, 0, octets);
}

enum result i2osp(uint8_t *octets, size_t len, const mpz_t x)
{
    size_t need = mpz_sgn(x) == 0 ? 0 : (mpz_sizeinbase(x, 2) + 7) / 8;

    memset(octets, 0, len);
    if (mpz_sgn(x) < 0 || need > len)
        return FAILED;
    if (need > 0) /* mpz_export writes nothing for 0 */
        mpz_export(octets + (len - need), NULL, 1, 1, 1, 0, x);
    return DONE;
}

enum result os2limbs(mp_limb_t *limbs, size_t nlimbs, const uint8_t *octets, size_t len)
{
    const size_t width = sizeof(mp_limb_t);
    unsigned overflow = 0;

    memset(limbs, 0, nlimbs * sizeof *limbs);
    for (size_t i = 0; i < len; i++) { /* i counts from the least significant octet */
        mp_limb_t octet = octets[len - 1 - i];

        if (i / width < nlimbs)
            limbs[i / width] |= octet << (8 * (i % width));
        else
            overflow |= (unsigned)octet;
    }
    if (overflow) {
        memset(limbs, 0, nlimbs * sizeof *limbs);
        return FAILED;
    }
    return DONE;
}

enum result limbs2os(uint8_t *octets, size_t len, const mp_limb_t *limbs, size_t nlimbs)
{
    const size_t width = sizeof(mp_limb_t);
    unsigned overflow = 0;

    for (size_t i = 0; i < len || i < nlimbs * width; i++) {
        unsigned octet = i / width < nlimbs ? (limbs[i / width] >> (8 * (i % width))) & 0xff : 0;

        if (i < len)
            octets[len - 1 - i] = (uint8_t)octet;
        else
            overflow |= octet;
    }
    if (overflow) {
        memset(octets, 0, len);
        return FAILED;
    }
    return DONE;
}

enum result mpz_to_limbs(mp_limb_t *limbs, size_t nlimbs, const mpz_t x)
{
    size_t used = mpz_size(x);

    memset(limbs, 0, nlimbs * sizeof *limbs);
    if (mpz_sgn(x) < 0 || used > nlimbs)
        return FAILED;
    memcpy(limbs, mpz_limbs_read(x), used * sizeof *limbs);
    return DONE;
}

void mpz_from_limbs(mpz_t x, const mp_limb_t *limbs, size_t nlimbs)
{
    if (nlimbs == 0) {
        mpz_set_ui(x, 0);
        return;
    }
    memcpy(mpz_limbs_write(x, (mp_size_t)nlimbs), limbs, nlimbs * sizeof *limbs);
    mpz_limbs_finish(x, (mp_size_t)nlimbs);
}

void mpz_wipe(mpz_t x)
{
    wipe(x->_mp_d, (size_t)x->_mp_alloc * sizeof(mp_limb_t));
    mpz_set_ui(x, 0);
}
