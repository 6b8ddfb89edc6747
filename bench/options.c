/* options - strict reading of arguments: the whole word must make sense. */
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bench/options.h"
#include "bench/registry.h"
#include "bench/selection.h"

int wrong_use(const char *command, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "sigcost %s: ", command);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return EXIT_WRONG_USE;
}

int next_option(int argc, char **argv, const struct option *options)
{
    int got;

    opterr = 0;
    got = getopt_long(argc, argv, ":h", options, NULL);
    if (got == ':')
        wrong_use(argv[0], "option %s wants a value; see sigcost %s --help", argv[optind - 1],
                  argv[0]);
    /* a long option stands before optind, whatever came first; of short ones only the letter is sure */
    if (got == '?' && (optopt == 0 || strchr(argv[optind - 1], '=')))
        wrong_use(argv[0], "unknown option %s; see sigcost %s --help", argv[optind - 1], argv[0]);
    else if (got == '?')
        wrong_use(argv[0], "unknown option -%c; see sigcost %s --help", optopt, argv[0]);
    return got == ':' ? '?' : got;
}

/* The next name of a list into word; *at moves on, to NULL after the last. FAILED: empty or too long. */
static enum result next_name(char *word, size_t room, const char **at)
{
    size_t len = strcspn(*at, ",");
    const char *rest = (*at)[len] ? *at + len + 1 : NULL;

    if (len == 0 || len >= room)
        return FAILED;
    memcpy(word, *at, len);
    word[len] = '\0';
    *at = rest;
    return DONE;
}

static enum result add_alg(struct selection *out, const struct alg *alg)
{
    for (size_t i = 0; i < out->alg_count; i++)
        if (out->algs[i] == alg)
            return DONE;
    if (out->alg_count == MAX_ALGS)
        return FAILED;
    out->algs[out->alg_count++] = alg;
    return DONE;
}

static void add_hash(struct selection *out, enum hash_id id)
{
    for (size_t i = 0; i < out->hash_count; i++)
        if (out->hashes[i] == id)
            return;
    out->hashes[out->hash_count++] = id;
}

enum result parse_algs(struct selection *out, const char *list, const char *command)
{
    char word[32];

    out->alg_count = out->hash_count = 0;
    for (const char *at = list; at;) {
        enum hash_id id;
        if (next_name(word, sizeof word, &at) != DONE) {
            wrong_use(command, "--alg: empty or overlong name in \"%.60s\"", list);
            return FAILED;
        }
        int all = strcmp(word, "all") == 0, tables = strcmp(word, "tables") == 0;
        const struct alg *one = alg_by_name(word);
        for (const struct alg *alg = algs; alg->name; alg++)
            if (all || alg == one || (tables && alg->in_tables))
                (void)add_alg(out, alg);
        if (all || tables || one)
            continue;
        if (hash_by_name(&id, word) == DONE) {
            add_hash(out, id);
            continue;
        }
        wrong_use(command, "unknown algorithm \"%s\"; see sigcost list", word);
        return FAILED;
    }
    return DONE;
}

enum result parse_ops(unsigned *ops, const char *list, unsigned allowed, const char *what,
                      const char *command)
{
    char word[32], names[80] = "";
    enum op op = OP_KEYGEN;
    enum result good = DONE;

    *ops = 0;
    for (const char *at = list; at && good == DONE;) {
        good = next_name(word, sizeof word, &at);
        if (good != DONE)
            snprintf(word, sizeof word, "%.31s", list);
        else if (op_by_name(&op, word) != DONE || !(allowed >> op & 1))
            good = FAILED;
        *ops |= 1u << op;
    }
    if (good == DONE)
        return DONE;
    for (int i = 0; i < OPS; i++)
        if (allowed >> i & 1)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
                     names[0] ? ", " : "", op_name((enum op)i));
    wrong_use(command, "%s \"%s\" is none of %s", what, word, names);
    return FAILED;
}

/* 1 if some row bears the name; the word is then the row's. */
static int impl_exists(const char *word)
{
    for (size_t i = 0; i < registry_count(); i++)
        if (strcmp(registry_at(i)->name, word) == 0)
            return 1;
    for (size_t i = 0; i < registry_hash_count(); i++)
        if (strcmp(registry_hash_at(i)->name, word) == 0)
            return 1;
    return 0;
}

static enum result check_impl(const char *word, const char *command)
{
    size_t len = strlen(word);

    if (selection_is_group(word) || impl_exists(word))
        return DONE;
    for (size_t i = 0; i < registry_peer_count(); i++) {
        const char *text = registry_peer_note(i);
        if (strncmp(text, word, len) == 0 && text[len] == ':') {
            wrong_use(command, "%s", text);
            return FAILED;
        }
    }
    wrong_use(command, "unknown implementation \"%.60s\"; see sigcost list", word);
    return FAILED;
}

