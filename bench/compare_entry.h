/* compare_entry - how compare_file.c reads one cell. Functions that fail say why in one line. */
#ifndef SIGCOST_COMPARE_ENTRY_H
#define SIGCOST_COMPARE_ENTRY_H

#include "bench/compare_file.h"

const char *entry_text(const json_t *object, const char *key); /* "" where absent or no text */
double entry_size(const json_t *object, const char *key);      /* 0 where absent or no size */
/* FAILED, always. */
__attribute__((format(printf, 2, 3))) enum result entry_bad(char why[BENCH_FILE_WHY],
                                                            const char *format, ...);

/* All fields but its times, and its name. */
void entry_describe(struct bench_entry *entry, const json_t *from);
/* The samples of `from`, or its own time. */
enum result entry_add_times(struct bench_entry *entry, const json_t *from,
                            char why[BENCH_FILE_WHY]);
/* samples: a list of times in ns. */
enum result entry_add_samples(struct bench_entry *entry, const json_t *samples,
                              char why[BENCH_FILE_WHY]);
/* entry->time, on a copy: the samples keep their order. Without samples, an error if it has none yet. */
enum result entry_summarise(struct bench_entry *entry, char why[BENCH_FILE_WHY]);

#endif
