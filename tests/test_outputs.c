/* test_outputs - what a command writes never takes the place of what it reads, nor two results one place, whatever
 * names and links lead there: refused before anything is measured, and nothing is changed. */
#include <fcntl.h>
#include <time.h>

#include "tests/program.h"

#define MEASURE "sigcost bench --alg ed25519 --op sign --impl self "

/* Long enough to see that nothing was measured. */
#define LONG MEASURE "--seconds 15 "

static void prepare(void)
{
    open_folder();
    cr_assert_eq(shell("", "sigcost bench --alg ed25519,ecdsa-p256 --op sign,verify --impl self "
                           "--rounds 12 --json $DIR/b.json")
                     ->code,
                 0);
    cr_assert_eq(system("cd $DIR && cp b.json kept && ln b.json hard && ln -s b.json soft && "
                        "ln -s soft softer"),
                 0);
}

static size_t all_files(void)
{
    return files("*") + files("rfc/*") - files("out") - files("err") - files("code");
}

/* One line that has all the words, at once, nothing on stdout, and no file more or less. */
static void refused(const char *command, const char *says, const char *says_too)
{
    struct timespec began, ended;
    size_t before = all_files();

    clock_gettime(CLOCK_MONOTONIC, &began);
    const struct ran *ran = shell("", command);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    cr_expect_eq(ran->code, 2, "%s: exit %d, %s", command, ran->code, ran->err);
    cr_expect_eq(lines(ran->err), 1, "%s: %s", command, ran->err);
    cr_expect_not_null(strstr(ran->err, says), "%s: %s", command, ran->err);
    cr_expect_not_null(strstr(ran->err, says_too), "%s: %s", command, ran->err);
    cr_expect_str_empty(ran->out, "%s", command);
    cr_expect_lt(ended.tv_sec - began.tv_sec, 8, "%s", command);
    cr_expect_eq(all_files(), before, "%s", command);
}

static void unchanged(const char *command)
{
    cr_expect_eq(system("cmp -s $DIR/b.json $DIR/kept"), 0, "%s changed its input", command);
}

static const char *const names[] = {"$DIR/b.json", "$DIR/./b.json",
                                    "$DIR/hard",   "$DIR/../${DIR##*/}/b.json",
                                    "$DIR/soft",   "$DIR/softer"};
enum { NAMES = sizeof names / sizeof *names };

Test(outputs, an_input_is_no_output, .timeout = 120)
{
    static const char *const formats[] = {
        "sigcost studies --from $DIR/b.json --json %s",
        "sigcost report --from $DIR/b.json -o %s",
        "cp $DIR/kept $DIR/b.json; sigcost studies --json %s --from $DIR/soft",
        "sigcost report -o %s --from $DIR/hard",
    };
    char command[400];

    prepare();
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t i = 0; i < NAMES; i++) {
            snprintf(command, sizeof command, formats[f], names[i]);
            refused(command, "is an input", strrchr(names[i], '/'));
            unchanged(command);
        }
    /* standard output too, where it is the file */
    refused("sigcost studies --from $DIR/b.json --json - >>$DIR/b.json", "is an input", "b.json");
    unchanged("appending");
    /* another file is one, though it has the same content */
    cr_expect_eq(shell("", "sigcost studies --from $DIR/b.json --json $DIR/kept")->code, 0);
    cr_expect(whole_json("kept"));
    cr_expect_eq(system("cmp -s $DIR/b.json $DIR/kept"), 256);
    cr_expect_eq(shell("", "sigcost studies --from $DIR/b.json --json /dev/null")->code, 0);
    cr_expect_eq(shell("", "sigcost studies --from $DIR/b.json --json /dev/stdout | cat")->code, 0);
    close_folder();
}

