/* program_faults - the program with an allocation that fails: it ends with one line and exit status 2, or it did without
 * and lost nothing. Files that stood there before are as they were, or whole and new. */
#ifndef SIGCOST_TEST_PROGRAM_FAULTS_H
#define SIGCOST_TEST_PROGRAM_FAULTS_H

#include "tests/alloc_faults.h"
#include "tests/program.h"

static const char old_content[] = "what stood there before\n";

/* The names in the folder that the command writes to: $DIR/made.*; ended by "". */
static inline void written_names(char names[4][32], const char *command)
{
    size_t count = 0;

    for (const char *at = command; count < 3 && (at = strstr(at, "$DIR/made")) != NULL; at++) {
        size_t len = strcspn(at + 5, " ");
        cr_assert_lt(len, sizeof names[0]);
        memcpy(names[count], at + 5, len);
        names[count++][len] = '\0';
    }
    names[count][0] = '\0';
}

static inline void write_old(char names[4][32])
{
    char path[300];

    remove_files("made*");
    for (size_t i = 0; *names[i]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        FILE *file = fopen(path, "w");
        cr_assert(file && fputs(old_content, file) >= 0 && fclose(file) == 0, "%s", path);
    }
}

static inline int is_old(const char *name)
{
    char text[sizeof old_content + 1];

    slurp(text, sizeof text, name);
    return strcmp(text, old_content) == 0;
}

/* All values in it, so that one that is left out shows. */
static inline size_t json_values(const json_t *json)
{
    size_t count = 1, i;
    const char *key;
    json_t *one;

    if (json_is_object(json))
        json_object_foreach((json_t *)json, key, one) count += json_values(one);
    else if (json_is_array(json))
        json_array_foreach(json, i, one) count += json_values(one);
    return count;
}

static inline size_t values_in(const char *name)
{
    char path[300];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    json_t *root = json_load_file(path, 0, NULL);
    size_t count = root ? json_values(root) : 0;
    json_decref(root);
    return count;
}

/* What a run without faults gives. */
struct whole_run {
    const char *command;
    char names[4][32];
    int code;
    size_t values[4], beside; /* in each JSON file; other files */
};

static inline void check_names(const struct whole_run *whole, unsigned long n, int failed)
{
    for (size_t i = 0; *whole->names[i]; i++) {
        const char *name = whole->names[i];
        /* a report of what could not be read is whole too */
        int reported = failed && strstr(whole->command, " vectors ") && whole_json(name);
        cr_assert_eq(is_old(name), failed && !reported, "%s, allocation %lu: %s", whole->command, n,
                     name);
        if (!failed && whole->values[i])
            cr_assert_eq(values_in(name), whole->values[i],
                         "%s, allocation %lu: %zu values, not %zu", whole->command, n,
                         values_in(name), whole->values[i]);
    }
}

/* Runs the command with the n-th allocation failing, sticky: and all after it. 1 if it ended as if nothing had failed. */
static inline int run_failing(const struct whole_run *whole, unsigned long n, int sticky)
{
    char before[400], names[4][32];
    struct ran *ran;
    size_t asked = 0;

    snprintf(before, sizeof before, "LD_PRELOAD=$DIR/preload.so SIGCOST_ALLOC_FAIL=%lu %s", n,
             sticky ? "SIGCOST_ALLOC_STICKY=1" : "");
    memcpy(names, whole->names, sizeof names);
    write_old(names);
    while (*names[asked])
        asked++;
    ran = shell(before, whole->command);
    cr_assert(ran->code == 2 || ran->code == whole->code, "%s, allocation %lu: exit %d, %s",
              whole->command, n, ran->code, ran->err);
    cr_assert_eq(files("made*.new"), 0, "%s, allocation %lu", whole->command, n);
    check_names(whole, n, ran->code == 2);
    cr_assert_eq(files("made*"), asked + (ran->code == 2 ? 0 : whole->beside),
                 "%s, allocation %lu: %zu files", whole->command, n, files("made*"));
    if (ran->code != 2)
        return 1;
    cr_assert_eq(lines(ran->err), 1, "%s, allocation %lu: \"%s\"", whole->command, n, ran->err);
    return 0;
}

static inline void run_whole(struct whole_run *whole, const char *command)
{
    struct ran *ran;
    size_t asked = 0;

    memset(whole, 0, sizeof *whole);
    whole->command = command;
    written_names(whole->names, command);
    write_old(whole->names);
    ran = shell("", command);
    cr_assert(ran->code == 0 || ran->code == 1, "%s: exit %d, %s", command, ran->code, ran->err);
    whole->code = ran->code;
    for (; *whole->names[asked]; asked++)
        if (strstr(whole->names[asked], ".json")) {
            whole->values[asked] = values_in(whole->names[asked]);
            cr_assert_gt(whole->values[asked], 1, "%s", command);
        }
    whole->beside = files("made*") - asked;
}

/* Every allocation up to `all`, then growing steps until one is past the last. */
static inline void sweep(const char *command, unsigned long all)
{
    struct whole_run whole;
    unsigned long n = 1;
    int past = 0;

    run_whole(&whole, command);
    for (; n < 1ul << 22 && past < 2; n += n < all ? 1 : n / 3) {
        int good = run_failing(&whole, n, n & 1);

        past = n >= all && good ? past + 1 : 0;
    }
    cr_assert_gt(n, all);
}

/* For commands that take long where nothing fails: from these allocations on all fail, and none runs to its end. */
static inline void sweep_first(const char *command)
{
    static const unsigned long first[] = {1, 2, 3, 5, 9, 17, 29, 47, 73, 101, 211, 307};
    struct whole_run whole = {.command = command, .code = 2};

    written_names(whole.names, command);
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
        (void)run_failing(&whole, first[i], 1);
}

static inline void build_preload(void)
{
    const char *cc = getenv("CC");
    char command[600];

    if (!HAS_ALLOC_FAULTS)
        cr_skip_test("sanitizers have an allocator of their own");
    open_folder();
    snprintf(command, sizeof command, "%s -O1 -shared -fPIC tests/alloc_preload.c -o %s/preload.so",
             cc && *cc ? cc : "cc", folder);
    cr_assert_eq(system(command), 0, "%s", command);
}

#endif
