/* fuzz_bignum - kernels, Montgomery products, powers, inverses and primality of 1 to 64 limbs against GMP.
 *
 * Input     octet 0: what; octet 1: limbs; octet 2: the engine or the kernels; then numbers whose limbs tend to be
 *           edges (take_number). */
#include "bignum/bytes.h"
#include "bignum/inverse.h"
#include "bignum/limbs.h"
#include "rsa/rsa.h"
#include "tests/fuzz/fuzz.h"

#include "bignum/modmul_limbs.inc"
#include "bignum/pow_fixed.inc"

enum { LIMBS = 64, OCTETS = GMP_NUMB_BITS / 8 };

static mpz_t a, b, m, e, want, got, t;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    mpz_inits(a, b, m, e, want, got, t, NULL);
    fuzz_start();
    return 0;
}

/* Exactly n limbs, on the heap, for free(). */
static mp_limb_t *limbs_of(const mpz_t x, mp_size_t n)
{
    mp_limb_t *limbs = malloc((size_t)n * sizeof *limbs);

    MUST(limbs && mpz_to_limbs(limbs, (size_t)n, x) == DONE, "limbs");
    return limbs;
}

static void expect(const mp_limb_t *limbs, mp_size_t n, const char *what)
{
    mpz_from_limbs(got, limbs, (size_t)n);
    MUST(mpz_cmp(got, want) == 0, "%s of %ld limbs", what, (long)n);
}

/* mul and sqr are products; redc adds the multiple of m that clears the lower half. */
static void kernels(const struct limbs_kernels *k, mp_size_t n)
{
    mp_limb_t *x = limbs_of(a, n), *y = limbs_of(b, n), *mod = limbs_of(m, n), carry;
    mp_limb_t *out = malloc(2 * (size_t)n * sizeof *out);

    MUST(out, "out of memory");
    k->mul(out, x, y, n);
    mpz_mul(want, a, b);
    expect(out, 2 * n, "mul");
    k->sqr(out, x, n);
    mpz_mul(want, a, a);
    expect(out, 2 * n, "sqr");
    k->mul(out, x, x, n);
    expect(out, 2 * n, "mul of one operand by itself");
    mpz_mul(t, a, b); /* q = -t / m modulo R; (t + q m) / R */
    k->mul(out, x, y, n);
    carry = k->redc(out, mod, mont_inverse_limb(mod[0]), n);
    mpz_set_ui(want, 0);
    mpz_setbit(want, (mp_bitcnt_t)n * GMP_NUMB_BITS);
    mpz_neg(got, m);
    MUST(mpz_invert(got, got, want), "m is even");
    mpz_mul(got, got, t);
    mpz_fdiv_r_2exp(got, got, (mp_bitcnt_t)n * GMP_NUMB_BITS);
    mpz_addmul(t, got, m);
    mpz_fdiv_q_2exp(want, t, (mp_bitcnt_t)n * GMP_NUMB_BITS);
    mpz_from_limbs(got, out + n, (size_t)n);
    if (carry)
        mpz_setbit(got, (mp_bitcnt_t)n * GMP_NUMB_BITS);
    MUST(carry <= 1 && mpz_cmp(got, want) == 0, "redc of %ld limbs", (long)n);
    free(out);
    free(mod);
    free(y);
    free(x);
}

static void products(mp_size_t n, struct bytes *in)
{
    mp_limb_t *x, *y, *power, *out = malloc((size_t)n * sizeof *out);
    size_t bits = 1 + take_u8(in) % 160;
    struct mod mod;

    mpz_mod(a, a, m);
    mpz_mod(b, b, m);
    take_number(e, 20, in);
    mpz_fdiv_r_2exp(e, e, bits);
    x = limbs_of(a, n);
    y = limbs_of(b, n);
    power = limbs_of(e, limbs_for(bits));
    MUST(out && mod_init(&mod, m, 1) == DONE, "out of memory");
    mod_enter(x, x, &mod);
    mod_enter(y, y, &mod);
    mod_mul(out, x, y, &mod);
    mod_leave(out, out, &mod);
    mpz_mul(want, a, b);
    mpz_mod(want, want, m);
    expect(out, n, "mod_mul");
    mod_sqr(out, x, &mod);
    mod_leave(out, out, &mod);
    mpz_powm_ui(want, a, 2, m);
    expect(out, n, "mod_sqr");
    mod_sub(out, x, y, &mod);
    mod_add(out, out, x, &mod);
    mod_leave(out, out, &mod);
    mpz_mul_2exp(want, a, 1);
    mpz_sub(want, want, b);
    mpz_mod(want, want, m);
    expect(out, n, "mod_sub, mod_add");
    MUST(mod_pow(out, x, power, bits, &mod) == DONE, "out of memory");
    mod_leave(out, out, &mod);
    mpz_powm(want, a, e, m);
    expect(out, n, "mod_pow");
    mod_clear(&mod);
    free(out);
    free(power);
    free(y);
    free(x);
}

