#include <string.h>

#include "vectors/encode.h"
#include "vectors/read.h"
#include "vectors/wycheproof.h"

#define MAX_FLAGS 32

static enum result read_flags(struct vector_case *one, const char **names, size_t *count,
                              struct json_reader *reader, const json_t *test)
{
    const json_t *list, *flag;
    size_t i;
    if (json_list(&list, reader, test, "flags") != DONE)
        return FAILED;
    *count = json_array_size(list);
    if (*count > MAX_FLAGS)
        return json_error_at(reader, "more than %d flags", MAX_FLAGS);
    const char *joined = "";
    json_array_foreach(list, i, flag)
    {
        names[i] = json_string_value(flag);
        if (!names[i])
            return json_error_at(reader, "a flag is not a string");
        joined = arena_format(&reader->test, "%s%s%.60s", joined, i ? " " : "", names[i]);
        if (!joined)
            return json_error_at(reader, "out of memory");
    }
    one->flags = joined;
    return DONE;
}

static enum result read_verdict(struct vector_case *one, struct json_reader *reader,
                                const json_t *test, enum group_type type)
{
    const char *names[MAX_FLAGS], *word;
    size_t count;
    if (read_flags(one, names, &count, reader, test) != DONE ||
        json_text(&word, reader, test, "result") != DONE)
        return FAILED;
    int verdict = -1;
    if (strcmp(word, "valid") == 0)
        verdict = 1;
    else if (strcmp(word, "invalid") == 0)
        verdict = 0;
    else if (strcmp(word, "acceptable") != 0)
        return json_error_at(reader, "unknown result \"%s\"", word);
    else
        verdict = scope_acceptable(&one->optional, type, names, count);
    if (verdict < 0)
        return json_error_at(reader, "\"acceptable\", and no rule for the flags [%s]", one->flags);
    one->valid = verdict;
    return DONE;
}

static enum result ecdsa_sign_test(struct vector_case *one, struct json_reader *reader,
                                   const json_t *test, const struct wycheproof_group *group)
{
    struct bytes r, s, k;
    one->kind = CASE_SIGN;
    one->family = FAMILY_ECDSA;
    one->deterministic = 1;
    if (json_hash(&one->params.hash, &one->skip, reader, test, "sha") != DONE ||
        json_hex(&one->msg, reader, &reader->test, test, "msg") != DONE ||
        json_hex(&r, reader, &reader->test, test, "r") != DONE ||
        json_hex(&s, reader, &reader->test, test, "s") != DONE ||
        json_hex(&k, reader, &reader->test, test, "k") != DONE)
        return FAILED;
    if (group->skip)
        return DONE;
    if (encode_signature(&one->sig, &one->params.form, &reader->test, r, s, group->bits) != DONE ||
        fixed_width(&one->nonce, &reader->test, k, width_of(group->bits)) != DONE)
        return json_error_at(reader, "\"k\" is too wide for the curve");
    return DONE;
}

static enum result eddsa_sign_test(struct vector_case *one, struct json_reader *reader,
                                   const json_t *test)
{
    one->kind = CASE_SIGN;
    one->family = FAMILY_ED25519;
    one->deterministic = 1;
    if (json_hex(&one->key.secret, reader, &reader->test, test, "sk") != DONE ||
        json_hex(&one->key.public, reader, &reader->test, test, "pk") != DONE ||
        json_hex(&one->msg, reader, &reader->test, test, "msg") != DONE ||
        json_hex(&one->sig, reader, &reader->test, test, "sig") != DONE)
        return FAILED;
    if (!json_object_get(test, "ctx"))
        return DONE;
    return json_hex(&one->params.context, reader, &reader->test, test, "ctx");
}

static enum result signature_test(struct vector_case *one, struct json_reader *reader,
                                  const json_t *test, enum group_type type)
{
    one->kind = type == GROUP_RSA_SIGN ? CASE_SIGN : CASE_VERIFY;
    one->deterministic = type == GROUP_RSA_SIGN;
    one->family = FAMILY_ECDSA;
    if (type == GROUP_EDDSA_VERIFY)
        one->family = FAMILY_ED25519;
    if (type == GROUP_RSA_VERIFY || type == GROUP_RSA_SIGN)
        one->family = FAMILY_RSA;
    if (json_hex(&one->msg, reader, &reader->test, test, "msg") != DONE)
        return FAILED;
    return json_hex(&one->sig, reader, &reader->test, test, "sig");
}

static enum result curve_test(struct vector_case *one, struct json_reader *reader,
                              const json_t *test)
{
    struct curve_numbers *c = &one->curve;
    const struct {
        const char *name;
        struct bytes *to;
    } parts[] = {{"p", &c->p}, {"n", &c->n},   {"a", &c->a},
                 {"b", &c->b}, {"gx", &c->gx}, {"gy", &c->gy}};
    one->kind = CASE_CURVE;
    if (json_curve(&one->bits, &one->skip, reader, test, "name") != DONE ||
        json_text(&one->curve_name, reader, test, "name") != DONE)
        return FAILED;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (json_hex(parts[i].to, reader, &reader->test, test, parts[i].name) != DONE)
            return FAILED;
        *parts[i].to = strip_zeros(*parts[i].to);
    }
    json_int_t h;
    if (json_whole(&h, reader, test, "h", 1 << 20) != DONE)
        return FAILED;
    c->h = (unsigned)h;
    return DONE;
}

static enum result hash_test(struct vector_case *one, struct json_reader *reader,
                             const json_t *test)
{
    json_int_t repeat = 1;
    one->kind = CASE_HASH;
    if (json_hex(&one->msg, reader, &reader->test, test, "msg") != DONE ||
        json_hex(&one->want, reader, &reader->test, test, "digest") != DONE)
        return FAILED;
    if (json_object_get(test, "repeat") &&
        json_whole(&repeat, reader, test, "repeat", 1 << 26) != DONE)
        return FAILED;
    one->repeat = (size_t)repeat;
    if (repeat == 0)
        one->msg.len = 0;
    return DONE;
}

