#include <string.h>

#include "vectors/acvp.h"
#include "vectors/encode.h"
#include "vectors/read.h"

static int group_true(const struct acvp *acvp, const char *key)
{
    return json_is_true(json_object_get(acvp->group, key));
}

static enum result passed(struct vector_case *one, struct acvp *acvp, const json_t *test)
{
    return json_truth(&one->valid, &acvp->reader, test, "testPassed");
}

static enum result ec_point(struct vector_case *one, struct acvp *acvp, const json_t *test)
{
    struct bytes x, y;
    if (acvp_hex(&x, acvp, test, "qx") != DONE || acvp_hex(&y, acvp, test, "qy") != DONE)
        return FAILED;
    return encode_point(&one->key.public, &acvp->reader.test, x, y, one->bits) == DONE
               ? DONE
               : acvp_out_of_memory(acvp);
}

static enum result ec_scalar(struct bytes *out, struct vector_case *one, struct acvp *acvp,
                             const json_t *test, const char *key)
{
    if (!acvp_has(acvp, test, key))
        return DONE;
    if (acvp_hex(out, acvp, test, key) != DONE)
        return FAILED;
    return fixed_width(out, &acvp->reader.test, *out, width_of(one->bits)) == DONE
               ? DONE
               : json_error_at(&acvp->reader, "\"%s\" is too wide for the curve", key);
}

static enum result ecdsa_signature(struct vector_case *one, struct acvp *acvp, const json_t *test)
{
    struct bytes r, s;
    if (acvp_hex(&one->msg, acvp, test, "message") != DONE ||
        acvp_hex(&r, acvp, test, "r") != DONE || acvp_hex(&s, acvp, test, "s") != DONE ||
        ec_point(one, acvp, test) != DONE)
        return FAILED;
    return encode_signature(&one->sig, &one->params.form, &acvp->reader.test, r, s, one->bits) ==
                   DONE
               ? DONE
               : acvp_out_of_memory(acvp);
}

static enum result ecdsa_test(struct vector_case *one, struct acvp *acvp, const json_t *test)
{
    one->family = FAMILY_ECDSA;
    if (acvp->group_skip)
        return acvp->sink->take(acvp->sink, one);
    if (acvp->mode == ACVP_ECDSA_KEYGEN || acvp->mode == ACVP_ECDSA_KEYVER) {
        int generated = acvp->mode == ACVP_ECDSA_KEYGEN;
        one->kind = generated ? CASE_KEY_PAIR : CASE_PUBLIC_KEY;
        if (ec_point(one, acvp, test) != DONE || (!generated && passed(one, acvp, test) != DONE) ||
            (generated && ec_scalar(&one->key.secret, one, acvp, test, "d") != DONE))
            return FAILED;
        return acvp->sink->take(acvp->sink, one);
    }
    if (ecdsa_signature(one, acvp, test) != DONE)
        return FAILED;
    if (acvp->mode == ACVP_ECDSA_SIGVER) {
        one->kind = CASE_VERIFY;
        return passed(one, acvp, test) == DONE ? acvp->sink->take(acvp->sink, one) : FAILED;
    }
    one->deterministic = acvp->mode == ACVP_ECDSA_DETSIGGEN;
    if (ec_scalar(&one->key.secret, one, acvp, test, "d") != DONE ||
        ec_scalar(&one->nonce, one, acvp, test, "k") != DONE)
        return FAILED;
    one->kind = one->key.secret.len ? CASE_SIGN : CASE_VERIFY;
    return acvp->sink->take(acvp->sink, one);
}

static enum result eddsa_test(struct vector_case *one, struct acvp *acvp, const json_t *test)
{
    one->family = FAMILY_ED25519;
    one->bits = 255;
    if (acvp->group_skip)
        return acvp->sink->take(acvp->sink, one);
    if (acvp_hex(&one->key.public, acvp, test, "q") != DONE)
        return FAILED;
    if (acvp->mode == ACVP_EDDSA_KEYVER) {
        one->kind = CASE_PUBLIC_KEY;
        return passed(one, acvp, test) == DONE ? acvp->sink->take(acvp->sink, one) : FAILED;
    }
    if (acvp->mode == ACVP_EDDSA_KEYGEN) {
        one->kind = CASE_KEY_PAIR;
        return acvp_hex(&one->key.secret, acvp, test, "d") == DONE
                   ? acvp->sink->take(acvp->sink, one)
                   : FAILED;
    }
    if (acvp_hex(&one->msg, acvp, test, "message") != DONE ||
        acvp_hex(&one->sig, acvp, test, "signature") != DONE ||
        acvp_hex_optional(&one->params.context, acvp, test, "context") != DONE)
        return FAILED;
    one->params.variant = EDDSA_PURE;
    if (group_true(acvp, "preHash"))
        one->params.variant = EDDSA_PH;
    else if (one->params.context.len)
        one->params.variant = EDDSA_CTX;
    if (acvp->mode == ACVP_EDDSA_SIGVER) {
        one->kind = CASE_VERIFY;
        return passed(one, acvp, test) == DONE ? acvp->sink->take(acvp->sink, one) : FAILED;
    }
    one->deterministic = 1;
    if (acvp_hex_optional(&one->key.secret, acvp, test, "d") != DONE)
        return FAILED;
    one->kind = one->key.secret.len ? CASE_SIGN : CASE_VERIFY;
    return acvp->sink->take(acvp->sink, one);
}

