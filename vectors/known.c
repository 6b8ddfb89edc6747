#include <string.h>

#include "vectors/runner.h"

/* Where a peer's answer is not ours, and why it may be. Nothing else of a peer's is excused. */
static const struct {
    const char *impl; /* NULL: any library */
    enum case_kind kind;
    enum family family;
    const char *flag; /* a part of the case's flags */
    int got;          /* 1: it accepts what is invalid here; 0: the other way round */
    const char *why;
} known[] = {
    {NULL, CASE_VERIFY, FAMILY_RSA, "MissingNull", 1,
     "Wycheproof calls a DigestInfo without the NULL acceptable; strict re-encoding does not"},
    {"libgcrypt", CASE_VERIFY, FAMILY_RSA, "SignatureMalleability", 1,
     "it does not check that the signature is below n (RFC 8017 5.2.2 step 1)"},
    {"wolfssl", CASE_VERIFY, FAMILY_RSA, "SignatureMalleability", 1,
     "it does not check that the signature is below n (RFC 8017 5.2.2 step 1)"},
    {"libgcrypt", CASE_VERIFY, FAMILY_ED25519, "SignatureMalleability", 1,
     "it does not check S < L (RFC 8032 5.1.7 step 1)"},
    {"libgcrypt", CASE_VERIFY, FAMILY_ED25519, "InvalidKtv", 1,
     "it does not check S < L (RFC 8032 5.1.7 step 1)"},
    {"libgcrypt", CASE_VERIFY, FAMILY_ED25519, "S + L", 1,
     "it does not check S < L (RFC 8032 5.1.7 step 1)"},
    {"botan", CASE_VERIFY, FAMILY_ED25519, "S + L", 1,
     "version 2 checks the top bits of S alone, not S < L"},
    {"botan", CASE_VERIFY, FAMILY_ED25519, "SignatureMalleability", 1,
     "version 2 checks the top bits of S alone, not S < L"},
    {"botan", CASE_VERIFY, FAMILY_ED25519, "InvalidKtv", 1,
     "version 2 checks the top bits of S alone, not S < L"},
    {"wolfssl", CASE_VERIFY, FAMILY_ED25519, "InvalidKtv", 1,
     "version 5.5 accepts an S just above L (RFC 8032 5.1.7 step 1)"},
    {"nettle", CASE_VERIFY, FAMILY_ECDSA, "PointDuplication", 0,
     "its last addition does not handle u1 G = u2 Q (ecc_add_jjj wants different points)"},
    {NULL, CASE_PUBLIC_KEY, FAMILY_ED25519, "", 1,
     "it keeps the 32 octets and decodes the point when it verifies"},
};

const char *known_difference(const char *impl, const struct vector_case *one, int got)
{
    const char *flags = one->flags ? one->flags : "";
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if ((!known[i].impl || strcmp(known[i].impl, impl) == 0) && known[i].kind == one->kind &&
            known[i].family == one->family && known[i].got == got && strstr(flags, known[i].flag))
            return known[i].why;
    return NULL;
}
