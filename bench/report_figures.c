/* report_figures - which figures a results file gives. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/impl.h"
#include "bench/need.h"
#include "bench/report.h"

enum { MOST_FIGURES = 48, MOST_SHARES = 12 };

/* A library's version is written with each of its rows; steps have none. */
static int is_peer(const struct bench_entry *e)
{
    return e->version[0] != '\0';
}

static int usable(const struct bench_entry *e, const char *op, size_t payload)
{
    return !e->error && e->threads <= 1 && strcmp(e->op, op) == 0 &&
           (strcmp(op, "keygen") == 0 || e->payload == payload) && !strchr(e->impl, '#');
}

static void add_time(struct figure *f, const struct bench_entry *e, const char *label,
                     const char *series, double x)
{
    (void)figure_add(f, label, series, x, e->time.q1, e->time.median, e->time.q3);
}

static const char *series_of(char buf[48], const struct bench_entry *e)
{
    snprintf(buf, 48, "%s", is_peer(e) || strcmp(e->impl, "self") == 0 ? e->impl : "");
    return buf;
}

/* self and the libraries, one figure an operation. */
static void panorama(struct figure *f, const struct bench_file *file, const char *op)
{
    char series[48];

    *f = (struct figure){.kind = FIGURE_ROWS, .unit = "s"};
    snprintf(f->slug, sizeof f->slug, "%s", op);
    snprintf(f->title, sizeof f->title, "Time of one %s",
             strcmp(op, "keygen") == 0 ? "key generation" : op);
    snprintf(f->note, sizeof f->note, "Medians; bars from the lower to the upper quartile%s.",
             strcmp(op, "keygen") == 0 ? "" : "; messages of 1 KiB");
    snprintf(f->alt, sizeof f->alt,
             "Dot plot of the time of %s for each algorithm, self beside each library, on a "
             "logarithmic axis; the same figures are in the table.",
             op);
    for (size_t i = 0; i < file->count; i++) {
        const struct bench_entry *e = &file->entries[i];
        if (usable(e, op, 1024) && series_of(series, e)[0])
            add_time(f, e, e->alg, series, 0);
    }
}

static void sizes(struct figure *f, const struct bench_file *file)
{
    *f = (struct figure){.kind = FIGURE_ROWS, .unit = "bytes", .slug = "sizes"};
    snprintf(f->title, sizeof f->title, "Bytes of signatures and keys");
    snprintf(f->note, sizeof f->note,
             "Raw signatures, DER of ECDSA from the shortest to the longest seen, public keys as "
             "SubjectPublicKeyInfo, private keys as PKCS#8.");
    snprintf(f->alt, sizeof f->alt,
             "Dot plot of the sizes of signatures, public and private keys of each algorithm.");
    for (size_t i = 0; i < file->count; i++) {
        const struct bench_entry *e = &file->entries[i];
        if (!usable(e, "sign", 1024) || strcmp(e->impl, "self") != 0 || e->sig_max <= 0)
            continue;
        int ecdsa = strncmp(e->alg, "ecdsa", 5) == 0;
        double raw = ecdsa ? e->sig_other : e->sig_max;
        (void)figure_add(f, e->alg, "signature", 0, raw, raw, raw);
        if (ecdsa)
            (void)figure_add(f, e->alg, "signature, DER", 0, e->sig_min,
                             (e->sig_min + e->sig_max) / 2, e->sig_max);
        (void)figure_add(f, e->alg, "public key", 0, e->public_der, e->public_der, e->public_der);
        (void)figure_add(f, e->alg, "private key", 0, e->private_der, e->private_der,
                         e->private_der);
    }
}

/* The steps of one algorithm in the order of the file, which is that of the ladder. */
static void ladder(struct figure *f, const struct bench_file *file, const char *alg)
{
    static const char *const ops[] = {"sign", "verify", "keygen"};

    *f = (struct figure){.kind = FIGURE_ROWS, .unit = "s"};
    snprintf(f->slug, sizeof f->slug, "ladder-%s", alg);
    snprintf(f->title, sizeof f->title, "Ladder of %s, step by step", alg);
    snprintf(f->note, sizeof f->note,
             "From the textbook to the fastest: medians, bars between the quartiles; messages of 1 "
             "KiB. sigcost ladder %s prints it with the libraries.",
             alg);
    snprintf(
        f->alt, sizeof f->alt,
        "Dot plot of the times of signing, verification and key generation for each step of %s, "
        "falling from the textbook to the fastest.",
        alg);
    for (size_t i = 0; i < file->count; i++)
        for (size_t k = 0; k < 3; k++) {
            const struct bench_entry *e = &file->entries[i];
            if (strcmp(e->alg, alg) == 0 && !is_peer(e) && usable(e, ops[k], 1024))
                add_time(f, e, e->step, ops[k], 0);
        }
    size_t steps = 0;
    for (size_t i = 0; i < f->count; i++)
        steps += strcmp(f->points[i].series, "sign") == 0;
    if (steps < 3) /* no ladder in this file */
        figure_clear(f);
    else
        report_ladder_more(f, json_object_get(file->json, "ladder"), alg);
}

