/* secrets_scan - looks for secrets in all memory of the process that can be written.
 *
 * What runs under test runs on a stack of its own (ucontext), so that the scanner's frames do not overwrite what
 * it is to find; the whole of that stack is scanned, the heap with what was freed, every library's data.
 * The registry is a shared mapping, the one place that is not scanned: the needles lie there, and
 * children of fork() compute needles into it (nonces, CRT exponents) without a trace in this process.
 *
 * A needle is each run of 16 octets of a secret: big-endian, little-endian (which is limbs, of any width, on a
 * little-endian machine), and as 52-bit digits in 64-bit words. A run that lies in a live block of the heap
 * that the test has tracked (the key's own) may be allowed.
 */
#ifndef SIGCOST_TEST_SECRETS_SCAN_H
#define SIGCOST_TEST_SECRETS_SCAN_H

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "tests/alloc_faults.h"

enum {
    RUN = 16,
    MAX_RUNS = 1 << 15,
    MAX_SECRET = 1024,
    MAX_SECRETS = 24,
    SCAN_STACK = 1 << 20,
    SHOWN = 4
};

struct needles {
    size_t count, runs;
    struct {
        const char *name;
        int never; /* not in the key's own blocks either: a nonce */
        size_t len;
        uint8_t octets[3][MAX_SECRET * 8 / 6 + 8]; /* big-endian, little-endian, 52-bit digits */
    } secret[MAX_SECRETS];
    struct {
        uint64_t head;
        const uint8_t *at;
        unsigned secret;
    } run[MAX_RUNS]; /* by the hash of head */
    uint8_t filter[1 << 13];
    uint8_t room[1 << 16]; /* the test's own */
};

struct hits {
    unsigned long stack, heap, live, data; /* live: in tracked blocks */
    char shown[1024];
};

static struct needles *needles;
static char *scan_stack;

