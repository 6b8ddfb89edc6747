/* The five curves of SP 800-186 3.2.1, and curves that tests make. */
#include "ec/ec.h"

#include <pthread.h>
#include <string.h>
#include <strings.h>

/* SP 800-186 3.2.1.1 to 3.2.1.5, hexadecimal; a = -3 and h = 1 for all. SEC 2's names, X9.62's too. */
static const struct {
    const char *names[4];
    const char *p, *b, *n, *gx, *gy;
} standard[CURVE_COUNT] = {
    [P192] = {{"P-192", "P192", "secp192r1", "prime192v1"},
              "fffffffffffffffffffffffffffffffeffffffffffffffff",
              "64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1",
              "ffffffffffffffffffffffff99def836146bc9b1b4d22831",
              "188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012",
              "07192b95ffc8da78631011ed6b24cdd573f977a11e794811"},
    [P224] = {{"P-224", "P224", "secp224r1", NULL},
              "ffffffffffffffffffffffffffffffff000000000000000000000001",
              "b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4",
              "ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d",
              "b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21",
              "bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34"},
    [P256] = {{"P-256", "P256", "secp256r1", "prime256v1"},
              "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
              "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
              "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
              "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
              "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"},
    [P384] = {{"P-384", "P384", "secp384r1", NULL},
              "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe"
              "ffffffff0000000000000000ffffffff",
              "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875a"
              "c656398d8a2ed19d2a85c8edd3ec2aef",
              "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf"
              "581a0db248b0a77aecec196accc52973",
              "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a38"
              "5502f25dbf55296c3a545e3872760ab7",
              "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c0"
              "0a60b1ce1d7e819d7a431d7c90ea0e5f"},
    [P521] = {{"P-521", "P521", "secp521r1", NULL},
              "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
              "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
              "ffff",
              "0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef1"
              "09e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b50"
              "3f00",
              "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
              "fffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e9138"
              "6409",
              "00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d"
              "3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5"
              "bd66",
              "011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e"
              "662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd1"
              "6650"},
};

static struct ec_curve curves[CURVE_COUNT];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static size_t limbs_of(unsigned bits)
{
    return (bits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS;
}

static void set_sizes(struct ec_curve *curve)
{
    curve->bits = (unsigned)mpz_sizeinbase(curve->p, 2);
    curve->order_bits = (unsigned)mpz_sizeinbase(curve->n, 2);
    curve->bytes = (curve->bits + 7) / 8;
    curve->order_bytes = (curve->order_bits + 7) / 8;
    curve->limbs = limbs_of(curve->bits);
    curve->order_limbs = limbs_of(curve->order_bits);
}

static void init_curves(void)
{
    for (int id = 0; id < CURVE_COUNT; id++) {
        struct ec_curve *curve = &curves[id];

        curve->id = (enum curve_id)id;
        curve->name = standard[id].names[0];
        mpz_init_set_str(curve->p, standard[id].p, 16);
        mpz_init_set_str(curve->b, standard[id].b, 16);
        mpz_init_set_str(curve->n, standard[id].n, 16);
        mpz_init_set_str(curve->gx, standard[id].gx, 16);
        mpz_init_set_str(curve->gy, standard[id].gy, 16);
        set_sizes(curve);
    }
}

const struct ec_curve *ec_curve(enum curve_id id)
{
    if ((unsigned)id >= CURVE_COUNT)
        return NULL;
    pthread_once(&once, init_curves);
    return &curves[id];
}

const struct ec_curve *ec_curve_by_name(const char *name)
{
    for (int id = 0; id < CURVE_COUNT; id++)
        for (int i = 0; i < 4; i++)
            if (standard[id].names[i] && strcasecmp(standard[id].names[i], name) == 0)
                return ec_curve((enum curve_id)id);
    return NULL;
}

/* 1 if 0 <= x, y < p and y^2 = x^3 - 3x + b modulo p. */
static int on_curve(const mpz_t x, const mpz_t y, const mpz_t b, const mpz_t p)
{
    mpz_t left, right;
    int holds = mpz_sgn(x) >= 0 && mpz_sgn(y) >= 0 && mpz_cmp(x, p) < 0 && mpz_cmp(y, p) < 0;

    mpz_init(left);
    mpz_init(right);
    if (holds) {
        mpz_mul(right, x, x);
        mpz_sub_ui(right, right, 3);
        mpz_mul(right, right, x);
        mpz_add(right, right, b);
        mpz_mul(left, y, y);
        mpz_sub(left, left, right);
        holds = mpz_divisible_p(left, p) != 0;
    }
    mpz_clear(left);
    mpz_clear(right);
    return holds;
}

/* 4 a^3 + 27 b^2 = 27 (b^2 - 4): zero modulo p > 3 where b = 2 or b = -2. */
static int singular(const mpz_t b, const mpz_t p)
{
    mpz_t t;
    int is;

    mpz_init(t);
    mpz_mul(t, b, b);
    mpz_sub_ui(t, t, 4);
    is = mpz_divisible_p(t, p) != 0;
    mpz_clear(t);
    return is;
}

enum result ec_curve_make(struct ec_curve *curve, const char *name, const mpz_t p, const mpz_t b,
                          const mpz_t n, const mpz_t gx, const mpz_t gy)
{
    if (mpz_cmp_ui(p, 3) <= 0 || mpz_even_p(p) || mpz_sizeinbase(p, 2) > EC_MAX_BITS ||
        mpz_cmp_ui(n, 3) < 0 || mpz_even_p(n) || mpz_sizeinbase(n, 2) > EC_MAX_BITS ||
        mpz_sgn(b) <= 0 || mpz_cmp(b, p) >= 0 || singular(b, p) || !on_curve(gx, gy, b, p))
        return FAILED;
    curve->id = CURVE_COUNT;
    curve->name = name;
    mpz_init_set(curve->p, p);
    mpz_init_set(curve->b, b);
    mpz_init_set(curve->n, n);
    mpz_init_set(curve->gx, gx);
    mpz_init_set(curve->gy, gy);
    set_sizes(curve);
    return DONE;
}

void ec_curve_clear(struct ec_curve *curve)
{
    mpz_clear(curve->p);
    mpz_clear(curve->b);
    mpz_clear(curve->n);
    mpz_clear(curve->gx);
    mpz_clear(curve->gy);
}
