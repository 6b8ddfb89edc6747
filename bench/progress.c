/* progress - one line, drawn over itself. */
#include <stdio.h>
#include <unistd.h>

#include "bench/progress.h"
#include "bench/timer.h"

enum { WIDTH = 40 };

void progress_start(struct progress *progress, const char *what)
{
    *progress =
        (struct progress){.what = what, .shown = isatty(STDERR_FILENO), .start = timer_seconds()};
}

void progress_show(struct progress *progress, double done)
{
    double now = timer_seconds(), spent = now - progress->start;
    int full = (int)(done * WIDTH);

    if (!progress->shown || now - progress->last < 0.1)
        return;
    progress->last = now;
    fprintf(stderr, "\r%s [", progress->what);
    for (int i = 0; i < WIDTH; i++)
        fputc(i < full ? '#' : '.', stderr);
    fprintf(stderr, "] %3.0f %%", 100 * done);
    if (done > 0.02)
        fprintf(stderr, "  %.0f s left ", spent / done - spent);
    fprintf(stderr, "\033[K");
}

void progress_end(struct progress *progress)
{
    if (progress->shown)
        fprintf(stderr, "\r\033[K");
    progress->shown = 0;
}
