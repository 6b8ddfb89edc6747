#include "bignum/memory.h"

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bignum/base.h"

static void end_of_memory(void)
{
    static const char line[] = "sigcost: out of memory\n";

    if (write(STDERR_FILENO, line, sizeof line - 1) < 0)
        exit(2); /* nobody to tell */
    exit(2);
}

static void (*give_up)(void) = end_of_memory;

void *memory_or_end(size_t size)
{
    void *block = malloc(size);

    if (!block) {
        give_up();
        abort(); /* GMP would write through the null pointer */
    }
    return block;
}

static void release(void *block, size_t size)
{
    if (!block)
        return;
    wipe(block, size);
    free(block);
}

/* realloc() would leave the old block behind as it was. A block that shrinks stays. */
static void *reallocate(void *block, size_t old_size, size_t new_size)
{
    void *grown;

    if (new_size <= old_size) {
        wipe((char *)block + new_size, old_size - new_size);
        return block;
    }
    grown = memory_or_end(new_size);
    memcpy(grown, block, old_size);
    release(block, old_size);
    return grown;
}

void gmp_memory_install(void (*out_of_memory)(void))
{
    give_up = out_of_memory ? out_of_memory : end_of_memory;
    mp_set_memory_functions(memory_or_end, reallocate, release);
}

#if defined __x86_64__
/* memcpy and memset of libc go over zmm16 to zmm31 where there is AVX-512. */
static __attribute__((target("avx512f"))) void clear_upper_registers(void)
{
    __asm__ __volatile__("vpxord %%zmm16, %%zmm16, %%zmm16\n\tvpxord %%zmm17, %%zmm17, %%zmm17\n\t"
                         "vpxord %%zmm18, %%zmm18, %%zmm18\n\tvpxord %%zmm19, %%zmm19, %%zmm19\n\t"
                         "vpxord %%zmm20, %%zmm20, %%zmm20\n\tvpxord %%zmm21, %%zmm21, %%zmm21\n\t"
                         "vpxord %%zmm22, %%zmm22, %%zmm22\n\tvpxord %%zmm23, %%zmm23, %%zmm23\n\t"
                         "vpxord %%zmm24, %%zmm24, %%zmm24\n\tvpxord %%zmm25, %%zmm25, %%zmm25\n\t"
                         "vpxord %%zmm26, %%zmm26, %%zmm26\n\tvpxord %%zmm27, %%zmm27, %%zmm27\n\t"
                         "vpxord %%zmm28, %%zmm28, %%zmm28\n\tvpxord %%zmm29, %%zmm29, %%zmm29\n\t"
                         "vpxord %%zmm30, %%zmm30, %%zmm30\n\tvpxord %%zmm31, %%zmm31, %%zmm31"
                         :
                         :
                         : "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23",
                           "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31");
}

static __attribute__((target("avx"))) void clear_lower_registers(void)
{
    __asm__ __volatile__("vzeroall"
                         :
                         :
                         : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
                           "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}

static void clear_registers(void)
{
    if (__builtin_cpu_supports("avx512f"))
        clear_upper_registers();
    if (__builtin_cpu_supports("avx"))
        clear_lower_registers();
}
#else
static void clear_registers(void)
{
}
#endif

static __attribute__((noinline)) void wipe_frames(unsigned kib)
{
    char frame[1024];

    if (kib > 1)
        wipe_frames(kib - 1);
    wipe(frame, sizeof frame);
}

void wipe_stack(unsigned kib)
{
    wipe_frames(kib);
    clear_registers();
}
