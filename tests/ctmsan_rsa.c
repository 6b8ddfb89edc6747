/* ctmsan_rsa - the constant-time claims of the RSA step `ifma`, AVX-512 kernels and all: its kernels on
 * poisoned operands and exponents, and whole private operations with the prepared key and all
 * random numbers secret. The engine is included, so that its context can be poisoned. */
#include <gmp.h>
#include <immintrin.h>
#include <stdlib.h>
#include <string.h>

#include "bignum/declassify.h"
#include "bignum/ifma.h"
#include "bignum/limbs.h"
#include "tests/ctmsan.h"
#include "tests/ctmsan_mpn.h"

/* The barriers that keep masks masks, as in __asm__("" : "+r"(mask)), are branches in the eyes of the
 * sanitizer, which looks at what goes into an asm statement. Those of the engine are left out here. */
#define __asm__(...)
#include "rsa/engine_ifma.c"
#undef __asm__

/* Linked with --wrap: kernels in assembly would hide their results' shadows; valgrind checks those. */
const struct limbs_kernels *__wrap_limbs_kernels(mp_size_t n);
const struct limbs_kernels *__wrap_limbs_kernels(mp_size_t n)
{
    (void)n;
    return &limbs_portable;
}

static void secret(const void *at, size_t count)
{
    __msan_poison(at, count * sizeof(mp_limb_t));
}

/* Numbers from a fixed recurrence, poisoned. */
static enum result fill(struct rng *self, uint8_t *out, size_t len)
{
    static uint64_t state = 3;

    (void)self;
    for (size_t i = 0; i < len; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
        out[i] = (uint8_t)(state >> 56);
    }
    __msan_poison(out, len);
    return DONE;
}

static void make_key(struct rsa_key *key, unsigned bits, int primes)
{
    rsa_key_init(key);
    mpz_set_ui(key->e, 65537);
    mpz_ui_pow_ui(key->p, 5, bits / 4);
    mpz_fdiv_r_2exp(key->p, key->p, bits / 2);
    mpz_setbit(key->p, bits / 2 - 1);
    mpz_setbit(key->p, bits / 2 - 2);
    mpz_nextprime(key->p, key->p);
    mpz_set(key->q, key->p);
    mpz_clrbit(key->q, bits / 2 - 3);
    mpz_clrbit(key->q, bits / 2 - 5);
    mpz_add_ui(key->q, key->q, 12346);
    mpz_nextprime(key->q, key->q);
    mpz_mul(key->n, key->p, key->q);
    if (rsa_key_complete(key) != DONE || rsa_key_refusal(key, 0))
        _exit(1);
    key->has_primes = primes;
}

static void secret_half(struct crt_half *half)
{
    secret(half->mod.block, half->mod.count);
    __msan_poison(&half->mod.inv, sizeof half->mod.inv);
    secret(half->exponent, (size_t)(2 * half->mod.n));
}

/* Whole private operations, the second with squared blinding. Sizes: bits, negative for d alone. */
static int private_twice(int size)
{
    unsigned bits = (unsigned)abs(size);
    struct rng rng = {fill};
    static uint8_t in[RSA_MAX_BITS / 8], out[RSA_MAX_BITS / 8];
    struct rsa_key key;
    struct context *ctx;

    make_key(&key, bits, size > 0);
    ctx = context_new(&key);
    if (!ctx)
        return 0;
    if (size > 0) {
        if (!ctx->crt.pair.kernel)
            return 0;
        secret_half(&ctx->crt.p);
        secret_half(&ctx->crt.q);
        secret(ctx->crt.qinv, (size_t)ctx->crt.p.mod.n);
        __msan_poison(ctx->crt.pair.block, ctx->crt.pair.block_count * sizeof(uint64_t));
        secret(ctx->crt.pair.limbs, ctx->crt.pair.limbs_count);
    } else {
        secret(ctx->plain.d, (size_t)ctx->pub.n.n);
    }
    for (int i = 0; i < 2; i++) {
        in[1 + i] = 0x5a;
        if (private_op(out, in, ctx, &rng) != DONE)
            return 0;
        if (__msan_test_shadow(ctx->unblind, 8) != 0)
            return 0; /* the secret was lost on the way: nothing would be proved */
    }
    context_free(ctx);
    return 1;
}

/* One kernel of each shape: products, squarings, powers, ways in and out, all on secrets. */
static const unsigned shapes[][2] = {{2, 1024}, {2, 1536}, {2, 2048}, {2, 4096},
                                     {1, 2048}, {1, 3072}, {1, 4096}, {1, 8192}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static int kernel_case(int which, int leaky)
{
    const unsigned numbers = shapes[which][0], bits = shapes[which][1];
    const mp_size_t n = limbs_for(bits);
    mp_limb_t e[2][128], x[128];
    const mp_limb_t *const exponents[] = {e[0], e[1]};
    struct ifma_mod mod;
    mpz_t m;

    mpz_init(m);
    mpz_setbit(m, bits);
    mpz_sub_ui(m, m, 159);
    if (ifma_init(&mod, m, numbers == 2 ? m : NULL, 1) != DONE)
        return 0;
    memset(e, 0x5b, sizeof e);
    memset(x, 0x37, sizeof x);
    secret(e, 2 * 128);
    secret(x, 128);
    for (unsigned i = 0; i < numbers; i++)
        ifma_load(mod.t, x, i, &mod);
    mod.kernel->mul(mod.t, mod.t, mod.r2, mod.m);
    mod.kernel->sqr(mod.u, mod.t, mod.m);
    mod.kernel->add(mod.u, mod.u, mod.t);
    if (leaky)
        mod.kernel->power_binary(mod.v, mod.u, mod.t, e[0], bits, mod.m);
    else
        ifma_power(mod.v, mod.u, exponents, bits, &mod);
    mod.kernel->mul(mod.v, mod.v, mod.out, mod.m);
    for (unsigned i = 0; i < numbers; i++) {
        ifma_store(x, mod.v, i, &mod);
        if (__msan_test_shadow(x, (size_t)n * sizeof *x) != 0)
            return 0; /* the secret was lost on the way */
    }
    ifma_clear(&mod);
    mpz_clear(m);
    return 1;
}

static int kernel(int which)
{
    return kernel_case(which, 0);
}

static int kernel_leaky(int which)
{
    return kernel_case(which, 1);
}

int main(void)
{
    static const int sizes[] = {2048, 3072, 4096, 8192, -2048};
    int bad = 0;
    char what[48];

    if (ifma_missing()) {
        printf("--    ifma: %s\n", ifma_missing());
        return 0;
    }
    for (int leaky = 1; leaky >= 0; leaky--)
        for (int i = 0; i < SHAPES; i++) {
            snprintf(what, sizeof what, "%s power, %u x %u bits", leaky ? "binary" : "fixed",
                     shapes[i][0], shapes[i][1]);
            bad |= ctmsan_case("ifma", what, leaky ? kernel_leaky : kernel, i, leaky);
        }
    for (int i = 0; i < 5; i++) {
        snprintf(what, sizeof what, "private operation, %d bits, %s", abs(sizes[i]),
                 sizes[i] > 0 ? "p and q" : "d alone");
        bad |= ctmsan_case("ifma", what, private_twice, sizes[i], 0);
    }
    return bad;
}
