/* ctmsan - what the checks under clang's MemorySanitizer share: secrets are poisoned, and the sanitizer
 * ends the process at the first branch or address that depends on one. So each case is a process.
 * For code that valgrind does not run (AVX-512, SHA-NI). Shadows go through vector instructions lane by
 * lane at best, so all limbs of a secret are poisoned at once; and an addition's carry does not take
 * the shadow past the poisoned bits, so a branch on a carry alone is missed here: the IFMA kernels'
 * carries are checked in C, by tests/ct_ifma.h.
 */
#ifndef SIGCOST_TEST_CTMSAN_H
#define SIGCOST_TEST_CTMSAN_H

#include <fcntl.h>
#include <sanitizer/msan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MSAN_FOUND = 77 }; /* the exit status of a process that the sanitizer ended */

/* Secrets alone are poisoned, not fresh memory (nor the stack, by -msan-poison-stack=0): GMP, not built
 * for the sanitizer, writes into both unseen. */
const char *__msan_default_options(void);
const char *__msan_default_options(void)
{
    return "exitcode=77:poison_in_malloc=0:poison_in_free=0";
}

/* run() returns 1 if the operation went well. `leaky`: has to be caught. 1 if it is not as it has to be. */
static inline int ctmsan_case(const char *step, const char *what, int (*run)(int), int argument,
                              int leaky)
{
    const char *said;
    int status = -1, bad;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        if (leaky) {
            int nowhere = open("/dev/null", O_WRONLY);
            if (nowhere >= 0)
                dup2(nowhere, STDERR_FILENO);
        }
        _exit(run(argument) ? 0 : 1);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        status = -1;
    else
        status = WEXITSTATUS(status);
    bad = status != (leaky ? MSAN_FOUND : 0);
    if (status != 0 && status != MSAN_FOUND)
        said = "the operation failed";
    else if (leaky)
        said = bad ? "control, NOT caught: nothing is proved" : "control, caught";
    else
        said = bad ? "a branch or an address depends on a secret" : "0";
    printf("%s  %-12s %s: %s\n", bad ? "FAIL" : "ok  ", step, what, said);
    return bad;
}

#endif
