/* fuzz_ed25519 - Ed25519 verification of every step, alone and as a batch, against libsodium and OpenSSL.
 *
 * Input     octet 0: bits 0-1 where the case is from, bits 2-4 the step, bits 5-7 a second step.
 *           vector: u16 index.  made: scalars a and r, a point of small order for each of A and R and whether it is
 *           encoded otherwise, message; the signature is S = r + k a.  raw: A, signature, message.  The rest: edits.
 * Policies  ed25519_policy.h: computed whenever two verdicts differ, and for one input in sixteen where they agree. A
 *           verdict that its policy does not explain is a finding. */
#include <sodium.h>

#include "tests/fuzz/cases.h"
#include "tests/fuzz/ed25519_policy.h"
#include "tests/fuzz/openssl.h"
#include "tests/fuzz/rows.h"

static struct cases cases;
static struct opoint torsion[8]; /* [i]T for a point T of order 8 */

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    MUST(sodium_init() >= 0, "libsodium");
    oracle_init();
    for (int i = 0; i < 8; i++)
        opoint_init(&torsion[i]);
    opoint_order8(&torsion[1]);
    for (int i = 2; i < 8; i++)
        opoint_add(&torsion[i], &torsion[i - 1], &torsion[1]);
    cases_load(&cases, FAMILY_ED25519);
    for (size_t i = 0; i < cases.count;)
        if (cases.at[i].params.variant != EDDSA_PURE) /* the libraries have no other */
            cases.at[i] = cases.at[--cases.count];
        else
            i++;
    fuzz_start();
    return 0;
}

/* out = encode([s]B + torsion[i]). */
static void encode_sum(uint8_t out[32], const mpz_t s, unsigned i)
{
    struct opoint P;
    uint8_t octets[32];
    mpz_t y;

    mpz_to_le(octets, 32, s);
    ed25519_engines[3]->mul_base(out, octets);
    if (i == 0)
        return;
    mpz_init(y);
    opoint_init(&P);
    le_to_mpz(y, out, 32);
    mpz_clrbit(y, 255);
    MUST(opoint_from_y(&P, y, out[31] >> 7), "[s]B is no point");
    opoint_add(&P, &P, &torsion[i]);
    opoint_encode(out, &P);
    opoint_clear(&P);
    mpz_clear(y);
}

/* The same point, encoded otherwise where it can be: y + p, or the other sign of x = 0. */
static void encode_otherwise(uint8_t at[32])
{
    uint8_t sign = at[31] & 0x80;
    mpz_t y;

    mpz_init(y);
    le_to_mpz(y, at, 32);
    mpz_clrbit(y, 255);
    if (mpz_cmp_ui(y, 19) < 0) {
        mpz_add(y, y, oracle.p);
        mpz_to_le(at, 32, y);
        at[31] |= sign;
    } else {
        mpz_add_ui(y, y, 1);
        if (mpz_cmp(y, oracle.p) == 0)
            at[31] ^= 0x80;
    }
    mpz_clear(y);
}

static void made(struct state *s, struct bytes *in)
{
    unsigned orders = take_u8(in);
    mpz_t a, r, k;

    mpz_inits(a, r, k, NULL);
    take_number(a, 32, in);
    take_number(r, 32, in);
    mpz_mod(a, a, oracle.L);
    mpz_mod(r, r, oracle.L);
    text_set(&s->msg, take(in, take_u8(in)));
    MUST(ed25519_engines[3]->start() == DONE, "comb");
    encode_sum(s->key.at, a, orders & 7);
    encode_sum(s->sig.at, r, orders >> 3 & 7);
    if (orders & 0x40)
        encode_otherwise(s->key.at);
    if (orders & 0x80)
        encode_otherwise(s->sig.at);
    hash_to_k(k, s);
    mpz_addmul(r, k, a);
    mpz_mod(r, r, oracle.L);
    mpz_to_le(s->sig.at + 32, 32, r);
    s->key.len = 32;
    s->sig.len = 64;
    mpz_clears(a, r, k, NULL);
}

