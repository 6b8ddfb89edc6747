#include <string.h>

#include "vectors/acvp.h"

static const json_t *owner(const struct acvp *acvp, const json_t *test, const char *key)
{
    return json_object_get(test, key) ? test : acvp->group;
}

int acvp_has(const struct acvp *acvp, const json_t *test, const char *key)
{
    const json_t *value = json_object_get(owner(acvp, test, key), key);
    return value && !json_is_null(value);
}

enum result acvp_hex(struct bytes *out, struct acvp *acvp, const json_t *test, const char *key)
{
    return json_hex(out, &acvp->reader, &acvp->reader.test, owner(acvp, test, key), key);
}

enum result acvp_hex_optional(struct bytes *out, struct acvp *acvp, const json_t *test,
                              const char *key)
{
    return acvp_has(acvp, test, key) ? acvp_hex(out, acvp, test, key) : DONE;
}

enum result acvp_out_of_memory(struct acvp *acvp)
{
    return json_error_at(&acvp->reader, "out of memory");
}

/* Messages with a size in bits. */
static enum result hash_message(struct vector_case *one, struct acvp *acvp, const json_t *test)
{
    json_int_t bits;
    if (acvp_hex(&one->msg, acvp, test, "msg") != DONE ||
        json_whole(&bits, &acvp->reader, test, "len", (json_int_t)SOURCE_MAX_BYTES * 8) != DONE)
        return FAILED;
    if (bits % 8) {
        one->skip = "message not of whole octets";
        return DONE;
    }
    if ((size_t)bits / 8 > one->msg.len)
        return json_error_at(&acvp->reader, "\"len\" is more than \"msg\" has");
    one->msg.len = (size_t)bits / 8; /* an empty message may be written 00 */
    return DONE;
}

static enum result hash_large(struct vector_case *one, struct acvp *acvp, const json_t *test)
{
    const json_t *large;
    const char *how;
    json_int_t content, full;
    struct json_reader *reader = &acvp->reader;
    if (json_dict(&large, reader, test, "largeMsg") != DONE ||
        json_hex(&one->msg, reader, &reader->test, large, "content") != DONE ||
        json_whole(&content, reader, large, "contentLength", (json_int_t)1 << 32) != DONE ||
        json_whole(&full, reader, large, "fullLength", (json_int_t)1 << 50) != DONE ||
        json_text(&how, reader, large, "expansionTechnique") != DONE ||
        acvp_hex(&one->want, acvp, test, "md") != DONE)
        return FAILED;
    if (strcmp(how, "repeating") != 0)
        return json_error_at(reader, "unknown expansionTechnique \"%.40s\"", how);
    if (content == 0 || content != (json_int_t)one->msg.len * 8 || full % content)
        return json_error_at(reader, "\"contentLength\" does not fit the rest of largeMsg");
    if (full / 8 > (json_int_t)SOURCE_MAX_BYTES)
        one->skip = "large data: the contract takes a message as a whole";
    one->repeat = (size_t)(full / content);
    return acvp->sink->take(acvp->sink, one);
}

/* Each checkpoint starts from the last one's answer, so that one wrong answer fails one case. */
static enum result hash_monte(struct vector_case *one, struct acvp *acvp, const json_t *test)
{
    const json_t *list, *entry;
    const json_t *version = json_object_get(acvp->group, "mctVersion");
    const char *name = version ? json_string_value(version) : "standard", *base = one->id;
    size_t i;
    one->kind = CASE_HASH_MONTE;
    if (!name || (strcmp(name, "standard") != 0 && strcmp(name, "alternate") != 0))
        return json_error_at(&acvp->reader, "unknown mctVersion");
    one->alternate = strcmp(name, "alternate") == 0;
    if (hash_message(one, acvp, test) != DONE ||
        json_list(&list, &acvp->reader, test, "resultsArray") != DONE)
        return FAILED;
    if (json_array_size(list) == 0)
        return json_error_at(&acvp->reader, "\"resultsArray\" is empty");
    one->repeat = one->msg.len; /* the alternate form keeps the seed's length */
    json_array_foreach(list, i, entry)
    {
        one->id = arena_format(&acvp->reader.test, "%s round %zu", base, i);
        if (!one->id)
            return acvp_out_of_memory(acvp);
        if (json_hex(&one->want, &acvp->reader, &acvp->reader.test, entry, "md") != DONE ||
            acvp->sink->take(acvp->sink, one) != DONE)
            return FAILED;
        one->msg = one->want;
    }
    return DONE;
}

enum result acvp_hash_test(struct vector_case *one, struct acvp *acvp, const json_t *test)
{
    one->kind = CASE_HASH;
    if (strcmp(acvp->type, "MCT") == 0)
        return hash_monte(one, acvp, test);
    if (strcmp(acvp->type, "LDT") == 0)
        return hash_large(one, acvp, test);
    if (hash_message(one, acvp, test) != DONE || acvp_hex(&one->want, acvp, test, "md") != DONE)
        return FAILED;
    return acvp->sink->take(acvp->sink, one);
}
