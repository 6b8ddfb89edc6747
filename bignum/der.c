#include "bignum/der.h"

#include <string.h>

/* One identifier octet and one definite length in its shortest form (X.690 8.1.3, 10.1). */
enum result der_any(struct bytes *content, unsigned *tag, struct bytes *cursor)
{
    const uint8_t *at = cursor->at;
    size_t left = cursor->len, len, octets;

    content->at = NULL;
    content->len = 0;
    if (left < 2 || (at[0] & 0x1f) == 0x1f) /* 0x1f: the tag goes on in the next octets */
        return FAILED;
    *tag = at[0];
    len = at[1];
    at += 2;
    left -= 2;
    if (len >= 0x80) {
        octets = len & 0x7f; /* 0 is the indefinite form, 127 is reserved */
        if (octets == 0 || octets > sizeof len || octets > left || at[0] == 0)
            return FAILED;
        len = 0;
        for (size_t i = 0; i < octets; i++)
            len = len << 8 | at[i];
        at += octets;
        left -= octets;
        if (len < 0x80)
            return FAILED;
    }
    if (len > left)
        return FAILED;
    content->at = at;
    content->len = len;
    cursor->at = at + len;
    cursor->len = left - len;
    return DONE;
}

enum result der_element(struct bytes *content, unsigned tag, struct bytes *cursor)
{
    struct bytes at = *cursor;
    unsigned found;

    if (der_any(content, &found, &at) != DONE || found != tag) {
        content->at = NULL;
        content->len = 0;
        return FAILED;
    }
    *cursor = at;
    return DONE;
}

enum result der_end(const struct bytes *cursor)
{
    return cursor->len == 0 ? DONE : FAILED;
}

enum result der_sequence(struct bytes *content, struct bytes *cursor)
{
    return der_element(content, DER_SEQUENCE, cursor);
}

enum result der_octet_string(struct bytes *octets, struct bytes *cursor)
{
    return der_element(octets, DER_OCTET_STRING, cursor);
}

enum result der_integer(struct bytes *magnitude, struct bytes *cursor)
{
    struct bytes at = *cursor, content;
    int fits = der_element(&content, DER_INTEGER, &at) == DONE && content.len > 0;

    magnitude->at = NULL;
    magnitude->len = 0;
    if (!fits || content.at[0] & 0x80)
        return FAILED;
    if (content.at[0] == 0) {
        if (content.len > 1 && !(content.at[1] & 0x80)) /* 8.3.2: this 00 says nothing */
            return FAILED;
        content.at++;
        content.len--;
    }
    *magnitude = content;
    *cursor = at;
    return DONE;
}

enum result der_bit_string(struct bytes *octets, struct bytes *cursor)
{
    struct bytes at = *cursor, content;
    int fits = der_element(&content, DER_BIT_STRING, &at) == DONE && content.len > 0;

    octets->at = NULL;
    octets->len = 0;
    if (!fits || content.at[0] != 0)
        return FAILED;
    octets->at = content.at + 1;
    octets->len = content.len - 1;
    *cursor = at;
    return DONE;
}

enum result der_null(struct bytes *cursor)
{
    struct bytes at = *cursor, content;

    if (der_element(&content, DER_NULL, &at) != DONE || content.len != 0)
        return FAILED;
    *cursor = at;
    return DONE;
}

enum result der_oid_is(const uint8_t *oid, size_t len, struct bytes *cursor)
{
    struct bytes at = *cursor, content;

    if (der_element(&content, DER_OID, &at) != DONE || content.len != len || len == 0 ||
        memcmp(content.at, oid, len) != 0)
        return FAILED;
    *cursor = at;
    return DONE;
}

size_t der_put_header(uint8_t *out, unsigned tag, size_t content_len)
{
    size_t octets = 0;

    if (content_len >= 0x80)
        for (size_t rest = content_len; rest > 0; rest >>= 8)
            octets++;
    if (out) {
        out[0] = (uint8_t)tag;
        out[1] = (uint8_t)(octets ? 0x80 | octets : content_len);
        for (size_t i = 0; i < octets; i++)
            out[2 + i] = (uint8_t)(content_len >> (8 * (octets - 1 - i)));
    }
    return 2 + octets;
}

size_t der_put_integer(uint8_t *out, const uint8_t *magnitude, size_t len)
{
    size_t pad, head;

    while (len > 0 && magnitude[0] == 0) {
        magnitude++;
        len--;
    }
    pad = len == 0 || magnitude[0] & 0x80 ? 1 : 0;
    head = der_put_header(out, DER_INTEGER, pad + len);
    if (out) {
        if (pad)
            out[head] = 0;
        if (len > 0)
            memcpy(out + head + pad, magnitude, len);
    }
    return head + pad + len;
}
