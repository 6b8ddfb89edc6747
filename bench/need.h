/* need - memory that the program cannot do without. Where it is refused the program ends as it does for GMP and jansson
 * (bignum/memory.h): one line, exit status 2, unfinished files taken away. So nothing is left out of a table, and
 * no step is called wrong or absent, because memory has run out. */
#ifndef SIGCOST_NEED_H
#define SIGCOST_NEED_H

#include <stddef.h>

/* calloc(), realloc() of count things of this size; count * size must not overflow. */
void *need_zeroed(size_t count, size_t size);
void *need_grown(void *block, size_t count, size_t size);

/* Ends the program if errno says that memory has run out; for failures that say no more than FAILED. Set errno = 0
 * before what may fail; each failing malloc() sets it. */
void need_memory(void);

#endif
