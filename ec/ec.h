/* ec - the NIST prime curves, their keys and points, and ECDSA over an engine that it is handed.
 *
 * Numbers at this level are fixed-width: curve->limbs little-endian limbs, or curve->bytes octets
 * big-endian, always fully reduced. mp_limb_t is 64 or 32 bits wide as GMP was built.
 */
#ifndef SIGCOST_EC_H
#define SIGCOST_EC_H

#include <gmp.h>

#include "bignum/random.h"
#include "hash/sha2.h"

#define EC_MAX_BITS  521
#define EC_MAX_BYTES ((EC_MAX_BITS + 7) / 8)
#define EC_MAX_LIMBS ((EC_MAX_BITS + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS)
/* SEQUENCE of two INTEGERs of 66 octets each plus a sign octet, lengths in long form. */
#define ECDSA_MAX_DER (2 * (EC_MAX_BYTES + 1 + 3) + 3)

enum curve_id { P192, P224, P256, P384, P521, CURVE_COUNT };

/* y^2 = x^3 - 3x + b over GF(p), prime order n, cofactor 1 (SP 800-186 3.2.1). */
struct ec_curve {
    enum curve_id id; /* CURVE_COUNT for a curve made by a test */
    const char *name; /* "P-256" */
    unsigned bits;    /* of p; equal to those of n for the five curves */
    unsigned order_bits;
    size_t bytes, limbs;             /* of p */
    size_t order_bytes, order_limbs; /* of n */
    mpz_t p, b, n, gx, gy;
};

/* The five, initialised once at the first call; thread-safe. */
const struct ec_curve *ec_curve(enum curve_id id);
/* By "P-256", "p256", "secp256r1", ("prime256v1"), in any case; NULL if there is none. */
const struct ec_curve *ec_curve_by_name(const char *name);
/* A curve of one's own with a = -3, of any size up to EC_MAX_BITS: tests exhaust tiny ones. name must
 * outlive it. FAILED, nothing held: p <= 3 or even, b not in (0, p) or b = 2 or -2
 * (singular), n < 3 or even, (gx, gy) not on the
 * curve, a size too large. That p and n are prime and n is the number of points is taken on trust. */
enum result ec_curve_make(struct ec_curve *curve, const char *name, const mpz_t p, const mpz_t b,
                          const mpz_t n, const mpz_t gx, const mpz_t gy);
void ec_curve_clear(struct ec_curve *curve);

/* Affine, or infinity (then x = y = 0 in all limbs, which is on none of these curves). */
struct ec_point {
    int infinity;
    mp_limb_t x[EC_MAX_LIMBS], y[EC_MAX_LIMBS];
};

/* SEC 1 2.3.3 and 2.3.4. to_bytes returns the length (1 + bytes compressed, 1 + 2 bytes
 * uncompressed, 1 for infinity). from_bytes: FAILED, P then infinity, for a wrong length or lead byte
 * (hybrid 06, 07 too), a coordinate >= p, a point off the curve, or a compressed x with no root. The
 * single octet 00 is DONE and infinity, as SEC 1 has it: who wants a public key asks
 * ec_point_validate() too. Public values: time depends on them. */
size_t ec_point_to_bytes(uint8_t *octets, const struct ec_point *P, int compressed,
                         const struct ec_curve *curve);
enum result ec_point_from_bytes(struct ec_point *P, const uint8_t *octets, size_t len,
                                const struct ec_curve *curve);
/* Public-key validation (SP 800-186 D.1.1.1 with h = 1): coordinates < p, on the curve, not
 * infinity. */
enum result ec_point_validate(const struct ec_point *P, const struct ec_curve *curve);

/* One step of the ladder. Scalars k, u1, u2, a, b: order_limbs limbs, < n. All functions may be
 * called from several threads on one context at a time. */
struct ec_engine {
    struct step step;
    /* The engine's prepared form of a curve (constants and fixed-base tables), made once per curve;
     * NULL: this engine does not do this curve, or out of memory. */
    void *(*open)(const struct ec_curve *curve);
    void (*close)(void *context);
    size_t (*table_bytes)(const void *context);
    /* R = [k]G, secret k, 0 <= k < n (0 gives infinity). */
    enum result (*mul_base)(struct ec_point *R, const mp_limb_t *k, const void *context);
    /* DONE if R = [u1]G + [u2]Q is not infinity and x(R) mod n == r, else FAILED. All public.
     * Q is a valid public key; 0 <= u1, u2 < n; 0 < r < n. */
    enum result (*mul_check)(const mp_limb_t *u1, const mp_limb_t *u2, const struct ec_point *Q,
                             const mp_limb_t *r, const void *context);
    /* Modulo n; r may alias a or b. sc_inv: a secret, a != 0; sc_inv_vartime: a public. */
    void (*sc_mul)(mp_limb_t *r, const mp_limb_t *a, const mp_limb_t *b, const void *context);
    void (*sc_inv)(mp_limb_t *r, const mp_limb_t *a, const void *context);
    void (*sc_inv_vartime)(mp_limb_t *r, const mp_limb_t *a, const void *context);
};

