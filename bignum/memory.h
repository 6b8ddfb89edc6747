/* memory - what is left behind: on the stack and in registers after secret work, and in what GMP frees.
 *
 * What GMP allocates is wiped before it is freed, and a request of GMP's that cannot be met ends the
 * program in words instead of by abort().
 *
 * GMP has no way to report that memory has run out: its functions return nothing, and its own allocator
 * aborts. So a program that installs these functions stops with one line on stderr and exit
 * status 2, after its atexit() handlers, which take away files that are not finished. What this project
 * allocates itself is checked and reported by results.
 * Cost      a memset for each free and for each growth, which copies.
 * Threads   as malloc. Libraries in the same process that use GMP (nettle) share the functions.
 * Checked   tests/test_faults_memory.c, tests/test_secrets.c
 */
#ifndef SIGCOST_MEMORY_H
#define SIGCOST_MEMORY_H

#include <stddef.h>

/* Before the first GMP number of the process is made. `out_of_memory`: called where a request cannot be met,
 * must not return; NULL: the line and exit(2). */
void gmp_memory_install(void (*out_of_memory)(void));

/* malloc() that ends the program in the same way, for another library that cannot be relied on to say so. */
void *memory_or_end(size_t size);

/* Clears so many KiB of the stack below the caller, where called functions have had their frames and spilled
 * what they held, and the vector registers that a call may change (the x86-64 ones; a library's lazy binding and
 * signals copy them to the stack). For the end of a public operation on secrets. About 20 ns a KiB. */
void wipe_stack(unsigned kib);

enum { STACK_OF_CURVES = 8, STACK_OF_RSA = 16, STACK_OF_RSA_KEYS = 64 };

#endif