static enum result read_test(struct json_reader *reader, const json_t *test,
                             const struct wycheproof_group *group, struct case_sink *sink)
{
    struct vector_case one = {
        .id = arena_format(&reader->test, "tcId %" JSON_INTEGER_FORMAT, reader->tc_id),
        .bits = group->bits,
        .skip = group->skip,
        .params = group->params,
        .key = group->key,
    };
    if (!one.id)
        return json_error_at(reader, "out of memory");
    if (read_verdict(&one, reader, test, group->type) != DONE)
        return FAILED;
    enum result result = DONE;
    if (group->type == GROUP_ECDSA_SIGN)
        result = ecdsa_sign_test(&one, reader, test, group);
    else if (group->type == GROUP_EDDSA_SIGN)
        result = eddsa_sign_test(&one, reader, test);
    else if (group->type == GROUP_CURVE)
        result = curve_test(&one, reader, test);
    else if (group->type == GROUP_HASH)
        result = hash_test(&one, reader, test);
    else if (group->type == GROUP_PRIME) {
        one.kind = CASE_PRIME;
        result = json_hex(&one.msg, reader, &reader->test, test, "value");
    } else
        result = signature_test(&one, reader, test, group->type);
    return result == DONE ? sink->take(sink, &one) : FAILED;
}

static enum result skip_test(struct json_reader *reader, const char *why, struct case_sink *sink)
{
    struct vector_case one = {.kind = CASE_OUT_OF_SCOPE, .skip = why, .flags = ""};
    one.id = arena_format(&reader->test, "tcId %" JSON_INTEGER_FORMAT, reader->tc_id);
    return one.id ? sink->take(sink, &one) : json_error_at(reader, "out of memory");
}

static enum result read_tests(struct json_reader *reader, const json_t *group,
                              const struct wycheproof_group *shared, enum scope scope,
                              struct case_sink *sink)
{
    const json_t *tests, *test;
    size_t i;
    if (json_list(&tests, reader, group, "tests") != DONE)
        return FAILED;
    enum result result = DONE;
    json_array_foreach(tests, i, test)
    {
        result = json_enter_test(reader, test, i);
        if (result == DONE)
            result = scope == SCOPE_OUT ? skip_test(reader, shared->skip, sink)
                                        : read_test(reader, test, shared, sink);
        arena_reset(&reader->test);
        if (result != DONE)
            break;
    }
    reader->in_test = 0;
    return result;
}

/* *why: of the first group that is out of scope. */
static enum result all_groups_out(int *all_out, const char **why, struct json_reader *reader,
                                  const json_t *groups, const char *schema)
{
    const json_t *group;
    size_t i;
    *all_out = json_array_size(groups) > 0;
    *why = NULL;
    json_array_foreach(groups, i, group)
    {
        const char *name, *reason = NULL;
        enum group_type type;
        reader->group_index = i;
        if (json_text(&name, reader, group, "type") != DONE)
            return FAILED;
        switch (scope_group(&type, &reason, name)) {
        case SCOPE_UNKNOWN:
            return json_error_at(reader, "unknown type \"%.80s\" (schema \"%.80s\")", name, schema);
        case SCOPE_OUT:
            *why = *why ? *why : reason;
            break;
        case SCOPE_IN:
            *all_out = 0;
            if (!scope_schema(schema, type))
                return json_error_at(reader, "type \"%s\" under the unknown schema \"%.80s\"", name,
                                     schema);
            break;
        }
    }
    return DONE;
}

static enum result read_groups(struct json_reader *reader, const json_t *root, const json_t *groups,
                               struct case_sink *sink)
{
    const json_t *group;
    size_t i;
    json_array_foreach(groups, i, group)
    {
        struct wycheproof_group shared = {.skip = NULL};
        const char *name = json_string_value(json_object_get(group, "type"));
        reader->group_index = i;
        enum scope scope = scope_group(&shared.type, &shared.skip, name);
        if (scope == SCOPE_IN && wycheproof_group(&shared, reader, group) != DONE)
            return FAILED;
        if (read_tests(reader, group, &shared, scope, sink) != DONE)
            return FAILED;
        arena_reset(&reader->group);
    }
    const json_t *count = json_object_get(root, "numberOfTests");
    if (reader->id_count == 0)
        return source_error(reader->source, "has no tests");
    if (!json_is_integer(count))
        return source_error(reader->source, "\"numberOfTests\" is not an integer");
    if (json_integer_value(count) != (json_int_t)reader->id_count)
        return source_error(reader->source,
                            "\"numberOfTests\" is %" JSON_INTEGER_FORMAT ", and there are %zu",
                            json_integer_value(count), reader->id_count);
    return json_ids_unique(reader);
}

enum result read_wycheproof(const char **skip, struct source *source, const json_t *root,
                            struct case_sink *sink)
{
    struct json_reader reader = {.source = source};
    const json_t *groups = json_object_get(root, "testGroups");
    const json_t *schema = json_object_get(root, "schema");
    int all_out;
    *skip = NULL;
    if (!json_is_array(groups))
        return source_error(source, "\"testGroups\" is not an array");
    const char *name = json_string_value(schema);
    if (!name)
        return source_error(source, "\"schema\" is missing or not a string");
    enum result result = all_groups_out(&all_out, skip, &reader, groups, name);
    if (result == DONE && !all_out) {
        *skip = NULL;
        result = read_groups(&reader, root, groups, sink);
    }
    json_reader_free(&reader);
    return result;
}
