/* studies_output - the design of the first study as a table, then the claims, for a console and as JSON. */
#include <math.h>
#include <string.h>

#include "bench/output.h"
#include "bench/studies.h"

static const char *const column_names[COLUMNS] = {[BY_PEERS] = "libraries", [BY_SELF] = "self"};

/* "12.3 us +-4 %": the mean and half of its interval. */
static const char *mean_text(char buf[48], const struct bench_entry *entry)
{
    struct interval mean;
    char a[24];

    if (!entry) {
        snprintf(buf, 48, "-");
        return buf;
    }
    studies_mean(&mean, entry, NULL);
    if (isnan(mean.low))
        snprintf(buf, 48, "%s (1)", format_time(a, mean.estimate));
    else
        snprintf(buf, 48, "%s +-%.0f %%", format_time(a, mean.estimate),
                 50 * (mean.high - mean.low) / mean.estimate);
    return buf;
}

/* Five configurations by three payloads by three operations (and Ed25519 of the second study), two columns. */
static void design_times(FILE *to, const struct bench_file *file, enum column column)
{
    char buf[48];

    fprintf(to, "\nTimes, %s: means with half their 95 %% intervals\n  %-11s %-16s",
            column_names[column], "", "keygen");
    static const char *const heads[] = {"1 KB", "10 KB", "100 KB"};
    for (int op = 0; op < 2; op++)
        for (int p = 0; p < 3; p++)
            fprintf(to, " %-7s%-9s", op ? "verify" : "sign", heads[p]);
    fprintf(to, " keys\n");
    for (int i = 0; studies_algs[i]; i++) {
        const char *alg = studies_algs[i];
        const struct bench_entry *keygen = studies_cell(file, STUDY_XEON, column, alg, "keygen", 0);
        fprintf(to, "  %-11s %-16s", alg, mean_text(buf, keygen));
        for (int op = 0; op < 2; op++)
            for (int p = 0; p < 3; p++)
                fprintf(to, " %-16s",
                        mean_text(buf, studies_cell(file, STUDY_XEON, column, alg,
                                                    op ? "verify" : "sign", studies_payloads[p])));
        if (keygen)
            fprintf(to, " %zu", keygen->count);
        fprintf(to, "\n");
    }
}

static void design_sizes(FILE *to, const struct bench_file *file)
{
    fprintf(
        to,
        "\nSizes in bytes: raw (RSA n and d, n and e; EC scalar, uncompressed point; Ed25519 seed, "
        "key) and DER (PKCS#8, SubjectPublicKeyInfo)\n  %-11s %12s %8s %12s %8s %14s %12s\n",
        "", "private raw", "DER", "public raw", "DER", "signature raw", "DER");
    for (int i = 0; studies_algs[i]; i++) {
        const struct bench_entry *e = NULL;
        for (int column = 0; column < COLUMNS && !e; column++)
            e = studies_cell(file, STUDY_XEON, (enum column)column, studies_algs[i], "sign", 1024);
        if (!e)
            continue;
        char der[32] = "-";
        if (strncmp(e->alg, "ecdsa", 5) == 0)
            snprintf(der, sizeof der, "%.0f-%.0f", e->sig_min, e->sig_max);
        fprintf(to, "  %-11s %12.0f %8.0f %12.0f %8.0f %14.0f %12s\n", e->alg, e->private_raw,
                e->private_der, e->public_raw, e->public_der, studies_sig(e, 0), der);
    }
}

static const char *measured_text(char buf[80], const struct interval *m)
{
    char a[24], b[24], c[24];

    if (m->n == 0 || isnan(m->estimate))
        snprintf(buf, 80, "-");
    else if (isnan(m->low) || m->low == m->high)
        snprintf(buf, 80, "%s", format_number(a, m->estimate));
    else
        snprintf(buf, 80, "%s [%s, %s]", format_number(a, m->estimate), format_number(b, m->low),
                 format_number(c, m->high));
    return buf;
}

static void range_text(char buf[64], const struct criterion *c)
{
    char a[24], b[24];

    if (isinf(c->high))
        snprintf(buf, 64, "above %s", format_number(a, c->low));
    else
        snprintf(buf, 64, "%s to %s", format_number(a, c->low), format_number(b, c->high));
}

