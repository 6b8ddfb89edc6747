/* test_bench - statistics on known numbers, the measuring core on a clock that the test turns itself, and
 * what the outputs say of it. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/measure.h"
#include "bench/output.h"

static void near(double got, double want, double within)
{
    cr_assert(fabs(got - want) <= within, "%.12g is not %.12g", got, want);
}

/* --- statistics ------------------------------------------------------------------------------- */

Test(stats, quantiles_of_known_numbers)
{
    double one[] = {7}, four[] = {4, 2, 1, 3}, five[] = {5, 1, 4, 2, 3};
    struct summary s;

    stats_summary(&s, one, 1);
    near(s.median, 7, 0);
    near(s.q1, 7, 0);
    near(s.max, 7, 0);
    stats_summary(&s, four, 4);
    near(s.min, 1, 0);
    near(s.q1, 1.75, 1e-12);
    near(s.median, 2.5, 1e-12);
    near(s.q3, 3.25, 1e-12);
    near(s.mean, 2.5, 1e-12);
    stats_summary(&s, five, 5);
    near(s.median, 3, 0);
    near(s.q10, 1.4, 1e-12);
    near(s.q90, 4.6, 1e-12);
    stats_summary(&s, five, 0);
    cr_assert_eq(s.n, 0);
    near(s.median, 0, 0);
}

Test(stats, bootstrap_of_constants_and_of_few)
{
    double same[] = {3, 3, 3, 3, 3, 3, 3, 3}, few[] = {9, 1, 5}, single[] = {2};
    struct interval r;

    stats_bootstrap_median(&r, same, 8, 1);
    near(r.estimate, 3, 0);
    near(r.low, 3, 0);
    near(r.high, 3, 0);
    stats_bootstrap_median(&r, few, 3, 1);
    near(r.estimate, 5, 0);
    near(r.low, 1, 0);
    near(r.high, 9, 0);
    stats_bootstrap_median(&r, single, 1, 1);
    near(r.estimate, 2, 0);
    cr_assert(isnan(r.low) && isnan(r.high));
    cr_assert(!interval_holds(&r, 2), "one value has no interval");
    stats_bootstrap_median(&r, single, 0, 1);
    cr_assert(isnan(r.estimate));
    cr_assert_eq(r.n, 0);
}

/* Of many samples from one law, about 95 % must have an interval that holds the law's median. */
Test(stats, bootstrap_covers_the_true_median)
{
    enum { TRIES = 400, N = 41 };
    struct stats_rng rng = {12345};
    int held = 0;

    for (int t = 0; t < TRIES; t++) {
        double x[N];
        struct interval r;
        for (int i = 0; i < N; i++)
            x[i] = -log(1 - (double)(stats_next(&rng) >> 11) * 0x1p-53); /* exponential */
        stats_bootstrap_median(&r, x, N, (uint64_t)t);
        cr_assert(r.low <= r.estimate && r.estimate <= r.high);
        held += interval_holds(&r, log(2));
    }
    cr_assert(held > TRIES * 0.90 && held < TRIES * 0.99, "%d of %d", held, TRIES);
}

Test(stats, ratio_of_independent_samples)
{
    double a[60], b[50];
    struct interval r;

    for (int i = 0; i < 60; i++)
        a[i] = 200 + i % 7;
    for (int i = 0; i < 50; i++)
        b[i] = 100 + i % 5;
    stats_bootstrap_ratio(&r, a, 60, b, 50, 7);
    near(r.estimate, 203.0 / 102.0, 1e-9);
    cr_assert(interval_holds(&r, r.estimate));
    cr_assert(r.high - r.low < 0.06);
    cr_assert_eq(r.n, 50);
    stats_bootstrap_ratio(&r, a, 60, b, 0, 7);
    cr_assert(isnan(r.estimate));
}

