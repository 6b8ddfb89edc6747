/* command_bench - the side-by-side table. */
#include <stdio.h>
#include <string.h>

#include "bench/command_run.h"
#include "bench/commands.h"
#include "bench/registry.h"
#include "bench/selection.h"
#include "bench/threads.h"

static const char usage[] =
    "usage: sigcost bench [OPTION]...\n\n"
    "Measures implementations side by side in one process, all cells interleaved in shuffled "
    "order,\n"
    "and prints time, operations a second, ratios with their 95 % intervals, cycles and sizes.\n\n"
    "  --alg LIST      rsa-2048, ecdsa-p256, ed25519, sha-256, ...; all, tables (the seven, "
    "default)\n"
    "  --op LIST       keygen,sign,verify (default), reject, hash\n"
    "  --impl LIST     textbook,self,peers (default), all (every step), or names; see sigcost "
    "list\n"
    "  --payload LIST  message bytes, K = 1024: 1K (default), 1K,10K,100K\n"
    "  --hash NAME     in place of each algorithm's own pairing (RSA, ECDSA)\n"
    "  --rounds N      samples of each cell, 1 to 100000; without --seconds, however long it "
    "takes\n"
    "  --seconds S     about how long the whole table may take (default 100)\n"
    "  --threads N     operations a second of N threads at once and how well they scale; default "
    "operations\n"
    "                  then: sign,verify. 1 to 256; 1 gives the plain table\n"
    "  --aa            control: every implementation twice; the reported noise must cover the "
    "difference\n"
    "  --toy           allow RSA moduli below 2048 bits: for study, not for use\n"
    "  --json FILE     results in Google Benchmark's schema; - is stdout, in place of the table\n"
    "  --csv FILE      the same numbers as CSV; - likewise\n"
    "  --help          this text\n\n"
    "Exit: 0 done, 1 an implementation gave a wrong result or the A/A control fails, 2 wrong use "
    "or output not writable.\n";

struct request {
    struct selection selection;
    int rounds_given, seconds_given, ops_given, alg_given, payload_given, toy;
    unsigned threads;
    const char *json, *csv;
};

enum { OPTION_HASH = 256, OPTION_TOY, OPTION_THREADS, OPTION_AA };

