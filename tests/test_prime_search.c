/* Searches for primes and tests of them by every RSA step, at the ends of their ranges: the first and the last
 * candidate, too few tries, a generator that fails in each draw; and the small primes' sums
 * over the whole table. */
#include <math.h>

#include "tests/rsa_keys.h"

/* What every search from a start is to find: the index of the first acceptable prime, -1 past 2^bits. */
static long by_gmp(mpz_t prime, const struct prime_request *request)
{
    mpz_t t;
    int found = 0;
    long i = -1;

    mpz_init(t);
    for (mpz_sub_ui(prime, request->start, 2); !found;) {
        mpz_add_ui(prime, prime, 2);
        if (mpz_sizeinbase(prime, 2) > request->bits)
            break;
        i++;
        mpz_sub_ui(t, prime, 1);
        if (request->e)
            mpz_gcd(t, t, request->e);
        found = (!request->e || mpz_cmp_ui(t, 1) == 0) && mpz_probab_prime_p(prime, 5);
    }
    mpz_clear(t);
    return found ? i : -1;
}

static void expect_search(const struct prime_request *request, const mpz_t want, enum result result,
                          const char *what)
{
    struct test_rng rng = test_rng_new(51);
    mpz_t found;

    EACH_ENGINE(engine)
    {
        mpz_init_set_ui(found, 77);
        cr_assert_eq(engine->find_prime(found, request, &rng.rng), result, "%s: %s",
                     engine->step.name, what);
        if (result == DONE)
            cr_assert_eq(mpz_cmp(found, want), 0, "%s: %s", engine->step.name, what);
        else
            cr_assert_eq(mpz_sgn(found), 0, "%s: %s", engine->step.name, what);
        mpz_clear(found);
    }
}

/* Both places of a pair of candidates, one round and several, some candidates unwanted for their e. With one try less
 * than it takes there is no prime. */
Test(prime_search, finds_what_gmp_finds, .timeout = 120)
{
    struct test_rng rng = test_rng_new(52);
    mpz_t start, want, e, half;

    mpz_inits(start, want, half, NULL);
    mpz_init_set_ui(e, 3 * 5 * 7 * 11);
    mpz_setbit(half, 1022);
    for (int i = 0; i < 6; i++) {
        struct prime_request request = {
            .bits = 1024, .e = e, .rounds = i % 2 ? 1 : 3, .tries = 1ul << 16, .start = start};
        long at;

        cr_assert_eq(random_below(start, half, &rng.rng), DONE);
        mpz_setbit(start, 1023);
        mpz_setbit(start, 1022);
        mpz_setbit(start, 0);
        by_gmp(want, &request);
        mpz_sub_ui(start, want, 2 * (10 + 17 * (unsigned long)i)); /* some dozens of candidates */
        at = by_gmp(want, &request);
        request.tries = (unsigned long)at + 1;
        expect_search(&request, want, DONE, "just enough tries");
        request.tries = (unsigned long)at;
        expect_search(&request, want, FAILED, "a try too few");
    }
    { /* a prime that e forbids, and no more tries */
        struct prime_request request = {.bits = 1024, .rounds = 3, .tries = 1, .start = start};

        do {
            by_gmp(want, &request);
            mpz_add_ui(start, want, 2);
        } while (mpz_fdiv_ui(want, 3) != 1);
        mpz_set(start, want);
        expect_search(&request, want, DONE, "for any e");
        request.e = e;
        expect_search(&request, want, FAILED, "for this e");
    }
    mpz_clears(start, want, half, e, NULL);
}

/* The last prime below 2^1024, from itself on; none after it; and starts that are none. */
Test(prime_search, ends_of_the_range, .timeout = 120)
{
    struct prime_request request = {.bits = 1024, .rounds = 1, .tries = 10240};
    mpz_t start, want, hi;

    mpz_inits(start, want, hi, NULL);
    request.start = start;
    prime_bounds(want, hi, 1024);
    mpz_sub_ui(start, hi, 1000);
    while (by_gmp(want, &request) >= 0)
        mpz_add_ui(start, want, 2);
    expect_search(&request, want, FAILED, "no prime is left");
    mpz_sub_ui(start, start, 2);
    cr_assert_eq(by_gmp(want, &request), 0);
    expect_search(&request, want, DONE, "the last prime");
    mpz_sub_ui(start, start, 1);
    expect_search(&request, want, FAILED, "even");
    mpz_add_ui(start, hi, 2);
    expect_search(&request, want, FAILED, "too long");
    prime_bounds(start, hi, 1024);
    mpz_sub_ui(start, start, mpz_odd_p(start) ? 2 : 1);
    expect_search(&request, want, FAILED, "below the bounds");
    mpz_clears(start, want, hi, NULL);
}

/* Candidates so long that the sieve uses the whole table of small primes. */
Test(prime_search, all_small_primes, .timeout = 120)
{
    struct prime_request request = {.bits = 4096, .rounds = 1, .tries = 3};
    mpz_t start, want;

    mpz_inits(start, want, NULL);
    request.start = start;
    cr_assert(long_prime(want, 4096, 0));
    mpz_sub_ui(start, want, 4);
    expect_search(&request, want, DONE, "4096 bits");
    mpz_clears(start, want, NULL);
}

