/* cavp - what the two halves of that reader share: records of "key = value" lines, and cases. */
#ifndef SIGCOST_VECTOR_CAVP_H
#define SIGCOST_VECTOR_CAVP_H

#include "vectors/case.h"
#include "vectors/source.h"

/* Every key that an in-scope file has; the others are known and ignored, or an error. */
enum cavp_key {
    KEY_LEN,
    KEY_MSG,
    KEY_MD,
    KEY_SEED,
    KEY_COUNT,
    KEY_PRIVATE, /* d */
    KEY_QX,
    KEY_QY,
    KEY_K,
    KEY_R,
    KEY_S,
    KEY_RESULT,
    KEY_HASH, /* SHAAlg */
    KEY_N,
    KEY_E,
    KEY_P,
    KEY_Q,
    KEY_XP1,
    KEY_XP2,
    KEY_XQ1,
    KEY_XQ2,
    KEY_TOTAL
};

/* What the keys of a file make of it. */
enum cavp_kind {
    CAVP_SHA,
    CAVP_SHA_MONTE,
    CAVP_EC_KEY_PAIR,
    CAVP_EC_PUBLIC,
    CAVP_EC_SIGN,
    CAVP_EC_VERIFY,
    CAVP_RSA_KEY,
    CAVP_RSA_SIGN,
    CAVP_RSA_VERIFY,
    CAVP_KIND_TOTAL
};

struct cavp_value {
    const char *at; /* NULL: not set */
    size_t len, line;
};

struct cavp {
    struct source *source;
    const char *file_name; /* without its folder */
    enum cavp_kind kind;
    size_t line;  /* of what is read now */
    size_t first; /* the first line of this record; 0: it has none yet */
    struct cavp_value value[KEY_TOTAL];
    /* from the header in brackets */
    int has_header;
    const char *skip;
    unsigned bits;
    enum hash_id hash;
    struct bytes seed; /* Monte Carlo: where the next checkpoint starts */
    int seed_lost;     /* ... which the file does not say */
    struct arena record, section;
    size_t cases;
    struct case_sink *sink;
};

/* A header's text without its brackets. */
enum result cavp_header(struct cavp *cavp, const char *text, size_t len);
/* The case of a whole record, to the sink. */
enum result cavp_case(struct cavp *cavp);

#endif
