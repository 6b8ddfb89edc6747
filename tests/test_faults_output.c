/* test_faults_output - a full disk and a closed pipe under every command that writes: one line, exit status 2, no hang,
 * and what stood under a file's name before stands there still. */
#include "tests/program.h"

/* Each command as quick as it can be. %s: where its file goes, or nothing. */
static const struct {
    const char *command;
    const char *json, *csv; /* the options that name files; NULL: none */
    int head;               /* `| head -1` too */
} commands[] = {
    {"list", NULL, NULL, 1},
    {"bench --alg ed25519 --op sign --impl self --rounds 1", "--json", "--csv", 0},
    {"batch --sizes 1,4 --rounds 1 --seconds 0.1", "--json", "--csv", 0},
    {"ladder ed25519 --op sign --no-peers --seconds 0.1", "--json", "--csv", 0},
    {"explain ed25519 sign --seconds 0.1", "--json", NULL, 0},
    {"explain --questions", NULL, NULL, 0},
    {"scale curve --op sign --seconds 0.1", "--json", "--csv", 0},
    {"studies --from $DIR/old.json", "--json", NULL, 1},
    {"report --from $DIR/old.json", "-o", NULL, 0},
    {"leak --alg ed25519 --op sign --impl adx --seconds 0.1", NULL, NULL, 0},
    {"vectors --sample 100 vectors/ed25519", "--json", NULL, 0},
    {"compare --force $DIR/old.json $DIR/old.json", NULL, NULL, 0},
    {"--help", NULL, NULL, 0},
    {"--version", NULL, NULL, 0},
    {"bench --help", NULL, NULL, 0},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void prepare(void)
{
    if (access("/dev/full", W_OK) != 0)
        cr_skip_test("no /dev/full here");
    open_folder();
    /* figures of all the seven, for studies and report */
    cr_assert_eq(shell("", "sigcost bench --alg ed25519,ecdsa-p256 --op sign,verify --impl self "
                           "--rounds 12 --json $DIR/old.json")
                     ->code,
                 0);
}

/* The line names what could not be written, and nothing is left beside it. */
static void one_line(const struct ran *ran, const char *command, const char *says)
{
    cr_expect_eq(ran->code, 2, "%s: exit %d, \"%s\"", command, ran->code, ran->err);
    cr_expect_eq(lines(ran->err), 1, "%s: \"%s\"", command, ran->err);
    cr_expect_eq(strncmp(ran->err, "sigcost", 7), 0, "%s: \"%s\"", command, ran->err);
    cr_expect_not_null(strstr(ran->err, says), "%s: \"%s\"", command, ran->err);
    cr_expect_eq(files("*.new"), 0, "%s", command);
}

/* `report` needs its file: the page goes to a sound one unless it is the one that is tried. */
static void fill_in(char *text, size_t room, int i, const char *option, const char *path,
                    const char *redirect)
{
    int is_report = strncmp(commands[i].command, "report", 6) == 0;

    snprintf(text, room, "sigcost %s %s %s %s", commands[i].command,
             option      ? option
             : is_report ? "-o"
                         : "",
             path        ? path
             : is_report ? "$DIR/page.html"
                         : "",
             redirect);
}

Test(faults_output, standard_output_on_a_full_disk, .timeout = 120)
{
    char text[400];

    prepare();
    for (int i = 0; i < COMMANDS; i++) {
        const char *options[] = {NULL, commands[i].json, commands[i].csv};

        /* files that are made in between do not change the cause */
        for (int j = 0; j < 3; j++) {
            if (j > 0 && !options[j])
                continue;
            fill_in(text, sizeof text, i, options[j], j ? "$DIR/made" : NULL, ">/dev/full");
            one_line(shell("", text), text, "to standard output: No space left on device");
        }
    }
    close_folder();
}

Test(faults_output, standard_output_closed, .timeout = 120)
{
    char text[400];

    prepare();
    for (int i = 0; i < COMMANDS; i++) {
        fill_in(text, sizeof text, i, NULL, NULL, ">&-");
        one_line(shell("", text), text, "to standard output: Bad file descriptor");
    }
    close_folder();
}

/* The reader is gone before the first line comes, or after it. */
Test(faults_output, standard_output_is_a_closed_pipe, .timeout = 120)
{
    char text[400], piped[500];

    prepare();
    for (int i = 0; i < COMMANDS; i++) {
        const struct ran *ran;

        fill_in(text, sizeof text, i, NULL, NULL, "");
        snprintf(piped, sizeof piped, "{ sleep 0.1; %s; } | :", text);
        one_line(shell("", piped), piped, "to standard output: Broken pipe");
        if (!commands[i].head)
            continue;
        snprintf(piped, sizeof piped, "%s | head -1", text);
        ran = shell("", piped);
        cr_expect(ran->code == 0 || ran->code == 2, "%s: exit %d, %s", piped, ran->code, ran->err);
        cr_expect_eq(lines(ran->err), ran->code == 2, "%s: %s", piped, ran->err);
        cr_expect_eq(lines(ran->out), 1, "%s: %s", piped, ran->out);
    }
    close_folder();
}

Test(faults_output, files_on_a_full_disk, .timeout = 120)
{
    char text[400];

    prepare();
    for (int i = 0; i < COMMANDS; i++) {
        const char *options[] = {commands[i].json, commands[i].csv};

        for (int j = 0; j < 2; j++) {
            if (!options[j])
                continue;
            fill_in(text, sizeof text, i, options[j], "/dev/full", "");
            one_line(shell("", text), text, "/dev/full");
            if (strncmp(commands[i].command, "vectors", 7) == 0)
                continue; /* its table then goes to stderr */
            fill_in(text, sizeof text, i, options[j], "-", ">/dev/full");
            one_line(shell("", text), text, "cannot write to standard output: No space left");
        }
    }
    close_folder();
}

/* A limit on the size of files stands in for a disk that fills up in the middle: the old file stays. */
Test(faults_output, a_file_that_does_not_fit, .timeout = 120)
{
    char text[500], old[64];

    prepare();
    for (int i = 0; i < COMMANDS; i++) {
        const char *options[] = {commands[i].json, commands[i].csv};

        for (int j = 0; j < 2; j++) {
            const struct ran *ran;

            if (!options[j])
                continue;
            cr_assert_eq(system("echo what was there >$DIR/made; chmod 640 $DIR/made"), 0);
            fill_in(text, sizeof text, i, options[j], "$DIR/made", ">/dev/null");
            ran = shell("ulimit -f 0;", text);
            cr_expect_eq(ran->code, 2, "%s: exit %d, \"%s\"", text, ran->code, ran->err);
            slurp(old, sizeof old, "made");
            cr_expect_str_eq(old, "what was there\n", "%s", text);
            cr_expect_eq(files("*.new"), 0, "%s", text);
        }
    }
    close_folder();
}

Test(faults_output, a_new_file_takes_the_place_and_the_mode_of_the_old, .timeout = 60)
{
    const char *command = "sigcost bench --alg ed25519 --op sign --impl self --rounds 1 --json "
                          "$DIR/link";
    char path[300];
    struct stat st;

    prepare();
    cr_assert_eq(system("echo old >$DIR/made; chmod 640 $DIR/made; ln -s made $DIR/link"), 0);
    cr_assert_eq(shell("", command)->code, 0);
    snprintf(path, sizeof path, "%s/made", folder);
    cr_assert_eq(stat(path, &st), 0);
    cr_assert_eq(st.st_mode & 0777, 0640);
    cr_assert(whole_json("made"));
    snprintf(path, sizeof path, "%s/link", folder);
    cr_assert_eq(lstat(path, &st), 0);
    cr_assert(S_ISLNK(st.st_mode), "the link is still one");
    /* wrong use leaves a file as it was, and makes none */
    cr_assert_eq(shell("", "sigcost bench --alg ed25519 --impl nobody --json $DIR/none")->code, 2);
    cr_assert_eq(files("none*"), 0);
    cr_assert_eq(shell("", "sigcost bench --alg ed25519 --json ''")->code, 2);
    close_folder();
}
