/* yardstick - how fast the machine was, whatever was built on it. */
#include <string.h>

#include "bench/yardstick.h"

#if defined(__x86_64__)

const char yardstick_what[] = "256 products of 64-bit limbs, fixed x86-64 instructions";

#define PRODUCT(at)                                                                                \
    "movq " #at "(%[x],%[i],8), %%rax\n\t"                                                         \
    "mulq %[b]\n\t"                                                                                \
    "addq %%rax, %[sum]\n\t"                                                                       \
    "movq %%rax, " #at "(%[r],%[i],8)\n\t"                                                         \
    "xorq %%rdx, %[high]\n\t"

uint64_t yardstick_products(uint64_t *r, const uint64_t *x, uint64_t b)
{
    uint64_t sum = 0, high = 0;
    long i = -YARDSTICK_LIMBS;

    __asm__ volatile(".p2align 6\n"
                     "1:\n\t" PRODUCT(0) PRODUCT(8) PRODUCT(16) PRODUCT(24) PRODUCT(32) PRODUCT(40)
                         PRODUCT(48) PRODUCT(56) "addq $8, %[i]\n\t"
                                                 "jnz 1b"
                     : [sum] "+&r"(sum), [high] "+&r"(high), [i] "+&r"(i)
                     : [x] "r"(x + YARDSTICK_LIMBS), [r] "r"(r + YARDSTICK_LIMBS), [b] "r"(b)
                     : "rax", "rdx", "cc", "memory");
    return sum + high;
}

#elif defined(__aarch64__)

const char yardstick_what[] = "256 products of 64-bit limbs, fixed AArch64 instructions";

#define PRODUCT                                                                                    \
    "ldr %[limb], [%[x]], #8\n\t"                                                                  \
    "mul %[low], %[limb], %[b]\n\t"                                                                \
    "umulh %[limb], %[limb], %[b]\n\t"                                                             \
    "add %[sum], %[sum], %[low]\n\t"                                                               \
    "str %[low], [%[r]], #8\n\t"                                                                   \
    "eor %[high], %[high], %[limb]\n\t"

uint64_t yardstick_products(uint64_t *r, const uint64_t *x, uint64_t b)
{
    uint64_t sum = 0, high = 0, limb, low, n = YARDSTICK_LIMBS / 4;

    __asm__ volatile(".p2align 6\n"
                     "1:\n\t" PRODUCT PRODUCT PRODUCT PRODUCT "subs %[n], %[n], #1\n\t"
                     "b.ne 1b"
                     : [sum] "+&r"(sum), [high] "+&r"(high), [n] "+&r"(n), [x] "+&r"(x),
                       [r] "+&r"(r), [limb] "=&r"(limb), [low] "=&r"(low)
                     : [b] "r"(b)
                     : "cc", "memory");
    return sum + high;
}

#else

const char yardstick_what[] = "256 products of 64-bit limbs, a loop in C";

/* Halves of 32 bits: no type of 128 is needed. Each sum stays below 2^64. */
uint64_t yardstick_products(uint64_t *r, const uint64_t *x, uint64_t b)
{
    const uint64_t b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t sum = 0, high = 0;

    for (int i = 0; i < YARDSTICK_LIMBS; i++) {
        const uint64_t x0 = (uint32_t)x[i], x1 = x[i] >> 32;
        const uint64_t low = x0 * b0, mid = x1 * b0 + (low >> 32), mid2 = x0 * b1 + (uint32_t)mid;

        r[i] = mid2 << 32 | (uint32_t)low;
        sum += r[i];
        high ^= x1 * b1 + (mid >> 32) + (mid2 >> 32);
    }
    return sum + high;
}

#endif

struct operands {
    uint64_t x[YARDSTICK_LIMBS], r[YARDSTICK_LIMBS];
};

static struct operands operands;

static void run_products(void *work, unsigned long times)
{
    struct operands *at = work;

    while (times-- > 0)
        at->x[0] ^= yardstick_products(at->r, at->x, 0x9e3779b97f4a7c15);
}

static enum verdict take_products(void *work, unsigned long times, const char **why)
{
    (void)work;
    (void)times;
    (void)why;
    return GOOD;
}

void yardstick_cell(struct cell *out)
{
    for (int i = 0; i < YARDSTICK_LIMBS; i++)
        operands.x[i] = 0x243f6a8885a308d3 * (uint64_t)(2 * i + 1);
    memset(out, 0, sizeof *out);
    out->job = (struct job){
        .run = run_products, .check = take_products, .work = &operands, .max_batch = 50000};
}