Test(stats, below_is_uniform_and_in_range)
{
    struct stats_rng rng = {1};
    unsigned seen[5] = {0};

    for (int i = 0; i < 50000; i++) {
        uint64_t x = stats_below(&rng, 5);
        cr_assert_lt(x, 5);
        seen[x]++;
    }
    for (int i = 0; i < 5; i++)
        cr_assert(seen[i] > 9500 && seen[i] < 10500, "%d: %u", i, seen[i]);
}

/* --- the core on a fake clock ------------------------------------------------------------------ */

/* Time stands still but for what the jobs add; slow is what the machine does to all of them alike. */
struct fake {
    double ns, slow;
    struct stats_rng rng;
    int order[4096], visits; /* which job ran, while that many are kept */
};

struct fake_job {
    struct fake *fake;
    int id;
    double cost_ns;
    double noise; /* relative, of each batch alone */
    enum verdict verdict;
    int from; /* the verdict holds from that run on */
    int runs;
};

static void fake_now(struct instant *at, void *context)
{
    struct fake *fake = context;

    at->cpu_ns = (uint64_t)fake->ns;
    at->cycles = (uint64_t)(2 * fake->ns);
}

static void fake_run(void *work, unsigned long times)
{
    struct fake_job *job = work;
    struct fake *fake = job->fake;
    double u = (double)stats_below(&fake->rng, 1000001) / 1e6 - 0.5;

    job->runs++;
    if (fake->visits < 4096)
        fake->order[fake->visits++] = job->id;
    fake->slow *= 1 + 0.02 * ((double)stats_below(&fake->rng, 3) - 1); /* drifts */
    fake->ns += (double)times * job->cost_ns * fake->slow * (1 + job->noise * u);
}

static enum verdict fake_check(void *work, unsigned long times, const char **why)
{
    struct fake_job *job = work;

    (void)times;
    if (job->runs < job->from)
        return GOOD;
    if (job->verdict != GOOD)
        *why = "injected";
    return job->verdict;
}

static struct timer fake_timer(struct fake *fake)
{
    *fake = (struct fake){.slow = 1, .rng = {99}};
    return (struct timer){fake_now, fake, 2e9, "fake"};
}

static struct cell fake_cell(struct fake_job *job)
{
    return (struct cell){
        .job = {.run = fake_run, .check = fake_check, .work = job, .max_batch = 1u << 20}};
}

Test(measure, double_work_has_ratio_two)
{
    struct fake fake;
    struct timer timer = fake_timer(&fake);
    struct fake_job jobs[2] = {{&fake, 0, 3000, 0.1, GOOD, 0, 0},
                               {&fake, 1, 6000, 0.1, GOOD, 0, 0}};
    struct cell cells[2] = {fake_cell(&jobs[0]), fake_cell(&jobs[1])};
    struct plan plan = {.timer = &timer, .rounds = 201, .seed = 5};
    struct account account;
    struct interval r;
    struct summary cpu, cycles;

    cr_assert_eq(measure(cells, 2, &plan, &account), DONE);
    cr_assert_eq(account.rounds, 201);
    cr_assert_eq(cells[0].count, 201);
    cell_ratio(&r, &cells[1], &cells[0]);
    cr_assert_eq(r.n, 201);
    near(r.estimate, 2, 0.03);
    cr_assert(interval_holds(&r, 2), "[%g, %g]", r.low, r.high);
    cr_assert(!interval_holds(&r, 1));
    cell_ratio(&r, &cells[0], &cells[0]);
    near(r.estimate, 1, 0);
    /* batches fill 200 us, and the two clocks agree */
    cr_assert_geq((double)cells[0].samples[0].batch * 3000, 150e3);
    cell_summary(&cpu, &cells[0], CPU_NS);
    cell_summary(&cycles, &cells[0], CYCLES);
    near(cycles.median / cpu.median, 2, 0.001);
    cr_assert_eq(cells[0].operations, 201 * (uint64_t)cells[0].samples[0].batch);
    cell_clear(&cells[0]);
    cell_clear(&cells[1]);
}

