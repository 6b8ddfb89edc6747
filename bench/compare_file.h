/* compare_file - a results file in Google Benchmark's schema, ours or another program's.
 *
 * Entries of one name are repetitions and become one cell (Google Benchmark writes one entry for each);
 * aggregates are left out, unless the file has nothing else: then its medians (or means) stand as single values. */
#ifndef SIGCOST_COMPARE_FILE_H
#define SIGCOST_COMPARE_FILE_H

#include <jansson.h>

#include "bench/stats.h"
#include "bignum/base.h"

/* Texts point into the file's JSON; "" where absent. */
struct bench_entry {
    const char *name;
    const char *alg, *op, *impl, *step, *version, *hash; /* ours alone */
    size_t payload;
    unsigned key_bits, threads;
    double sig_min, sig_max, sig_other; /* octets; 0 where not known */
    double private_raw, private_der, public_raw, public_der;
    double cycles;     /* median; 0 where not known */
    double disturbed;  /* samples that others disturbed; NAN where not known */
    const char *error; /* why it has no time; NULL if it has */
    int wrong;         /* the implementation gave a wrong result */
    int failed;        /* another program's benchmark ended in an error */
    double *sample_ns; /* count of them, in the file's order */
    size_t count, room;
    struct summary time; /* of the samples, ns */
};

struct bench_file {
    json_t *json, *index; /* index: from names to places in entries */
    const char *cpu, *date, *host, *commit, *compiler, *flags; /* "" where absent */
    double cpus, mhz;                                          /* 0 where absent */
    struct bench_entry yardstick;                              /* ours; count 0 where absent */
    struct bench_entry *entries;
    size_t count;
    int ours; /* its context names a commit of ours and the CPU */
};

enum { BENCH_FILE_WHY = 256 };

/* FAILED with one line in why (no path in it) and nothing held: unreadable, no JSON, another schema, no
 * benchmark in it, a time that is none. */
enum result bench_file_read(struct bench_file *out, const char *path, char why[BENCH_FILE_WHY]);
/* The same from JSON in memory, whose reference it takes in either case. */
enum result bench_file_take(struct bench_file *out, json_t *json, char why[BENCH_FILE_WHY]);
void bench_file_clear(struct bench_file *file);

/* By name, NULL if there is none. */
const struct bench_entry *bench_file_find(const struct bench_file *file, const char *name);
/* Ours: by what was measured. NULL where it is not there or has no time. */
const struct bench_entry *bench_file_cell(const struct bench_file *file, const char *alg,
                                          const char *op, const char *impl, size_t payload);

#endif
