#include "vectors/read.h"

#include <string.h>

/* The readers behind one signature. */
static enum result as_wycheproof(const char **skip, struct vector_file *file,
                                 struct case_sink *sink)
{
    return read_wycheproof(skip, &file->source, file->root, sink);
}

static enum result as_acvp(const char **skip, struct vector_file *file, struct case_sink *sink)
{
    return read_acvp(skip, &file->source, file->root, sink);
}

static enum result as_cavp(const char **skip, struct vector_file *file, struct case_sink *sink)
{
    return read_cavp(skip, &file->source, sink);
}

static enum result as_sign_input(const char **skip, struct vector_file *file,
                                 struct case_sink *sink)
{
    return read_sign_input(skip, &file->source, sink);
}

static enum result as_schema(const char **skip, struct vector_file *file, struct case_sink *sink)
{
    (void)file;
    (void)sink;
    *skip = "a JSON schema, no vectors";
    return DONE;
}

/* ACVP files come as the object, or as an array of a version and the object. */
static enum result open_json(struct vector_file *file)
{
    file->root = json_parse(&file->source);
    if (!file->root)
        return FAILED;
    if (json_is_array(file->root) && json_array_size(file->root) == 2 &&
        json_object_get(json_array_get(file->root, 0), "acvVersion")) {
        json_t *inner = json_incref(json_array_get(file->root, 1));
        json_decref(file->root);
        file->root = inner;
    }
    if (!json_is_object(file->root))
        return source_error(&file->source, "is not a JSON object");
    const json_t *groups = json_object_get(file->root, "testGroups");
    if (json_object_get(file->root, "$schema") && !groups)
        file->read = as_schema;
    else if (!groups)
        return source_error(&file->source, "has no \"testGroups\": no format that is known");
    else if (json_object_get(file->root, "vsId") || json_object_get(file->root, "revision") ||
             json_object_get(json_array_get(groups, 0), "tgId"))
        file->read = as_acvp;
    else
        file->read = as_wycheproof;
    return DONE;
}

static int ends(const char *path, const char *tail)
{
    size_t len = strlen(path), cut = strlen(tail);
    return len >= cut && strcmp(path + len - cut, tail) == 0;
}

/* Hex digits up to a colon. */
static int looks_like_sign_input(const char *text)
{
    size_t digits = strspn(text, "0123456789abcdefABCDEF");
    return digits > 0 && text[digits] == ':';
}

enum result vector_file_open(struct vector_file *file, const char *path)
{
    *file = (struct vector_file){.root = NULL};
    if (source_read(&file->source, path) != DONE)
        return FAILED;
    const char *first = file->source.text + strspn(file->source.text, " \t\r\n");
    enum result result = DONE;
    if (ends(path, ".json") || *first == '{' || strncmp(first, "[{", 2) == 0)
        result = open_json(file);
    else if (ends(path, ".input") || looks_like_sign_input(first))
        file->read = as_sign_input;
    else
        file->read = as_cavp;
    if (result != DONE)
        vector_file_close(file);
    return result;
}

void vector_file_close(struct vector_file *file)
{
    json_decref(file->root);
    file->root = NULL;
    source_free(&file->source);
}
