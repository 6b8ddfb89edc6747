/* replay - runs of many random cases that can be chosen and repeated from outside.
 *
 * SIGCOST_SEED=number chooses the run, SIGCOST_CASE=number runs one case alone. Each case has a generator
 * of its own, so the seed and the number that a failure prints are enough to see it again. `make oracle`
 * runs the tests of the kernels with one seed after another.
 */
#ifndef TESTS_REPLAY_H
#define TESTS_REPLAY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline uint64_t replay_setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

/* 0 unless set: what a generator with a seed of its own adds to it. */
static inline uint64_t replay_seed(void)
{
    return replay_setting("SIGCOST_SEED", 0);
}

struct replay {
    const char *name;
    uint64_t seed, first, cases;
    uint64_t at, state; /* the case at hand and its generator */
};

static inline struct replay replay_start(const char *name, uint64_t cases)
{
    struct replay r = {.name = name, .seed = replay_seed(), .cases = cases};

    if (getenv("SIGCOST_CASE")) {
        r.first = replay_setting("SIGCOST_CASE", 0);
        r.cases = 1;
    }
    return r;
}

/* splitmix64 (Steele, Lea, Flood 2014). */
static inline uint64_t replay_word(struct replay *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline void replay_case(struct replay *r, uint64_t number)
{
    r->at = number;
    r->state = r->seed * 0x2545f4914f6cdd1du + number;
    (void)replay_word(r);
}

#define REPLAY_ASSERT(holds, r, ...)                                                               \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            char what_[120];                                                                       \
            snprintf(what_, sizeof what_, __VA_ARGS__);                                            \
            cr_assert_fail("%s: %s (SIGCOST_SEED=%llu SIGCOST_CASE=%llu)", (r)->name, what_,       \
                           (unsigned long long)(r)->seed, (unsigned long long)(r)->at);            \
        }                                                                                          \
    } while (0)

#endif
