#include "bignum/pow.h"

/* The width that minimises digits(w) + table(w), for table(w) = 2^w >> halved. */
static unsigned best_width(size_t bits, unsigned halved, unsigned gap)
{
    unsigned best = 1;
    double least = 0;

    for (unsigned w = 1; w <= 10; w++) {
        double products = (double)bits / (w + gap) + (double)((1u << w) >> halved);

        if (w == 1 || products < least) {
            least = products;
            best = w;
        }
    }
    return best;
}

struct power_cost pow_binary_cost(const mp_limb_t *e, size_t bits)
{
    struct power_cost cost = {bits - 1, 0};

    for (size_t i = 0; i + 1 < bits; i++)
        cost.mul += limbs_bit(e, i);
    return cost;
}

unsigned pow_window_width(size_t bits)
{
    return best_width(bits, 0, 0);
}

struct power_cost pow_window_cost(size_t bits)
{
    unsigned w = pow_window_width(bits);
    unsigned long digits = (bits + w - 1) / w;

    return (struct power_cost){w * (digits - 1), digits - 1 + (1ul << w) - 2};
}

unsigned pow_sliding_width(size_t bits)
{
    return best_width(bits, 1, 1);
}

size_t pow_sliding_low(const mp_limb_t *e, size_t top, unsigned w)
{
    size_t low = top + 1 > w ? top + 1 - w : 0;

    while (!limbs_bit(e, low))
        low++;
    return low;
}

struct power_cost pow_sliding_cost(const mp_limb_t *e, size_t bits)
{
    unsigned w = pow_sliding_width(bits);
    struct power_cost cost = {w > 1, (1ul << (w - 1)) - 1};
    size_t low = pow_sliding_low(e, bits - 1, w);

    cost.sqr += low;
    for (size_t at = low; at-- > 0;)
        if (limbs_bit(e, at)) {
            at = pow_sliding_low(e, at, w);
            cost.mul++;
        }
    return cost;
}

double pow_sliding_expected_mul(size_t bits)
{
    unsigned w = pow_sliding_width(bits);

    return (double)(bits - w) / (w + 1) + (double)(1u << (w - 1)) - 1;
}

unsigned pow_fixed_width(size_t bits)
{
    /* A scan costs a part of a product that grows with the table, so the widths stay below what the
     * products alone would ask for; 5 at 512 to 1536 bits as measured. */
    return bits < 32 ? 2 : bits < 96 ? 3 : bits < 256 ? 4 : bits < 1800 ? 5 : 6;
}

struct power_cost pow_fixed_cost_at(size_t bits, unsigned w)
{
    unsigned long digits = (bits + w - 1) / w, half = (1ul << (w - 1)) - 1;

    return (struct power_cost){w * (digits - 1) + half, digits - 1 + half};
}

struct power_cost pow_fixed_cost(size_t bits)
{
    return pow_fixed_cost_at(bits, pow_fixed_width(bits));
}

unsigned long pow_fixed_scans(size_t bits)
{
    unsigned w = pow_fixed_width(bits);

    return (bits + w - 1) / w;
}