static enum result rsa_test(struct vector_case *one, struct acvp *acvp, const json_t *test)
{
    one->family = FAMILY_RSA;
    if (acvp->group_skip)
        return acvp->sink->take(acvp->sink, one);
    if (acvp_hex(&one->key.n, acvp, test, "n") != DONE ||
        acvp_hex(&one->key.e, acvp, test, "e") != DONE ||
        acvp_hex(&one->msg, acvp, test, "message") != DONE ||
        acvp_hex(&one->sig, acvp, test, "signature") != DONE)
        return FAILED;
    one->key.n = strip_zeros(one->key.n);
    one->key.e = strip_zeros(one->key.e);
    one->kind = CASE_VERIFY;
    if (acvp->mode == ACVP_RSA_SIGVER)
        return passed(one, acvp, test) == DONE ? acvp->sink->take(acvp->sink, one) : FAILED;
    if (acvp_hex_optional(&one->key.d, acvp, test, "d") != DONE ||
        acvp_hex_optional(&one->key.p, acvp, test, "p") != DONE ||
        acvp_hex_optional(&one->key.q, acvp, test, "q") != DONE)
        return FAILED;
    one->deterministic = 1;
    if (one->key.d.len)
        one->kind = CASE_SIGN;
    return acvp->sink->take(acvp->sink, one);
}

static enum result read_test(struct acvp *acvp, const json_t *test)
{
    struct vector_case one = acvp->shared;
    one.id = arena_format(&acvp->reader.test, "tcId %" JSON_INTEGER_FORMAT, acvp->reader.tc_id);
    const json_t *reason = json_object_get(test, "reason");
    one.flags = json_is_string(reason) ? json_string_value(reason) : "";
    one.skip = acvp->group_skip;
    if (!one.id)
        return acvp_out_of_memory(acvp);
    switch (acvp->mode) {
    case ACVP_HASH:
        return acvp_hash_test(&one, acvp, test);
    case ACVP_RSA_SIGGEN:
    case ACVP_RSA_SIGVER:
        return rsa_test(&one, acvp, test);
    case ACVP_EDDSA_KEYGEN:
    case ACVP_EDDSA_KEYVER:
    case ACVP_EDDSA_SIGGEN:
    case ACVP_EDDSA_SIGVER:
        return eddsa_test(&one, acvp, test);
    default:
        return ecdsa_test(&one, acvp, test);
    }
}

static enum result rsa_group(struct acvp *acvp)
{
    const char *type;
    json_int_t bits;
    if (json_text(&type, &acvp->reader, acvp->group, "sigType") != DONE ||
        json_whole(&bits, &acvp->reader, acvp->group, "modulo", 1 << 20) != DONE)
        return FAILED;
    acvp->shared.bits = (unsigned)bits;
    if (strcmp(type, "pss") == 0)
        acvp->group_skip = "RSASSA-PSS";
    else if (strcmp(type, "ansx9.31") == 0)
        acvp->group_skip = "X9.31 padding";
    else if (strcmp(type, "pkcs1v1.5") != 0 && strcmp(type, "PKCS1v1.5") != 0)
        return json_error_at(&acvp->reader, "unknown sigType \"%.40s\"", type);
    return json_hash(&acvp->shared.params.hash, &acvp->group_skip, &acvp->reader, acvp->group,
                     "hashAlg");
}

static enum result eddsa_group(struct acvp *acvp)
{
    const char *curve;
    if (json_text(&curve, &acvp->reader, acvp->group, "curve") != DONE)
        return FAILED;
    if (strcmp(curve, "ED-448") == 0)
        acvp->group_skip = "Ed448 out of scope";
    else if (strcmp(curve, "ED-25519") != 0)
        return json_error_at(&acvp->reader, "unknown curve \"%.40s\"", curve);
    return DONE;
}

