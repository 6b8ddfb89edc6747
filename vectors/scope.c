#include "vectors/scope.h"

#include <string.h>
#include <strings.h>

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

static int starts(const char *text, const char *head)
{
    return strncasecmp(text, head, strlen(head)) == 0;
}

struct reason {
    const char *name; /* a head of the name, letters in any case */
    const char *why;
};

static const char *find_reason(const struct reason *table, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (starts(name, table[i].name))
            return table[i].why;
    return NULL;
}

static const char *const hash_spellings[HASH_COUNT][4] = {
    [SHA224] = {"SHA-224", "SHA224", "SHA2-224", NULL},
    [SHA256] = {"SHA-256", "SHA256", "SHA2-256", NULL},
    [SHA384] = {"SHA-384", "SHA384", "SHA2-384", NULL},
    [SHA512] = {"SHA-512", "SHA512", "SHA2-512", NULL},
    [SHA512_224] = {"SHA-512/224", "SHA512224", "SHA2-512/224", "SHA-512-224"},
    [SHA512_256] = {"SHA-512/256", "SHA512256", "SHA2-512/256", "SHA-512-256"},
};

static const struct reason hashes_out[] = {
    {"SHA3-", "hash SHA-3 out of scope"},   {"SHA-3-", "hash SHA-3 out of scope"},
    {"SHAKE", "hash SHAKE out of scope"},   {"SHA-1", "hash SHA-1 out of scope"},
    {"SHA1", "hash SHA-1 out of scope"},    {"MD5", "hash MD5 out of scope"},
    {"RIPEMD", "hash RIPEMD out of scope"},
};

enum scope scope_hash(enum hash_id *id, const char **why, const char *name)
{
    for (int i = 0; i < HASH_COUNT; i++)
        for (int j = 0; j < 4 && hash_spellings[i][j]; j++)
            if (strcasecmp(name, hash_spellings[i][j]) == 0) {
                *id = (enum hash_id)i;
                return SCOPE_IN;
            }
    *why = find_reason(hashes_out, ARRAY_LEN(hashes_out), name);
    return *why ? SCOPE_OUT : SCOPE_UNKNOWN;
}

static const struct {
    const char *name;
    unsigned bits;
} curves_in[] = {
    {"secp192r1", 192}, {"P-192", 192},     {"prime192v1", 192}, {"secp224r1", 224},
    {"P-224", 224},     {"secp256r1", 256}, {"P-256", 256},      {"prime256v1", 256},
    {"secp384r1", 384}, {"P-384", 384},     {"secp521r1", 521},  {"P-521", 521},
};

static const struct reason curves_out[] = {
    {"secp112", "curve outside NIST's five"},
    {"secp128", "curve outside NIST's five"},
    {"secp160", "curve outside NIST's five"},
    {"secp192k1", "curve outside NIST's five"},
    {"secp224k1", "curve outside NIST's five"},
    {"secp256k1", "curve outside NIST's five"},
    {"brainpool", "curve outside NIST's five"},
    {"prime192v", "curve outside NIST's five"},
    {"prime239v", "curve outside NIST's five"},
    {"FRP256", "curve outside NIST's five"},
    {"numsp", "curve outside NIST's five"},
    {"wei25519", "curve outside NIST's five"},
    {"sm2", "curve outside NIST's five"},
    {"sect", "binary curve out of scope"},
    {"c2", "binary curve out of scope"},
    {"K-256", "curve outside NIST's five"},
    {"K-", "binary curve out of scope"},
    {"B-", "binary curve out of scope"},
    {"edwards448", "Ed448 out of scope"},
    {"Ed448", "Ed448 out of scope"},
    {"ED-448", "Ed448 out of scope"},
    {"curve448", "Ed448 out of scope"},
    {"curve25519", "Montgomery curve out of scope"},
};

enum scope scope_curve(unsigned *bits, const char **why, const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(curves_in); i++)
        if (strcasecmp(name, curves_in[i].name) == 0) {
            *bits = curves_in[i].bits;
            return SCOPE_IN;
        }
    *why = find_reason(curves_out, ARRAY_LEN(curves_out), name);
    return *why ? SCOPE_OUT : SCOPE_UNKNOWN;
}

static const struct {
    const char *name;
    enum group_type type;
    const char *schema; /* without _v1 and .json */
} groups_in[] = {
    {"EcdsaVerify", GROUP_ECDSA_DER, "ecdsa_verify_schema"},
    {"EcdsaP1363Verify", GROUP_ECDSA_FIXED, "ecdsa_p1363_verify_schema"},
    {"EcdsaDeterministicSign", GROUP_ECDSA_SIGN, "rfc6979"},
    {"EddsaVerify", GROUP_EDDSA_VERIFY, "eddsa_verify_schema"},
    {"EddsaSign", GROUP_EDDSA_SIGN, "rfc8032"},
    {"RsassaPkcs1Verify", GROUP_RSA_VERIFY, "rsassa_pkcs1_verify_schema"},
    {"RsassaPkcs1Generate", GROUP_RSA_SIGN, "rsassa_pkcs1_generate_schema"},
    {"PrimalityTest", GROUP_PRIME, "primality_test_schema"},
    {"EcCurveTest", GROUP_CURVE, "ec_curve_test_schema"},
    {"HashTest", GROUP_HASH, "fips180"},
};

