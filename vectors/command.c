#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/options.h"
#include "bench/output.h"
#include "bench/registry.h"
#include "hash/drbg.h"
#include "vectors/choose.h"
#include "vectors/own.h"
#include "vectors/run.h"
#include "vectors/vectors.h"

/* Where an installed program finds the data. */
#ifndef SIGCOST_VECTORS
#define SIGCOST_VECTORS "/usr/local/share/sigcost/vectors"
#endif

static void help(void)
{
    puts(
        "usage: sigcost vectors [OPTION]... [PATH]...\n"
        "\n"
        "Runs test-vector files on implementations: Wycheproof JSON, NIST CAVP .rsp and .txt, "
        "NIST\n"
        "ACVP internalProjection JSON, sign.input. A PATH is a file or a folder; without one, the\n"
        "project's own vectors.\n"
        "\n"
        "  --impl LIST    names with commas: self (default), all (every self-written step), "
        "peers,\n"
        "                 or any name of `sigcost list`\n"
        "  --sample N     about one case in N, spread over each file\n"
        "  --strict       exit 1 for an outside library's failures too\n"
        "  --json FILE    the counts and the findings as JSON; - is standard output\n"
        "  --quiet        only files with findings, and the totals\n"
        "  --help\n"
        "\n"
        "Exit: 0 all passed, 1 a check failed, 2 wrong use or unreadable input. Known differences\n"
        "of a library are printed and do not fail.");
}

struct request {
    const char *impls, *json;
    unsigned sample;
    int strict, quiet;
};

/* -1: go on; else the exit code. */
static int parse(struct request *request, int argc, char **argv)
{
    static const struct option options[] = {
        {"impl", required_argument, NULL, 'i'},
        {"sample", required_argument, NULL, 's'},
        {"json", required_argument, NULL, 'j'},
        {"strict", no_argument, NULL, 'x'},
        {"quiet", no_argument, NULL, 'q'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    *request = (struct request){.impls = "self", .sample = 1};
    for (;;) {
        switch (next_option(argc, argv, options)) {
        case -1:
            return -1;
        case 'i':
            request->impls = optarg;
            break;
        case 's':
            if (parse_count(&request->sample, optarg, 1, 1000000, "--sample", "vectors") != DONE)
                return EXIT_WRONG_USE;
            break;
        case 'j':
            request->json = optarg;
            break;
        case 'x':
            request->strict = 1;
            break;
        case 'q':
            request->quiet = 1;
            break;
        case 'h':
            help();
            return EXIT_GOOD;
        default:
            return EXIT_WRONG_USE;
        }
    }
}

static int is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* ./vectors; beside the build folder that the program lies in; where `make install` puts them. */
static const char *default_folder(char room[PATH_MAX + 32])
{
    if (is_folder("vectors/wycheproof"))
        return "vectors";
    ssize_t len = readlink("/proc/self/exe", room, PATH_MAX);
    if (len > 0) {
        room[len] = '\0';
        char *slash = strrchr(room, '/');
        if (slash) {
            static const char beside[] = "/vectors";
            *slash = '\0'; /* no link in it, so its folder's folder is what stands before */
            slash = strrchr(room, '/');
            memcpy(slash ? slash : room, beside, sizeof beside); /* 32 octets to spare */
            if (is_folder(room))
                return room;
        }
    }
    return is_folder(SIGCOST_VECTORS) ? SIGCOST_VECTORS : NULL;
}

/* FAILED with a line on stderr: what is to be written is one of the files that are read. */
static enum result spares_all(const struct outfile *json, const char *const *paths, size_t count)
{
    struct path_list list = {.at = NULL};
    enum result result = DONE;

    for (size_t i = 0; json->path && i < count; i++) {
        char *error;
        if (path_list_add(&list, paths[i], &error) != DONE && !error) {
            wrong_use("vectors", "out of memory");
            result = FAILED;
        }
        free(error); /* the run says it */
    }
    for (size_t i = 0; result == DONE && i < list.count; i++)
        result = outfile_spares(json, list.at[i], "vectors");
    path_list_free(&list);
    return result;
}

static int run(const struct request *request, struct choices *choices, const char *const *paths,
               size_t count)
{
    int to_stdout = request->json && strcmp(request->json, "-") == 0;
    struct vectors_run run = {
        .runner = {.choices = choices->at,
                   .choice_count = choices->count,
                   .own = &own_functions,
                   .start = registry_start,
                   .rng = rng_os(),
                   .sample = request->sample},
        .out = to_stdout ? stderr : stdout,
        .err = stderr,
        .quiet = request->quiet,
        .strict = request->strict,
        .bar = 1,
        .report = request->json ? json_object() : NULL,
    };
    struct outfile json;
    if (outfile_open(&json, request->json, "--json", "vectors") != DONE ||
        spares_all(&json, paths, count) != DONE) {
        outfile_abandon(&json);
        json_decref(run.report);
        return EXIT_WRONG_USE;
    }
    int code = vectors_run(&run, paths, count);
    if (request->json) {
        json_object_set_new(run.report, "sample", json_integer(request->sample));
        if (outfile_json(&json, run.report, "vectors") != DONE)
            code = EXIT_WRONG_USE;
    }
    return code;
}

int command_vectors(int argc, char **argv)
{
    struct request request;
    struct choices choices;
    char *error, room[PATH_MAX + 32];
    int code = parse(&request, argc, argv);
    if (code >= 0)
        return code;
    const char *folder = default_folder(room);
    if (optind >= argc && !folder)
        return wrong_use("vectors", "no PATH, and no folder \"vectors\" here");
    if (choose(&choices, request.impls, &error) != DONE) {
        code = wrong_use("vectors", "%s", error ? error : "out of memory");
        free(error);
        return code;
    }
    if (choices.count == 0)
        code = wrong_use("vectors", "no implementation of \"%.60s\" is here", request.impls);
    else if (optind < argc)
        code = run(&request, &choices, (const char *const *)argv + optind, (size_t)(argc - optind));
    else
        code = run(&request, &choices, &folder, 1);
    own_close();
    choices_free(&choices);
    return code;
}