static enum result ecdsa_group(struct acvp *acvp)
{
    if (json_curve(&acvp->shared.bits, &acvp->group_skip, &acvp->reader, acvp->group, "curve") !=
        DONE)
        return FAILED;
    if (acvp->mode == ACVP_ECDSA_KEYGEN || acvp->mode == ACVP_ECDSA_KEYVER)
        return DONE;
    if (group_true(acvp, "componentTest"))
        acvp->group_skip = "component test: a digest in place of the message";
    return json_hash(&acvp->shared.params.hash, &acvp->group_skip, &acvp->reader, acvp->group,
                     "hashAlg");
}

static enum result read_group(struct acvp *acvp)
{
    static const char *const types[] = {"AFT", "GDT", "KAT", "BFT", NULL};
    int known = acvp->mode == ACVP_HASH &&
                (strcmp(acvp->type, "MCT") == 0 || strcmp(acvp->type, "LDT") == 0);
    for (int i = 0; types[i]; i++)
        known |= strcmp(acvp->type, types[i]) == 0;
    if (!known)
        return json_error_at(&acvp->reader, "unknown testType \"%.40s\"", acvp->type);
    if (acvp_has(acvp, acvp->group, "conformance"))
        acvp->group_skip = "SP 800-106 randomised messages";
    switch (acvp->mode) {
    case ACVP_HASH: /* scope_acvp() knows the name */
        scope_hash(&acvp->shared.params.hash, &acvp->group_skip, acvp->hash_name);
        return DONE;
    case ACVP_RSA_SIGGEN:
    case ACVP_RSA_SIGVER:
        return rsa_group(acvp);
    case ACVP_EDDSA_KEYGEN:
    case ACVP_EDDSA_KEYVER:
    case ACVP_EDDSA_SIGGEN:
    case ACVP_EDDSA_SIGVER:
        return eddsa_group(acvp);
    default:
        return ecdsa_group(acvp);
    }
}

static enum result read_tests(struct acvp *acvp)
{
    const json_t *tests, *test;
    size_t i;
    struct json_reader *reader = &acvp->reader;
    acvp->group_skip = NULL;
    acvp->shared = (struct vector_case){.kind = CASE_VERIFY, .valid = 1};
    if (json_text(&acvp->type, reader, acvp->group, "testType") != DONE ||
        read_group(acvp) != DONE || json_list(&tests, reader, acvp->group, "tests") != DONE)
        return FAILED;
    enum result result = DONE;
    json_array_foreach(tests, i, test)
    {
        result = json_enter_test(reader, test, i);
        if (result == DONE)
            result = read_test(acvp, test);
        arena_reset(&reader->test);
        if (result != DONE)
            break;
    }
    reader->in_test = 0;
    return result;
}

enum result read_acvp(const char **skip, struct source *source, const json_t *root,
                      struct case_sink *sink)
{
    struct acvp acvp = {.reader = {.source = source}, .sink = sink};
    const json_t *mode = json_object_get(root, "mode"), *groups, *group;
    const char *name = json_is_string(mode) ? json_string_value(mode) : "";
    acvp.hash_name = json_string_value(json_object_get(root, "algorithm"));
    *skip = NULL;
    if (!acvp.hash_name)
        return source_error(source, "\"algorithm\" is missing or not a string");
    switch (scope_acvp(&acvp.mode, skip, acvp.hash_name, name)) {
    case SCOPE_UNKNOWN:
        return source_error(source, "unknown algorithm \"%.60s\" with mode \"%.60s\"",
                            acvp.hash_name, name);
    case SCOPE_OUT:
        return DONE;
    case SCOPE_IN:
        break;
    }
    *skip = NULL;
    groups = json_object_get(root, "testGroups");
    if (!json_is_array(groups))
        return source_error(source, "\"testGroups\" is not an array");
    enum result result = DONE;
    size_t i;
    json_array_foreach(groups, i, group)
    {
        acvp.reader.group_index = i;
        acvp.group = group;
        result = read_tests(&acvp);
        if (result != DONE)
            break;
    }
    if (result == DONE && acvp.reader.id_count == 0)
        result = source_error(source, "has no tests");
    if (result == DONE)
        result = json_ids_unique(&acvp.reader);
    json_reader_free(&acvp.reader);
    return result;
}
