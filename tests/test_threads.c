/* test_threads - crews of threads, the scaling figures of the real program, and the A/A control. Built with
 * -fsanitize=thread it is also the check that steps and peers may be used by many threads. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/registry.h"
#include "bench/threads.h"

/* --- crews ------------------------------------------------------------------------------------- */

struct sleeper {
    long ns; /* for one operation */
    unsigned long done;
    enum verdict verdict;
    unsigned long from; /* the verdict holds from so many operations on */
};

static atomic_int inside, most_inside;

static void nap(void *work, unsigned long times)
{
    struct sleeper *s = work;
    int now = atomic_fetch_add(&inside, 1) + 1, most = atomic_load(&most_inside);

    while (now > most && !atomic_compare_exchange_weak(&most_inside, &most, now))
        ;
    for (unsigned long i = 0; i < times; i++) {
        struct timespec t = {0, s->ns};
        nanosleep(&t, NULL);
    }
    s->done += times;
    atomic_fetch_sub(&inside, 1);
}

static enum verdict look(void *work, unsigned long times, const char **why)
{
    struct sleeper *s = work;

    (void)times;
    if (s->verdict == GOOD || s->done < s->from)
        return GOOD;
    *why = "injected";
    return s->verdict;
}

static struct crew member(struct sleeper *sleeper)
{
    return (struct crew){.job = {.run = nap, .check = look, .work = sleeper, .max_batch = 1000},
                         .batch = 1};
}

/* Sleepers do not share a CPU: four of them do four times the work of one, at the same time. */
Test(crew, rates_are_of_threads_that_run_together, .timeout = 30)
{
    enum { N = 4 };
    struct sleeper sleepers[N];
    struct crew crew[N];
    double one, all = 0;

    for (int i = 0; i < N; i++) {
        sleepers[i] = (struct sleeper){.ns = 2000000};
        crew[i] = member(&sleepers[i]);
    }
    cr_assert_eq(crew_run(crew, 1, 0.2), DONE);
    one = crew[0].rate;
    cr_assert(one > 20 && one <= 500, "%g", one);
    cr_assert_eq(sleepers[1].done, 0);
    cr_assert_eq(crew_run(crew, N, 0.2), DONE);
    for (int i = 0; i < N; i++) {
        cr_assert_eq(crew[i].verdict, GOOD);
        cr_assert(crew[i].rate > 20 && crew[i].rate <= 500, "%g", crew[i].rate);
        all += crew[i].rate;
    }
    cr_assert_gt(all, 2 * one, "%g, %g", all, one);
    cr_assert_eq(atomic_load(&most_inside), N, "not all at the same time");
}

Test(crew, a_wrong_result_stops_its_thread_alone, .timeout = 30)
{
    struct sleeper sleepers[2] = {{.ns = 1000000}, {.ns = 1000000, .verdict = WRONG, .from = 3}};
    struct crew crew[2] = {member(&sleepers[0]), member(&sleepers[1])};

    cr_assert_eq(crew_run(crew, 2, 0.1), DONE);
    cr_assert_eq(crew[0].verdict, GOOD);
    cr_assert_eq(crew[1].verdict, WRONG);
    cr_assert_str_eq(crew[1].why, "injected");
    cr_assert_lt(sleepers[1].done, 10);
    cr_assert_gt(sleepers[0].done, 10);
}

Test(crew, calibration_stops_at_a_millisecond_or_the_most, .timeout = 30)
{
    struct sleeper slow = {.ns = 3000000}, quick = {.ns = 100000}, wrong = {.verdict = WRONG};
    struct crew crew = member(&slow);

    crew_calibrate(&crew);
    cr_assert_eq(crew.batch, 1);
    /* a busy machine wakes a sleeper late, but not each time */
    for (int tries = 0; tries < 50 && crew.batch < 2; tries++) {
        crew = member(&quick);
        crew_calibrate(&crew);
    }
    cr_assert(crew.batch >= 2 && crew.batch <= 16, "%lu", crew.batch);
    crew = member(&quick);
    crew.job.max_batch = 1;
    crew_calibrate(&crew);
    cr_assert_eq(crew.batch, 1);
    crew = member(&wrong);
    crew_calibrate(&crew);
    cr_assert_eq(crew.verdict, WRONG);
}