static void inverses(mp_size_t n)
{
    mp_limb_t *x, *mod = limbs_of(m, n), *out = malloc((size_t)n * sizeof *out);
    int has = mpz_invert(want, b, m);

    if (!has)
        mpz_set_ui(want, 0);
    MUST((inverse_mpz(t, b, m) == DONE) == has && (!has || mpz_cmp(t, want) == 0), "inverse_mpz");
    mpz_mod(a, b, m);
    x = limbs_of(a, n);
    MUST(out && (inverse_odd(out, x, mod, n, mpz_sizeinbase(m, 2)) == DONE) == has, "inverse_odd");
    expect(out, n, "inverse_odd");
    MUST((inverse_odd(x, x, mod, n, mpz_sizeinbase(m, 2)) == DONE) == has, "inverse_odd in place");
    expect(x, n, "inverse_odd in place");
    free(out);
    free(mod);
    free(x);
}

/* in^e mod n by an engine, n and e any that rsa_key_refusal() passes. */
static void public_ops(const struct rsa_engine *engine, struct bytes *in)
{
    static uint8_t octets[LIMBS * OCTETS], out[LIMBS * OCTETS];
    struct rsa_key key;
    void *context;
    size_t k;

    rsa_key_init(&key);
    mpz_set(key.n, m);
    take_number(key.e, 1 + take_u8(in) % 32, in);
    mpz_setbit(key.e, 0);
    if (!rsa_key_refusal(&key, 1) && (context = engine->context_new(&key)) != NULL) {
        k = rsa_octets(&key);
        mpz_mod(a, a, m);
        mpz_powm(want, a, key.e, m);
        MUST(i2osp(octets, k, a) == DONE, "a < n");
        MUST(engine->public_op(out, octets, context) == DONE, "%s refuses", engine->step.name);
        os2ip(got, out, k);
        MUST(mpz_cmp(got, want) == 0, "%s: power of %zu bits", engine->step.name, 8 * k);
        engine->context_free(context);
        fuzz_count(1);
    }
    rsa_key_clear(&key);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes in = {data, size};
    unsigned what = take_u8(&in) % 5;
    mp_size_t n = 1 + take_u8(&in) % LIMBS;
    unsigned pick = take_u8(&in), engines = 0;
    struct fuzz_rng rng = fuzz_rng_new(5);

    while (rsa_engines[engines])
        engines++;
    const struct rsa_engine *engine = rsa_engines[pick % engines];
    if (what == 2 || what == 4)
        n = 1 + n % 16;
    if (what == 3 && pick & 0x80) /* lengths that the vector kernels take */
        n = (mp_size_t[]){2048, 3072, 4096}[n % 3] / GMP_NUMB_BITS;
    take_number(m, (size_t)n * OCTETS, &in);
    take_number(a, (size_t)n * OCTETS, &in);
    take_number(b, (size_t)n * OCTETS, &in);
    mpz_setbit(m, 0);
    mpz_setbit(m, (mp_bitcnt_t)n * GMP_NUMB_BITS - 1 - (pick & 0x40 ? 0 : pick % GMP_NUMB_BITS));
    if (mpz_cmp_ui(m, 3) < 0)
        mpz_set_ui(m, 3);
    if (what == 0)
        kernels(pick & 1 && limbs_adx(n) ? limbs_adx(n) : &limbs_portable, n);
    else if (what == 1 && mpz_size(m) == (size_t)n)
        products(n, &in);
    else if (what == 2)
        inverses(n);
    else if (what == 3 && !step_missing(&engine->step))
        public_ops(engine, &in);
    else if (what == 4 && !step_missing(&engine->step))
        MUST((engine->is_prime(m, 20, &rng.rng) == DONE) == (mpz_probab_prime_p(m, 30) > 0),
             "%s: is_prime", engine->step.name);
    fuzz_count(what < 3);
    return 0;
}
