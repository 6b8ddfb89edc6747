/* report_shares - the cost trees of `explain` for the page: what share of an operation goes where. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "bench/need.h"
#include "bench/output.h"
#include "bench/registry.h"
#include "bench/report.h"
#include "bench/tree_build.h"

/* One algorithm's operations; those that cannot be explained are left out. */
static void explain_alg(json_t *list, const struct alg *alg, double seconds)
{
    static const enum op ops[] = {OP_SIGN, OP_VERIFY};
    struct tree_work *work = need_zeroed(1, sizeof *work);
    const struct impl *self = registry_self(alg);
    struct explanation explanation;
    const char *why;

    errno = 0;
    if (self && registry_start(self, &why) == DONE &&
        tree_work_make(work, alg, 1024, &why) == DONE) {
        for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
            if (tree_explain(&explanation, self, ops[i], work, seconds, &why) == DONE) {
                json_array_append_new(list, explanation_json(&explanation));
                explanation_clear(&explanation);
            } else {
                need_memory();
            }
        tree_work_clear(work);
    } else {
        need_memory();
    }
    free(work);
}

json_t *report_explain(double seconds)
{
    static const char *const names[] = {"rsa-2048", "ecdsa-p256", "ed25519"};
    json_t *list = json_array();
    const char *why;

    if (list && counted_open(&why))
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            explain_alg(list, alg_by_name(names[i]), seconds / 6);
    return list;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "?";
}

void report_shares(struct figure *f, const json_t *explanation)
{
    const json_t *tree = json_object_get(explanation, "tree"), *node;
    const json_t *children = json_object_get(tree, "children");
    size_t i;

    *f = (struct figure){.kind = FIGURE_SHARES, .unit = "percent"};
    snprintf(f->slug, sizeof f->slug, "shares-%.12s-%.8s", text_of(explanation, "alg"),
             text_of(explanation, "op"));
    snprintf(f->title, sizeof f->title, "Where the time of %.12s %.8s by self goes",
             text_of(explanation, "alg"), text_of(explanation, "op"));
    snprintf(
        f->note, sizeof f->note,
        "Counts times the price of each unit, measured in the same run: %.4g us predicted, %.4g "
        "us measured, %.1f %% unexplained. sigcost explain %.12s %.8s prints the whole tree.",
        json_number_value(json_object_get(explanation, "predicted_ns")) / 1e3,
        json_number_value(json_object_get(explanation, "measured_ns")) / 1e3,
        json_number_value(json_object_get(explanation, "unexplained_percent")),
        text_of(explanation, "alg"), text_of(explanation, "op"));
    snprintf(f->alt, sizeof f->alt,
             "Bar chart of the share in per cent that each part of %.12s %.8s takes.",
             text_of(explanation, "alg"), text_of(explanation, "op"));
    json_array_foreach(children, i, node)
    {
        double ns = json_number_value(json_object_get(node, "ns"));
        double share = json_number_value(json_object_get(node, "share"));
        char time[24];
        if (ns > 0) /* a share is a part of one in the tree */
            (void)figure_add(f, text_of(node, "name"), format_time(time, ns), 0, NAN, 100 * share,
                             NAN);
    }
}
