#include <string.h>

#include "vectors/encode.h"
#include "vectors/wycheproof.h"

static int has(const json_t *object, const char *key)
{
    return json_object_get(object, key) != NULL;
}

/* Older files say "key" for "publicKey" and "privateKey", and keep RSA's n and e in the group. */
static enum result key_object(const json_t **out, struct json_reader *reader, const json_t *group,
                              const char *name)
{
    if (!has(group, name) && has(group, "key"))
        name = "key";
    return json_dict(out, reader, group, name);
}

static enum result ec_public_key(struct wycheproof_group *to, struct json_reader *reader,
                                 const json_t *group)
{
    const json_t *key;
    struct bytes x, y;
    if (key_object(&key, reader, group, "publicKey") != DONE ||
        json_curve(&to->bits, &to->skip, reader, key, "curve") != DONE)
        return FAILED;
    if (to->skip)
        return DONE;
    if (has(key, "uncompressed"))
        return json_hex(&to->key.public, reader, &reader->group, key, "uncompressed");
    if (json_hex(&x, reader, &reader->group, key, "wx") != DONE ||
        json_hex(&y, reader, &reader->group, key, "wy") != DONE)
        return FAILED;
    if (encode_point(&to->key.public, &reader->group, x, y, to->bits) != DONE)
        return json_error_at(reader, "out of memory");
    return DONE;
}

static enum result ec_private_key(struct wycheproof_group *to, struct json_reader *reader,
                                  const json_t *group)
{
    const json_t *key;
    if (json_curve(&to->bits, &to->skip, reader, group, "curve") != DONE || to->skip)
        return to->skip ? DONE : FAILED;
    if (json_hex(&to->key.secret, reader, &reader->group, group, "privateKey") != DONE ||
        fixed_width(&to->key.secret, &reader->group, to->key.secret, width_of(to->bits)) != DONE)
        return json_error_at(reader, "\"privateKey\" is too wide for the curve");
    if (json_dict(&key, reader, group, "publicKey") != DONE)
        return FAILED;
    return json_hex(&to->key.public, reader, &reader->group, key, "uncompressed");
}

static enum result ed_public_key(struct wycheproof_group *to, struct json_reader *reader,
                                 const json_t *group)
{
    const json_t *key;
    const char *curve;
    to->bits = 255;
    if (key_object(&key, reader, group, "publicKey") != DONE ||
        json_text(&curve, reader, key, "curve") != DONE)
        return FAILED;
    if (strcmp(curve, "edwards25519") != 0) {
        unsigned bits;
        return json_curve(&bits, &to->skip, reader, key, "curve") == DONE && to->skip
                   ? DONE
                   : json_error_at(reader, "\"curve\" is not an Edwards curve");
    }
    return json_hex(&to->key.public, reader, &reader->group, key, "pk");
}

static enum result ed_variant(struct wycheproof_group *to, struct json_reader *reader,
                              const json_t *group)
{
    static const char *const names[] = {"Ed25519", "Ed25519ctx", "Ed25519ph"};
    const char *name;
    to->bits = 255;
    if (json_text(&name, reader, group, "variant") != DONE)
        return FAILED;
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) {
            to->params.variant = (enum eddsa_variant)i;
            return DONE;
        }
    if (strncmp(name, "Ed448", 5) != 0)
        return json_error_at(reader, "unknown variant \"%s\"", name);
    to->skip = "Ed448 out of scope";
    return DONE;
}

static enum result rsa_number(struct bytes *out, struct json_reader *reader, const json_t *key,
                              const char *name, const char *old_name)
{
    if (!has(key, name) && has(key, old_name))
        name = old_name;
    if (json_hex(out, reader, &reader->group, key, name) != DONE)
        return FAILED;
    *out = strip_zeros(*out);
    return DONE;
}

static enum result rsa_private_part(struct wycheproof_group *to, struct json_reader *reader,
                                    const json_t *group, const json_t *key)
{
    struct bytes pkcs8;
    if (rsa_number(&to->key.d, reader, key, "privateExponent", "d") != DONE)
        return FAILED;
    if (has(key, "prime1"))
        return rsa_number(&to->key.p, reader, key, "prime1", "p") == DONE
                   ? rsa_number(&to->key.q, reader, key, "prime2", "q")
                   : FAILED;
    if (!has(group, "privateKeyPkcs8"))
        return DONE;
    if (json_hex(&pkcs8, reader, &reader->group, group, "privateKeyPkcs8") != DONE)
        return FAILED;
    if (decode_pkcs8_primes(&to->key.p, &to->key.q, pkcs8) != DONE)
        return json_error_at(reader, "\"privateKeyPkcs8\" is not an RSA key in PKCS #8");
    return DONE;
}

static enum result rsa_key(struct wycheproof_group *to, struct json_reader *reader,
                           const json_t *group)
{
    const json_t *key = group; /* where the oldest files keep n, e and d */
    const char *name = to->type == GROUP_RSA_SIGN ? "privateKey" : "publicKey";
    if (!has(group, "n") && key_object(&key, reader, group, name) != DONE)
        return FAILED;
    if (rsa_number(&to->key.n, reader, key, "modulus", "n") != DONE ||
        rsa_number(&to->key.e, reader, key, "publicExponent", "e") != DONE)
        return FAILED;
    to->bits = (unsigned)(8 * to->key.n.len);
    if (to->type == GROUP_RSA_SIGN && rsa_private_part(to, reader, group, key) != DONE)
        return FAILED;
    return json_hash(&to->params.hash, &to->skip, reader, group, "sha");
}

enum result wycheproof_group(struct wycheproof_group *to, struct json_reader *reader,
                             const json_t *group)
{
    switch (to->type) {
    case GROUP_ECDSA_DER:
    case GROUP_ECDSA_FIXED:
        to->params.form = to->type == GROUP_ECDSA_DER ? SIG_DER : SIG_FIXED;
        if (ec_public_key(to, reader, group) != DONE)
            return FAILED;
        return json_hash(&to->params.hash, &to->skip, reader, group, "sha");
    case GROUP_ECDSA_SIGN:
        to->params.form = SIG_FIXED;
        return ec_private_key(to, reader, group);
    case GROUP_EDDSA_VERIFY:
        return ed_public_key(to, reader, group);
    case GROUP_EDDSA_SIGN:
        return ed_variant(to, reader, group);
    case GROUP_RSA_VERIFY:
    case GROUP_RSA_SIGN:
        return rsa_key(to, reader, group);
    case GROUP_HASH:
        return json_hash(&to->params.hash, &to->skip, reader, group, "sha");
    case GROUP_PRIME:
    case GROUP_CURVE:
        break;
    }
    return DONE;
}
