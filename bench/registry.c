/* registry - the rows at hand: self-written ones first, then each peer's. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/need.h"
#include "bench/peer_list.h"
#include "bench/registry.h"

/* A row and what became of its start(). */
struct entry {
    const struct impl *row;
    const struct loaded_peer *from; /* NULL for a self-written row */
    int tried;
    enum result started;
};

static struct {
    int open;
    struct peer_list peers;
    struct entry *entries;
    size_t count;
    const struct hash_impl **hashes;
    size_t hash_count;
} registry;

static void add_rows(const struct impl *rows, const struct loaded_peer *from)
{
    for (; rows && rows->name; rows++)
        registry.entries[registry.count++] = (struct entry){.row = rows, .from = from};
}

static size_t count_rows(const struct impl *rows)
{
    size_t n = 0;

    while (rows && rows[n].name)
        n++;
    return n;
}

static size_t count_hashes(const struct hash_impl *rows)
{
    size_t n = 0;

    while (rows && rows[n].name)
        n++;
    return n;
}

void registry_open(void)
{
    size_t rows, hashes;

    if (registry.open)
        return;
    registry.open = 1;
    peers_load(&registry.peers);
    rows = count_rows(self_rows());
    hashes = count_hashes(self_hash_rows());
    for (size_t i = 0; i < registry.peers.count; i++) {
        if (!registry.peers.at[i].peer)
            continue;
        rows += count_rows(registry.peers.at[i].peer->impls);
        hashes += count_hashes(registry.peers.at[i].peer->hashes);
    }
    registry.entries = need_zeroed(rows + 1, sizeof *registry.entries);
    registry.hashes = need_zeroed(hashes + 1, sizeof *registry.hashes);
    add_rows(self_rows(), NULL);
    for (const struct hash_impl *row = self_hash_rows(); row->name; row++)
        registry.hashes[registry.hash_count++] = row;
    for (size_t i = 0; i < registry.peers.count; i++) {
        const struct peer *peer = registry.peers.at[i].peer;
        if (!peer)
            continue;
        add_rows(peer->impls, &registry.peers.at[i]);
        for (const struct hash_impl *row = peer->hashes; row && row->name; row++)
            registry.hashes[registry.hash_count++] = row;
    }
}

void registry_close(void)
{
    if (!registry.open)
        return;
    for (size_t i = 0; i < registry.count; i++) {
        struct entry *entry = &registry.entries[i];
        if (entry->tried && entry->started == DONE && entry->row->stop)
            entry->row->stop(entry->row);
    }
    peers_unload(&registry.peers);
    free(registry.entries);
    free(registry.hashes);
    memset(&registry, 0, sizeof registry);
}

size_t registry_count(void)
{
    registry_open();
    return registry.count;
}

const struct impl *registry_at(size_t i)
{
    registry_open();
    return i < registry.count ? registry.entries[i].row : NULL;
}

const struct impl *registry_self(const struct alg *alg)
{
    const struct impl *fastest = NULL;

    /* Ladder order is order of speed, so the last that runs is the fastest. Backwards, because asking
     * a curve's row whether it runs makes its tables. */
    registry_open();
    for (size_t i = registry.count; i-- > 0;) {
        const struct impl *row = registry.entries[i].row;
        if (registry.entries[i].from || row->alg != alg || row->flags & STEP_PEER)
            continue;
        if (fastest && !(row->flags & STEP_CONSTANT_TIME))
            continue;
        if (row->missing && row->missing(row))
            continue;
        if (row->flags & STEP_CONSTANT_TIME)
            return row;
        fastest = row;
    }
    return fastest;
}

const struct impl *registry_find(const struct alg *alg, const char *impl)
{
    if (strcmp(impl, "self") == 0)
        return registry_self(alg);
    registry_open();
    for (size_t i = 0; i < registry.count; i++) {
        const struct impl *row = registry.entries[i].row;
        if (strcmp(row->alg->name, alg->name) == 0 && strcmp(row->name, impl) == 0)
            return row;
    }
    return NULL;
}

static struct entry *entry_of(const struct impl *row)
{
    for (size_t i = 0; i < registry.count; i++)
        if (registry.entries[i].row == row)
            return &registry.entries[i];
    return NULL;
}

enum result registry_start(const struct impl *row, const char **why)
{
    struct entry *entry = entry_of(row);
    const char *missing = row->missing ? row->missing(row) : NULL;

    *why = missing;
    if (missing)
        return UNSUPPORTED;
    if (!entry) {
        *why = "not in the registry";
        return FAILED;
    }
    if (!entry->tried) {
        entry->tried = 1;
        errno = 0;
        entry->started = row->start ? row->start(row) : DONE;
    }
    if (entry->started != DONE) {
        need_memory();
        *why = "it could not be started";
    }
    return entry->started;
}

size_t registry_hash_count(void)
{
    registry_open();
    return registry.hash_count;
}

const struct hash_impl *registry_hash_at(size_t i)
{
    registry_open();
    return i < registry.hash_count ? registry.hashes[i] : NULL;
}

size_t registry_peer_count(void)
{
    registry_open();
    return registry.peers.count;
}

const char *registry_peer_note(size_t i)
{
    registry_open();
    return i < registry.peers.count ? registry.peers.at[i].note : "";
}

const char *registry_version(const struct impl *row)
{
    const struct entry *entry = entry_of(row);

    return entry && entry->from ? entry->from->version : "";
}

const char *registry_hash_version(const struct hash_impl *row)
{
    for (size_t i = 0; i < registry.peers.count; i++) {
        const struct peer *peer = registry.peers.at[i].peer;
        for (const struct hash_impl *at = peer ? peer->hashes : NULL; at && at->name; at++)
            if (at == row)
                return registry.peers.at[i].version;
    }
    return "";
}