Test(measure, every_round_visits_every_cell_in_a_new_order)
{
    enum { CELLS = 5, ROUNDS = 200 };
    struct fake fake;
    struct timer timer = fake_timer(&fake);
    struct fake_job jobs[CELLS];
    struct cell cells[CELLS];
    struct plan plan = {.timer = &timer, .rounds = ROUNDS, .seed = 5};
    struct account account;
    int firsts[CELLS] = {0};

    for (int i = 0; i < CELLS; i++) {
        jobs[i] = (struct fake_job){&fake, i, 1e6, 0, GOOD, 0, 0};
        cells[i] = fake_cell(&jobs[i]);
    }
    cr_assert_eq(measure(cells, CELLS, &plan, &account), DONE);
    const int *order = fake.order + fake.visits - CELLS * ROUNDS;
    for (int r = 0; r < ROUNDS; r++) {
        unsigned seen = 0;
        for (int i = 0; i < CELLS; i++)
            seen |= 1u << order[r * CELLS + i];
        cr_assert_eq(seen, (1u << CELLS) - 1, "round %d", r);
        firsts[order[r * CELLS]]++;
    }
    for (int i = 0; i < CELLS; i++) {
        cr_assert(firsts[i] > 20, "cell %d is first in %d rounds", i, firsts[i]);
        cell_clear(&cells[i]);
    }
}

Test(measure, rounds_zero_one_two)
{
    for (unsigned rounds = 0; rounds <= 2; rounds++) {
        struct fake fake;
        struct timer timer = fake_timer(&fake);
        struct fake_job job = {&fake, 0, 500, 0, GOOD, 0, 0};
        struct cell cell = fake_cell(&job);
        struct plan plan = {.timer = &timer, .rounds = rounds, .seed = 1};
        struct account account;
        struct summary s;
        cr_assert_eq(measure(&cell, 1, &plan, &account), rounds ? DONE : FAILED);
        cr_assert_eq(cell.count, rounds);
        cell_summary(&s, &cell, CPU_NS);
        cr_assert_eq(s.n, rounds);
        cell_clear(&cell);
    }
}

Test(measure, a_wrong_result_is_kept_apart)
{
    static const enum verdict verdicts[] = {WRONG, CANNOT, CUT_OFF};

    for (int v = 0; v < 3; v++)
        for (int from = 1; from <= 20; from += 19) {
            struct fake fake;
            struct timer timer = fake_timer(&fake);
            struct fake_job jobs[2] = {{&fake, 0, 1e6, 0, GOOD, 0, 0},
                                       {&fake, 1, 1e6, 0, verdicts[v], from, 0}};
            struct cell cells[2] = {fake_cell(&jobs[0]), fake_cell(&jobs[1])};
            struct plan plan = {.timer = &timer, .rounds = 30, .seed = 1};
            struct account account;
            enum result done = measure(cells, 2, &plan, &account);
            cr_assert_eq(done, verdicts[v] == WRONG ? FAILED : DONE);
            cr_assert_eq(cells[0].count, 30, "the sound cell goes on");
            cr_assert_lt(cells[1].count, 30);
            if (verdicts[v] != CUT_OFF) {
                cr_assert_eq(cells[1].verdict, verdicts[v]);
                cr_assert_str_eq(cells[1].why, "injected");
                cr_assert_eq(jobs[1].runs, from, "given up at once");
            } else {
                cr_assert_gt(cells[1].cut, 0);
            }
            cell_clear(&cells[0]);
            cell_clear(&cells[1]);
        }
}

