/* test_ladder_print - made-up ladders as tables and CSV: what has no time is said, and counts for nothing. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "bench/command_ladder.h"

enum { ROWS = 4, SAMPLES = 9 };

struct made {
    struct record rows[ROWS];
    struct cell cells[ROWS];
    struct impl impls[ROWS];
    struct rung rungs[ROWS];
    struct results results;
    struct ladder ladder;
};

/* RSA key generation: three steps and a library; 0: no time. */
static void make(struct made *m, const double ns[ROWS], int whole)
{
    static const char *const names[ROWS] = {"textbook", "window", "ifma", "swift"};

    memset(m, 0, sizeof *m);
    for (int i = 0; i < ROWS; i++) {
        struct record *row = &m->rows[i];
        strcpy(row->alg, "rsa-2048");
        row->op = OP_KEYGEN;
        row->impl = row->step = names[i];
        row->is_peer = i == 3;
        row->cell = &m->cells[i];
        m->impls[i].name = names[i];
        m->impls[i].idea = "an idea";
        m->impls[i].source = "a paper";
        m->rungs[i] = (struct rung){.record = row, .row = i < 3 ? &m->impls[i] : NULL};
        if (ns[i] == 0)
            continue;
        m->cells[i].samples = calloc(SAMPLES, sizeof(struct sample));
        m->cells[i].count = SAMPLES;
        for (unsigned k = 0; k < SAMPLES; k++)
            m->cells[i].samples[k] = (struct sample){k, 1, ns[i], ns[i], ns[i]};
    }
    m->results = (struct results){.rows = m->rows, .count = ROWS, .cells = m->cells};
    results_finish(&m->results);
    m->ladder = (struct ladder){.results = &m->results, .rungs = m->rungs, .whole = whole};
}

static char *printed(struct made *m, void (*print)(FILE *, const struct ladder *))
{
    char *text = NULL;
    size_t len = 0;
    FILE *to = open_memstream(&text, &len);

    print(to, &m->ladder);
    fclose(to);
    for (int i = 0; i < ROWS; i++)
        cell_clear(&m->cells[i]);
    return text;
}

static void summary_says(const double ns[ROWS], const char *words)
{
    struct made m;
    char *text;

    make(&m, ns, 0);
    text = printed(&m, ladder_print);
    cr_assert_not_null(strstr(text, words), "no \"%s\" in %s", words, text);
    free(text);
}

Test(ladder_print, summary)
{
    summary_says((double[]){8000, 4000, 1000, 2000},
                 "textbook     8.000 us  ifma         1.000 us   8.000x  swift        2.000 us   "
                 "2.000x\n");
    summary_says((double[]){0, 4000, 1000, 2000}, "2.000x  no time left for textbook\n");
    summary_says((double[]){0, 4000, 0, 0}, "-  no time left for textbook, ifma\n");
    summary_says((double[]){0, 0, 0, 2000}, "2.000 us        -  no time left\n");
}

Test(ladder_print, csv_leaves_empty_what_has_no_value)
{
    struct made m;
    char *text;

    make(&m, (double[]){0, 4000, 1000, 2000}, 1);
    text = printed(&m, ladder_csv);
    cr_assert_null(strstr(text, "nan"), "%s", text);
    cr_assert_not_null(strstr(text, "\nrsa-2048,keygen,textbook,0,,,,0,0,"), "%s", text);
    cr_assert_not_null(strstr(text, "\nrsa-2048,keygen,window,0,4000,,,0,0,"), "%s", text);
    cr_assert_not_null(strstr(text, "\nrsa-2048,keygen,ifma,0,1000,4,4,0,0,"), "%s", text);
    free(text);
}
