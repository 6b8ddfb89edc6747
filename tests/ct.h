/* ct - what the constant-time checks share. They run under valgrind (`make ct`): secrets are marked
 * undefined, and memcheck reports each branch and each address that depends on them. The library
 * they link is built with -DCT_CHECK (bignum/declassify.h). Exit status: 0 nothing found and the
 * controls caught, 1 otherwise, 77 outside of valgrind.
 *
 * What memcheck cannot see: instructions whose time depends on their operands (division), and what
 * it does not run (valgrind 3.19 has no AVX-512 and no SHA-NI: tests/ctmsan_*.c).
 */
#ifndef SIGCOST_TEST_CT_H
#define SIGCOST_TEST_CT_H

#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "bignum/random.h"

/* The real CPU: valgrind's CPUID hides ADX, though valgrind runs adcx and adox. */
static inline int ct_has_adx(void)
{
    char line[8192];
    FILE *f = fopen("/proc/cpuinfo", "r");
    int found = 0;

    while (f && !found && fgets(line, sizeof line, f))
        found = strncmp(line, "flags", 5) == 0 && strstr(line, " adx ") && strstr(line, " avx2 ") &&
                strstr(line, " bmi2 ");
    if (f)
        fclose(f);
    return found;
}

/* Bytes by a fixed recurrence, handed out as secrets. */
struct ct_rng {
    struct rng rng;
    uint64_t state;
};

static inline enum result ct_fill(struct rng *self, uint8_t *out, size_t len)
{
    struct ct_rng *rng = (struct ct_rng *)self;

    for (size_t i = 0; i < len; i++) {
        rng->state = rng->state * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
        out[i] = (uint8_t)(rng->state >> 56);
    }
    VALGRIND_MAKE_MEM_UNDEFINED(out, len);
    return DONE;
}

#define CT_RNG(seed)                                                                               \
    {                                                                                              \
        {ct_fill}, seed                                                                            \
    }

/* One line. `leaky`: errors are wanted. Returns 1 if it is not as it has to be. */
static inline int ct_report(const char *step, const char *what, unsigned long errors, int done,
                            int leaky)
{
    int bad = !done || (errors != 0) != leaky;

    printf("%s  %-12s %s: ", bad ? "FAIL" : "ok  ", step, what);
    if (!done)
        printf("the operation failed\n");
    else if (leaky)
        printf("%s\n", errors ? "control, caught" : "control, NOT caught: nothing is proved");
    else
        printf("%lu\n", errors);
    fflush(stdout);
    return bad;
}

static inline int ct_outside(const char *name)
{
    if (RUNNING_ON_VALGRIND)
        return 0;
    fprintf(stderr, "%s: run me under valgrind, as `make ct` does\n", name);
    return 1;
}

#endif
