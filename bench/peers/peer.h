/* peer - what the shared objects under build/peers/ have in common.
 *
 * Each bench/peers/NAME.c becomes build/peers/NAME.so together with NAME_keys.c where there is one,
 * peer_common.c, peer_rsa.c, bench/alg.c, bignum/base.c and bignum/bytes.c, all compiled with
 * hidden visibility: the one exported symbol is sigcost_peer. So everything here is private to one
 * library, and its statics are that library's.
 *
 * Every peer does what a self-written step does: it hashes the whole message inside sign and
 * verify, and prepares a key once. A peer's key belongs to one thread at a time.
 */
#ifndef SIGCOST_PEER_H
#define SIGCOST_PEER_H

#include <gmp.h>

#include "bench/impl.h"

#define PEER_EXPORT __attribute__((visibility("default")))

#define RSA_MAX_OCTETS 2048 /* 16384 bits */
#define EC_MAX_OCTETS  66   /* P-521 */

PEER_EXPORT const struct peer *sigcost_peer(void);

/* Building the answer of sigcost_peer(): peer_library first, then the rows, then peer_published.
 * symbol: any function of the library, to find its file by. */
void peer_library(const char *library, const char *version, const void *symbol);
/* One row for each of the algorithms named (separated by blanks), made like *form; alg, source and
 * STEP_PEER are filled in. */
void peer_add(const struct impl *form, const char *alg_names);
void peer_add_hash(const struct hash_impl *form);
const struct peer *peer_published(void);

/* Digest octets. */
size_t peer_hash_len(enum hash_id id);
/* msg, or a valid pointer where an empty message comes as NULL. */
const uint8_t *peer_msg(const uint8_t *msg);
/* DigestInfo of RFC 8017 9.2 with the NULL parameter; 19 + digest octets, at most 83. */
#define PEER_MAX_DIGEST_INFO (19 + SHA2_MAX_DIGEST)
size_t peer_digest_info(uint8_t *out, enum hash_id id, const uint8_t *digest);

/* Random octets from the operating system; never returns without them (it stops the process, as the
 * libraries do: there is no weaker source to fall back on). */
void peer_os_random(void *out, size_t len);

/* Appends a copy of at[0..len) to the store and points *part, a member of store->key, at it. */
enum result peer_store(struct key_store *store, struct bytes *part, const void *at, size_t len);
enum result peer_store_mpz(struct key_store *store, struct bytes *part, const mpz_t x);
/* Minimal big-endian octets of x, at most RSA_MAX_OCTETS; 0 for 0. */
size_t peer_octets(uint8_t out[RSA_MAX_OCTETS], const mpz_t x);
/* x big-endian in exactly len octets from len_in octets; FAILED if it does not fit. */
enum result peer_pad(uint8_t *out, size_t len, const uint8_t *in, size_t len_in);

/* The numbers of an RSA key. p and q are found from n, e and d where they are not given, so that
 * every library gets its CRT. */
struct rsa_parts {
    mpz_t n, e, d, p, q, dp, dq, qinv; /* qinv = q^-1 mod p */
    int private;
    unsigned bits;
    size_t k;
};

/* FAILED (nothing held) unless n is odd and has 10 to 16384 bits, e is odd, 3 <= e < 2^256, e < n,
 * and the private part, where d or p and q are there, fits: p q = n, p != q, d e = 1 mod p - 1 and
 * q - 1. */
enum result rsa_parts_init(struct rsa_parts *parts, const struct key_data *data);
void rsa_parts_clear(struct rsa_parts *parts);

/* The octets of an ECDSA key in fixed width. The scalar's range is checked here, the point by the
 * library. */
struct ec_parts {
    size_t width;                         /* octets of the field and of the order */
    uint8_t secret[EC_MAX_OCTETS];        /* big-endian, 0 < secret < order */
    uint8_t point[1 + 2 * EC_MAX_OCTETS]; /* 04 || x || y */
    int has_secret, has_point;
};

size_t ec_width(const struct alg *alg);
enum result ec_parts_init(struct ec_parts *parts, const struct key_data *data,
                          const struct alg *alg);

/* ECDSA signatures: rs is r || s, width octets each. split: strict DER (X.690 10.1, 8.3) or the
 * fixed form; FAILED for anything else, negative or too wide numbers among it; ranges are not
 * checked. */
enum result ec_sig_split(uint8_t *rs, size_t width, enum sig_form form, const uint8_t *sig,
                         size_t len);
void ec_sig_join(uint8_t *sig, size_t *len, enum sig_form form, const uint8_t *rs, size_t width);

/* The functions of NAME_keys.c, for the peers that are two files; the contract's key_import is one
 * of the four imports. */
enum result peer_keygen(const struct impl *row, void **key, struct rng *rng);
enum result peer_key_import(const struct impl *row, void **key, const struct key_data *data);
enum result peer_rsa_import(const struct impl *row, void **key, const struct key_data *data);
enum result peer_ec_import(const struct impl *row, void **key, const struct key_data *data);
enum result peer_ed_import(const struct impl *row, void **key, const struct key_data *data);
enum result peer_key_export(const struct impl *row, const void *key, struct key_store *out);
void peer_key_free(const struct impl *row, void *key);

#endif
