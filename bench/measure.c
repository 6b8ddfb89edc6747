/* measure - the scheduler: samples and rounds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/measure_run.h"
#include "bench/need.h"

static double min_of(double a, double b)
{
    return a < b ? a : b;
}

static void keep(struct cell *cell, const struct sample *sample)
{
    if (cell->count == cell->room) {
        size_t room = cell->room ? 2 * cell->room : 64;
        cell->samples = need_grown(cell->samples, room, sizeof *cell->samples);
        cell->room = room;
    }
    cell->samples[cell->count++] = *sample;
    cell->disturbed += sample_is_disturbed(sample);
    cell->operations += sample->batch;
}

enum verdict run_batch(struct run *run, struct cell *cell, unsigned long batch,
                       struct sample *sample)
{
    const struct timer *timer = run->plan->timer;
    double began = timer_seconds();
    struct instant a, b;
    const char *why = NULL;
    enum verdict verdict;

    timer->now(&a, timer->context);
    cell->job.run(cell->job.work, batch);
    timer->now(&b, timer->context);
    verdict = cell->job.check(cell->job.work, batch, &why);
    double times = (double)batch;
    double cycles = (double)(b.cycles - a.cycles);
    *sample = (struct sample){.batch = (uint32_t)batch,
                              .cpu_ns = (double)(b.cpu_ns - a.cpu_ns) / times,
                              .wall_ns = cycles * 1e9 / timer->hz / times,
                              .cycles = cycles / times};
    run->timed += cycles / timer->hz;
    cell->last = timer_seconds() - began;
    cell->spent += cell->last;
    if (verdict == WRONG || verdict == CANNOT) {
        cell->verdict = verdict;
        cell->why = why;
        run->wrong |= verdict == WRONG;
    }
    return verdict;
}

static void take_sample(struct run *run, struct cell *cell, unsigned round)
{
    const unsigned long lead_in = (unsigned long)(run->plan->lead_in * (double)cell->batch);
    struct sample sample;
    enum verdict verdict = GOOD;

    if (lead_in > 0)
        verdict = run_batch(run, cell, lead_in, &sample);
    if (verdict == GOOD)
        verdict = run_batch(run, cell, cell->batch, &sample);

    sample.round = round;
    if (verdict == CUT_OFF)
        cell->cut++;
    else if (verdict == GOOD)
        keep(cell, &sample);
}

/* Whether a cell of the first kind is due: one that is too slow for its share sits rounds out. */
static int due(const struct run *run, const struct cell *cell, unsigned round)
{
    double deadline = run->plan->deadline;

    if (!cell_alive(cell))
        return 0;
    if (deadline == 0 || round == 0)
        return 1;
    return round % cell->stride == 0 && timer_seconds() + cell->last <= deadline;
}

/* Seconds that the next sample of a distribution takes, going by its own so far, or by the others' for each
 * unit of their guesses. */
static double expected(const struct run *run, const struct cell *cell)
{
    double seconds = 0, guesses = 0;

    if (cell->count)
        return cell->spent / (double)cell->count;
    for (size_t i = 0; i < run->count; i++) {
        if (!run->cells[i].job.distribution)
            continue;
        seconds += run->cells[i].spent;
        guesses += run->cells[i].job.guess * (double)run->cells[i].count;
    }
    return guesses > 0 ? cell->job.guess * seconds / guesses : 0;
}

/* The distribution that got the least time so far, or NULL if none may run now. */
static struct cell *poorest(struct run *run)
{
    double left = run->plan->deadline - timer_seconds();
    struct cell *best = NULL;

    for (size_t i = 0; i < run->count; i++) {
        struct cell *cell = &run->cells[i];
        if (!cell->job.distribution || !cell_alive(cell) || cell->count >= run->plan->rounds ||
            cell->cut || left <= 0 || expected(run, cell) > left)
            continue;
        if (!best || cell->spent < best->spent ||
            (cell->spent == best->spent && cell->job.guess < best->job.guess))
            best = cell;
    }
    return best;
}

static void report(const struct run *run, double done)
{
    if (run->plan->progress)
        run->plan->progress(min_of(done, 1), run->plan->progress_context);
}

/* Runs distributions until they have had so many seconds. */
static void run_second(struct run *run, double seconds, unsigned round)
{
    struct cell *cell;

    while (run->second_spent < seconds && (cell = poorest(run))) {
        take_sample(run, cell, round);
        run->second_spent += cell->last;
        report(run, (timer_seconds() - run->start) / (run->plan->deadline - run->start));
    }
}

static void shuffle(struct run *run)
{
    for (size_t i = run->count; i > 1; i--) {
        size_t j = (size_t)stats_below(&run->rng, i), t = run->order[i - 1];
        run->order[i - 1] = run->order[j];
        run->order[j] = t;
    }
}

static void run_round(struct run *run, unsigned round)
{
    int timed = run->plan->deadline != 0;

    shuffle(run);
    for (size_t i = 0; i < run->count; i++) {
        struct cell *cell = &run->cells[run->order[i]];
        if (cell->job.distribution ? timed || !cell_alive(cell) : !due(run, cell, round))
            continue;
        take_sample(run, cell, round);
        run->first_spent += cell->last;
    }
    if (timed)
        run_second(run, run->first_spent * run->second_per_first, round);
}

static void prepare(struct run *run)
{
    const struct plan *plan = run->plan;
    size_t distributions = 0, others = 0;

    for (size_t i = 0; i < run->count; i++) {
        struct cell *cell = &run->cells[i];
        run->order[i] = i;
        cell->batch = 1;
        cell->stride = 1;
        if (cell->job.distribution)
            distributions++;
        else
            others++;
    }
    calibrate(run);
    if (plan->deadline == 0)
        return;
    double left = fmax(plan->deadline - timer_seconds(), 0);
    double part = others == 0 ? 1 : distributions == 0 ? 0 : plan->distribution_share;
    run->second_per_first = part < 1 ? part / (1 - part) : 0;
    share_time(run, left * (1 - part));
}

enum result measure(struct cell *cells, size_t count, const struct plan *plan,
                    struct account *account)
{
    struct run run = {.cells = cells,
                      .count = count,
                      .plan = plan,
                      .rng = {plan->seed},
                      .start = timer_seconds()};
    unsigned round;

    memset(account, 0, sizeof *account);
    if (plan->rounds == 0)
        return FAILED;
    run.order = need_zeroed(count + 1, sizeof *run.order);
    prepare(&run);
    for (round = 0; round < plan->rounds; round++) {
        if (plan->deadline != 0 && round > 0 && timer_seconds() > plan->deadline)
            break;
        run_round(&run, round);
        if (plan->deadline != 0)
            report(&run, (timer_seconds() - run.start) / (plan->deadline - run.start));
        else
            report(&run, (double)(round + 1) / (double)plan->rounds);
    }
    /* What the first kind left over. */
    if (plan->deadline != 0)
        run_second(&run, INFINITY, plan->rounds - 1);
    report(&run, 1);
    account->rounds = round;
    account->timed_seconds = run.timed;
    account->wall_seconds = timer_seconds() - run.start;
    free(run.order);
    return run.wrong ? FAILED : DONE;
}
