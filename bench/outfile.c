/* outfile - an output path is tried before minutes of measuring, and errors at the end are reported. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/output.h"

static enum result complain(const char *command, const char *path)
{
    fprintf(stderr, "sigcost %s: cannot write %s: %s\n", command, path, strerror(errno));
    return FAILED;
}

enum result outfile_open(struct outfile *out, const char *path, const char *command)
{
    *out = (struct outfile){.path = path, .fd = -1};
    if (!path)
        return DONE;
    if (strcmp(path, "-") == 0) {
        out->fd = dup(STDOUT_FILENO);
        return out->fd < 0 ? complain(command, "standard output") : DONE;
    }
    out->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (out->fd >= 0)
        out->created = 1;
    else if (errno == EEXIST)
        out->fd = open(path, O_WRONLY | O_CLOEXEC);
    return out->fd < 0 ? complain(command, path) : DONE;
}

FILE *outfile_stream(struct outfile *out)
{
    struct stat stat;
    FILE *stream;

    if (fstat(out->fd, &stat) == 0 && S_ISREG(stat.st_mode) && strcmp(out->path, "-") != 0 &&
        ftruncate(out->fd, 0) != 0)
        return NULL;
    stream = fdopen(out->fd, "w");
    if (stream)
        out->fd = -1; /* the stream's from here on */
    return stream;
}

enum result outfile_close(struct outfile *out, FILE *stream, const char *command)
{
    int bad = !stream || fflush(stream) != 0 || ferror(stream);
    int error = errno;

    if (stream && fclose(stream) != 0 && !bad) {
        bad = 1;
        error = errno;
    }
    errno = error ? error : EIO;
    return bad ? complain(command, out->path) : DONE;
}

void outfile_abandon(struct outfile *out)
{
    if (out->fd >= 0)
        close(out->fd);
    out->fd = -1;
    if (out->created)
        unlink(out->path);
}
