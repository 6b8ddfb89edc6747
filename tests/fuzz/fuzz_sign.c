/* fuzz_sign - sign on two steps, verify on a third, for each family: keys and messages from the input.
 *
 * Both signatures are the same octets (RFC 6979; Ed25519 and PKCS#1 v1.5 have one answer), the third step accepts them
 * under the exported public key, and refuses them with one bit changed in the signature, the message or the context.
 *
 * Input     octet 0: the algorithm; three steps; hash or variant; form; u16: the bit to change and where; key; u8 and
 *           so many octets: context; the rest: the message.  A scalar that is no key is refused by every step. */
#include "bignum/bytes.h"
#include "ec/ec.h"
#include "tests/fuzz/edits.h"
#include "tests/fuzz/rows.h"

enum { RSA_KEYS = 4 };
static struct key_data
    rsa_keys[RSA_KEYS]; /* n, e, p, q; 512, 601, 1024 and 2048 bits, the same at each run */

static struct bytes octets_of(const mpz_t x)
{
    size_t len = (mpz_sizeinbase(x, 2) + 7) / 8;
    uint8_t *at = malloc(len);

    MUST(at && i2osp(at, len, x) == DONE, "out of memory");
    return (struct bytes){at, len};
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const unsigned p_bits[RSA_KEYS] = {256, 301, 512, 1024},
                          q_bits[] = {256, 300, 512, 1024};
    struct fuzz_rng rng = fuzz_rng_new(2);
    mpz_t primes[2], t, e;

    (void)argc;
    (void)argv;
    mpz_inits(primes[0], primes[1], t, NULL);
    mpz_init_set_ui(e, 65537);
    for (int i = 0; i < RSA_KEYS; i++) {
        for (int j = 0; j < 2; j++)
            do {
                unsigned bits = j ? q_bits[i] : p_bits[i];
                mpz_set_ui(t, 0);
                mpz_setbit(t, bits - 2);
                MUST(random_below(primes[j], t, &rng.rng) == DONE, "rng");
                mpz_setbit(primes[j], bits - 1);
                mpz_setbit(primes[j], bits - 2);
                mpz_nextprime(primes[j], primes[j]);
            } while (mpz_fdiv_ui(primes[j], 65537) == 1);
        mpz_mul(t, primes[0], primes[1]);
        rsa_keys[i] = (struct key_data){.n = octets_of(t), .e = octets_of(e)};
        rsa_keys[i].p = octets_of(primes[0]);
        rsa_keys[i].q = octets_of(primes[1]);
    }
    mpz_clears(primes[0], primes[1], t, e, NULL);
    fuzz_start();
    return 0;
}

struct signing {
    const struct alg *alg;
    struct sig_params params;
    struct key_data secret;
    struct bytes msg;
};

/* FAILED: the key is refused, or the parameters are. */
static enum result sign_on(struct text *sig, struct key_store *public, const struct impl *row,
                           const struct signing *s)
{
    struct fuzz_rng rng = fuzz_rng_new(3);
    static struct key_store store;
    void *key = NULL;
    enum result result = row->key_import(row, &key, &s->secret);

    sig->len = 0;
    if (result != DONE)
        return result;
    result = row->sign(row, key, &s->params, s->msg.at, s->msg.len, sig->at, &sig->len, &rng.rng);
    MUST(row->key_export(row, key, &store) == DONE, "%s: export", row->name);
    store.key.d = store.key.p = store.key.q = store.key.secret = (struct bytes){NULL, 0};
    MUST(key_store_copy(public, &store.key) == DONE, "room");
    key_store_wipe(&store);
    row->key_free(row, key);
    return result;
}

/* One bit of the signature, or of the message or the context where there is one. */
static void change(struct text *sig, struct text *msg, struct text *context, unsigned which)
{
    struct text *text = which & 0x8000 && msg->len       ? msg
                        : which & 0x4000 && context->len ? context
                                                         : sig;

    which &= 0x3fff;
    text->at[which / 8 % text->len] ^= (uint8_t)(1 << which % 8);
}

static void families(struct signing *s, unsigned how, struct bytes *in)
{
    static const char *const names[] = {"ecdsa-p192", "ecdsa-p224", "ecdsa-p256", "ecdsa-p384",
                                        "ecdsa-p521", "ed25519",    "ed25519",    "rsa-2048"};
    unsigned kind = take_u8(in), form = take_u8(in);

    s->alg = alg_by_name(names[how % 8]);
    s->params.hash = (enum hash_id)(kind % HASH_COUNT);
    s->params.form = form & 1 ? SIG_FIXED : SIG_DER;
    if (s->alg->family == FAMILY_ED25519)
        s->params.variant = (enum eddsa_variant)(kind % 3);
    if (s->alg->family == FAMILY_RSA)
        s->secret = rsa_keys[form % RSA_KEYS];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct text first, second, key, msg, context;
    static struct key_store public, again;
    struct bytes in = {data, size};
    unsigned how = take_u8(&in), steps[3] = {take_u8(&in), take_u8(&in), take_u8(&in)}, which;
    struct signing s = {.alg = NULL};
    const struct impl *third;
    enum result signed_;

    families(&s, how, &in);
    which = take_u16(&in);
    if (s.alg->family != FAMILY_RSA) {
        size_t width = (s.alg->bits + 7) / 8;
        mpz_t x;
        mpz_init(x);
        take_number(x, s.alg->family == FAMILY_ECDSA ? width : 32, &in);
        key.len = s.alg->family == FAMILY_ECDSA ? width : 32;
        MUST(i2osp(key.at, key.len, x) == DONE, "width");
        s.secret.secret = text_bytes(&key);
        mpz_clear(x);
    }
    text_set(&context, take(&in, take_u8(&in)));
    text_set(&msg, in);
    if (s.alg->family == FAMILY_ED25519)
        s.params.context = text_bytes(&context);
    else
        context.len = 0;
    s.msg = text_bytes(&msg);
    signed_ = sign_on(&first, &public, row_pick(s.alg, steps[0]), &s);
    MUST(sign_on(&second, &again, row_pick(s.alg, steps[1]), &s) == signed_, "%s: two steps differ",
         s.alg->name);
    fuzz_count(signed_ == DONE);
    if (signed_ != DONE)
        return 0;
    MUST(same_bytes(text_bytes(&first), text_bytes(&second)), "%s: two signatures", s.alg->name);
    MUST(same_bytes(public.key.public, again.key.public) && same_bytes(public.key.n, again.key.n),
         "%s: two public keys", s.alg->name);
    third = row_pick(s.alg, steps[2]);
    MUST(row_verify(third, &public.key, &s.params, s.msg, text_bytes(&first)) == DONE,
         "%s %s refuses a signature", s.alg->name, third->name);
    change(&first, &msg, &context, which);
    MUST(row_verify(third, &public.key, &s.params, s.msg, text_bytes(&first)) == FAILED,
         "%s %s accepts a changed one", s.alg->name, third->name);
    return 0;
}
