/* studies_counts - counted runs of self-written steps for `studies`. */
#ifndef SIGCOST_STUDIES_COUNTS_H
#define SIGCOST_STUDIES_COUNTS_H

#include "bench/studies.h"
#include "bignum/count.h"

/* The mean counts of one signature of 1 KiB. FAILED with *why, which is one line: the counted build is not
 * there, the step does not run here. */
enum result studies_count(double out[OP_COUNT], const char *alg, const char *step,
                          const char **why);

#endif