static const struct reason groups_out[] = {
    {"Aead", "encryption"},
    {"Daead", "encryption"},
    {"IndCpa", "encryption"},
    {"Keywrap", "encryption"},
    {"Fpe", "encryption"},
    {"RsaesOaep", "encryption"},
    {"RsaesPkcs1", "encryption"},
    {"RsaOaep", "encryption"},
    {"RsaPkcs1", "encryption"},
    {"Pbe", "password-based encryption"},
    {"Pbkdf", "key derivation"},
    {"Hkdf", "key derivation"},
    {"Kdf", "key derivation"},
    {"Mac", "message authentication"},
    {"Ecdh", "key agreement"},
    {"Xdh", "key agreement"},
    {"Dsa", "DSA"},
    {"EcdsaBitcoin", "ECDSA with Bitcoin's rules"},
    {"RsassaPss", "RSASSA-PSS"},
    {"RsaPss", "RSASSA-PSS"},
    {"Bls", "BLS signatures"},
    {"MLKEM", "ML-KEM"},
    {"MlKem", "ML-KEM"},
    {"MLDSA", "ML-DSA"},
    {"MlDsa", "ML-DSA"},
    {"SlhDsa", "SLH-DSA"},
    {"Json", "JSON web tokens"},
    {"Jwe", "JSON web tokens"},
    {"Jws", "JSON web tokens"},
    {"EcPublicKey", "encodings of keys"},
    {"AsnPublicKey", "encodings of keys"},
};

enum scope scope_group(enum group_type *type, const char **why, const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(groups_in); i++)
        if (strcmp(name, groups_in[i].name) == 0) {
            *type = groups_in[i].type;
            return SCOPE_IN;
        }
    *why = find_reason(groups_out, ARRAY_LEN(groups_out), name);
    return *why ? SCOPE_OUT : SCOPE_UNKNOWN;
}

int scope_schema(const char *schema, enum group_type type)
{
    for (size_t i = 0; i < ARRAY_LEN(groups_in); i++) {
        size_t len = strlen(groups_in[i].schema);
        if (groups_in[i].type != type || strncmp(schema, groups_in[i].schema, len) != 0)
            continue;
        const char *rest = schema + len;
        if (starts(rest, "_v1"))
            rest += 3;
        if (*rest == '\0' || strcmp(rest, ".json") == 0)
            return 1;
    }
    return 0;
}

static const struct {
    const char *algorithm, *mode;
    enum acvp_mode value;
} acvp_in[] = {
    {"ECDSA", "keyGen", ACVP_ECDSA_KEYGEN},       {"ECDSA", "keyVer", ACVP_ECDSA_KEYVER},
    {"ECDSA", "sigGen", ACVP_ECDSA_SIGGEN},       {"ECDSA", "sigVer", ACVP_ECDSA_SIGVER},
    {"DetECDSA", "sigGen", ACVP_ECDSA_DETSIGGEN}, {"EDDSA", "keyGen", ACVP_EDDSA_KEYGEN},
    {"EDDSA", "keyVer", ACVP_EDDSA_KEYVER},       {"EDDSA", "sigGen", ACVP_EDDSA_SIGGEN},
    {"EDDSA", "sigVer", ACVP_EDDSA_SIGVER},       {"RSA", "sigGen", ACVP_RSA_SIGGEN},
    {"RSA", "sigVer", ACVP_RSA_SIGVER},
};

static const struct reason acvp_out[] = {
    {"ACVP-AES", "encryption"},
    {"ACVP-TDES", "encryption"},
    {"AES", "encryption"},
    {"HMAC", "message authentication"},
    {"CMAC", "message authentication"},
    {"KMAC", "message authentication"},
    {"SHA3", "hash SHA-3 out of scope"},
    {"SHA-1", "hash SHA-1 out of scope"},
    {"SHAKE", "hash SHAKE out of scope"},
    {"CSHAKE", "hash SHAKE out of scope"},
    {"ParallelHash", "hash SHAKE out of scope"},
    {"TupleHash", "hash SHAKE out of scope"},
    {"ctrDRBG", "random generators"},
    {"hashDRBG", "random generators"},
    {"hmacDRBG", "random generators"},
    {"DSA", "DSA"},
    {"KAS", "key agreement"},
    {"KTS", "key agreement"},
    {"safePrimes", "key agreement"},
    {"KDA", "key derivation"},
    {"KDF", "key derivation"},
    {"kdf", "key derivation"},
    {"PBKDF", "key derivation"},
    {"TLS", "key derivation"},
    {"Ascon", "encryption"},
    {"LMS", "hash-based signatures"},
    {"XMSS", "hash-based signatures"},
    {"ML-", "lattice schemes"},
    {"SLH-DSA", "hash-based signatures"},
    {"ConditioningComponent", "random generators"},
    {"RSA", "this mode of RSA"},
    {"ECDSA", "this mode of ECDSA"},
    {"EDDSA", "this mode of EdDSA"},
};

