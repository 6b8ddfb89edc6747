/* threads - teams for the cells of one algorithm after the other, so that memory stays bounded. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/need.h"
#include "bench/bench_build.h"
#include "bench/registry.h"
#include "bench/threads.h"

#define SHORTEST_WINDOW 0.02 /* seconds; the scheduler's time slices are a few milliseconds */
#define LONGEST_WINDOW  0.25
#define WARM_UP_PART    0.25 /* of a cell's rounds, for its warming up */
enum { FEW_ROUNDS = 3, MANY_ROUNDS = 21 };

/* What one thread works with. */
struct member {
    struct subject subject;
    struct messages messages;
    struct workload workload;
    struct operation operation;
};

struct team {
    struct team_record *record;
    struct member *members; /* one a thread */
    struct crew *crew;
};

static void team_clear(struct team *team, size_t threads)
{
    for (size_t i = 0; team->members && i < threads; i++) {
        struct member *m = &team->members[i];
        operation_clear(&m->operation);
        if (m->subject.row)
            subject_clear(&m->subject);
        messages_clear(&m->messages);
    }
    free(team->members);
    free(team->crew);
    team->members = NULL;
    team->crew = NULL;
}

/* A copy of the operation with keys and messages of its own; only what nobody writes is shared. */
static enum result member_make(struct member *out, struct job *job, const struct operation *from,
                               const char **why)
{
    const struct messages *messages =
        from->op == OP_HASH ? from->messages : from->workload->messages;

    *why = "out of memory";
    if (messages_make(&out->messages, messages->payload) != DONE)
        return FAILED;
    if (from->op == OP_HASH)
        return operation_init_hash(&out->operation, job, from->hash_row, from->hash,
                                   &out->messages);
    out->workload = *from->workload;
    out->workload.messages = &out->messages;
    if (subject_make(&out->subject, from->subject->row, from->workload->ring, 1u << from->op,
                     why) != DONE)
        return FAILED;
    return operation_init(&out->operation, job, from->op, &out->subject, &out->workload,
                          from->reference, 0);
}

/* Every thread's keys are used once, or as many of each thread's as the first can in so many seconds. */
static void team_warm_up(struct team *team, unsigned threads, double seconds)
{
    struct team_record *record = team->record;
    const struct job *job = &team->crew[0].job;
    double most = seconds;

    record->operands = job->warm_up;
    for (unsigned i = 0; i < threads && record->verdict == GOOD; i++) {
        struct crew *crew = &team->crew[i];
        unsigned long used = crew_warm_up(crew, record->operands, most);
        if (used < record->operands)
            record->operands = used;
        record->verdict = crew->verdict;
        record->why = crew->why;
        most = INFINITY; /* no fewer keys than the first */
    }
    for (unsigned i = 0; i < threads; i++) {
        if (record->operands < job->warm_up && job->narrow)
            job->narrow(team->crew[i].job.work, record->operands);
        team->members[i].operation.next = i; /* not all at the same key at the same time */
    }
}

/* warm_up: seconds, for all threads together. */
static enum result team_make(struct team *out, struct team_record *record,
                             const struct operation *from, unsigned threads, double warm_up,
                             const char **why)
{
    enum result done = DONE;

    *out = (struct team){.record = record,
                         .members = calloc(threads, sizeof *out->members),
                         .crew = calloc(threads, sizeof *out->crew)};
    *why = "out of memory";
    if (!out->members || !out->crew)
        done = FAILED;
    for (unsigned i = 0; i < threads && done == DONE; i++)
        done = member_make(&out->members[i], &out->crew[i].job, from, why);
    if (done != DONE)
        return FAILED;
    team_warm_up(out, threads, warm_up / threads);
    if (record->verdict != GOOD)
        return DONE;
    crew_calibrate(&out->crew[0]);
    record->verdict = out->crew[0].verdict;
    record->why = out->crew[0].why;
    for (unsigned i = 1; i < threads; i++)
        out->crew[i].batch = out->crew[0].batch;
    return DONE;
}

