/* fuzz_rsa - RSASSA-PKCS1-v1_5 verification of every step against OpenSSL's: the same verdict on the same octets.
 *
 * Input     octet 0: bits 0-1 where the case is from, bits 2-4 the step, bits 5-7 a second step.
 *           vector: u16 index.  made: octets that choose n among products of primes made here (one prime, two,
 *           a square), e (up to 32 octets), hash, message; the signature is made with the inverse of e.
 *           raw: lengths, n, e, signature, message.  The rest: edits of n, e, signature, message.
 * Policy    ours: n odd, 10 to 16384 bits; e odd, 3 <= e < 2^256, e < n (rsa/rsa.h). OpenSSL takes e = 1 and even
 *           e, and refuses e of more than 64 bits where n has more than 3072 (openssl/rsa.h). Where the policies
 *           agree, so do the verdicts. */
#include "rsa/rsa.h"
#include "tests/fuzz/cases.h"
#include "tests/fuzz/edits.h"
#include "tests/fuzz/openssl.h"
#include "tests/fuzz/rows.h"

static struct cases cases;

enum { PRIMES = 24 };
static mpz_t primes[PRIMES]; /* of 20 to 1024 bits, the same at each run */

struct state {
    struct sig_params params;
    struct text n, e, sig, msg;
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const unsigned bits[] = {20, 33, 64, 200, 256, 311, 320, 372, 384, 512, 768, 1024};
    struct fuzz_rng rng = fuzz_rng_new(1);
    mpz_t top;

    (void)argc;
    (void)argv;
    cases_load(&cases, FAMILY_RSA);
    mpz_init(top);
    for (unsigned i = 0; i < PRIMES; i++) {
        mpz_init(primes[i]);
        mpz_set_ui(top, 0);
        mpz_setbit(top, bits[i / 2] - 2);
        MUST(random_below(primes[i], top, &rng.rng) == DONE, "rng");
        mpz_setbit(primes[i], bits[i / 2] - 1);
        mpz_setbit(primes[i], bits[i / 2] - 2);
        mpz_nextprime(primes[i], primes[i]);
    }
    mpz_clear(top);
    fuzz_start();
    return 0;
}

static void from_vector(struct state *s, struct bytes *in)
{
    const struct vector_case *one = &cases.at[take_u16(in) % cases.count];

    s->params = one->params;
    text_set(&s->n, one->key.n);
    text_set(&s->e, one->key.e);
    text_set(&s->sig, one->sig);
    text_set(&s->msg, one->msg);
}

/* sig = EM^d mod n with d = 1/e modulo the order of the group; nothing where e has no inverse or EM does
 * not fit. */
static void sign(struct state *s, const mpz_t n, const mpz_t e, const mpz_t order)
{
    size_t k = (mpz_sizeinbase(n, 2) + 7) / 8;
    mpz_t d, m;

    mpz_inits(d, m, NULL);
    s->sig.len = 0;
    if (mpz_invert(d, e, order) &&
        emsa_pkcs1_v1_5(s->sig.at, k, s->params.hash, s->msg.at, s->msg.len) == DONE) {
        os2ip(m, s->sig.at, k);
        mpz_powm(m, m, d, n);
        MUST(i2osp(s->sig.at, k, m) == DONE, "m < n");
        s->sig.len = k;
    }
    mpz_clears(d, m, NULL);
}

static void made(struct state *s, struct bytes *in)
{
    unsigned i = take_u8(in), j = take_u8(in);
    size_t e_len = 1 + take_u8(in) % 33;
    mpz_t n, e, order, t;

    mpz_inits(n, e, order, t, NULL);
    mpz_set(n, primes[i % PRIMES]);
    mpz_sub_ui(order, n, 1);
    if (j & 0x80) { /* p q, or p^2 with the order p (p - 1) */
        mpz_srcptr q = primes[j % PRIMES];
        if (mpz_cmp(q, n) == 0)
            mpz_mul(order, order, q);
        else {
            mpz_sub_ui(t, q, 1);
            mpz_lcm(order, order, t);
        }
        mpz_mul(n, n, q);
    }
    take_number(e, e_len, in);
    if (!(j & 0x40))
        mpz_setbit(e, 0);
    else if (mpz_cmp_ui(e, 2) < 0)
        mpz_set_ui(e, 65537);
    if (mpz_even_p(e) && !(j & 0x80)) /* modulo a prime half of all EM have a root all the same */
        mpz_fdiv_q_2exp(order, order, 1);
    s->params = (struct sig_params){.hash = (enum hash_id)(take_u8(in) % HASH_COUNT)};
    text_set(&s->msg, take(in, take_u8(in)));
    sign(s, n, e, order);
    text_set_mpz(&s->n, n);
    text_set_mpz(&s->e, e);
    mpz_clears(n, e, order, t, NULL);
}

