/* command_scale - what the parts of the command share (command_scale*.c). */
#ifndef SIGCOST_COMMAND_SCALE_H
#define SIGCOST_COMMAND_SCALE_H

#include "bench/output.h"
#include "bench/tree_ladder.h"

enum { SCALE_POINTS = 16 };

/* y = c x^exponent by least squares on logarithms; [low, high]: 95 % by Student's t, NAN below 3 points. */
struct power_fit {
    double exponent, low, high;
    size_t n;
};
void scale_fit_power(struct power_fit *out, const double *x, const double *y, size_t n);

/* y = a + b x by least squares with weights 1/y^2: every point counts by its relative error. */
struct line_fit {
    double a, b, worst; /* worst: largest relative residual */
};
void scale_fit_line(struct line_fit *out, const double *x, const double *y, size_t n);

/* A sweep of one operation: rows in order of x. */
struct sweep {
    enum op op;
    const char *alg; /* payload sweeps: each algorithm is one; else "" */
    size_t n;
    double x[SCALE_POINTS], ns[SCALE_POINTS], low[SCALE_POINTS], high[SCALE_POINTS];
    double products[SCALE_POINTS]; /* counted: limb and vector products; NAN where unknown */
    const char *name[SCALE_POINTS];
    const struct record *row[SCALE_POINTS];
    struct power_fit time, counts;
    struct line_fit line;
};

struct scale {
    const char *what; /* "rsa", "curve", "payload" */
    const char *impl; /* as asked for */
    struct sweep *sweeps;
    size_t count;
    const struct results *results;
};

/* Turns *s into what the sweep measures. FAILED: no such sweep. */
enum result scale_select(struct selection *s, const char *what);
/* The sweeps of `results`, which must outlive *out, counted and fitted. FAILED: out of memory. */
enum result scale_fill(struct scale *out, const struct results *results, const char *what,
                       const char *impl);
void scale_clear(struct scale *scale);
void scale_print(FILE *to, const struct scale *scale);
void scale_csv(FILE *to, const struct scale *scale);
json_t *scale_json(const struct scale *scale);
/* The payload at which two verifications cost the same; NAN if they never do. */
double scale_crossing(const struct sweep *a, const struct sweep *b);

#endif
