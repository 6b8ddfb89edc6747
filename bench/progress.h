/* progress - a bar on stderr where that is a terminal, nothing elsewhere. */
#ifndef SIGCOST_PROGRESS_H
#define SIGCOST_PROGRESS_H

struct progress {
    const char *what;
    int shown; /* stderr is a terminal */
    double start, last;
};

void progress_start(struct progress *progress, const char *what);
/* done in [0, 1]; draws at most ten times a second. */
void progress_show(struct progress *progress, double done);
/* Takes the bar away. */
void progress_end(struct progress *progress);

#endif
