/* fake_peer - a peer that test_cli builds, to see what the bench says of an implementation that is wrong.
 * WITH_CONTRACT and WITH_FAULT say in which way: 0 none, 1 rejects valid signatures, 2 accepts
 * wrong ones, 3 signs nonsense, 4 refuses keys, 5 says UNSUPPORTED. */
#include <stdlib.h>
#include <string.h>

#include "bench/impl.h"

#ifndef WITH_CONTRACT
#define WITH_CONTRACT IMPL_CONTRACT
#endif

static enum result keygen(const struct impl *row, void **key, struct rng *rng)
{
    (void)row;
    (void)rng;
    *key = NULL;
    return UNSUPPORTED;
}

static enum result key_import(const struct impl *row, void **key, const struct key_data *data)
{
    (void)row;
    (void)data;
    *key = WITH_FAULT == 4 ? NULL : malloc(1);
    return *key ? DONE : FAILED;
}

static void key_free(const struct impl *row, void *key)
{
    (void)row;
    free(key);
}

static enum result sign(const struct impl *row, void *key, const struct sig_params *params,
                        const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                        struct rng *rng)
{
    (void)row, (void)key, (void)params, (void)msg, (void)len, (void)rng;
    memset(sig, 0x42, 64);
    *sig_len = 64;
    return WITH_FAULT == 5 ? UNSUPPORTED : DONE;
}

static enum result verify(const struct impl *row, void *key, const struct sig_params *params,
                          const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    (void)row, (void)key, (void)params, (void)msg, (void)len, (void)sig, (void)sig_len;
    return WITH_FAULT == 5 ? UNSUPPORTED : WITH_FAULT == 1 ? FAILED : DONE;
}

static const char *path(void)
{
    return "/nowhere";
}

__attribute__((visibility("default"))) const struct peer *sigcost_peer(void);
const struct peer *sigcost_peer(void)
{
    static const struct alg alg = {"ed25519", FAMILY_ED25519, 255, SHA512, 1};
    static const struct impl impls[] = {{.alg = &alg,
                                         .name = "fake",
                                         .idea = "made for a test",
                                         .flags = STEP_PEER,
                                         .keygen = keygen,
                                         .key_import = key_import,
                                         .key_free = key_free,
                                         .sign = sign,
                                         .verify = verify},
                                        {0}};
    static const struct hash_impl hashes[] = {{0}};
    static const struct peer peer = {WITH_CONTRACT, "Fake", "1.0", path, impls, hashes};

    return &peer;
}
