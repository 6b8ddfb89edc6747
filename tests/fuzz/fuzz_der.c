/* fuzz_der - strict DER: what is decoded encodes to the same octets again, and nothing is read past the end.
 *
 * Input     octet 0: the curve; with bit 7 set two numbers follow (u8 and so many octets), which are encoded and then
 *           edited; else the rest is DER.
 * Oracles   the writers of bignum/der.h, and OpenSSL's decoder: its verdict is ours where it re-encodes to the
 *           same octets, and the numbers are the same. */
#include "bignum/bytes.h"
#include "bignum/der.h"
#include "ec/ec.h"
#include "tests/fuzz/edits.h"
#include "tests/fuzz/openssl.h"
#include "vectors/encode.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_start();
    return 0;
}

/* The element at the front, all the typed readers on it, then what is inside it and behind it. */
static void walk(struct bytes at, int depth)
{
    uint8_t *copy = exact_copy(at), header[16];
    struct bytes cursor = {copy, at.len}, content, octets;
    unsigned tag = 0;

    while (der_any(&content, &tag, &cursor) == DONE) {
        const uint8_t *start = content.at;
        size_t head = der_put_header(header, tag, content.len);
        struct bytes whole = {start - head, head + content.len}, again = whole;
        MUST(head == der_put_header(NULL, tag, content.len) && head <= sizeof header, "head");
        MUST(memcmp(start - head, header, head) == 0, "tag and length are not the only ones");
        MUST(der_element(&octets, tag, &again) == DONE && same_bytes(octets, content) &&
                 der_end(&again) == DONE,
             "der_any and der_element differ");
        again = whole;
        if (der_integer(&octets, &again) == DONE) {
            uint8_t *out = malloc(whole.len + 8);
            MUST(tag == DER_INTEGER && out, "no INTEGER");
            size_t len = der_put_integer(out, octets.at, octets.len);
            MUST(len == der_put_integer(NULL, octets.at, octets.len), "measured");
            MUST(same_bytes((struct bytes){out, len}, whole), "INTEGER is not the only one");
            free(out);
        } else {
            MUST(again.at == whole.at && again.len == whole.len, "a failure moved the cursor");
        }
        again = whole;
        MUST((der_sequence(&octets, &again) == DONE) == (tag == DER_SEQUENCE), "SEQUENCE");
        again = whole;
        MUST((der_octet_string(&octets, &again) == DONE) == (tag == DER_OCTET_STRING), "octets");
        again = whole;
        MUST((der_null(&again) == DONE) == (tag == DER_NULL && content.len == 0), "NULL");
        again = whole;
        MUST((der_bit_string(&octets, &again) == DONE) ==
                 (tag == DER_BIT_STRING && content.len && content.at[0] == 0),
             "BIT STRING");
        again = whole;
        MUST((der_oid_is(content.at, content.len, &again) == DONE) ==
                 (tag == DER_OID && content.len > 0),
             "OID");
        if (depth < 8)
            walk(content, depth + 1);
    }
    free(copy);
}

/* 1 where OpenSSL decodes sig, all of it and to the only encoding; r and s then. */
static int openssl_decodes(mpz_t r, mpz_t s, const uint8_t *sig, size_t len)
{
    const uint8_t *at = sig;
    ECDSA_SIG *rs = d2i_ECDSA_SIG(NULL, &at, (long)len);
    uint8_t *again = NULL, octets[2048];
    int again_len = rs ? i2d_ECDSA_SIG(rs, &again) : 0;
    int ok = rs && (size_t)again_len == len && memcmp(again, sig, len) == 0;

    if (ok) {
        const BIGNUM *n[2] = {ECDSA_SIG_get0_r(rs), ECDSA_SIG_get0_s(rs)};
        ok = !BN_is_negative(n[0]) && !BN_is_negative(n[1]) && BN_num_bytes(n[0]) < 1024 &&
             BN_num_bytes(n[1]) < 1024;
        for (int i = 0; ok && i < 2; i++)
            mpz_import(i ? s : r, (size_t)BN_bn2bin(n[i], octets), 1, 1, 0, 0, octets);
    }
    OPENSSL_free(again);
    ECDSA_SIG_free(rs);
    ERR_clear_error();
    return ok;
}

static void signature(struct bytes der, const struct ec_curve *curve)
{
    uint8_t *sig = exact_copy(der), out[ECDSA_MAX_DER], fixed[2 * EC_MAX_BYTES];
    mp_limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS], r2[EC_MAX_LIMBS], s2[EC_MAX_LIMBS];
    int ours = ecdsa_sig_from_der(r, s, sig, der.len, curve) == DONE, theirs;
    mpz_t x, y, t;

    mpz_inits(x, y, t, NULL);
    theirs = openssl_decodes(x, y, sig, der.len);
    if (theirs) /* ours refuses what is wider than the order */
        theirs = mpz_sizeinbase(x, 2) <= 8 * curve->order_bytes &&
                 mpz_sizeinbase(y, 2) <= 8 * curve->order_bytes;
    MUST(ours == theirs, "ours says %d, OpenSSL %d", ours, theirs);
    if (ours) {
        size_t len = ecdsa_sig_to_der(out, r, s, curve);
        MUST(same_bytes((struct bytes){out, len}, der), "encodes otherwise");
        mpz_from_limbs(t, r, curve->order_limbs);
        MUST(mpz_cmp(t, x) == 0, "r differs");
        mpz_from_limbs(t, s, curve->order_limbs);
        MUST(mpz_cmp(t, y) == 0, "s differs");
        ecdsa_sig_to_fixed(fixed, r, s, curve);
        MUST(ecdsa_sig_from_fixed(r2, s2, fixed, 2 * curve->order_bytes, curve) == DONE, "fixed");
        MUST(mpn_cmp(r, r2, (mp_size_t)curve->order_limbs) == 0 &&
                 mpn_cmp(s, s2, (mp_size_t)curve->order_limbs) == 0,
             "fixed form differs");
    }
    fuzz_count(ours);
    mpz_clears(x, y, t, NULL);
    free(sig);
}

/* SEQUENCE of two INTEGERs from the input, and what the rest of the input makes of it. */
static void made(struct text *text, struct bytes *in)
{
    struct bytes numbers[2];
    size_t len = 0, at;

    for (int i = 0; i < 2; i++) {
        numbers[i] = take(in, take_u8(in) % 72);
        len += der_put_integer(NULL, numbers[i].at, numbers[i].len);
    }
    at = der_put_header(text->at, DER_SEQUENCE, len);
    for (int i = 0; i < 2; i++)
        at += der_put_integer(text->at + at, numbers[i].at, numbers[i].len);
    text->len = at;
    for (int edits = 0; in->len && edits < 4; edits++)
        text_edit(text, in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct text text;
    struct bytes in = {data, size}, p, q;
    unsigned how = take_u8(&in);
    const struct ec_curve *curve = ec_curve((enum curve_id)((how & 0x7f) % CURVE_COUNT));
    uint8_t *copy;

    if (how & 0x80) {
        made(&text, &in);
        in = text_bytes(&text);
    }
    signature(in, curve);
    walk(in, 0);
    copy = exact_copy(in);
    if (decode_pkcs8_primes(&p, &q, (struct bytes){copy, in.len}) == DONE)
        MUST(p.at >= copy && p.at + p.len <= copy + in.len && q.at >= copy &&
                 q.at + q.len <= copy + in.len,
             "points elsewhere");
    free(copy);
    return 0;
}