enum scope scope_acvp(enum acvp_mode *mode, const char **why, const char *algorithm,
                      const char *name)
{
    enum hash_id id;
    *why = NULL;
    if (starts(algorithm, "SHA") && scope_hash(&id, why, algorithm) == SCOPE_IN) {
        *mode = ACVP_HASH;
        return SCOPE_IN;
    }
    for (size_t i = 0; i < ARRAY_LEN(acvp_in); i++)
        if (strcasecmp(algorithm, acvp_in[i].algorithm) == 0 &&
            strcasecmp(name, acvp_in[i].mode) == 0) {
            *mode = acvp_in[i].value;
            return SCOPE_IN;
        }
    *why = find_reason(acvp_out, ARRAY_LEN(acvp_out), algorithm);
    return *why ? SCOPE_OUT : SCOPE_UNKNOWN;
}

/* Wycheproof's "acceptable". An invalid verdict outweighs a valid one on the same test. */
#define TYPE(t) (1u << (t))
static const struct {
    const char *flag;
    unsigned types;
    int valid, optional;
} acceptable[] = {
    /* DigestInfo without the NULL: re-encoding (RFC 8017 8.2.2) gives the other form */
    {"MissingNull", TYPE(GROUP_RSA_VERIFY), 0, 0},
    /* a negative prime in two's complement is not a prime */
    {"NegativeOfPrime", TYPE(GROUP_PRIME), 0, 0},
    /* older files call these acceptable; DER has one form */
    {"BER", TYPE(GROUP_ECDSA_DER), 0, 0},
    {"BerEncodedSignature", TYPE(GROUP_ECDSA_DER), 0, 0},
    {"MissingZero", TYPE(GROUP_ECDSA_DER), 0, 0},
    /* the signature is right, so who takes such a key must make it and accept it */
    {"SmallModulus", TYPE(GROUP_RSA_SIGN) | TYPE(GROUP_RSA_VERIFY), 1, 1},
    {"SmallPublicKey", TYPE(GROUP_RSA_SIGN) | TYPE(GROUP_RSA_VERIFY), 1, 1},
    {"WeakHash", TYPE(GROUP_RSA_SIGN) | TYPE(GROUP_RSA_VERIFY), 1, 1},
};

int scope_acceptable(int *optional, enum group_type type, const char *const *flags, size_t count)
{
    int verdict = -1;
    *optional = 0;
    for (size_t f = 0; f < count; f++)
        for (size_t i = 0; i < ARRAY_LEN(acceptable); i++) {
            if (!(acceptable[i].types & TYPE(type)) || strcmp(flags[f], acceptable[i].flag) != 0)
                continue;
            if (verdict != 0)
                verdict = acceptable[i].valid;
            *optional |= acceptable[i].optional;
        }
    return verdict;
}

static const struct reason cavp_names_out[] = {
    {"PSS", "RSASSA-PSS"},
    {"OAEP", "encryption"},
    {"SigGenRSA", "X9.31 padding"},
    {"SigVerRSA", "X9.31 padding"},
    {"SHA3_", "hash SHA-3 out of scope"},
    {"SHAKE", "hash SHAKE out of scope"},
    {"HMAC", "message authentication"},
    {"Readme", "no vectors"},
    {"pkcs1v15sign", "hash SHA-1 out of scope"},
    {"pkcs1v15crypt", "encryption"},
};

const char *scope_cavp_name(const char *file_name)
{
    for (size_t i = 0; i < ARRAY_LEN(cavp_names_out); i++)
        if (strcasestr(file_name, cavp_names_out[i].name))
            return cavp_names_out[i].why;
    return NULL;
}

static const struct {
    const char *key, *why;
} cavp_keys_out[] = {
    {"PLAINTEXT", "encryption"},
    {"CIPHERTEXT", "encryption"},
    {"Key", "encryption"},
    {"KEY", "encryption"},
    {"KEYs", "encryption"},
    {"Mac", "message authentication"},
    {"Klen", "message authentication"},
    {"EntropyInput", "random generators"},
    {"IKM", "key derivation"},
    {"PRF", "key derivation"},
    {"Outputlen", "hash SHAKE out of scope"},
    {"G", "DSA or Diffie-Hellman"},
    {"ZIUT", "key agreement"},
    {"Z", "key agreement"},
    {"QCAVSx", "key agreement"},
    {"DeriveKey", "key derivation"},
    {"K", "encryption"},
};

const char *scope_cavp_key(const char *key)
{
    for (size_t i = 0; i < ARRAY_LEN(cavp_keys_out); i++)
        if (strcmp(key, cavp_keys_out[i].key) == 0)
            return cavp_keys_out[i].why;
    return NULL;
}