/* affine, jacobian, window, solinas, comb, ...; NULL ends the list. */
extern const struct ec_engine *const ec_engines[];

/* An engine opened on a curve. One per (engine, curve) serves the whole process. The curve must outlive
 * it. init: FAILED, nothing held, where the engine does not do the curve or lacks a CPU feature. */
struct ec_group {
    const struct ec_engine *engine;
    const struct ec_curve *curve;
    void *context;
};

enum result ec_group_init(struct ec_group *group, const struct ec_engine *engine,
                          const struct ec_curve *curve);
void ec_group_clear(struct ec_group *group);

struct ec_key {
    mp_limb_t d[EC_MAX_LIMBS]; /* private scalar, 1 <= d < n, or all zero where absent */
    int has_d;
    struct ec_point Q;
};

/* FIPS 186-5 A.2.1 (extra random bits): d = (c mod (n - 1)) + 1, Q = [d]G. FAILED, key wiped: the
 * generator failed, or out of memory. */
enum result ec_keygen(struct ec_key *key, const struct ec_group *group, struct rng *rng);
/* d from order_bytes octets or fewer, big-endian; Q is always derived, never taken from the caller. FAILED (key
 * wiped) unless 1 <= d < n. */
enum result ec_key_from_scalar(struct ec_key *key, const uint8_t *d, size_t len,
                               const struct ec_group *group);
void ec_key_wipe(struct ec_key *key);

/* RFC 6979 3.2: the candidates for k in [1, n), one after the other. digest is the message's hash. */
struct rfc6979 {
    enum hash_id id;
    const struct ec_curve *curve;
    int drawn; /* a candidate has been given out: the next call moves on first (step h.3) */
    uint8_t key[SHA2_MAX_DIGEST], v[SHA2_MAX_DIGEST];
};
void rfc6979_init(struct rfc6979 *state, enum hash_id id, const mp_limb_t *d, const uint8_t *digest,
                  const struct ec_curve *curve);
void rfc6979_next(mp_limb_t *k, struct rfc6979 *state);
void rfc6979_wipe(struct rfc6979 *state);

/* ECDSA (FIPS 186-5 6.4.1, 6.4.2). r and s: order_limbs limbs; all zero on failure. The nonce is RFC
 * 6979's; its next candidate is taken where r or s comes out 0. FAILED: no private scalar. */
enum result ecdsa_sign(mp_limb_t *r, mp_limb_t *s, const struct ec_key *key, enum hash_id id,
                       const void *msg, size_t len, const struct ec_group *group);
/* The same with a nonce given (CAVP, tests): FAILED if k is not in [1, n) or r or s is 0. */
enum result ecdsa_sign_with_nonce(mp_limb_t *r, mp_limb_t *s, const struct ec_key *key,
                                  const mp_limb_t *k, const uint8_t *digest, size_t digest_len,
                                  const struct ec_group *group);
/* FAILED: not valid, r or s outside [1, n - 1] and Q at infinity among the reasons. Any limbs may be
 * given as r and s; Q must have passed ec_point_validate(). */
enum result ecdsa_verify(const mp_limb_t *r, const mp_limb_t *s, const struct ec_point *Q,
                         enum hash_id id, const void *msg, size_t len,
                         const struct ec_group *group);
/* From a ready digest of any length (bits2int keeps the leftmost order_bits bits). */
enum result ecdsa_verify_digest(const mp_limb_t *r, const mp_limb_t *s, const struct ec_point *Q,
                                const uint8_t *digest, size_t digest_len,
                                const struct ec_group *group);

/* Signature forms. der: SEQUENCE { INTEGER r, INTEGER s }, strict (X.690 DER, no trailing bytes).
 * fixed: r || s, order_bytes octets each (IEEE P1363). The decoders do not check the range; a value
 * that is negative or too wide is FAILED. */
size_t ecdsa_sig_to_der(uint8_t *out, const mp_limb_t *r, const mp_limb_t *s,
                        const struct ec_curve *curve);
enum result ecdsa_sig_from_der(mp_limb_t *r, mp_limb_t *s, const uint8_t *sig, size_t len,
                               const struct ec_curve *curve);
void ecdsa_sig_to_fixed(uint8_t *out, const mp_limb_t *r, const mp_limb_t *s,
                        const struct ec_curve *curve);
enum result ecdsa_sig_from_fixed(mp_limb_t *r, mp_limb_t *s, const uint8_t *sig, size_t len,
                                 const struct ec_curve *curve);

#endif
