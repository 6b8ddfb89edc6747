/* self_rsa_tables - the windows of the RSA steps' powers. */
#include "bench/self.h"
#include "bignum/ifma.h"
#include "bignum/pow.h"
#include "rsa/engines.h"

static unsigned sliding_width(size_t bits)
{
    return pow_sliding_width(bits) - 1; /* odd powers alone */
}

/* Each step's power: 2^width entries of the modulus' size, or of a prime's. */
static const struct {
    const struct rsa_engine *engine;
    unsigned (*width)(size_t bits); /* NULL: no table */
    int halves;
} powers[] = {{&rsa_textbook, NULL, 0},
              {&rsa_window, pow_window_width, 0},
              {&rsa_montgomery, sliding_width, 0},
              {&rsa_crt, sliding_width, 1},
              {&rsa_hardened, pow_fixed_width, 1},
              {&rsa_limbs, pow_fixed_width, 1},
              {&rsa_ifma, pow_fixed_width, 1}};

size_t self_rsa_table_bytes(const struct impl *row)
{
    for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) {
        size_t bits = row->alg->bits / (powers[i].halves ? 2 : 1);
        mp_size_t n = (mp_size_t)((bits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS);
        const struct ifma_kernel *kernel;
        if (powers[i].engine != row->data || !powers[i].width)
            continue;
        kernel = row->data == &rsa_ifma ? ifma_kernel_for(2, n) : NULL;
        if (kernel) /* of vectors of 64 octets, for both primes */
            return ((size_t)64 * kernel->vectors) << IFMA_WINDOW;
        return ((size_t)n * sizeof(mp_limb_t)) << powers[i].width(bits);
    }
    return 0;
}
