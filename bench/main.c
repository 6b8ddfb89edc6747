/* main - the table of commands. */
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/commands.h"
#include "bench/machine.h"
#include "bench/options.h"
#include "bench/output.h"
#include "bench/registry.h"
#include "bignum/memory.h"
#include "vectors/vectors.h"

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what;
} commands[] = {
    {"list", command_list, "algorithms and implementations, and what is missing here"},
    {"bench", command_bench, "the side-by-side table: time, ratios, sizes"},
    {"compare", command_compare, "two results files: what became slower, beyond chance"},
    {"ladder", command_ladder, "each step of an algorithm: idea, counts, time, gain"},
    {"explain", command_explain, "where the time of an operation goes, and what predicts it"},
    {"batch", command_batch, "Ed25519 signatures verified many at a time"},
    {"scale", command_scale, "how cost grows with the key, the curve, the message"},
    {"studies", command_studies, "two published comparisons, claim by claim, on this machine"},
    {"report", command_report, "one page: tables and plots"},
    {"leak", command_leak, "does time depend on secrets: fixed against random, Welch's t-test"},
    {"vectors", command_vectors, "test-vector suites on any implementation"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void help(FILE *to)
{
    fprintf(to,
            "usage: sigcost COMMAND [OPTION]...\n\n"
            "RSA, ECDSA and Ed25519 from the textbook to as fast as the machine allows: what they "
            "cost, and why.\n\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-9s %s\n", commands[i].name, commands[i].what);
    fprintf(to,
            "\nsigcost COMMAND --help tells each one's options; sigcost --version the build.\n"
            "Results go to stdout, progress and errors to stderr. Exit: 0 done, 1 a check failed, "
            "2 wrong use.\n");
}

/* A full disk or a closed pipe shows at the latest when stdout is flushed. */
static int finish(int code)
{
    int error = output_stdout_error();

    if (!error)
        return code;
    fprintf(stderr, "sigcost: cannot write to standard output: %s\n", strerror(error));
    return EXIT_WRONG_USE;
}

/* The number of a stream that is closed would go to the next file that is opened, and what is printed into that file. */
static void fill_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0)
            return;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    fill_streams();
    signal(SIGPIPE, SIG_IGN); /* write errors are reported, not died of */
    signal(SIGXFSZ, SIG_IGN);
    gmp_memory_install(NULL);
    json_set_alloc_funcs(memory_or_end, free);
    if (argc < 2) {
        fprintf(stderr, "sigcost: a command is wanted; see sigcost --help\n");
        return EXIT_WRONG_USE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        help(stdout);
        return finish(EXIT_GOOD);
    }
    if (strcmp(name, "--version") == 0) {
        printf("sigcost %s\n", machine_version());
        return finish(EXIT_GOOD);
    }
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        int code = commands[i].run(argc - 1, argv + 1);
        code = finish(code);
        registry_close();
        return code;
    }
    fprintf(stderr, "sigcost: unknown command \"%.60s\"; see sigcost --help\n", name);
    return EXIT_WRONG_USE;
}
