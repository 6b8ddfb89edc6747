/* explain - what the parts of the command share (command_explain*.c). */
#ifndef SIGCOST_EXPLAIN_H
#define SIGCOST_EXPLAIN_H

#include "bench/output.h"
#include "bench/tree_build.h"

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
    int same_candidates, toy;
    const char *json;
};

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
