/* The step `affine` on whole small curves. */
#include "toy_edwards.inc"

#include "ed25519/point_affine.inc"
#include "ed25519/mul_binary.inc"
#include "toy_edwards_binary.inc"

static struct point with_z(unsigned i, uint32_t z)
{
    (void)z;
    return (struct point){{list[i].x}, {list[i].y}};
}

Test(toy_affine, every_pair_of_points)
{
    each_curve(5, pairs);
}

Test(toy_affine, every_scalar)
{
    each_curve(9, scalars);
}

Test(toy_affine, every_verification)
{
    each_curve(40, verifications);
}
