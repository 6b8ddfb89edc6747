/* units_code - ELF's local symbols come object by object, each group after its file's name. */
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/units_code.h"
#include "bignum/ifma.h"
#include "ec/limbs.h"
#include "ed25519/ed25519.h"
#include "rsa/engines.h"

/* This program's file in memory. */
struct image {
    const uint8_t *at;
    size_t len;
};

static struct image open_self(void)
{
    struct image image = {NULL, 0};
    struct stat stat;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return image;
    if (fstat(fd, &stat) == 0 && (size_t)stat.st_size > sizeof(ElfW(Ehdr))) {
        void *at = mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (at != MAP_FAILED)
            image = (struct image){at, (size_t)stat.st_size};
    }
    close(fd);
    return image;
}

static int first_base(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uintptr_t *)base = info->dlpi_addr; /* the first is the program itself */
    return 1;
}

static const ElfW(Shdr) * symbol_table(const struct image *image)
{
    const ElfW(Ehdr) *header = (const void *)image->at;

    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_shoff + (size_t)header->e_shnum * sizeof(ElfW(Shdr)) > image->len)
        return NULL;
    const ElfW(Shdr) *sections = (const void *)(image->at + header->e_shoff);
    for (unsigned i = 0; i < header->e_shnum; i++)
        if (sections[i].sh_type == SHT_SYMTAB &&
            sections[i].sh_offset + sections[i].sh_size <= image->len)
            return &sections[i];
    return NULL;
}

/* ELF32_ST_TYPE and ELF64_ST_TYPE are the same. */
static size_t group_of(const ElfW(Sym) * symbols, size_t count, uintptr_t address)
{
    size_t sum = 0;
    int found = 0;

    for (size_t i = 0; i < count; i++) {
        unsigned type = ELF64_ST_TYPE(symbols[i].st_info);
        if (type == STT_FILE || ELF64_ST_BIND(symbols[i].st_info) != STB_LOCAL) {
            if (found)
                return sum;
            sum = 0;
        } else if (type == STT_FUNC) {
            sum += symbols[i].st_size;
            found |= address - symbols[i].st_value < (symbols[i].st_size ? symbols[i].st_size : 1);
        }
    }
    return found ? sum : 0;
}

size_t code_bytes_around(uintptr_t function)
{
    struct image image = open_self();
    const ElfW(Shdr) *table = image.at ? symbol_table(&image) : NULL;
    uintptr_t base = 0;
    size_t sum = 0;

    (void)dl_iterate_phdr(first_base, &base);
    if (table)
        sum = group_of((const void *)(image.at + table->sh_offset),
                       table->sh_size / sizeof(ElfW(Sym)), function - base);
    if (image.at)
        munmap((void *)image.at, image.len);
    return sum;
}

static enum curve_id curve_of(const struct alg *alg)
{
    enum curve_id id = P192;

    while (id < P521 && ec_curve(id)->bits != alg->bits)
        id++;
    return id;
}

static uintptr_t ec_function(const struct impl *row)
{
    for (size_t i = 0; ec_engines[i]; i++) {
        const struct limbs_ops *ops;
        if (strcmp(ec_engines[i]->step.name, row->name) != 0)
            continue;
        ops = limbs_ops_of(ec_engines[i], curve_of(row->alg));
        return ops ? (uintptr_t)ops->mul_base : (uintptr_t)ec_engines[i]->mul_base;
    }
    return 0;
}

/* The engine, and the vector kernels that it takes for keys of this size. */
static size_t rsa_code(const struct impl *row)
{
    const struct rsa_engine *engine = row->data;
    size_t bytes = code_bytes_around((uintptr_t)engine->private_op);
    mp_size_t limbs = (mp_size_t)(row->alg->bits / GMP_NUMB_BITS);

    for (unsigned numbers = 1; engine == &rsa_ifma && numbers <= 2; numbers++) {
        const struct ifma_kernel *kernel = ifma_kernel_for(numbers, limbs / (mp_size_t)numbers);
        if (kernel)
            bytes += code_bytes_around((uintptr_t)kernel->mul);
    }
    return bytes;
}

size_t code_bytes(const struct impl *row)
{
    switch (row->alg->family) {
    case FAMILY_RSA:
        return rsa_code(row);
    case FAMILY_ECDSA:
        return code_bytes_around(ec_function(row));
    case FAMILY_ED25519:
        return code_bytes_around((uintptr_t)((const struct ed25519_engine *)row->data)->mul_base);
    }
    return 0;
}
