/* studies_scenarios - what the figures mean for a device, a server, a handshake, a chain, and the user's own mix. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/output.h"
#include "bench/studies.h"

/* A decimal number without sign or exponent; *at moves behind it. */
static enum result take_number(double *out, const char **at)
{
    const char *start = *at;
    double unit = 1;

    *out = 0;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        *out = 10 * *out + (**at - '0');
    if (*at == start)
        return FAILED;
    if (**at == '.') {
        const char *point = (*at)++;
        for (; **at >= '0' && **at <= '9'; (*at)++)
            *out += (**at - '0') * (unit /= 10);
        if (*at == point + 1)
            return FAILED;
    }
    return *out <= 1e9 ? DONE : FAILED;
}

enum result mix_parse(struct mix *out, const char *text)
{
    double bytes = 0;

    if (take_number(&out->sign, &text) != DONE || *text++ != ':' ||
        take_number(&out->verify, &text) != DONE || *text++ != ':' ||
        take_number(&bytes, &text) != DONE)
        return FAILED;
    if (*text == 'K' || *text == 'k') {
        bytes *= 1024;
        text++;
    }
    if (*text || bytes > 256e6 || bytes != floor(bytes) || out->sign + out->verify <= 0)
        return FAILED;
    out->bytes = (size_t)bytes;
    return DONE;
}

enum result mix_price(struct mix_cost *out, const struct mix *mix, const struct bench_file *file,
                      enum column column, const char *alg)
{
    const struct bench_entry *sign =
        studies_cell(file, STUDY_XEON, column, alg, "sign", mix->bytes);
    const struct bench_entry *verify =
        studies_cell(file, STUDY_XEON, column, alg, "verify", mix->bytes);

    if (!sign || !verify)
        return FAILED;
    out->ns = mix->sign * sign->time.median + mix->verify * verify->time.median;
    out->cores = out->ns * 1e-9 * mix->rate;
    /* what only verifies receives its messages; a signature made is sent */
    double messages = mix->sign > 0 ? mix->sign : mix->verify;
    out->mbit = messages * ((double)mix->bytes + studies_sig(sign, 1)) * 8e-6 * mix->rate;
    return DONE;
}

double break_even(double a_sign, double a_verify, double b_sign, double b_verify)
{
    if (a_verify >= b_verify)
        return a_sign < b_sign ? 0 : INFINITY;
    return a_sign <= b_sign ? 0 : (a_sign - b_sign) / (b_verify - a_verify);
}

static const char *column_name(enum column column)
{
    return column == BY_SELF ? "self" : "libraries";
}

static void one_alg(FILE *to, const struct bench_file *file, enum column column, const char *alg)
{
    const struct bench_entry *sign = studies_cell(file, STUDY_XEON, column, alg, "sign", 1024);
    const struct bench_entry *verify = studies_cell(file, STUDY_XEON, column, alg, "verify", 1024);
    char a[24], b[24], c[24], d[24];

    if (!sign || !verify)
        return;
    fprintf(to, "  %-11s %-10s %10s %10.0f %14s %12s %14s %14.1f\n", alg, sign->impl,
            format_time(a, sign->time.median), studies_sig(sign, 0),
            format_number(b, sign->time.median * 1e-9 * 1e5),
            format_time(c, sign->time.median + 10 * verify->time.median),
            format_number(d, 1e9 / verify->time.median), studies_sig(sign, 0) + sign->public_raw);
}

static void break_evens(FILE *to, const struct bench_file *file, enum column column)
{
    const struct bench_entry *s[2], *v[2];
    static const char *const others[] = {"ecdsa-p256", "ed25519"};

    s[0] = studies_cell(file, STUDY_XEON, column, "rsa-2048", "sign", 1024);
    v[0] = studies_cell(file, STUDY_XEON, column, "rsa-2048", "verify", 1024);
    for (int i = 0; i < 2; i++) {
        s[1] = studies_cell(file, STUDY_XEON, column, others[i], "sign", 1024);
        v[1] = studies_cell(file, STUDY_XEON, column, others[i], "verify", 1024);
        if (!s[0] || !v[0] || !s[1] || !v[1])
            continue;
        double n =
            break_even(s[0]->time.median, v[0]->time.median, s[1]->time.median, v[1]->time.median);
        if (isinf(n))
            fprintf(to, "  %s: rsa-2048 never costs less than %s in all\n", column_name(column),
                    others[i]);
        else
            fprintf(to,
                    "  %s: rsa-2048 costs less than %s in all from %.0f verifications of one "
                    "signature on\n",
                    column_name(column), others[i], ceil(n));
    }
}

static void own_mix(FILE *to, const struct bench_file *file, const struct mix *mix)
{
    struct mix_cost cost;
    char a[24], b[24], c[24];

    fprintf(to,
            "\nYour mix: %g signature%s and %g verification%s of %zu byte%s an event, %g event%s a "
            "second\n  %-11s %-10s %12s %12s %12s\n",
            mix->sign, mix->sign == 1 ? "" : "s", mix->verify, mix->verify == 1 ? "" : "s",
            mix->bytes, plural(mix->bytes), mix->rate, mix->rate == 1 ? "" : "s", "", "",
            "an event", "cores", "Mbit/s");
    for (int i = 0; studies_algs[i]; i++)
        for (int column = 0; column < COLUMNS; column++)
            if (mix_price(&cost, mix, file, (enum column)column, studies_algs[i]) == DONE)
                fprintf(to, "  %-11s %-10s %12s %12s %12s\n", studies_algs[i],
                        studies_cell(file, STUDY_XEON, (enum column)column, studies_algs[i], "sign",
                                     mix->bytes)
                            ->impl,
                        format_time(a, cost.ns), format_number(b, cost.cores),
                        format_number(c, cost.mbit));
}

void studies_scenarios(FILE *to, const struct bench_file *file, const struct mix *mix)
{
    fprintf(to,
            "\nScenarios, computed from the medians of this run (1 KiB messages, one core of this "
            "machine)\n  %-11s %-10s %10s %10s %14s %12s %14s %14s\n"
            "  %-11s %-10s %10s %10s %14s %12s %14s %14s\n",
            "", "", "device:", "bytes", "bulk: cores", "handshake:", "chain: checks", "bytes a", "",
            "", "signature", "on air", "for 100k/s", "1 + 10 chk", "a second", "transaction");
    for (int i = 0; studies_algs[i]; i++)
        for (int column = 0; column < COLUMNS; column++)
            one_alg(to, file, (enum column)column, studies_algs[i]);
    fprintf(to, "  on air: the raw signature; handshake: one signature made and 10 verified; a "
                "transaction holds a raw signature and public key\n");
    for (int column = 0; column < COLUMNS; column++)
        break_evens(to, file, (enum column)column);
    if (mix)
        own_mix(to, file, mix);
}
