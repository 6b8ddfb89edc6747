/* criterion.h - what the tests here use of Criterion, for machines that Criterion does not reach.
 *
 * Criterion starts each test by executing its own program again, through BoxFort. Under qemu's user
 * emulation the kernel refuses that program (it is another machine's), and BoxFort knows four processors
 * only: Debian has no Criterion for s390x. Here each test is a fork of the test program. A test program
 * is one source file, so all of this is static. TEST_FILTER=suite/name runs one test (or suite/),
 * TEST_VERBOSE=1 prints each test's seconds, TEST_TIMEOUT_FACTOR stretches the time limits.
 */
#ifndef SIGCOST_CROSS_CRITERION_H
#define SIGCOST_CROSS_CRITERION_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* An assertion without a message has an empty one. */
#pragma GCC diagnostic ignored "-Wformat-zero-length"

struct shim_options {
    int sentinel;
    void (*init)(void), (*fini)(void);
    double timeout;
};

struct shim_test {
    const char *suite, *name;
    void (*body)(void); /* NULL: a suite, whose options its tests take */
    struct shim_options options;
    struct shim_test *next;
};

enum { SHIM_PASSED = 0, SHIM_FAILED = 1, SHIM_SKIPPED = 77 };

static struct shim_test *shim_first;
static jmp_buf shim_out;
static int shim_verdict;

#define SHIM_DECLARE(suite_, name_, id, body_, ...)                                                \
    static struct shim_test id = {                                                                 \
        .suite = #suite_, .name = name_, .body = body_, .options = {.sentinel = 0, __VA_ARGS__}};  \
    __attribute__((constructor)) static void id##_register(void)                                   \
    {                                                                                              \
        id.next = shim_first;                                                                      \
        shim_first = &id;                                                                          \
    }                                                                                              \
    struct shim_test

#define TestSuite(suite_, ...) SHIM_DECLARE(suite_, NULL, shim_suite_##suite_, NULL, __VA_ARGS__)
#define Test(suite_, name_, ...)                                                                   \
    static void suite_##_##name_##_body(void);                                                     \
    SHIM_DECLARE(suite_, #name_, suite_##_##name_##_test, suite_##_##name_##_body, __VA_ARGS__);   \
    static void suite_##_##name_##_body(void)

__attribute__((format(printf, 4, 5))) static void
shim_fail(const char *file, int line, const char *what, const char *format, ...)
{
    va_list args;

    printf("[----] %s:%d: failed: %s ", file, line, what);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    shim_verdict = SHIM_FAILED;
}

__attribute__((noreturn, unused)) static void shim_leave(int verdict)
{
    shim_verdict = verdict;
    longjmp(shim_out, 1);
}

#define SHIM_ASSERT(cond, what, ...)                                                               \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            shim_fail(__FILE__, __LINE__, what, "" __VA_ARGS__);                                   \
            shim_leave(SHIM_FAILED);                                                               \
        }                                                                                          \
    } while (0)
#define SHIM_EXPECT(cond, what, ...)                                                               \
    do {                                                                                           \
        if (!(cond))                                                                               \
            shim_fail(__FILE__, __LINE__, what, "" __VA_ARGS__);                                   \
    } while (0)

