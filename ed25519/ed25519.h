/* ed25519 - Ed25519, Ed25519ctx and Ed25519ph (RFC 8032 5.1) over an engine that it is handed.
 *
 * Octet strings are little-endian as in the RFC. L = 2^252 + 27742317777372353535851937790883648493.
 *
 * Policy: the cofactored equation [8][S]B = [8]R + [8][k]A (RFC 8032 5.1.7), S < L, canonical A and R
 * (y < p, and x = 0 only with sign bit 0). Small-order and mixed-order A are decided by the
 * equation alone, so that single and batch verification agree.
 */
#ifndef SIGCOST_ED25519_H
#define SIGCOST_ED25519_H

#include "bignum/random.h"
#include "hash/sha2.h"

enum ed25519_variant { ED25519_PURE, ED25519_CTX, ED25519_PH };

/* What a signature comes down to: [8][S]B = [8]R + [8][k]A, with S, k < L. */
struct ed25519_equation {
    uint8_t R[32], A[32], S[32], k[32];
};

/* One step of the ladder. All functions may be called from several threads at a time. */
struct ed25519_engine {
    struct step step;
    /* Called before anything else, by any thread; FAILED: out of memory. */
    enum result (*start)(void);
    size_t (*table_bytes)(void);
    /* R = encode([s]B), s secret, any 255-bit number (a clamped key is not reduced modulo L). */
    void (*mul_base)(uint8_t R[32], const uint8_t s[32]);
    /* r = h mod L, h of 64 octets; r = (a b + c) mod L, a, b, c < 2^256. Secret operands. */
    void (*sc_reduce)(uint8_t r[32], const uint8_t h[64]);
    void (*sc_muladd)(uint8_t r[32], const uint8_t a[32], const uint8_t b[32], const uint8_t c[32]);
    /* DONE if A and R decode (policy above) and [8][S]B = [8]R + [8][k]A. S, k < L. Public. */
    enum result (*check)(const uint8_t R[32], const uint8_t A[32], const uint8_t S[32],
                         const uint8_t k[32]);
    /* DONE if A decodes by the policy above. */
    enum result (*decodes)(const uint8_t A[32]);
    /* NULL where the step has none. n > 0 equations at once, public: DONE if each A and R decodes and
     * [8] sum [z_i]([S_i]B - R_i - [k_i]A_i) = 0, z of 128 bits, little-endian; FAILED if not;
     * UNSUPPORTED: out of memory. */
    enum result (*check_batch)(const struct ed25519_equation *equations, const uint8_t (*z)[16],
                               size_t n);
};

/* affine, extended, fold, comb, halved, limbs32, limbs, adx, ifma; NULL ends the list. */
extern const struct ed25519_engine *const ed25519_engines[];

struct ed25519_key {
    uint8_t seed[32];               /* RFC 8032's private key */
    uint8_t scalar[32], prefix[32]; /* clamped, and the nonce's half: SHA-512(seed) */
    uint8_t A[32];
    int has_seed;
};

/* RFC 8032 5.1.5. A is always derived from the seed, never taken from the caller. */
void ed25519_key_from_seed(struct ed25519_key *key, const uint8_t seed[32],
                           const struct ed25519_engine *engine);
enum result ed25519_keygen(struct ed25519_key *key, const struct ed25519_engine *engine,
                           struct rng *rng);
void ed25519_key_wipe(struct ed25519_key *key);

/* RFC 8032 5.1.6. context: at most 255 octets; empty for ED25519_PURE; not empty for ED25519_CTX.
 * FAILED where that does not hold or there is no seed; sig is then all zero. */
enum result ed25519_sign(uint8_t sig[64], const struct ed25519_key *key,
                         enum ed25519_variant variant, struct bytes context, const void *msg,
                         size_t len, const struct ed25519_engine *engine);
/* RFC 8032 5.1.7 with the policy above. A signature of any length may be given; only 64 octets pass. */
enum result ed25519_verify(const uint8_t *sig, size_t sig_len, const uint8_t A[32],
                           enum ed25519_variant variant, struct bytes context, const void *msg,
                           size_t len, const struct ed25519_engine *engine);

/* All that comes before the curve: *out from a signature and what it signs. FAILED: not 64 octets, or
 * S >= L, or a context that the variant does not admit; *out is then undefined. */
enum result ed25519_equation(struct ed25519_equation *out, const uint8_t *sig, size_t sig_len,
                             const uint8_t A[32], enum ed25519_variant variant,
                             struct bytes context, const void *msg, size_t len,
                             const struct ed25519_engine *engine);

/* One signature of a batch: the arguments of ed25519_verify. */
struct ed25519_batch_item {
    const uint8_t *sig;
    size_t sig_len;
    const uint8_t *A; /* 32 octets */
    enum ed25519_variant variant;
    struct bytes context;
    const void *msg;
    size_t len;
};

/* n signatures together: valid[i] = 1 where ed25519_verify would say DONE, else 0. A wrong one is accepted
 * with a chance of 2^-128 whoever made it, if rng cannot be foretold; a right one is never
 * rejected. Returns DONE if all are valid (n = 0 too), FAILED if one is not; UNSUPPORTED, valid all 0, if
 * the generator fails or memory runs out. One wrong signature among n costs about two batches
 * more to find; if all are wrong, it costs up to log2(n) batches and then n single verifications.
 * Bernstein, Duif, Lange, Schwabe, Yang (2011), section 5. Public data: time depends on it. */
enum result ed25519_verify_batch(int *valid, const struct ed25519_batch_item *items, size_t n,
                                 const struct ed25519_engine *engine, struct rng *rng);

#endif
