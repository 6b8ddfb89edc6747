/* tree_keygen - RSA key generation explained: a matter of luck, so counts and times of the very same keys.
 *
 * Key number i comes from seed i in the timed run and again in the counted build, so the prediction
 * is made of the counts of the keys that were timed; beside it stands what is to be expected of any. */
#ifndef SIGCOST_TREE_KEYGEN_H
#define SIGCOST_TREE_KEYGEN_H

#include "bench/tree_build.h"

/* What a search is to cost, and what the keys of this run took. All for one key, means; a key is two primes. */
struct search_counts {
    double candidates, divisions, rounds;
};

struct tree_keygen {
    unsigned bits;       /* of a prime */
    unsigned keys;       /* timed and counted */
    unsigned rounds;     /* of Miller-Rabin that a prime passes */
    unsigned long bound; /* primes below it sift the candidates; 0: none do */
    struct search_counts expected, actual;
    double expected_ns;
    double fastest_ns, slowest_ns;
    double *candidates; /* of each prime counted, more keys than were timed where they fit */
    size_t primes;
};

/* keys == 0: what fits in about `seconds`. */
enum result tree_keygen(struct explanation *out, struct tree_keygen *search, const struct impl *row,
                        unsigned keys, double seconds, const char **why);
void tree_keygen_clear(struct tree_keygen *search);
/* Expected and actual, and the distribution of the candidates as a histogram. */
void tree_keygen_print(FILE *to, const struct tree_keygen *search);
json_t *tree_keygen_json(const struct tree_keygen *search);

#endif
