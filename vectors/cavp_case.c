#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/cavp.h"
#include "vectors/encode.h"
#include "vectors/scope.h"

static enum result out_of_memory(struct cavp *cavp)
{
    return source_error(cavp->source, "out of memory");
}

/* A number: an odd count of digits is fine (P-521 has 131). */
static enum result number(struct bytes *out, struct cavp *cavp, enum cavp_key key)
{
    const struct cavp_value *value = &cavp->value[key];
    if (hex_decode(out, &cavp->record, value->at, value->len, 1) != DONE || value->len == 0)
        return source_error(cavp->source, "line %zu: not a hex number", value->line);
    *out = strip_zeros(*out);
    return DONE;
}

static enum result octets(struct bytes *out, struct cavp *cavp, struct arena *arena,
                          enum cavp_key key)
{
    const struct cavp_value *value = &cavp->value[key];
    if (hex_decode(out, arena, value->at, value->len, 0) != DONE)
        return source_error(cavp->source, "line %zu: %s", value->line,
                            value->len % 2 ? "an odd number of hex digits" : "not hex");
    return DONE;
}

static enum result decimal(size_t *out, struct cavp *cavp, const char *text, size_t len)
{
    size_t sum = 0, i = 0;
    while (i < len && text[i] >= '0' && text[i] <= '9' && sum < SOURCE_MAX_BYTES * 8)
        sum = 10 * sum + (size_t)(text[i++] - '0');
    if (i == 0 || i != len)
        return source_error(cavp->source, "line %zu: not a decimal number in range", cavp->line);
    *out = sum;
    return DONE;
}

static enum result hash_of(struct cavp *cavp, const char *name)
{
    const char *why = NULL;
    enum scope scope = scope_hash(&cavp->hash, &why, name);
    if (scope == SCOPE_UNKNOWN)
        return source_error(cavp->source, "line %zu: unknown hash \"%s\"", cavp->line, name);
    if (scope == SCOPE_OUT && !cavp->skip)
        cavp->skip = why;
    return DONE;
}

/* [L = 28] is the digest's size in octets (SHA-3 files have bits there). Two hashes share 28 and 32:
 * the file's name or its comments tell them apart. */
static enum result sha_header(struct cavp *cavp, size_t size)
{
    int cut224 = strstr(cavp->file_name, "512_224") || strstr(cavp->source->text, "\"SHA-512/224");
    int cut256 = strstr(cavp->file_name, "512_256") || strstr(cavp->source->text, "\"SHA-512/256");
    switch (size) {
    case 20:
        return hash_of(cavp, "SHA-1");
    case 28:
        return hash_of(cavp, cut224 ? "SHA-512/224" : "SHA-224");
    case 32:
        return hash_of(cavp, cut256 ? "SHA-512/256" : "SHA-256");
    case 48:
        return hash_of(cavp, "SHA-384");
    case 64:
        return hash_of(cavp, "SHA-512");
    case 224:
    case 256:
    case 384:
    case 512:
        return hash_of(cavp, "SHA3-");
    default:
        return source_error(cavp->source, "line %zu: no hash has %zu octets", cavp->line, size);
    }
}

static enum result curve_header(struct cavp *cavp, char *text)
{
    const char *why = NULL;
    char *comma = strchr(text, ',');
    if (comma)
        *comma++ = '\0';
    cavp->skip = NULL;
    enum scope scope = scope_curve(&cavp->bits, &why, text);
    if (scope == SCOPE_UNKNOWN)
        return source_error(cavp->source, "line %zu: unknown curve \"%s\"", cavp->line, text);
    if (scope == SCOPE_OUT)
        cavp->skip = why;
    if (comma)
        return hash_of(cavp, comma + (*comma == ' '));
    /* the FIPS 186-2 files name no hash: there was one */
    if (cavp->kind == CAVP_EC_SIGN || cavp->kind == CAVP_EC_VERIFY)
        return hash_of(cavp, "SHA-1");
    return DONE;
}

