/* rsa - RSA PKCS#1 v1.5 signatures (RFC 8017), written once over an engine that it is handed.
 *
 * Keys are plain numbers here; an engine turns them into its own prepared form once, at
 * rsa_context_new(). Sizes: k = ceil(bits(n) / 8) octets.
 */
#ifndef SIGCOST_RSA_H
#define SIGCOST_RSA_H

#include <gmp.h>

#include "bignum/modmul.h"
#include "bignum/prime.h"
#include "bignum/random.h"
#include "hash/sha2.h"

#define RSA_TOY_BITS   10   /* for study alone */
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
void rsa_key_wipe(struct rsa_key *key);  /* back to what rsa_key_init() left */
void rsa_key_copy(struct rsa_key *to, const struct rsa_key *from); /* both initialised */

/* NULL if engines may work with the key, else one line that says which number is wrong and why.
 * Public part: n odd, RSA_MIN_BITS..RSA_MAX_BITS bits, or from 10 bits on where toy is set; e odd,
 * 3 <= e < 2^256, e < n. Private part where present: 1 < d < n; p, q odd, p * q == n, p != q,
 * and d e = 1 modulo p - 1 and q - 1 (so d modulo phi and modulo lambda both pass). Primality is not tested. */
const char *rsa_key_refusal(const struct rsa_key *key, int toy);

/* Of k = bits(n)/8 octets, rounded up. */
static inline size_t rsa_octets(const struct rsa_key *key)
{
    return (mpz_sizeinbase(key->n, 2) + 7) / 8;
}

/* Fills d (by lcm: d = 1/e modulo lcm(p-1, q-1)) where has_d is 0, dp, dq and qinv from e, p, q.
 * FAILED: e has no inverse, or q none modulo p. Sets has_d and has_primes. */
enum result rsa_key_complete(struct rsa_key *key);

/* From the standard's octets. d, p and q may be empty; where p and q are present dp, dq and qinv are
 * computed, and where d is empty too it is computed by lcm. DONE, or FAILED with *why (one line) and
 * the key wiped. Sizes are screened before any arithmetic. */
enum result rsa_key_from_bytes(struct rsa_key *key, struct bytes n, struct bytes e, struct bytes d,
                               struct bytes p, struct bytes q, int toy, const char **why);

/* The closed form of one operation with one prepared key, exact: what a counted run must show.
 * full: products modulo n; half: those modulo p and q together. limb_mul_plain: limb products outside
 * both (Garner's h q). The counters' totals are the sums. */
struct rsa_cost {
    struct mod_cost full, half;
    unsigned long limb_mul_plain, table_scan;
};

/* One step of the ladder. A context belongs to one thread at a time.
 * step.units run on a context, modulo n. */
struct rsa_engine {
    struct step step;
    /* The engine's prepared form of a key that rsa_key_refusal() passes; NULL: out of memory, or this
     * engine has no form for the size. `key` need not outlive the call. Engines that use p and q take
     * a key with d alone as well, and then work modulo n. */
    void *(*context_new)(const struct rsa_key *key);
    void (*context_free)(void *context); /* wipes; NULL allowed */
    size_t (*context_bytes)(const void *context);
    /* out = in^e mod n (RSAVP1), out = in^d mod n (RSASP1): k octets each, out may equal in.
     * FAILED if in >= n; private_op also if there is no private part, the generator fails, or a fault
     * check refuses the result. Then out is all zero. */
    enum result (*public_op)(uint8_t *out, const uint8_t *in, const void *context);
    enum result (*private_op)(uint8_t *out, const uint8_t *in, void *context, struct rng *rng);
    /* This step's own way to draw, sift and test candidates: bignum/prime.h. FAILED: no entropy, no
     * memory, or no prime within request->tries; prime is then 0. */
    enum result (*find_prime)(mpz_t prime, const struct prime_request *request, struct rng *rng);
    /* prime_is_probable() by this step's product and power. */
    enum result (*is_prime)(const mpz_t n, unsigned rounds, struct rng *rng);
    /* Closed forms; NULL where unknown (GMP's own). private_cost: without the making of a first
     * blinding pair, which the second and later calls on a context do not pay. */
    void (*public_cost)(struct rsa_cost *cost, const void *context);
    void (*private_cost)(struct rsa_cost *cost, const void *context);
    const struct unit *half_units; /* on a context, modulo p; NULL where the step has none */
    /* A power of a quarter of the halves' length modulo p and q, so often: for what products and squarings in turn
     * cost beyond each alone. NULL where that is nothing. */
    void (*half_turns)(const void *context, unsigned long times);
    const struct unit
        *prime_units; /* on an mpz_srcptr, an odd number: Miller-Rabin rounds, divisions */
};

/* textbook, window, montgomery, crt, hardened, ..., gmp; NULL ends the list. */
extern const struct rsa_engine *const rsa_engines[];

/* FIPS 186-5 A.1.3 (probable primes): bits of n even, RSA_MIN_BITS..RSA_MAX_BITS, or from 10 bits on
 * where toy is set; e odd, 3 <= e < 2^256. Fills all numbers of key, which the caller has
 * initialised. FAILED: a bad size or e, no entropy, or no prime in the standard's number of tries. */
enum result rsa_keygen(struct rsa_key *key, const struct rsa_engine *engine, unsigned bits,
                       const mpz_t e, int toy, struct rng *rng);

/* The same where p is searched upwards from p_start and q from q_start (prime_request.start): every
 * engine then looks at the same candidates. For comparisons, never for keys that are used. */
enum result rsa_keygen_from(struct rsa_key *key, const struct rsa_engine *engine, unsigned bits,
                            const mpz_t e, int toy, const mpz_t p_start, const mpz_t q_start,
                            struct rng *rng);

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
