/* der - strict DER (X.690 10 and 11), as much of it as signatures and public keys need.
 *
 * Reading   a struct bytes is the cursor: each reader takes one element from its front and moves it
 *           past that element. What comes back points into the caller's octets; nothing is allocated
 *           and nothing is copied, so a claimed length costs nothing.
 * Strict    one-octet tags; definite lengths in the fewest octets; a length never passes the end of
 *           the cursor; INTEGERs in the fewest octets, not empty, not negative. Trailing octets are
 *           left in the cursor: ask der_end() wherever a string must be used up.
 * Failure   FAILED leaves the cursor where it was and the result empty.
 * Timing    depends on the octets, which are public.
 * Checked   tests/test_der.c
 */
#ifndef SIGCOST_DER_H
#define SIGCOST_DER_H

#include "bignum/base.h"

enum der_tag {
    DER_BOOLEAN = 0x01,
    DER_INTEGER = 0x02,
    DER_BIT_STRING = 0x03,
    DER_OCTET_STRING = 0x04,
    DER_NULL = 0x05,
    DER_OID = 0x06,
    DER_SEQUENCE = 0x30, /* constructed, as it always is */
    DER_SET = 0x31
};

/* content = the contents of the next element, which must bear this tag (one octet, X.690 8.1.2.2). */
enum result der_element(struct bytes *content, unsigned tag, struct bytes *cursor);
/* The same whatever its tag, which goes to *tag; tags of several octets (8.1.2.4) are FAILED. */
enum result der_any(struct bytes *content, unsigned *tag, struct bytes *cursor);
/* DONE where the cursor is used up. */
enum result der_end(const struct bytes *cursor);

/* 8.9: content is the cursor of its members. */
enum result der_sequence(struct bytes *content, struct bytes *cursor);
/* 8.3: the magnitude of an INTEGER >= 0, big-endian, without a leading zero octet; empty for 0. */
enum result der_integer(struct bytes *magnitude, struct bytes *cursor);
/* 8.6 and 11.2.1: a BIT STRING of whole octets (no unused bits), as subjectPublicKey is. */
enum result der_bit_string(struct bytes *octets, struct bytes *cursor);
enum result der_octet_string(struct bytes *octets, struct bytes *cursor);
enum result der_null(struct bytes *cursor);
/* 8.19: DONE if the next element is an OBJECT IDENTIFIER with these contents. */
enum result der_oid_is(const uint8_t *oid, size_t len, struct bytes *cursor);

/* Writers return the octets written. out == NULL measures only. */
size_t der_put_header(uint8_t *out, unsigned tag, size_t content_len);
/* The whole INTEGER of a big-endian magnitude; leading zeros are dropped, one is set where the sign asks
 * for it. len == 0 means 0. */
size_t der_put_integer(uint8_t *out, const uint8_t *magnitude, size_t len);

#endif