Test(outputs, vectors_are_no_output, .timeout = 120)
{
    static const char *const read_as[] = {"$DIR/rfc/a.json", "$DIR/rfc", "$DIR", "$DIR/way",
                                          "vectors/rfc/rfc6979.json $DIR/rfc/../rfc/a.json"};
    static const char *const written_as[] = {"$DIR/rfc/a.json", "$DIR/rfc/../rfc/a.json",
                                             "$DIR/link", "$DIR/hard", "$DIR/way/a.json"};
    char command[400];

    open_folder();
    cr_assert_eq(system("cd $DIR && mkdir rfc && cp $OLDPWD/vectors/rfc/rfc8032.json rfc/a.json && "
                        "ln -s rfc/a.json link && ln rfc/a.json hard && ln -s rfc way"),
                 0);
    for (size_t i = 0; i < sizeof read_as / sizeof *read_as; i++)
        for (size_t j = 0; j < sizeof written_as / sizeof *written_as; j++) {
            snprintf(command, sizeof command, "sigcost vectors %s --json %s", read_as[i],
                     written_as[j]);
            refused(command, "a.json is an input", written_as[j] + 5);
            cr_expect_eq(system("cmp -s vectors/rfc/rfc8032.json $DIR/rfc/a.json"), 0, "%s",
                         command);
        }
    /* what is not there yet is not read, nor what no vectors are in */
    cr_expect_eq(shell("", "sigcost vectors $DIR/rfc --json $DIR/rfc/new.json")->code, 0);
    refused("sigcost vectors $DIR/rfc --json $DIR/rfc/new.json", "is an input", "new.json");
    cr_expect_eq(system("mv $DIR/rfc/new.json $DIR/rfc/new.out"), 0);
    cr_expect_eq(shell("", "sigcost vectors $DIR/rfc --json $DIR/rfc/new.out")->code, 0);
    cr_expect_eq(shell("", "sigcost vectors $DIR/rfc --json - | cat")->code, 0);
    remove_files("rfc/*");
    cr_expect_eq(system("rmdir $DIR/rfc"), 0);
    close_folder();
}

/* The plots' files too: none is the input, the page, or another's. */
Test(outputs, what_stands_beside_a_page_is_no_input, .timeout = 120)
{
    glob_t found;
    char command[400], pattern[300];

    prepare();
    cr_assert_eq(shell("", "sigcost report --from $DIR/b.json -o $DIR/p.html")->code, 0);
    snprintf(pattern, sizeof pattern, "%s/p-*", folder);
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0);
    cr_assert_geq(found.gl_pathc, 2);
    cr_assert_eq(system("cp $DIR/p.html $DIR/page"), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *one = found.gl_pathv[i];
        snprintf(command, sizeof command, "mv %s $DIR/aside; ln -s b.json %s", one, one);
        cr_assert_eq(system(command), 0);
        refused("sigcost report --from $DIR/b.json -o $DIR/p.html", "is an input",
                strrchr(one, '/'));
        unchanged(one);
        snprintf(command, sizeof command, "ln -sf p.html %s", one);
        cr_assert_eq(system(command), 0);
        refused("sigcost report --from $DIR/b.json -o $DIR/p.html", "the same file",
                strrchr(one, '/'));
        cr_expect_eq(system("cmp -s $DIR/p.html $DIR/page"), 0, "%s", one);
        snprintf(command, sizeof command, "mv -f $DIR/aside %s", one);
        cr_assert_eq(system(command), 0);
    }
    globfree(&found);
    close_folder();
}

