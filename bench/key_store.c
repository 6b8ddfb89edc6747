/* key_store - a key's octets with room of their own. */
#include <string.h>

#include "bench/impl.h"

enum { PARTS = 7 };

static void parts_of(struct bytes *parts[PARTS], struct key_data *key)
{
    struct bytes *all[PARTS] = {&key->n, &key->e,      &key->d,     &key->p,
                                &key->q, &key->secret, &key->public};
    memcpy(parts, all, sizeof all);
}

enum result key_store_copy(struct key_store *store, const struct key_data *from)
{
    struct key_data copy = *from;
    struct bytes *source[PARTS], *target[PARTS];
    size_t used = 0;

    parts_of(source, &copy);
    memset(store, 0, sizeof *store);
    parts_of(target, &store->key);
    for (int i = 0; i < PARTS; i++) {
        if (source[i]->len > sizeof store->room - used) {
            key_store_wipe(store);
            return FAILED;
        }
        if (source[i]->len == 0)
            continue;
        memcpy(store->room + used, source[i]->at, source[i]->len);
        *target[i] = (struct bytes){store->room + used, source[i]->len};
        used += source[i]->len;
    }
    return DONE;
}

void key_store_wipe(struct key_store *store)
{
    wipe(store, sizeof *store);
}
