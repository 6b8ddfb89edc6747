/* command_scale_fill - what a sweep measures, and what its rows say together. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/command_scale.h"
#include "bench/need.h"
#include "bench/registry.h"

/* The last self-written step that runs on every curve. */
static const char *common_step(void)
{
    const char *best = NULL;

    for (size_t i = 0; i < registry_count(); i++) {
        const struct impl *row = registry_at(i);
        int all = 1;
        if (row->alg != alg_by_name("ecdsa-p192") || *registry_version(row))
            continue;
        for (const struct alg *alg = algs; alg->name; alg++) {
            const struct impl *same =
                alg->family == FAMILY_ECDSA ? registry_find(alg, row->name) : row;
            all &= same && !(same->missing && same->missing(same));
        }
        if (all)
            best = row->name;
    }
    return best ? best : "affine";
}

enum result scale_select(struct selection *s, const char *what)
{
    static const size_t payloads[] = {64, 1024, 4096, 16384, 262144, 1u << 20, 4u << 20, 16u << 20};
    int payload = strcmp(what, "payload") == 0, curve = strcmp(what, "curve") == 0;

    if (!payload && !curve && strcmp(what, "rsa") != 0)
        return FAILED;
    s->alg_count = 0;
    for (const struct alg *alg = algs; alg->name; alg++)
        if (payload ? alg->in_tables : alg->family == (curve ? FAMILY_ECDSA : FAMILY_RSA))
            s->algs[s->alg_count++] = alg;
    if (payload) {
        s->payload_count = sizeof payloads / sizeof payloads[0];
        memcpy(s->payloads, payloads, sizeof payloads);
        s->ops = 1u << OP_SIGN | 1u << OP_VERIFY;
    }
    registry_open();
    s->impls[0] = curve ? common_step() : "self";
    s->impl_count = 1;
    return DONE;
}

/* Products of the row's operation, for a search those of an average one; NAN where they are not counted. */
static double products_of(const struct record *record, struct tree_work *work)
{
    const struct alg *alg = alg_by_name(record->alg);
    const struct impl *row = registry_find(alg, record->step);
    double counts[OP_COUNT], products;

    if (!row || record->is_peer || ladder_counts(counts, row, record->op, work, 0.5) != DONE)
        return NAN;
    products = counts[OP_LIMB_MUL] + counts[OP_VEC_MUL];
    if (record->op == OP_KEYGEN && alg->family == FAMILY_RSA && counts[OP_CANDIDATE] > 0) {
        mpz_t e;
        mpz_init_set_ui(e, 65537);
        products *= 2 * prime_expected_candidates(alg->bits / 2, e) / counts[OP_CANDIDATE];
        mpz_clear(e);
    }
    return products;
}

static struct sweep *sweep_of(struct scale *scale, const struct record *record, int payload)
{
    for (size_t i = 0; i < scale->count; i++)
        if (scale->sweeps[i].op == record->op &&
            (!payload || strcmp(scale->sweeps[i].alg, record->alg) == 0))
            return &scale->sweeps[i];
    struct sweep *sweep = &scale->sweeps[scale->count++];
    sweep->op = record->op;
    sweep->alg = payload ? record->alg : "";
    return sweep;
}

static void fill(struct scale *scale, const struct results *results)
{
    int payload = strcmp(scale->what, "payload") == 0;
    struct tree_work *work = need_zeroed(1, sizeof *work);
    const struct alg *made = NULL;
    const char *why;

    for (size_t i = 0; i < results->count; i++) {
        const struct record *record = &results->rows[i];
        struct sweep *sweep;
        if (record->cell->verdict != GOOD || record->cpu.n == 0)
            continue;
        sweep = sweep_of(scale, record, payload);
        if (sweep->n == SCALE_POINTS)
            continue;
        const struct alg *alg = alg_by_name(record->alg);
        size_t k = sweep->n++;
        sweep->name[k] = record->alg;
        sweep->row[k] = record;
        sweep->x[k] = payload ? (double)record->payload : alg->bits;
        sweep->ns[k] = record->cpu.median;
        sweep->low[k] = record->cpu.q1;
        sweep->high[k] = record->cpu.q3;
        sweep->products[k] = NAN;
        if (payload)
            continue;
        errno = 0;
        if (made != alg) {
            if (made)
                tree_work_clear(work);
            made = tree_work_make(work, alg, 1024, &why) == DONE ? alg : NULL;
        }
        if (made)
            sweep->products[k] = products_of(record, work);
        if (isnan(sweep->products[k]))
            need_memory();
    }
    if (made)
        tree_work_clear(work);
    free(work);
    for (size_t i = 0; i < scale->count; i++) {
        struct sweep *sweep = &scale->sweeps[i];
        scale_fit_power(&sweep->time, sweep->x, sweep->ns, sweep->n);
        scale_fit_power(&sweep->counts, sweep->x, sweep->products, sweep->n);
        scale_fit_line(&sweep->line, sweep->x, sweep->ns, sweep->n);
    }
}

enum result scale_fill(struct scale *out, const struct results *results, const char *what,
                       const char *impl)
{
    *out = (struct scale){.what = what,
                          .impl = impl,
                          .results = results,
                          .sweeps = calloc(results->count + 1, sizeof *out->sweeps)};
    if (!out->sweeps)
        return FAILED;
    fill(out, results);
    return DONE;
}

void scale_clear(struct scale *scale)
{
    free(scale->sweeps);
    scale->sweeps = NULL;
}
