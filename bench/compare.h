/* compare - two results files, cell by cell: is NEW slower than OLD, and is that more than chance?
 *
 * Samples of one run are not independent: a neighbour on the machine stays for a while, and hundreds of samples taken
 * meanwhile say one thing a hundred times. So a cell's samples are taken together in COMPARE_BLOCKS blocks, each a stretch
 * of the run, and the blocks' medians are what is tested.
 *
 * And a machine is faster on one day than on another, which no number of samples from one day shows. What shows it is
 * the other cells. So changes are judged relative to the median change of all cells (the drift), and must pass a margin:
 * the threshold, or five times the scatter of the cells' changes (from their median absolute deviation, as a standard
 * deviation of logarithms) where that is more. With fewer than FEW_CELLS cells, or on request (absolute), the drift is
 * taken as 1 and the scatter as 0.
 *
 * A cell is `slower` when three things agree on more than the margin: the ratio of the medians with the whole of its
 * 95 % interval; a one-sided Mann-Whitney U test of NEW against OLD times (1 + threshold), at 5 % for all cells
 * together (Holm 1979); and the ratio of the lower deciles, for what a busy machine adds it adds to some of the samples,
 * and a slower program is slower in all. `faster` is the same with OLD and NEW exchanged.
 *
 * Where everything is slower alike, it is the machine or what all cells share, and no cell can tell; the yardstick can
 * (bench/yardstick.h), which both runs timed and no build changes. By how much cells follow it depends on what slowed
 * the machine (its clock, a neighbour on the other half of the core, memory), so its change counts twice over: the drift
 * must exceed the threshold times the square of what the yardstick lost. It is a regression where that is beyond chance:
 * for the drift with its interval, for every block of NEW's run against every one of OLD's, and neither run was
 * disturbed. Files without one yardstick in common cannot tell. */
#ifndef SIGCOST_COMPARE_H
#define SIGCOST_COMPARE_H

#include "bench/compare_file.h"

enum change_verdict {
    CHANGE_SAME, /* no significant change beyond the threshold */
    CHANGE_SLOWER,
    CHANGE_FASTER,
    CHANGE_TOO_FEW, /* fewer than COMPARE_LEAST samples, or too few for so many cells */
    CHANGE_BROKEN,  /* it gives wrong results now; or it had a time and now ends in an error */
    CHANGE_GONE,    /* no time, or no cell, in NEW */
    CHANGE_NEW      /* none in OLD */
};

enum { FEW_CELLS = 5, COMPARE_BLOCKS = 12, COMPARE_LEAST = 8 };

/* Medians of consecutive stretches of a cell's samples; fewer than COMPARE_LEAST are too few. */
struct blocks {
    double median[COMPARE_BLOCKS];
    size_t count;
};

struct change {
    const struct bench_entry *old, *new; /* NULL where the file has no such cell */
    struct blocks old_blocks, new_blocks;
    struct interval ratio;     /* NEW over OLD, medians; n == 0 where there is none */
    double p;                  /* of no difference at all, two-sided */
    double p_slower, p_faster; /* of a difference within the threshold, one-sided */
    enum change_verdict verdict;
};

/* What is said of the drift, where it is not in the cells' verdicts (absolute). */
enum everything {
    EVERYTHING_SAME,    /* not slower than the threshold by the median */
    EVERYTHING_UNKNOWN, /* slower, but that cannot be told from the machine of one moment */
    EVERYTHING_SLOWER
};

struct comparison {
    struct change *changes;
    size_t count;
    size_t verdicts[CHANGE_NEW + 1]; /* how many of each */
    struct interval drift;           /* median of the ratios of all cells that have one */
    double judged_drift, margin;     /* what changes were judged by: 1.05 is 5 % */
    struct interval machine; /* NEW over OLD by the yardstick; n == 0: the files do not say */
    enum everything everything;
    double disturbed; /* the larger share of disturbed samples of both runs; NAN where not known */
};

/* threshold: 0.05 is 5 %. FAILED: out of memory. The files must outlive the comparison. */
enum result compare_files(struct comparison *out, const struct bench_file *old,
                          const struct bench_file *new, double threshold, int absolute);
/* NEW over OLD: the ratio of the medians of all samples; its interval from the blocks. */
void blocks_ratio(struct interval *out, const struct bench_entry *old, const struct blocks *of_old,
                  const struct bench_entry *new, const struct blocks *of_new);
/* compare_drift: out->machine. FAILED: out of memory. */
enum result measure_machine(struct comparison *out, const struct bench_file *old,
                            const struct bench_file *new);
/* compare_drift: the last step, once drift, changes and the machine are known. */
void judge_everything(struct comparison *out, double threshold, int absolute);
#define DISTURBED_MOST 0.02 /* share of samples: above it a machine was busy */

/* Splits x, in the order in which it was measured. FAILED: out of memory. */
enum result blocks_of(struct blocks *out, const double *x, size_t n);

void comparison_clear(struct comparison *comparison);

/* Why two files should not be compared (other CPUs, other algorithms, hashes or key sizes): DONE, or FAILED with
 * one line. */
enum result compare_allowed(const struct bench_file *old, const struct bench_file *new,
                            char why[BENCH_FILE_WHY]);

/* The probability of a U at least as large if both come from one law (Mann and Whitney 1947): small means that the
 * values of b tend to be above those of a. Exact without ties and up to 50 values together, else by the normal law
 * with corrections for ties and continuity. Sorts both; 1 where one is empty. */
double mann_whitney(double *a, size_t na, double *b, size_t nb);
/* The smallest value that mann_whitney() can give for such sizes. */
double mann_whitney_least(size_t na, size_t nb);

#endif
