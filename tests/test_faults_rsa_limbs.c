/* test_faults_rsa_limbs - no fault in a private operation of `limbs` lets a wrong signature out: by its portable
 * kernels and by those that this CPU has. */
#include "tests/faults_rsa.h"

#include "bignum/limbs.h"

static const struct limbs_kernels *sound;

static void faulty_kernel_mul(mp_limb_t *t, const mp_limb_t *a, const mp_limb_t *b, mp_size_t n)
{
    sound->mul(t, a, b, n);
    fault_here(t, 2 * n);
}

static void faulty_kernel_sqr(mp_limb_t *t, const mp_limb_t *a, mp_size_t n)
{
    sound->sqr(t, a, n);
    fault_here(t, 2 * n);
}

static mp_limb_t faulty_kernel_redc(mp_limb_t *t, const mp_limb_t *m, mp_limb_t inv, mp_size_t n)
{
    mp_limb_t carry = sound->redc(t, m, inv, n);

    fault_here(t + n, n);
    return carry;
}

static const struct limbs_kernels *faulty_kernels(mp_size_t n)
{
    static const struct limbs_kernels faulty = {faulty_kernel_mul, faulty_kernel_sqr,
                                                faulty_kernel_redc};

    (void)n;
    return &faulty;
}
#define limbs_kernels(n) faulty_kernels(n)

#include "rsa/engine_limbs.c"

#include "tests/faults_rsa_sweep.h"

static void sweep_with(const struct limbs_kernels *kernels, unsigned bits, unsigned long step)
{
    struct test_rng rng = test_rng_new(504);
    struct rsa_key key;
    struct sweep s;

    sound = kernels;
    sweep_init(&s, &key, bits, &rng.rng);
    sweep_all(&s, step);
    context_free(s.ctx);
    rsa_key_clear(&key);
}

Test(faults_rsa_limbs, portable_kernels, .timeout = 60)
{
    sweep_with(&limbs_portable, 512, 1);
}

Test(faults_rsa_limbs, kernels_of_this_cpu, .timeout = 60)
{
    if (!limbs_adx(16) || !limbs_adx(8))
        cr_skip_test("no BMI2 and ADX here");
    sweep_with(limbs_adx(16), 1024, 3);
}
