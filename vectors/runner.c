#include "vectors/runner.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/need.h"

static void count_reason(struct tally *tally, const char *why)
{
    for (size_t i = 0; i < tally->reason_count; i++)
        if (strcmp(tally->reasons[i].why, why) == 0) {
            tally->reasons[i].count++;
            return;
        }
    if (tally->reason_count == MAX_REASONS) {
        tally->reasons[MAX_REASONS - 1].why = "other reasons";
        tally->reasons[MAX_REASONS - 1].count++;
        return;
    }
    tally->reasons[tally->reason_count++] = (struct reason_count){why, 1};
}

static void note_finding(struct tally *tally, const struct vector_case *one,
                         const struct outcome *outcome)
{
    if (tally->finding_count == MAX_FINDINGS)
        return;
    if (!tally->findings)
        tally->findings = need_zeroed(MAX_FINDINGS, sizeof *tally->findings);
    struct finding *finding = &tally->findings[tally->finding_count];
    int flags = one->flags && one->flags[0];
    int known = outcome->kind == KNOWN_CASE;
    if (asprintf(&finding->text, "%s%s%.160s%s: expected %s, got %s%s%s", one->id,
                 flags ? " [" : "", flags ? one->flags : "", flags ? "]" : "", outcome->expected,
                 outcome->got, known ? "; " : "", known ? outcome->why : "") < 0) {
        finding->text = NULL;
        need_memory();
        return;
    }
    finding->known = known;
    tally->finding_count++;
}

/* The row for the case: of the same size, or for RSA any, since keys of every size are imported. */
static struct choice_row *find_row(struct choice *choice, const struct vector_case *one)
{
    struct choice_row *any = NULL;
    for (size_t i = 0; i < choice->row_count; i++) {
        const struct alg *alg = choice->rows[i].row->alg;
        if (alg->family != one->family)
            continue;
        if (alg->bits == one->bits)
            return &choice->rows[i];
        any = any && any->row->alg->bits > alg->bits ? any : &choice->rows[i];
    }
    return one->family == FAMILY_RSA ? any : NULL;
}

static int has_family(const struct choice *choice, const struct vector_case *one)
{
    switch (one->kind) {
    case CASE_HASH:
    case CASE_HASH_MONTE:
        return choice->hash != NULL;
    case CASE_PRIME:
    case CASE_CURVE:
        return choice->own;
    case CASE_OUT_OF_SCOPE:
    case CASE_KIND_COUNT:
        return 0;
    default:
        break;
    }
    for (size_t i = 0; i < choice->row_count; i++)
        if (choice->rows[i].row->alg->family == one->family)
            return 1;
    return 0;
}

static int start_row(struct choice_row *row, struct runner *runner)
{
    if (!row->tried) {
        row->tried = 1;
        row->started = runner->start(row->row, &row->why);
        if (row->started != DONE && !row->why)
            row->why = "cannot start here";
    }
    return row->started == DONE;
}

static void run_case(struct outcome *out, const struct vector_case *one, struct choice *choice,
                     struct runner *runner)
{
    struct choice_row *row = NULL;
    *out = (struct outcome){.kind = UNSUPPORTED_CASE};
    if (one->skip) {
        out->why = one->skip;
        return;
    }
    if (one->kind == CASE_HASH || one->kind == CASE_HASH_MONTE) {
        out->why = choice->hash->missing ? choice->hash->missing(choice->hash) : NULL;
        if (out->why)
            return;
    } else if (one->kind != CASE_PRIME && one->kind != CASE_CURVE) {
        row = find_row(choice, one);
        out->why = "does not do this curve";
        if (!row)
            return;
        if (!start_row(row, runner)) {
            out->why = row->why;
            return;
        }
    }
    out->kind = FAILED_CASE;
    check_case(out, one, choice, row, runner);
}

/* Which cases a sample takes: those where the fraction of index * golden ratio is small. That spreads
 * evenly whatever the period of the file's groups. The first is always taken. */
static int sampled(size_t index, unsigned sample)
{
    double turn = (double)index * 0.6180339887498949;
    return (turn - (double)(size_t)turn) * sample < 1;
}

static enum result take(struct case_sink *sink, const struct vector_case *one)
{
    struct runner *runner = (struct runner *)sink;
    size_t index = runner->index++;
    if (runner->progress)
        runner->progress(runner->progress_context, index);
    if (one->skip)
        runner->skipped++;
    else if (!sampled(index, runner->sample))
        return DONE;
    else
        runner->run++;
    runner->numbers_wrong = NULL;
    if (one->kind == CASE_RSA_KEY && !one->skip)
        runner->numbers_wrong = rsa_numbers_disagree(one, runner->own);
    for (size_t i = 0; i < runner->choice_count; i++) {
        struct tally *tally = &runner->tallies[i];
        struct outcome outcome;
        if (one->kind != CASE_OUT_OF_SCOPE) {
            if (!has_family(&runner->choices[i], one))
                continue;
            tally->listed = 1;
        }
        errno = 0;
        run_case(&outcome, one, &runner->choices[i], runner);
        if (outcome.kind != PASSED_CASE)
            need_memory(); /* else the implementation would be blamed */
        tally->counts[outcome.kind]++;
        if (outcome.kind == UNSUPPORTED_CASE)
            count_reason(tally, outcome.why);
        else if (outcome.kind != PASSED_CASE)
            note_finding(tally, one, &outcome);
    }
    return DONE;
}

enum result runner_init(struct runner *runner)
{
    runner->sink.take = take;
    runner->tallies = calloc(runner->choice_count + 1, sizeof *runner->tallies);
    return runner->tallies ? DONE : FAILED;
}

void runner_new_file(struct runner *runner)
{
    for (size_t i = 0; i < runner->choice_count; i++) {
        struct tally *tally = &runner->tallies[i];
        for (size_t f = 0; f < tally->finding_count; f++)
            free(tally->findings[f].text);
        free(tally->findings);
        *tally = (struct tally){.listed = 0};
    }
    runner->index = runner->run = runner->skipped = 0;
}

void runner_clear(struct runner *runner)
{
    if (runner->tallies)
        runner_new_file(runner);
    free(runner->tallies);
    runner->tallies = NULL;
    for (size_t i = 0; i < runner->choice_count; i++) {
        choice_key_drop(&runner->choices[i].private_key);
        choice_key_drop(&runner->choices[i].public_key);
    }
}
