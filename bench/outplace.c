/* outplace - which file an output is: an input that it would replace, another output, standard output that failed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/need.h"
#include "bench/options.h"
#include "bench/output.h"

/* A regular file that is there, or a name that is free in a folder. */
struct place {
    dev_t dev; /* the file's or the folder's */
    ino_t ino;
    const char *name; /* "": the file's own */
};

/* 1, or 0: a device, a pipe, nothing. */
static int find_place(struct place *place, const struct outfile *out)
{
    const char *path = out->target ? out->target : out->path;
    struct stat st = {0};

    if (!path)
        return 0;
    *place = (struct place){.name = ""};
    if ((strcmp(path, "-") == 0 ? fstat(STDOUT_FILENO, &st) : stat(path, &st)) != 0) {
        const char *slash = strrchr(path, '/');
        place->name = slash ? slash + 1 : path;
        size_t len = (size_t)(place->name - path);
        char *folder = memcpy(need_zeroed(len + 2, 1), len ? path : ".", len ? len : 1);
        int missing = stat(folder, &st);
        free(folder);
        if (missing)
            return 0;
    }
    place->dev = st.st_dev;
    place->ino = st.st_ino;
    return *place->name || S_ISREG(st.st_mode);
}

int outfile_same(const struct outfile *a, const struct outfile *b)
{
    struct place x, y;

    return find_place(&x, a) && find_place(&y, b) && x.dev == y.dev && x.ino == y.ino &&
           strcmp(x.name, y.name) == 0;
}

enum result outfile_spares(const struct outfile *out, const char *input, const char *command)
{
    struct place place;
    struct stat st;

    if (!input || stat(input, &st) != 0 || !find_place(&place, out) || *place.name ||
        st.st_dev != place.dev || st.st_ino != place.ino)
        return DONE;
    wrong_use(command, "%s %s: %s is an input, which it would overwrite", out->option, out->path,
              input);
    return FAILED;
}

enum result path_given(const char *path, const char *option, const char *command)
{
    if (*path)
        return DONE;
    wrong_use(command, "%s wants a path", option);
    return FAILED;
}

static int stdout_error;

void output_flush(FILE *to)
{
    /* what failed within a printf fails again here, unless its text ended where the buffer did */
    int bad = fflush(to) != 0 || ferror(to);

    if (bad && to == stdout && !stdout_error)
        stdout_error = errno ? errno : EIO;
}

int output_stdout_error(void)
{
    output_flush(stdout);
    return stdout_error;
}
