/* alloc_preload - for LD_PRELOAD: malloc, calloc, realloc and aligned_alloc whose SIGCOST_ALLOC_FAIL-th call (and,
 * with SIGCOST_ALLOC_STICKY, each after it) has no memory. In the program alone, not in what starts it or what it
 * starts. Built by tests/program_faults.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *at, size_t size);
void *__libc_memalign(size_t align, size_t size);

static unsigned long calls, fail_at;
static int sticky;

__attribute__((constructor)) static void start(void)
{
    const char *at = getenv("SIGCOST_ALLOC_FAIL");

    sticky = getenv("SIGCOST_ALLOC_STICKY") != NULL;
    if (at && strcmp(program_invocation_short_name, "sigcost") == 0)
        fail_at = strtoul(at, NULL, 10);
}

static int fails(void)
{
    unsigned long call;

    if (!fail_at)
        return 0;
    call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    if (sticky ? call < fail_at : call != fail_at)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *at, size_t size)
{
    return fails() ? NULL : __libc_realloc(at, size);
}

void *aligned_alloc(size_t align, size_t size)
{
    return fails() ? NULL : __libc_memalign(align, size);
}
