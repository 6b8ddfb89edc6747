/* key_sizes - how many octets a key takes bare and as DER, computed from the key itself. */
#include "bench/keyring.h"
#include "bignum/bytes.h"

/* Octets of a DER element (X.690 8.1) with len octets inside. */
static size_t element(size_t len)
{
    size_t octets = 1;

    if (len >= 128)
        for (size_t rest = len; rest; rest >>= 8)
            octets++;
    return 1 + octets + len;
}

static struct bytes trimmed(struct bytes x)
{
    while (x.len && x.at[0] == 0)
        x = (struct bytes){x.at + 1, x.len - 1};
    return x;
}

/* INTEGER: one more octet where the first bit is set, one for zero. */
static size_t integer(struct bytes x)
{
    x = trimmed(x);
    return element(x.len == 0 ? 1 : x.len + (x.at[0] >> 7));
}

static unsigned bit_length(struct bytes x)
{
    unsigned bits;

    x = trimmed(x);
    if (x.len == 0)
        return 0;
    bits = 8 * (unsigned)(x.len - 1);
    for (unsigned top = x.at[0]; top; top >>= 1)
        bits++;
    return bits;
}

static size_t integer_of(const mpz_t x)
{
    /* bits / 8 + 1 is one more octet where the first bit is set */
    return element(mpz_sgn(x) == 0 ? 1 : mpz_sizeinbase(x, 2) / 8 + 1);
}

/* d mod (p - 1), d mod (q - 1) and q^-1 mod p as INTEGERs. */
static size_t crt_integers(const struct key_data *key)
{
    mpz_t p, q, d, x;
    size_t sum = 0;

    mpz_inits(p, q, d, x, NULL);
    os2ip(p, key->p.at, key->p.len);
    os2ip(q, key->q.at, key->q.len);
    os2ip(d, key->d.at, key->d.len);
    if (mpz_cmp_ui(p, 2) > 0 && mpz_cmp_ui(q, 2) > 0) {
        mpz_sub_ui(x, p, 1);
        mpz_mod(x, d, x);
        sum += integer_of(x);
        mpz_sub_ui(x, q, 1);
        mpz_mod(x, d, x);
        sum += integer_of(x);
        if (mpz_invert(x, q, p))
            sum += integer_of(x);
    }
    mpz_clears(p, q, d, x, NULL);
    return sum;
}

enum { VERSION = 3 /* INTEGER 0 or 1 */, NULL_PARAMETERS = 2 };

static void rsa_sizes(struct key_sizes *out, const struct key_data *key)
{
    size_t algorithm = element(11 + NULL_PARAMETERS); /* OID rsaEncryption, RFC 8017 A.1 */
    size_t n = trimmed(key->n).len, e = trimmed(key->e).len;
    size_t private = VERSION + integer(key->n) + integer(key->e) + integer(key->d) +
                     integer(key->p) + integer(key->q) + crt_integers(key);

    out->bits = bit_length(key->n);
    out->private_raw = n + trimmed(key->d).len;
    out->public_raw = n + e;
    out->private_der = element(VERSION + algorithm + element(element(private)));
    out->public_der = element(algorithm + element(1 + element(integer(key->n) + integer(key->e))));
}

static void ec_sizes(struct key_sizes *out, const struct alg *alg, const struct key_data *key)
{
    /* OID ecPublicKey, and that of the curve: the two of X9.62 are longer than SEC's (RFC 5480) */
    size_t curve = alg->bits == 192 || alg->bits == 256 ? 10 : 7;
    size_t algorithm = element(9 + curve);
    size_t point = element(1 + key->public.len);
    size_t private = VERSION + element(key->secret.len) + element(point); /* RFC 5915 3 */

    /* 521 is no multiple of 8: the coordinates' octets do not tell, the name does */
    out->bits = key->public.len == 1 + 2 * ((alg->bits + 7) / 8) ? alg->bits : 0;
    out->private_raw = key->secret.len;
    out->public_raw = key->public.len;
    out->private_der = element(VERSION + algorithm + element(element(private)));
    out->public_der = element(algorithm + point);
}

static void ed25519_sizes(struct key_sizes *out, const struct key_data *key)
{
    size_t algorithm = element(5); /* OID id-Ed25519 alone (RFC 8410 3) */

    out->bits = key->public.len == 32 ? 255 : 0;
    out->private_raw = key->secret.len;
    out->public_raw = key->public.len;
    out->private_der = element(VERSION + algorithm + element(element(key->secret.len)));
    out->public_der = element(algorithm + element(1 + key->public.len));
}

void key_sizes(struct key_sizes *out, const struct alg *alg, const struct key_data *key)
{
    switch (alg->family) {
    case FAMILY_RSA:
        rsa_sizes(out, key);
        break;
    case FAMILY_ECDSA:
        ec_sizes(out, alg, key);
        break;
    case FAMILY_ED25519:
        ed25519_sizes(out, key);
        break;
    }
}