Test(measure, distributions_are_single_operations_and_unpaired)
{
    struct fake fake;
    struct timer timer = fake_timer(&fake);
    struct fake_job jobs[2] = {{&fake, 0, 1000, 1.5, GOOD, 0, 0},
                               {&fake, 1, 4000, 1.5, GOOD, 0, 0}};
    struct cell cells[2] = {fake_cell(&jobs[0]), fake_cell(&jobs[1])};
    struct plan plan = {.timer = &timer, .rounds = 500, .seed = 1};
    struct account account;
    struct interval r;

    for (int i = 0; i < 2; i++)
        cells[i].job.distribution = 1;
    cr_assert_eq(measure(cells, 2, &plan, &account), DONE);
    for (size_t i = 0; i < cells[0].count; i++)
        cr_assert_eq(cells[0].samples[i].batch, 1);
    cr_assert_eq(jobs[0].runs, 500, "no sample is thrown away");
    cell_ratio(&r, &cells[1], &cells[0]);
    cr_assert(interval_holds(&r, 4) || fabs(r.estimate - 4) < 0.6, "%g", r.estimate);
    cr_assert_gt(r.high - r.low, 0.05, "luck is in the interval");
    cell_clear(&cells[0]);
    cell_clear(&cells[1]);
}

/* --- the core on the real clock ---------------------------------------------------------------- */

static void spin(void *work, unsigned long times)
{
    volatile uint64_t x = 1;

    for (unsigned long t = 0; t < times; t++)
        for (unsigned i = 0; i < *(unsigned *)work; i++)
            x = x * 3 + 1;
}

static enum verdict spin_check(void *work, unsigned long times, const char **why)
{
    (void)work;
    (void)times;
    (void)why;
    return GOOD;
}

static struct cell spin_cell(unsigned *work)
{
    return (struct cell){
        .job = {.run = spin, .check = spin_check, .work = work, .max_batch = 1u << 20}};
}

Test(measure, the_real_clock_sees_double_work, .timeout = 60)
{
    unsigned work[2] = {4000, 8000};
    struct cell cells[2] = {spin_cell(&work[0]), spin_cell(&work[1])};
    struct plan plan = {.timer = timer_system(), .rounds = 60, .seed = 5};
    struct account account;
    struct interval r;

    cr_assert_eq(measure(cells, 2, &plan, &account), DONE);
    cell_ratio(&r, &cells[1], &cells[0]);
    near(r.estimate, 2, 0.1);
    cr_assert_leq(account.timed_seconds, account.wall_seconds * 1.01);
    cr_assert_gt(account.timed_seconds, 0);
    cell_clear(&cells[0]);
    cell_clear(&cells[1]);
}

/* 2 ms operations of the first kind, 20 and 60 ms ones of the second: all end in time, the second kind has its
 * share, and its two cells have about the same time. */
Test(measure, a_deadline_is_kept_and_shared, .timeout = 60)
{
    unsigned work[4] = {1000000, 1500000, 10000000, 30000000};
    struct cell cells[4];
    struct plan plan = {.timer = timer_system(), .rounds = 1000, .distribution_share = 0.5};
    struct account account;
    double start = timer_seconds();

    for (int i = 0; i < 4; i++) {
        cells[i] = spin_cell(&work[i]);
        cells[i].job.distribution = i >= 2;
        cells[i].job.guess = work[i];
    }
    plan.deadline = start + 2.0;
    cr_assert_eq(measure(cells, 4, &plan, &account), DONE);
    double took = timer_seconds() - start;
    cr_assert(took > 1.5 && took < 3.0, "%.2f s", took);
    for (int i = 0; i < 4; i++)
        cr_assert_gt(cells[i].count, 2, "cell %d", i);
    double second = cells[2].spent + cells[3].spent;
    cr_assert(second > 0.6 && second < 1.6, "%.2f s", second);
    cr_assert(cells[2].spent < 2.5 * cells[3].spent && cells[3].spent < 2.5 * cells[2].spent);
    for (int i = 0; i < 4; i++)
        cell_clear(&cells[i]);
}

/* --- outputs ------------------------------------------------------------------------------------ */

enum { ROWS = 4 };

