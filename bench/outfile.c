/* outfile - an output path is tried before minutes of measuring; what is written comes to stand under its name
 * whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/output.h"

static enum result complain(const char *command, const char *path)
{
    fprintf(stderr, "sigcost %s: cannot write %s: %s\n", command,
            strcmp(path, "-") == 0 ? "to standard output" : path, strerror(errno));
    return FAILED;
}

/* Names of files that are being written, for an exit() in the middle: memory has run out. */
static char *unfinished[128];

static void remove_unfinished(void)
{
    for (size_t i = 0; i < sizeof unfinished / sizeof *unfinished; i++)
        if (unfinished[i])
            unlink(unfinished[i]);
}

/* Replaces one name, or NULL, by another. */
static void note_unfinished(const char *before, char *after)
{
    static int registered;
    size_t i = 0;

    if (!registered)
        registered = atexit(remove_unfinished) == 0;
    while (i < sizeof unfinished / sizeof *unfinished && unfinished[i] != before)
        i++;
    if (i < sizeof unfinished / sizeof *unfinished)
        unfinished[i] = after;
}

static void forget(struct outfile *out)
{
    if (out->fresh)
        note_unfinished(out->fresh, NULL);
    free(out->target);
    free(out->fresh);
    out->target = out->fresh = NULL;
    if (out->fd >= 0)
        close(out->fd);
    out->fd = -1;
}

/* Names for a regular file: where it stands, and beside it what will be renamed to it. FAILED: no memory. */
static enum result name_both(struct outfile *out, char *target)
{
    out->target = target;
    if (target && asprintf(&out->fresh, "%s.%ld.new", target, (long)getpid()) < 0)
        out->fresh = NULL;
    return out->fresh ? DONE : FAILED;
}

/* Makes the file that will be renamed, to see that it can be made. */
static int make_fresh(const struct outfile *out)
{
    return open(out->fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static enum result try_fresh(struct outfile *out, const char *command)
{
    int fd;

    if (!out->fresh) {
        errno = ENOMEM;
        goto failed;
    }
    fd = make_fresh(out);
    if (fd < 0)
        goto failed;
    close(fd);
    unlink(out->fresh);
    return DONE;
failed:
    (void)complain(command, out->path);
    forget(out);
    return FAILED;
}

/* Something stands there: a device or a pipe is written where it is. */
static enum result open_there(struct outfile *out, const char *command)
{
    struct stat st;
    int hangs = stat(out->path, &st) != 0;

    out->fd = open(out->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (out->fd < 0 || fstat(out->fd, &st) != 0) {
        (void)complain(command, out->path);
        forget(out);
        return FAILED;
    }
    if (!S_ISREG(st.st_mode))
        return DONE;
    enum result named = name_both(out, realpath(out->path, NULL));
    if (hangs && out->target && st.st_size == 0)
        unlink(out->target); /* a link to nothing: it was made only to learn where that is */
    if (named == DONE) {
        int fd = make_fresh(out);

        if (fd >= 0) {
            close(fd);
            unlink(out->fresh);
            close(out->fd);
            out->fd = -1;
            return DONE;
        }
    } else if (errno == ENOMEM) {
        (void)complain(command, out->path);
        forget(out);
        return FAILED;
    }
    /* its folder takes no new file: the old one is written over */
    free(out->fresh);
    free(out->target);
    out->fresh = out->target = NULL;
    return DONE;
}

enum result outfile_open(struct outfile *out, const char *path, const char *option,
                         const char *command)
{
    struct stat stat;

    *out = (struct outfile){.path = path, .option = option, .fd = -1};
    if (!path)
        return DONE;
    if (path_given(path, option, command) != DONE)
        return FAILED;
    if (strcmp(path, "-") == 0) {
        if ((fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) == O_RDONLY) {
            errno = EBADF;
            return complain(command, path);
        }
        out->fd = dup(STDOUT_FILENO);
        return out->fd < 0 ? complain(command, path) : DONE;
    }
    if (lstat(path, &stat) == 0)
        return open_there(out, command);
    if (errno != ENOENT)
        return complain(command, path);
    (void)name_both(out, strdup(path));
    return try_fresh(out, command);
}

FILE *outfile_stream(struct outfile *out)
{
    struct stat stat;
    FILE *stream;

    if (out->fresh) {
        out->fd = make_fresh(out);
        if (out->fd < 0)
            return NULL;
        note_unfinished(NULL, out->fresh);
        if (lstat(out->target, &stat) == 0 && fchmod(out->fd, stat.st_mode & 0777) != 0)
            return NULL;
    } else if (fstat(out->fd, &stat) == 0 && S_ISREG(stat.st_mode) && strcmp(out->path, "-") != 0 &&
               ftruncate(out->fd, 0) != 0)
        return NULL;
    stream = fdopen(out->fd, "w");
    if (stream)
        out->fd = -1; /* the stream's from here on */
    return stream;
}

enum result outfile_finish(struct outfile *out, FILE *stream, const char *command)
{
    int bad = !stream || fflush(stream) != 0 || ferror(stream);
    int error = errno;

    if (stream && fclose(stream) != 0 && !bad) {
        bad = 1;
        error = errno;
    }
    if (!bad)
        return DONE;
    outfile_abandon(out);
    errno = error ? error : EIO;
    return complain(command, out->path);
}

enum result outfile_place(struct outfile *out, const char *command)
{
    int bad = out->fresh && rename(out->fresh, out->target) != 0;
    int error = errno;

    outfile_abandon(out);
    errno = error;
    return bad ? complain(command, out->path) : DONE;
}

enum result outfile_close(struct outfile *out, FILE *stream, const char *command)
{
    enum result done = outfile_finish(out, stream, command);

    return done == DONE ? outfile_place(out, command) : done;
}

void outfile_discard(struct outfile *out, FILE *stream)
{
    if (stream)
        fclose(stream);
    outfile_abandon(out);
}

void outfile_abandon(struct outfile *out)
{
    if (out->fresh)
        unlink(out->fresh); /* not there before it is written, nor once it is placed */
    forget(out);
}
