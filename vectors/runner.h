/* runner - each case against each chosen implementation.
 *
 * A choice is an implementation's name and the rows that bear it, one for each algorithm. The
 * runner is a sink: a reader hands it the cases of a file one by one, and it keeps a tally for each
 * choice. A case is passed, failed, unsupported with a reason, or a known difference of a peer.
 */
#ifndef SIGCOST_VECTOR_RUNNER_H
#define SIGCOST_VECTOR_RUNNER_H

#include "vectors/case.h"
#include "vectors/source.h"

/* A row and what became of its start(). */
struct choice_row {
    const struct impl *row;
    int tried;
    enum result started;
    const char *why;
};

/* The key of the last case, for the next one with the same octets. */
struct cached_key {
    struct choice_row *of;
    struct arena arena;
    struct key_data data;
    enum result result;
    void *key;
};

struct choice {
    const char *name;
    int peer; /* an outside library: its differences may be known, and do not fail the run */
    int own;  /* stands for what all self-written steps share: primes and curve parameters */
    struct choice_row *rows;
    size_t row_count;
    const struct hash_impl *hash; /* NULL: none */
    struct cached_key private_key, public_key;
};

/* What is not behind the contract. */
struct own_functions {
    enum result (*is_prime)(const struct bytes *twos_complement);
    enum result (*is_our_curve)(const struct vector_case *one);
    /* sig = r || s with the case's nonce. UNSUPPORTED: the row is no engine of ours. */
    enum result (*sign_with_nonce)(uint8_t *sig, size_t *sig_len, const struct impl *row,
                                   const struct vector_case *one);
};

enum outcome_kind { PASSED_CASE, FAILED_CASE, KNOWN_CASE, UNSUPPORTED_CASE, OUTCOME_COUNT };

#define OUTCOME_TEXT 200

struct outcome {
    enum outcome_kind kind;
    const char *why; /* unsupported: the reason; known: why it may differ. Lives on. */
    char expected[OUTCOME_TEXT], got[OUTCOME_TEXT];
};

#define MAX_REASONS  24  /* of one file; the rest is added up as "other reasons" */
#define MAX_FINDINGS 500 /* kept for one file and choice; all are counted */

struct reason_count {
    const char *why;
    unsigned long count;
};

struct finding {
    char *text; /* "tcId 12 [flags]: expected ..., got ..." */
    int known;
};

struct tally {
    int listed; /* the choice has a row for something in this file */
    unsigned long counts[OUTCOME_COUNT];
    struct reason_count reasons[MAX_REASONS];
    size_t reason_count;
    struct finding *findings;
    size_t finding_count;
};

struct runner {
    struct case_sink sink; /* first member */
    struct choice *choices;
    size_t choice_count;
    const struct own_functions *own;
    enum result (*start)(const struct impl *row, const char **why);
    struct rng *rng;
    unsigned sample;           /* about one case in so many; 1: all */
    size_t index;              /* cases of this file so far */
    size_t run;                /* those that were not left out by the sample */
    size_t skipped;            /* those that are out of scope */
    const char *numbers_wrong; /* CASE_RSA_KEY: what rsa_numbers_disagree() says of this case */
    struct tally *tallies;     /* one for each choice */
    void (*progress)(void *context, size_t index);
    void *progress_context;
};

/* Room for the tallies, all zero, and the sink. FAILED: out of memory. */
enum result runner_init(struct runner *runner);
void runner_new_file(struct runner *runner);
/* Gives back the tallies and the cached keys. */
void runner_clear(struct runner *runner);

/* check.c: one case on one choice whose row (NULL for hashes, primes and curves) runs here. */
void check_case(struct outcome *out, const struct vector_case *one, struct choice *choice,
                struct choice_row *row, struct runner *runner);
/* check_hash.c */
void check_hash(struct outcome *out, const struct vector_case *one, const struct hash_impl *hash);
void check_monte(struct outcome *out, const struct vector_case *one, const struct hash_impl *hash);
/* A key by the choice's row, from the cache where it can; *key is not the caller's to free. */
enum result choice_key(void **key, struct cached_key *cache, struct choice_row *row,
                       const struct key_data *data);
void choice_key_drop(struct cached_key *cache);

/* known.c: why this peer may answer so, or NULL. got: 1 accepted, 0 rejected. */
const char *known_difference(const char *impl, const struct vector_case *one, int got);

/* NULL if n, e, d, p, q belong together (and p, q to X9.31's seeds where there are some), else what
 * does not hold. */
const char *rsa_numbers_disagree(const struct vector_case *one, const struct own_functions *own);
/* 1 if d e = 1 modulo lcm(p - 1, q - 1). */
int rsa_exponents_fit(struct bytes d, const struct key_data *key);

#endif
