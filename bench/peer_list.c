/* peer_list - finds the shared objects of the peers and opens them. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/need.h"
#include "bench/peer_list.h"

#ifndef SIGCOST_PREFIX
#define SIGCOST_PREFIX "/usr/local"
#endif

/* The peers that this project knows, in the order in which tables show them. */
static const struct known_peer {
    const char *name; /* of its rows, and of its shared object */
    const char *package;
    const char *where; /* if not every Debian has the package */
} known_peers[] = {
    {"openssl", "libssl-dev", ""},
    {"libsodium", "libsodium-dev", ""},
    {"nettle", "nettle-dev", ""},
    {"libgcrypt", "libgcrypt20-dev", ""},
    {"mbedtls", "libmbedtls-dev", ""},
    {"wolfssl", "libwolfssl-dev", ""},
    {"botan", "libbotan-2-dev or libbotan-3-dev", ""},
    {"lib25519", "lib25519-dev", " where the system has it"},
};

enum { KNOWN_PEERS = sizeof known_peers / sizeof known_peers[0] };

static int is_dir(const char *path)
{
    DIR *dir = opendir(path);

    if (!dir) {
        need_memory();
        return 0;
    }
    closedir(dir);
    return 1;
}

/* The peers' folder: $SIGCOST_PEERS, or beside the executable, or where `make install` puts them. */
static void peer_dir(char *path, size_t len)
{
    const char *given = getenv("SIGCOST_PEERS");
    const char *const places[] = {"/peers", "/../peers", "/../lib/sigcost/peers"};
    char exe[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);

    if (given) {
        snprintf(path, len, "%s", given);
        return;
    }
    if (n > 0) {
        exe[n] = '\0';
        char *slash = strrchr(exe, '/');
        if (slash)
            *slash = '\0';
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
            snprintf(path, len, "%s%s", exe, places[i]);
            if (is_dir(path))
                return;
        }
    }
    snprintf(path, len, "%s", SIGCOST_PREFIX "/lib/sigcost/peers");
}

static void first_line(char *text)
{
    text[strcspn(text, "\r\n")] = '\0';
}

/* name: at most 63 characters, as peers_load() takes them. */
static void load(struct peer_list *list, const char *dir, const char *name)
{
    struct loaded_peer *new = &list->at[list->count];
    char path[PATH_MAX + 128];
    peer_entry entry;

    if (list->count == MAX_PEERS)
        return;
    list->count++;
    *new = (struct loaded_peer){.version = ""};
    snprintf(new->name, sizeof new->name, "%.63s", name);
    snprintf(path, sizeof path, "%s/%.63s.so", dir, name);
    new->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!new->handle) {
        snprintf(new->note, sizeof new->note, "%.63s: cannot be loaded: %s", name, dlerror());
        first_line(new->note);
        return;
    }
    void *symbol = dlsym(new->handle, "sigcost_peer");
    memcpy(&entry, &symbol, sizeof entry);
    const struct peer *peer = entry ? entry() : NULL;
    if (!peer || peer->contract != IMPL_CONTRACT) {
        snprintf(new->note, sizeof new->note, "%.63s: %.300s is %s; build it again", name, path,
                 peer ? "built for another version of sigcost" : "no peer of sigcost");
        return;
    }
    new->peer = peer;
    const char *where = peer->path ? peer->path() : NULL;
    int head = snprintf(new->note, sizeof new->note, "%.63s: ", name);
    snprintf(new->note + head, sizeof new->note - (size_t)head, "%s %s%s%s", peer->library,
             peer->version, where && *where ? ", " : "", where ? where : "");
    first_line(new->note);
    new->version = new->note + head;
}

/* What is missing is the shared object that make builds, for want of the package or not. */
static void absent_note(char note[NOTE_LEN], const struct known_peer *peer)
{
    if (getenv("SIGCOST_PEERS"))
        snprintf(note, NOTE_LEN, "%s: no %s.so in $SIGCOST_PEERS", peer->name, peer->name);
    else
        snprintf(note, NOTE_LEN, "%s: no peers/%s.so beside the program", peer->name, peer->name);
    snprintf(note + strlen(note), NOTE_LEN - strlen(note), ": apt-get install %s%s, then make",
             peer->package, peer->where);
}

static int known_index(const char *name)
{
    for (int i = 0; i < KNOWN_PEERS; i++)
        if (strcmp(known_peers[i].name, name) == 0)
            return i;
    return KNOWN_PEERS;
}

/* Known peers in their order, then others by name. */
static int by_order(const void *a, const void *b)
{
    const char *x = a, *y = b;
    int i = known_index(x), j = known_index(y);

    return i != j ? i - j : strcmp(x, y);
}

void peers_load(struct peer_list *list)
{
    char dir[PATH_MAX + 32], names[MAX_PEERS][64];
    size_t count = 0;
    struct dirent *entry;

    peer_dir(dir, sizeof dir);
    errno = 0;
    DIR *open = *dir ? opendir(dir) : NULL;
    if (!open)
        need_memory();
    while (open && (entry = readdir(open)) && count < MAX_PEERS) {
        size_t len = strlen(entry->d_name);
        if (len <= 3 || len - 3 >= sizeof names[0] || strcmp(entry->d_name + len - 3, ".so") != 0)
            continue;
        memcpy(names[count], entry->d_name, len - 3);
        names[count++][len - 3] = '\0';
    }
    if (open)
        closedir(open);
    qsort(names, count, sizeof names[0], by_order);
    for (size_t i = 0; i < count; i++)
        load(list, dir, names[i]);
    for (int i = 0; i < KNOWN_PEERS && list->count < MAX_PEERS; i++) {
        int found = 0;
        for (size_t j = 0; j < list->count; j++)
            found |= strcmp(list->at[j].name, known_peers[i].name) == 0;
        if (found)
            continue;
        struct loaded_peer *absent = &list->at[list->count++];
        *absent = (struct loaded_peer){.version = ""};
        snprintf(absent->name, sizeof absent->name, "%s", known_peers[i].name);
        absent_note(absent->note, &known_peers[i]);
    }
}

void peers_unload(struct peer_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].handle)
            dlclose(list->at[i].handle);
    list->count = 0;
}