Test(outputs, one_file_for_two_results_is_refused, .timeout = 120)
{
    static const struct {
        const char *json, *csv;
    } pairs[] = {
        {"$DIR/new", "$DIR/new"},       {"$DIR/new", "$DIR/./new"},   {"$DIR//new", "$DIR/new"},
        {"$DIR/new", "$DIR/here/new"},  {"$DIR/nowhere", "$DIR/new"}, {"$DIR/new", "$DIR/nowhere"},
        {"$DIR/nowhere", "$DIR/there"}, {"$DIR/old", "$DIR/./old"},   {"$DIR/old", "$DIR/soft"},
        {"$DIR/hard", "$DIR/old"},      {"$DIR/soft", "$DIR/hard"},   {"-", "-"},
        {"/dev/null", "/dev/null"},
    };
    char command[400];

    open_folder();
    cr_assert_eq(system("cd $DIR && echo old >old && ln old hard && ln -s old soft && ln -s . here "
                        "&& ln -s new nowhere && ln -s here/nowhere there"),
                 0);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        snprintf(command, sizeof command, LONG "--json %s --csv %s", pairs[i].json, pairs[i].csv);
        refused(command, "--json and --csv name the same file",
                strrchr(pairs[i].json, '/') ? strrchr(pairs[i].json, '/') : pairs[i].json);
        cr_expect_eq(system("test \"$(cat $DIR/old)\" = old && test ! -e $DIR/new"), 0, "%s",
                     command);
    }
    refused(LONG "--json - --csv $DIR/old >>$DIR/old", "the same file", "old");
    /* two are two */
    cr_expect_eq(shell("", MEASURE "--rounds 1 --json $DIR/new --csv $DIR/new2")->code, 0);
    cr_expect(whole_json("new"));
    cr_expect_eq(shell("", MEASURE "--rounds 1 --json /dev/null --csv $DIR/there")->code, 0);
    cr_expect(!whole_json("new"), "the CSV by two links");
    cr_expect_eq(files("*.new"), 0);
    close_folder();
}

/* A link to nothing leads to the file that is made; wrong use makes none. */
Test(outputs, a_link_to_nothing, .timeout = 60)
{
    open_folder();
    cr_assert_eq(system("ln -s made $DIR/link; ln -s no/such $DIR/lost"), 0);
    refused(MEASURE "--impl nobody --json $DIR/link", "nobody", "");
    refused("sigcost studies --from $DIR/none --json $DIR/link", "/none", "No such file");
    refused(MEASURE "--json $DIR/lost", "cannot write", "No such file");
    cr_expect_eq(files("made*"), 0);
    cr_expect_eq(shell("", MEASURE "--rounds 1 --json $DIR/link")->code, 0);
    cr_expect(whole_json("made"));
    cr_expect_eq(system("test -L $DIR/link"), 0);
    close_folder();
}

Test(outputs, an_empty_name_is_said_to_be_one, .timeout = 60)
{
    static const char *const commands[][2] = {
        {"sigcost bench --json ''", "--json wants a path"},
        {"sigcost bench --csv ''", "--csv wants a path"},
        {"sigcost batch --csv ''", "--csv wants a path"},
        {"sigcost explain ed25519 sign --json ''", "--json wants a path"},
        {"sigcost explain fields --json ''", "--json wants a path"},
        {"sigcost studies --json ''", "--json wants a path"},
        {"sigcost studies --from ''", "--from wants a path"},
        {"sigcost report -o ''", "-o wants a path"},
        {"sigcost report -o $DIR/page --from ''", "--from wants a path"},
        {"sigcost vectors --json '' vectors/rfc", "--json wants a path"},
        {"sigcost vectors '' 2>&1 >$DIR/table | grep -v '^  *self' >&2",
         "\"\": a PATH is a file or a folder"},
    };

    open_folder();
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const struct ran *ran = shell("", commands[i][0]);
        cr_expect_eq(ran->code, 2, "%s", commands[i][0]);
        cr_expect_not_null(strstr(ran->err, commands[i][1]), "%s: %s", commands[i][0], ran->err);
        cr_expect_eq(lines(ran->err), 1, "%s: %s", commands[i][0], ran->err);
    }
    close_folder();
}

/* Standard output that is closed is not taken by a file that is opened next, to be written into. */
Test(outputs, a_closed_standard_output_is_no_file, .timeout = 60)
{
    open_folder();
    /* in place, as where its folder takes no new file */
    const struct ran *ran = shell("", MEASURE "--rounds 1 --json /dev/null >&-");
    cr_expect_eq(ran->code, 2, "%s", ran->err);
    cr_expect_not_null(strstr(ran->err, "standard output: Bad file descriptor"), "%s", ran->err);
    ran = shell("", LONG "--json - >&-");
    cr_expect_eq(ran->code, 2, "%s", ran->err);
    cr_expect_not_null(strstr(ran->err, "standard output: Bad file descriptor"), "%s", ran->err);
    close_folder();
}
