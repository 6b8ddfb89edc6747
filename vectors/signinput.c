#include <string.h>

#include "vectors/read.h"

/* A line is seed || A : A : message : signature || message : with all four in hex. */
enum { FIELD_KEY, FIELD_PUBLIC, FIELD_MESSAGE, FIELD_SIGNED, FIELD_COUNT };

static enum result read_fields(struct bytes field[FIELD_COUNT], struct source *source,
                               struct arena *arena, const char *at, const char *end, size_t line)
{
    for (int i = 0; i < FIELD_COUNT; i++) {
        const char *colon = memchr(at, ':', (size_t)(end - at));
        if (!colon)
            return source_error(source, "line %zu: field %d does not end with a colon", line,
                                i + 1);
        if (hex_decode(&field[i], arena, at, (size_t)(colon - at), 0) != DONE)
            return source_error(source, "line %zu: field %d is not hex", line, i + 1);
        at = colon + 1;
    }
    if (at != end)
        return source_error(source, "line %zu: more than %d fields", line, FIELD_COUNT);
    if (field[FIELD_KEY].len != 64 || field[FIELD_PUBLIC].len != 32)
        return source_error(source, "line %zu: a key of the wrong length", line);
    if (memcmp(field[FIELD_KEY].at + 32, field[FIELD_PUBLIC].at, 32) != 0)
        return source_error(source, "line %zu: fields 1 and 2 have different public keys", line);
    const struct bytes *msg = &field[FIELD_MESSAGE], *joined = &field[FIELD_SIGNED];
    if (joined->len != msg->len + 64 ||
        (msg->len && memcmp(joined->at + 64, msg->at, msg->len) != 0))
        return source_error(source, "line %zu: field 4 is not a signature and the message", line);
    return DONE;
}

static enum result read_line(struct source *source, struct arena *arena, struct case_sink *sink,
                             const char *at, const char *end, size_t line)
{
    struct bytes field[FIELD_COUNT] = {{NULL, 0}};
    if (read_fields(field, source, arena, at, end, line) != DONE)
        return FAILED;
    struct vector_case one = {
        .kind = CASE_SIGN,
        .family = FAMILY_ED25519,
        .bits = 255,
        .id = arena_format(arena, "line %zu", line),
        .flags = "",
        .valid = 1,
        .deterministic = 1,
        .key = {.secret = {field[FIELD_KEY].at, 32}, .public = field[FIELD_PUBLIC]},
        .msg = field[FIELD_MESSAGE],
        .sig = {field[FIELD_SIGNED].at, 64},
    };
    if (!one.id)
        return source_error(source, "out of memory");
    return sink->take(sink, &one);
}

enum result read_sign_input(const char **skip, struct source *source, struct case_sink *sink)
{
    *skip = NULL;
    struct arena arena = {NULL};
    size_t line = 0, cases = 0;
    const char *at = source->text, *stop = source->text + source->len;
    enum result result = DONE;
    while (result == DONE && at < stop) {
        const char *end = memchr(at, '\n', (size_t)(stop - at));
        const char *next = end ? end + 1 : stop;
        end = end ? end : stop;
        line++;
        while (end > at && (end[-1] == '\r' || end[-1] == ' '))
            end--;
        if (end > at) {
            result = read_line(source, &arena, sink, at, end, line);
            cases++;
        }
        arena_reset(&arena);
        at = next;
    }
    if (result == DONE && cases == 0)
        return source_error(source, "has no cases");
    return result;
}