enum result cavp_header(struct cavp *cavp, const char *at, size_t len)
{
    char text[48];
    size_t size = 0;
    int sha = cavp->kind == CAVP_SHA || cavp->kind == CAVP_SHA_MONTE;
    int rsa =
        cavp->kind == CAVP_RSA_KEY || cavp->kind == CAVP_RSA_SIGN || cavp->kind == CAVP_RSA_VERIFY;
    if (len > 2 && memcmp(at, "B.4", 3) == 0 && cavp->has_header)
        return DONE; /* [B.4.2 Key Pair Generation by Testing Candidates], after the curve's */
    if (len == 0 || len >= sizeof text)
        return source_error(cavp->source, "line %zu: unknown header", cavp->line);
    memcpy(text, at, len);
    text[len] = '\0';
    cavp->has_header = 1;
    if (!sha && !rsa)
        return curve_header(cavp, text);
    const char *head = sha ? "L = " : "mod = ";
    size_t head_len = strlen(head);
    if (strncmp(text, head, head_len) != 0)
        return source_error(cavp->source, "line %zu: unknown header \"[%s]\"", cavp->line, text);
    if (decimal(&size, cavp, text + head_len, len - head_len) != DONE)
        return FAILED;
    cavp->skip = NULL;
    if (sha)
        return sha_header(cavp, size);
    cavp->bits = (unsigned)size;
    return DONE;
}

static enum result sha_case(struct vector_case *one, struct cavp *cavp)
{
    const struct cavp_value *value = &cavp->value[KEY_LEN];
    size_t bits = 0;
    one->kind = CASE_HASH;
    if (octets(&one->want, cavp, &cavp->record, KEY_MD) != DONE ||
        octets(&one->msg, cavp, &cavp->record, KEY_MSG) != DONE ||
        decimal(&bits, cavp, value->at, value->len) != DONE)
        return FAILED;
    if (one->msg.len != (bits ? (bits + 7) / 8 : 1)) /* no message is written 00 */
        return source_error(cavp->source, "line %zu: \"Msg\" is not \"Len\" bits long", cavp->line);
    if (bits % 8)
        one->skip = "message not of whole octets";
    one->msg.len = bits / 8;
    return DONE;
}

/* Each checkpoint starts from the last one's answer, so that one wrong answer fails one case. */
static enum result monte_case(struct vector_case *one, struct cavp *cavp)
{
    const struct cavp_value *digest = &cavp->value[KEY_MD];
    one->kind = CASE_HASH_MONTE;
    if (!cavp->seed.at && octets(&cavp->seed, cavp, &cavp->section, KEY_SEED) != DONE)
        return FAILED;
    one->msg = cavp->seed;
    int unknown =
        digest->len == 1 && digest->at[0] == '?'; /* as the SHA-512/t .txt files have it */
    if (unknown || cavp->seed_lost)
        one->skip = "no answer in the file";
    cavp->seed_lost = unknown;
    if (!unknown && octets(&cavp->seed, cavp, &cavp->section, KEY_MD) != DONE)
        return FAILED;
    one->want = cavp->seed;
    return DONE;
}

static enum result scalar(struct bytes *out, struct cavp *cavp, enum cavp_key key)
{
    if (!cavp->value[key].at)
        return DONE;
    if (number(out, cavp, key) != DONE)
        return FAILED;
    if (fixed_width(out, &cavp->record, *out, width_of(cavp->bits)) != DONE)
        return source_error(cavp->source, "line %zu: a scalar too wide for the curve",
                            cavp->value[key].line);
    return DONE;
}

static enum result ec_case(struct vector_case *one, struct cavp *cavp)
{
    struct bytes x, y, r, s;
    one->family = FAMILY_ECDSA;
    one->kind = cavp->kind == CAVP_EC_PUBLIC ? CASE_PUBLIC_KEY : CASE_KEY_PAIR;
    if (cavp->skip) /* a curve with no width known here, or a hash */
        return DONE;
    if (number(&x, cavp, KEY_QX) != DONE || number(&y, cavp, KEY_QY) != DONE)
        return FAILED;
    if (encode_point(&one->key.public, &cavp->record, x, y, cavp->bits) != DONE)
        return out_of_memory(cavp);
    if (cavp->kind == CAVP_EC_PUBLIC)
        return DONE;
    if (cavp->kind == CAVP_EC_KEY_PAIR)
        return scalar(&one->key.secret, cavp, KEY_PRIVATE);
    if (octets(&one->msg, cavp, &cavp->record, KEY_MSG) != DONE ||
        number(&r, cavp, KEY_R) != DONE || number(&s, cavp, KEY_S) != DONE)
        return FAILED;
    if (encode_signature(&one->sig, &one->params.form, &cavp->record, r, s, cavp->bits) != DONE)
        return out_of_memory(cavp);
    one->kind = CASE_VERIFY;
    if (cavp->kind == CAVP_EC_VERIFY || !cavp->value[KEY_PRIVATE].at)
        return DONE;
    one->kind = CASE_SIGN;
    return scalar(&one->key.secret, cavp, KEY_PRIVATE) == DONE ? scalar(&one->nonce, cavp, KEY_K)
                                                               : FAILED;
}

