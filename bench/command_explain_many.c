/* command_explain_many - how much of each cell the counts explain. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/explain.h"
#include "bench/need.h"
#include "bench/options.h"
#include "bench/progress.h"
#include "bench/registry.h"
#include "bench/tree_keygen.h"

/* What the rows add up to. */
struct tally {
    double *unexplained; /* magnitudes */
    size_t count, room;
    char worst[80];
    double worst_percent;
    json_t *rows;
    int quiet;
};

static int wanted(const struct explain_request *request, const struct impl *row)
{
    if (*registry_version(row) || row->flags & STEP_PEER)
        return 0;
    if (request->alg ? row->alg != request->alg : !row->alg->in_tables)
        return 0;
    if (strcmp(request->impl, "self") == 0)
        return row == registry_self(row->alg);
    return strcmp(request->impl, "all") == 0 || strcmp(request->impl, row->name) == 0;
}

static void take(struct tally *tally, const struct explanation *e)
{
    double size = fabs(e->unexplained_percent);

    if (tally->count < tally->room)
        tally->unexplained[tally->count++] = size;
    if (size > tally->worst_percent) {
        tally->worst_percent = size;
        snprintf(tally->worst, sizeof tally->worst, "%s %s %s", e->alg, e->op, e->impl);
    }
    if (!tally->quiet)
        explanation_print_row(stdout, e);
    output_flush(stdout);
    if (tally->rows)
        json_array_append_new(tally->rows, explanation_json(e));
}

static void explain_row_op(const struct explain_request *request, struct tally *tally,
                           const struct impl *row, enum op op, const struct tree_work *work)
{
    struct explanation e;
    struct tree_keygen keygen = {0};
    const char *why = NULL;
    errno = 0;
    enum result done = op == OP_KEYGEN && row->alg->family == FAMILY_RSA
                           ? tree_keygen(&e, &keygen, row, request->keys, request->seconds, &why)
                           : tree_explain(&e, row, op, work, request->seconds, &why);

    if (done != DONE)
        need_memory();
    if (done == DONE) {
        take(tally, &e);
        explanation_clear(&e);
        tree_keygen_clear(&keygen);
    } else if (!tally->quiet) {
        printf("%-11s %-7s %-11s %s\n", row->alg->name, op_name(op), row->name, why);
    }
}

static void explain_alg(const struct explain_request *request, struct tally *tally,
                        const struct alg *alg)
{
    struct tree_work *work = need_zeroed(1, sizeof *work);
    const char *why = NULL;
    size_t count = 0;

    for (size_t i = 0; i < registry_count(); i++)
        count += registry_at(i)->alg == alg && wanted(request, registry_at(i));
    errno = 0;
    if (count == 0 || tree_work_make(work, alg, request->payload, &why) != DONE) {
        need_memory();
        free(work);
        return;
    }
    for (size_t i = 0; i < registry_count(); i++) {
        const struct impl *row = registry_at(i);
        if (row->alg != alg || !wanted(request, row) || registry_start(row, &why) != DONE)
            continue;
        for (int op = 0; op < OP_HASH; op++)
            if (request->ops & 1u << op)
                explain_row_op(request, tally, row, (enum op)op, work);
    }
    tree_work_clear(work);
    free(work);
}

static void conclude(const struct tally *tally)
{
    double median;

    if (tally->count == 0)
        return;
    stats_sort(tally->unexplained, tally->count);
    median = stats_quantile(tally->unexplained, tally->count, 0.5);
    printf("\n%zu rows. Unexplained: median %.1f %%, worst %.1f %% (%s).\n", tally->count, median,
           tally->worst_percent, tally->worst);
}

int explain_many(const struct explain_request *request, const char *command)
{
    struct tally tally = {.room = 1000, .quiet = request->json && strcmp(request->json, "-") == 0};
    struct outfile json;
    const char *why = NULL;
    int code = EXIT_GOOD;

    if (!counted_open(&why))
        return wrong_use(command, "%s", why);
    if (request->alg && strcmp(request->impl, "all") != 0 &&
        !explain_row(request->alg, request->impl, command))
        return EXIT_WRONG_USE;
    if (outfile_open(&json, request->json, "--json", command) != DONE)
        return EXIT_WRONG_USE;
    tally.unexplained = need_zeroed(tally.room, sizeof *tally.unexplained);
    tally.rows = request->json ? json_array() : NULL;
    if (!tally.quiet)
        explanation_print_head(stdout);
    for (const struct alg *alg = algs; alg->name; alg++)
        if (request->alg ? alg == request->alg : alg->in_tables)
            explain_alg(request, &tally, alg);
    if (tally.count == 0)
        code = wrong_use(command, "no step \"%.60s\" of %s is here; see sigcost list",
                         request->impl, request->alg ? request->alg->name : "the seven algorithms");
    else if (!tally.quiet)
        conclude(&tally);
    free(tally.unexplained);
    if (code == EXIT_GOOD) {
        json_t *root = json_object();
        json_object_set_new(root, "explanations", tally.rows ? tally.rows : json_array());
        output_flush(stdout);
        return explain_write_json(&json, root, command);
    }
    json_decref(tally.rows);
    outfile_abandon(&json);
    return code;
}
