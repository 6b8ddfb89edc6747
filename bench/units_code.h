/* units_code - bytes of machine code that belong to a step, read from this program's own symbol table. */
#ifndef SIGCOST_UNITS_CODE_H
#define SIGCOST_UNITS_CODE_H

#include "bench/impl.h"

/* The functions of the object that holds the step's scalar multiplication or private operation, GMP's not
 * among them; 0 where the program was stripped or is no ELF file. */
size_t code_bytes(const struct impl *row);
/* The same for any static function of an object. */
size_t code_bytes_around(uintptr_t function);

#endif