/* Three implementations of one cell, and one that is wrong. */
static void made_up(struct results *results, struct record rows[ROWS], struct cell cells[ROWS])
{
    static const struct {
        const char *impl, *step, *version;
        double ns;
    } made[ROWS] = {{"textbook", "textbook", "", 4000},
                    {"self", "comb", "", 1000},
                    {"swift", "swift", "Swift 1.0, \"quoted\"", 500},
                    {"broken", "broken", "Broken 1", 0}};

    memset(results, 0, sizeof *results);
    memset(rows, 0, ROWS * sizeof *rows);
    memset(cells, 0, ROWS * sizeof *cells);
    for (int i = 0; i < ROWS; i++) {
        struct record *row = &rows[i];
        snprintf(row->alg, sizeof row->alg, "ecdsa-p256");
        snprintf(row->version, sizeof row->version, "%s", made[i].version);
        row->op = OP_SIGN;
        row->impl = made[i].impl;
        row->step = made[i].step;
        row->payload = 1024;
        row->hash = SHA256;
        row->is_self = i == 1;
        row->is_peer = i >= 2;
        row->key = (struct key_sizes){256, 32, 138, 65, 91};
        row->sig_min = 70;
        row->sig_max = 72;
        row->sig_other = 64;
        row->cell = &cells[i];
        if (made[i].ns == 0) {
            cells[i].verdict = WRONG;
            cells[i].why = "a signature is wrong";
            continue;
        }
        cells[i].samples = calloc(9, sizeof(struct sample));
        cells[i].count = 9;
        cells[i].operations = 90;
        for (unsigned k = 0; k < 9; k++)
            cells[i].samples[k] = (struct sample){k, 10, made[i].ns * (1 + 0.01 * k),
                                                  made[i].ns * 1.2, made[i].ns * 3};
        cells[i].disturbed = 9; /* 1.2: so all samples count in the end */
    }
    results->rows = rows;
    results->count = ROWS;
    results->cells = cells;
    machine_read(&results->machine);
    results_finish(results);
}

static void unmake(struct cell cells[ROWS])
{
    for (int i = 0; i < ROWS; i++)
        cell_clear(&cells[i]);
}

static double real_of(const json_t *entry, const char *key)
{
    const json_t *value = json_object_get(entry, key);

    cr_assert(json_is_number(value), "%s", key);
    return json_number_value(value);
}

static const char *text_of(const json_t *entry, const char *key)
{
    const json_t *value = json_object_get(entry, key);

    cr_assert(json_is_string(value), "%s", key);
    return json_string_value(value);
}

Test(output, json_has_the_schema_and_the_ratios)
{
    struct record rows[ROWS];
    struct cell cells[ROWS];
    struct results results;
    static const char *const context_texts[] = {
        "date",      "host_name",   "executable", "library_build_type",
        "cpu_model", "kernel",      "compiler",   "compiler_flags",
        "commit",    "gmp_version", "gmp_path",   "timed_part"};

    made_up(&results, rows, cells);
    json_t *json = output_json(&results);
    cr_assert(json_is_object(json));
    const json_t *context = json_object_get(json, "context");
    for (size_t i = 0; i < sizeof context_texts / sizeof context_texts[0]; i++)
        text_of(context, context_texts[i]);
    cr_assert_gt(real_of(context, "num_cpus"), 0);
    cr_assert_gt(real_of(context, "mhz_per_cpu"), 0);
    cr_assert(json_is_array(json_object_get(context, "load_avg")));
    const json_t *benchmarks = json_object_get(json, "benchmarks");
    cr_assert_eq(json_array_size(benchmarks), ROWS);

    const json_t *self = json_array_get(benchmarks, 1);
    cr_assert_str_eq(text_of(self, "name"), "ecdsa-p256/sign/self/payload:1024");
    cr_assert_str_eq(text_of(self, "impl"), "self");
    cr_assert_str_eq(text_of(self, "step"), "comb");
    cr_assert_str_eq(text_of(self, "time_unit"), "ns");
    near(real_of(self, "ratio_self"), 1, 0);
    near(real_of(self, "median"), 1040, 1e-6);
    near(real_of(self, "min"), 1000, 1e-6);
    near(real_of(self, "q1"), 1020, 1e-6);
    near(real_of(self, "q3"), 1060, 1e-6);
    near(real_of(self, "cpu_time"), 1040, 1e-6);
    near(real_of(self, "real_time"), 1200, 1e-6);
    near(real_of(self, "cycles"), 3000, 1e-6);
    near(real_of(self, "samples"), 9, 0);
    near(real_of(self, "iterations"), 90, 0);
    near(real_of(self, "key_bits"), 256, 0);
    near(real_of(self, "ops_per_second"), 1e9 / 1040, 1e-3);
    cr_assert_eq(json_array_size(json_object_get(self, "sample_ns")), 9);
    cr_assert_str_eq(text_of(self, "best_peer"), "swift");
    near(real_of(self, "ratio_peer_paired"), 2, 1e-9);
    near(real_of(json_array_get(benchmarks, 0), "ratio_self"), 4, 1e-9);
    near(real_of(json_array_get(benchmarks, 2), "ratio_self"), 0.5, 1e-9);

    const json_t *broken = json_array_get(benchmarks, 3);
    cr_assert(json_is_true(json_object_get(broken, "error_occurred")));
    cr_assert_str_eq(text_of(broken, "error_message"), "a signature is wrong");
    cr_assert(!json_object_get(broken, "cpu_time"), "no time for a wrong result");
    cr_assert_eq(results_wrong(&results), 1);
    json_decref(json);
    unmake(cells);
}

