/* rsa: the IFMA kernels against GMP at the edges: products, squarings and powers, two numbers at once too. */
#include "bignum/ifma.h"
#include "tests/rsa_keys.h"

static const struct ifma_kernel *kernel_at(unsigned i)
{
    static const unsigned shapes[][2] = {{2, 1024}, {2, 1536}, {2, 2048}, {2, 4096},
                                         {1, 2048}, {1, 3072}, {1, 4096}, {1, 8192}};

    return i < 8 ? ifma_kernel_for(shapes[i][0], limbs_for(shapes[i][1])) : NULL;
}

/* Odd moduli of exactly the kernel's limbs: all ones, 2^(b-1) + 1, the shortest, B^k - 1 below a top of one, k = 1
 * (n = -1 modulo 2^416, so that N' is as short as can be), then random ones. */
static void edge_modulus(mpz_t m, unsigned which, unsigned bits, struct rng *rng)
{
    mpz_t top;

    mpz_init(top);
    mpz_set_ui(m, 0);
    switch (which) {
    case 0:
        mpz_setbit(m, bits);
        mpz_sub_ui(m, m, 1);
        break;
    case 1:
        mpz_setbit(m, bits - 1);
        mpz_add_ui(m, m, 1);
        break;
    case 2:
        mpz_setbit(m, bits - 64);
        mpz_add_ui(m, m, 1);
        break;
    case 3:
        mpz_setbit(m, bits - 63);
        mpz_sub_ui(m, m, 1);
        break;
    case 4:
        mpz_setbit(m, bits - 1);
        mpz_setbit(m, 416);
        mpz_sub_ui(m, m, 1);
        break;
    default:
        mpz_setbit(top, bits - 1);
        cr_assert_eq(random_below(m, top, rng), DONE);
        mpz_add(m, m, top);
        mpz_fdiv_q_2exp(m, m, which % 3 * 31);
        mpz_setbit(m, 0);
    }
    mpz_clear(top);
}

/* Any n limbs may enter: 0, 1, all ones, runs, m - 1, multiples of m, random. */
static void edge_operand(mpz_t x, unsigned which, const mpz_t m, mp_size_t n, struct rng *rng)
{
    mpz_t top;

    mpz_init(top);
    mpz_setbit(top, (mp_bitcnt_t)n * 64);
    mpz_set_ui(x, which);
    switch (which) {
    case 0:
    case 1:
        break;
    case 2:
        mpz_sub_ui(x, top, 1);
        break;
    case 3:
        mpz_sub_ui(x, m, 1);
        break;
    case 4:
        mpz_fdiv_q(x, top, m);
        mpz_mul(x, x, m);
        break;
    case 5:
        mpz_fdiv_q_2exp(x, top, (mp_bitcnt_t)n * 32);
        mpz_sub_ui(x, x, 1);
        mpz_mul_2exp(x, x, (mp_bitcnt_t)n * 32);
        break;
    case 6:
        mpz_fdiv_q_2exp(x, top, (mp_bitcnt_t)n * 32);
        mpz_sub_ui(x, x, 1);
        break;
    default:
        cr_assert_eq(random_below(x, top, rng), DONE);
    }
    if (mpz_cmp(x, top) >= 0)
        mpz_sub_ui(x, m, 1);
    mpz_clear(top);
}

static void load(uint64_t *r, const mpz_t x, unsigned i, const struct ifma_mod *mod)
{
    mp_limb_t limbs[128];

    cr_assert_eq(mpz_to_limbs(limbs, (size_t)mod->n, x), DONE);
    ifma_load(r, limbs, i, mod);
}

/* Number i of x, fully reduced, is want modulo m. */
static void expect(const uint64_t *x, const mpz_t want, unsigned i, const mpz_t m,
                   const struct ifma_mod *mod, const char *what)
{
    mp_limb_t limbs[128];
    mpz_t got, t;

    mpz_init(t);
    mpz_mod(t, want, m);
    for (unsigned l = 0; l < mod->kernel->vectors * 8; l++)
        cr_assert_lt(x[l], 1ull << 52, "limbs are carried");
    ifma_store(limbs, x, i, mod);
    cr_assert_eq(mpz_cmp(mpz_roinit_n(got, limbs, mod->n), t), 0, "%u x %u, %s, number %u",
                 mod->kernel->numbers, mod->kernel->bits, what, i);
    mpz_clear(t);
}