#define cr_assert(cond, ...)           SHIM_ASSERT(cond, #cond, __VA_ARGS__)
#define cr_assert_not(cond, ...)       SHIM_ASSERT(!(cond), "not " #cond, __VA_ARGS__)
#define cr_assert_eq(a, b, ...)        SHIM_ASSERT((a) == (b), #a " == " #b, __VA_ARGS__)
#define cr_assert_neq(a, b, ...)       SHIM_ASSERT((a) != (b), #a " != " #b, __VA_ARGS__)
#define cr_assert_lt(a, b, ...)        SHIM_ASSERT((a) < (b), #a " < " #b, __VA_ARGS__)
#define cr_assert_leq(a, b, ...)       SHIM_ASSERT((a) <= (b), #a " <= " #b, __VA_ARGS__)
#define cr_assert_gt(a, b, ...)        SHIM_ASSERT((a) > (b), #a " > " #b, __VA_ARGS__)
#define cr_assert_geq(a, b, ...)       SHIM_ASSERT((a) >= (b), #a " >= " #b, __VA_ARGS__)
#define cr_assert_null(a, ...)         SHIM_ASSERT((a) == NULL, #a " is NULL", __VA_ARGS__)
#define cr_assert_not_null(a, ...)     SHIM_ASSERT((a) != NULL, #a " is not NULL", __VA_ARGS__)
#define cr_assert_str_eq(a, b, ...)    SHIM_ASSERT(strcmp(a, b) == 0, #a " is " #b, __VA_ARGS__)
#define cr_assert_str_neq(a, b, ...)   SHIM_ASSERT(strcmp(a, b) != 0, #a " is not " #b, __VA_ARGS__)
#define cr_assert_str_empty(a, ...)    SHIM_ASSERT((a)[0] == '\0', #a " is empty", __VA_ARGS__)
#define cr_assert_arr_eq(a, b, n, ...) SHIM_ASSERT(memcmp(a, b, n) == 0, #a " is " #b, __VA_ARGS__)
#define cr_assert_arr_neq(a, b, n, ...)                                                            \
    SHIM_ASSERT(memcmp(a, b, n) != 0, #a " is not " #b, __VA_ARGS__)
#define cr_assert_float_eq(a, b, e, ...)                                                           \
    SHIM_ASSERT((a) - (b) <= (e) && (b) - (a) <= (e), #a " is about " #b, __VA_ARGS__)
#define cr_assert_fail(...)            SHIM_ASSERT(0, "", __VA_ARGS__)
#define cr_expect(cond, ...)           SHIM_EXPECT(cond, #cond, __VA_ARGS__)
#define cr_expect_not(cond, ...)       SHIM_EXPECT(!(cond), "not " #cond, __VA_ARGS__)
#define cr_expect_eq(a, b, ...)        SHIM_EXPECT((a) == (b), #a " == " #b, __VA_ARGS__)
#define cr_expect_neq(a, b, ...)       SHIM_EXPECT((a) != (b), #a " != " #b, __VA_ARGS__)
#define cr_expect_lt(a, b, ...)        SHIM_EXPECT((a) < (b), #a " < " #b, __VA_ARGS__)
#define cr_expect_leq(a, b, ...)       SHIM_EXPECT((a) <= (b), #a " <= " #b, __VA_ARGS__)
#define cr_expect_gt(a, b, ...)        SHIM_EXPECT((a) > (b), #a " > " #b, __VA_ARGS__)
#define cr_expect_geq(a, b, ...)       SHIM_EXPECT((a) >= (b), #a " >= " #b, __VA_ARGS__)
#define cr_expect_null(a, ...)         SHIM_EXPECT((a) == NULL, #a " is NULL", __VA_ARGS__)
#define cr_expect_not_null(a, ...)     SHIM_EXPECT((a) != NULL, #a " is not NULL", __VA_ARGS__)
#define cr_expect_str_eq(a, b, ...)    SHIM_EXPECT(strcmp(a, b) == 0, #a " is " #b, __VA_ARGS__)
#define cr_expect_arr_eq(a, b, n, ...) SHIM_EXPECT(memcmp(a, b, n) == 0, #a " is " #b, __VA_ARGS__)
#define cr_expect_fail(...)            SHIM_EXPECT(0, "", __VA_ARGS__)

#define cr_log_info(...) (printf("[----] " __VA_ARGS__), putchar('\n'))
#define cr_log_warn(...) cr_log_info(__VA_ARGS__)
#define cr_skip_test(...)                                                                          \
    do {                                                                                           \
        cr_log_info("skipped: " __VA_ARGS__);                                                      \
        shim_leave(SHIM_SKIPPED);                                                                  \
    } while (0)

static double shim_number(const char *variable, double otherwise)
{
    const char *given = getenv(variable);

    return given && *given ? atof(given) : otherwise;
}

/* The child's part: the test between its init and its fini, under its time limit. */
static void shim_child(const struct shim_test *test, struct shim_options options)
{
    double limit = options.timeout * shim_number("TEST_TIMEOUT_FACTOR", 1);

    if (limit > 0)
        alarm((unsigned)limit + 1);
    if (setjmp(shim_out) == 0) {
        if (options.init)
            options.init();
        test->body();
    }
    if (options.fini)
        options.fini();
    exit(shim_verdict);
}

static int shim_run(const struct shim_test *test)
{
    struct shim_options options = test->options;
    int status;

    for (const struct shim_test *s = shim_first; s; s = s->next) {
        if (s->body || strcmp(s->suite, test->suite) != 0)
            continue;
        if (!options.init)
            options.init = s->options.init;
        if (!options.fini)
            options.fini = s->options.fini;
        if (!(options.timeout > 0))
            options.timeout = s->options.timeout;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        shim_child(test, options);
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("criterion.h");
        exit(EXIT_FAILURE);
    }
    if (WIFSIGNALED(status)) {
        printf("[----] %s/%s: signal %d%s\n", test->suite, test->name, WTERMSIG(status),
               WTERMSIG(status) == SIGALRM ? " (out of time)" : "");
        return -1;
    }
    return WEXITSTATUS(status);
}

int main(void)
{
    const char *only = getenv("TEST_FILTER");
    int ran = 0, skipped = 0, failing = 0, crashing = 0;

    setvbuf(stdout, NULL, _IOLBF, 0); /* what is known is seen, whatever ends the program */
    for (const struct shim_test *t = shim_first; t; t = t->next) {
        char full[200];
        struct timespec start, end;

        snprintf(full, sizeof full, "%s/%s", t->suite, t->name ? t->name : "");
        if (!t->body || (only && strncmp(full, only, strlen(only)) != 0))
            continue;
        clock_gettime(CLOCK_MONOTONIC, &start);
        int verdict = shim_run(t);
        clock_gettime(CLOCK_MONOTONIC, &end);
        ran++;
        skipped += verdict == SHIM_SKIPPED;
        crashing += verdict == -1;
        failing += verdict != SHIM_SKIPPED && verdict != SHIM_PASSED;
        if (verdict != SHIM_SKIPPED && verdict != SHIM_PASSED)
            printf("[FAIL] %s\n", full);
        else if (shim_number("TEST_VERBOSE", 0) > 0)
            printf("[%s] %s: %lld s\n", verdict == SHIM_PASSED ? "PASS" : "SKIP", full,
                   (long long)(end.tv_sec - start.tv_sec));
    }
    printf(
        "[====] Synthesis: Tested: %d | Passing: %d | Failing: %d | Crashing: %d | Skipped: %d\n",
        ran - skipped, ran - skipped - failing, failing, crashing, skipped);
    return ran == 0 || failing > 0;
}

#endif