static inline void needles_open(void)
{
    needles =
        mmap(NULL, sizeof *needles, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    scan_stack = mmap(NULL, SCAN_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (needles == MAP_FAILED || scan_stack == MAP_FAILED)
        abort();
}

static inline size_t run_hash(uint64_t head)
{
    return (size_t)(head * 0x9e3779b97f4a7c15u >> 48);
}

static inline void needles_clear(void)
{
    needles->count = needles->runs = 0;
    memset(needles->run, 0, sizeof needles->run);
    memset(needles->filter, 0, sizeof needles->filter);
}

/* Not memcmp: it would carry needles into vector registers, and the first call of a function in a shared library
 * saves those to the stack. */
static inline int same_run(const void *a, const void *b)
{
    uint64_t x[2], y[2];

    memcpy(x, a, 8);
    memcpy(y, b, 8);
    if (x[0] != y[0])
        return 0;
    memcpy(x + 1, (const char *)a + 8, 8);
    memcpy(y + 1, (const char *)b + 8, 8);
    return x[1] == y[1];
}

static inline void add_run(const uint8_t *at, unsigned secret)
{
    uint64_t head;
    unsigned differ = 0;
    size_t i;

    for (int k = 1; k < RUN; k++)
        differ += at[k] != at[k - 1];
    if (differ < RUN / 2 || needles->runs >= MAX_RUNS / 2)
        return; /* zeros, padding */
    memcpy(&head, at, 8);
    needles->filter[run_hash(head) >> 3] |= (uint8_t)(1u << (run_hash(head) & 7));
    for (i = run_hash(head) % MAX_RUNS; needles->run[i].at; i = (i + 1) % MAX_RUNS)
        if (same_run(needles->run[i].at, at))
            return;
    needles->run[i].head = head;
    needles->run[i].at = at;
    needles->run[i].secret = secret;
    needles->runs++;
}

/* at: big-endian, in the registry. */
static inline void add_secret(const char *name, int never, const uint8_t *at, size_t len)
{
    unsigned n = (unsigned)needles->count++;
    uint8_t *digit = needles->secret[n].octets[2];
    size_t digits = len * 8 / 52;

    needles->secret[n].name = name;
    needles->secret[n].never = never;
    needles->secret[n].len = len;
    memset(digit, 0, sizeof needles->secret[n].octets[2]);
    for (size_t i = 0; i < len; i++) {
        needles->secret[n].octets[0][i] = at[i];
        needles->secret[n].octets[1][i] = at[len - 1 - i];
    }
    for (size_t bit = 0; bit < 52 * digits; bit++)
        if (needles->secret[n].octets[1][bit / 8] >> bit % 8 & 1)
            digit[bit / 52 * 8 + bit % 52 / 8] |= (uint8_t)(1u << bit % 52 % 8);
    for (size_t i = 0; i + RUN <= len; i++) {
        add_run(needles->secret[n].octets[0] + i, n);
        add_run(needles->secret[n].octets[1] + i, n);
    }
    for (size_t i = 0; i + RUN <= 8 * digits; i += 8)
        add_run(digit + i, n);
}

/* The same of a little-endian string. */
static inline void add_secret_le(const char *name, int never, const uint8_t *at, size_t len)
{
    uint8_t *turned = needles->room + sizeof needles->room - MAX_SECRET;

    for (size_t i = 0; i < len; i++)
        turned[i] = at[len - 1 - i];
    add_secret(name, never, turned, len);
}

static inline void note_hit(struct hits *hits, const char *at, unsigned secret, const char *mapping)
{
    size_t used = strlen(hits->shown);
    char *start;

    if (alloc_block_of(at, &start) && !needles->secret[secret].never) {
        hits->live++;
        return;
    }
    if ((at >= scan_stack && at < scan_stack + SCAN_STACK) || strstr(mapping, "[stack]"))
        hits->stack++;
    else if (strstr(mapping, "[heap]") || !strchr(mapping, '/'))
        hits->heap++;
    else
        hits->data++;
    if (hits->stack + hits->heap + hits->data <= SHOWN) {
        if (at >= scan_stack && at < scan_stack + SCAN_STACK)
            snprintf(hits->shown + used, sizeof hits->shown - used,
                     "; %s %ld below the stack's top", needles->secret[secret].name,
                     (long)(scan_stack + SCAN_STACK - at));
        else
            snprintf(hits->shown + used, sizeof hits->shown - used, "; %s at %p in %s",
                     needles->secret[secret].name, (const void *)at, mapping);
    }
}

static inline void scan_range(struct hits *hits, const char *from, const char *to,
                              const char *mapping)
{
    uint64_t head;

    for (const char *at = from; at + RUN <= to; at++) {
        memcpy(&head, at, 8);
        if (!(needles->filter[run_hash(head) >> 3] >> (run_hash(head) & 7) & 1))
            continue;
        for (size_t i = run_hash(head) % MAX_RUNS; needles->run[i].at; i = (i + 1) % MAX_RUNS)
            if (needles->run[i].head == head && same_run(needles->run[i].at, at)) {
                note_hit(hits, at, needles->run[i].secret, mapping);
                at += RUN - 1;
                break;
            }
    }
}

static inline void scan_all(struct hits *hits)
{
    static char line[512], name[256];
    FILE *maps = fopen("/proc/self/maps", "r");

    memset(hits, 0, sizeof *hits);
    if (!maps)
        abort();
    while (fgets(line, sizeof line, maps)) {
        unsigned long from, to;
        char mode[8];

        name[0] = '\0';
        if (sscanf(line, "%lx-%lx %7s %*s %*s %*s %255[^\n]", &from, &to, mode, name) < 3 ||
            mode[0] != 'r' || mode[1] != 'w' || mode[3] == 's' || strstr(name, "[v"))
            continue;
        scan_range(hits, (const char *)from, (const char *)to, name);
    }
    fclose(maps);
}

static ucontext_t scan_back, scan_forth;
static void (*scan_run)(void *);
static void *scan_argument;

static void scan_enter(void)
{
    scan_run(scan_argument);
}

/* run(argument) on the stack that is scanned. */
static inline void on_scan_stack(void (*run)(void *), void *argument)
{
    scan_run = run;
    scan_argument = argument;
    memset(scan_stack, 0, SCAN_STACK);
    getcontext(&scan_forth);
    scan_forth.uc_stack.ss_sp = scan_stack;
    scan_forth.uc_stack.ss_size = SCAN_STACK;
    scan_forth.uc_link = &scan_back;
    makecontext(&scan_forth, scan_enter, 0);
    swapcontext(&scan_back, &scan_forth);
}

/* Octets of the scanned stack that the last run touched. */
static inline size_t scan_depth(void)
{
    size_t i = 0;

    while (i < SCAN_STACK && scan_stack[i] == 0)
        i++;
    return SCAN_STACK - i;
}

/* run(argument) in a child, whose results go to the registry. 1 if it ended well. */
static inline int in_child(void (*run)(void *), void *argument)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        run(argument);
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

#endif
