/* self - the self-written steps as rows of the contract: each algorithm times each engine of its
 * family, in ladder order. */
#include <stdlib.h>

#include "bench/need.h"
#include "bench/registry.h"
#include "bench/self.h"

static size_t engines_of(enum family family)
{
    switch (family) {
    case FAMILY_RSA:
        return self_rsa_engines();
    case FAMILY_ECDSA:
        return self_ec_engines();
    case FAMILY_ED25519:
        return self_ed25519_engines();
    }
    return 0;
}

static enum result make_row(struct impl *row, const struct alg *alg, size_t i)
{
    switch (alg->family) {
    case FAMILY_RSA:
        return self_rsa_row(row, alg, i);
    case FAMILY_ECDSA:
        return self_ec_row(row, alg, i);
    case FAMILY_ED25519:
        return self_ed25519_row(row, alg, i);
    }
    return FAILED;
}

const struct impl *self_rows(void)
{
    static struct impl *rows;
    size_t count = 0, at = 0;

    if (rows)
        return rows;
    for (const struct alg *alg = algs; alg->name; alg++)
        count += engines_of(alg->family);
    struct impl *made = need_zeroed(count + 1, sizeof *made);
    for (const struct alg *alg = algs; alg->name; alg++)
        for (size_t i = 0; i < engines_of(alg->family); i++)
            if (make_row(&made[at], alg, i) == DONE)
                at++;
    rows = made;
    return rows;
}

static const char *hash_missing(const struct hash_impl *row)
{
    return step_missing(&((const struct hash_engine *)row->data)->step);
}

static enum result hash_digest(const struct hash_impl *row, enum hash_id id, const uint8_t *msg,
                               size_t len, uint8_t *digest)
{
    struct sha2 ctx;

    if ((unsigned)id >= HASH_COUNT)
        return UNSUPPORTED;
    sha2_init(&ctx, id, row->data);
    sha2_update(&ctx, msg, len);
    sha2_final(&ctx, digest);
    return DONE;
}

const struct hash_impl *self_hash_rows(void)
{
    static struct hash_impl *rows;
    size_t count = 0;

    if (rows)
        return rows;
    while (hash_engines[count])
        count++;
    struct hash_impl *made = need_zeroed(count + 1, sizeof *made);
    for (size_t i = 0; i < count; i++) {
        const struct step *step = &hash_engines[i]->step;
        made[i] = (struct hash_impl){.name = step->name,
                                     .idea = step->idea,
                                     .source = step->source,
                                     .flags = step->flags,
                                     .data = hash_engines[i],
                                     .missing = hash_missing,
                                     .digest = hash_digest};
    }
    rows = made;
    return rows;
}
