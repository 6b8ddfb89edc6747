/* command_run - what the measuring commands share. */
#include "bench/command_run.h"
#include "bench/counted.h"

int command_options(void *request, const char **json, const char **csv, int argc, char **argv,
                    const struct command_options *options)
{
    for (int got; (got = next_option(argc, argv, options->list)) != -1;) {
        switch (got) {
        case 'h':
            fputs(options->usage, stdout);
            return EXIT_GOOD;
        case 'j':
            *json = optarg;
            break;
        case 'c':
            *csv = optarg;
            break;
        default:
            if (options->take(request, got, optarg, argv[0]) != DONE)
                return EXIT_WRONG_USE;
        }
    }
    return -1;
}

char *command_argument(int argc, char **argv)
{
    return optind < argc ? argv[optind++] : NULL;
}

int command_no_more(int argc, char **argv)
{
    if (optind < argc)
        return wrong_use(argv[0], "unexpected argument \"%.60s\"", argv[optind]);
    return -1;
}

int findings_write(const struct findings *findings, struct outputs *files, const char *command)
{
    int code;

    if (!outputs_take_stdout(files)) {
        if (findings->toy)
            printf("--toy: moduli below 2048 bits are for study, not for use\n");
        findings->table(stdout, findings->data);
    }
    output_flush(stdout);
    code = outputs_write(files, findings->json, findings->csv, findings->data, command);
    if (code == EXIT_GOOD && findings->wrong) {
        fprintf(stderr, "sigcost %s: %zu of the %s gave wrong results\n", command, findings->wrong,
                findings->wrong_ones);
        code = EXIT_CHECK_FAILED;
    }
    return code;
}

void command_progress(double done, void *context)
{
    progress_show(context, done);
}

int command_measure(struct results *out, const struct selection *selection, double began,
                    const char *command)
{
    struct progress progress;
    const char *why = NULL;
    enum result done;

    progress_start(&progress, "measuring");
    done = bench_run(out, selection, began, command_progress, &progress, &why);
    progress_end(&progress);
    return done == DONE ? 0 : wrong_use(command, "%s", why);
}

static int measure_and_count(void *found, struct outputs *files,
                             const struct counted_request *request, double began, const char *name,
                             const struct counted_command *command)
{
    struct results results;
    struct findings findings = {.data = found,
                                .table = command->table,
                                .json = command->json,
                                .csv = command->csv,
                                .toy = request->toy,
                                .wrong_ones = "rows"};
    int code = command_measure(&results, &request->selection, began, name);

    if (code != 0)
        return code;
    if (command->fill(found, &results, request) != DONE) {
        results_clear(&results);
        return wrong_use(name, "out of memory");
    }
    findings.wrong = results_wrong(&results);
    code = findings_write(&findings, files, name);
    command->clear(found);
    results_clear(&results);
    return code;
}

int command_counted(void *found, struct counted_request *request, int argc, char **argv,
                    const struct counted_command *command)
{
    double began = timer_seconds();
    struct outputs files;
    const char *why = NULL;
    int code =
        command_options(request, &request->json, &request->csv, argc, argv, &command->options);

    if (code < 0) {
        request->what = command_argument(argc, argv);
        code = command_no_more(argc, argv);
    }
    if (code >= 0)
        return code;
    code = command->check(request, argv[0]);
    if (code != 0)
        return code;
    if (!counted_open(&why))
        return wrong_use(argv[0], "%s", why);
    if (outputs_open(&files, request->json, request->csv, argv[0]) != DONE)
        return EXIT_WRONG_USE;
    code = measure_and_count(found, &files, request, began, argv[0], command);
    return outputs_end(&files, code);
}
