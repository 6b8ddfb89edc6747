/* tree_search - primitives of RSA key generation as units, and counted generations. */
#include <string.h>

#include "bench/tree_search.h"
#include "hash/drbg.h"

enum result search_units_init(struct search_units *out, const struct rsa_engine *engine,
                              unsigned bits)
{
    struct hmac_drbg drbg;
    enum result done = DONE;
    mpz_t e;

    memset(out, 0, sizeof *out);
    out->engine = engine;
    drbg_seed_u64(&drbg, bits);
    mpz_init_set_ui(e, 65537);
    rsa_key_init(&out->key);
    for (int i = 0; i < SEARCH_NUMBERS; i++)
        mpz_init(out->numbers[i]);
    /* Any engine's key will do; GMP's search is the quickest of those that are always there. */
    for (size_t i = 0; rsa_engines[i] && !out->key.has_d; i++)
        if (strcmp(rsa_engines[i]->step.name, "crt") == 0)
            done = rsa_keygen(&out->key, rsa_engines[i], bits, e, 1, &drbg.rng);
    out->request = (struct prime_request){.bits = bits / 2,
                                          .e = out->key.e,
                                          .other = out->key.p,
                                          .distance_bits = bits / 2 > 100 ? bits / 2 - 100 : 0,
                                          .rounds = 1,
                                          .tries = 1};
    for (int i = 0; i < SEARCH_NUMBERS && done == DONE; i++)
        done = prime_candidate(out->numbers[i], &out->request, 0, &drbg.rng);
    mpz_clear(e);
    drbg_wipe(&drbg);
    if (done != DONE || !out->key.has_d) {
        search_units_clear(out);
        return FAILED;
    }
    return DONE;
}

void search_units_clear(struct search_units *units)
{
    rsa_key_clear(&units->key);
    for (int i = 0; i < SEARCH_NUMBERS; i++)
        mpz_clear(units->numbers[i]);
}

/* Two rounds on one number after the other: exponents differ in their ones, and a vector kernel takes two
 * candidates at once. */
static void run_rounds(const struct search_units *units, unsigned long times)
{
    for (const struct unit *unit = units->engine->prime_units; unit && unit->run; unit++)
        for (unsigned long i = 0; unit->op == OP_MR_ROUND && i < times; i++)
            unit->run(units->numbers[i % SEARCH_NUMBERS], 2);
}

void search_round(const void *units, unsigned long times)
{
    run_rounds(units, times);
}

void search_division(const void *units, unsigned long times)
{
    const struct search_units *u = units;

    /* in one call, so that its set-up falls out */
    for (const struct unit *unit = u->engine->prime_units; unit && unit->run; unit++)
        if (unit->op == OP_TRIAL_DIV)
            unit->run(u->numbers[0], times);
}

/* Bytes for nothing: what they cost is a unit of its own. */
static enum result fill_plain(struct rng *self, uint8_t *out, size_t len)
{
    (void)self;
    memset(out, 0x5a, len);
    return DONE;
}

void search_candidate(const void *units, unsigned long times)
{
    const struct search_units *u = units;
    struct rng plain = {fill_plain};
    static volatile int good;
    mpz_t candidate;

    mpz_init(candidate);
    while (times-- > 0) {
        (void)prime_candidate(candidate, &u->request, 0, &plain);
        good = prime_acceptable(candidate, &u->request);
    }
    (void)good;
    mpz_clear(candidate);
}

void search_random_bytes(const void *none, unsigned long times)
{
    static struct hmac_drbg drbg;
    uint8_t out[SEARCH_BYTES];

    (void)none;
    drbg_seed_u64(&drbg, 1);
    while (times-- > 0)
        (void)random_bytes(out, sizeof out, &drbg.rng);
}

void search_complete(const void *units, unsigned long times)
{
    struct search_units *u = (struct search_units *)units;
    static const char *volatile refusal;

    while (times-- > 0) {
        mpz_mul(u->key.n, u->key.p, u->key.q);
        u->key.has_d = 0;
        (void)rsa_key_complete(&u->key);
        refusal = rsa_key_refusal(&u->key, 1);
    }
    (void)refusal;
}

void search_context(const void *units, unsigned long times)
{
    const struct search_units *u = units;
    struct rsa_context ctx;

    while (times-- > 0)
        if (rsa_context_init(&ctx, u->engine, &u->key) == DONE)
            rsa_context_clear(&ctx);
}

const struct rsa_engine *search_twin(const struct counted *counted, const char *name)
{
    for (size_t i = 0; counted->rsa_engines[i]; i++)
        if (strcmp(counted->rsa_engines[i]->step.name, name) == 0)
            return counted->rsa_engines[i];
    return NULL;
}

/* Stands before the counted engine's search and notes each prime's candidates. */
static struct {
    const struct rsa_engine *engine;
    const struct counted *counted;
    double *candidates;
    int primes;
} watch;

static enum result watched_find(mpz_t prime, const struct prime_request *request, struct rng *rng)
{
    uint64_t before = watch.counted->count[OP_CANDIDATE];
    enum result done = watch.engine->find_prime(prime, request, rng);

    if (watch.primes < 2)
        watch.candidates[watch.primes++] = (double)(watch.counted->count[OP_CANDIDATE] - before);
    return done;
}

enum result search_count(double counts[OP_COUNT], double candidates[2],
                         const struct counted *counted, const struct rsa_engine *twin,
                         unsigned bits, uint64_t seed)
{
    struct rsa_engine watched = *twin;
    struct hmac_drbg drbg;
    struct rsa_key key;
    enum result done;
    mpz_t e;

    watched.find_prime = watched_find;
    watch.engine = twin;
    watch.counted = counted;
    watch.candidates = candidates;
    watch.primes = 0;
    mpz_init_set_ui(e, 65537);
    rsa_key_init(&key);
    drbg_seed_u64(&drbg, seed);
    counted_reset(counted);
    done = counted->rsa_keygen(&key, &watched, bits, e, 1, &drbg.rng);
    for (int op = 0; op < OP_COUNT; op++)
        counts[op] = (double)counted->count[op];
    drbg_wipe(&drbg);
    rsa_key_clear(&key);
    mpz_clear(e);
    return done;
}
