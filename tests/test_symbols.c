/* test_symbols - what the timed objects refer to: no power, prime or Miller-Rabin function of GMP's outside of
 * the reference row, and no operation counter. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *build(void)
{
    const char *given = getenv("SIGCOST_BUILD");

    return given && *given ? given : "build";
}

/* Calls each(object, symbol) for every name in nm's list for the objects of a room; returns how many
 * names there were. Lines are "build/obj/rsa/key.o: symbol type ...". */
static int each_symbol(const char *room, void (*each)(const char *object, const char *symbol))
{
    char command[700], line[1024], path[512], symbol[512];
    int symbols = 0;

    snprintf(command, sizeof command, "nm -A -P %s/obj/%s/*.o", build(), room);
    FILE *nm = popen(command, "r");
    cr_assert_not_null(nm);
    while (fgets(line, sizeof line, nm)) {
        if (sscanf(line, "%511[^:]: %511s", path, symbol) != 2)
            continue;
        const char *slash = strrchr(path, '/');
        each(slash ? slash + 1 : path, symbol);
        symbols++;
    }
    cr_assert_eq(pclose(nm), 0, "%s: build first", command);
    return symbols;
}

static int seen_in_gmp_row;

static void no_gmp_shortcut(const char *object, const char *symbol)
{
    static const char *const forbidden[] = {
        "__gmpz_powm",        "__gmpn_powm",      "__gmpn_sec_powm", "__gmpz_probab_prime_p",
        "__gmpz_millerrabin", "__gmpz_nextprime", "__gmpn_powlo",    "__gmpz_prevprime"};

    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
        /* a prefix: __gmpz_powm_sec and __gmpz_powm_ui too */
        if (strncmp(symbol, forbidden[i], strlen(forbidden[i])) != 0)
            continue;
        if (strcmp(object, "engine_gmp.o") == 0)
            seen_in_gmp_row = 1;
        else
            cr_assert_fail("%s refers to %s", object, symbol);
    }
}

static void no_counter(const char *object, const char *symbol)
{
    cr_assert(strcmp(symbol, "op_count") != 0, "%s refers to op_count", object);
}

Test(symbols, no_step_but_gmp_calls_gmps_own_powers_and_primes)
{
    static const char *const rooms[] = {"bignum", "hash", "rsa", "ec", "ed25519", "bench"};

    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
        cr_assert_gt(each_symbol(rooms[i], no_gmp_shortcut), 0);
    cr_assert(seen_in_gmp_row, "the reference row's object shows that this test can see them");
}

Test(symbols, timed_objects_hold_no_counter)
{
    static const char *const rooms[] = {"bignum", "hash", "rsa", "ec", "ed25519"};

    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
        cr_assert_gt(each_symbol(rooms[i], no_counter), 0);
}
