/* command_batch - Ed25519 batch verification: cost a signature against the size of the batch. */
#include <stdlib.h>
#include <string.h>

#include "bench/batch.h"
#include "bench/command_run.h"
#include "bench/commands.h"
#include "bench/registry.h"

/* %s: the steps' names. */
static const char usage_format[] =
    "usage: sigcost batch [OPTION]...\n\n"
    "Ed25519 batch verification: the cost of a signature against the size of the batch, single\n"
    "verification by the same step beside it, all in one interleaved run.\n\n"
    "  --sizes LIST   batch sizes, 1 to 1024 (default 1,2,4,8,16,32,64,128,256,512,1024)\n"
    "  --impl LIST    of the steps that verify batches: %s; self (default), all\n"
    "  --payload N    octets of a message (default 64)\n"
    "  --rounds N     samples of each row, at most (default 101)\n"
    "  --seconds S    about how long it may take (default 30)\n"
    "  --json FILE    as JSON; - is stdout, in place of the table\n"
    "  --csv FILE     as CSV; - likewise\n"
    "  --help         this text\n\n"
    "Exit: 0 done, 1 a batch gave a wrong result, 2 wrong use.\n";

static const struct option options[] = {
    {"sizes", required_argument, NULL, 'n'},
    {"impl", required_argument, NULL, 'i'},
    {"payload", required_argument, NULL, 'p'},
    {"rounds", required_argument, NULL, 'r'},
    {"seconds", required_argument, NULL, 's'},
    {"json", required_argument, NULL, 'j'},
    {"csv", required_argument, NULL, 'c'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

struct request {
    struct batch_request batch;
    const char *json, *csv;
};

/* "limbs32, limbs, ..." */
static void name_steps(char *names, size_t room)
{
    names[0] = '\0';
    for (size_t i = 0; ed25519_engines[i]; i++)
        if (ed25519_engines[i]->check_batch)
            snprintf(names + strlen(names), room - strlen(names), "%s%s", names[0] ? ", " : "",
                     ed25519_engines[i]->step.name);
}

/* Every name that is asked for must be in the table. 0, or the exit code after a message. */
static int check_impls(const struct selection *selection, const char *command)
{
    for (size_t i = 0; i < selection->impl_count; i++) {
        const char *name = selection->impls[i], *missing;
        const struct ed25519_engine *engine = NULL;
        char names[200];

        if (strcmp(name, "self") == 0 || strcmp(name, "all") == 0)
            continue;
        for (size_t e = 0; ed25519_engines[e]; e++)
            if (ed25519_engines[e]->check_batch && !strcmp(ed25519_engines[e]->step.name, name))
                engine = ed25519_engines[e];
        name_steps(names, sizeof names);
        if (!engine)
            return wrong_use(command,
                             "--impl \"%.60s\" does not verify batches here; those that do: %s",
                             name, names);
        missing = step_missing(&engine->step);
        if (missing)
            return wrong_use(command, "%s: %s", name, missing);
    }
    return 0;
}

static enum result parse_sizes(struct batch_request *out, const char *list, const char *command)
{
    char word[16];

    out->size_count = 0;
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        const size_t len = strcspn(at, ",");
        unsigned size;

        if (out->size_count == BATCH_SIZES) {
            wrong_use(command, "--sizes: more than %d of them", BATCH_SIZES);
            return FAILED;
        }
        snprintf(word, sizeof word, "%.*s", (int)(len < 15 ? len : 15), at);
        if (len > 15) {
            wrong_use(command, "--sizes: overlong number in \"%.60s\"", list);
            return FAILED;
        }
        if (parse_count(&size, word, 1, BATCH_MOST, "--sizes", command) != DONE)
            return FAILED;
        out->sizes[out->size_count++] = size;
    }
    return DONE;
}

static enum result take_option(void *into, int got, char *value, const char *command)
{
    struct request *request = into;
    struct selection *s = &request->batch.selection;

    switch (got) {
    case 'n':
        return parse_sizes(&request->batch, value, command);
    case 'i':
        return parse_impls(s, value, command);
    case 'p':
        if (parse_payloads(s, value, command) != DONE)
            return FAILED;
        if (s->payload_count != 1 || s->payloads[0] > 65536) {
            wrong_use(command, "--payload: one size, up to 64K, is wanted");
            return FAILED;
        }
        request->batch.payload = s->payloads[0];
        return DONE;
    case 'r':
        return parse_count(&s->rounds, value, 1, BENCH_MAX_ROUNDS, "--rounds", command);
    case 's':
        return parse_seconds(&s->seconds, value, 1e6, "--seconds", command);
    default:
        return FAILED;
    }
}

static void to_table(FILE *to, const void *data)
{
    batch_print(to, data);
}

static json_t *to_json(const void *data)
{
    return batch_json(data);
}

static void to_csv(FILE *to, const void *data)
{
    batch_csv(to, data);
}

static int run(const struct request *request, struct outputs *files, double began,
               const char *command)
{
    struct batch_study *study = malloc(sizeof *study);
    struct findings findings = {
        .data = study, .table = to_table, .json = to_json, .csv = to_csv, .wrong_ones = "batches"};
    struct progress progress;
    const char *why = "out of memory";
    enum result done = FAILED;
    int code;

    progress_start(&progress, "measuring");
    if (study)
        done = batch_run(study, &request->batch, began, command_progress, &progress, &why);
    progress_end(&progress);
    if (done != DONE) {
        free(study);
        return wrong_use(command, "%s", why);
    }
    findings.wrong = batch_wrong(study);
    code = findings_write(&findings, files, command);
    batch_clear(study);
    free(study);
    return code;
}

int command_batch(int argc, char **argv)
{
    static char usage[sizeof usage_format + 200];
    static const struct command_options taken = {usage, options, take_option};
    struct request request = {0};
    char names[200];
    struct outputs files;
    double began = timer_seconds();
    int code;

    selection_default(&request.batch.selection);
    request.batch.selection.impl_count = 1;
    request.batch.selection.impls[0] = "self";
    request.batch.selection.seconds = 30;
    request.batch.payload = 64;
    for (size_t size = 1; size <= BATCH_MOST; size *= 2)
        request.batch.sizes[request.batch.size_count++] = size;
    name_steps(names, sizeof names);
    snprintf(usage, sizeof usage, usage_format, names);
    registry_open();
    code = command_options(&request, &request.json, &request.csv, argc, argv, &taken);
    if (code < 0)
        code = command_no_more(argc, argv);
    if (code >= 0)
        return code;
    code = check_impls(&request.batch.selection, argv[0]);
    if (code != 0)
        return code;
    if (outputs_open(&files, request.json, request.csv, argv[0]) != DONE)
        return EXIT_WRONG_USE;
    return outputs_end(&files, run(&request, &files, began, argv[0]));
}
