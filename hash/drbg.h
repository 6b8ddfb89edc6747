/* drbg - the two generators: HMAC-DRBG with SHA-256 (SP 800-90A 10.1.2), and the system's. */
#ifndef SIGCOST_DRBG_H
#define SIGCOST_DRBG_H

#include "bignum/random.h"
#include "hash/sha2.h"

/* The seeded generator, for repeatable runs. Same seed, same stream, on every machine. */
struct hmac_drbg {
    struct rng rng; /* first member: &drbg.rng is the generator */
    enum hash_id id;
    uint8_t key[SHA2_MAX_DIGEST], v[SHA2_MAX_DIGEST];
    uint64_t reseed_counter;
};

/* SP 800-90A 10.1.2.3 with seed_material = entropy || nonce || personalization as the caller joins
 * them. Requests longer than 2^16 bytes are served as several. */
void drbg_init(struct hmac_drbg *drbg, enum hash_id id, const void *seed, size_t len);
void drbg_reseed(struct hmac_drbg *drbg, const void *seed, size_t len);
/* 10.1.2.5, with additional input (len may be 0), which the first of several requests takes. FAILED
 * past 2^48 requests since the last seed, leaving out all zero and the state as it is. Time depends
 * on the lengths alone. */
enum result drbg_generate(struct hmac_drbg *drbg, uint8_t *out, size_t len, const void *additional,
                          size_t additional_len);
void drbg_wipe(struct hmac_drbg *drbg);

/* Compressions of drbg_init and drbg_reseed with a seed of len bytes, and of drbg_generate. */
uint64_t drbg_seed_blocks(enum hash_id id, uint64_t len);
uint64_t drbg_generate_blocks(enum hash_id id, uint64_t len, uint64_t additional_len);

/* Seeds from a number, for tests and benchmarks: drbg_init with its 8 big-endian bytes and SHA-256. */
void drbg_seed_u64(struct hmac_drbg *drbg, uint64_t seed);

/* getrandom(2): retries on EINTR and on short reads; any other failure is FAILED. Thread-safe. */
struct rng *rng_os(void);

#endif
