/* The same on curves of 1024 to 2047 points, whose base tables serve two windows of 4 bits a row, with
 * doublings between. */
#define BITS      11
#define WINDOW    4
#define COMB      2
#define NAF_WIDTH 5
#include "toy_limbs.inc"

static void pairs(void)
{
    all_pairs(p);
    all_coz(p);
}

static void checks(void)
{
    all_checks(451, 79, 997);
}

Test(toy_limbs_comb, every_pair_of_points)
{
    each_curve(1, 1, pairs);
}

Test(toy_limbs_comb, every_scalar)
{
    each_curve(6, 3, all_scalars);
}

Test(toy_limbs_comb, pairs_of_scalars)
{
    each_curve(2, 7, checks);
}
