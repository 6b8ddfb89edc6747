/* ed25519_policy - who accepts which Ed25519 signature, by each policy, over mpz (tests/ed25519_oracle.h).
 *
 * ours (ed25519/ed25519.h)   S < L, canonical A and R, [8][S]B = [8]R + [8][k]A
 * OpenSSL                    S < L, y of A modulo p, x = 0 with either sign, encode([S]B - [k]A) = R
 * libsodium                  S < L, canonical A, neither A nor R of small order, encode([S]B - [k]A) = R */
#ifndef SIGCOST_FUZZ_ED25519_POLICY_H
#define SIGCOST_FUZZ_ED25519_POLICY_H

#include "tests/ed25519_oracle.h"
#include "tests/fuzz/edits.h"

struct state {
    struct text key, sig, msg;
};

static inline void hash_to_k(mpz_t k, const struct state *s)
{
    uint8_t digest[64];
    struct sha2 ctx;

    sha2_init(&ctx, SHA512, NULL);
    sha2_update(&ctx, s->sig.at, 32);
    sha2_update(&ctx, s->key.at, 32);
    sha2_update(&ctx, s->msg.at, s->msg.len);
    sha2_final(&ctx, digest);
    le_to_mpz(k, digest, 64);
    mpz_mod(k, k, oracle.L);
}

/* 0: no point; 1: a point, P; 2: one in its canonical encoding. */
static inline int decode(struct opoint *P, const uint8_t at[32])
{
    unsigned sign = at[31] >> 7;
    int canonical, found;
    mpz_t y;

    mpz_init(y);
    le_to_mpz(y, at, 32);
    mpz_clrbit(y, 255);
    canonical = mpz_cmp(y, oracle.p) < 0;
    mpz_mod(y, y, oracle.p);
    found = opoint_from_y(P, y, sign);
    mpz_mod(P->x, P->x, oracle.p); /* -0 */
    canonical &= !(mpz_sgn(P->x) == 0 && sign);
    mpz_clear(y);
    return found ? 1 + canonical : 0;
}

static inline int is_small(struct opoint *P)
{
    struct opoint Q;
    int small;

    opoint_init(&Q);
    opoint_add(&Q, P, P);
    opoint_add(&Q, &Q, &Q);
    opoint_add(&Q, &Q, &Q);
    small = mpz_sgn(Q.x) == 0 && mpz_cmp_ui(Q.y, 1) == 0;
    opoint_clear(&Q);
    return small;
}

/* P = P + Q in extended coordinates X, Y, Z, T (RFC 8032 5.1.4), which hold for equal points too. */
static inline void extended_add(mpz_t P[4], mpz_t Q[4])
{
    mpz_t a, b, c, d, t;

    mpz_inits(a, b, c, d, t, NULL);
    mpz_sub(a, P[1], P[0]);
    mpz_sub(t, Q[1], Q[0]);
    mpz_mul(a, a, t);
    mpz_add(b, P[1], P[0]);
    mpz_add(t, Q[1], Q[0]);
    mpz_mul(b, b, t);
    mpz_mul(c, P[3], Q[3]);
    mpz_mod(c, c, oracle.p);
    mpz_mul(c, c, oracle.d);
    mpz_mul_2exp(c, c, 1);
    mpz_mul(d, P[2], Q[2]);
    mpz_mul_2exp(d, d, 1);
    mpz_sub(t, b, a); /* E, H, F, G */
    mpz_add(b, b, a);
    mpz_sub(a, d, c);
    mpz_add(d, d, c);
    mpz_mul(P[0], t, a);
    mpz_mul(P[1], d, b);
    mpz_mul(P[2], a, d);
    mpz_mul(P[3], t, b);
    for (int i = 0; i < 4; i++)
        mpz_mod(P[i], P[i], oracle.p);
    mpz_clears(a, b, c, d, t, NULL);
}

/* R = [s]P, as opoint_mul() in tests/ed25519_oracle.h but with one inversion. */
static inline void policy_mul(struct opoint *R, const mpz_t s, const struct opoint *P)
{
    mpz_t sum[4], one[4];

    for (int i = 0; i < 4; i++) {
        mpz_init_set_ui(sum[i], i == 1 || i == 2);
        mpz_init_set_ui(one[i], 1);
    }
    mpz_set(one[0], P->x);
    mpz_set(one[1], P->y);
    mpz_mul(one[3], P->x, P->y);
    for (size_t i = mpz_sizeinbase(s, 2); i-- > 0;) {
        extended_add(sum, sum);
        if (mpz_tstbit(s, i))
            extended_add(sum, one);
    }
    MUST(mpz_invert(sum[2], sum[2], oracle.p), "Z is 0");
    mpz_mul(R->x, sum[0], sum[2]);
    mpz_mul(R->y, sum[1], sum[2]);
    mpz_mod(R->x, R->x, oracle.p);
    mpz_mod(R->y, R->y, oracle.p);
    for (int i = 0; i < 4; i++)
        mpz_clears(sum[i], one[i], NULL);
}

enum { OURS, OPENSSL, SODIUM, VERDICTS };

static inline void explain(int verdict[VERDICTS], const struct state *s)
{
    struct opoint A, R, B, T, U;
    uint8_t octets[32];
    int a, r, exact, cofactored;
    mpz_t S, k;

    memset(verdict, 0, VERDICTS * sizeof *verdict);
    if (s->key.len != 32 || s->sig.len != 64)
        return;
    mpz_inits(S, k, NULL);
    for (struct opoint *const *at = (struct opoint *[]){&A, &R, &B, &T, &U, NULL}; *at; at++)
        opoint_init(*at);
    a = decode(&A, s->key.at);
    r = decode(&R, s->sig.at);
    le_to_mpz(S, s->sig.at + 32, 32);
    if (a && mpz_cmp(S, oracle.L) < 0) {
        hash_to_k(k, s);
        opoint_base(&B);
        policy_mul(&T, S, &B);
        mpz_sub(A.x, oracle.p, A.x); /* -A */
        policy_mul(&U, k, &A);
        opoint_add(&T, &T, &U);
        opoint_encode(octets, &T);
        exact = memcmp(octets, s->sig.at, 32) == 0;
        mpz_sub(R.x, oracle.p, R.x);
        opoint_add(&U, &T, &R);
        cofactored = r == 2 && is_small(&U);
        verdict[OURS] = a == 2 && cofactored;
        verdict[OPENSSL] = exact;
        verdict[SODIUM] = a == 2 && exact && !is_small(&A) && !is_small(&R);
    }
    for (struct opoint *const *at = (struct opoint *[]){&A, &R, &B, &T, &U, NULL}; *at; at++)
        opoint_clear(*at);
    mpz_clears(S, k, NULL);
}

#endif
