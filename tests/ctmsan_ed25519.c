/* ctmsan_ed25519 - the constant-time claim of the Ed25519 step `ifma`: [s]B with s secret, from the octets of s to
 * the sum of the eight lanes. What comes after (one inversion, the encoding) is field assembly, which the
 * sanitizer cannot look through, and the step adx's: valgrind checks it (tests/ct_ed25519.c). The engine is
 * included, so that its parts can be run. */
#include "ed25519/engine_ifma.c"
#include "tests/ctmsan.h"

static uint8_t secret[32];

static int table_by_secret(int unused)
{
    static const uint8_t box[256] = {1, 2, 3};
    volatile uint8_t sum = 0;

    (void)unused;
    for (size_t i = 0; i < sizeof secret; i++)
        sum = (uint8_t)(sum ^ box[secret[i]]);
    return 1;
}

/* Fails too if the secret was lost on the way: then nothing would be proved. */
static int sum_of_lanes(int unused)
{
    struct point8 sum;

    (void)unused;
    point8_mul_base(&sum, secret);
    return __msan_test_shadow(&sum, sizeof sum) == 0;
}

static int encoded(int unused)
{
    uint8_t R[32];

    (void)unused;
    mul_base(R, secret);
    return 1;
}

int main(void)
{
    int bad;

    if (ifma_missing()) {
        printf("--    ifma: %s\n", ifma_missing());
        return 0;
    }
    for (size_t i = 0; i < sizeof secret; i++)
        secret[i] = (uint8_t)(37 * i + 11);
    secret[31] &= 0x7f;
    __msan_poison(secret, sizeof secret);
    bad = ctmsan_case("lookup", "table by secret", table_by_secret, 0, 1);
    bad |= ctmsan_case("ifma", "[s]B, eight lanes", sum_of_lanes, 0, 0);
    bad |= ctmsan_case("ifma", "[s]B, encoded", encoded, 0, 0);
    return bad;
}
