/* peer_list - the outside libraries at hand, and those that are not. */
#ifndef SIGCOST_PEER_LIST_H
#define SIGCOST_PEER_LIST_H

#include "bench/impl.h"

enum { MAX_PEERS = 32, NOTE_LEN = 512 };

struct loaded_peer {
    char name[64];
    void *handle;
    const struct peer *peer;
    char note[NOTE_LEN]; /* the line that registry_peer_note() gives */
    const char *version; /* the part of it after the name: "OpenSSL 3.0.19, /usr/lib/..." */
};

struct peer_list {
    struct loaded_peer at[MAX_PEERS];
    size_t count;
};

/* Fills the list: peers of $SIGCOST_PEERS, or of the folder `peers` beside the executable or its
 * tests, or of the installed one; then a line for each known peer that is not there. */
void peers_load(struct peer_list *list);
void peers_unload(struct peer_list *list);

#endif
