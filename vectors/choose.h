/* choose - names of the command line to the registry's rows. */
#ifndef SIGCOST_VECTOR_CHOOSE_H
#define SIGCOST_VECTOR_CHOOSE_H

#include "vectors/runner.h"

struct choices {
    struct choice *at;
    size_t count;
    struct arena arena;
};

/* list: names with commas; "self", "all" (every self-written step) and "peers" too. FAILED: *error says
 * which name is unknown, for free(). */
enum result choose(struct choices *out, const char *list, char **error);
void choices_free(struct choices *choices);

#endif
