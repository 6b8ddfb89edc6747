/* The formulas and tables of the steps from `comb` on, on whole small curves. */
#define COMB_BITS 4
#include "toy_edwards.inc"

#include "ed25519/point_completed.inc"
#include "ed25519/tables.inc"
#include "ed25519/recode.inc"

/* x = E/G, y = H/F with any F and G. */
static struct point over(unsigned i, uint32_t f, uint32_t g)
{
    return (struct point){{list[i].x * g % p}, {f}, {g}, {list[i].y * f % p}};
}

static void expect_point(const struct point *R, unsigned want, const char *what)
{
    uint8_t octets[32];

    point_encode(octets, R);
    cr_assert(octets[0] == list[want].x && octets[1] == list[want].y,
              "%s, p = %u d = %u: (%d, %d), not (%u, %u)", what, p, named[0], octets[0], octets[1],
              list[want].x, list[want].y);
    cr_assert_eq(point_is_neutral(R), list[want].x == 0 && list[want].y == 1);
}

/* A table's entry: the point with Z = 1. */
static struct precomp entry_of(unsigned i)
{
    uint32_t x = list[i].x, y = list[i].y;

    return (struct precomp){
        {(y + x) % p}, {(y + p - x) % p}, {named[NAME_2D - NAME_D] * x % p * y % p}};
}

static unsigned negative(unsigned i)
{
    return find((p - list[i].x) % p, list[i].y);
}

static void pairs(void)
{
    for (unsigned i = 0; i < points; i++)
        for (unsigned j = 0; j < points; j++)
            for (uint32_t z = 1; z < p; z += p / 4) {
                struct point P = over(i, z, p - z), Q = over(j, p - 1, z), R;
                struct cached cached;
                struct precomp precomp = entry_of(j);

                point_double(&R, &P);
                expect_point(&R, sum[i][i], "double");
                point_cache(&cached, &Q);
                point_from_precomp(&R, &precomp);
                expect_point(&R, j, "table entry");
                for (int minus = 0; minus < 2; minus++) {
                    unsigned want = sum[i][minus ? negative(j) : j];

                    point_add(&R, &P, &cached, minus);
                    expect_point(&R, want, "sum");
                    R = P;
                    point_add(&R, &R, &cached, minus);
                    expect_point(&R, want, "sum in place");
                    point_madd(&R, &P, &precomp, minus);
                    expect_point(&R, want, "mixed sum");
                    R = P;
                    point_madd(&R, &R, &precomp, minus);
                    expect_point(&R, want, "mixed sum in place");
                }
                point_double(&P, &P);
                expect_point(&P, sum[i][i], "double in place");
            }
}

/* All and odd multiples of every point. */
static void tables(void)
{
    for (unsigned i = 0; i < points; i++)
        for (int odd = 0; odd < 2; odd++) {
            struct point P = over(i, 1, 2), row[8];

            point_multiples(row, 8, &P, odd);
            for (unsigned j = 0; j < 8; j++)
                expect_point(&row[j], multiple(odd ? 2 * j + 1 : j + 1, i), "multiple");
        }
}

/* Both recodings of every scalar, evaluated with the engines' formulas in the engines' order. */
static void scalars(void)
{
    for (unsigned i = 0; i < points; i++)
        for (unsigned n = 0; n < 4 * points; n++) {
            int8_t digits[64], naf[NAF_DIGITS];
            struct point P = over(i, 2, 1), R = POINT_NEUTRAL, odd[4];
            struct cached cached[4];
            uint8_t s[32];

            scalar_octets(s, n);
            recode_fixed(digits, 64, 4, s);
            for (unsigned at = 0; at < 3; at++) { /* n < 2^11 */
                int size = digits[at] < 0 ? -digits[at] : digits[at];
                struct precomp entry = entry_of(multiple((unsigned)size << (4 * at), i));

                point_madd(&R, &R, &entry, digits[at] < 0);
            }
            expect_point(&R, multiple(n, i), "windows");

            point_multiples(odd, 4, &P, 1);
            for (unsigned j = 0; j < 4; j++)
                point_cache(&cached[j], &odd[j]);
            R = POINT_NEUTRAL;
            for (unsigned at = recode_naf_vartime(naf, s, 4); at-- > 0;) {
                point_double(&R, &R);
                if (naf[at])
                    point_add(&R, &R, &cached[(naf[at] < 0 ? -naf[at] : naf[at]) / 2], naf[at] < 0);
            }
            expect_point(&R, multiple(n, i), "non-adjacent form");
        }
}

Test(toy_completed, every_pair_of_points)
{
    each_curve(5, pairs);
}

Test(toy_completed, every_table)
{
    each_curve(5, tables);
}

Test(toy_completed, every_scalar)
{
    each_curve(19, scalars);
}