/* --- the real steps ---------------------------------------------------------------------------- */

/* Every step and peer that runs here, four threads at once, every result checked. */
Test(threads, every_implementation_is_right_in_many_threads, .timeout = 600)
{
    struct threads_results results;
    struct selection selection;
    const char *why = NULL;

    selection_default(&selection);
    selection.ops = 1u << OP_SIGN | 1u << OP_VERIFY | 1u << OP_REJECT | 1u << OP_HASH;
    selection.alg_count = 0;
    static const char *const names[] = {"rsa-2048", "ecdsa-p256", "ed25519"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        selection.algs[selection.alg_count++] = alg_by_name(names[i]);
    selection.hashes[selection.hash_count++] = SHA256;
    selection.hashes[selection.hash_count++] = SHA512;
    selection.impl_count = 0;
    selection.impls[selection.impl_count++] = "all";
    selection.impls[selection.impl_count++] = "peers";
    selection.rounds = 1;
    selection.seconds = 0;
    cr_assert_eq(threads_run(&results, &selection, 4, timer_seconds(), NULL, NULL, &why), DONE,
                 "%s", why);
    cr_assert_gt(results.count, 60);
    for (size_t i = 0; i < results.count; i++) {
        const struct team_record *t = &results.teams[i];
        cr_assert(t->verdict != WRONG, "%s %s %s: %s", t->row->alg, op_name(t->row->op),
                  t->row->impl, t->why);
        if (t->verdict == GOOD)
            cr_assert(t->rounds == 1 && t->one[0] > 0 && t->many[0] > 0);
    }
    cr_assert_eq(threads_wrong(&results), 0);
    threads_clear(&results);
    registry_close();
}

Test(threads, table_csv_and_json_say_the_same, .timeout = 120)
{
    struct threads_results results;
    struct selection selection;
    const char *why = NULL;
    static char text[1 << 16];

    selection_default(&selection);
    selection.ops = 1u << OP_SIGN | 1u << OP_KEYGEN;
    selection.algs[0] = alg_by_name("ed25519");
    selection.algs[1] = alg_by_name("rsa-2048");
    selection.alg_count = 2;
    selection.impls[0] = "self";
    selection.impl_count = 1;
    selection.rounds = 7;
    selection.seconds = 0;
    cr_assert_eq(threads_run(&results, &selection, 2, timer_seconds(), NULL, NULL, &why), DONE,
                 "%s", why);
    cr_assert_eq(results.count, 3, "RSA key generation is left out");
    for (size_t i = 0; i < results.count; i++) {
        const struct team_record *t = &results.teams[i];
        cr_assert_eq(t->rounds, 7);
        cr_assert(t->efficiency.estimate > 0.1 && t->efficiency.estimate < 2, "%g",
                  t->efficiency.estimate);
        cr_assert(t->efficiency.low <= t->efficiency.estimate &&
                  t->efficiency.estimate <= t->efficiency.high);
    }
    FILE *to = fmemopen(text, sizeof text, "w");
    threads_table(to, &results);
    fclose(to);
    cr_assert_not_null(strstr(text, "ed25519 sign, 1024 bytes"));
    cr_assert_not_null(strstr(text, "RSA key generation is left out"));
    to = fmemopen(text, sizeof text, "w");
    threads_csv(to, &results);
    fclose(to);
    cr_assert_not_null(strstr(text, "\nrsa-2048/sign/self/payload:1024/threads:2,rsa-2048,sign,"));
    json_t *json = threads_json(&results), *entry;
    cr_assert_not_null(json);
    size_t i;
    json_array_foreach(json_object_get(json, "benchmarks"), i, entry)
    {
        cr_assert_eq(json_integer_value(json_object_get(entry, "threads")), 2);
        cr_assert_eq(json_array_size(json_object_get(entry, "sample_ns")), 7);
        cr_assert_float_eq(json_number_value(json_object_get(entry, "efficiency")),
                           results.teams[i].efficiency.estimate, 1e-6);
    }
    cr_assert_eq(i, 3);
    json_decref(json);
    threads_clear(&results);
    registry_close();
}

Test(threads, rsa_keys_alone_are_wrong_use, .timeout = 60)
{
    struct threads_results results;
    struct selection selection;
    const char *why = NULL;

    selection_default(&selection);
    selection.ops = 1u << OP_KEYGEN;
    selection.algs[0] = alg_by_name("rsa-2048");
    selection.alg_count = 1;
    cr_assert_eq(threads_run(&results, &selection, 2, timer_seconds(), NULL, NULL, &why), FAILED);
    cr_assert_not_null(strstr(why, "luck"), "%s", why);
    registry_close();
}

/* --- A/A --------------------------------------------------------------------------------------- */

static void fill(struct cell *cell, double factor, uint64_t seed)
{
    struct stats_rng rng = {seed};

    *cell = (struct cell){.samples = calloc(60, sizeof *cell->samples), .count = 60};
    for (unsigned i = 0; i < 60; i++) {
        double ns = factor * (1000 + (double)stats_below(&rng, 20));
        cell->samples[i] =
            (struct sample){.round = i, .batch = 1, .cpu_ns = ns, .wall_ns = ns, .cycles = ns};
    }
}

/* 20 pairs; the second of each is slower by 1 % in `apart` of them. */
static struct aa control(unsigned apart)
{
    enum { PAIRS = 20 };
    static struct cell cells[2 * PAIRS];
    static struct record rows[2 * PAIRS];
    struct results results = {.rows = rows, .count = 2 * PAIRS};
    struct aa aa;

    memset(rows, 0, sizeof rows);
    for (unsigned i = 0; i < 2 * PAIRS; i++) {
        fill(&cells[i], i % 2 && i / 2 < apart ? 1.01 : 1, i + 1);
        rows[i] = (struct record){.op = OP_SIGN, .impl = "x", .step = "x", .cell = &cells[i]};
        rows[i].payload = i / 2;
        rows[i].is_self = i % 2 == 0;
        rows[i].is_twin = i % 2 == 1;
    }
    results_finish(&results);
    results_aa(&aa, &results);
    for (unsigned i = 0; i < 2 * PAIRS; i++)
        free(cells[i].samples);
    return aa;
}

Test(aa, differences_beyond_the_noise_are_counted_and_chance_is_allowed)
{
    struct aa none = control(0), all = control(20);

    cr_assert_eq(none.pairs, 20);
    cr_assert_leq(none.outside, 4);
    cr_assert_gt(none.chance, AA_LEVEL);
    cr_assert_eq(all.outside, 20);
    cr_assert_lt(all.chance, AA_LEVEL);
    cr_assert_not_null(all.worst);
    cr_assert(all.worst->ratio_twin.estimate > 1.005);
}

Test(aa, every_selected_row_has_its_twin, .timeout = 120)
{
    struct results results;
    struct selection selection;
    const char *why = NULL;

    selection_default(&selection);
    selection.algs[0] = alg_by_name("ed25519");
    selection.alg_count = 1;
    selection.ops = 1u << OP_SIGN | 1u << OP_HASH;
    selection.hashes[0] = SHA512;
    selection.hash_count = 1;
    selection.impls[0] = "self";
    selection.impls[1] = "affine";
    selection.impl_count = 2;
    selection.twins = 1;
    selection.rounds = 11;
    selection.seconds = 0;
    cr_assert_eq(bench_run(&results, &selection, timer_seconds(), NULL, NULL, &why), DONE, "%s",
                 why);
    cr_assert_eq(results.count, 6);
    for (size_t i = 0; i < results.count; i += 2) {
        const struct record *a = &results.rows[i], *b = &results.rows[i + 1];
        cr_assert(!a->is_twin && b->is_twin && !b->is_self && !b->is_peer);
        cr_assert_eq(strncmp(b->impl, a->impl, strlen(a->impl)), 0);
        cr_assert_str_eq(b->impl + strlen(a->impl), "#2");
        cr_assert_eq(b->ratio_twin.n, 11);
        cr_assert(b->ratio_twin.estimate > 0.5 && b->ratio_twin.estimate < 2);
    }
    results_clear(&results);
    registry_close();
}
