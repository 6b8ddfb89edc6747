/* json - typed reads from a parsed file (jansson), each with an error line that names the place. */
#ifndef SIGCOST_VECTOR_JSON_H
#define SIGCOST_VECTOR_JSON_H

#include <jansson.h>

#include "vectors/scope.h"
#include "vectors/source.h"

/* What jansson may hold for one file. */
#define JSON_MAX_BYTES ((size_t)512 << 20)

/* One file on its way to cases. `group` and `test` hold octets: reset by the reader. */
struct json_reader {
    struct source *source;
    struct arena group, test;
    size_t group_index, test_index;
    int in_test;
    json_int_t tc_id;
    json_int_t *ids; /* every tcId so far, to find one used twice */
    size_t id_count, id_room;
};

/* The document, or NULL with the source's error line set: not JSON, a key twice in an object, numbers
 * or nesting out of range, or more than JSON_MAX_BYTES of memory. For json_decref. */
json_t *json_parse(struct source *source);

/* Sets the error line with the reader's place in front. Always FAILED. */
enum result json_error_at(struct json_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A member that must be there, with the right type; FAILED with the error line set. The borrowed
 * value lives as long as the document. */
enum result json_text(const char **out, struct json_reader *reader, const json_t *object,
                      const char *key);
enum result json_whole(json_int_t *out, struct json_reader *reader, const json_t *object,
                       const char *key, json_int_t most);
enum result json_truth(int *out, struct json_reader *reader, const json_t *object, const char *key);
enum result json_list(const json_t **out, struct json_reader *reader, const json_t *object,
                      const char *key);
enum result json_dict(const json_t **out, struct json_reader *reader, const json_t *object,
                      const char *key);
/* Octets in hex, an even number of digits, into the arena. */
enum result json_hex(struct bytes *out, struct json_reader *reader, struct arena *arena,
                     const json_t *object, const char *key);

/* A hash or a curve by name. In scope: *id or *bits; out of scope: *skip says why, unless it said something
 * before. FAILED: not a string, or a name that nobody knows. */
enum result json_hash(enum hash_id *id, const char **skip, struct json_reader *reader,
                      const json_t *object, const char *key);
enum result json_curve(unsigned *bits, const char **skip, struct json_reader *reader,
                       const json_t *object, const char *key);

/* Reads tcId, notes it, and moves the reader's place to it. */
enum result json_enter_test(struct json_reader *reader, const json_t *test, size_t index);
/* FAILED if a tcId came twice. */
enum result json_ids_unique(struct json_reader *reader);
void json_reader_free(struct json_reader *reader);

#endif
