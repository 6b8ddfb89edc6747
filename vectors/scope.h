/* scope - the policy in tables: which hashes, curves and kinds of test are ours, which are known and
 * out of scope with the reason, and what Wycheproof's "acceptable" means here.
 *
 * A name in none of the tables is an error in the file, never a pass.
 */
#ifndef SIGCOST_VECTOR_SCOPE_H
#define SIGCOST_VECTOR_SCOPE_H

#include "vectors/case.h"

enum scope { SCOPE_UNKNOWN, SCOPE_OUT, SCOPE_IN };

/* "SHA-256", "SHA2-256", "SHA512/224", "SHA512224", ... SCOPE_OUT: *why says "hash SHA-1 out of scope". */
enum scope scope_hash(enum hash_id *id, const char **why, const char *name);
/* "secp256r1", "P-256", ...: bits and order bytes of the five NIST prime curves. */
enum scope scope_curve(unsigned *bits, const char **why, const char *name);

/* The kinds of test group that Wycheproof and its kin know. */
enum group_type {
    GROUP_ECDSA_DER,
    GROUP_ECDSA_FIXED,
    GROUP_ECDSA_SIGN,
    GROUP_EDDSA_VERIFY,
    GROUP_EDDSA_SIGN,
    GROUP_RSA_VERIFY,
    GROUP_RSA_SIGN,
    GROUP_PRIME,
    GROUP_CURVE,
    GROUP_HASH
};
enum scope scope_group(enum group_type *type, const char **why, const char *name);

/* The schema names that go with in-scope groups, with or without "_v1" and ".json". */
int scope_schema(const char *schema, enum group_type type);

/* ACVP: "ECDSA" with mode "sigVer", ... */
enum acvp_mode {
    ACVP_HASH,
    ACVP_ECDSA_KEYGEN,
    ACVP_ECDSA_KEYVER,
    ACVP_ECDSA_SIGGEN,
    ACVP_ECDSA_DETSIGGEN,
    ACVP_ECDSA_SIGVER,
    ACVP_EDDSA_KEYGEN,
    ACVP_EDDSA_KEYVER,
    ACVP_EDDSA_SIGGEN,
    ACVP_EDDSA_SIGVER,
    ACVP_RSA_SIGGEN,
    ACVP_RSA_SIGVER
};
enum scope scope_acvp(enum acvp_mode *mode, const char **why, const char *algorithm,
                      const char *name);

/* Resolves "acceptable" by its flags: 1 valid, 0 invalid, -1 no rule speaks of any of them. *optional:
 * an implementation may refuse the key. flags are the names, count of them. */
int scope_acceptable(int *optional, enum group_type type, const char *const *flags, size_t count);

/* CAVP text files out of scope, by a part of the file's name or by a key in it; NULL: not known. */
const char *scope_cavp_name(const char *file_name);
const char *scope_cavp_key(const char *key);

#endif
