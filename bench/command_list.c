/* command_list - algorithms and implementations: idea, flags, available here or why not. */
#include <stdio.h>
#include <string.h>

#include "bench/commands.h"
#include "bench/options.h"
#include "bench/registry.h"

static const char usage[] =
    "usage: sigcost list [--alg LIST]\n\n"
    "Every implementation of every algorithm: the step's idea and source, what it claims, whether "
    "it\n"
    "runs here, and the bytes of its tables; then the peers (outside libraries) and how to get "
    "those\n"
    "that are missing. * marks the step that `self` stands for: the fastest that runs here and "
    "claims\n"
    "constant time. P-192 and P-224 have no such step: there it is the fastest that runs here.\n\n"
    "  --alg LIST   algorithms and hashes by name, comma-separated; all (default), tables\n"
    "  --help       this text\n";

static const struct {
    unsigned flag;
    const char *name;
} flag_names[] = {
    {STEP_TEXTBOOK, "textbook"},     {STEP_CONSTANT_TIME, "constant-time"},
    {STEP_RFC6979, "rfc6979"},       {STEP_COFACTORED, "cofactored"},
    {STEP_NEEDS_CPU, "cpu-feature"}, {STEP_PEER, "peer"},
};

static void print_flags(unsigned flags)
{
    const char *between = "  [";

    for (size_t i = 0; i < sizeof flag_names / sizeof flag_names[0]; i++)
        if (flags & flag_names[i].flag) {
            printf("%s%s", between, flag_names[i].name);
            between = ", ";
        }
    if (between[0] == ',')
        printf("]");
}

static void print_idea(const char *idea, const char *source)
{
    if (idea && idea[0])
        printf("  %s", idea);
    if (source && source[0])
        printf(" (%s)", source);
}

static void list_row(const struct impl *row, const struct impl *self)
{
    const char *why = NULL;
    enum result started = registry_start(row, &why);

    printf(" %c %-11s", row == self ? '*' : ' ', row->name);
    if (started != DONE) {
        printf("  not here: %s", why ? why : "no reason given");
    } else if (row->table_bytes) {
        size_t bytes = row->table_bytes(row);
        printf("  %9zu bytes of tables", bytes);
    }
    print_flags(row->flags);
    print_idea(row->idea, row->flags & STEP_PEER && registry_version(row)[0] ? "" : row->source);
    printf("\n");
}

static void list_alg(const struct alg *alg)
{
    const struct impl *self = registry_self(alg);

    printf("%s, %s%s\n", alg->name, hash_name(alg->hash),
           alg->in_tables ? "" : " (not in the default tables)");
    for (size_t i = 0; i < registry_count(); i++)
        if (strcmp(registry_at(i)->alg->name, alg->name) == 0)
            list_row(registry_at(i), self);
    printf("\n");
}

static void list_hashes(void)
{
    printf("hashes:");
    for (int id = 0; id < HASH_COUNT; id++)
        printf(" %s", hash_name((enum hash_id)id));
    printf("\n");
    for (size_t i = 0; i < registry_hash_count(); i++) {
        const struct hash_impl *row = registry_hash_at(i);
        const char *missing = row->missing ? row->missing(row) : NULL;
        printf(" %c %-11s", row->data == hash_best() ? '*' : ' ', row->name);
        if (missing)
            printf("  not here: %s", missing);
        print_flags(row->flags);
        print_idea(row->idea, registry_hash_version(row)[0] ? "" : row->source);
        printf("\n");
    }
    printf("\n");
}

int command_list(int argc, char **argv)
{
    static const struct option options[] = {
        {"alg", required_argument, NULL, 'a'}, {"help", no_argument, NULL, 'h'}, {0}};
    struct selection selection = {0};
    int given = 0;

    for (int got; (got = next_option(argc, argv, options)) != -1;) {
        if (got == 'h') {
            fputs(usage, stdout);
            return EXIT_GOOD;
        }
        if (got != 'a' || parse_algs(&selection, optarg, argv[0]) != DONE)
            return EXIT_WRONG_USE;
        given = 1;
    }
    if (optind < argc)
        return wrong_use(argv[0], "unexpected argument \"%.60s\"", argv[optind]);
    registry_open();
    for (const struct alg *alg = algs; alg->name; alg++) {
        int wanted = !given;
        for (size_t i = 0; i < selection.alg_count; i++)
            wanted |= selection.algs[i] == alg;
        if (wanted)
            list_alg(alg);
    }
    if (!given || selection.hash_count)
        list_hashes();
    printf("peers:\n");
    for (size_t i = 0; i < registry_peer_count(); i++)
        printf("   %s\n", registry_peer_note(i));
    return EXIT_GOOD;
}
