/* case - one test case in a form that no published format shows through.
 *
 * A reader turns its file into these, one at a time, and hands each to a sink. All octets belong to
 * the reader and live until the sink returns; those of the key live on for the whole group.
 */
#ifndef SIGCOST_VECTOR_CASE_H
#define SIGCOST_VECTOR_CASE_H

#include "bench/impl.h"

enum case_kind {
    CASE_HASH,         /* digest of msg, `repeat` times over, is `want` */
    CASE_HASH_MONTE,   /* 1000 rounds from the seed msg end in `want` */
    CASE_VERIFY,       /* sig over msg under the public key is valid or not */
    CASE_SIGN,         /* sig is right for msg; the private key's signature is it, or verifies */
    CASE_KEY_PAIR,     /* the private key's public half is key.public, or n */
    CASE_PUBLIC_KEY,   /* the public key is to be taken or refused */
    CASE_RSA_KEY,      /* n, e, d, p, q belong together */
    CASE_PRIME,        /* msg, a two's complement integer, is prime or not */
    CASE_CURVE,        /* the domain parameters in `curve` are ours */
    CASE_OUT_OF_SCOPE, /* counted as unsupported by everybody: see `skip` */
    CASE_KIND_COUNT
};

/* Domain parameters as a file states them; cofactor h. */
struct curve_numbers {
    struct bytes p, n, a, b, gx, gy;
    unsigned h;
};

struct vector_case {
    enum case_kind kind;
    enum family family; /* of all kinds but hashes, primes and curves */
    unsigned bits;      /* of the field or the modulus: picks the row */
    const char *id;     /* "tcId 12", "line 340" */
    const char *flags;  /* what the file says of the case, for the reader of a failure; may be "" */
    const char *skip;   /* NULL, or why it is out of scope whatever its kind */

    int valid;         /* the expected verdict */
    int optional;      /* a key that an implementation may refuse: then unsupported, not failed */
    int deterministic; /* CASE_SIGN: sig is RFC 6979's (or RSA's or Ed25519's one answer) */
    struct sig_params params;
    struct key_data key;
    struct bytes msg, sig;
    struct bytes nonce;     /* CASE_SIGN of ECDSA: the k that gives sig; else empty */
    struct bytes want;      /* digests */
    size_t repeat;          /* of msg; 0 and 1 are the same */
    int alternate;          /* CASE_HASH_MONTE: ACVP's alternate form */
    const char *curve_name; /* CASE_CURVE */
    struct curve_numbers curve;
    /* CASE_RSA_KEY of X9.31: the seeds of p and q, empty where the file has none */
    struct bytes xp1, xp2, xq1, xq2;
};

/* take: DONE to go on, FAILED to stop the reader. */
struct case_sink {
    enum result (*take)(struct case_sink *self, const struct vector_case *one);
};

#endif
