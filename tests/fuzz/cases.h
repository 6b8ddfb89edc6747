/* cases - the verification cases of vectors/, by the project's own readers, as starting points of edits. */
#ifndef SIGCOST_FUZZ_CASES_H
#define SIGCOST_FUZZ_CASES_H

#include "tests/fuzz/fuzz.h"
#include "vectors/read.h"
#include "vectors/run.h"

struct cases {
    struct case_sink sink; /* first member */
    enum family family;
    struct vector_case *at;
    size_t count, room;
    struct arena arena;
};

static inline struct bytes cases_keep(struct cases *cases, struct bytes from)
{
    struct bytes out = {NULL, 0};

    MUST(join(&out, &cases->arena, from, (struct bytes){NULL, 0}) == DONE, "out of memory");
    return out;
}

static inline enum result cases_take(struct case_sink *sink, const struct vector_case *one)
{
    struct cases *cases = (struct cases *)sink;
    struct vector_case *to;

    if (one->skip || one->family != cases->family ||
        (one->kind != CASE_VERIFY && one->kind != CASE_SIGN))
        return DONE;
    if (cases->count == cases->room) {
        cases->room = cases->room ? 2 * cases->room : 1024;
        cases->at = realloc(cases->at, cases->room * sizeof *cases->at);
        MUST(cases->at, "out of memory");
    }
    to = &cases->at[cases->count++];
    *to = (struct vector_case){.kind = CASE_VERIFY, .family = one->family, .bits = one->bits};
    to->valid = one->valid;
    to->params = one->params;
    to->params.context = cases_keep(cases, one->params.context);
    to->key.n = cases_keep(cases, one->key.n);
    to->key.e = cases_keep(cases, one->key.e);
    to->key.public = cases_keep(cases, one->key.public);
    to->msg = cases_keep(cases, one->msg);
    to->sig = cases_keep(cases, one->sig);
    return DONE;
}

/* Every file under vectors/, sorted. */
static inline void files_list(struct path_list *files)
{
    char *error = NULL;

    *files = (struct path_list){.at = NULL};
    MUST(path_list_add(files, "vectors", &error) == DONE, "%s: run from the tree's root", error);
}

/* All of one family. */
static inline void cases_load(struct cases *cases, enum family family)
{
    struct path_list files;

    *cases = (struct cases){.sink = {cases_take}, .family = family};
    files_list(&files);
    for (size_t i = 0; i < files.count; i++) {
        struct vector_file file;
        const char *skip = NULL;
        MUST(vector_file_open(&file, files.at[i]) == DONE, "%s", file.source.error);
        MUST(file.read(&skip, &file, &cases->sink) == DONE, "%s", file.source.error);
        vector_file_close(&file);
    }
    path_list_free(&files);
    MUST(cases->count > 0, "no case of this family");
}

static inline void cases_free(struct cases *cases)
{
    arena_reset(&cases->arena);
    free(cases->at);
}

#endif