/* Fields of one CSV line, quotes undone; returns how many. */
static int split(char *line, char *fields[], int most)
{
    int count = 0;

    for (char *at = line; at && count < most;) {
        char *to = at;
        fields[count++] = at;
        int quoted = *at == '"';
        at += quoted;
        for (; *at && (quoted || *at != ','); at++) {
            if (quoted && *at == '"' && at[1] != '"') {
                at++;
                break;
            }
            if (quoted && *at == '"')
                at++;
            *to++ = *at;
        }
        char *next = *at == ',' ? at + 1 : NULL;
        *to = '\0';
        at = next;
    }
    return count;
}

Test(output, csv_has_the_same_numbers)
{
    struct record rows[ROWS];
    struct cell cells[ROWS];
    struct results results;
    char *text = NULL, *fields[64], *names[64];
    size_t len = 0;
    FILE *to = open_memstream(&text, &len);

    made_up(&results, rows, cells);
    output_csv(to, &results);
    fclose(to);
    char *lines[ROWS + 2], *rest = text;
    for (int i = 0; i < ROWS + 1; i++) {
        lines[i] = strsep(&rest, "\n");
        cr_assert_not_null(lines[i]);
    }
    cr_assert_str_eq(rest, "", "nothing after the last row");
    int columns = split(lines[0], names, 64);
    for (int i = 1; i <= ROWS; i++) {
        cr_assert_eq(split(lines[i], fields, 64), columns, "row %d", i);
        for (int c = 0; c < columns; c++) {
            if (strcmp(names[c], "median_ns") == 0 && i < ROWS)
                near(strtod(fields[c], NULL), rows[i - 1].cpu.median, 1e-6);
            if (strcmp(names[c], "median_ns") == 0 && i == ROWS)
                cr_assert_str_eq(fields[c], "");
            if (strcmp(names[c], "version") == 0)
                cr_assert_str_eq(fields[c], rows[i - 1].version);
            if (strcmp(names[c], "state") == 0)
                cr_assert_str_eq(fields[c], i == ROWS ? "wrong" : "ok");
        }
    }
    free(text);
    unmake(cells);
}

