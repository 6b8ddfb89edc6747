/* Strict DER: each reader, on what X.690 allows and on what only BER would. */
#include <criterion/criterion.h>
#include <string.h>

#include "bignum/der.h"

#define BYTES(...)                                                                                 \
    ((struct bytes){(const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})})

static enum result integer(struct bytes in)
{
    struct bytes cursor = in, magnitude = {in.at, 99};
    enum result result = der_integer(&magnitude, &cursor);

    if (result != DONE) { /* a refusal moves nothing and gives nothing */
        cr_assert_eq(cursor.at, in.at);
        cr_assert_eq(cursor.len, in.len);
        cr_assert_eq(magnitude.len, 0);
    }
    return result;
}

Test(der, integers)
{
    struct bytes cursor = BYTES(2, 2, 0, 0x80, 2, 1, 0x7f, 2, 1, 0, 5, 0), magnitude;

    cr_assert_eq(der_integer(&magnitude, &cursor), DONE);
    cr_assert(magnitude.len == 1 && magnitude.at[0] == 0x80);
    cr_assert_eq(der_integer(&magnitude, &cursor), DONE);
    cr_assert(magnitude.len == 1 && magnitude.at[0] == 0x7f);
    cr_assert_eq(der_integer(&magnitude, &cursor), DONE);
    cr_assert_eq(magnitude.len, 0); /* zero */
    cr_assert_eq(der_end(&cursor), FAILED);
    cr_assert_eq(der_null(&cursor), DONE);
    cr_assert_eq(der_end(&cursor), DONE);
    cr_assert_eq(der_integer(&magnitude, &cursor), FAILED);
}

Test(der, integers_refused)
{
    cr_assert_eq(integer(BYTES(2, 0)), FAILED);             /* empty */
    cr_assert_eq(integer(BYTES(2, 1, 0x80)), FAILED);       /* negative */
    cr_assert_eq(integer(BYTES(2, 2, 0xff, 0x7f)), FAILED); /* negative */
    cr_assert_eq(integer(BYTES(2, 2, 0, 0x7f)), FAILED);    /* 00 too many */
    cr_assert_eq(integer(BYTES(2, 2, 0, 0)), FAILED);       /* 00 too many */
    cr_assert_eq(integer(BYTES(2, 3, 0, 0, 0x80)), FAILED); /* 00 too many */
    cr_assert_eq(integer(BYTES(3, 1, 1)), FAILED);          /* another tag */
    cr_assert_eq(integer(BYTES(0x22, 1, 1)), FAILED);       /* constructed */
    cr_assert_eq(integer(BYTES(0x82, 1, 1)), FAILED);       /* another class */
    cr_assert_eq(integer(BYTES(2, 2, 1)), FAILED);          /* past the end */
    cr_assert_eq(integer(BYTES(2, 0x81, 1, 1)), FAILED);    /* long form of a short length */
    cr_assert_eq(integer(BYTES(2, 0x80, 1, 0, 0)), FAILED); /* indefinite */
    cr_assert_eq(integer(BYTES(2, 0xff, 1, 1)), FAILED);    /* reserved */
    cr_assert_eq(integer(BYTES(2, 0x82, 0, 1, 1)), FAILED); /* length with leading zero */
    cr_assert_eq(integer(BYTES(2)), FAILED);
    cr_assert_eq(integer(BYTES(0x1f, 2, 1, 1)), FAILED); /* tag of several octets */
    cr_assert_eq(integer((struct bytes){NULL, 0}), FAILED);
}

/* Lengths that lie: 2 GiB, 4 GiB - 1, 2^32 + 1, 2^64 - 1, 2^64 + 1, and one more octet each. */
Test(der, lengths_that_lie)
{
    cr_assert_eq(integer(BYTES(2, 0x84, 0x7f, 0xff, 0xff, 0xff, 1)), FAILED);
    cr_assert_eq(integer(BYTES(2, 0x84, 0xff, 0xff, 0xff, 0xff, 1)), FAILED);
    cr_assert_eq(integer(BYTES(2, 0x85, 1, 0, 0, 0, 1, 1)), FAILED);
    cr_assert_eq(integer(BYTES(2, 0x88, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1)),
                 FAILED);
    cr_assert_eq(integer(BYTES(2, 0x89, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1)), FAILED);
    cr_assert_eq(integer(BYTES(2, 0xfe, 1)), FAILED);
}

