/* command_explain_same - RSA key generation by every step on the same candidates: luck is out. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/explain.h"
#include "bench/need.h"
#include "bench/options.h"
#include "bench/registry.h"
#include "bench/tree_search.h"
#include "hash/drbg.h"

enum { MOST_STEPS = 16, DEFAULT_KEYS = 3 };

/* One step's turn: key i from start i. */
struct turn {
    const struct impl *row;
    const struct rsa_engine *engine;
    mpz_t (*starts)[2];
    unsigned bits, next;
    mpz_t e;
    enum result done;
    double counts[OP_COUNT]; /* of all keys */
};

static void generate(void *work, unsigned long times)
{
    struct turn *turn = work;
    struct hmac_drbg drbg;

    for (; times > 0; times--, turn->next++) {
        struct rsa_key key;
        rsa_key_init(&key);
        errno = 0;
        drbg_seed_u64(&drbg, turn->next);
        if (rsa_keygen_from(&key, turn->engine, turn->bits, turn->e, 1, turn->starts[turn->next][0],
                            turn->starts[turn->next][1], &drbg.rng) != DONE) {
            need_memory();
            turn->done = FAILED;
        }
        rsa_key_clear(&key);
    }
}

static enum verdict check(void *work, unsigned long times, const char **why)
{
    const struct turn *turn = work;

    (void)times;
    *why = "it found no prime";
    return turn->done == DONE ? GOOD : WRONG;
}

static void count(struct turn *turn, const struct counted *counted, unsigned keys)
{
    const struct rsa_engine *twin = search_twin(counted, turn->engine->step.name);
    struct hmac_drbg drbg;

    counted_reset(counted);
    for (unsigned i = 0; twin && i < keys; i++) {
        struct rsa_key key;
        rsa_key_init(&key);
        drbg_seed_u64(&drbg, i);
        errno = 0;
        if (counted->rsa_keygen_from(&key, twin, turn->bits, turn->e, 1, turn->starts[i][0],
                                     turn->starts[i][1], &drbg.rng) != DONE)
            need_memory();
        rsa_key_clear(&key);
    }
    for (int op = 0; op < OP_COUNT; op++)
        turn->counts[op] = (double)counted->count[op];
}

/* Starts from the lower half of the admissible range, so that no search leaves it. */
static enum result draw_starts(mpz_t (*starts)[2], unsigned keys, unsigned bits)
{
    struct hmac_drbg drbg;
    enum result done = DONE;
    mpz_t lo, hi;

    mpz_inits(lo, hi, NULL);
    prime_bounds(lo, hi, bits / 2);
    mpz_add(hi, hi, lo);
    mpz_fdiv_q_2exp(hi, hi, 1);
    drbg_seed_u64(&drbg, 0x73616d65);
    for (unsigned i = 0; i < 2 * keys && done == DONE; i++) {
        mpz_ptr start = starts[i / 2][i % 2];
        done = random_range(start, lo, hi, &drbg.rng);
        mpz_setbit(start, 0);
    }
    mpz_clears(lo, hi, NULL);
    return done;
}

static void print(const struct turn *turns, const struct cell *cells, size_t count, unsigned keys,
                  const struct alg *alg)
{
    double first = 0, before = 0;

    printf("%s keygen: every step searches upwards from the same %u starting points\n\n"
           "%-12s %12s %12s %12s %12s %12s %8s %8s\n",
           alg->name, 2 * keys, "step", "candidates", "divisions", "MR rounds", "limb products",
           "a key", "before", "first");
    for (size_t i = 0; i < count; i++) {
        struct summary s;
        char t[24], a[24], b[24], limbs[24];
        cell_summary(&s, &cells[i], CPU_NS);
        if (s.n == 0)
            continue;
        const double *c = turns[i].counts;
        first = first > 0 ? first : s.mean;
        before = before > 0 ? before : s.mean;
        printf("%-12s %12.1f %12.1f %12.1f ~%12s %12s %7sx %7sx\n", turns[i].row->name,
               c[OP_CANDIDATE] / keys, c[OP_TRIAL_DIV] / keys, c[OP_MR_ROUND] / keys,
               format_number(limbs, c[OP_LIMB_MUL] / keys), format_time(t, s.mean),
               format_number(a, before / s.mean), format_number(b, first / s.mean));
        before = s.mean;
    }
    printf("\ncounts and times are means for a key; before, first: how many times faster than the "
           "step before and the first\n");
}

