/* explain - what the parts of the command share (command_explain*.c). */
#ifndef SIGCOST_EXPLAIN_H
#define SIGCOST_EXPLAIN_H

#include "bench/output.h"
#include "bench/tree_build.h"

enum explain_given {
    GIVEN_IMPL = 1,
    GIVEN_PAYLOAD = 2,
    GIVEN_SECONDS = 4,
    GIVEN_DEPTH = 8,
    GIVEN_KEYS = 16,
    GIVEN_SAME = 32,
    GIVEN_TOY = 64,
    GIVEN_JSON = 128
};

/* What the user asked for. */
struct explain_request {
    const char *what, *op_name; /* the arguments */
    const struct alg *alg;      /* NULL: all seven */
    unsigned ops;               /* bits 1 << enum op */
    const char *impl;
    size_t payload;
    double seconds; /* for one operation */
    unsigned keys;  /* of an RSA key generation; 0: as many as fit */
    unsigned depth;
    int same_candidates, toy, questions;
    unsigned given; /* enum explain_given: which options there were */
    const char *json;
};

/* 0, or the exit code after a message. Fills in what the arguments say. */
int explain_check(struct explain_request *request, const char *command);
/* Whether a line each is wanted and not one tree. */
int explain_is_many(const struct explain_request *request);
int explain_one(const struct explain_request *request, const char *command);
/* Every step asked for in every cell asked for: a line each, then median and worst. */
int explain_many(const struct explain_request *request, const char *command);
int explain_fields(const struct explain_request *request, const char *command);
int explain_same_candidates(const struct explain_request *request, const char *command);
void explain_questions(FILE *to);

/* NULL after a message: no such step, it does not run here, or it is a peer's. */
const struct impl *explain_row(const struct alg *alg, const char *impl, const char *command);

/* Opens `path` (NULL: nothing is written), fills *out by `make`, writes. Exit code. */
int explain_write_json(struct outfile *out, json_t *root, const char *command);

#endif