/* (a b)^2 + c, then out, for edge operands in all pairs; products and squarings in place. */
static void check_kernel(struct ifma_mod *mod, const mpz_t m[2], struct rng *rng)
{
    const struct ifma_kernel *kernel = mod->kernel;
    mpz_t a[2], b[2], t;

    mpz_inits(a[0], a[1], b[0], b[1], t, NULL);
    for (unsigned ia = 0; ia < 9; ia++)
        for (unsigned ib = 0; ib < 9; ib++) {
            for (unsigned i = 0; i < kernel->numbers; i++) {
                edge_operand(a[i], i ? ib : ia, m[i], mod->n, rng);
                edge_operand(b[i], i ? ia : ib, m[i], mod->n, rng);
                load(mod->t, a[i], i, mod);
                load(mod->u, b[i], i, mod);
            }
            kernel->mul(mod->t, mod->t, mod->r2, mod->m); /* r is a */
            kernel->mul(mod->u, mod->r2, mod->u, mod->m); /* r is b */
            kernel->mul(mod->v, mod->t, mod->u, mod->m);
            kernel->sqr(mod->v, mod->v, mod->m);
            kernel->add(mod->v, mod->v, mod->t);
            kernel->mul(mod->u, mod->v, mod->out, mod->m);
            for (unsigned i = 0; i < kernel->numbers; i++) {
                mpz_mul(t, a[i], b[i]);
                mpz_mul(t, t, t);
                mpz_add(t, t, a[i]);
                expect(mod->u, t, i, m[i], mod, "(a b)^2 + a");
            }
            kernel->mul(mod->u, mod->v, mod->limb_form, mod->m);
            kernel->mul(mod->v, mod->v, mod->v, mod->m); /* a product by itself is the squaring */
            for (unsigned i = 0; i < kernel->numbers; i++) {
                mpz_mul(t, a[i], b[i]);
                mpz_mul(t, t, t);
                mpz_add(t, t, a[i]);
                mpz_mul_2exp(t, t, (mp_bitcnt_t)mod->n * 64);
                expect(mod->u, t, i, m[i], mod, "its limb form");
            }
        }
    mpz_clears(a[0], a[1], b[0], b[1], t, NULL);
}

Test(rsa_kernels, products_equal_gmp, .timeout = 120)
{
    struct test_rng rng = test_rng_new(80);
    const struct ifma_kernel *kernel;
    mpz_t m[2];

    mpz_inits(m[0], m[1], NULL);
    for (unsigned k = 0; (kernel = kernel_at(k)) != NULL; k++)
        for (unsigned which = 0; which < 8; which++) {
            struct ifma_mod mod;

            edge_modulus(m[0], which, kernel->bits, &rng.rng);
            edge_modulus(m[1], 7 - which, kernel->bits, &rng.rng);
            cr_assert_eq(ifma_init(&mod, m[0], kernel->numbers == 2 ? m[1] : NULL, 0), DONE);
            cr_assert_eq(mod.kernel, kernel);
            check_kernel(&mod, m, &rng.rng);
            ifma_clear(&mod);
            cr_assert_null(mod.block);
        }
    mpz_clears(m[0], m[1], NULL);
}

