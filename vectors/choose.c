#include "vectors/choose.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bench/need.h"
#include "bench/registry.h"

static int is_peer(const struct impl *row)
{
    return registry_version(row)[0] != '\0';
}

static struct choice *add(struct choices *out, const char *name, int peer)
{
    for (size_t i = 0; i < out->count; i++)
        if (strcmp(out->at[i].name, name) == 0)
            return NULL; /* chosen before */
    out->at = need_grown(out->at, out->count + 1, sizeof *out->at);
    struct choice *choice = &out->at[out->count++];
    errno = 0;
    *choice = (struct choice){
        .name = arena_format(&out->arena, "%s", name),
        .peer = peer,
        .rows = arena_alloc(&out->arena, (registry_count() + 1) * sizeof *choice->rows)};
    if (!choice->name || !choice->rows)
        need_memory();
    return choice;
}

static void add_row(struct choice *choice, const struct impl *row)
{
    choice->rows[choice->row_count++] = (struct choice_row){.row = row};
}

/* 1 if there is anything of that name. */
static int add_named(struct choices *out, const char *name)
{
    const struct impl *first = NULL;
    const struct hash_impl *hash = NULL;
    for (size_t i = 0; i < registry_count() && !first; i++)
        if (strcmp(registry_at(i)->name, name) == 0)
            first = registry_at(i);
    for (size_t i = 0; i < registry_hash_count() && !hash; i++)
        if (strcmp(registry_hash_at(i)->name, name) == 0)
            hash = registry_hash_at(i);
    if (!first && !hash)
        return 0;
    struct choice *choice = add(out, name, first ? is_peer(first) : (hash->flags & STEP_PEER) != 0);
    if (!choice)
        return 1;
    choice->hash = hash;
    for (size_t i = 0; i < registry_count(); i++)
        if (strcmp(registry_at(i)->name, name) == 0)
            add_row(choice, registry_at(i));
    return 1;
}

static void add_self(struct choices *out)
{
    struct choice *choice = add(out, "self", 0);
    if (!choice)
        return;
    choice->own = 1;
    for (const struct alg *alg = algs; alg->name; alg++) {
        const struct impl *row = registry_self(alg);
        if (row)
            add_row(choice, row);
    }
    for (size_t i = 0; i < registry_hash_count(); i++) {
        const struct hash_impl *hash = registry_hash_at(i);
        if (!(hash->flags & STEP_PEER) && strcmp(hash->name, hash_best()->step.name) == 0)
            choice->hash = hash;
    }
}

static void add_all(struct choices *out, int peers)
{
    for (size_t i = 0; i < registry_count(); i++)
        if (is_peer(registry_at(i)) == peers)
            add_named(out, registry_at(i)->name);
    for (size_t i = 0; i < registry_hash_count(); i++)
        if (((registry_hash_at(i)->flags & STEP_PEER) != 0) == peers)
            add_named(out, registry_hash_at(i)->name);
}

/* Primes and curve parameters belong to no step: where "self" does not stand for them, a choice of
 * its own does. */
static void add_shared(struct choices *out)
{
    int ours = 0, there = 0;
    for (size_t i = 0; i < out->count; i++) {
        ours |= !out->at[i].peer;
        there |= out->at[i].own;
    }
    struct choice *choice = ours && !there ? add(out, "shared", 0) : NULL;
    if (choice)
        choice->own = 1;
}

static const char *peer_note(const char *name)
{
    for (size_t i = 0; i < registry_peer_count(); i++)
        if (strncasecmp(registry_peer_note(i), name, strlen(name)) == 0)
            return registry_peer_note(i);
    return NULL;
}

enum result choose(struct choices *out, const char *list, char **error)
{
    *out = (struct choices){.at = NULL};
    *error = NULL;
    registry_open();
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        char name[64];
        size_t len = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)(len < sizeof name ? len : sizeof name - 1), at);
        if (strcmp(name, "self") == 0)
            add_self(out);
        else if (strcmp(name, "all") == 0)
            add_all(out, 0);
        else if (strcmp(name, "peers") == 0)
            add_all(out, 1);
        else if (len == 0 || !add_named(out, name)) {
            const char *note = len ? peer_note(name) : NULL;
            if (asprintf(error, "unknown implementation \"%s\"%s%s", name, note ? ": " : "",
                         note ? note : "") < 0)
                *error = NULL;
            choices_free(out);
            return FAILED;
        }
    }
    add_shared(out);
    return DONE;
}

void choices_free(struct choices *choices)
{
    free(choices->at);
    arena_reset(&choices->arena);
    *choices = (struct choices){.at = NULL};
}