static const struct option options[] = {
    {"alg", required_argument, NULL, 'a'},
    {"op", required_argument, NULL, 'o'},
    {"impl", required_argument, NULL, 'i'},
    {"payload", required_argument, NULL, 'p'},
    {"hash", required_argument, NULL, OPTION_HASH},
    {"rounds", required_argument, NULL, 'r'},
    {"seconds", required_argument, NULL, 's'},
    {"threads", required_argument, NULL, OPTION_THREADS},
    {"aa", no_argument, NULL, OPTION_AA},
    {"toy", no_argument, NULL, OPTION_TOY},
    {"json", required_argument, NULL, 'j'},
    {"csv", required_argument, NULL, 'c'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static enum result parse_hash(struct selection *selection, const char *text, const char *command)
{
    if (hash_by_name(&selection->hash, text) == DONE) {
        selection->hash_given = 1;
        return DONE;
    }
    wrong_use(command, "--hash \"%.60s\": sha-224, 256, 384, 512, 512/224 or 512/256", text);
    return FAILED;
}

static enum result take_option(void *into, int got, char *value, const char *command)
{
    struct request *request = into;
    struct selection *selection = &request->selection;

    switch (got) {
    case 'a':
        request->alg_given = 1;
        return parse_algs(selection, value, command);
    case 'o':
        request->ops_given = 1;
        return parse_ops(&selection->ops, value, OPS_OF_KEYS | 1u << OP_HASH, "--op", command);
    case 'i':
        return parse_impls(selection, value, command);
    case 'p':
        request->payload_given = 1;
        return parse_payloads(selection, value, command);
    case OPTION_HASH:
        return parse_hash(selection, value, command);
    case 'r':
        request->rounds_given = 1;
        return parse_count(&selection->rounds, value, 1, BENCH_MAX_ROUNDS, "--rounds", command);
    case 's':
        request->seconds_given = 1;
        return parse_seconds(&selection->seconds, value, 1e6, "--seconds", command);
    case OPTION_THREADS:
        return parse_count(&request->threads, value, 1, MOST_THREADS, "--threads", command);
    case OPTION_AA:
        selection->twins = 1;
        return DONE;
    case OPTION_TOY:
        request->toy = 1;
        return DONE;
    default:
        return FAILED;
    }
}

/* Options that would change nothing; 0, or the exit code after a message. */
static int check_effect(const struct request *request, const char *command)
{
    const struct selection *s = &request->selection;
    const unsigned signatures = 1u << OP_SIGN | 1u << OP_VERIFY | 1u << OP_REJECT;
    int takes_hash = 0;

    for (size_t i = 0; i < s->alg_count; i++)
        takes_hash |= s->algs[i]->family != FAMILY_ED25519;
    if (s->hash_given && !(takes_hash && s->ops & signatures))
        return wrong_use(command, "--hash goes with signatures of rsa and ecdsa; none of them is "
                                  "asked for");
    if (request->payload_given && s->ops == 1u << OP_KEYGEN)
        return wrong_use(command, "--payload: keygen alone has no message");
    return selection_check(s, command) == DONE ? 0 : EXIT_WRONG_USE;
}

/* What the options mean together; 0, or the exit code after a message. */
static int check_request(struct request *request, const char *command)
{
    struct selection *s = &request->selection;

    if (request->alg_given && !request->ops_given) {
        if (s->alg_count == 0)
            s->ops = 0;
        if (s->hash_count)
            s->ops |= 1u << OP_HASH;
    }
    if (s->ops & 1u << OP_HASH && s->hash_count == 0) {
        if (request->alg_given)
            return wrong_use(command, "--op hash wants hashes: --alg sha-256,sha-512, ...");
        for (int id = 0; id < HASH_COUNT; id++)
            s->hashes[s->hash_count++] = (enum hash_id)id;
    }
    if (s->ops == 1u << OP_HASH)
        s->alg_count = 0;
    if (s->alg_count == 0 && s->ops & ~(1u << OP_HASH))
        return wrong_use(command, "a hash does not sign: --op hash alone goes with hashes");
    for (size_t i = 0; i < s->alg_count; i++)
        if (s->algs[i]->family == FAMILY_RSA && s->algs[i]->bits < 2048 && !request->toy)
            return wrong_use(command, "%s is below 2048 bits, for study only: it wants --toy",
                             s->algs[i]->name);
    if (request->rounds_given && !request->seconds_given)
        s->seconds = 0;
    if (request->threads > 1 && s->twins)
        return wrong_use(command, "--aa is a control of one thread's times: not with --threads");
    if (request->threads > 1 && !request->ops_given)
        s->ops &= ~(1u << OP_KEYGEN);
    return check_effect(request, command);
}

/* What was measured, in either way. */
struct measured {
    struct results *one;
    struct threads_results *many; /* NULL without --threads */
};

static json_t *to_json(const void *data)
{
    const struct measured *m = data;

    return m->many ? threads_json(m->many) : output_json(m->one);
}

static void to_table(FILE *to, const void *data)
{
    const struct measured *m = data;

    if (m->many)
        threads_table(to, m->many);
    else
        output_table(to, m->one);
}

static void to_csv(FILE *to, const void *data)
{
    const struct measured *m = data;

    if (m->many)
        threads_csv(to, m->many);
    else
        output_csv(to, m->one);
}

/* Whether the A/A control says that the intervals are too narrow. */
static int judge(const struct measured *m, const char *command)
{
    struct aa aa = {0};

    if (!m->many)
        results_aa(&aa, m->one);
    if (aa.pairs == 0 || aa.chance >= AA_LEVEL)
        return EXIT_GOOD;
    fprintf(stderr,
            "sigcost %s: the A/A control fails: %zu of %zu pairs outside of their intervals\n",
            command, aa.outside, aa.pairs);
    return EXIT_CHECK_FAILED;
}

static int measure_threads(struct threads_results *out, const struct request *request, double began,
                           const char *command)
{
    struct progress progress;
    const char *why = NULL;
    enum result done;

    progress_start(&progress, "measuring");
    done = threads_run(out, &request->selection, request->threads, began, command_progress,
                       &progress, &why);
    progress_end(&progress);
    return done == DONE ? 0 : wrong_use(command, "%s", why);
}

static int run(const struct request *request, struct outputs *files, double began,
               const char *command)
{
    struct results results;
    struct threads_results teams;
    struct measured m = {&results, request->threads > 1 ? &teams : NULL};
    struct findings findings = {.data = &m,
                                .table = to_table,
                                .json = to_json,
                                .csv = to_csv,
                                .toy = request->toy,
                                .wrong_ones = "rows"};
    int code = m.many ? measure_threads(&teams, request, began, command)
                      : command_measure(&results, &request->selection, began, command);

    if (code != 0)
        return code;
    findings.wrong = m.many ? threads_wrong(&teams) : results_wrong(&results);
    code = findings_write(&findings, files, command);
    if (code == EXIT_GOOD)
        code = judge(&m, command);
    if (m.many)
        threads_clear(&teams);
    else
        results_clear(&results);
    return code;
}

int command_bench(int argc, char **argv)
{
    static const struct command_options taken = {usage, options, take_option};
    struct request request = {0};
    struct outputs files;
    double began = timer_seconds();
    int code;

    selection_default(&request.selection);
    code = command_options(&request, &request.json, &request.csv, argc, argv, &taken);
    if (code < 0)
        code = command_no_more(argc, argv);
    if (code >= 0)
        return code;
    code = check_request(&request, argv[0]);
    if (code != 0)
        return code;
    if (outputs_open(&files, request.json, request.csv, argv[0]) != DONE)
        return EXIT_WRONG_USE;
    return outputs_end(&files, run(&request, &files, began, argv[0]));
}