/* The generator fails in each of its draws: first, second, ... */
Test(prime_search, no_entropy, .timeout = 120)
{
    struct prime_request request = {.bits = 1024, .rounds = 5, .tries = 10240};
    mpz_t start, found;

    mpz_inits(start, found, NULL);
    mpz_setbit(start, 1024);
    mpz_sub_ui(start, start, 105); /* prime */
    for (int from_start = 0; from_start < 2; from_start++)
        EACH_ENGINE(engine)
    for (size_t left = 0; left < 4 * 128; left += 127) {
        struct test_rng rng = test_rng_new(53);

        if (from_start && strcmp(engine->step.name, "gmp") == 0)
            continue; /* GMP draws its bases from a stream of its own */
        rng.left = from_start || left < 128 ? left : 127;
        request.start = from_start ? start : NULL;
        mpz_set_ui(found, 77);
        cr_assert_eq(engine->find_prime(found, &request, &rng.rng), FAILED, "%s",
                     engine->step.name);
        cr_assert_eq(mpz_sgn(found), 0);
        if (from_start) {
            rng = test_rng_new(53);
            rng.left = left;
            cr_assert_eq(engine->is_prime(start, 5, &rng.rng), UNSUPPORTED, "%s",
                         engine->step.name);
        }
    }
    mpz_clears(start, found, NULL);
}

/* 0, 1, negative, even, small; rounds = 0 is a round. */
Test(prime_search, any_integer_may_be_asked)
{
    struct test_rng rng = test_rng_new(54);
    mpz_t n, p;

    mpz_inits(n, p, NULL);
    mpz_setbit(p, 1024);
    mpz_sub_ui(p, p, 105);
    EACH_ENGINE(engine)
    {
        for (long v = -30; v < 300; v++) {
            mpz_set_si(n, v);
            cr_assert_eq(engine->is_prime(n, 20, &rng.rng),
                         v > 1 && mpz_probab_prime_p(n, 30) ? DONE : FAILED, "%s: %ld",
                         engine->step.name, v);
        }
        cr_assert_eq(engine->is_prime(p, 0, &rng.rng), DONE, "%s", engine->step.name);
        mpz_neg(n, p);
        cr_assert_eq(engine->is_prime(n, 0, &rng.rng), FAILED, "%s", engine->step.name);
        mpz_add_ui(n, p, 1);
        cr_assert_eq(engine->is_prime(n, 0, &rng.rng), FAILED, "%s", engine->step.name);
        mpz_sub_ui(n, p, 2);
        cr_assert_eq(engine->is_prime(n, 0, &rng.rng), FAILED, "%s", engine->step.name);
        mpz_set_ui(n, 91);
        cr_assert_eq(engine->is_prime(n, 10, &rng.rng), FAILED, "%s: 7 * 13", engine->step.name);
        mpz_setbit(n, PRIME_MAX_BITS);
        cr_assert_eq(engine->is_prime(n, 1, &rng.rng), UNSUPPORTED, "%s", engine->step.name);
    }
    mpz_clears(n, p, NULL);
}

/* The sums over the small primes, to bounds past the table's end: they end with it. */
Test(prime_search, sums_over_the_whole_table)
{
    size_t count;
    const uint8_t *gap = small_prime_gaps(&count);
    const unsigned long past = 4 * SMALL_PRIME_LIMIT;
    double share = 1, divisions = 0, work = 0;
    unsigned long p = 3;
    mpz_t n;

    for (size_t i = 0; i < count; p += 2ul * gap[i++]) {
        divisions += share;
        share *= 1 - 1.0 / (double)p;
        work += 1 + 1000.0 / (double)p;
    }
    cr_assert_eq(prime_sieved_share(past), share);
    cr_assert_eq(prime_expected_trial_divisions(past), divisions);
    cr_assert_eq(prime_expected_sieve_work(past, 1000), work);
    cr_assert_float_eq(prime_sieved_share(8), 2.0 / 3 * 4 / 5 * 6 / 7, 1e-12);
    cr_assert_float_eq(prime_expected_trial_divisions(8), 1 + 2.0 / 3 + 8.0 / 15, 1e-12);
    cr_assert_float_eq(prime_expected_sieve_work(8, 105), 3 + 35 + 21 + 15, 1e-9);
    cr_assert_float_eq(share * log((double)SMALL_PRIME_LIMIT), 2 * exp(-0.5772156649), 1e-3,
                       "Mertens");
    /* 2^61 - 1 has no divisor in the table, 1048583^2 only the first prime after it */
    mpz_init_set_ui(n, 1);
    mpz_mul_2exp(n, n, 61);
    mpz_sub_ui(n, n, 1);
    cr_assert_not(prime_trial_divides(n, past));
    mpz_set_ui(n, 1048583);
    mpz_mul(n, n, n);
    cr_assert_not(prime_trial_divides(n, past));
    mpz_set_ui(n, 1048573);
    cr_assert_not(prime_trial_divides(n, past), "itself does not count");
    mpz_mul(n, n, n);
    cr_assert(prime_trial_divides(n, past), "the last of the table");
    cr_assert_not(prime_trial_divides(n, 1048573), "below the bound alone");
    for (unsigned long v = 0; v < 2000; v++) { /* smaller than the bound: up to the number itself */
        int composite = 0;

        for (unsigned long d = 3; d < v; d += 2)
            composite |= v % d == 0;
        mpz_set_ui(n, v);
        cr_assert_eq(prime_trial_divides(n, past), composite, "%lu", v);
    }
    mpz_clear(n);
}