/* Runs `count` of the team and adds up. FAILED: threads could not be started. */
static enum result rate(double *out, struct team *team, size_t count, double seconds)
{
    *out = 0;
    if (crew_run(team->crew, count, seconds) != DONE)
        return FAILED;
    for (size_t i = 0; i < count; i++) {
        *out += team->crew[i].rate;
        if (team->crew[i].verdict != GOOD) {
            team->record->verdict = team->crew[i].verdict;
            team->record->why = team->crew[i].why;
        }
    }
    return DONE;
}

static enum result run_round(struct team *team, size_t threads, double seconds)
{
    struct team_record *r = team->record;
    double one, many;

    if (r->verdict != GOOD)
        return DONE;
    if (rate(&one, team, 1, seconds) != DONE || rate(&many, team, threads, seconds) != DONE)
        return FAILED;
    if (r->verdict != GOOD || one <= 0)
        return DONE;
    r->one[r->rounds] = one;
    r->many[r->rounds++] = many;
    return DONE;
}

/* How long a window is and how many rounds there are for `cells` cells and so many seconds (0: as many as
 * the user says). */
static unsigned schedule(double *window, double seconds, size_t cells, unsigned most)
{
    double one = 2 * (double)cells;
    unsigned rounds = most;

    *window = SHORTEST_WINDOW;
    if (seconds <= 0)
        return rounds;
    most = most < MANY_ROUNDS ? most : MANY_ROUNDS;
    double fit = seconds / (one * SHORTEST_WINDOW);
    rounds = fit < FEW_ROUNDS ? FEW_ROUNDS : fit > most ? most : (unsigned)fit;
    if (rounds > most)
        rounds = most;
    *window = fmin(fmax(seconds / (one * rounds), SHORTEST_WINDOW), LONGEST_WINDOW);
    return rounds;
}

struct progress_of {
    void (*show)(double done, void *context);
    void *context;
    size_t before, all; /* cells */
};

static enum result run_teams(struct threads_results *out, struct team *teams, size_t count,
                             unsigned rounds, double window, const struct progress_of *progress)
{
    struct stats_rng rng = {1};
    size_t *order = malloc(count * sizeof *order);
    enum result done = DONE;

    if (!order)
        return FAILED;
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    for (unsigned round = 0; round < rounds && done == DONE; round++) {
        for (size_t i = count; i > 1; i--) {
            size_t j = (size_t)stats_below(&rng, i), t = order[i - 1];
            order[i - 1] = order[j];
            order[j] = t;
        }
        for (size_t i = 0; i < count && done == DONE; i++)
            done = run_round(&teams[order[i]], out->threads, window);
        double part = (double)(round + 1) / rounds * (double)count;
        if (progress->show)
            progress->show(((double)progress->before + part) / (double)progress->all,
                           progress->context);
    }
    free(order);
    return done;
}

/* The cells [at, at + count): one algorithm. */
static enum result run_alg(struct threads_results *out, size_t at, size_t count,
                           struct operation *const *operations, unsigned rounds, double window,
                           const struct progress_of *progress, const char **why)
{
    struct team *teams = calloc(count, sizeof *teams);
    enum result done = DONE;

    *why = "out of memory";
    if (!teams)
        return FAILED;
    for (size_t i = 0; i < count && done == DONE; i++) {
        struct team_record *record = &out->teams[at + i];
        record->one = calloc(rounds, sizeof *record->one);
        record->many = calloc(rounds, sizeof *record->many);
        errno = 0;
        if (!record->one || !record->many)
            done = FAILED;
        else
            done = team_make(&teams[i], record, operations[record->row - out->base.rows],
                             out->threads, WARM_UP_PART * 2 * rounds * window, why);
        if (done != DONE)
            need_memory(); /* else a key would be blamed */
    }
    if (done == DONE) {
        *why = "so many threads cannot be started here";
        done = run_teams(out, teams, count, rounds, window, progress);
    }
    for (size_t i = 0; i < count; i++)
        team_clear(&teams[i], out->threads);
    free(teams);
    return done;
}