static json_t *to_json(const struct turn *turns, const struct cell *cells, size_t count,
                       unsigned keys, const struct alg *alg)
{
    json_t *root = json_object(), *steps = json_array();

    json_object_set_new(root, "alg", json_string(alg->name));
    json_object_set_new(root, "keys", json_integer(keys));
    for (size_t i = 0; i < count; i++) {
        json_t *step = json_object();
        struct summary s;
        cell_summary(&s, &cells[i], CPU_NS);
        json_object_set_new(step, "impl", json_string(turns[i].row->name));
        json_object_set_new(step, "mean_ns", json_real(s.mean));
        for (int op = 0; op < OP_COUNT; op++)
            if (turns[i].counts[op] > 0)
                json_object_set_new(step, count_name((enum count_op)op),
                                    json_real(turns[i].counts[op] / keys));
        json_array_append_new(steps, step);
    }
    json_object_set_new(root, "steps", steps);
    return root;
}

static int wanted(const struct explain_request *request, const struct impl *row)
{
    const struct rsa_engine *engine = row->data;
    const char *why;

    if (row->alg != request->alg || *registry_version(row) || row->flags & STEP_PEER)
        return 0;
    if (strcmp(request->impl, "self") == 0
            ? row != registry_self(row->alg)
            : strcmp(request->impl, "all") != 0 && strcmp(request->impl, row->name) != 0)
        return 0;
    return engine->prime_units && registry_start(row, &why) == DONE;
}

static int run(const struct explain_request *request, mpz_t (*starts)[2], unsigned keys,
               struct outfile *json, const struct counted *counted, const char *command)
{
    static struct turn turns[MOST_STEPS];
    static struct cell cells[MOST_STEPS];
    struct plan plan = {.timer = timer_system(), .rounds = keys, .seed = 1};
    struct account account;
    size_t n = 0;
    int code = EXIT_GOOD;

    for (size_t i = 0; i < registry_count() && n < MOST_STEPS; i++) {
        const struct impl *row = registry_at(i);
        if (!wanted(request, row))
            continue;
        turns[n] = (struct turn){.row = row,
                                 .engine = row->data,
                                 .starts = starts,
                                 .bits = row->alg->bits,
                                 .done = DONE};
        mpz_init_set_ui(turns[n].e, 65537);
        cells[n].job = (struct job){
            .run = generate, .check = check, .work = &turns[n], .max_batch = 1, .distribution = 1};
        n++;
    }
    if (n == 0)
        return wrong_use(
            command, "no step \"%.60s\" of %s that searches for primes is here; see sigcost list",
            request->impl, request->alg->name);
    if (measure(cells, n, &plan, &account) != DONE)
        code = wrong_use(command, "a search found no prime");
    for (size_t i = 0; i < n && code == EXIT_GOOD; i++)
        count(&turns[i], counted, keys);
    if (code == EXIT_GOOD && (!request->json || strcmp(request->json, "-") != 0))
        print(turns, cells, n, keys, request->alg);
    output_flush(stdout);
    if (code == EXIT_GOOD && json->path)
        code = explain_write_json(json, to_json(turns, cells, n, keys, request->alg), command);
    for (size_t i = 0; i < n; i++) {
        cell_clear(&cells[i]);
        mpz_clear(turns[i].e);
    }
    return code;
}

int explain_same_candidates(const struct explain_request *request, const char *command)
{
    unsigned keys = request->keys ? request->keys : DEFAULT_KEYS;
    const char *why = NULL;
    const struct counted *counted = counted_open(&why);
    mpz_t(*starts)[2] = need_zeroed(keys, sizeof *starts);
    struct outfile json;
    int code = EXIT_WRONG_USE;

    if (!counted) {
        free(starts);
        return wrong_use(command, "%s", why);
    }
    for (unsigned i = 0; i < keys; i++)
        mpz_inits(starts[i][0], starts[i][1], NULL);
    if (outfile_open(&json, request->json, "--json", command) == DONE) {
        if (draw_starts(starts, keys, request->alg->bits) == DONE)
            code = run(request, starts, keys, &json, counted, command);
        else
            wrong_use(command, "no starting points could be drawn");
        if (code != EXIT_GOOD)
            outfile_abandon(&json);
    }
    for (unsigned i = 0; i < keys; i++)
        mpz_clears(starts[i][0], starts[i][1], NULL);
    free(starts);
    return code;
}
