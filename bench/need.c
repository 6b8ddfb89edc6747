/* need - ends the program where memory is refused. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/need.h"
#include "bench/options.h"

static void end(void)
{
    static const char line[] = "sigcost: out of memory\n";

    if (write(STDERR_FILENO, line, sizeof line - 1) < 0)
        exit(EXIT_WRONG_USE); /* nobody to tell */
    exit(EXIT_WRONG_USE);
}

void *need_zeroed(size_t count, size_t size)
{
    void *block = calloc(count, size);

    if (!block)
        end();
    return block;
}

void *need_grown(void *block, size_t count, size_t size)
{
    void *grown = realloc(block, count * size);

    if (!grown)
        end();
    return grown;
}

void need_memory(void)
{
    if (errno == ENOMEM)
        end();
}
