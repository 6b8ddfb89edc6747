/* counted - finds and opens the counted build. */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/counted.h"
#include "bench/need.h"
#include "bench/timer.h"

enum { WHY_LEN = 512 };

static const char *const places[] = {"/counted.so", "/../counted.so", "/../lib/sigcost/counted.so"};

/* dlopen(), and why not: the loader's own words, to the end of their line. */
static void *load(char why[WHY_LEN], const char *path)
{
    errno = 0;
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *said = object ? NULL : dlerror();

    if (!object) {
        need_memory();
        snprintf(why, WHY_LEN, "the counted build cannot be loaded: %.400s", said ? said : path);
        why[strcspn(why, "\r\n")] = '\0';
    }
    return object;
}

/* Beside the executable, beside its tests' folder, or where `make install` puts it. NULL: `why` says more if
 * there is one that cannot be loaded. */
static void *open_object(char why[WHY_LEN])
{
    const char *given = getenv("SIGCOST_COUNTED");
    char exe[PATH_MAX], path[PATH_MAX + 64];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);

    if (given)
        return load(why, given);
    if (n <= 0)
        return NULL;
    exe[n] = '\0';
    char *slash = strrchr(exe, '/');
    if (slash)
        *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, sizeof path, "%s%s", exe, places[i]);
        if (access(path, R_OK) != 0)
            continue;
        void *object = load(why, path);
        if (object)
            return object;
    }
    return NULL;
}

const struct counted *counted_open(const char **why)
{
    static const struct counted *counted;
    static char said[WHY_LEN];
    counted_entry entry;

    if (counted)
        return counted;
    snprintf(said, sizeof said,
             "the counted build (counted.so) is not beside the program; make builds it");
    void *object = open_object(said);
    if (!object) {
        *why = said;
        return NULL;
    }
    void *symbol = dlsym(object, "sigcost_counted");
    memcpy(&entry, &symbol, sizeof entry);
    const struct counted *found = entry ? entry() : NULL;
    if (!found || found->contract != COUNTED_CONTRACT || found->ops != OP_COUNT || !found->count) {
        *why = "counted.so is of another version; build it again";
        dlclose(object);
        return NULL;
    }
    counted = found;
    return counted;
}

void counted_reset(const struct counted *counted)
{
    memset(counted->count, 0, OP_COUNT * sizeof *counted->count);
}

void counted_first(double counts[OP_COUNT], const struct counted *counted, struct phases *phases,
                   size_t phase)
{
    counted_reset(counted);
    phases->list[phase].run(phases, 0);
    for (int op = 0; op < OP_COUNT; op++)
        counts[op] = (double)counted->count[op];
}

size_t counted_phase(double counts[OP_COUNT], const struct counted *counted, struct phases *phases,
                     size_t phase, int frame, double seconds)
{
    double end = timer_seconds() + seconds;
    const struct phase *at = &phases->list[phase];
    size_t runs = 0;

    counted_reset(counted);
    while (runs < RING && (runs < 2 || timer_seconds() < end)) {
        if (frame)
            at->frame(phases, runs);
        else
            at->run(phases, runs);
        runs++;
    }
    for (int op = 0; op < OP_COUNT; op++)
        counts[op] = (double)counted->count[op] / (double)runs;
    return runs;
}
