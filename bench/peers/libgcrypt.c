/* libgcrypt: RSA, ECDSA (RFC 6979) and Ed25519 through its S-expressions, which it takes apart at
 * each call: that cost belongs to its interface, and is in the timings. */
#include "bench/peers/libgcrypt_peer.h"

/* An S-expression's data item is at most 65535 octets long; past it the library aborts. */
#define MAX_ITEM 65000

static const int mds[HASH_COUNT] = {GCRY_MD_SHA224, GCRY_MD_SHA256,     GCRY_MD_SHA384,
                                    GCRY_MD_SHA512, GCRY_MD_SHA512_224, GCRY_MD_SHA512_256};
static const char *const md_names[HASH_COUNT] = {"sha224", "sha256",     "sha384",
                                                 "sha512", "sha512_224", "sha512_256"};
/* What is signed: the digest under the scheme's flags, or for Ed25519 the message itself. */
static gcry_sexp_t data_of(const struct alg *alg, const struct sig_params *params,
                           const uint8_t *msg, size_t len)
{
    uint8_t hash[SHA2_MAX_DIGEST];
    gcry_sexp_t data = NULL;
    gcry_error_t error;

    if (alg->family == FAMILY_ED25519)
        error = gcry_sexp_build(&data, NULL, "(data (flags eddsa)(hash-algo sha512)(value %b))",
                                (int)len, peer_msg(msg));
    else {
        gcry_md_hash_buffer(mds[params->hash], hash, peer_msg(msg), len);
        error = gcry_sexp_build(&data, NULL,
                                alg->family == FAMILY_RSA ? "(data (flags pkcs1)(hash %s %b))"
                                                          : "(data (flags rfc6979)(hash %s %b))",
                                md_names[params->hash], (int)peer_hash_len(params->hash), hash);
    }
    return error ? NULL : data;
}

static enum result supported(const struct alg *alg, const struct sig_params *params, size_t len)
{
    if (alg->family != FAMILY_ED25519)
        return DONE;
    if (params->variant != EDDSA_PURE || len > MAX_ITEM)
        return UNSUPPORTED;
    return params->context.len == 0 ? DONE : FAILED;
}

static enum result sign(const struct impl *row, void *at, const struct sig_params *params,
                        const uint8_t *msg, size_t len, uint8_t *sig, size_t *sig_len,
                        struct rng *rng)
{
    const struct key *key = at;
    size_t width = row->alg->family == FAMILY_ED25519 ? 32 : ec_width(row->alg), part;
    uint8_t rs[2 * EC_MAX_OCTETS];
    gcry_sexp_t data, made = NULL;
    enum result result = supported(row->alg, params, len);

    (void)rng;
    if (result != DONE || !key->secret)
        return result == DONE ? FAILED : result;
    data = data_of(row->alg, params, msg, len);
    if (!data || gcry_pk_sign(&made, data, key->secret))
        result = FAILED;
    else if (row->alg->family == FAMILY_RSA)
        result = sexp_item(sig, SIG_MAX_LEN, sig_len, made, "s",
                           (gcry_pk_get_nbits(key->public) + 7) / 8);
    else {
        result = sexp_item(rs, width, &part, made, "r", width);
        if (result == DONE)
            result = sexp_item(rs + width, width, &part, made, "s", width);
        if (result == DONE)
            ec_sig_join(sig, sig_len, row->alg->family == FAMILY_ED25519 ? SIG_FIXED : params->form,
                        rs, width);
    }
    gcry_sexp_release(data);
    gcry_sexp_release(made);
    return result;
}

static enum result verify(const struct impl *row, void *at, const struct sig_params *params,
                          const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    const struct key *key = at;
    size_t width = ec_width(row->alg);
    uint8_t rs[2 * EC_MAX_OCTETS];
    gcry_sexp_t data = NULL, given = NULL;
    gcry_error_t error = 1;
    enum result result = supported(row->alg, params, len);

    if (result != DONE)
        return result;
    if (row->alg->family == FAMILY_RSA) {
        if (sig_len == (gcry_pk_get_nbits(key->public) + 7) / 8)
            error = gcry_sexp_build(&given, NULL, "(sig-val (rsa (s %b)))", (int)sig_len, sig);
    } else if (row->alg->family == FAMILY_ECDSA) {
        if (ec_sig_split(rs, width, params->form, sig, sig_len) == DONE)
            error = gcry_sexp_build(&given, NULL, "(sig-val (ecdsa (r %b)(s %b)))", (int)width, rs,
                                    (int)width, rs + width);
    } else if (sig_len == 64)
        error =
            gcry_sexp_build(&given, NULL, "(sig-val (eddsa (r %b)(s %b)))", 32, sig, 32, sig + 32);
    if (error)
        return FAILED;
    data = data_of(row->alg, params, msg, len);
    result = data && !gcry_pk_verify(given, data, key->public) ? DONE : FAILED;
    gcry_sexp_release(data);
    gcry_sexp_release(given);
    return result;
}

static enum result hash_digest(const struct hash_impl *row, enum hash_id id, const uint8_t *msg,
                               size_t len, uint8_t *out)
{
    (void)row;
    gcry_md_hash_buffer(mds[id], out, peer_msg(msg), len);
    return DONE;
}

const struct peer *sigcost_peer(void)
{
    static const struct {
        const char *alg, *curve;
    } curves[] = {{"ecdsa-p192", "NIST P-192"},
                  {"ecdsa-p224", "NIST P-224"},
                  {"ecdsa-p256", "NIST P-256"},
                  {"ecdsa-p384", "NIST P-384"},
                  {"ecdsa-p521", "NIST P-521"}};
    struct impl form = {.name = "libgcrypt",
                        .keygen = peer_keygen,
                        .key_import = peer_rsa_import,
                        .key_export = peer_key_export,
                        .key_free = peer_key_free,
                        .sign = sign,
                        .verify = verify};
    static const struct hash_impl hash = {
        .name = "libgcrypt", .idea = "assembly chosen at run time", .digest = hash_digest};
    const char *version = gcry_check_version(NULL);

    if (!gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) {
        gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
        gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    }
    peer_library("libgcrypt", version, (const void *)(uintptr_t)gcry_check_version);
    form.idea =
        "CRT with blinding and a fault check; S-expressions are built and parsed at each call";
    peer_add(&form, "rsa-1024 rsa-2048 rsa-3072 rsa-4096 rsa-8192");
    form.key_import = peer_ec_import;
    form.flags = STEP_RFC6979;
    form.idea =
        "Jacobian double-and-add over its MPI; S-expressions are built and parsed at each call";
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        form.data = curves[i].curve;
        peer_add(&form, curves[i].alg);
    }
    form.data = NULL;
    form.flags = 0;
    form.key_import = peer_ed_import;
    form.idea = "double-and-add over its MPI; S-expressions at each call; messages to 65000 octets";
    peer_add(&form, "ed25519");
    peer_add_hash(&hash);
    return peer_published();
}
