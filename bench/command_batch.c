/* command_batch - Ed25519 batch verification: cost a signature against the size of the batch. */
#include <stdlib.h>
#include <string.h>

#include "bench/batch.h"
#include "bench/commands.h"
#include "bench/options.h"
#include "bench/progress.h"
#include "bench/registry.h"

static const char usage[] =
    "usage: sigcost batch [OPTION]...\n\n"
    "Ed25519 batch verification: the cost of a signature against the size of the batch, single\n"
    "verification by the same step beside it, all in one interleaved run.\n\n"
    "  --sizes LIST   batch sizes, 1 to 1024 (default 1,2,4,8,16,32,64,128,256,512,1024)\n"
    "  --impl LIST    steps that verify batches: limbs32, limbs, adx; self, all (default self)\n"
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
        if (parse_count(&size, word, 1, BATCH_MOST, "--sizes", command) != DONE)
            return FAILED;
        out->sizes[out->size_count++] = size;
    }
    return DONE;
}

static enum result take_option(struct request *request, int got, char *value, const char *command)
{
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
    case 'j':
        request->json = value;
        return DONE;
    case 'c':
        request->csv = value;
        return DONE;
    default:
        return FAILED;
    }
}

static void show(double done, void *context)
{
    progress_show(context, done);
}

static int write_files(const struct batch_study *study, struct outfile *json, struct outfile *csv,
                       const char *command)
{
    if (json->path) {
        FILE *to = outfile_stream(json);
        json_t *root = batch_json(study);
        int bad = !to || !root ||
                  json_dumpf(root, to, JSON_INDENT(2) | JSON_REAL_PRECISION(10)) != 0 ||
                  fputc('\n', to) == EOF;

        json_decref(root);
        if (outfile_close(json, to, command) != DONE || bad)
            return EXIT_WRONG_USE;
    }
    if (csv->path) {
        FILE *to = outfile_stream(csv);

        if (to)
            batch_csv(to, study);
        if (outfile_close(csv, to, command) != DONE)
            return EXIT_WRONG_USE;
    }
    return EXIT_GOOD;
}

static int is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static int run(const struct request *request, struct outfile *json, struct outfile *csv,
               double began, const char *command)
{
    struct batch_study *study = malloc(sizeof *study);
    struct progress progress;
    const char *why = "out of memory";
    enum result done = FAILED;
    int code;

    progress_start(&progress, "measuring");
    if (study)
        done = batch_run(study, &request->batch, began, show, &progress, &why);
    progress_end(&progress);
    if (done != DONE) {
        free(study);
        return wrong_use(command, "%s", why);
    }
    if (!is_stdout(request->json) && !is_stdout(request->csv))
        batch_print(stdout, study);
    fflush(stdout);
    code = write_files(study, json, csv, command);
    if (code == EXIT_GOOD && batch_wrong(study)) {
        fprintf(stderr, "sigcost %s: %zu rows gave wrong results\n", command, batch_wrong(study));
        code = EXIT_CHECK_FAILED;
    }
    batch_clear(study);
    free(study);
    return code;
}

int command_batch(int argc, char **argv)
{
    struct request request = {0};
    struct outfile json, csv;
    double began = timer_seconds();
    int code;

    selection_default(&request.batch.selection);
    request.batch.selection.impl_count = 1;
    request.batch.selection.impls[0] = "self";
    request.batch.selection.seconds = 30;
    request.batch.payload = 64;
    for (size_t size = 1; size <= BATCH_MOST; size *= 2)
        request.batch.sizes[request.batch.size_count++] = size;
    registry_open();
    for (int got; (got = next_option(argc, argv, options)) != -1;) {
        if (got == 'h') {
            fputs(usage, stdout);
            return EXIT_GOOD;
        }
        if (take_option(&request, got, optarg, argv[0]) != DONE)
            return EXIT_WRONG_USE;
    }
    if (optind < argc)
        return wrong_use(argv[0], "unexpected argument \"%.60s\"", argv[optind]);
    if (request.json && request.csv && strcmp(request.json, request.csv) == 0)
        return wrong_use(argv[0], "--json and --csv name the same file");
    if (outfile_open(&json, request.json, argv[0]) != DONE)
        return EXIT_WRONG_USE;
    if (outfile_open(&csv, request.csv, argv[0]) != DONE) {
        outfile_abandon(&json);
        return EXIT_WRONG_USE;
    }
    code = run(&request, &json, &csv, began, argv[0]);
    if (code == EXIT_WRONG_USE) {
        outfile_abandon(&json);
        outfile_abandon(&csv);
    }
    return code;
}