/* S + L, S - L, another sign, y + p: what keeps the value or nearly so. */
static void edit_numbers(struct state *s, struct bytes *in)
{
    unsigned op = take_u8(in) % 6;
    uint8_t *at = op < 3 ? s->sig.at + 32 : op & 1 ? s->key.at : s->sig.at;
    mpz_t x;

    if (s->key.len != 32 || s->sig.len != 64)
        return;
    mpz_init(x);
    le_to_mpz(x, at, 32);
    if (op == 0)
        mpz_add(x, x, oracle.L);
    else if (op == 1)
        mpz_sub(x, oracle.L, x);
    else if (op == 2)
        mpz_sub_ui(x, oracle.L, take_u8(in) % 4);
    else if (op == 3)
        mpz_combit(x, 255);
    else
        mpz_add(x, x, oracle.p);
    mpz_to_le(at, 32, x);
    mpz_clear(x);
}

static int openssl(const struct state *s)
{
    EVP_PKEY *pkey = EVP_PKEY_new_raw_public_key_ex(NULL, "ED25519", NULL, s->key.at, s->key.len);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok = pkey && EVP_DigestVerifyInit_ex(ctx, NULL, NULL, NULL, NULL, pkey, NULL) > 0 &&
             EVP_DigestVerify(ctx, s->sig.at, s->sig.len, s->msg.at, s->msg.len) > 0;

    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(pkey);
    ERR_clear_error();
    return ok;
}

static void check_batch(const struct state *s, const struct impl *row, int ours)
{
    const struct ed25519_engine *engine = row->data;
    struct ed25519_batch_item item = {s->sig.at, s->sig.len, s->key.at, ED25519_PURE,
                                      {NULL, 0}, s->msg.at,  s->msg.len};
    struct fuzz_rng rng = fuzz_rng_new(s->msg.len);
    int valid = -1;

    if (engine->check_batch && s->key.len == 32) {
        (void)ed25519_verify_batch(&valid, &item, 1, engine, &rng.rng);
        MUST(valid == ours, "%s: %d alone, %d in a batch", row->name, ours, valid);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct state s;
    struct bytes in = {data, size};
    unsigned how = take_u8(&in);
    struct sig_params params = {.variant = EDDSA_PURE};
    int got[VERDICTS], want[VERDICTS];

    if (how % 4 < 2) {
        const struct vector_case *one = &cases.at[take_u16(&in) % cases.count];
        text_set(&s.key, one->key.public);
        text_set(&s.sig, one->sig);
        text_set(&s.msg, one->msg);
    } else if (how % 4 == 2) {
        made(&s, &in);
    } else {
        text_set(&s.key, take(&in, 32));
        text_set(&s.sig, take(&in, 64));
        text_set(&s.msg, take(&in, take_u8(&in)));
    }
    for (int edits = 0; in.len && edits < 16; edits++) {
        unsigned target = take_u8(&in) % 8;
        if (target < 3)
            edit_numbers(&s, &in);
        else
            text_edit(target < 5 ? &s.sig : target < 7 ? &s.key : &s.msg, &in);
    }
    got[OPENSSL] = openssl(&s);
    got[SODIUM] = s.key.len == 32 && s.sig.len == 64 &&
                  crypto_sign_ed25519_verify_detached(s.sig.at, s.msg.at, s.msg.len, s.key.at) == 0;
    for (int step = 0; step < 2; step++) {
        const struct impl *row = row_pick(alg_by_name("ed25519"), how >> (2 + 3 * step) & 7);
        struct key_data key = {.public = text_bytes(&s.key)};
        int ours = row_verify(row, &key, &params, text_bytes(&s.msg), text_bytes(&s.sig)) == DONE;
        MUST(step == 0 || ours == got[OURS], "%s: two steps differ", row->name);
        got[OURS] = ours;
        check_batch(&s, row, ours);
    }
    if (got[OURS] != got[OPENSSL] || got[OURS] != got[SODIUM] || s.sig.at[0] % 16 == 0) {
        explain(want, &s);
        for (int i = 0; i < VERDICTS; i++)
            MUST(got[i] == want[i], "%s says %d, its policy %d",
                 (const char *[]){"ours", "OpenSSL", "libsodium"}[i], got[i], want[i]);
    }
    fuzz_count(got[OURS]);
    return 0;
}
