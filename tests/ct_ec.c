/* ct_ec - the constant-time claims of the curve engines, held by valgrind: secrets are marked
 * undefined, and memcheck reports each branch and each address that depends on them. To be run as
 *     valgrind -q --error-limit=no build/tests/ct_ec
 * Control first: a step that branches on its scalar must be caught, or nothing is proved. Exit
 * status 0: caught there, nothing found elsewhere; 1 otherwise; 77 outside of valgrind.
 */
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "ec/engines.h"
#include "ec/limbs.h"

/* Secrets of the right size: k = y(G) mod 2^(bits - 1), another from x(G). */
static void make_secret(mp_limb_t *k, const mpz_t from, const struct ec_curve *c)
{
    mpz_t t;

    mpz_init(t);
    mpz_fdiv_r_2exp(t, from, c->order_bits - 1);
    memset(k, 0, EC_MAX_LIMBS * sizeof *k);
    mpz_export(k, NULL, -1, sizeof *k, 0, 0, t);
    mpz_clear(t);
}

/* The real CPU: valgrind's CPUID hides ADX. */
static int has_adx(void)
{
    char line[8192];
    FILE *f = fopen("/proc/cpuinfo", "r");
    int found = 0;

    while (f && !found && fgets(line, sizeof line, f))
        found = strncmp(line, "flags", 5) == 0 && strstr(line, " adx ") && strstr(line, " avx2 ");
    if (f)
        fclose(f);
    return found;
}

/* Errors of one run of all three with the secrets undefined. */
static unsigned long errors_of(const struct ec_engine *e, const void *context,
                               const struct ec_curve *c)
{
    mp_limb_t k[EC_MAX_LIMBS], a[EC_MAX_LIMBS], r[EC_MAX_LIMBS];
    struct ec_point R;
    unsigned long before = VALGRIND_COUNT_ERRORS;

    make_secret(k, c->gy, c);
    make_secret(a, c->gx, c);
    VALGRIND_MAKE_MEM_UNDEFINED(k, sizeof k);
    VALGRIND_MAKE_MEM_UNDEFINED(a, sizeof a);
    e->mul_base(&R, k, context);
    e->sc_inv(r, k, context);
    e->sc_mul(r, r, a, context);
    return VALGRIND_COUNT_ERRORS - before;
}

/* 1 if the step leaks on some curve. */
static int check(const struct ec_engine *e)
{
    int failed = 0;

    for (int id = P192; id < CURVE_COUNT; id++) {
        const struct ec_curve *c = ec_curve((enum curve_id)id);
        /* not through open(): valgrind's CPUID hides ADX, though it runs adcx and adox */
        const void *limbs = limbs_ops_of(e, c->id);
        struct ec_group g = {0};
        unsigned long errors;

        if (!limbs && ec_group_init(&g, e, c) != DONE)
            continue;
        errors = errors_of(e, limbs ? limbs : g.context, c);
        printf("%s  %s %s: %lu\n", errors ? "FAIL" : "ok  ", e->step.name, c->name, errors);
        failed |= errors != 0;
        ec_group_clear(&g);
    }
    return failed;
}

int main(void)
{
    struct ec_group g;
    int failed = 0;

    if (!RUNNING_ON_VALGRIND) {
        fprintf(stderr, "ct_ec: run me under valgrind\n");
        return 77;
    }
    if (ec_group_init(&g, &ec_engine_window, ec_curve(P256)) != DONE ||
        errors_of(&ec_engine_window, g.context, g.curve) == 0) {
        printf("FAIL  the control, `window`, was not caught\n");
        return 1;
    }
    ec_group_clear(&g);
    printf("ok    the control, `window`, is caught\n");
    for (int i = 0; ec_engines[i]; i++)
        if (ec_engines[i]->step.flags & STEP_CONSTANT_TIME && !limbs_ops_of(ec_engines[i], P256))
            failed |= check(ec_engines[i]);
    failed |= check(&ec_engine_limbs);
    failed |= check(&ec_engine_limbs_narrow);
    if (has_adx())
        failed |= check(&ec_engine_adx);
    return failed;
}
