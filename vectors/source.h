/* source - a vector file in memory, its one error line, and room for the octets that a reader makes. */
#ifndef SIGCOST_VECTOR_SOURCE_H
#define SIGCOST_VECTOR_SOURCE_H

#include "bignum/base.h"

/* Files above this are refused before they are read; the largest published one has 10 MB. */
#define SOURCE_MAX_BYTES ((size_t)64 << 20)

struct source {
    const char *path;
    char *text; /* len octets and a zero byte */
    size_t len;
    char error[512]; /* "path: place: what", one printable line; empty while all is well */
};

/* DONE, or FAILED with source->error set and nothing held. */
enum result source_read(struct source *source, const char *path);
void source_free(struct source *source);
/* Sets the error line, unless there is one already (the first is the cause); unprintable octets
 * become '?'. Always FAILED. */
enum result source_error(struct source *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Memory that is given back all at once. */
struct arena {
    struct arena_chunk *chunk;
};

/* Where there is no memory the program ends (bench/need.h). NULL: len is no size. len may be 0. Aligned for any type. */
void *arena_alloc(struct arena *arena, size_t len);
char *arena_format(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void arena_reset(struct arena *arena);

/* out = the octets that hex spells, in either case; len digits. An odd number of digits is refused,
 * or with `odd` is a number whose first digit stands alone. FAILED: not hex, or out of memory. */
enum result hex_decode(struct bytes *out, struct arena *arena, const char *hex, size_t len,
                       int odd);
/* number without its leading zeros: at least one octet unless it was empty. */
struct bytes strip_zeros(struct bytes number);
/* out = number in exactly width octets, big-endian, leading zeros dropped or added. FAILED: the
 * value is wider, or out of memory. */
enum result fixed_width(struct bytes *out, struct arena *arena, struct bytes number, size_t width);
/* out = a || b */
enum result join(struct bytes *out, struct arena *arena, struct bytes a, struct bytes b);

#endif
