/* The two forms of an ECDSA signature. */
#include "ec/ec.h"

#include <string.h>

#include "bignum/bytes.h"
#include "bignum/der.h"

size_t ecdsa_sig_to_der(uint8_t *out, const mp_limb_t *r, const mp_limb_t *s,
                        const struct ec_curve *curve)
{
    const size_t width = curve->order_bytes;
    uint8_t octets[2 * EC_MAX_BYTES];
    size_t len, at;

    ecdsa_sig_to_fixed(octets, r, s, curve);
    len = der_put_integer(NULL, octets, width) + der_put_integer(NULL, octets + width, width);
    at = der_put_header(out, DER_SEQUENCE, len);
    at += der_put_integer(out + at, octets, width);
    at += der_put_integer(out + at, octets + width, width);
    return at;
}

enum result ecdsa_sig_from_der(mp_limb_t *r, mp_limb_t *s, const uint8_t *sig, size_t len,
                               const struct ec_curve *curve)
{
    struct bytes all = {sig, len}, members, ri, si;
    enum result result = FAILED;

    if (der_sequence(&members, &all) == DONE && der_end(&all) == DONE &&
        der_integer(&ri, &members) == DONE && der_integer(&si, &members) == DONE &&
        der_end(&members) == DONE && ri.len <= curve->order_bytes && si.len <= curve->order_bytes) {
        os2limbs(r, curve->order_limbs, ri.at, ri.len); /* order_bytes octets always fit */
        os2limbs(s, curve->order_limbs, si.at, si.len);
        result = DONE;
    } else {
        memset(r, 0, curve->order_limbs * sizeof *r);
        memset(s, 0, curve->order_limbs * sizeof *s);
    }
    return result;
}

void ecdsa_sig_to_fixed(uint8_t *out, const mp_limb_t *r, const mp_limb_t *s,
                        const struct ec_curve *curve)
{
    limbs2os(out, curve->order_bytes, r, curve->order_limbs);
    limbs2os(out + curve->order_bytes, curve->order_bytes, s, curve->order_limbs);
}

enum result ecdsa_sig_from_fixed(mp_limb_t *r, mp_limb_t *s, const uint8_t *sig, size_t len,
                                 const struct ec_curve *curve)
{
    const size_t width = curve->order_bytes;

    memset(r, 0, curve->order_limbs * sizeof *r);
    memset(s, 0, curve->order_limbs * sizeof *s);
    if (len != 2 * width)
        return FAILED;
    os2limbs(r, curve->order_limbs, sig, width);
    os2limbs(s, curve->order_limbs, sig + width, width);
    return DONE;
}
