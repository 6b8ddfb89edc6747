/* test_questions - every command that explain --questions names as an answer runs, and answers. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *build(void)
{
    const char *given = getenv("SIGCOST_BUILD");

    return given && *given ? given : "build";
}

/* A command's output, for free(); its exit code. */
static int run(char **output, const char *command)
{
    size_t room = 0;
    FILE *from = popen(command, "r");

    *output = NULL;
    cr_assert_not_null(from);
    if (getdelim(output, &room, '\0', from) < 0) {
        free(*output);
        *output = strdup("");
    }
    int status = pclose(from);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Some words that the answer says to look at, or NULL: part of what every command prints. */
static const char *answer_of(const char *command)
{
    static const struct {
        const char *command, *words;
    } known[] = {{"ladder rsa", "MR rounds"},
                 {"ladder ecdsa", "double"},
                 {"ladder", "over it"},
                 {"explain fields", "I/M"},
                 {"explain rsa-2048 keygen", "expected"},
                 {"explain", "unexplained"},
                 {"scale rsa", "fitted"},
                 {"scale payload", "half hash at"},
                 {"bench", "samples"}};
    const char *words = NULL;

    for (size_t i = 0; i < sizeof known / sizeof known[0] && !words; i++)
        if (strncmp(command, known[i].command, strlen(known[i].command)) == 0)
            words = known[i].words;
    /* of one operation alone, the ladder has that one's columns */
    if (words && strcmp(words, "MR rounds") == 0 && strstr(command, "--op sign"))
        words = "limb prod";
    return words;
}

static void answers(const char *arguments)
{
    char command[600], *output;

    snprintf(command, sizeof command, "%s/sigcost %s --seconds 0.2 2>&1", build(), arguments);
    cr_assert_eq(run(&output, command), 0, "%s: %s", command, output);
    cr_assert_gt(strlen(output), 200, "%s: %s", command, output);
    const char *words = answer_of(arguments);
    cr_assert_not_null(words, "this test does not know what %s answers", arguments);
    cr_assert_not_null(strstr(output, words), "%s does not say \"%s\": %s", command, words, output);
    free(output);
}

Test(questions, every_answer_is_there, .timeout = 900)
{
    char command[400], *output, *rest, *done[40];
    size_t count = 0;

    snprintf(command, sizeof command, "%s/sigcost explain --questions", build());
    cr_assert_eq(run(&output, command), 0);
    for (char *line = strtok_r(output, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        size_t i = 0;
        line += strspn(line, " ");
        if (strncmp(line, "sigcost ", 8) != 0)
            continue;
        /* questions share answers */
        while (i < count && strcmp(done[i], line) != 0)
            i++;
        if (i < count)
            continue;
        cr_assert_lt(count, sizeof done / sizeof done[0]);
        done[count++] = line;
        answers(line + 8);
    }
    cr_assert_geq(count, 12);
    free(output);
}
