/* machine - the record that goes with every result. Empty strings where the system does not tell. */
#ifndef SIGCOST_MACHINE_H
#define SIGCOST_MACHINE_H

#include <stddef.h>

struct machine {
    char date[40]; /* ISO 8601 with zone */
    char host[72];
    char executable[256];
    char cpu[128];
    char features[256];  /* those that the steps and libraries use, of what the CPU has */
    char hypervisor[16]; /* "yes" in a virtual machine: steal and migration are possible */
    unsigned cpus;       /* online */
    double cycle_hz;
    const char *cycles; /* "TSC" or what stands in for it */
    char constant_tsc[8];
    char governor[32], turbo[16], aslr[16];
    double load[3];
    char kernel[160];
    const char *compiler, *flags, *commit;
    char gmp[16], gmp_path[256]; /* the GMP that runs */
    const char *hash_engine;     /* what the schemes hash with */
};

void machine_read(struct machine *out);

/* The build's version: `sigcost --version`. */
const char *machine_version(void);

#endif
