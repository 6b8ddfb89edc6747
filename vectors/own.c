#include "vectors/own.h"

#include <string.h>

#include "bignum/bytes.h"
#include "bignum/prime.h"
#include "ec/ec.h"
#include "hash/drbg.h"
#include "vectors/encode.h"

/* Wrong with a chance below 4^-64 for any value, were it chosen to fool the test. */
#define ROUNDS 64

static enum result is_prime(const struct bytes *twos_complement)
{
    if (twos_complement->len == 0)
        return FAILED;
    if (twos_complement->at[0] & 0x80)
        return FAILED; /* negative */
    mpz_t x;
    mpz_init(x);
    os2ip(x, twos_complement->at, twos_complement->len);
    enum result result = prime_is_probable(x, ROUNDS, rng_os());
    mpz_clear(x);
    return result;
}

static int equals(const mpz_t ours, struct bytes theirs)
{
    mpz_t x;
    mpz_init(x);
    os2ip(x, theirs.at, theirs.len);
    int same = mpz_cmp(x, ours) == 0;
    mpz_clear(x);
    return same;
}

static enum result is_our_curve(const struct vector_case *one)
{
    const struct ec_curve *curve = ec_curve_by_name(one->curve_name);
    if (!curve)
        return UNSUPPORTED;
    mpz_t a;
    mpz_init(a);
    mpz_sub_ui(a, curve->p, 3);
    int same = equals(a, one->curve.a) && equals(curve->p, one->curve.p) &&
               equals(curve->b, one->curve.b) && equals(curve->n, one->curve.n) &&
               equals(curve->gx, one->curve.gx) && equals(curve->gy, one->curve.gy) &&
               one->curve.h == 1;
    mpz_clear(a);
    return same ? DONE : FAILED;
}

/* Groups stay open for the whole run: an engine may make large tables. */
#define MAX_ENGINES 32
static struct {
    int tried;
    struct ec_group group;
} groups[MAX_ENGINES][CURVE_COUNT];

static const struct ec_group *open_group(const char *engine, unsigned bits)
{
    int id = 0;
    while (id < CURVE_COUNT && ec_curve((enum curve_id)id)->bits != bits)
        id++;
    for (size_t i = 0; i < MAX_ENGINES && ec_engines[i] && id < CURVE_COUNT; i++) {
        if (strcmp(ec_engines[i]->step.name, engine) != 0)
            continue;
        struct ec_group *group = &groups[i][id].group;
        if (!groups[i][id].tried &&
            ec_group_init(group, ec_engines[i], ec_curve((enum curve_id)id)) != DONE)
            group->context = NULL;
        groups[i][id].tried = 1;
        return group->context ? group : NULL;
    }
    return NULL;
}

void own_close(void)
{
    for (size_t i = 0; i < MAX_ENGINES; i++)
        for (size_t id = 0; id < CURVE_COUNT; id++) {
            if (groups[i][id].tried && groups[i][id].group.context)
                ec_group_clear(&groups[i][id].group);
            memset(&groups[i][id], 0, sizeof groups[i][id]);
        }
}

static enum result sign_with_nonce(uint8_t *sig, size_t *sig_len, const struct impl *row,
                                   const struct vector_case *one)
{
    const struct ec_group *group = open_group(row->name, one->bits);
    if (!group)
        return UNSUPPORTED;
    struct ec_key key;
    mp_limb_t k[EC_MAX_LIMBS], r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];
    uint8_t digest[SHA2_MAX_DIGEST];
    sha2(digest, one->params.hash, one->msg.at, one->msg.len);
    enum result result = ec_key_from_scalar(&key, one->key.secret.at, one->key.secret.len, group);
    if (result == DONE)
        result = os2limbs(k, group->curve->order_limbs, one->nonce.at, one->nonce.len);
    if (result == DONE)
        result = ecdsa_sign_with_nonce(r, s, &key, k, digest, hash_len(one->params.hash), group);
    if (result == DONE) {
        ecdsa_sig_to_fixed(sig, r, s, group->curve);
        *sig_len = 2 * group->curve->order_bytes;
    }
    ec_key_wipe(&key);
    wipe(k, sizeof k);
    return result;
}

const struct own_functions own_functions = {is_prime, is_our_curve, sign_with_nonce};
