#include "vectors/cavp.h"

#include <string.h>

#include "vectors/read.h"
#include "vectors/scope.h"

static const char *const key_names[KEY_TOTAL] = {
    [KEY_LEN] = "Len",     [KEY_MSG] = "Msg",   [KEY_MD] = "MD",   [KEY_SEED] = "Seed",
    [KEY_COUNT] = "COUNT", [KEY_PRIVATE] = "d", [KEY_QX] = "Qx",   [KEY_QY] = "Qy",
    [KEY_K] = "k",         [KEY_R] = "R",       [KEY_S] = "S",     [KEY_RESULT] = "Result",
    [KEY_HASH] = "SHAAlg", [KEY_N] = "n",       [KEY_E] = "e",     [KEY_P] = "p",
    [KEY_Q] = "q",         [KEY_XP1] = "xp1",   [KEY_XP2] = "xp2", [KEY_XQ1] = "xq1",
    [KEY_XQ2] = "xq2",
};

/* Known and of no use: a counter, the seeds that p and q are next to, a salt that this padding has
 * not, inner values of Monte Carlo rounds, the encoded message behind a bad signature. */
static const char *const ignored_keys[] = {
    "N", "Xp", "Xq", "SaltVal", "i", "M", "MDi", "EM with hash moved", "EM with trailer wrong"};

#define BIT(key) (1u << (key))

/* The keys that make up a record of each kind; `last` ends it, `kept` stay for the records after it. The
 * first kind whose `needs` are all in the file is the file's. */
static const struct {
    enum cavp_kind kind;
    unsigned needs, kept;
    enum cavp_key last;
} kinds[] = {
    {CAVP_SHA_MONTE, BIT(KEY_SEED) | BIT(KEY_COUNT) | BIT(KEY_MD), BIT(KEY_SEED), KEY_MD},
    {CAVP_SHA, BIT(KEY_LEN) | BIT(KEY_MSG) | BIT(KEY_MD), 0, KEY_MD},
    {CAVP_RSA_KEY,
     BIT(KEY_XP1) | BIT(KEY_E) | BIT(KEY_P) | BIT(KEY_Q) | BIT(KEY_N) | BIT(KEY_PRIVATE), 0,
     KEY_PRIVATE},
    {CAVP_RSA_VERIFY,
     BIT(KEY_HASH) | BIT(KEY_MSG) | BIT(KEY_S) | BIT(KEY_N) | BIT(KEY_E) | BIT(KEY_RESULT),
     BIT(KEY_N) | BIT(KEY_P) | BIT(KEY_Q), KEY_RESULT},
    {CAVP_RSA_SIGN, BIT(KEY_HASH) | BIT(KEY_MSG) | BIT(KEY_S) | BIT(KEY_N) | BIT(KEY_E),
     BIT(KEY_N) | BIT(KEY_E) | BIT(KEY_PRIVATE), KEY_S},
    {CAVP_EC_VERIFY,
     BIT(KEY_MSG) | BIT(KEY_QX) | BIT(KEY_QY) | BIT(KEY_R) | BIT(KEY_S) | BIT(KEY_RESULT), 0,
     KEY_RESULT},
    {CAVP_EC_SIGN, BIT(KEY_MSG) | BIT(KEY_QX) | BIT(KEY_QY) | BIT(KEY_R) | BIT(KEY_S), 0, KEY_S},
    {CAVP_EC_PUBLIC, BIT(KEY_QX) | BIT(KEY_QY) | BIT(KEY_RESULT), 0, KEY_RESULT},
    {CAVP_EC_KEY_PAIR, BIT(KEY_PRIVATE) | BIT(KEY_QX) | BIT(KEY_QY), 0, KEY_QY},
};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    IGNORED = sizeof ignored_keys / sizeof ignored_keys[0]
};

/* One line, its ends trimmed. A lone CR ends a line too: the originals have some. */
struct line {
    const char *at;
    size_t len;
};

static int next_line(struct line *line, const char **at, const char *stop)
{
    if (*at >= stop)
        return 0;
    const char *end = *at;
    while (end < stop && *end != '\n' && *end != '\r')
        end++;
    line->at = *at;
    line->len = (size_t)(end - *at);
    *at = end;
    if (*at < stop && **at == '\r')
        ++*at;
    if (*at < stop && **at == '\n')
        ++*at;
    while (line->len && (line->at[0] == ' ' || line->at[0] == '\t')) {
        line->at++;
        line->len--;
    }
    while (line->len && (line->at[line->len - 1] == ' ' || line->at[line->len - 1] == '\t'))
        line->len--;
    return 1;
}

/* Nothing to read: blank, a comment, or the "!!" remarks of SigVer15EMTest. */
static int is_idle(const struct line *line)
{
    return line->len == 0 || line->at[0] == '#' || line->at[0] == '!';
}

/* key = value: 1, with the key's name in `name` and the value trimmed. */
static int split(char name[32], struct cavp_value *value, const struct line *line)
{
    const char *equals = memchr(line->at, '=', line->len);
    if (!equals)
        return 0;
    size_t len = (size_t)(equals - line->at);
    while (len && line->at[len - 1] == ' ')
        len--;
    if (len == 0 || len >= 32)
        return 0;
    memcpy(name, line->at, len);
    name[len] = '\0';
    value->at = equals + 1;
    value->len = (size_t)(line->at + line->len - value->at);
    while (value->len && *value->at == ' ') {
        value->at++;
        value->len--;
    }
    return 1;
}

