#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/need.h"
#include "vectors/run.h"

#define MAX_DEPTH 24 /* a link to its own parent ends here */
#define MAX_FILES 100000

static enum result add_one(struct path_list *list, const char *path)
{
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        list->at = need_grown(list->at, room, sizeof *list->at);
        list->room = room;
    }
    if (list->count == MAX_FILES)
        return FAILED;
    size_t len = strlen(path) + 1;
    list->at[list->count++] = memcpy(need_grown(NULL, len, 1), path, len);
    return DONE;
}

static int is_vector_name(const char *name)
{
    static const char *const tails[] = {".json", ".rsp", ".txt", ".fax", ".input"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof tails / sizeof tails[0]; i++)
        if (strcmp(dot, tails[i]) == 0)
            return 1;
    return 0;
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void set_error(char **error, const char *path, const char *what)
{
    if (!*error && asprintf(error, "%s: %s", path, what) < 0)
        *error = NULL;
}

static enum result add_folder(struct path_list *list, const char *path, int depth, char **error);

static enum result add_entry(struct path_list *list, const char *folder, const char *name,
                             int depth, char **error)
{
    char *path;
    struct stat st;
    size_t len = strlen(folder);
    if (asprintf(&path, "%s%s%s", folder, len && folder[len - 1] == '/' ? "" : "/", name) < 0)
        return FAILED;
    enum result result = DONE;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        result = add_folder(list, path, depth + 1, error);
    else if (is_vector_name(name) && (result = add_one(list, path)) != DONE)
        set_error(error, path, "too many files");
    free(path);
    return result;
}

static enum result add_folder(struct path_list *list, const char *path, int depth, char **error)
{
    struct dirent **entries = NULL;
    if (depth > MAX_DEPTH) {
        set_error(error, path, "folders nested too deeply");
        return FAILED;
    }
    int count = scandir(path, &entries, visible, alphasort);
    if (count < 0) {
        set_error(error, path, strerror(errno));
        return FAILED;
    }
    enum result result = DONE;
    for (int i = 0; i < count; i++) {
        if (result == DONE)
            result = add_entry(list, path, entries[i]->d_name, depth, error);
        free(entries[i]);
    }
    free(entries);
    return result;
}

enum result path_list_add(struct path_list *list, const char *path, char **error)
{
    struct stat st;
    size_t before = list->count;
    *error = NULL;
    if (!*path) {
        set_error(error, "\"\"", "a PATH is a file or a folder");
        return FAILED;
    }
    if (stat(path, &st) != 0) {
        set_error(error, path, strerror(errno));
        return FAILED;
    }
    if (!S_ISDIR(st.st_mode)) {
        if (add_one(list, path) == DONE)
            return DONE;
        set_error(error, path, "too many files");
        return FAILED;
    }
    if (add_folder(list, path, 0, error) != DONE)
        return FAILED;
    if (list->count != before)
        return DONE;
    set_error(error, path, "no vector files (.json, .rsp, .txt, .fax, .input) in this folder");
    return FAILED;
}

void path_list_free(struct path_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i]);
    free(list->at);
    *list = (struct path_list){.at = NULL};
}
