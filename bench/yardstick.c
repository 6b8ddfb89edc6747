/* yardstick - how fast the machine was, whatever was built on it. */
#include <string.h>

#include "bench/yardstick.h"

#if defined(__x86_64__)

const char yardstick_what[] = "256 x 1 limbs of 64 bits, fixed x86-64 instructions";

uint64_t yardstick_row(uint64_t *r, const uint64_t *x, uint64_t b)
{
    uint64_t carry = 0;
    long i = -YARDSTICK_LIMBS;

    __asm__ volatile("1:\n\t"
                     "movq (%[x],%[i],8), %%rax\n\t"
                     "mulq %[b]\n\t"
                     "addq %[carry], %%rax\n\t"
                     "adcq $0, %%rdx\n\t"
                     "movq %%rax, (%[r],%[i],8)\n\t"
                     "movq %%rdx, %[carry]\n\t"
                     "incq %[i]\n\t"
                     "jnz 1b"
                     : [carry] "+&r"(carry), [i] "+&r"(i)
                     : [x] "r"(x + YARDSTICK_LIMBS), [r] "r"(r + YARDSTICK_LIMBS), [b] "r"(b)
                     : "rax", "rdx", "cc", "memory");
    return carry;
}

#elif defined(__aarch64__)

const char yardstick_what[] = "256 x 1 limbs of 64 bits, fixed AArch64 instructions";

uint64_t yardstick_row(uint64_t *r, const uint64_t *x, uint64_t b)
{
    uint64_t carry = 0, limb, low, n = YARDSTICK_LIMBS;

    __asm__ volatile("1:\n\t"
                     "ldr %[limb], [%[x]], #8\n\t"
                     "mul %[low], %[limb], %[b]\n\t"
                     "umulh %[limb], %[limb], %[b]\n\t"
                     "adds %[low], %[low], %[carry]\n\t"
                     "adc %[carry], %[limb], xzr\n\t"
                     "str %[low], [%[r]], #8\n\t"
                     "subs %[n], %[n], #1\n\t"
                     "b.ne 1b"
                     : [carry] "+&r"(carry), [n] "+&r"(n), [x] "+&r"(x), [r] "+&r"(r),
                       [limb] "=&r"(limb), [low] "=&r"(low)
                     : [b] "r"(b)
                     : "cc", "memory");
    return carry;
}

#else

const char yardstick_what[] = "256 x 1 limbs of 64 bits, a loop in C";

/* Halves of 32 bits: no type of 128 is needed. Each sum stays below 2^64. */
uint64_t yardstick_row(uint64_t *r, const uint64_t *x, uint64_t b)
{
    const uint64_t b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t carry = 0;

    for (int i = 0; i < YARDSTICK_LIMBS; i++) {
        const uint64_t x0 = (uint32_t)x[i], x1 = x[i] >> 32;
        const uint64_t low = x0 * b0, mid = x1 * b0 + (low >> 32), mid2 = x0 * b1 + (uint32_t)mid;
        const uint64_t p = mid2 << 32 | (uint32_t)low, sum = p + carry;
        carry = x1 * b1 + (mid >> 32) + (mid2 >> 32) + (sum < p);
        r[i] = sum;
    }
    return carry;
}

#endif

struct row {
    uint64_t x[YARDSTICK_LIMBS], r[YARDSTICK_LIMBS];
};

static struct row row;

static void run_rows(void *work, unsigned long times)
{
    struct row *at = work;

    while (times-- > 0)
        at->x[0] ^= yardstick_row(at->r, at->x, 0x9e3779b97f4a7c15);
}

static enum verdict check_rows(void *work, unsigned long times, const char **why)
{
    (void)work;
    (void)times;
    (void)why;
    return GOOD;
}

void yardstick_cell(struct cell *out)
{
    for (int i = 0; i < YARDSTICK_LIMBS; i++)
        row.x[i] = 0x243f6a8885a308d3 * (uint64_t)(2 * i + 1);
    memset(out, 0, sizeof *out);
    out->job = (struct job){.run = run_rows, .check = check_rows, .work = &row, .max_batch = 50000};
}
