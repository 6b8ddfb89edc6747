/* registry - every row there is: the self-written steps first, then the peers found in build/peers. */
#ifndef SIGCOST_REGISTRY_H
#define SIGCOST_REGISTRY_H

#include "bench/impl.h"

/* Loads the peers; idempotent. A peer that cannot be loaded becomes a note, never an error. */
void registry_open(void);
/* Stops every row that was started and unloads the peers. */
void registry_close(void);

size_t registry_count(void);
const struct impl *registry_at(size_t i);
/* impl may be "self": the fastest step that runs here and claims constant time for its secret
 * operations; while the family has none, its fastest. NULL if there is none of that name. */
const struct impl *registry_find(const struct alg *alg, const char *impl);
/* What "self" stands for. */
const struct impl *registry_self(const struct alg *alg);
/* Calls row->start once, before the first use. DONE, or why it cannot run in *why. */
enum result registry_start(const struct impl *row, const char **why);

size_t registry_hash_count(void);
const struct hash_impl *registry_hash_at(size_t i);

/* One line for each peer that this project knows: library, version and path, or
 * "libsodium: no peers/libsodium.so beside the program: apt-get install libsodium-dev, then make". */
size_t registry_peer_count(void);
const char *registry_peer_note(size_t i);
/* "OpenSSL 3.0.19 ..." of the row's library, or "" for a self-written row. */
const char *registry_version(const struct impl *row);
const char *registry_hash_version(const struct hash_impl *row);

/* The rows that bench/self.c makes of the engines; end with a NULL name. */
const struct impl *self_rows(void);
const struct hash_impl *self_hash_rows(void);

#endif