static void growth(struct figure *f, const struct bench_file *file, const char *family,
                   const char *name)
{
    static const char *const ops[] = {"sign", "verify", "keygen"};
    char series[64];

    *f = (struct figure){.kind = FIGURE_CURVES, .unit = "s", .axis = "key bits"};
    snprintf(f->slug, sizeof f->slug, "growth-%s", family);
    snprintf(f->title, sizeof f->title, "How %s grows with the key", name);
    snprintf(f->note, sizeof f->note,
             "Medians with quartiles; a straight line is a power law. sigcost scale %s measures "
             "more sizes.",
             strcmp(family, "rsa") == 0 ? "rsa" : "curve");
    snprintf(f->alt, sizeof f->alt,
             "Curves of time against key bits of %s for signing, verification and key generation.",
             name);
    for (size_t i = 0; i < file->count; i++)
        for (size_t k = 0; k < 3; k++) {
            const struct bench_entry *e = &file->entries[i];
            int ours = strcmp(e->impl, "self") == 0;
            if (strncmp(e->alg, family, strlen(family)) != 0 || !usable(e, ops[k], 1024) ||
                (!ours && strcmp(e->impl, "openssl") != 0))
                continue;
            snprintf(series, sizeof series, "%s, %s", ops[k], e->impl);
            add_time(f, e, e->alg, series, e->key_bits);
        }
    report_growth_more(f, json_object_get(file->json, "scales"),
                       strcmp(family, "rsa") == 0 ? "rsa" : "curve");
}

static void payloads(struct figure *f, const struct bench_file *file, const char *op)
{
    *f = (struct figure){.kind = FIGURE_CURVES, .unit = "s", .axis = "message bytes"};
    snprintf(f->slug, sizeof f->slug, "payload-%s", op);
    snprintf(f->title, sizeof f->title, "How %s grows with the message", op);
    snprintf(f->note, sizeof f->note, "self, medians with quartiles: hashing takes over.");
    snprintf(f->alt, sizeof f->alt, "Curves of the time of %s against message bytes.", op);
    for (size_t i = 0; i < file->count; i++) {
        const struct bench_entry *e = &file->entries[i];
        if (strcmp(e->impl, "self") == 0 && e->payload > 0 && usable(e, op, e->payload))
            add_time(f, e, e->alg, e->alg, (double)e->payload);
    }
    for (size_t i = 0; i < f->count; i++)
        if (f->points[i].x != 1024)
            return;
    figure_clear(f); /* one size alone is no curve */
}

static void against(struct figure *f, const struct bench_file *file, const char *op)
{
    *f = (struct figure){.kind = FIGURE_ROWS, .unit = "ratio"};
    snprintf(f->slug, sizeof f->slug, "peers-%s", op);
    snprintf(f->title, sizeof f->title, "The libraries' time over that of self, %s", op);
    snprintf(f->note, sizeof f->note,
             "Above 1 self is faster. Ratios with 95 %% intervals by bootstrap; 1 KiB.");
    snprintf(f->alt, sizeof f->alt,
             "Dot plot of the ratio of each library's time of %s to that of self.", op);
    for (size_t i = 0; i < file->count; i++) {
        const struct bench_entry *e = &file->entries[i], *self;
        struct interval r;
        if (!usable(e, op, 1024) || !is_peer(e))
            continue;
        self = bench_file_cell(file, e->alg, op, "self", e->payload);
        double *a = self ? need_grown(NULL, e->count + 1, sizeof *a) : NULL;
        double *b = self ? need_grown(NULL, self->count + 1, sizeof *b) : NULL;
        if (a && b) {
            memcpy(a, e->sample_ns, e->count * sizeof *a);
            memcpy(b, self->sample_ns, self->count * sizeof *b);
            stats_bootstrap_ratio(&r, a, e->count, b, self->count, 1);
            (void)figure_add(f, e->alg, e->impl, 0, r.low, r.estimate, r.high);
        }
        free(a);
        free(b);
    }
}

struct figure *report_figures(size_t *count, const struct bench_file *file)
{
    static const char *const ops[] = {"sign", "verify", "keygen"};
    struct figure *figures = need_zeroed(MOST_FIGURES, sizeof *figures);
    size_t n = 0, kept = 0, i;
    const json_t *explanation;

    *count = 0;
    for (size_t k = 0; k < 3; k++)
        panorama(&figures[n++], file, ops[k]);
    sizes(&figures[n++], file);
    for (const struct alg *alg = algs; alg->name; alg++)
        ladder(&figures[n++], file, alg->name);
    json_array_foreach(json_object_get(file->json, "explanations"), i, explanation)
    {
        if (i < MOST_SHARES)
            report_shares(&figures[n++], explanation);
    }
    growth(&figures[n++], file, "rsa", "RSA");
    growth(&figures[n++], file, "ecdsa", "ECDSA");
    payloads(&figures[n++], file, "sign");
    payloads(&figures[n++], file, "verify");
    for (size_t k = 0; k < 3; k++)
        against(&figures[n++], file, ops[k]);
    for (i = 0; i < n; i++)
        if (figures[i].count)
            figures[kept++] = figures[i];
    *count = kept;
    return figures;
}
