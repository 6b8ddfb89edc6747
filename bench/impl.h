/* impl - the one contract that self-written steps and outside libraries both fill.
 *
 * A row (struct impl) is one implementation of one algorithm. Rows of a family share their functions
 * and find what they need in row->alg and row->data. Everyone gets the whole message, so everyone hashes.
 *
 * Results: DONE done or valid, FAILED failed or invalid, UNSUPPORTED this implementation cannot.
 */
#ifndef SIGCOST_IMPL_H
#define SIGCOST_IMPL_H

#include "bignum/random.h"
#include "hash/sha2.h"

/* Bumped with every change of this file; the registry refuses a peer built for another. */
#define IMPL_CONTRACT 1

enum family { FAMILY_RSA, FAMILY_ECDSA, FAMILY_ED25519 };

/* An algorithm as the command line names it: "rsa-2048", "ecdsa-p256", "ed25519". */
struct alg {
    const char *name;
    enum family family;
    unsigned bits;     /* of the RSA modulus or of the field */
    enum hash_id hash; /* the pairing of the standards' examples */
    int in_tables;     /* one of the seven that every table shows */
};

extern const struct alg algs[]; /* a NULL name ends the list */
const struct alg *alg_by_name(const char *name);

/* A key as each standard's own octets; empty where absent. RSA: big-endian, no leading zeros needed.
 * ECDSA: secret is the scalar (order_bytes octets), public the uncompressed point. Ed25519: secret is the
 * 32-octet seed, public the 32-octet key. */
struct key_data {
    struct bytes n, e, d, p, q;
    struct bytes secret, public;
};

/* key_data with room of its own: what key_export fills. 6 KiB hold a 16384-bit RSA key. */
struct key_store {
    struct key_data key;
    uint8_t room[2048 * 4 + 64];
};

/* Copies each part of *from into store->room and points store->key at the copies; FAILED if they do not fit. */
enum result key_store_copy(struct key_store *store, const struct key_data *from);
void key_store_wipe(struct key_store *store);

enum sig_form { SIG_DER, SIG_FIXED };                   /* ECDSA alone */
enum eddsa_variant { EDDSA_PURE, EDDSA_CTX, EDDSA_PH }; /* Ed25519 alone */

struct sig_params {
    enum hash_id hash; /* RSA, ECDSA */
    enum sig_form form;
    enum eddsa_variant variant;
    struct bytes context; /* Ed25519ctx and Ed25519ph */
};

#define SIG_MAX_LEN 2048 /* RSA of 16384 bits */

struct impl {
    const struct alg *alg;
    const char *name;   /* "comb", "openssl", ... */
    const char *idea;   /* one line */
    const char *source; /* where the idea comes from; a peer: its version and path */
    unsigned flags;     /* enum step_flags */
    const void *data;   /* the row's own: an engine, a curve name, ... */

    /* NULL if it runs here, else one line why not. */
    const char *(*missing)(const struct impl *row);
    /* Before the first use and after the last, once each; may be NULL. start: FAILED with nothing held. */
    enum result (*start)(const struct impl *row);
    void (*stop)(const struct impl *row);

    /* A fresh key of row->alg, *key for key_free. rng may be ignored by a peer with a generator of its own. */
    enum result (*keygen)(const struct impl *row, void **key, struct rng *rng);
    /* From octets: the private key where its part is there, else the public one. RSA takes any
     * modulus that the implementation can, not row->alg->bits alone, study sizes too. FAILED: the key is refused
     * (off the curve, e even, ...). Not part of what is timed. */
    enum result (*key_import)(const struct impl *row, void **key, const struct key_data *data);
    enum result (*key_export)(const struct impl *row, const void *key, struct key_store *out);
    void (*key_free)(const struct impl *row, void *key);

    /* The whole message in, the signature out: sig has room for SIG_MAX_LEN octets, *sig_len is set. */
    enum result (*sign)(const struct impl *row, void *key, const struct sig_params *params,
                        const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                        struct rng *rng);
    enum result (*verify)(const struct impl *row, void *key, const struct sig_params *params,
                          const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len);

    /* Bytes of precomputed tables that the row holds; NULL where unknown. Valid after start. */
    size_t (*table_bytes)(const struct impl *row);
};

/* A hash has rows of its own. */
struct hash_impl {
    const char *name; /* "fips", "unrolled", "cpu", "openssl", ... */
    const char *idea, *source;
    unsigned flags;
    const void *data;
    const char *(*missing)(const struct hash_impl *row);
    /* UNSUPPORTED where the library does not have this hash. */
    enum result (*digest)(const struct hash_impl *row, enum hash_id id, const uint8_t *msg,
                          size_t len, uint8_t *digest);
};

/* What a peer's shared object exports, as `sigcost_peer`. Arrays end with a NULL name. */
struct peer {
    unsigned contract;         /* IMPL_CONTRACT */
    const char *library;       /* "OpenSSL" */
    const char *version;       /* read from the library at run time */
    const char *(*path)(void); /* of the loaded library file */
    const struct impl *impls;
    const struct hash_impl *hashes;
};

typedef const struct peer *(*peer_entry)(void); /* symbol "sigcost_peer" */

#endif
