/* alloc_faults - malloc and its kin replaced in a test program, GMP's allocations included: the n-th can be made to
 * fail, and what is allocated while tracking is on and not freed is known.
 *
 * Needs glibc, whose own functions stay reachable; not under sanitizers, which bring their own malloc
 * (HAS_ALLOC_FAULTS is 0 then). One thread at a time may allocate while tracking is on.
 */
#ifndef SIGCOST_TEST_ALLOC_FAULTS_H
#define SIGCOST_TEST_ALLOC_FAULTS_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define HAS_ALLOC_FAULTS 0
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define HAS_ALLOC_FAULTS 0
#endif
#endif
#if !defined HAS_ALLOC_FAULTS
#ifdef __GLIBC__
#define HAS_ALLOC_FAULTS 1
#else
#define HAS_ALLOC_FAULTS 0
#endif
#endif

enum { ALLOC_SLOTS = 1 << 16 };

static struct {
    int on;                /* counting, tracking, failing */
    unsigned long calls;   /* requests since alloc_on() */
    unsigned long fail_at; /* the request that fails, counted from 1; 0: none */
    int sticky;            /* and all after it */
    unsigned long failed;
    size_t live;
    struct {
        char *at; /* NULL: never used; GONE: freed */
        size_t size;
    } slot[ALLOC_SLOTS];
} alloc;

static inline void alloc_on(unsigned long fail_at, int sticky)
{
    alloc.calls = alloc.failed = 0;
    alloc.fail_at = fail_at;
    alloc.sticky = sticky;
    alloc.on = 1;
}

static inline void alloc_off(void)
{
    alloc.on = 0;
}

/* The size of the live block that at lies in, which starts at *start; 0: in none that is tracked. */
static inline size_t alloc_block_of(const char *at, char **start)
{
    for (size_t i = 0; i < ALLOC_SLOTS; i++)
        if (alloc.slot[i].size && at >= alloc.slot[i].at &&
            at < alloc.slot[i].at + alloc.slot[i].size) {
            *start = alloc.slot[i].at;
            return alloc.slot[i].size;
        }
    return 0;
}

#if HAS_ALLOC_FAULTS

#define ALLOC_GONE ((char *)1)

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *at, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *at);

static inline size_t alloc_hash(const void *at)
{
    return (size_t)((uintptr_t)at / 16 * 0x9e3779b97f4a7c15u >> 40) % ALLOC_SLOTS;
}

static inline int alloc_fails(void)
{
    if (!alloc.on)
        return 0;
    alloc.calls++;
    if (alloc.fail_at == 0 ||
        (alloc.sticky ? alloc.calls < alloc.fail_at : alloc.calls != alloc.fail_at))
        return 0;
    alloc.failed++;
    errno = ENOMEM;
    return 1;
}

static inline void *alloc_note(void *at, size_t size)
{
    size_t i = alloc_hash(at);

    if (!alloc.on || !at)
        return at;
    while (alloc.slot[i].at && alloc.slot[i].at != ALLOC_GONE)
        i = (i + 1) % ALLOC_SLOTS;
    alloc.slot[i].at = at;
    alloc.slot[i].size = size ? size : 1;
    alloc.live++;
    return at;
}

/* Whether or not tracking is on: the block may have been noted before. */
static inline void alloc_forget(void *at)
{
    if (alloc.live == 0 || !at)
        return;
    for (size_t i = alloc_hash(at); alloc.slot[i].at; i = (i + 1) % ALLOC_SLOTS)
        if (alloc.slot[i].at == at) {
            alloc.slot[i].at = ALLOC_GONE;
            alloc.slot[i].size = 0;
            alloc.live--;
            return;
        }
}

/* Between independent runs: no block is live any more that will be asked for. */
static inline void alloc_reset(void)
{
    for (size_t i = 0; i < ALLOC_SLOTS; i++) {
        alloc.slot[i].at = NULL;
        alloc.slot[i].size = 0;
    }
    alloc.live = 0;
}

void *malloc(size_t size)
{
    return alloc_fails() ? NULL : alloc_note(__libc_malloc(size), size);
}

void *calloc(size_t count, size_t size)
{
    return alloc_fails() ? NULL : alloc_note(__libc_calloc(count, size), count * size);
}

void *realloc(void *at, size_t size)
{
    void *moved;

    if (alloc_fails())
        return NULL;
    moved = __libc_realloc(at, size);
    if (moved) {
        alloc_forget(at);
        alloc_note(moved, size);
    }
    return moved;
}

void *memalign(size_t align, size_t size);
void *memalign(size_t align, size_t size)
{
    return alloc_fails() ? NULL : alloc_note(__libc_memalign(align, size), size);
}

void *aligned_alloc(size_t align, size_t size)
{
    return memalign(align, size);
}

int posix_memalign(void **at, size_t align, size_t size)
{
    void *block = memalign(align, size);

    if (!block)
        return ENOMEM;
    *at = block;
    return 0;
}

void free(void *at)
{
    alloc_forget(at);
    __libc_free(at);
}

#else

static inline void alloc_reset(void)
{
}

#endif
#endif
