/* command_studies - two published studies against this machine. */
#include <stdio.h>
#include <string.h>

#include "bench/commands.h"
#include "bench/options.h"
#include "bench/output.h"
#include "bench/progress.h"
#include "bench/registry.h"
#include "bench/studies.h"

static const char usage[] =
    "usage: sigcost studies [OPTION]...\n\n"
    "Two published comparisons of RSA, ECDSA and Ed25519, claim by claim: what was claimed, what "
    "this "
    "run measures\n"
    "by the same method with the libraries that they used and with `self`, and whether it holds, "
    "does "
    "not, or depends;\n"
    "then what the figures mean for a device, a server, a handshake and a chain of "
    "transactions.\n\n"
    "  --mix S:V:B     your own mix: an event is S signatures and V verifications of B bytes (K = "
    "1024): 1:20:512\n"
    "  --rate N        events a second of that mix (default 1000)\n"
    "  --seconds S     about how long the measuring may take (default 100)\n"
    "  --from FILE     take the figures of a `sigcost bench --json` in place of measuring\n"
    "  --json FILE     the claims as JSON; - is stdout, in place of the text\n"
    "  --help          this text\n\n"
    "Exit: 0 done (whatever holds), 1 an implementation gave a wrong result, 2 wrong use or "
    "unreadable input.\n";

struct request {
    struct mix mix;
    int mix_given;
    double seconds;
    const char *json, *from;
};

static const struct option options[] = {
    {"mix", required_argument, NULL, 'm'},
    {"rate", required_argument, NULL, 'r'},
    {"seconds", required_argument, NULL, 's'},
    {"from", required_argument, NULL, 'f'},
    {"json", required_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static enum result take_option(struct request *request, int got, const char *value,
                               const char *command)
{
    switch (got) {
    case 'm':
        request->mix_given = 1;
        if (mix_parse(&request->mix, value) == DONE)
            return DONE;
        wrong_use(
            command,
            "--mix \"%.60s\": signatures:verifications:bytes are wanted, such as 1:20:512, up "
            "to 256M bytes",
            value);
        return FAILED;
    case 'r':
        return parse_seconds(&request->mix.rate, value, 1e9, "--rate", command);
    case 's':
        return parse_seconds(&request->seconds, value, 1e6, "--seconds", command);
    case 'f':
        request->from = value;
        return path_given(value, "--from", command);
    case 'j':
        request->json = value;
        return DONE;
    default:
        return FAILED;
    }
}

static void select_cells(struct selection *selection, const struct request *request)
{
    selection_default(selection);
    selection->alg_count = 0;
    for (int i = 0; studies_algs[i]; i++)
        selection->algs[selection->alg_count++] = alg_by_name(studies_algs[i]);
    selection->impl_count = 0;
    selection->impls[selection->impl_count++] = "self";
    selection->impls[selection->impl_count++] = "openssl";
    selection->impls[selection->impl_count++] = "libsodium";
    selection->payload_count = 0;
    for (int p = 0; p < 3; p++)
        selection->payloads[selection->payload_count++] = studies_payloads[p];
    if (request->mix_given) {
        int seen = 0;
        for (size_t p = 0; p < selection->payload_count; p++)
            seen |= selection->payloads[p] == request->mix.bytes;
        if (!seen)
            selection->payloads[selection->payload_count++] = request->mix.bytes;
    }
    selection->seconds = request->seconds;
}

static void show(double done, void *context)
{
    progress_show(context, done);
}

/* Measures, and hands the results over as a file in memory. *code: 0, or the exit code after a message. */
static int measure_all(struct bench_file *out, const struct request *request, double began,
                       const char *command)
{
    struct selection selection;
    struct results results;
    struct progress progress;
    char why[BENCH_FILE_WHY] = "out of memory";
    const char *reason = NULL;
    int code = EXIT_GOOD;

    select_cells(&selection, request);
    progress_start(&progress, "measuring");
    enum result done = bench_run(&results, &selection, began, show, &progress, &reason);
    progress_end(&progress);
    if (done != DONE)
        return wrong_use(command, "%s", reason);
    size_t wrong = results_wrong(&results);
    json_t *json = output_json(&results);
    if (!json || bench_file_take(out, json, why) != DONE)
        code = wrong_use(command, "%s", why);
    else if (wrong) {
        fprintf(stderr, "sigcost %s: %zu row%s gave wrong results\n", command, wrong,
                plural(wrong));
        code = EXIT_CHECK_FAILED;
    }
    results_clear(&results);
    return code;
}

/* The mix's own size must be there: told before anything is printed. */
static int mix_is_there(const struct bench_file *file, const struct mix *mix)
{
    struct mix_cost cost;

    for (int i = 0; studies_algs[i]; i++)
        for (int column = 0; column < COLUMNS; column++)
            if (mix_price(&cost, mix, file, (enum column)column, studies_algs[i]) == DONE)
                return 1;
    return 0;
}

static int is_known(const struct bench_file *file)
{
    for (int i = 0; studies_algs[i]; i++)
        for (int column = 0; column < COLUMNS; column++)
            if (studies_cell(file, STUDY_XEON, (enum column)column, studies_algs[i], "sign", 1024))
                return 1;
    return 0;
}

static int print(const struct bench_file *file, const struct request *request, struct outfile *json,
                 const char *command)
{
    const struct mix *mix = request->mix_given ? &request->mix : NULL;
    int code = EXIT_GOOD;

    if (!json->path || strcmp(json->path, "-") != 0) {
        printf("%s, %s%s%s\n", file->cpu, file->date, file->commit[0] ? ", commit " : "",
               file->commit);
        studies_print(stdout, file, mix);
        output_flush(stdout);
    }
    if (json->path && outfile_json(json, studies_json(file, mix), command) != DONE)
        code = EXIT_WRONG_USE;
    return code;
}

static int run(const struct request *request, struct outfile *json, double began,
               const char *command)
{
    struct bench_file file = {.cpu = "", .date = "", .commit = ""};
    char why[BENCH_FILE_WHY];
    int code = EXIT_GOOD, printed;

    if (request->from && bench_file_read(&file, request->from, why) != DONE)
        return wrong_use(command, "%s: %s", request->from, why);
    if (!request->from)
        code = measure_all(&file, request, began, command);
    if (code == EXIT_WRONG_USE)
        return code;
    if (request->from && !is_known(&file))
        code = wrong_use(command, "%s: none of the studies' cells are in it", request->from);
    else if (request->mix_given && request->from && !mix_is_there(&file, &request->mix))
        code = wrong_use(command, "%s has no signatures of %zu byte%s, which --mix wants",
                         request->from, request->mix.bytes, plural(request->mix.bytes));
    if (code != EXIT_WRONG_USE && (printed = print(&file, request, json, command)) != EXIT_GOOD)
        code = printed;
    bench_file_clear(&file);
    return code;
}

int command_studies(int argc, char **argv)
{
    struct request request = {.mix = {.rate = 1000}, .seconds = 100};
    struct outfile json;
    double began = timer_seconds();

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
    if (outfile_open(&json, request.json, "--json", argv[0]) != DONE)
        return EXIT_WRONG_USE;
    int code = EXIT_WRONG_USE;
    if (outfile_spares(&json, request.from, argv[0]) == DONE)
        code = run(&request, &json, began, argv[0]);
    if (code == EXIT_WRONG_USE)
        outfile_abandon(&json);
    return code;
}
