/* The steps `extended` and `fold` on whole small curves. */
#include "toy_edwards.inc"

#include "ed25519/point_extended.inc"
#include "ed25519/mul_binary.inc"
#include "toy_edwards_binary.inc"

static struct point with_z(unsigned i, uint32_t z)
{
    uint32_t x = list[i].x * z % p;

    return (struct point){{x}, {list[i].y * z % p}, {z}, {x * list[i].y % p}};
}

Test(toy_extended, every_pair_of_points)
{
    each_curve(5, pairs);
}

Test(toy_extended, every_scalar)
{
    each_curve(9, scalars);
}

Test(toy_extended, every_verification)
{
    each_curve(40, verifications);
}
