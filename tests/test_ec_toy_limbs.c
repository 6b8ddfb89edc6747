/* The limb engines' formulas on whole curves of 64 to 127 points: windows of 4 bits, no doubling. */
#define BITS      7
#define WINDOW    4
#define COMB      1
#define NAF_WIDTH 4
#include "toy_limbs.inc"

static void pairs(void)
{
    all_pairs(3);
    all_coz(7);
}

static void checks(void)
{
    all_checks(9, 1, 7);
}

Test(toy_limbs, every_pair_of_points)
{
    each_curve(4, 5, pairs);
}

Test(toy_limbs, every_scalar)
{
    each_curve(30, 1, all_scalars);
}

Test(toy_limbs, every_pair_of_scalars)
{
    each_curve(2, 11, checks);
}
