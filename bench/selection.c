/* selection - whether the names that were asked for stand for anything. */
#include <stdio.h>
#include <string.h>

#include "bench/options.h"
#include "bench/registry.h"
#include "bench/selection.h"

int selection_is_group(const char *name)
{
    static const char *const groups[] = {"self", "all", "peers", "textbook"};

    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (strcmp(groups[i], name) == 0)
            return 1;
    return 0;
}

static int signs(const struct selection *selection)
{
    return (selection->ops & OPS_OF_KEYS) != 0;
}

static int hashes(const struct selection *selection)
{
    return (selection->ops & 1u << OP_HASH) != 0;
}

static int stands_for_a_row(const struct selection *selection, const char *name)
{
    if (selection_is_group(name))
        return 1;
    for (size_t i = 0; signs(selection) && i < selection->alg_count; i++)
        if (registry_find(selection->algs[i], name))
            return 1;
    for (size_t i = 0; hashes(selection) && i < registry_hash_count(); i++)
        if (strcmp(registry_hash_at(i)->name, name) == 0)
            return 1;
    return 0;
}

static void append(char *text, size_t room, const char *between, const char *word)
{
    size_t len = strlen(text);

    snprintf(text + len, room - len, "%s%.60s", len ? between : "", word);
}

/* "rsa-2048, ed25519, SHA-256" */
static void name_algs(char *text, size_t room, const struct selection *selection)
{
    text[0] = '\0';
    for (size_t i = 0; signs(selection) && i < selection->alg_count; i++)
        append(text, room, ", ", selection->algs[i]->name);
    for (size_t i = 0; hashes(selection) && i < selection->hash_count; i++)
        append(text, room, ", ", hash_name(selection->hashes[i]));
}

enum result selection_check(const struct selection *selection, const char *command)
{
    char of[400];

    for (size_t i = 0; i < selection->impl_count; i++) {
        if (stands_for_a_row(selection, selection->impls[i]))
            continue;
        name_algs(of, sizeof of, selection);
        wrong_use(command, "there is no implementation \"%.60s\" of %s; sigcost list shows them",
                  selection->impls[i], of);
        return FAILED;
    }
    return DONE;
}

const char *selection_nothing(const struct selection *selection, const char *note)
{
    static char text[800];
    char names[200] = "", of[400];

    if (note) { /* "ed25519 adx: needs ..." */
        snprintf(text, sizeof text, "%.700s", note);
        return text;
    }
    for (size_t i = 0; i < selection->impl_count; i++)
        append(names, sizeof names, ", ", selection->impls[i]);
    name_algs(of, sizeof of, selection);
    snprintf(text, sizeof text, "no implementation (%s) of %s runs here; sigcost list shows them",
             names, of);
    return text;
}