enum result parse_impls(struct selection *out, char *list, const char *command)
{
    out->impl_count = 0;
    for (char *at = list, *next; at; at = next) {
        next = strchr(at, ',');
        if (next)
            *next++ = '\0';
        if (check_impl(at, command) != DONE)
            return FAILED;
        if (out->impl_count == MAX_IMPLS) {
            wrong_use(command, "--impl: more than %d names", MAX_IMPLS);
            return FAILED;
        }
        out->impls[out->impl_count++] = at;
    }
    return DONE;
}

/* Of decimal numbers: beyond it a double is 0 or infinite, whatever stands before the e. */
enum { MOST_EXPONENT = 100000 };

/* Digits alone, then nothing; FAILED past `high`. */
static enum result parse_digits(uint64_t *out, const char *text, size_t len, uint64_t high)
{
    uint64_t x = 0;

    if (len == 0)
        return FAILED;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return FAILED;
        x = 10 * x + (uint64_t)(text[i] - '0');
        if (x > high)
            return FAILED;
    }
    *out = x;
    return DONE;
}

enum result parse_payloads(struct selection *out, const char *list, const char *command)
{
    char word[32];

    out->payload_count = 0;
    for (const char *at = list; at;) {
        uint64_t size = 0;
        enum result good = next_name(word, sizeof word, &at);
        size_t len = good == DONE ? strlen(word) : 0;
        unsigned shift = 0;
        if (len && strchr("kK", word[len - 1]))
            shift = 10;
        if (len && strchr("mM", word[len - 1]))
            shift = 20;
        if (good != DONE ||
            parse_digits(&size, word, len - (shift != 0), BENCH_MAX_PAYLOAD >> shift) != DONE) {
            wrong_use(command,
                      "--payload \"%.60s\": sizes are whole numbers of bytes up to 256M, such as "
                      "100,1K,10K (K = 1024)",
                      list);
            return FAILED;
        }
        if (out->payload_count == MAX_PAYLOADS) {
            wrong_use(command, "--payload: more than %d sizes", MAX_PAYLOADS);
            return FAILED;
        }
        size <<= shift;
        int seen = 0;
        for (size_t i = 0; i < out->payload_count; i++)
            seen |= out->payloads[i] == size;
        if (!seen)
            out->payloads[out->payload_count++] = (size_t)size;
    }
    return DONE;
}

enum result parse_count(unsigned *out, const char *text, unsigned low, unsigned high,
                        const char *option, const char *command)
{
    uint64_t x = 0;

    if (parse_digits(&x, text, strlen(text), high) != DONE || x < low) {
        wrong_use(command, "%s \"%.60s\": a whole number from %u to %u is wanted", option, text,
                  low, high);
        return FAILED;
    }
    *out = (unsigned)x;
    return DONE;
}

/* Digits and a point somewhere, into *mantissa * 10^*exponent; where they end, or NULL: there is no digit. */
static const char *read_mantissa(double *mantissa, int *exponent, const char *text)
{
    int digits = 0, point = 0;

    *mantissa = *exponent = 0;
    for (;; text++) {
        if (*text == '.' && !point) {
            point = 1;
            continue;
        }
        if (*text < '0' || *text > '9')
            return digits ? text : NULL;
        digits = 1;
        /* 15 digits are exact, and those after them change nothing that is measured */
        if (*mantissa < 1e14) {
            *mantissa = 10 * *mantissa + (*text - '0');
            *exponent -= point;
        } else if (!point && *exponent < MOST_EXPONENT) {
            ++*exponent;
        }
    }
}

/* 0, or what stands after e or E; *rest moves behind it, to NULL if that is no number. */
static int read_exponent(const char **rest)
{
    const char *at = *rest;
    int x = 0, minus;

    if (*at != 'e' && *at != 'E')
        return 0;
    at++;
    minus = *at == '-';
    at += minus || *at == '+';
    *rest = *at >= '0' && *at <= '9' ? at : NULL;
    for (; *rest && **rest >= '0' && **rest <= '9'; ++*rest)
        x = x < MOST_EXPONENT ? 10 * x + (**rest - '0') : x;
    return minus ? -x : x;
}

/* FAILED: not such a number. One too small for a double is the smallest that there is, not 0. */
static enum result parse_decimal(double *out, const char *text)
{
    double x;
    int exponent;
    const char *rest = read_mantissa(&x, &exponent, text);

    if (rest)
        exponent += read_exponent(&rest);
    if (!rest || *rest)
        return FAILED;
    /* up to 10^22 powers are exact, so that .3 is 0.3 */
    *out = exponent < 0 ? x / pow(10, -exponent) : x * pow(10, exponent);
    if (x == 0 || (x > 0 && *out < DBL_MIN))
        *out = x > 0 ? DBL_MIN : 0;
    return DONE;
}

enum result parse_seconds(double *out, const char *text, double high, const char *option,
                          const char *command)
{
    double x = 0;

    if (parse_decimal(&x, text) != DONE || !(x > 0) || x > high) {
        wrong_use(command, "%s \"%.60s\": a number above 0, up to %.0f, is wanted", option, text,
                  high);
        return FAILED;
    }
    *out = x;
    return DONE;
}
