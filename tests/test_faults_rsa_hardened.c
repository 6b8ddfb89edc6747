/* test_faults_rsa_hardened - no fault in a private operation of `hardened` lets a wrong signature out. */
#include "tests/faults_rsa.h"

#include "rsa/engine_hardened.c"

#include "tests/faults_rsa_sweep.h"

Test(faults_rsa_hardened, at_every_call, .timeout = 60)
{
    struct test_rng rng = test_rng_new(501);
    struct rsa_key key;
    struct sweep s;

    sweep_init(&s, &key, 512, &rng.rng);
    sweep_all(&s, 1);
    context_free(s.ctx);
    rsa_key_clear(&key);
}

/* d alone: one power modulo n. */
Test(faults_rsa_hardened, without_primes, .timeout = 60)
{
    struct test_rng rng = test_rng_new(502);
    struct rsa_key key;
    struct sweep s;

    sweep_init(&s, &key, 512, &rng.rng);
    context_free(s.ctx);
    key.has_primes = 0;
    s.ctx = context_new(&key);
    cr_assert_not_null(s.ctx);
    sweep_all(&s, 3);
    context_free(s.ctx);
    rsa_key_clear(&key);
}

/* A key whose numbers were hurt where they are stored, before or after the context was made of it. */
Test(faults_rsa_hardened, a_key_that_was_hurt, .timeout = 60)
{
    struct test_rng rng = test_rng_new(503);
    struct rsa_key key;
    struct sweep s;

    sweep_init(&s, &key, 512, &rng.rng);
    for (int which = 0; which < 4; which++)
        for (mp_bitcnt_t bit = 1; bit < 250; bit += 31) {
            mpz_ptr numbers[] = {key.dp, key.dq, key.qinv, key.d};
            const char *why;

            mpz_combit(numbers[which], bit);
            why = rsa_key_refusal(&key, 0);
            cr_assert_not_null(why);
            context_free(s.ctx);
            s.ctx = context_new(&key); /* what a caller would do that does not ask */
            cr_assert_not_null(s.ctx);
            cr_assert_eq(sweep_run(&s), which == 3 ? DONE : FAILED, "with primes, d is not used");
            mpz_combit(numbers[which], bit);
        }
    context_free(s.ctx);
    rsa_key_clear(&key);
}
