/* acvp - what the parts of that reader share: its state and the way to a member. */
#ifndef SIGCOST_VECTOR_ACVP_H
#define SIGCOST_VECTOR_ACVP_H

#include "vectors/case.h"
#include "vectors/json.h"

/* Members that all tests of a file or a group share. Where a member may stand in the test or in its
 * group (the revisions differ), the test's is taken first. */
struct acvp {
    struct json_reader reader;
    enum acvp_mode mode;
    const char *hash_name; /* of a file that is about one hash */
    const json_t *group;
    const char *type; /* "AFT", "MCT", ... */
    const char *group_skip;
    struct vector_case shared;
    struct case_sink *sink;
};

/* A member of the test or, where it has none of that name, of its group. */
int acvp_has(const struct acvp *acvp, const json_t *test, const char *key);
enum result acvp_hex(struct bytes *out, struct acvp *acvp, const json_t *test, const char *key);
/* The same where it need not be there; *out is left alone then. */
enum result acvp_hex_optional(struct bytes *out, struct acvp *acvp, const json_t *test,
                              const char *key);
enum result acvp_out_of_memory(struct acvp *acvp);

/* A test of a SHA-2 file: AFT, MCT (one case a checkpoint), LDT. */
enum result acvp_hash_test(struct vector_case *one, struct acvp *acvp, const json_t *test);

#endif