static void finish(struct team_record *r, unsigned threads)
{
    double *x = need_grown(NULL, r->rounds + 1, sizeof *x);

    for (size_t i = 0; i < r->rounds; i++)
        x[i] = r->many[i] / (threads * r->one[i]);
    stats_bootstrap_median(&r->efficiency, x, r->rounds, 1);
    memcpy(x, r->one, r->rounds * sizeof *x);
    stats_bootstrap_median(&r->one_rate, x, r->rounds, 1);
    memcpy(x, r->many, r->rounds * sizeof *x);
    stats_bootstrap_median(&r->many_rate, x, r->rounds, 1);
    free(x);
}

static int same_alg(const struct team_record *a, const struct team_record *b)
{
    return a->row && b->row && strcmp(a->row->alg, b->row->alg) == 0;
}

static enum result run_all(struct threads_results *out, const struct selection *selection,
                           double deadline, struct progress_of *progress, const char **why)
{
    enum result done = DONE;

    for (size_t i = 0, next; i < out->count && done == DONE; i = next) {
        for (next = i + 1; next < out->count && same_alg(&out->teams[i], &out->teams[next]); next++)
            ;
        double left = deadline > 0 ? fmax(deadline - timer_seconds(), 1e-3) : 0, window;
        double part = (double)(next - i) / (double)(out->count - i);
        unsigned rounds = schedule(&window, left * part, next - i, selection->rounds);
        if (i == 0 || window < out->window)
            out->window = window;
        progress->before = i;
        done =
            run_alg(out, i, next - i, out->base.stash->operations, rounds, window, progress, why);
    }
    return done;
}

enum result threads_run(struct threads_results *out, const struct selection *selection,
                        unsigned threads, double began,
                        void (*progress)(double done, void *context), void *context,
                        const char **why)
{
    struct builder b = {.out = &out->base, .selection = selection, .why = "out of memory"};
    struct progress_of of = {.show = progress, .context = context};
    double deadline = selection->seconds > 0 ? began + selection->seconds : 0;
    enum result done;

    *out = (struct threads_results){.threads = threads};
    out->base.stash = calloc(1, sizeof *out->base.stash);
    registry_open();
    machine_read(&out->base.machine);
    done = out->base.stash ? bench_build(&b) : FAILED;
    *why = b.why;
    if (done == DONE && !(out->teams = calloc(out->base.count + 1, sizeof *out->teams)))
        done = FAILED;
    for (size_t i = 0; done == DONE && i < out->base.count; i++) {
        out->base.rows[i].cell = &out->base.cells[i];
        if (!out->base.rows[i].distribution)
            out->teams[out->count++].row = &out->base.rows[i];
    }
    of.all = out->count;
    if (done == DONE && out->count == 0) {
        *why = "RSA key generation is a matter of luck, which hides what threads do: leave it out";
        done = FAILED;
    }
    if (done == DONE)
        done = run_all(out, selection, deadline, &of, why);
    for (size_t i = 0; i < out->count && done == DONE; i++)
        finish(&out->teams[i], threads);
    out->base.seconds = timer_seconds() - began;
    if (done != DONE)
        threads_clear(out);
    return done;
}

void threads_clear(struct threads_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        free(results->teams[i].one);
        free(results->teams[i].many);
    }
    free(results->teams);
    results_clear(&results->base);
    *results = (struct threads_results){0};
}

size_t threads_wrong(const struct threads_results *results)
{
    size_t wrong = results->base.refused;

    for (size_t i = 0; i < results->count; i++)
        wrong += results->teams[i].verdict == WRONG;
    return wrong;
}
