#include "vectors/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/need.h"

enum result source_error(struct source *source, const char *format, ...)
{
    if (source->error[0] != '\0')
        return FAILED;
    /* of a very long path the end alone, so that there is room for what is wrong */
    size_t len = strlen(source->path), most = sizeof source->error / 2;
    int head = snprintf(source->error, sizeof source->error, "%s%s: ", len > most ? "..." : "",
                        source->path + (len > most ? len - most : 0));
    if (head < 0)
        head = 0;
    va_list args;
    va_start(args, format);
    vsnprintf(source->error + head, sizeof source->error - (size_t)head, format, args);
    va_end(args);
    for (char *c = source->error; *c; c++)
        if ((unsigned char)*c < 0x20 || (unsigned char)*c > 0x7e)
            *c = '?';
    return FAILED;
}

/* A pipe or a device has no size to check first, so it is read up to the limit. */
static enum result read_all(struct source *source, int fd, size_t expected)
{
    size_t room = expected + 1;
    source->text = malloc(room + 1);
    while (source->text) {
        ssize_t got = read(fd, source->text + source->len, room - source->len);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return source_error(source, "cannot be read: %s", strerror(errno));
        if (got == 0)
            break;
        source->len += (size_t)got;
        if (source->len > SOURCE_MAX_BYTES)
            return source_error(source, "larger than %zu MiB", SOURCE_MAX_BYTES >> 20);
        if (source->len < room)
            continue;
        room *= 2;
        char *more = realloc(source->text, room + 1);
        if (!more)
            return source_error(source, "out of memory");
        source->text = more;
    }
    if (!source->text)
        return source_error(source, "out of memory");
    source->text[source->len] = '\0';
    return DONE;
}

static enum result read_open(struct source *source, int fd)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return source_error(source, "cannot be read: %s", strerror(errno));
    if (S_ISDIR(st.st_mode))
        return source_error(source, "is a directory");
    if (S_ISREG(st.st_mode) && (uintmax_t)st.st_size > SOURCE_MAX_BYTES)
        return source_error(source, "has %jd bytes; vector files larger than %zu MiB are refused",
                            (intmax_t)st.st_size, SOURCE_MAX_BYTES >> 20);
    if (read_all(source, fd, S_ISREG(st.st_mode) ? (size_t)st.st_size : 65536) != DONE)
        return FAILED;
    if (source->len == 0)
        return source_error(source, "is empty");
    const char *zero = memchr(source->text, '\0', source->len);
    if (zero)
        return source_error(source, "is not text: a zero byte at offset %zu",
                            (size_t)(zero - source->text));
    return DONE;
}

enum result source_read(struct source *source, const char *path)
{
    *source = (struct source){.path = path};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return source_error(source, "cannot be opened: %s", strerror(errno));
    enum result result = read_open(source, fd);
    close(fd);
    if (result != DONE)
        source_free(source);
    return result;
}

void source_free(struct source *source)
{
    free(source->text);
    source->text = NULL;
    source->len = 0;
}

struct arena_chunk {
    struct arena_chunk *next;
    size_t used, size;
    max_align_t room[];
};

#define ARENA_CHUNK 16384

void *arena_alloc(struct arena *arena, size_t len)
{
    const size_t unit = sizeof(max_align_t);
    if (len > SIZE_MAX / 2)
        return NULL;
    len = (len + unit) / unit * unit; /* never zero, so that each call has its own place */
    struct arena_chunk *chunk = arena->chunk;
    if (!chunk || chunk->size - chunk->used < len) {
        size_t size = len > ARENA_CHUNK ? len : ARENA_CHUNK;
        chunk = need_grown(NULL, sizeof *chunk + size, 1);
        *chunk = (struct arena_chunk){.next = arena->chunk, .size = size};
        arena->chunk = chunk;
    }
    uint8_t *at = (uint8_t *)chunk->room + chunk->used;
    chunk->used += len;
    return at;
}

char *arena_format(struct arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = len < 0 ? NULL : arena_alloc(arena, (size_t)len + 1);
    if (text)
        vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    return text;
}

void arena_reset(struct arena *arena)
{
    while (arena->chunk) {
        struct arena_chunk *next = arena->chunk->next;
        free(arena->chunk);
        arena->chunk = next;
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

enum result hex_decode(struct bytes *out, struct arena *arena, const char *hex, size_t len, int odd)
{
    if (len % 2 && !odd)
        return FAILED;
    size_t count = len / 2 + len % 2;
    uint8_t *at = arena_alloc(arena, count);
    if (!at)
        return FAILED;
    size_t i = 0;
    for (size_t done = 0; done < count; done++) {
        int high = done == 0 && len % 2 ? 0 : hex_digit(hex[i++]);
        int low = hex_digit(hex[i++]);
        if (high < 0 || low < 0)
            return FAILED;
        at[done] = (uint8_t)(high << 4 | low);
    }
    *out = (struct bytes){at, count};
    return DONE;
}

struct bytes strip_zeros(struct bytes number)
{
    while (number.len > 1 && number.at[0] == 0) {
        number.at++;
        number.len--;
    }
    return number;
}

enum result fixed_width(struct bytes *out, struct arena *arena, struct bytes number, size_t width)
{
    number = strip_zeros(number);
    if (number.len == 1 && number.at[0] == 0)
        number.len = 0;
    uint8_t *at = number.len > width ? NULL : arena_alloc(arena, width);
    if (!at)
        return FAILED;
    memset(at, 0, width - number.len);
    if (number.len)
        memcpy(at + width - number.len, number.at, number.len);
    *out = (struct bytes){at, width};
    return DONE;
}

enum result join(struct bytes *out, struct arena *arena, struct bytes a, struct bytes b)
{
    uint8_t *at = arena_alloc(arena, a.len + b.len);
    if (!at)
        return FAILED;
    if (a.len)
        memcpy(at, a.at, a.len);
    if (b.len)
        memcpy(at + a.len, b.at, b.len);
    *out = (struct bytes){at, a.len + b.len};
    return DONE;
}
