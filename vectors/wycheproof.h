/* wycheproof - what the two halves of that reader share: groups and tests. */
#ifndef SIGCOST_VECTOR_WYCHEPROOF_H
#define SIGCOST_VECTOR_WYCHEPROOF_H

#include "vectors/case.h"
#include "vectors/json.h"

/* What the tests of a group share. */
struct wycheproof_group {
    enum group_type type;
    const char *skip; /* NULL, or why all its tests are out of scope */
    unsigned bits;
    struct sig_params params;
    struct key_data key;
};

/* Fills *to, whose type is set, from the group's own members. FAILED with the error line set. */
enum result wycheproof_group(struct wycheproof_group *to, struct json_reader *reader,
                             const json_t *group);

#endif
