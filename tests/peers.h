/* What the tests of the peers share: each build/peers/NAME.so is loaded as the program loads it, or
 * those of the directory that SIGCOST_PEERS names. One that is not built is not tested. */
#ifndef SIGCOST_TEST_PEERS_H
#define SIGCOST_TEST_PEERS_H

#include <criterion/criterion.h>
#include <dirent.h>
#include <dlfcn.h>
#include <gmp.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "bench/impl.h"
#include "bignum/bytes.h"

#ifndef PEER_DIR
#define PEER_DIR "build/peers"
#endif

#define MAX_PEERS 16
#define MAX_HEX   4200

static const struct peer *peers[MAX_PEERS];
static size_t peer_count;

static inline enum result os_fill(struct rng *self, uint8_t *out, size_t len)
{
    (void)self;
    return getrandom(out, len, 0) == (ssize_t)len ? DONE : FAILED;
}

static struct rng os_rng = {os_fill};

static inline void load(void)
{
    const char *dir = getenv("SIGCOST_PEERS") ? getenv("SIGCOST_PEERS") : PEER_DIR;
    DIR *listing = opendir(dir);
    struct dirent *entry;
    char path[1024];

    while (listing && (entry = readdir(listing)) && peer_count < MAX_PEERS) {
        size_t len = strlen(entry->d_name);
        void *object;
        peer_entry get;

        if (len < 3 || strcmp(entry->d_name + len - 3, ".so") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
        object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        cr_assert(object, "%s", dlerror());
        get = (peer_entry)(uintptr_t)dlsym(object, "sigcost_peer");
        cr_assert(get, "%s exports no sigcost_peer", path);
        peers[peer_count] = get();
        cr_assert_eq(peers[peer_count], get(), "asked twice, %s answers twice", path);
        peer_count++;
    }
    if (listing)
        closedir(listing);
    if (peer_count == 0)
        cr_skip_test("no peer in %s", dir);
}

static inline void each_row(void (*check)(const struct impl *row))
{
    for (size_t i = 0; i < peer_count; i++)
        for (const struct impl *row = peers[i]->impls; row->name; row++) {
            if (row->missing && row->missing(row))
                continue;
            if (row->start)
                cr_assert_eq(row->start(row), DONE);
            check(row);
            if (row->stop)
                row->stop(row);
        }
}

static inline size_t from_hex(uint8_t *out, const char *hex)
{
    size_t digits = strlen(hex), len = (digits + 1) / 2;
    char pair[3] = {0};

    cr_assert(len <= MAX_HEX);
    if (digits % 2) { /* an odd number of digits: one 0 in front */
        pair[0] = '0';
        pair[1] = *hex++;
        *out++ = (uint8_t)strtoul(pair, NULL, 16);
    }
    for (; hex[0] && hex[1]; hex += 2) {
        pair[0] = hex[0];
        pair[1] = hex[1];
        *out++ = (uint8_t)strtoul(pair, NULL, 16);
    }
    return len;
}

static inline size_t member_hex(uint8_t *out, json_t *object, const char *name)
{
    const char *hex = json_string_value(json_object_get(object, name));

    cr_assert(hex, "no %s", name);
    return from_hex(out, hex);
}

static inline json_t *load_json(const char *path)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);

    cr_assert(root, "%s: %s", path, error.text);
    return root;
}

static inline const char *text(json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

/* The project's own table is another room's; these are the names of the vector files. */
static inline int hash_id(const char *name)
{
    static const char *const names[HASH_COUNT] = {"SHA-224", "SHA-256",     "SHA-384",
                                                  "SHA-512", "SHA-512/224", "SHA-512/256"};

    for (int id = 0; id < HASH_COUNT; id++)
        if (strcmp(name, names[id]) == 0)
            return id;
    return -1;
}

static inline struct sig_params default_params(const struct impl *row)
{
    return (struct sig_params){.hash = row->alg->hash, .form = SIG_DER, .variant = EDDSA_PURE};
}

#endif
