/* threads_crew - the threads themselves. */
#include <pthread.h>
#include <stdlib.h>

#include "bench/threads.h"

#define BATCH_SECONDS 1e-3

/* Holds the threads until all are there. */
struct gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t ready;
    int open; /* 1: go; -1: go home */
};

struct worker {
    pthread_t thread;
    struct crew *crew;
    struct gate *gate;
    double seconds;
};

/* 1 once the gate opens, 0 if the work is called off. */
static int pass(struct gate *gate, double seconds, double *until)
{
    int open;

    pthread_mutex_lock(&gate->lock);
    gate->ready++;
    pthread_cond_broadcast(&gate->changed);
    while (gate->open == 0)
        pthread_cond_wait(&gate->changed, &gate->lock);
    open = gate->open;
    pthread_mutex_unlock(&gate->lock);
    *until = timer_seconds() + seconds;
    return open > 0;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct crew *crew = worker->crew;
    void *job = crew->job.work;
    double until, busy = 0, before, now;
    unsigned long done = 0;

    /* what a library sets up once for each thread is not what is measured */
    crew->job.run(job, 1);
    crew->verdict = crew->job.check(job, 1, &crew->why);
    if (!pass(worker->gate, worker->seconds, &until) || crew->verdict != GOOD)
        return NULL;
    do {
        before = timer_seconds();
        crew->job.run(job, crew->batch);
        now = timer_seconds();
        busy += now - before;
        done += crew->batch;
        crew->verdict = crew->job.check(job, crew->batch, &crew->why);
    } while (crew->verdict == GOOD && now < until);
    crew->rate = busy > 0 ? (double)done / busy : 0;
    return NULL;
}

enum result crew_run(struct crew *crew, size_t count, double seconds)
{
    struct gate gate = {.ready = 0};
    struct worker *workers = calloc(count, sizeof *workers);
    size_t started = 0;

    if (!workers)
        return FAILED;
    pthread_mutex_init(&gate.lock, NULL);
    pthread_cond_init(&gate.changed, NULL);
    for (; started < count; started++) {
        workers[started] =
            (struct worker){.crew = &crew[started], .gate = &gate, .seconds = seconds};
        crew[started].rate = 0;
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0)
            break;
    }
    pthread_mutex_lock(&gate.lock);
    while (gate.ready < started)
        pthread_cond_wait(&gate.changed, &gate.lock);
    gate.open = started == count ? 1 : -1;
    pthread_cond_broadcast(&gate.changed);
    pthread_mutex_unlock(&gate.lock);
    for (size_t i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_cond_destroy(&gate.changed);
    pthread_mutex_destroy(&gate.lock);
    free(workers);
    return started == count ? DONE : FAILED;
}

unsigned long crew_warm_up(struct crew *crew, unsigned long operands, double seconds)
{
    double end = timer_seconds() + seconds;
    unsigned long used = 0;

    do {
        crew->job.run(crew->job.work, 1);
        crew->verdict = crew->job.check(crew->job.work, 1, &crew->why);
        used++;
    } while (crew->verdict == GOOD && used < operands && timer_seconds() < end);
    return used;
}

void crew_calibrate(struct crew *crew)
{
    double took = 0;

    for (crew->batch = 1; crew->verdict == GOOD; crew->batch *= 2) {
        double before = timer_seconds();
        crew->job.run(crew->job.work, crew->batch);
        took = timer_seconds() - before;
        crew->verdict = crew->job.check(crew->job.work, crew->batch, &crew->why);
        if (took >= BATCH_SECONDS || 2 * crew->batch > crew->job.max_batch)
            break;
    }
}
