/* outcome - what became of one case on one implementation, in words. */
#ifndef SIGCOST_VECTOR_OUTCOME_H
#define SIGCOST_VECTOR_OUTCOME_H

#include "vectors/runner.h"

void outcome_say(char to[OUTCOME_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Octets as hex, the first of them if there are many. */
void outcome_say_octets(char to[OUTCOME_TEXT], const uint8_t *at, size_t len);
void outcome_unsupported(struct outcome *out, const char *why);
/* PASSED if the octets are those wanted; else both are shown from where they differ. */
void outcome_compare(struct outcome *out, struct bytes want, const uint8_t *got, size_t len);
/* A digest; for a case that is invalid, any but the file's. */
void outcome_digest(struct outcome *out, const struct vector_case *one, const uint8_t *got,
                    size_t len);
/* A verdict against the expected one; got says how it came about. */
void outcome_judge(struct outcome *out, const struct vector_case *one, enum result result,
                   const char *got);

#endif
