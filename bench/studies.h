/* studies - two published comparisons, claim by claim, against the figures of one results file.
 *
 * A claim has criteria: something measured, and the range in which the claim holds. Each is judged for two columns:
 * the libraries that the studies used (OpenSSL; Ed25519 by libsodium in the second), and `self`. Times are means, as
 * in the studies, with 95 % intervals by bootstrap. A criterion holds where the interval lies in the range, fails where it
 * lies outside, and depends where it crosses an edge; a claim holds where all its criteria hold in all columns that were
 * measured, fails where all fail, and depends otherwise. */
#ifndef SIGCOST_STUDIES_H
#define SIGCOST_STUDIES_H

#include <stdio.h>

#include "bench/compare_file.h"

enum claim_verdict { CLAIM_UNMEASURED, CLAIM_HOLDS, CLAIM_FAILS, CLAIM_DEPENDS };
enum column { BY_PEERS, BY_SELF, COLUMNS };
enum study { STUDY_SDG, STUDY_XEON, STUDIES };

extern const char *const study_titles[STUDIES];
const char *claim_word(enum claim_verdict verdict);

/* What is measured of algorithms a and b. */
enum measure_kind {
    MEASURE_RATIO,      /* mean time of a over that of b */
    MEASURE_TIME,       /* mean time of a, us */
    MEASURE_SIG_BYTES,  /* a signature of a, raw octets */
    MEASURE_SIG_SAVING, /* per cent that a's signature (DER) is shorter than b's */
    MEASURE_LEAD_TIME,  /* mean time of the best of the list b over that of a */
    MEASURE_LEAD_SIG,   /* the same of signature octets */
    MEASURE_LEAD_KEY,   /* and of public key octets (SubjectPublicKeyInfo) */
    MEASURE_STRENGTH    /* bits by SP 800-57 part 1 table 2; Ed25519: RFC 8032 */
};

struct criterion {
    const char *what;
    enum measure_kind kind;
    const char *a, *b, *op;
    size_t payload;
    double low, high; /* the range in which the claim holds */
};

enum { MAX_CRITERIA = 6 };

struct claim {
    enum study study;
    const char *says, *claimed;
    struct criterion criteria[MAX_CRITERIA]; /* a NULL `what` ends them */
};

extern const struct claim claims[]; /* a NULL `says` ends the list */
size_t claim_count(void);

/* What a criterion measures in a column; n == 0 where the file does not have it. */
void criterion_measure(struct interval *out, const struct criterion *criterion, enum study study,
                       enum column column, const struct bench_file *file);
enum claim_verdict criterion_judge(const struct criterion *criterion,
                                   const struct interval *measured);
/* Of several; CLAIM_UNMEASURED ones do not count. */
enum claim_verdict claim_join(const enum claim_verdict *verdicts, size_t count);

struct finding {
    struct interval measured[MAX_CRITERIA][COLUMNS];
    enum claim_verdict by[MAX_CRITERIA][COLUMNS], all;
};
void claim_find(struct finding *out, const struct claim *claim, const struct bench_file *file);

/* The cell of an algorithm in a column, NULL if it was not measured. payload is 0 for keygen. */
const struct bench_entry *studies_cell(const struct bench_file *file, enum study study,
                                       enum column column, const char *alg, const char *op,
                                       size_t payload);
/* Octets of a signature: DER for ECDSA (its mean of the shortest and longest seen), or raw. */
double studies_sig(const struct bench_entry *entry, int der);
/* mean(a) / mean(b) with a 95 % interval by bootstrap; b may be NULL: mean(a). */
void studies_mean(struct interval *out, const struct bench_entry *a, const struct bench_entry *b);

/* The user's own mix of events: signatures, verifications, message octets. */
struct mix {
    double sign, verify;
    size_t bytes;
    double rate; /* events a second */
};
/* "1:10:512" */
enum result mix_parse(struct mix *out, const char *text);
struct mix_cost {
    double ns;    /* for one event, on one core */
    double cores; /* for the rate */
    double mbit;  /* megabits a second: for each signature made, message and signature */
};
/* FAILED: sign or verify of that payload was not measured. */
enum result mix_price(struct mix_cost *out, const struct mix *mix, const struct bench_file *file,
                      enum column column, const char *alg);
/* Verifications a signature from which on `a` costs less than b in all; INFINITY: never, 0: from the first. */
double break_even(double a_sign, double a_verify, double b_sign, double b_verify);

/* Sections of the output. */
void studies_print(FILE *to, const struct bench_file *file, const struct mix *mix);
void studies_scenarios(FILE *to, const struct bench_file *file, const struct mix *mix);
void studies_reasons(FILE *to, const struct bench_file *file);
/* The caller's to decref; NULL: out of memory. */
json_t *studies_json(const struct bench_file *file, const struct mix *mix);

extern const char *const studies_algs[]; /* the six; NULL ends */
extern const size_t studies_payloads[3];

#endif