static void raw(struct state *s, struct bytes *in)
{
    s->params = (struct sig_params){.hash = (enum hash_id)(take_u8(in) % HASH_COUNT)};
    text_set(&s->n, take(in, take_u16(in)));
    text_set(&s->e, take(in, take_u8(in)));
    text_set(&s->sig, take(in, take_u16(in)));
    text_set(&s->msg, take(in, take_u8(in)));
}

/* The signature as a number: + n, n -, n, 0, 1, n - 1, with or without its leading zeros. */
static void edit_number(struct state *s, struct bytes *in)
{
    size_t k = s->n.len;
    unsigned op = take_u8(in);
    mpz_t x, n;

    mpz_inits(x, n, NULL);
    os2ip(x, s->sig.at, s->sig.len);
    os2ip(n, s->n.at, s->n.len);
    if (op % 6 == 0)
        mpz_add(x, x, n);
    else if (op % 6 == 1)
        mpz_sub(x, n, x);
    else if (op % 6 == 2)
        mpz_set(x, n);
    else if (op % 6 == 3)
        mpz_set_ui(x, take_u8(in) % 4);
    else if (op % 6 == 4)
        mpz_sub_ui(x, n, take_u8(in) % 4);
    else
        mpz_add_ui(x, x, take_u8(in));
    mpz_abs(x, x);
    if (op & 0x80)
        text_set_mpz(&s->sig, x);
    else if (i2osp(s->sig.at, k, x) == DONE)
        s->sig.len = k;
    mpz_clears(x, n, NULL);
}

/* What only one side refuses before it looks at the signature. */
static void policies(int *our_refusal, int *their_refusal, const struct state *s)
{
    size_t n_bits, e_bits;
    mpz_t n, e;

    mpz_inits(n, e, NULL);
    os2ip(n, s->n.at, s->n.len);
    os2ip(e, s->e.at, s->e.len);
    n_bits = mpz_sgn(n) ? mpz_sizeinbase(n, 2) : 0;
    e_bits = mpz_sgn(e) ? mpz_sizeinbase(e, 2) : 0;
    *our_refusal = mpz_even_p(n) || n_bits < RSA_TOY_BITS || n_bits > RSA_MAX_BITS ||
                   mpz_even_p(e) || mpz_cmp_ui(e, 3) < 0 || e_bits > RSA_MAX_E_BITS ||
                   mpz_cmp(e, n) >= 0;
    *their_refusal =
        n_bits > OPENSSL_RSA_MAX_MODULUS_BITS || mpz_cmp(e, n) >= 0 ||
        (n_bits > OPENSSL_RSA_SMALL_MODULUS_BITS && e_bits > OPENSSL_RSA_MAX_PUBEXP_BITS);
    mpz_clears(n, e, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct state s;
    struct bytes in = {data, size};
    unsigned how = take_u8(&in);
    int openssl, our_refusal, their_refusal, accepted = 0;

    if (how % 4 < 2)
        from_vector(&s, &in);
    else if (how % 4 == 2)
        made(&s, &in);
    else
        raw(&s, &in);
    for (int edits = 0; in.len && edits < 16; edits++) {
        unsigned target = take_u8(&in) % 8;
        if (target == 0)
            edit_number(&s, &in);
        else
            text_edit(target < 4 ? &s.sig : target == 4 ? &s.n : target < 7 ? &s.e : &s.msg, &in);
    }
    openssl = openssl_verify(openssl_rsa_key(text_bytes(&s.n), text_bytes(&s.e)), s.params.hash,
                             text_bytes(&s.msg), text_bytes(&s.sig));
    policies(&our_refusal, &their_refusal, &s);
    MUST(!(openssl && their_refusal), "OpenSSL accepts what its header refuses");
    for (int step = 0; step < 2; step++) {
        const struct impl *row = row_pick(alg_by_name("rsa-2048"), how >> (2 + 3 * step) & 7);
        struct key_data key = {.n = text_bytes(&s.n), .e = text_bytes(&s.e)};
        int ours = row_verify(row, &key, &s.params, text_bytes(&s.msg), text_bytes(&s.sig)) == DONE;
        MUST(!(ours && our_refusal), "%s takes a key that the policy refuses", row->name);
        MUST(our_refusal || their_refusal || ours == openssl, "%s says %d, OpenSSL %d", row->name,
             ours, openssl);
        accepted |= ours;
    }
    fuzz_count(accepted);
    return 0;
}
