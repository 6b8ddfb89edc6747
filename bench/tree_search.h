/* tree_search - the units of a prime search, and its counted runs. */
#ifndef SIGCOST_TREE_SEARCH_H
#define SIGCOST_TREE_SEARCH_H

#include "bench/tree_keygen.h"
#include "bench/units.h"

enum { SEARCH_NUMBERS = 8 };

/* Odd numbers of the primes' size, and a key: what the units work on. */
struct search_units {
    const struct rsa_engine *engine;
    mpz_t numbers[SEARCH_NUMBERS];
    struct rsa_key key; /* complete */
    struct prime_request request;
};

enum result search_units_init(struct search_units *out, const struct rsa_engine *engine,
                              unsigned bits);
void search_units_clear(struct search_units *units);

/* Runs for unit_job; the context is a struct search_units. */
/* Two Miller-Rabin rounds. */
void search_round(const void *units, unsigned long times);
void search_division(const void *units, unsigned long times);
void search_candidate(const void *units, unsigned long times);
void search_random_bytes(const void *none, unsigned long times);
void search_complete(const void *units, unsigned long times);
void search_context(const void *units, unsigned long times);

#define SEARCH_BYTES 128 /* that search_random_bytes draws in a run */

/* rsa_keygen() of the counted engine from seed `seed`: counts of the key, and the candidates of each prime. */
enum result search_count(double counts[OP_COUNT], double candidates[2],
                         const struct counted *counted, const struct rsa_engine *twin,
                         unsigned bits, uint64_t seed);
/* The counted build's engine of that name; NULL if there is none. */
const struct rsa_engine *search_twin(const struct counted *counted, const char *name);

#endif
