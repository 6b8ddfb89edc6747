/* fuzz_ecdsa - ECDSA verification of every step against OpenSSL's: the same verdict on the same octets.
 *
 * Input     octet 0: bits 0-1 where the case is from, bits 2-4 the step, bits 5-7 a second step.
 *           vector: u16 index.  made: curve, hash, form, speciality, d, k, message.  raw: curve, hash,
 *           form, lengths, public key, signature, message.  The rest: edits of key, signature, message, or of
 *           the numbers r and s.
 * Policy    OpenSSL takes the hybrid form of a point (lead octet 06 or 07); we refuse it. Nothing else differs. */
#include "tests/fuzz/cases.h"
#include "tests/fuzz/ecdsa_state.h"
#include "tests/fuzz/openssl.h"
#include "tests/fuzz/rows.h"

static struct cases cases;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    cases_load(&cases, FAMILY_ECDSA);
    fuzz_start();
    return 0;
}

static void from_vector(struct state *s, struct bytes *in)
{
    const struct vector_case *one = &cases.at[take_u16(in) % cases.count];

    for (unsigned id = 0; id < CURVE_COUNT; id++)
        if (ec_curve((enum curve_id)id)->bits == one->bits)
            choose_curve(s, id);
    s->params = one->params;
    text_set(&s->key, one->key.public);
    text_set(&s->sig, one->sig);
    text_set(&s->msg, one->msg);
}

/* Q = [d]G and a signature with nonce k. Specialities: d = e/r makes u1 G = u2 Q, a doubling in the last
 * addition; d = -e/r makes u1 G + u2 Q infinity for any s. */
static void made(struct state *s, struct bytes *in)
{
    uint8_t digest[SHA2_MAX_DIGEST];
    unsigned special;
    const struct ec_group *group;
    static struct ec_group groups[CURVE_COUNT];
    mp_limb_t limbs[EC_MAX_LIMBS];
    struct ec_point R, Q;
    mpz_t d, k, e, r, t;

    choose_curve(s, take_u8(in));
    s->params = (struct sig_params){.hash = (enum hash_id)(take_u8(in) % HASH_COUNT)};
    s->params.form = take_u8(in) & 1 ? SIG_FIXED : SIG_DER;
    special = take_u8(in) % 4;
    group = &groups[s->curve->id];
    if (!group->context)
        MUST(ec_group_init(&groups[s->curve->id], ec_engines[4], s->curve) == DONE, "comb");
    mpz_inits(d, k, e, r, t, NULL);
    take_number(d, s->curve->order_bytes, in);
    take_number(k, s->curve->order_bytes, in);
    mpz_mod(d, d, s->curve->n);
    mpz_mod(k, k, s->curve->n);
    text_set(&s->msg, take(in, take_u8(in)));
    sha2(digest, s->params.hash, s->msg.at, s->msg.len);
    os2ip(e, digest, hash_len(s->params.hash));
    if (8 * hash_len(s->params.hash) > s->curve->order_bits)
        mpz_fdiv_q_2exp(e, e, 8 * hash_len(s->params.hash) - s->curve->order_bits);
    if (mpz_sgn(k) == 0)
        mpz_set_ui(k, 1);
    (void)mpz_to_limbs(limbs, s->curve->order_limbs, k);
    MUST(group->engine->mul_base(&R, limbs, group->context) == DONE, "[k]G");
    mpz_from_limbs(r, R.x, s->curve->limbs);
    mpz_mod(r, r, s->curve->n);
    if (special && mpz_invert(t, r, s->curve->n)) {
        mpz_mul(d, e, t);
        if (special == 2)
            mpz_neg(d, d);
        mpz_mod(d, d, s->curve->n);
    }
    if (mpz_sgn(d) == 0)
        mpz_set_ui(d, 1);
    (void)mpz_to_limbs(limbs, s->curve->order_limbs, d);
    MUST(group->engine->mul_base(&Q, limbs, group->context) == DONE, "[d]G");
    s->key.len = ec_point_to_bytes(s->key.at, &Q, 0, s->curve);
    (void)mpz_invert(t, k, s->curve->n);
    mpz_addmul(e, r, d);
    mpz_mul(t, t, e);
    mpz_mod(t, t, s->curve->n);
    if (mpz_sgn(t) == 0)
        mpz_set(t, k);
    put_numbers(s, r, t);
    mpz_clears(d, k, e, r, t, NULL);
}

static void raw(struct state *s, struct bytes *in)
{
    choose_curve(s, take_u8(in));
    s->params = (struct sig_params){.hash = (enum hash_id)(take_u8(in) % HASH_COUNT)};
    s->params.form = take_u8(in) & 1 ? SIG_FIXED : SIG_DER;
    text_set(&s->key, take(in, take_u8(in)));
    text_set(&s->sig, take(in, take_u8(in)));
    text_set(&s->msg, take(in, take_u8(in)));
}

static int theirs(const struct state *s)
{
    static const char *const curves[] = {"P-192", "P-224", "P-256", "P-384", "P-521"};
    uint8_t der[2 * (EC_MAX_BYTES + 8)], *out = der;
    struct bytes sig = text_bytes(&s->sig);
    EVP_PKEY *pkey;

    if (s->params.form == SIG_FIXED) {
        size_t width = s->curve->order_bytes;
        ECDSA_SIG *rs = ECDSA_SIG_new();
        if (sig.len != 2 * width) {
            ECDSA_SIG_free(rs);
            return 0;
        }
        ECDSA_SIG_set0(rs, BN_bin2bn(sig.at, (int)width, NULL),
                       BN_bin2bn(sig.at + width, (int)width, NULL));
        sig = (struct bytes){der, (size_t)i2d_ECDSA_SIG(rs, &out)};
        ECDSA_SIG_free(rs);
    }
    pkey = openssl_ec_key(curves[s->curve->id], text_bytes(&s->key));
    return openssl_verify(pkey, s->params.hash, text_bytes(&s->msg), sig);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct state s;
    struct bytes in = {data, size};
    unsigned how = take_u8(&in);
    int hybrid, openssl;

    if (how % 4 < 2)
        from_vector(&s, &in);
    else if (how % 4 == 2)
        made(&s, &in);
    else
        raw(&s, &in);
    for (int edits = 0; in.len && edits < 16; edits++) {
        unsigned target = take_u8(&in) % 8;
        if (target < 3)
            edit_numbers(&s, &in);
        else if (target == 3)
            edit_point(&s, &in);
        else
            text_edit(target < 6 ? &s.sig : target == 6 ? &s.key : &s.msg, &in);
    }
    openssl = theirs(&s);
    hybrid = s.key.len && (s.key.at[0] == 6 || s.key.at[0] == 7);
    for (int step = 0; step < 2; step++) {
        const struct impl *row = row_pick(s.alg, how >> (2 + 3 * step) & 7);
        struct key_data key = {.public = text_bytes(&s.key)};
        int ours = row_verify(row, &key, &s.params, text_bytes(&s.msg), text_bytes(&s.sig)) == DONE;
        MUST(ours == (openssl && !hybrid), "%s %s says %d, OpenSSL %d", s.alg->name, row->name,
             ours, openssl);
    }
    fuzz_count(openssl);
    return 0;
}
