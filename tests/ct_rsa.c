/* ct_rsa - the constant-time claims of the RSA engines: set-up and private operation with d, p, q, dp,
 * dq, qinv and all random numbers (blinding) secret, with primes and with d alone.
 *
 * Of p, q and d the top limb stays known: their lengths are read from it, and are public. So does the
 * lowest bit, for all three are odd.
 */
#include <stdlib.h>

#include "bignum/limbs.h"
#include "rsa/engines.h"
#include "tests/ct.h"

#if defined __x86_64__ && GMP_NUMB_BITS == 64
#include <immintrin.h>

#include "bignum/limbs_adx.inc"
#define HAS_ADX_KERNELS 1
static const struct limbs_kernels adx_kernels = {adx_mul, adx_sqr, adx_redc};
#define ADX_KERNELS &adx_kernels
#else
#define HAS_ADX_KERNELS 0
#define ADX_KERNELS     NULL
#endif

/* In place of limbs_kernels() (linked with --wrap): valgrind's CPUID hides ADX. */
static int with_adx;
const struct limbs_kernels *__wrap_limbs_kernels(mp_size_t n);
const struct limbs_kernels *__wrap_limbs_kernels(mp_size_t n)
{
    return with_adx && n >= 8 && n % 8 == 0 ? ADX_KERNELS : &limbs_portable;
}

static void poison(mpz_t x, int top_known)
{
    size_t limbs = mpz_size(x) - (top_known ? 1 : 0);
    mp_limb_t *at = x->_mp_d;

    VALGRIND_MAKE_MEM_UNDEFINED(at, limbs * sizeof *at);
    if (top_known && limbs)
        at[0] |= 1;
}

/* A key of two primes by GMP, the same each time; then its private numbers become secrets. */
static void make_key(struct rsa_key *key, unsigned bits, int primes)
{
    rsa_key_init(key);
    mpz_set_ui(key->e, 65537);
    mpz_set_ui(key->p, 5);
    mpz_pow_ui(key->p, key->p, bits / 2 * 3 / 7 + 1);
    mpz_fdiv_r_2exp(key->p, key->p, bits / 2);
    mpz_setbit(key->p, bits / 2 - 1);
    mpz_setbit(key->p, bits / 2 - 2);
    mpz_nextprime(key->p, key->p);
    mpz_sub_ui(key->q, key->p, 1);
    mpz_clrbit(key->q, bits / 2 - 3);
    mpz_clrbit(key->q, bits / 2 - 5);
    mpz_sub_ui(key->q, key->q, 12345);
    mpz_nextprime(key->q, key->q);
    mpz_mul(key->n, key->p, key->q);
    if (rsa_key_complete(key) != DONE || rsa_key_refusal(key, 0)) {
        fprintf(stderr, "ct_rsa: the key is not good\n");
        exit(1);
    }
    key->has_primes = primes;
    poison(key->p, 1);
    poison(key->q, 1);
    poison(key->d, 1);
    poison(key->dp, 0);
    poison(key->dq, 0);
    poison(key->qinv, 0);
}

/* Two operations: the first makes the blinding pair, the second squares it. */
static int private_twice(const struct rsa_engine *e, const struct rsa_key *key)
{
    struct ct_rng rng = CT_RNG(5);
    uint8_t in[RSA_MAX_BITS / 8] = {0}, out[RSA_MAX_BITS / 8];
    void *context = e->context_new(key);
    int done = context != NULL;

    for (int i = 0; done && i < 2; i++) {
        in[1 + i] = 0x5a;
        done = e->private_op(out, in, context, &rng.rng) == DONE;
    }
    e->context_free(context);
    return done;
}

static int check(const struct rsa_engine *e, int leaky)
{
    static const unsigned sizes[] = {1024, 1088, 2048};
    int bad = 0;

    for (int i = 0; i < 3 * 2; i++) {
        unsigned bits = sizes[i / 2];
        int primes = i % 2 == 0;
        struct rsa_key key;
        unsigned long before;
        char what[64];
        int done;

        if ((!primes && bits == 2048) || (with_adx && bits == 1088))
            continue; /* slow, and as at 1024 bits; nine limbs, which those kernels do not do */
        make_key(&key, bits, primes);
        before = VALGRIND_COUNT_ERRORS;
        done = private_twice(e, &key);
        snprintf(what, sizeof what, "%u bits, %s%s", bits, primes ? "p and q" : "d alone",
                 with_adx ? ", ADX kernels" : "");
        bad |= ct_report(e->step.name, what, VALGRIND_COUNT_ERRORS - before, done, leaky);
        rsa_key_clear(&key);
    }
    return bad;
}

int main(void)
{
    int bad;

    if (ct_outside("ct_rsa"))
        return 77;
    bad = check(&rsa_window, 1) | check(&rsa_crt, 1);
    for (int i = 0; rsa_engines[i]; i++)
        if (rsa_engines[i]->step.flags & STEP_CONSTANT_TIME)
            bad |= check(rsa_engines[i], 0);
    if (!HAS_ADX_KERNELS || !ct_has_adx()) {
        printf("--    the ADX kernels: this CPU has no BMI2 and ADX\n");
        return bad;
    }
    with_adx = 1;
    for (int i = 0; rsa_engines[i]; i++)
        if (rsa_engines[i]->step.flags & STEP_CONSTANT_TIME && rsa_engines[i] != &rsa_hardened)
            bad |= check(rsa_engines[i], 0); /* `hardened` is on GMP's products */
    return bad;
}
