/* outputs - --json and --csv of the measuring commands. */
#include <errno.h>
#include <string.h>

#include "bench/options.h"
#include "bench/output.h"

enum result outputs_open(struct outputs *out, const char *json, const char *csv,
                         const char *command)
{
    int same;

    if (outfile_open(&out->json, json, "--json", command) != DONE)
        return FAILED;
    if (outfile_open(&out->csv, csv, "--csv", command) != DONE) {
        outfile_abandon(&out->json);
        return FAILED;
    }
    same = json && csv && (strcmp(json, csv) == 0 || outfile_same(&out->json, &out->csv));
    if (!same)
        return DONE;
    outfile_abandon(&out->json);
    outfile_abandon(&out->csv);
    wrong_use(command, "--json and --csv name the same file: %s, %s", json, csv);
    return FAILED;
}

static int is_stdout(const struct outfile *file)
{
    return file->path && strcmp(file->path, "-") == 0;
}

int outputs_take_stdout(const struct outputs *out)
{
    return is_stdout(&out->json) || is_stdout(&out->csv);
}

static enum result finish_json(struct outfile *out, json_t *root, const char *command)
{
    FILE *to = root ? outfile_stream(out) : NULL;
    int error, bad = !root ||
                     (to && (json_dumpf(root, to, JSON_INDENT(2) | JSON_REAL_PRECISION(10)) != 0 ||
                             fputc('\n', to) == EOF));

    error = errno;
    json_decref(root);
    errno = error; /* of the stream, or why there is none */
    if (!bad || (to && ferror(to)))
        return outfile_finish(out, to, command);
    outfile_discard(out, to);
    wrong_use(command, "out of memory while writing %s",
              is_stdout(out) ? "to standard output" : out->path);
    return FAILED;
}

enum result outfile_json(struct outfile *out, json_t *root, const char *command)
{
    enum result done = finish_json(out, root, command);

    return done == DONE ? outfile_place(out, command) : done;
}

int outputs_write(struct outputs *out, json_t *(*json)(const void *data),
                  void (*csv)(FILE *to, const void *data), const void *data, const char *command)
{
    if (out->json.path && finish_json(&out->json, json(data), command) != DONE)
        return EXIT_WRONG_USE;
    if (out->csv.path) {
        FILE *to = outfile_stream(&out->csv);

        if (to)
            csv(to, data);
        if (outfile_finish(&out->csv, to, command) != DONE)
            return EXIT_WRONG_USE;
    }
    if ((out->json.path && outfile_place(&out->json, command) != DONE) ||
        (out->csv.path && outfile_place(&out->csv, command) != DONE))
        return EXIT_WRONG_USE;
    return EXIT_GOOD;
}

int outputs_end(struct outputs *out, int code)
{
    if (code == EXIT_WRONG_USE) {
        outfile_abandon(&out->json);
        outfile_abandon(&out->csv);
    }
    return code;
}