Test(output, table_shows_every_row_and_the_standing)
{
    struct record rows[ROWS];
    struct cell cells[ROWS];
    struct results results;
    char *text = NULL;
    size_t len = 0;
    FILE *to = open_memstream(&text, &len);

    made_up(&results, rows, cells);
    output_table(to, &results);
    fclose(to);
    cr_assert_not_null(strstr(text, "self (comb)"));
    cr_assert_not_null(strstr(text, "4.160 us"), "%s", text);
    cr_assert_not_null(strstr(text, "WRONG: a signature is wrong"));
    cr_assert_not_null(strstr(text, "70-72"));
    cr_assert_not_null(strstr(text, "0 of 1 cells faster, 0 level, 1 slower"));
    free(text);
    unmake(cells);
}

Test(output, times_and_numbers_have_four_digits)
{
    char buf[24];

    cr_assert_str_eq(format_time(buf, 0.5), "0.500 ns");
    cr_assert_str_eq(format_time(buf, 12.344), "12.34 ns");
    cr_assert_str_eq(format_time(buf, 999.96), "1.000 us");
    cr_assert_str_eq(format_time(buf, 123456), "123.5 us");
    cr_assert_str_eq(format_time(buf, 2.5e9), "2.500 s");
    cr_assert_str_eq(format_time(buf, 9.9e12), "9900 s");
    cr_assert_str_eq(format_time(buf, NAN), "-");
    cr_assert_str_eq(format_number(buf, 9999.6), "10000");
    cr_assert_str_eq(format_number(buf, -1.5), "-1.500");
    cr_assert_str_eq(format_number(buf, INFINITY), "-");
}

/* Known key files: openssl genpkey makes them that long. */
Test(sizes, der_lengths_are_those_of_real_key_files)
{
    static uint8_t octets[512];
    struct key_sizes s;
    struct key_data ec = {.secret = {octets, 32}, .public = {octets, 65}};
    struct key_data ed = {.secret = {octets, 32}, .public = {octets, 32}};

    key_sizes(&s, alg_by_name("ecdsa-p256"), &ec);
    cr_assert_eq(s.private_der, 138);
    cr_assert_eq(s.public_der, 91);
    cr_assert_eq(s.bits, 256);
    ec = (struct key_data){.secret = {octets, 48}, .public = {octets, 97}};
    key_sizes(&s, alg_by_name("ecdsa-p384"), &ec);
    cr_assert_eq(s.private_der, 185);
    cr_assert_eq(s.public_der, 120);
    ec = (struct key_data){.secret = {octets, 66}, .public = {octets, 133}};
    key_sizes(&s, alg_by_name("ecdsa-p521"), &ec);
    cr_assert_eq(s.private_der, 241);
    cr_assert_eq(s.public_der, 158);
    key_sizes(&s, alg_by_name("ed25519"), &ed);
    cr_assert_eq(s.private_der, 48);
    cr_assert_eq(s.public_der, 44);
    /* RSA-2048, e = 65537 */
    memset(octets, 0xff, sizeof octets);
    static const uint8_t e[] = {1, 0, 1};
    struct key_data rsa = {.n = {octets, 256}, .e = {e, 3}};
    key_sizes(&s, alg_by_name("rsa-2048"), &rsa);
    cr_assert_eq(s.bits, 2048);
    cr_assert_eq(s.public_der, 294);
    cr_assert_eq(s.public_raw, 259);
}

Test(key_store, copies_and_refuses)
{
    static uint8_t big[9000];
    struct key_store store;
    uint8_t n[] = {1, 2, 3}, d[] = {4};
    struct key_data data = {.n = {n, 3}, .d = {d, 1}};

    cr_assert_eq(key_store_copy(&store, &data), DONE);
    n[0] = 9;
    cr_assert_eq(store.key.n.len, 3);
    cr_assert_eq(store.key.n.at[0], 1, "a copy, not a view");
    cr_assert_eq(store.key.d.at[0], 4);
    cr_assert_eq(store.key.e.len, 0);
    data.p = (struct bytes){big, sizeof big};
    cr_assert_eq(key_store_copy(&store, &data), FAILED);
    cr_assert_eq(store.key.n.len, 0, "nothing is left");
}
