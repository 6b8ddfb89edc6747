/* What `sigcost vectors` prints: columns, names, plurals. */
#include "tests/vectors_help.h"

TestSuite(vectors_report, .init = make_folder, .fini = drop_folder, .timeout = 300);

/* The column where `word` starts in the line of `text` that has `mark`. */
static size_t column(const char *text, const char *mark, const char *word)
{
    const char *at = strstr(text, mark), *line = at;
    cr_assert(at, "no %s in\n%s", mark, text);
    while (line > text && line[-1] != '\n')
        line--;
    const char *found = strstr(line, word);
    cr_assert(found, "no %s in\n%s", word, line);
    return (size_t)(found - line);
}

/* Whatever the length of the paths, and where a row is none of counts. */
Test(vectors_report, columns_are_aligned)
{
    static const char schema[] = "{\"$schema\":\"x\",\"type\":\"object\"}";
    static const size_t lengths[] = {1, 60, 61, 75, 99, 100, 101, 160};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        size_t len, folder = strlen(work_folder) + 1;
        size_t rest = lengths[i] > folder + 6 ? lengths[i] - folder - 6 : 1;
        size_t whole = folder + rest + 6, width = whole < 60 ? 60 : whole > 100 ? 100 : whole;
        char name[200];
        char *text = read_file("vectors/rfc/fips180.json", &len);
        memset(name, 'a', rest);
        strcpy(name + rest, "1.json");
        write_file(name, text, len);
        free(text);
        write_file("skipped.json", schema, strlen(schema));
        struct captured got = run_names("self", 1, work_folder);
        cr_expect(column(got.out, "file  ", "impl ") == width + 1, "%s", got.out);
        cr_expect(column(got.out, "total  ", "impl ") == width + 1, "%s", got.out);
        cr_expect(column(got.out, "a1.json ", " self ") == width, "%s", got.out);
        cr_expect(column(got.out, "skipped.json ", " -  ") == width, "%s", got.out);
        cr_expect(!strstr(got.out, "...") == (whole <= 100), "%s", got.out);
        /* the report has the whole path */
        json_t *suite = json_array_get(json_object_get(got.report, "suites"), 0);
        cr_expect(strlen(json_string_value(json_object_get(suite, "file"))) == whole);
        drop_captured(&got);
        char path[300];
        snprintf(path, sizeof path, "%s/%s", work_folder, name);
        unlink(path);
    }
}

static const char *last_line(const struct captured *got)
{
    const char *at = got->out + strlen(got->out);
    cr_assert(at > got->out);
    for (at--; at > got->out && at[-1] != '\n';)
        at--;
    return at;
}

Test(vectors_report, one_is_no_plural)
{
    struct captured got = run_names("self", 1, "vectors/rfc/fips180.json");
    cr_expect_str_eq(last_line(&got), "PASSED: 24 passed, 0 failed, 0 known differences, 0 "
                                      "unsupported; 1 file, 0 out of scope, 0 errors\n");
    drop_captured(&got);
    got = run_names("self", 1, "no/such/file");
    cr_expect_str_eq(last_line(&got), "INCOMPLETE: 0 passed, 0 failed, 0 known differences, 0 "
                                      "unsupported; 0 files, 0 out of scope, 1 error\n");
    drop_captured(&got);
}

/* Without a PATH, from another folder: the vectors beside the build folder, under their plain name. */
Test(vectors_report, default_folder)
{
    const char *build = getenv("SIGCOST_BUILD");
    char command[1000], *root = realpath(work_folder, NULL);
    size_t len;
    cr_assert(root);
    snprintf(command, sizeof command,
             "mkdir -p %s/b %s/vectors/wycheproof && cp %s/sigcost %s/b && "
             "cp vectors/rfc/fips180.json %s/vectors/wycheproof && "
             "cd / && %s/b/sigcost vectors >%s/printed 2>&1",
             root, root, build && *build ? build : "build", root, root, root, root);
    cr_assert(system(command) == 0, "%s", command);
    char *text = read_file(strcat(strcpy(command, work_folder), "/printed"), &len);
    cr_expect(!strstr(text, "/.."), "%s", text);
    cr_expect(strstr(text, "1 file, 0 out of scope, 0 errors"), "%s", text);
    snprintf(command, sizeof command, "%s/vectors/wycheproof/fips180.json ", root);
    /* of a long one the end */
    cr_expect(strstr(text, strlen(root) < 60 ? command : "/vectors/wycheproof/fips180.json "), "%s",
              text);
    free(text);
    free(root);
}
