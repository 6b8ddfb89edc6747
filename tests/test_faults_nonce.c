/* test_faults_nonce - what ECDSA and Ed25519 check when a fault hits the nonce, [k]G or the hash, and what they do
 * not: the statement in the README's Security section.
 *
 * Checked: a nonce outside [1, n), r = 0 or s = 0, [k]G at infinity never give a signature. Not checked: the signature
 * itself. Nonces being deterministic (RFC 6979, RFC 8032), a right and a faulty signature of one message share
 * theirs, and two such signatures give the key away: Romailler and Pelissier, FDTC 2017; Poddebniak et
 * al., EuroS&P 2018. A caller for whom faults matter verifies before release.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "bignum/bytes.h"
#include "ec/ec.h"
#include "ed25519/ed25519.h"
#include "tests/test_rng.h"

static void from_limbs(mpz_t x, const mp_limb_t *limbs, const struct ec_curve *curve)
{
    mpz_from_limbs(x, limbs, curve->order_limbs);
}

/* The same k, two hashes, one of them by a fault: k = (e - e') / (s - s'), d = (s k - e) / r. */
Test(faults_nonce, ecdsa_releases_a_faulty_hash_and_with_it_the_key)
{
    const struct ec_curve *curve = ec_curve(P256);
    struct test_rng rng = test_rng_new(61);
    uint8_t digest[32], faulty[32];

    for (size_t i = 0; ec_engines[i]; i++) {
        mp_limb_t k[EC_MAX_LIMBS], r[EC_MAX_LIMBS], s[EC_MAX_LIMBS], r2[EC_MAX_LIMBS],
            s2[EC_MAX_LIMBS];
        struct ec_group group;
        struct rfc6979 nonces;
        struct ec_key key;
        mpz_t e, e2, t, u;

        if (step_missing(&ec_engines[i]->step) ||
            ec_group_init(&group, ec_engines[i], curve) != DONE)
            continue;
        cr_assert_eq(ec_keygen(&key, &group, &rng.rng), DONE);
        sha2(digest, SHA256, "m", 1);
        memcpy(faulty, digest, sizeof faulty);
        faulty[9] ^= 4;
        rfc6979_init(&nonces, SHA256, key.d, digest, curve);
        rfc6979_next(k, &nonces);
        cr_assert_eq(ecdsa_sign(r, s, &key, SHA256, "m", 1, &group), DONE);
        /* the fault falls after the nonce was made, on e: released, not valid */
        cr_assert_eq(ecdsa_sign_with_nonce(r2, s2, &key, k, faulty, 32, &group), DONE);
        cr_assert_eq(memcmp(r, r2, curve->order_limbs * sizeof *r), 0);
        cr_assert_eq(ecdsa_verify(r, s, &key.Q, SHA256, "m", 1, &group), DONE);
        cr_assert_eq(ecdsa_verify(r2, s2, &key.Q, SHA256, "m", 1, &group), FAILED);

        mpz_inits(e, e2, t, u, NULL);
        os2ip(e, digest, 32);
        os2ip(e2, faulty, 32);
        from_limbs(t, s, curve);
        from_limbs(u, s2, curve);
        mpz_sub(u, t, u);
        mpz_invert(u, u, curve->n);
        mpz_sub(e2, e, e2);
        mpz_mul(u, u, e2);
        mpz_mod(u, u, curve->n); /* k */
        mpz_mul(t, t, u);
        mpz_sub(t, t, e);
        from_limbs(u, r, curve);
        mpz_invert(u, u, curve->n);
        mpz_mul(t, t, u);
        mpz_mod(t, t, curve->n);
        from_limbs(u, key.d, curve);
        cr_assert_eq(mpz_cmp(t, u), 0, "%s: d is out", ec_engines[i]->step.name);
        mpz_clears(e, e2, t, u, NULL);

        /* what is checked of the nonce */
        memset(k, 0, sizeof k);
        cr_assert_eq(ecdsa_sign_with_nonce(r2, s2, &key, k, digest, 32, &group), FAILED);
        cr_assert(mpn_zero_p(r2, (mp_size_t)curve->order_limbs));
        mpz_to_limbs(k, EC_MAX_LIMBS, curve->n);
        cr_assert_eq(ecdsa_sign_with_nonce(r2, s2, &key, k, digest, 32, &group), FAILED);
        cr_assert(mpn_zero_p(s2, (mp_size_t)curve->order_limbs));
        ec_group_clear(&group);
    }
}

static struct ed25519_engine faulty_engine;
static const struct ed25519_engine *sound_engine;
static int fault_on;

static void faulty_mul_base(uint8_t R[32], const uint8_t s[32])
{
    uint8_t other[32];

    memcpy(other, s, 32);
    other[3] ^= (uint8_t)(fault_on ? 1 : 0);
    sound_engine->mul_base(R, other);
}

/* [r]B is hurt, r is not: S = r + k s and S' = r + k' s, so s = (S - S') / (k - k') modulo L. */
Test(faults_nonce, ed25519_releases_a_faulty_point_and_with_it_the_key)
{
    struct test_rng rng = test_rng_new(62);
    struct bytes none = {NULL, 0};

    for (size_t i = 0; ed25519_engines[i]; i++) {
        struct ed25519_equation good, bad;
        uint8_t sig[64], sig2[64];
        struct ed25519_key key;
        mpz_t L, a, b, c;

        sound_engine = ed25519_engines[i];
        if (step_missing(&sound_engine->step) ||
            (sound_engine->start && sound_engine->start() != DONE))
            continue;
        faulty_engine = *sound_engine;
        faulty_engine.mul_base = faulty_mul_base;
        fault_on = 0;
        cr_assert_eq(ed25519_keygen(&key, &faulty_engine, &rng.rng), DONE);
        cr_assert_eq(ed25519_sign(sig, &key, ED25519_PURE, none, "m", 1, &faulty_engine), DONE);
        fault_on = 1;
        cr_assert_eq(ed25519_sign(sig2, &key, ED25519_PURE, none, "m", 1, &faulty_engine), DONE);
        fault_on = 0;
        cr_assert_eq(ed25519_verify(sig, 64, key.A, ED25519_PURE, none, "m", 1, sound_engine),
                     DONE);
        cr_assert_eq(ed25519_verify(sig2, 64, key.A, ED25519_PURE, none, "m", 1, sound_engine),
                     FAILED);
        cr_assert_eq(
            ed25519_equation(&good, sig, 64, key.A, ED25519_PURE, none, "m", 1, sound_engine),
            DONE);
        cr_assert_eq(
            ed25519_equation(&bad, sig2, 64, key.A, ED25519_PURE, none, "m", 1, sound_engine),
            DONE);

        mpz_inits(L, a, b, c, NULL);
        mpz_set_str(L, "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed", 16);
        mpz_import(a, 32, -1, 1, 0, 0, good.S);
        mpz_import(b, 32, -1, 1, 0, 0, bad.S);
        mpz_sub(a, a, b);
        mpz_import(b, 32, -1, 1, 0, 0, good.k);
        mpz_import(c, 32, -1, 1, 0, 0, bad.k);
        mpz_sub(b, b, c);
        mpz_mod(b, b, L);
        mpz_invert(b, b, L);
        mpz_mul(a, a, b);
        mpz_mod(a, a, L);
        mpz_import(c, 32, -1, 1, 0, 0, key.scalar);
        mpz_mod(c, c, L);
        cr_assert_eq(mpz_cmp(a, c), 0, "%s: s is out", sound_engine->step.name);
        mpz_clears(L, a, b, c, NULL);
    }
}
