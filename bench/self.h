/* self - the parts of bench/self.c: each family writes the rows of its engines. */
#ifndef SIGCOST_SELF_H
#define SIGCOST_SELF_H

#include "bench/impl.h"

/* How many engines the family has. */
size_t self_rsa_engines(void);
size_t self_ec_engines(void);
size_t self_ed25519_engines(void);

/* *row = the family's engine number i for alg. FAILED: out of memory. */
enum result self_rsa_row(struct impl *row, const struct alg *alg, size_t i);
enum result self_ec_row(struct impl *row, const struct alg *alg, size_t i);
enum result self_ed25519_row(struct impl *row, const struct alg *alg, size_t i);

/* Bytes of the window that an RSA step's power makes anew for each operation; 0: none, or not known. */
size_t self_rsa_table_bytes(const struct impl *row);

#endif
