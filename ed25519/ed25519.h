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

/* One step of the ladder. All functions may be called from several threads at a time. */
struct ed25519_engine {
    struct step step;
    /* Makes the engine's tables, once; FAILED: out of memory. Called before anything else, by one
     * thread. */
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
};

/* affine, extended, fold, comb, halved, limbs32, limbs, adx; NULL ends the list. */
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

#endif
