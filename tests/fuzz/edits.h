/* edits - octets under change, and the edits that an input spells. */
#ifndef SIGCOST_FUZZ_EDITS_H
#define SIGCOST_FUZZ_EDITS_H

#include "bignum/bytes.h"
#include "tests/fuzz/fuzz.h"

#define TEXT_MAX 2400

struct text {
    uint8_t at[TEXT_MAX];
    size_t len;
};

static inline void text_set(struct text *text, struct bytes from)
{
    text->len = from.len < TEXT_MAX ? from.len : TEXT_MAX;
    if (text->len)
        memcpy(text->at, from.at, text->len);
}

/* Big-endian, no leading zeros. */
static inline void text_set_mpz(struct text *text, const mpz_t x)
{
    text->len = mpz_sgn(x) ? (mpz_sizeinbase(x, 2) + 7) / 8 : 0;
    MUST(text->len <= TEXT_MAX && i2osp(text->at, text->len, x) == DONE, "%zu octets", text->len);
}

static inline struct bytes text_bytes(const struct text *text)
{
    return (struct bytes){text->at, text->len};
}

/* One edit: what, where (from the front or the back), with which octet. */
static inline void text_edit(struct text *text, struct bytes *in)
{
    unsigned op = take_u8(in), where = op & 0x10 ? take_u16(in) : take_u8(in);
    uint8_t octet = (uint8_t)take_u8(in);
    size_t len = text->len, i = len ? where % len : 0;

    if (op & 0x20)
        i = len ? len - 1 - i : 0;
    switch (op % 8) {
    case 0:
        if (len)
            text->at[i] ^= (uint8_t)(1 << octet % 8);
        break;
    case 1:
        if (len)
            text->at[i] = octet;
        break;
    case 2:
        if (len)
            text->at[i] = (uint8_t)(text->at[i] + octet);
        break;
    case 3: /* insert */
        if (len < TEXT_MAX) {
            memmove(text->at + i + 1, text->at + i, len - i);
            text->at[i] = octet;
            text->len++;
        }
        break;
    case 4: /* delete */
        if (len) {
            memmove(text->at + i, text->at + i + 1, len - i - 1);
            text->len--;
        }
        break;
    case 5: /* cut */
        text->len = i;
        break;
    case 6: /* append */
        if (len < TEXT_MAX)
            text->at[text->len++] = octet;
        break;
    default: /* fill */
        memset(text->at + i, octet & 1 ? 0xff : 0, (octet >> 1) < len - i ? octet >> 1 : len - i);
    }
}

#endif
