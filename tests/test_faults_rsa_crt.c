/* test_faults_rsa_crt - what a step that claims nothing gives away: the control of test_faults_rsa_*.c.
 *
 * D. Boneh, R. A. DeMillo, R. J. Lipton, On the importance of checking cryptographic protocols for faults,
 * EUROCRYPT '97: of a signature that is wrong modulo one prime alone, gcd(sig^e - in, n) is the other
 * prime. `crt` releases such signatures; `hardened` and above do not.
 */
#include "tests/faults_rsa.h"

#include "rsa/engine_crt.c"

Test(faults_rsa_crt, a_fault_in_one_half_factors_n, .timeout = 60)
{
    struct test_rng rng = test_rng_new(505);
    unsigned long calls, wrong = 0, factored = 0;
    uint8_t in[64], good[64], out[64];
    struct context *ctx;
    struct rsa_key key;
    mpz_t x, y;

    rsa_key_init(&key);
    mpz_inits(x, y, NULL);
    make_key(&key, 256, 256, 65537, &rng.rng);
    ctx = context_new(&key);
    cr_assert_not_null(ctx);
    memset(in, 0x5a, sizeof in);
    in[0] = 0;
    faults_off();
    cr_assert_eq(private_op(good, in, ctx, &rng.rng), DONE);
    calls = fault.calls;
    for (unsigned long at = 0; at < calls; at++) {
        faults_off();
        fault.at = at;
        fault.bit = (unsigned)(at * 37 % 512);
        if (private_op(out, in, ctx, &rng.rng) != DONE || memcmp(out, good, sizeof out) == 0)
            continue;
        wrong++;
        os2ip(x, out, sizeof out);
        mpz_powm(x, x, key.e, key.n);
        os2ip(y, in, sizeof in);
        mpz_sub(x, x, y);
        mpz_gcd(x, x, key.n);
        factored += mpz_cmp(x, key.p) == 0 || mpz_cmp(x, key.q) == 0;
    }
    cr_assert_gt(wrong, calls / 2, "%lu of %lu calls", wrong, calls);
    cr_assert_gt(factored, calls / 2, "%lu of %lu calls", factored, calls);
    context_free(ctx);
    mpz_clears(x, y, NULL);
    rsa_key_clear(&key);
}
