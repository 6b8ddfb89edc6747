/* test_key_sizes - what keys weigh, and room for their octets. */
#include <criterion/criterion.h>
#include <string.h>

#include "bench/keyring.h"

/* Known key files: openssl genpkey makes them that long. */
Test(sizes, der_lengths_are_those_of_real_key_files)
{
    static uint8_t octets[512];
    struct key_sizes s;
    struct key_data ec = {.secret = {octets, 32}, .public = {octets, 65}};
    struct key_data ed = {.secret = {octets, 32}, .public = {octets, 32}};

    key_sizes(&s, alg_by_name("ecdsa-p256"), &ec);
    cr_assert_eq(s.private_der, 138);
    cr_assert_eq(s.public_der, 91);
    cr_assert_eq(s.bits, 256);
    ec = (struct key_data){.secret = {octets, 48}, .public = {octets, 97}};
    key_sizes(&s, alg_by_name("ecdsa-p384"), &ec);
    cr_assert_eq(s.private_der, 185);
    cr_assert_eq(s.public_der, 120);
    ec = (struct key_data){.secret = {octets, 66}, .public = {octets, 133}};
    key_sizes(&s, alg_by_name("ecdsa-p521"), &ec);
    cr_assert_eq(s.private_der, 241);
    cr_assert_eq(s.public_der, 158);
    key_sizes(&s, alg_by_name("ed25519"), &ed);
    cr_assert_eq(s.private_der, 48);
    cr_assert_eq(s.public_der, 44);
    /* RSA-2048, e = 65537 */
    memset(octets, 0xff, sizeof octets);
    static const uint8_t e[] = {1, 0, 1};
    struct key_data rsa = {.n = {octets, 256}, .e = {e, 3}};
    key_sizes(&s, alg_by_name("rsa-2048"), &rsa);
    cr_assert_eq(s.bits, 2048);
    cr_assert_eq(s.public_der, 294);
    cr_assert_eq(s.public_raw, 259);
}

Test(key_store, copies_and_refuses)
{
    static uint8_t big[9000];
    struct key_store store;
    uint8_t n[] = {1, 2, 3}, d[] = {4};
    struct key_data data = {.n = {n, 3}, .d = {d, 1}};

    cr_assert_eq(key_store_copy(&store, &data), DONE);
    n[0] = 9;
    cr_assert_eq(store.key.n.len, 3);
    cr_assert_eq(store.key.n.at[0], 1, "a copy, not a view");
    cr_assert_eq(store.key.d.at[0], 4);
    cr_assert_eq(store.key.e.len, 0);
    data.p = (struct bytes){big, sizeof big};
    cr_assert_eq(key_store_copy(&store, &data), FAILED);
    cr_assert_eq(store.key.n.len, 0, "nothing is left");
}
