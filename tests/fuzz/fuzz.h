/* fuzz - what the fuzzers share: an input that is read from the front, checks, and the share of inputs that
 * were accepted, which says whether a fuzzer gets past the first refusal.
 *
 * A fuzzer runs from the root of the tree, since it reads vectors/. `make fuzz` prints how to replay a finding. */
#ifndef SIGCOST_FUZZ_H
#define SIGCOST_FUZZ_H

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bignum/base.h"
#include "bignum/random.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libFuzzer keeps the input of a process that aborts. */
#define MUST(condition, ...)                                                                       \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: MUST(%s): ", __FILE__, __LINE__, #condition);                  \
            fprintf(stderr, __VA_ARGS__);                                                          \
            fputc('\n', stderr);                                                                   \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static unsigned long fuzz_inputs, fuzz_accepted;

static inline void fuzz_share(void)
{
    fprintf(stderr, "share: %lu of %lu accepted\n", fuzz_accepted, fuzz_inputs);
}

static inline void fuzz_start(void)
{
    atexit(fuzz_share);
}

static inline void fuzz_count(int accepted)
{
    fuzz_inputs++;
    fuzz_accepted += accepted != 0;
}

/* What is left of the input; takes from an empty one give zeros or nothing. */
static inline unsigned take_u8(struct bytes *in)
{
    if (in->len == 0)
        return 0;
    in->len--;
    return *in->at++;
}

static inline unsigned take_u16(struct bytes *in)
{
    unsigned low = take_u8(in);

    return low | take_u8(in) << 8;
}

static inline struct bytes take(struct bytes *in, size_t len)
{
    struct bytes out = {in->at, len < in->len ? len : in->len};

    in->at += out.len;
    in->len -= out.len;
    return out;
}

/* A copy on the heap with nothing behind it, so that reading past its end is seen. For free(). */
static inline uint8_t *exact_copy(struct bytes from)
{
    uint8_t *copy = malloc(from.len ? from.len : 1);

    MUST(copy, "out of memory");
    if (from.len)
        memcpy(copy, from.at, from.len);
    return copy;
}

static inline int same_bytes(struct bytes a, struct bytes b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

/* x = a number of up to len octets whose limbs tend to be edges: a control octet for each eight octets says
 * zeros, ones, a single bit, a run of ones, or octets of the input. */
static inline void take_number(mpz_t x, size_t len, struct bytes *in)
{
    uint8_t octets[2048] = {0};

    MUST(len <= sizeof octets, "%zu octets", len);
    for (size_t at = 0; at < len; at += 8) {
        size_t n = len - at < 8 ? len - at : 8;
        unsigned control = take_u8(in);
        if (control % 5 == 1)
            memset(octets + at, 0xff, n);
        else if (control % 5 == 2)
            octets[at + control / 5 % n] = (uint8_t)(1 << control % 8);
        else if (control % 5 == 3)
            memset(octets + at, 0xff, control / 5 % n);
        else if (control % 5 == 4) {
            struct bytes raw = take(in, n);
            if (raw.len)
                memcpy(octets + at, raw.at, raw.len);
        }
    }
    mpz_import(x, len, -1, 1, 0, 0, octets);
}

/* Deterministic octets: a run replays. xorshift64 (Marsaglia 2003). */
struct fuzz_rng {
    struct rng rng;
    uint64_t state;
};

static inline enum result fuzz_fill(struct rng *self, uint8_t *out, size_t len)
{
    struct fuzz_rng *rng = (struct fuzz_rng *)self;

    for (size_t i = 0; i < len; i++) {
        rng->state ^= rng->state << 13;
        rng->state ^= rng->state >> 7;
        rng->state ^= rng->state << 17;
        out[i] = (uint8_t)(rng->state >> 32);
    }
    return DONE;
}

static inline struct fuzz_rng fuzz_rng_new(uint64_t seed)
{
    return (struct fuzz_rng){{fuzz_fill}, (seed + 1) * 0x9e3779b97f4a7c15u};
}

#endif
