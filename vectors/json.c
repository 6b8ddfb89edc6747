#include "vectors/json.h"

#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* jansson asks for memory here while a file is parsed, so that a small file of brackets cannot take
 * all that the machine has. The blocks are malloc's own, so anybody may free them later. */
static size_t budget_used;

static void *budget_malloc(size_t size)
{
    void *block = budget_used > JSON_MAX_BYTES ? NULL : malloc(size);
    if (block)
        budget_used += malloc_usable_size(block);
    return block;
}

static void budget_free(void *block)
{
    size_t size = block ? malloc_usable_size(block) : 0;
    budget_used -= size < budget_used ? size : budget_used;
    free(block);
}

json_t *json_parse(struct source *source)
{
    json_malloc_t malloc_before;
    json_free_t free_before;
    json_error_t error;
    json_get_alloc_funcs(&malloc_before, &free_before);
    budget_used = 0;
    errno = 0;
    json_set_alloc_funcs(budget_malloc, budget_free);
    json_t *root = json_loadb(source->text, source->len, JSON_REJECT_DUPLICATES, &error);
    json_set_alloc_funcs(malloc_before, free_before);
    if (!root && errno == ENOMEM)
        source_error(source, "out of memory");
    else if (!root && budget_used > JSON_MAX_BYTES)
        source_error(source, "line %d: needs more than %zu MiB of memory", error.line,
                     JSON_MAX_BYTES >> 20);
    if (!root)
        source_error(source, "line %d, column %d: not JSON: %s", error.line, error.column,
                     error.text);
    return root;
}

enum result json_error_at(struct json_reader *reader, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (reader->in_test)
        return source_error(reader->source,
                            "testGroups[%zu].tests[%zu] (tcId %" JSON_INTEGER_FORMAT "): %s",
                            reader->group_index, reader->test_index, reader->tc_id, text);
    return source_error(reader->source, "testGroups[%zu]: %s", reader->group_index, text);
}

static const json_t *member(struct json_reader *reader, const json_t *object, const char *key)
{
    const json_t *value = json_is_object(object) ? json_object_get(object, key) : NULL;
    if (!value)
        json_error_at(reader, "\"%s\" is missing", key);
    return value;
}

static enum result wrong_type(struct json_reader *reader, const char *key, const char *wanted)
{
    return json_error_at(reader, "\"%s\" is not %s", key, wanted);
}

enum result json_text(const char **out, struct json_reader *reader, const json_t *object,
                      const char *key)
{
    const json_t *value = member(reader, object, key);
    if (!value)
        return FAILED;
    *out = json_string_value(value);
    return *out ? DONE : wrong_type(reader, key, "a string");
}

enum result json_whole(json_int_t *out, struct json_reader *reader, const json_t *object,
                       const char *key, json_int_t most)
{
    const json_t *value = member(reader, object, key);
    if (!value)
        return FAILED;
    if (!json_is_integer(value))
        return wrong_type(reader, key, "an integer");
    *out = json_integer_value(value);
    if (*out >= 0 && *out <= most)
        return DONE;
    return json_error_at(reader,
                         "\"%s\" is %" JSON_INTEGER_FORMAT ", not in 0..%" JSON_INTEGER_FORMAT, key,
                         *out, most);
}

enum result json_truth(int *out, struct json_reader *reader, const json_t *object, const char *key)
{
    const json_t *value = member(reader, object, key);
    if (!value)
        return FAILED;
    if (!json_is_boolean(value))
        return wrong_type(reader, key, "true or false");
    *out = json_is_true(value);
    return DONE;
}

enum result json_list(const json_t **out, struct json_reader *reader, const json_t *object,
                      const char *key)
{
    *out = member(reader, object, key);
    if (!*out)
        return FAILED;
    return json_is_array(*out) ? DONE : wrong_type(reader, key, "an array");
}

enum result json_dict(const json_t **out, struct json_reader *reader, const json_t *object,
                      const char *key)
{
    *out = member(reader, object, key);
    if (!*out)
        return FAILED;
    return json_is_object(*out) ? DONE : wrong_type(reader, key, "an object");
}

enum result json_hex(struct bytes *out, struct json_reader *reader, struct arena *arena,
                     const json_t *object, const char *key)
{
    const char *hex;
    if (json_text(&hex, reader, object, key) != DONE)
        return FAILED;
    size_t len = strlen(hex);
    if (hex_decode(out, arena, hex, len, 0) == DONE)
        return DONE;
    if (len % 2)
        return json_error_at(reader, "\"%s\" has an odd number of hex digits", key);
    return json_error_at(reader, "\"%s\" is not hex", key);
}

enum result json_hash(enum hash_id *id, const char **skip, struct json_reader *reader,
                      const json_t *object, const char *key)
{
    const char *name, *why = NULL;
    if (json_text(&name, reader, object, key) != DONE)
        return FAILED;
    enum scope scope = scope_hash(id, &why, name);
    if (scope == SCOPE_UNKNOWN)
        return json_error_at(reader, "\"%s\": unknown hash \"%s\"", key, name);
    if (scope == SCOPE_OUT && !*skip)
        *skip = why;
    return DONE;
}

enum result json_curve(unsigned *bits, const char **skip, struct json_reader *reader,
                       const json_t *object, const char *key)
{
    const char *name, *why = NULL;
    if (json_text(&name, reader, object, key) != DONE)
        return FAILED;
    enum scope scope = scope_curve(bits, &why, name);
    if (scope == SCOPE_UNKNOWN)
        return json_error_at(reader, "\"%s\": unknown curve \"%s\"", key, name);
    if (scope == SCOPE_OUT && !*skip)
        *skip = why;
    return DONE;
}

enum result json_enter_test(struct json_reader *reader, const json_t *test, size_t index)
{
    reader->test_index = index;
    reader->in_test = 0;
    if (!json_is_object(test))
        return json_error_at(reader, "tests[%zu] is not an object", index);
    const json_t *id = json_object_get(test, "tcId");
    if (!json_is_integer(id))
        return json_error_at(reader, "tests[%zu]: \"tcId\" is not an integer", index);
    reader->tc_id = json_integer_value(id);
    reader->in_test = 1;
    if (reader->id_count == reader->id_room) {
        size_t room = reader->id_room ? 2 * reader->id_room : 512;
        json_int_t *more = realloc(reader->ids, room * sizeof *more);
        if (!more)
            return json_error_at(reader, "out of memory");
        reader->ids = more;
        reader->id_room = room;
    }
    reader->ids[reader->id_count++] = reader->tc_id;
    return DONE;
}

static int compare_ids(const void *a, const void *b)
{
    json_int_t x = *(const json_int_t *)a, y = *(const json_int_t *)b;
    return (x > y) - (x < y);
}

enum result json_ids_unique(struct json_reader *reader)
{
    if (reader->id_count)
        qsort(reader->ids, reader->id_count, sizeof *reader->ids, compare_ids);
    for (size_t i = 1; i < reader->id_count; i++)
        if (reader->ids[i] == reader->ids[i - 1])
            return source_error(reader->source, "tcId %" JSON_INTEGER_FORMAT " is used twice",
                                reader->ids[i]);
    return DONE;
}

void json_reader_free(struct json_reader *reader)
{
    arena_reset(&reader->group);
    arena_reset(&reader->test);
    free(reader->ids);
    reader->ids = NULL;
    reader->id_count = reader->id_room = 0;
}
