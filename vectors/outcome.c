#include "vectors/outcome.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void outcome_say(char to[OUTCOME_TEXT], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(to, OUTCOME_TEXT, format, args);
    va_end(args);
}

void outcome_unsupported(struct outcome *out, const char *why)
{
    out->kind = UNSUPPORTED_CASE;
    out->why = why;
}

/* Octets as hex, the first of them if there are many. */
void outcome_say_octets(char to[OUTCOME_TEXT], const uint8_t *at, size_t len)
{
    size_t shown = len > 64 ? 64 : len, n = 0;
    if (len == 0)
        outcome_say(to, "nothing");
    for (size_t i = 0; i < shown; i++)
        n += (size_t)snprintf(to + n, OUTCOME_TEXT - n, "%02x", at[i]);
    if (shown < len)
        snprintf(to + n, OUTCOME_TEXT - n, "... (%zu octets)", len);
}

void outcome_compare(struct outcome *out, struct bytes want, const uint8_t *got, size_t len)
{
    if (want.len == len && (len == 0 || memcmp(want.at, got, len) == 0)) {
        out->kind = PASSED_CASE;
        return;
    }
    /* where long ones differ late, the hex shown starts at that octet */
    size_t from = 0;
    if (want.len == len && len > 64)
        while (from + 64 < len && want.at[from] == got[from])
            from++;
    outcome_say_octets(out->expected, want.at + from, want.len - from);
    outcome_say_octets(out->got, got + from, len - from);
}

/* A verdict against the expected one. got says how it came about. */
void outcome_judge(struct outcome *out, const struct vector_case *one, enum result result,
                   const char *got)
{
    if (result == UNSUPPORTED)
        outcome_unsupported(out, "the implementation cannot");
    else if ((result == DONE) == one->valid)
        out->kind = PASSED_CASE;
    else {
        outcome_say(out->expected, "%s", one->valid ? "valid" : "invalid");
        outcome_say(out->got, "%s", got);
    }
}

void outcome_digest(struct outcome *out, const struct vector_case *one, const uint8_t *got,
                    size_t len)
{
    outcome_compare(out, one->want, got, len);
    if (one->valid)
        return;
    out->kind = out->kind == PASSED_CASE ? FAILED_CASE : PASSED_CASE;
    outcome_say(out->expected, "another digest");
    outcome_say_octets(out->got, got, len);
}
