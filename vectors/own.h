/* own - the functions of this project that vectors speak of and the contract does not. */
#ifndef SIGCOST_VECTOR_OWN_H
#define SIGCOST_VECTOR_OWN_H

#include "vectors/runner.h"

extern const struct own_functions own_functions;
/* Closes the groups that sign_with_nonce opened. */
void own_close(void);

#endif
