/* program - the program run by the shell, as tests/test_faults_alloc.c and test_faults_output.c do. */
#ifndef SIGCOST_TEST_PROGRAM_H
#define SIGCOST_TEST_PROGRAM_H

#include <criterion/criterion.h>
#include <glob.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[200];

static inline const char *build(void)
{
    const char *given = getenv("SIGCOST_BUILD");

    return given && *given ? given : "build";
}

/* A folder for this test's files. No libraries: their own faults are not this project's. */
static inline void open_folder(void)
{
    snprintf(folder, sizeof folder, "%s/tests/faults-%d", build(), (int)getpid());
    cr_assert_eq(mkdir(folder, 0777), 0);
    setenv("DIR", folder, 1);
    setenv("SIGCOST_PEERS", folder, 1);
}

/* Files in it whose names match. */
static inline size_t files(const char *pattern)
{
    char path[300];
    glob_t found;
    size_t count;

    snprintf(path, sizeof path, "%s/%s", folder, pattern);
    count = glob(path, 0, NULL, &found) == 0 ? found.gl_pathc : 0;
    globfree(&found);
    return count;
}

static inline void remove_files(const char *pattern)
{
    char path[300];
    glob_t found;

    snprintf(path, sizeof path, "%s/%s", folder, pattern);
    if (glob(path, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            unlink(found.gl_pathv[i]);
    globfree(&found);
}

static inline void close_folder(void)
{
    remove_files("*");
    rmdir(folder);
}

struct ran {
    int code; /* -1: it died of a signal; 124: it hung */
    char out[4096], err[4096];
};

static inline void slurp(char *to, size_t room, const char *name)
{
    char path[300];
    FILE *file;
    size_t len = 0;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "r");
    if (file) {
        len = fread(to, 1, room - 1, file);
        fclose(file);
    }
    to[len] = '\0';
}

/* command: shell text in which $SIGCOST is the program, $DIR the folder; sigcost runs it and notes its exit status. The
 * environment of `before` is the program's alone. */
static inline struct ran *shell(const char *before, const char *command)
{
    static struct ran ran;
    char text[4096], code[64];

    snprintf(text, sizeof text,
             "exec 2>$DIR/err >$DIR/out; sigcost() { (%s timeout 20 %s/sigcost \"$@\"); "
             "echo $? >$DIR/code; }; rm -f $DIR/code; %s; :",
             before, build(), command);
    cr_assert_eq(system(text), 0, "%s", text);
    slurp(ran.out, sizeof ran.out, "out");
    slurp(ran.err, sizeof ran.err, "err");
    slurp(code, sizeof code, "code");
    cr_assert_neq(code[0], '\0', "%s: no exit status", command);
    ran.code = atoi(code);
    return &ran;
}

static inline int lines(const char *text)
{
    int count = 0;

    for (; *text; text++)
        count += *text == '\n';
    return count;
}

/* 1 if it is there and whole. */
static inline int whole_json(const char *name)
{
    char path[300];
    json_t *root;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    root = json_load_file(path, 0, NULL);
    json_decref(root);
    return root != NULL;
}

#endif
