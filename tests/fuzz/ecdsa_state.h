/* ecdsa_state - a key, a signature and a message under change, and the edits of r and s as numbers. */
#ifndef SIGCOST_FUZZ_ECDSA_STATE_H
#define SIGCOST_FUZZ_ECDSA_STATE_H

#include "bench/impl.h"
#include "bignum/bytes.h"
#include "bignum/der.h"
#include "ec/ec.h"
#include "tests/fuzz/edits.h"

struct state {
    const struct alg *alg;
    const struct ec_curve *curve;
    struct sig_params params;
    struct text key, sig, msg;
};

static const char *const alg_names[] = {"ecdsa-p192", "ecdsa-p224", "ecdsa-p256", "ecdsa-p384",
                                        "ecdsa-p521"};

static inline void choose_curve(struct state *s, unsigned id)
{
    s->curve = ec_curve((enum curve_id)(id % CURVE_COUNT));
    s->alg = alg_by_name(alg_names[id % CURVE_COUNT]);
}

/* The signature of any two numbers, in range or not; fixed width takes the low octets. */
static inline void put_numbers(struct state *s, const mpz_t r, const mpz_t t)
{
    uint8_t body[2 * (EC_MAX_BYTES + 24)], octets[EC_MAX_BYTES + 16];
    mpz_srcptr numbers[] = {r, t};
    size_t width = s->curve->order_bytes, len = 0;
    mpz_t low;

    mpz_init(low);
    s->sig.len = 0;
    for (int i = 0; i < 2; i++)
        if (s->params.form == SIG_FIXED) {
            mpz_fdiv_r_2exp(low, numbers[i], 8 * width);
            MUST(i2osp(s->sig.at + s->sig.len, width, low) == DONE, "width");
            s->sig.len += width;
        } else {
            MUST(i2osp(octets, sizeof octets, numbers[i]) == DONE, "width");
            len += der_put_integer(body + len, octets, sizeof octets);
        }
    if (s->params.form == SIG_DER) {
        s->sig.len = der_put_header(s->sig.at, DER_SEQUENCE, len);
        memcpy(s->sig.at + s->sig.len, body, len);
        s->sig.len += len;
    }
    mpz_clear(low);
}

static inline int get_numbers(mpz_t r, mpz_t t, const struct state *s)
{
    mp_limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS];
    enum result (*get)(mp_limb_t *, mp_limb_t *, const uint8_t *, size_t, const struct ec_curve *) =
        s->params.form == SIG_DER ? ecdsa_sig_from_der : ecdsa_sig_from_fixed;

    if (get(a, b, s->sig.at, s->sig.len, s->curve) != DONE)
        return 0;
    mpz_from_limbs(r, a, s->curve->order_limbs);
    mpz_from_limbs(t, b, s->curve->order_limbs);
    return 1;
}

/* One of the two becomes what verifiers get wrong. */
static inline void edit_numbers(struct state *s, struct bytes *in)
{
    unsigned op = take_u8(in);
    mpz_t r, t;
    mpz_ptr one;

    mpz_inits(r, t, NULL);
    one = op >> 7 ? t : r;
    if (get_numbers(r, t, s)) {
        switch (op % 12) {
        case 0:
            mpz_swap(r, t);
            break;
        case 1:
            mpz_add(one, one, s->curve->n);
            break;
        case 2: /* both s and n - s are valid */
            mpz_sub(one, s->curve->n, one);
            mpz_abs(one, one);
            break;
        case 3:
            mpz_set_ui(one, take_u8(in) % 4);
            break;
        case 4:
            mpz_sub_ui(one, s->curve->n, take_u8(in) % 4);
            break;
        case 5:
            mpz_add_ui(one, s->curve->n, take_u8(in) % 4);
            break;
        case 6:
            mpz_set(one, s->curve->p);
            break;
        case 7: /* x(R) may lie between n and p: r = x - n */
            mpz_sub(one, s->curve->p, one);
            mpz_abs(one, one);
            break;
        case 8:
            mpz_combit(one, take_u16(in) % (s->curve->order_bits + 1));
            break;
        case 9:
            take_number(one, s->curve->order_bytes, in);
            break;
        case 10:
            mpz_set(r, t);
            break;
        default:
            mpz_add_ui(one, one, take_u8(in));
        }
        put_numbers(s, r, t);
    }
    mpz_clears(r, t, NULL);
}

/* The point in another form: compressed, hybrid, its negative, a coordinate + p, and what is none. */
static inline void edit_point(struct state *s, struct bytes *in)
{
    unsigned op = take_u8(in);
    size_t width = s->curve->bytes;
    struct ec_point P;
    mpz_t x;

    if (ec_point_from_bytes(&P, s->key.at, s->key.len, s->curve) != DONE || P.infinity)
        return;
    mpz_init(x);
    s->key.len = ec_point_to_bytes(s->key.at, &P, op % 8 < 2, s->curve);
    if (op % 8 == 1) /* compressed, of the negative */
        s->key.at[0] ^= 1;
    else if (op % 8 == 2) /* hybrid */
        s->key.at[0] = (uint8_t)(6 + (P.y[0] & 1));
    else if (op % 8 == 3) /* ... with the wrong parity */
        s->key.at[0] = (uint8_t)(7 - (P.y[0] & 1));
    else if (op % 8 == 4 || op % 8 == 5) { /* -y, x + p where there is room */
        uint8_t *at = s->key.at + 1 + (op % 8 == 4 ? width : 0);
        os2ip(x, at, width);
        if (op % 8 == 4)
            mpz_sub(x, s->curve->p, x);
        else
            mpz_add(x, x, s->curve->p);
        (void)i2osp(at, width, x);
    } else if (op % 8 == 6)
        s->key.len -= width; /* an uncompressed half */
    else
        s->key.at[0] = 5;
    mpz_clear(x);
}

#endif