/* Values up to 2 N' - 1, which products may be handed, in limbs of all ones where they can be. */
Test(rsa_kernels, operands_up_to_their_bound)
{
    struct test_rng rng = test_rng_new(81);
    const struct ifma_kernel *kernel;
    mpz_t m[2], x, t, r, big;

    mpz_inits(m[0], m[1], x, t, r, big, NULL);
    for (unsigned k = 0; (kernel = kernel_at(k)) != NULL; k++)
        for (unsigned which = 0; which < 8; which++) {
            const size_t lanes = 8 / kernel->numbers, limbs = kernel->vectors * lanes;
            struct ifma_mod mod;

            edge_modulus(m[0], which, kernel->bits, &rng.rng);
            mpz_set(m[1], m[0]);
            cr_assert_eq(ifma_init(&mod, m[0], kernel->numbers == 2 ? m[1] : NULL, 0), DONE);
            /* N' = -n (1/n) modulo 2^(52 J) */
            mpz_set_ui(t, 0);
            mpz_setbit(t, 52 * kernel->quotient);
            cr_assert_neq(mpz_invert(big, m[0], t), 0);
            mpz_sub(big, t, big);
            mpz_mul(big, big, m[0]);
            mpz_set_ui(r, 0);
            mpz_setbit(r, 52 * limbs);
            for (unsigned value = 0; value < 3; value++) {
                mpz_mul_ui(x, big, 2);
                mpz_sub_ui(x, x, 1); /* 2 N' - 1 */
                if (value == 1) {    /* the longest run of ones below */
                    size_t bits = mpz_sizeinbase(x, 2) - 1;

                    mpz_set_ui(x, 0);
                    mpz_setbit(x, bits);
                    mpz_sub_ui(x, x, 1);
                } else if (value == 2) {
                    mpz_set(x, big); /* 0, unreduced */
                }
                for (size_t l = 0; l < limbs; l++) {
                    mpz_fdiv_q_2exp(t, x, 52 * l);
                    mpz_fdiv_r_2exp(t, t, 52);
                    for (unsigned i = 0; i < kernel->numbers; i++)
                        mod.t[l / lanes * 8 + i * lanes + l % lanes] = mpz_get_ui(t);
                }
                expect(mod.t, x, 0, m[0], &mod, "store");
                kernel->sqr(mod.u, mod.t, mod.m);
                kernel->mul(mod.v, mod.t, mod.t, mod.m);
                cr_assert_eq(memcmp(mod.u, mod.v, kernel->vectors * 64), 0);
                mpz_invert(t, r, m[0]);
                mpz_mul(t, t, x);
                mpz_mul(t, t, x);
                for (unsigned i = 0; i < kernel->numbers; i++)
                    expect(mod.u, t, i, m[i], &mod, "square at the bound");
            }
            ifma_clear(&mod);
        }
    mpz_clears(m[0], m[1], x, t, r, big, NULL);
}

Test(rsa_kernels, powers_equal_gmp)
{
    struct test_rng rng = test_rng_new(82);
    const struct ifma_kernel *kernel;
    mpz_t m[2], a[2], e[2], t;

    mpz_inits(m[0], m[1], a[0], a[1], e[0], e[1], t, NULL);
    for (unsigned k = 0; (kernel = kernel_at(k)) != NULL; k++)
        for (unsigned kind = 0; kind < 6; kind++) {
            static const size_t bits[] = {1, 4, 5, 6, 333, 1024};
            mp_limb_t limbs[2][64] = {{0}};
            const mp_limb_t *exponents[] = {limbs[0], limbs[1]};
            struct ifma_mod mod;

            for (unsigned i = 0; i < 2; i++) {
                edge_modulus(m[i], 7, kernel->bits, &rng.rng);
                edge_operand(a[i], 7, m[i], (mp_size_t)(kernel->bits / 64), &rng.rng);
                mpz_set_ui(t, 0);
                mpz_setbit(t, bits[kind]);
                cr_assert_eq(random_below(e[i], t, &rng.rng), DONE); /* leading zeros too */
                if (kind % 2)
                    mpz_sub_ui(e[i], t, i + 1); /* all ones, and one less */
                cr_assert_eq(mpz_to_limbs(limbs[i], 64, e[i]), DONE);
            }
            cr_assert_eq(ifma_init(&mod, m[0], kernel->numbers == 2 ? m[1] : NULL, 1), DONE);
            for (unsigned i = 0; i < kernel->numbers; i++)
                load(mod.t, a[i], i, &mod);
            kernel->mul(mod.t, mod.t, mod.r2, mod.m);
            ifma_power(mod.t, mod.t, exponents, bits[kind], &mod);
            kernel->mul(mod.t, mod.t, mod.out, mod.m);
            for (unsigned i = 0; i < kernel->numbers; i++) {
                mpz_powm(t, a[i], e[i], m[i]);
                expect(mod.t, t, i, m[i], &mod, "power");
            }
            ifma_wipe_scratch(&mod);
            cr_assert(all_zero((const uint8_t *)mod.t, kernel->vectors * 64));
            cr_assert(all_zero((const uint8_t *)mod.table, kernel->vectors * 64 * 33));
            ifma_clear(&mod);
        }
    mpz_clears(m[0], m[1], a[0], a[1], e[0], e[1], t, NULL);
}
