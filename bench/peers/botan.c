/* Botan 2 and 3 by its C interface (ffi.h): RSA, ECDSA (RFC 6979), Ed25519. An operation object is
 * made once a key and hash; its last step resets it. ECDSA signatures leave and enter it as r || s:
 * it resets for certain only where it gets as far as the arithmetic, so lengths and DER are checked
 * outside. */
#include "bench/peers/botan_peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PURE_SLOT 0 /* Ed25519's operations have slots of their own, by variant */
#define PH_SLOT   1

static const char *const md_names[HASH_COUNT] = {"SHA-224", "SHA-256",     "SHA-384",
                                                 "SHA-512", "SHA-512-224", "SHA-512-256"};
static int md_known[HASH_COUNT];

/* Which operation the parameters ask for: its slot in the key and Botan's name of the padding. */
static enum result operation(int *slot, char padding[48], const struct alg *alg,
                             const struct sig_params *params)
{
    if (alg->family == FAMILY_ED25519) {
        if (params->variant == EDDSA_CTX ||
            (params->variant == EDDSA_PH && params->context.len > 0))
            return UNSUPPORTED;
        if (params->context.len > 0)
            return FAILED;
        *slot = params->variant == EDDSA_PURE ? PURE_SLOT : PH_SLOT;
        snprintf(padding, 48, "%s", params->variant == EDDSA_PURE ? "" : "Ed25519ph");
        return DONE;
    }
    if (!md_known[params->hash])
        return UNSUPPORTED;
    *slot = (int)params->hash;
    snprintf(padding, 48, "%s(%s)", alg->family == FAMILY_RSA ? "EMSA3" : "EMSA1",
             md_names[params->hash]);
    return DONE;
}

static enum result sign(const struct impl *row, void *at, const struct sig_params *params,
                        const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                        struct rng *rng)
{
    struct key *key = at;
    uint8_t rs[SIG_MAX_LEN];
    char padding[48];
    int slot;
    size_t made = sizeof rs;
    enum result result = operation(&slot, padding, row->alg, params);

    (void)rng;
    if (result != DONE || !key->secret)
        return result == DONE ? FAILED : result;
    if (!key->sign[slot] &&
        botan_pk_op_sign_create(&key->sign[slot], key->secret, padding, 0) != 0) {
        key->sign[slot] = NULL;
        return FAILED;
    }
    if (botan_pk_op_sign_update(key->sign[slot], peer_msg(msg), len) != 0 ||
        botan_pk_op_sign_finish(key->sign[slot], key->rng, rs, &made) != 0) {
        botan_pk_op_sign_destroy(key->sign[slot]); /* may hold half a message */
        key->sign[slot] = NULL;
        return FAILED;
    }
    if (row->alg->family == FAMILY_ECDSA) {
        ec_sig_join(sig, sig_len, params->form, rs, ec_width(row->alg));
        return DONE;
    }
    memcpy(sig, rs, made);
    *sig_len = made;
    return DONE;
}

static enum result verify(const struct impl *row, void *at, const struct sig_params *params,
                          const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    struct key *key = at;
    uint8_t rs[2 * EC_MAX_OCTETS];
    char padding[48];
    int slot, answer;
    enum result result = operation(&slot, padding, row->alg, params);

    if (result != DONE)
        return result;
    if (row->alg->family == FAMILY_ECDSA) {
        if (ec_sig_split(rs, ec_width(row->alg), params->form, sig, sig_len) != DONE)
            return FAILED;
        sig = rs;
        sig_len = 2 * ec_width(row->alg);
    } else if (sig_len != (row->alg->family == FAMILY_RSA ? key->rsa_len : 64))
        return FAILED;
    if (!key->verify[slot] &&
        botan_pk_op_verify_create(&key->verify[slot], key->public, padding, 0) != 0) {
        key->verify[slot] = NULL;
        return FAILED;
    }
    answer = botan_pk_op_verify_update(key->verify[slot], peer_msg(msg), len);
    if (answer == 0)
        answer = botan_pk_op_verify_finish(key->verify[slot], sig, sig_len);
    if (answer < 0) { /* an error, not the answer "invalid" */
        botan_pk_op_verify_destroy(key->verify[slot]);
        key->verify[slot] = NULL;
    }
    return answer == 0 ? DONE : FAILED;
}

static enum result hash_digest(const struct hash_impl *row, enum hash_id id, const uint8_t *msg,
                               size_t len, uint8_t *out)
{
    botan_hash_t hash = NULL;
    enum result result = FAILED;

    (void)row;
    if (!md_known[id])
        return UNSUPPORTED;
    if (botan_hash_init(&hash, md_names[id], 0) == 0 &&
        botan_hash_update(hash, peer_msg(msg), len) == 0 && botan_hash_final(hash, out) == 0)
        result = DONE;
    botan_hash_destroy(hash);
    return result;
}

const struct peer *sigcost_peer(void)
{
    static const struct {
        const char *alg, *curve;
    } curves[] = {{"ecdsa-p192", "secp192r1"},
                  {"ecdsa-p224", "secp224r1"},
                  {"ecdsa-p256", "secp256r1"},
                  {"ecdsa-p384", "secp384r1"},
                  {"ecdsa-p521", "secp521r1"}};
    struct impl form = {.name = "botan",
                        .keygen = peer_keygen,
                        .key_import = peer_rsa_import,
                        .key_export = peer_key_export,
                        .key_free = peer_key_free,
                        .sign = sign,
                        .verify = verify};
    static const struct hash_impl hash = {
        .name = "botan", .idea = "CPU instructions where found at run time", .digest = hash_digest};
    char version[32];

    /* RSA's two CRT halves run in two threads. Version 3 can be told not to, so that what is
     * compared is one thread's work everywhere; 2.19 cannot, and its row says so. */
    if (botan_version_major() >= 3)
        setenv("BOTAN_THREAD_POOL_SIZE", "none", 0);
    snprintf(version, sizeof version, "%u.%u.%u", botan_version_major(), botan_version_minor(),
             botan_version_patch());
    for (int id = 0; id < HASH_COUNT; id++) {
        botan_hash_t probe = NULL;

        md_known[id] = botan_hash_init(&probe, md_names[id], 0) == 0;
        botan_hash_destroy(probe);
    }
    peer_library("Botan", version, (const void *)(uintptr_t)botan_ffi_api_version);
    form.idea =
        botan_version_major() < 3
            ? "CRT with base and exponent blinding and a fault check; its two halves in two threads"
            : "CRT with base and exponent blinding and a fault check";
    peer_add(&form, "rsa-1024 rsa-2048 rsa-3072 rsa-4096 rsa-8192");
    form.flags = STEP_RFC6979;
    form.key_import = peer_ec_import;
    form.idea =
        "Montgomery arithmetic, masked base-point table, Shamir's trick with a table for each key";
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        form.data = curves[i].curve;
        peer_add(&form, curves[i].alg);
    }
    form.data = NULL;
    form.flags = 0;
    form.key_import = peer_ed_import;
    form.idea = "ref10 in portable C";
    peer_add(&form, "ed25519");
    peer_add_hash(&hash);
    return peer_published();
}
