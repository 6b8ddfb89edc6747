/* outputs - --json and --csv of the measuring commands. */
#include <string.h>

#include "bench/options.h"
#include "bench/output.h"

enum result outputs_open(struct outputs *out, const char *json, const char *csv,
                         const char *command)
{
    if (json && csv && strcmp(json, csv) == 0) {
        wrong_use(command, "--json and --csv name the same file");
        return FAILED;
    }
    if (outfile_open(&out->json, json, command) != DONE)
        return FAILED;
    if (outfile_open(&out->csv, csv, command) != DONE) {
        outfile_abandon(&out->json);
        return FAILED;
    }
    return DONE;
}

static int is_stdout(const struct outfile *file)
{
    return file->path && strcmp(file->path, "-") == 0;
}

int outputs_take_stdout(const struct outputs *out)
{
    return is_stdout(&out->json) || is_stdout(&out->csv);
}

int outputs_write(struct outputs *out, json_t *(*json)(const void *data),
                  void (*csv)(FILE *to, const void *data), const void *data, const char *command)
{
    if (out->json.path) {
        FILE *to = outfile_stream(&out->json);
        json_t *root = json(data);
        int bad =
            to && (!root || json_dumpf(root, to, JSON_INDENT(2) | JSON_REAL_PRECISION(10)) != 0 ||
                   fputc('\n', to) == EOF);

        json_decref(root);
        if (outfile_close(&out->json, to, command) != DONE)
            return EXIT_WRONG_USE;
        if (bad)
            return wrong_use(command, "out of memory while writing %s", out->json.path);
    }
    if (out->csv.path) {
        FILE *to = outfile_stream(&out->csv);

        if (to)
            csv(to, data);
        if (outfile_close(&out->csv, to, command) != DONE)
            return EXIT_WRONG_USE;
    }
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
