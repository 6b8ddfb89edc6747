/* rsa - RSA PKCS#1 v1.5 signatures (RFC 8017), written once over an engine that it is handed.
 *
 * Keys are plain numbers here; an engine turns them into its own prepared form once, at
 * rsa_context_new(). Sizes: k = ceil(bits(n) / 8) octets.
 */
#ifndef SIGCOST_RSA_H
#define SIGCOST_RSA_H

#include <gmp.h>

#include "bignum/prime.h"
#include "bignum/random.h"
#include "hash/sha2.h"

#define RSA_MIN_BITS   512  /* a key of these sizes is taken ... */
#define RSA_STUDY_BITS 2048 /* ... below this only where the caller allows study sizes */
#define RSA_MAX_BITS   16384
#define RSA_MAX_E_BITS 256

struct rsa_key {
    mpz_t n, e;
    mpz_t d, p, q, dp, dq, qinv; /* zero where absent */
    int has_d, has_primes;
};

void rsa_key_init(struct rsa_key *key);
void rsa_key_clear(struct rsa_key *key); /* wipes the private numbers */

/* NULL if engines may work with the key, else one line that says which number is wrong and why.
 * Public part: n odd, RSA_MIN_BITS..RSA_MAX_BITS bits, or from 10 bits on where toy is set; e odd,
 * 3 <= e < 2^256, e < n. Private part where present: 1 < d < n; p, q odd, p * q == n, p != q,
 * and d e = 1 modulo p - 1 and q - 1 (so d modulo phi and modulo lambda both pass). Primality is not tested. */
const char *rsa_key_refusal(const struct rsa_key *key, int toy);

/* From the standard's octets. d, p and q may be empty; where p and q are present dp, dq and qinv are
 * computed, and where d is empty too it is computed by lcm. DONE, or FAILED with *why. */
enum result rsa_key_from_bytes(struct rsa_key *key, struct bytes n, struct bytes e, struct bytes d,
                               struct bytes p, struct bytes q, int toy, const char **why);

/* One step of the ladder. A context belongs to one thread at a time. */
struct rsa_engine {
    struct step step;
    /* The engine's prepared form of a key that rsa_key_refusal() passes; NULL: out of memory, or this
     * engine has no form for the size. `key` need not outlive the call. */
    void *(*context_new)(const struct rsa_key *key);
    void (*context_free)(void *context); /* wipes; NULL allowed */
    size_t (*context_bytes)(const void *context);
    /* out = in^e mod n (RSAVP1), out = in^d mod n (RSASP1): k octets each, out may equal in.
     * FAILED if in >= n; private_op also if there is no private part, the generator fails, or a fault
     * check refuses the result. Then out is all zero. */
    enum result (*public_op)(uint8_t *out, const uint8_t *in, const void *context);
    enum result (*private_op)(uint8_t *out, const uint8_t *in, void *context, struct rng *rng);
    /* This step's own way to draw, sift and test candidates: bignum/prime.h. */
    enum result (*find_prime)(mpz_t prime, const struct prime_request *request, struct rng *rng);
};

/* textbook, window, montgomery, crt, hardened, ..., gmp; NULL ends the list. */
extern const struct rsa_engine *const rsa_engines[];

/* FIPS 186-5 A.1.3 (probable primes): bits of n even, RSA_MIN_BITS..RSA_MAX_BITS, or from 10 bits on
 * where toy is set; e odd, 3 <= e < 2^256. Fills all numbers of key, which the caller has
 * initialised. FAILED: a bad size or e, no entropy, or no prime in the standard's number of tries. */
enum result rsa_keygen(struct rsa_key *key, const struct rsa_engine *engine, unsigned bits,
                       const mpz_t e, int toy, struct rng *rng);

struct rsa_context {
    const struct rsa_engine *engine;
    void *context;
    unsigned bits; /* of n, read back from the key */
    size_t k;
};

enum result rsa_context_init(struct rsa_context *ctx, const struct rsa_engine *engine,
                             const struct rsa_key *key);
void rsa_context_clear(struct rsa_context *ctx);

/* RSASSA-PKCS1-v1_5 (RFC 8017 8.2.1): sig is ctx->k octets. FAILED where the modulus is too short
 * for the DigestInfo (k < tLen + 11), or as private_op; sig is then all zero. */
enum result rsa_sign(uint8_t *sig, struct rsa_context *ctx, enum hash_id id, const void *msg,
                     size_t len, struct rng *rng);
/* RFC 8017 8.2.2: by re-encoding and comparing. FAILED: the signature is not valid. */
enum result rsa_verify(const struct rsa_context *ctx, enum hash_id id, const void *msg, size_t len,
                       const uint8_t *sig, size_t sig_len);
/* EMSA-PKCS1-v1_5 (RFC 8017 9.2), em of k octets; FAILED if k < tLen + 11. */
enum result emsa_pkcs1_v1_5(uint8_t *em, size_t k, enum hash_id id, const void *msg, size_t len);

#endif