static void print_claim(FILE *to, const struct claim *claim, size_t number,
                        const struct bench_file *file)
{
    struct finding finding;
    char range[64], peers[80], self[80];

    claim_find(&finding, claim, file);
    fprintf(to, "\n%2zu. %s: %s\n    (%s)\n", number, claim->says, claim_word(finding.all),
            claim->claimed);
    for (int i = 0; i < MAX_CRITERIA && claim->criteria[i].what; i++) {
        const struct criterion *c = &claim->criteria[i];
        range_text(range, c);
        fprintf(to, "    %-28s %-18s %-28s %-14s %-28s %s\n", c->what, range,
                measured_text(peers, &finding.measured[i][BY_PEERS]),
                claim_word(finding.by[i][BY_PEERS]),
                measured_text(self, &finding.measured[i][BY_SELF]),
                claim_word(finding.by[i][BY_SELF]));
    }
}

void studies_print(FILE *to, const struct bench_file *file, const struct mix *mix)
{
    size_t number = 0;

    for (int column = 0; column < COLUMNS; column++)
        design_times(to, file, (enum column)column);
    design_sizes(to, file);
    for (int study = 0; study < STUDIES; study++) {
        fprintf(to, "\n%s\n    %-28s %-18s %-28s %-14s %-28s\n", study_titles[study], "",
                "holds in the range", study == STUDY_XEON ? "OpenSSL, libsodium" : "OpenSSL", "",
                "self");
        for (const struct claim *claim = claims; claim->says; claim++)
            if (claim->study == (enum study)study)
                print_claim(to, claim, ++number, file);
    }
    studies_reasons(to, file);
    studies_scenarios(to, file, mix);
}

static json_t *number_or_null(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *criterion_json(const struct criterion *c, const struct finding *finding, int i)
{
    json_t *o = json_pack("{s:s, s:o, s:o}", "what", c->what, "low", number_or_null(c->low), "high",
                          number_or_null(c->high));

    for (int column = 0; column < COLUMNS && o; column++) {
        const struct interval *m = &finding->measured[i][column];
        json_object_set_new(o, column_names[column],
                            json_pack("{s:o, s:o, s:o, s:s}", "measured",
                                      number_or_null(m->estimate), "low", number_or_null(m->low),
                                      "high", number_or_null(m->high), "verdict",
                                      claim_word(finding->by[i][column])));
    }
    return o;
}

static json_t *mix_json(const struct bench_file *file, const struct mix *mix)
{
    json_t *list = json_array();
    struct mix_cost cost;

    for (int i = 0; studies_algs[i]; i++)
        for (int column = 0; column < COLUMNS; column++)
            if (mix_price(&cost, mix, file, (enum column)column, studies_algs[i]) == DONE)
                json_array_append_new(list,
                                      json_pack("{s:s, s:s, s:f, s:f, s:f}", "alg", studies_algs[i],
                                                "by", column_names[column], "ns_per_event", cost.ns,
                                                "cores", cost.cores, "mbit_per_second", cost.mbit));
    return json_pack("{s:f, s:f, s:I, s:f, s:o}", "sign", mix->sign, "verify", mix->verify, "bytes",
                     (json_int_t)mix->bytes, "rate", mix->rate, "costs", list);
}

json_t *studies_json(const struct bench_file *file, const struct mix *mix)
{
    json_t *list = json_array();
    struct finding finding;

    for (const struct claim *claim = claims; claim->says; claim++) {
        json_t *criteria = json_array();
        claim_find(&finding, claim, file);
        for (int i = 0; i < MAX_CRITERIA && claim->criteria[i].what; i++)
            json_array_append_new(criteria, criterion_json(&claim->criteria[i], &finding, i));
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:o}", "study",
                                              study_titles[claim->study], "claim", claim->says,
                                              "claimed", claim->claimed, "verdict",
                                              claim_word(finding.all), "criteria", criteria));
    }
    json_t *json =
        json_pack("{s:O, s:o}", "context", json_object_get(file->json, "context"), "claims", list);
    if (json && mix)
        json_object_set_new(json, "mix", mix_json(file, mix));
    return json;
}
