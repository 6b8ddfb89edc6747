/* keyring - what the operations of one algorithm are done with: a ring of different keys and messages,
 * and the signatures that go with them. Every row gets the same ones, so no row has easier work. */
#ifndef SIGCOST_KEYRING_H
#define SIGCOST_KEYRING_H

#include "bench/impl.h"

/* A library that keeps a table for each public key it saw last (wolfSSL does) must not gain by it. */
#define RING 24

/* Sizes in octets. raw: the standard's bare octets (RSA: n and d, or n and e; EC: scalar, uncompressed
 * point). der: PKCS#8 (RFC 5958) and SubjectPublicKeyInfo (RFC 5280), as key files hold them. */
struct key_sizes {
    unsigned bits; /* read back from the key: of n, of the curve's field, of Ed25519's */
    size_t private_raw, private_der, public_raw, public_der;
};

struct keyring {
    const struct alg *alg;
    struct key_store keys[RING];
    struct key_sizes sizes;
};

/* Fills the ring with keys that `maker` generates; FAILED with *why. RSA: a few key pairs are generated, and
 * every two of their primes make a modulus, so that 24 keys cost 4 generations. */
enum result keyring_make(struct keyring *ring, const struct alg *alg, const struct impl *maker,
                         const char **why);

/* Sizes of one key with its private part. */
void key_sizes(struct key_sizes *out, const struct alg *alg, const struct key_data *key);

/* The public half alone: nobody verifies with a private key at hand. */
static inline struct key_data key_public_half(const struct key_data *key)
{
    return (struct key_data){.n = key->n, .e = key->e, .public = key->public};
}

/* RING messages of `payload` octets in one buffer, each 64 octets further. */
struct messages {
    uint8_t *buffer;
    size_t payload;
};
enum result messages_make(struct messages *out, size_t payload);
void messages_clear(struct messages *messages);
const uint8_t *message_at(const struct messages *messages, size_t i);

/* One algorithm, hash, form and payload: the signature of message i under key i. */
struct workload {
    const struct keyring *ring;
    const struct messages *messages;
    struct sig_params params;
    uint8_t *sigs; /* RING of SIG_MAX_LEN octets */
    size_t sig_len[RING];
    size_t sig_min, sig_max,
        sig_fixed; /* lengths; sig_fixed: in the other form of ECDSA, else the same */
};

/* Signed and verified by `maker`; FAILED with *why, nothing held. */
enum result workload_make(struct workload *out, const struct keyring *ring,
                          const struct messages *messages, const struct sig_params *params,
                          const struct impl *maker, const char **why);
void workload_clear(struct workload *workload);
static inline const uint8_t *workload_sig(const struct workload *workload, size_t i)
{
    return workload->sigs + i * SIG_MAX_LEN;
}

#endif