/* The key, KEY_TOTAL for one to be ignored, -1 for an unknown one. */
static int find_key(const char *name)
{
    for (int i = 0; i < KEY_TOTAL; i++)
        if (strcmp(name, key_names[i]) == 0)
            return i;
    for (int i = 0; i < IGNORED; i++)
        if (strcmp(name, ignored_keys[i]) == 0)
            return KEY_TOTAL;
    return -1;
}

/* Looks through the whole file for its kind. */
static enum result classify(size_t *index, const char **skip, struct cavp *cavp)
{
    unsigned seen = 0;
    const char *at = cavp->source->text, *stop = at + cavp->source->len;
    struct line line;
    size_t number = 0;
    while (next_line(&line, &at, stop)) {
        char name[32];
        struct cavp_value value;
        number++;
        if (is_idle(&line) || line.at[0] == '[')
            continue;
        if (!split(name, &value, &line))
            return source_error(cavp->source, "line %zu: neither \"key = value\" nor a header",
                                number);
        int key = find_key(name);
        if (key >= 0 && key < KEY_TOTAL)
            seen |= BIT(key);
        else if (key < 0) {
            *skip = scope_cavp_key(name);
            return *skip ? DONE
                         : source_error(cavp->source, "line %zu: unknown key \"%s\"", number, name);
        }
    }
    for (size_t i = 0; i < KINDS; i++)
        if ((kinds[i].needs & ~seen) == 0) {
            *index = i;
            return DONE;
        }
    return source_error(cavp->source,
                        seen ? "its keys make no kind of record that is known" : "has no cases");
}

static enum result end_record(struct cavp *cavp, size_t index)
{
    for (int i = 0; i < KEY_TOTAL; i++)
        if ((kinds[index].needs & BIT(i)) && !cavp->value[i].at)
            return source_error(cavp->source, "line %zu: the record has no \"%s\"", cavp->line,
                                key_names[i]);
    if (!cavp->has_header)
        return source_error(cavp->source, "line %zu: a record without a header", cavp->line);
    if (cavp_case(cavp) != DONE)
        return FAILED;
    cavp->cases++;
    for (int i = 0; i < KEY_TOTAL; i++)
        if (!(kinds[index].kept & BIT(i)))
            cavp->value[i].at = NULL;
    cavp->first = 0;
    arena_reset(&cavp->record);
    return DONE;
}

static enum result whole_record(struct cavp *cavp)
{
    return cavp->first
               ? source_error(cavp->source, "line %zu: the record is not complete", cavp->first)
               : DONE;
}

static enum result take_line(struct cavp *cavp, const struct line *line, size_t index)
{
    char name[32];
    struct cavp_value value = {.line = cavp->line};
    if (line->at[0] == '[') {
        const char *close = memchr(line->at, ']', line->len);
        if (!close)
            return source_error(cavp->source, "line %zu: \"[\" without \"]\"", cavp->line);
        memset(cavp->value, 0, sizeof cavp->value);
        return whole_record(cavp) == DONE
                   ? cavp_header(cavp, line->at + 1, (size_t)(close - line->at - 1))
                   : FAILED;
    }
    if (!split(name, &value, line))
        return source_error(cavp->source, "line %zu: neither \"key = value\" nor a header",
                            cavp->line);
    int key = find_key(name);
    if (key < 0 || key == KEY_TOTAL)
        return DONE;
    /* n, e, ... of a new key may follow those of the last one; within a record a key stands once */
    if (!(kinds[index].kept & BIT(key))) {
        if (cavp->value[key].at)
            return source_error(cavp->source, "line %zu: \"%s\" twice in a record", cavp->line,
                                name);
        cavp->first = cavp->first ? cavp->first : cavp->line;
    }
    cavp->value[key] = value;
    if (key == KEY_SEED) {
        cavp->seed = (struct bytes){NULL, 0};
        cavp->seed_lost = 0;
    }
    return key == (int)kinds[index].last ? end_record(cavp, index) : DONE;
}

enum result read_cavp(const char **skip, struct source *source, struct case_sink *sink)
{
    const char *slash = strrchr(source->path, '/');
    struct cavp cavp = {.source = source, .sink = sink};
    cavp.file_name = slash ? slash + 1 : source->path;
    *skip = scope_cavp_name(cavp.file_name);
    if (*skip)
        return DONE;
    size_t index = 0;
    if (classify(&index, skip, &cavp) != DONE || *skip)
        return *skip ? DONE : FAILED;
    cavp.kind = kinds[index].kind;
    const char *at = source->text, *stop = at + source->len;
    struct line line;
    enum result result = DONE;
    while (result == DONE && next_line(&line, &at, stop)) {
        cavp.line++;
        if (!is_idle(&line))
            result = take_line(&cavp, &line, index);
    }
    if (result == DONE)
        result = whole_record(&cavp);
    if (result == DONE && cavp.cases == 0)
        result = source_error(source, "has no cases");
    arena_reset(&cavp.record);
    arena_reset(&cavp.section);
    return result;
}
