#include "vectors/encode.h"

#include <string.h>

#include "bignum/der.h"

size_t width_of(unsigned bits)
{
    return (bits + 7) / 8;
}

enum result encode_point(struct bytes *out, struct arena *arena, struct bytes x, struct bytes y,
                         unsigned bits)
{
    size_t width = width_of(bits);
    x = strip_zeros(x);
    y = strip_zeros(y);
    if (x.len > width)
        width = x.len;
    if (y.len > width)
        width = y.len;
    const uint8_t head = 4;
    struct bytes left, right;
    if (fixed_width(&left, arena, x, width) != DONE || fixed_width(&right, arena, y, width) != DONE)
        return FAILED;
    if (join(out, arena, (struct bytes){&head, 1}, left) != DONE)
        return FAILED;
    return join(out, arena, *out, right);
}

static enum result encode_der(struct bytes *out, struct arena *arena, struct bytes r,
                              struct bytes s)
{
    size_t inner = der_put_integer(NULL, r.at, r.len) + der_put_integer(NULL, s.at, s.len);
    size_t len = der_put_header(NULL, DER_SEQUENCE, inner) + inner;
    uint8_t *at = arena_alloc(arena, len);
    if (!at)
        return FAILED;
    uint8_t *end = at + der_put_header(at, DER_SEQUENCE, inner);
    end += der_put_integer(end, r.at, r.len);
    der_put_integer(end, s.at, s.len);
    *out = (struct bytes){at, len};
    return DONE;
}

enum result encode_signature(struct bytes *out, enum sig_form *form, struct arena *arena,
                             struct bytes r, struct bytes s, unsigned bits)
{
    size_t width = width_of(bits);
    struct bytes left, right;
    r = strip_zeros(r);
    s = strip_zeros(s);
    if (r.len > width || s.len > width) {
        *form = SIG_DER;
        return encode_der(out, arena, r, s);
    }
    *form = SIG_FIXED;
    if (fixed_width(&left, arena, r, width) != DONE || fixed_width(&right, arena, s, width) != DONE)
        return FAILED;
    return join(out, arena, left, right);
}

enum result decode_pkcs8_primes(struct bytes *p, struct bytes *q, struct bytes pkcs8)
{
    struct bytes info, key, number, part;
    if (der_sequence(&info, &pkcs8) != DONE || der_integer(&number, &info) != DONE ||
        der_sequence(&part, &info) != DONE || der_octet_string(&key, &info) != DONE ||
        der_sequence(&part, &key) != DONE)
        return FAILED;
    for (int skipped = 0; skipped < 4; skipped++) /* version, n, e, d */
        if (der_integer(&number, &part) != DONE)
            return FAILED;
    return der_integer(p, &part) == DONE && der_integer(q, &part) == DONE ? DONE : FAILED;
}