static enum result optional_number(struct bytes *out, struct cavp *cavp, enum cavp_key key)
{
    return cavp->value[key].at ? number(out, cavp, key) : DONE;
}

/* PSS and X9.31 files have the very same keys: only a name can tell. */
static int is_pkcs1(const struct cavp *cavp)
{
    return strstr(cavp->file_name, "15") || strstr(cavp->source->text, "Ver 1.5") ||
           strstr(cavp->source->text, "PKCS#1 V1.5") || strstr(cavp->source->text, "PKCS #1 v1.5");
}

static enum result rsa_hash(struct vector_case *one, struct cavp *cavp)
{
    char name[24];
    const struct cavp_value *value = &cavp->value[KEY_HASH];
    snprintf(name, sizeof name, "%.*s", value->len < sizeof name ? (int)value->len : 0, value->at);
    cavp->skip = NULL;
    if (hash_of(cavp, name) != DONE)
        return FAILED;
    one->params.hash = cavp->hash;
    one->skip = cavp->skip;
    return DONE;
}

static enum result rsa_case(struct vector_case *one, struct cavp *cavp)
{
    one->family = FAMILY_RSA;
    if (number(&one->key.n, cavp, KEY_N) != DONE || number(&one->key.e, cavp, KEY_E) != DONE)
        return FAILED;
    if (cavp->kind == CAVP_RSA_KEY) {
        one->kind = CASE_RSA_KEY;
        return number(&one->key.d, cavp, KEY_PRIVATE) == DONE &&
                       number(&one->key.p, cavp, KEY_P) == DONE &&
                       number(&one->key.q, cavp, KEY_Q) == DONE &&
                       optional_number(&one->xp1, cavp, KEY_XP1) == DONE &&
                       optional_number(&one->xp2, cavp, KEY_XP2) == DONE &&
                       optional_number(&one->xq1, cavp, KEY_XQ1) == DONE
                   ? optional_number(&one->xq2, cavp, KEY_XQ2)
                   : FAILED;
    }
    if (!is_pkcs1(cavp))
        return source_error(cavp->source,
                            "neither its name (SigGen15, SigVer15) nor a comment says "
                            "that the padding is PKCS #1 v1.5");
    if (rsa_hash(one, cavp) != DONE || octets(&one->msg, cavp, &cavp->record, KEY_MSG) != DONE ||
        octets(&one->sig, cavp, &cavp->record, KEY_S) != DONE)
        return FAILED;
    one->kind = CASE_VERIFY;
    if (cavp->kind == CAVP_RSA_VERIFY || !cavp->value[KEY_PRIVATE].at)
        return DONE;
    one->kind = CASE_SIGN;
    one->deterministic = 1;
    return number(&one->key.d, cavp, KEY_PRIVATE);
}

/* "P", "P (0 )", "F (1 - Message changed)" */
static enum result verdict(struct vector_case *one, struct cavp *cavp)
{
    const struct cavp_value *value = &cavp->value[KEY_RESULT];
    if (!value->at)
        return DONE;
    if (value->len == 0 || (value->at[0] != 'P' && value->at[0] != 'F') ||
        (value->len > 1 && value->at[1] != ' '))
        return source_error(cavp->source, "line %zu: unknown result \"%.*s\"", value->line,
                            value->len < 40 ? (int)value->len : 40, value->at);
    one->valid = value->at[0] == 'P';
    one->flags =
        arena_format(&cavp->record, "%.*s", value->len < 80 ? (int)value->len : 80, value->at);
    return one->flags ? DONE : out_of_memory(cavp);
}

enum result cavp_case(struct cavp *cavp)
{
    struct vector_case one = {
        .id = arena_format(&cavp->record, "line %zu", cavp->first ? cavp->first : cavp->line),
        .flags = "",
        .skip = cavp->skip,
        .bits = cavp->bits,
        .valid = 1,
        .params = {.hash = cavp->hash},
    };
    if (!one.id)
        return out_of_memory(cavp);
    enum result result;
    if (cavp->kind == CAVP_SHA)
        result = sha_case(&one, cavp);
    else if (cavp->kind == CAVP_SHA_MONTE)
        result = monte_case(&one, cavp);
    else if (cavp->kind >= CAVP_RSA_KEY)
        result = rsa_case(&one, cavp);
    else
        result = ec_case(&one, cavp);
    if (result != DONE || verdict(&one, cavp) != DONE)
        return FAILED;
    return cavp->sink->take(cavp->sink, &one);
}