/* Every content length from 0 to 70000 in steps: written, read back, and not one octet shorter. */
Test(der, lengths_round_trip)
{
    static uint8_t octets[70016];

    for (size_t len = 0; len <= 70000; len += len < 300 ? 1 : 211) {
        size_t head = der_put_header(octets, DER_OCTET_STRING, len);
        struct bytes cursor = {octets, head + len}, content;

        cr_assert_eq(head, der_put_header(NULL, DER_OCTET_STRING, len));
        cr_assert_eq(head, len < 128 ? 2 : len < 256 ? 3 : len < 65536 ? 4 : 5);
        cr_assert_eq(der_octet_string(&content, &cursor), DONE);
        cr_assert(content.at == octets + head && content.len == len && cursor.len == 0);
        cursor = (struct bytes){octets, head + len - 1};
        cr_assert_eq(der_octet_string(&content, &cursor), FAILED);
    }
}

Test(der, integers_round_trip)
{
    uint8_t magnitude[140], octets[160];

    for (size_t len = 0; len <= sizeof magnitude; len++)
        for (int top = 0; top < 256; top += top == 1 ? 126 : top == 128 ? 127 : 1) {
            struct bytes cursor, back;
            size_t written, zeros = 0;

            memset(magnitude, 0xa5, sizeof magnitude);
            magnitude[0] = (uint8_t)top;
            if (len > 0 && top == 0)
                zeros = 1;
            written = der_put_integer(octets, magnitude, len);
            cr_assert_eq(written, der_put_integer(NULL, magnitude, len));
            cursor = (struct bytes){octets, written};
            cr_assert_eq(der_integer(&back, &cursor), DONE);
            cr_assert_eq(cursor.len, 0);
            cr_assert_eq(back.len, len - zeros);
            cr_assert(back.len == 0 || memcmp(back.at, magnitude + zeros, back.len) == 0);
        }
}

/* The parts of a SubjectPublicKeyInfo: SEQUENCE { SEQUENCE { OID, NULL }, BIT STRING }. */
static const uint8_t spki[] = {0x30, 0x14, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7,
                               0x0d, 0x01, 0x01, 0x01, 0x05, 0x00, 0x03, 0x03, 0x00, 0xab, 0xcd};

static enum result read_spki(const uint8_t *at, size_t len, struct bytes *key)
{
    struct bytes cursor = {at, len}, outer, inner;

    return der_sequence(&outer, &cursor) == DONE && der_end(&cursor) == DONE &&
                   der_sequence(&inner, &outer) == DONE &&
                   der_oid_is(spki + 6, 9, &inner) == DONE && der_null(&inner) == DONE &&
                   der_end(&inner) == DONE && der_bit_string(key, &outer) == DONE &&
                   der_end(&outer) == DONE
               ? DONE
               : FAILED;
}

Test(der, public_key_info)
{
    uint8_t changed[sizeof spki + 1] = {0};
    struct bytes key;

    cr_assert_eq(read_spki(spki, sizeof spki, &key), DONE);
    cr_assert(key.len == 2 && key.at[0] == 0xab && key.at[1] == 0xcd);
    for (size_t len = 0; len < sizeof spki; len++)
        cr_assert_eq(read_spki(spki, len, &key), FAILED, "cut after %zu", len);
    memcpy(changed, spki, sizeof spki);
    cr_assert_eq(read_spki(changed, sizeof changed, &key), FAILED); /* an octet after the end */
    for (size_t i = 0; i < sizeof spki - 2; i++)
        for (unsigned bit = 0; bit < 8; bit++) { /* everything but the key itself matters */
            memcpy(changed, spki, sizeof spki);
            changed[i] ^= (uint8_t)(1u << bit);
            cr_assert_eq(read_spki(changed, sizeof spki, &key), FAILED, "octet %zu bit %u", i, bit);
        }
}

Test(der, any_and_strings)
{
    struct bytes cursor = BYTES(0x31, 1, 7, 4, 0, 3, 1, 0, 3, 2, 1, 0xfe), content;
    unsigned tag;

    cr_assert_eq(der_any(&content, &tag, &cursor), DONE);
    cr_assert(tag == DER_SET && content.len == 1 && content.at[0] == 7);
    cr_assert_eq(der_octet_string(&content, &cursor), DONE);
    cr_assert_eq(content.len, 0);
    cr_assert_eq(der_bit_string(&content, &cursor), DONE);
    cr_assert_eq(content.len, 0);
    cr_assert_eq(der_bit_string(&content, &cursor), FAILED); /* one unused bit */
    cr_assert_eq(cursor.len, 4);
    cursor = BYTES(3, 0);
    cr_assert_eq(der_bit_string(&content, &cursor), FAILED);
    cursor = BYTES(5, 1, 0);
    cr_assert_eq(der_null(&cursor), FAILED);
    cursor = BYTES(6, 0);
    cr_assert_eq(der_oid_is(spki, 0, &cursor), FAILED);
}
