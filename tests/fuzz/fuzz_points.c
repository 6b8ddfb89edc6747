/* fuzz_points - points of the five curves and of Ed25519: what is decoded is on the curve and encodes to the same
 * octets again; all steps agree, and agree with OpenSSL or with the equation over mpz.
 *
 * Input     octet 0: the curve (bits 0-2; 5 and above: Ed25519), bit 3: the octets that follow are an x whose point, where
 *           there is one, is encoded uncompressed and then edited; octet 1: a step; the rest: the octets. */
#include "ec/ec.h"
#include "tests/ed25519_oracle.h"
#include "tests/fuzz/edits.h"
#include "tests/fuzz/openssl.h"
#include "tests/fuzz/rows.h"

static EC_GROUP *groups[CURVE_COUNT];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char *const names[] = {"P-192", "P-224", "P-256", "P-384", "P-521"};

    (void)argc;
    (void)argv;
    for (int id = 0; id < CURVE_COUNT; id++) {
        groups[id] = EC_GROUP_new_by_curve_name(EC_curve_nist2nid(names[id]));
        MUST(groups[id], "OpenSSL has no %s", names[id]);
    }
    oracle_init();
    fuzz_start();
    return 0;
}

/* y^2 = x^3 - 3x + b, coordinates below p. */
static int on_curve(const struct ec_point *P, const struct ec_curve *curve)
{
    mpz_t x, y, t;
    int on;

    mpz_inits(x, y, t, NULL);
    mpz_from_limbs(x, P->x, curve->limbs);
    mpz_from_limbs(y, P->y, curve->limbs);
    on = mpz_cmp(x, curve->p) < 0 && mpz_cmp(y, curve->p) < 0;
    mpz_mul(t, x, x);
    mpz_sub_ui(t, t, 3);
    mpz_mul(t, t, x);
    mpz_add(t, t, curve->b);
    mpz_submul(t, y, y);
    on &= mpz_divisible_p(t, curve->p) != 0;
    mpz_clears(x, y, t, NULL);
    return on;
}

static int equal_points(const struct ec_point *P, const struct ec_point *Q,
                        const struct ec_curve *curve)
{
    return P->infinity == Q->infinity && mpn_cmp(P->x, Q->x, (mp_size_t)curve->limbs) == 0 &&
           mpn_cmp(P->y, Q->y, (mp_size_t)curve->limbs) == 0;
}

static void check_accepted(const struct ec_point *P, struct bytes octets,
                           const struct ec_curve *curve)
{
    uint8_t out[1 + 2 * EC_MAX_BYTES];
    struct ec_point Q;

    for (int compressed = 0; compressed < 2; compressed++) {
        size_t len = ec_point_to_bytes(out, P, compressed, curve);
        if ((octets.at[0] != 4) == compressed || P->infinity)
            MUST(same_bytes((struct bytes){out, len}, octets), "encodes otherwise");
        MUST(ec_point_from_bytes(&Q, out, len, curve) == DONE && equal_points(P, &Q, curve),
             "the other form is another point");
    }
    MUST((ec_point_validate(P, curve) == DONE) == !P->infinity, "validate");
    MUST(P->infinity || on_curve(P, curve), "not on the curve");
}

static void nist(struct bytes octets, enum curve_id id, unsigned step)
{
    static const char *const names[] = {"ecdsa-p192", "ecdsa-p224", "ecdsa-p256", "ecdsa-p384",
                                        "ecdsa-p521"};
    const struct ec_curve *curve = ec_curve(id);
    const struct impl *row = row_pick(alg_by_name(names[id]), step);
    EC_POINT *theirs = EC_POINT_new(groups[id]);
    struct key_data data = {.public = octets};
    struct ec_point P;
    void *key = NULL;
    int ours = ec_point_from_bytes(&P, octets.at, octets.len, curve) == DONE;
    int openssl =
        octets.len && EC_POINT_oct2point(groups[id], theirs, octets.at, octets.len, NULL) == 1;

    if (octets.len && (octets.at[0] == 6 || octets.at[0] == 7)) /* hybrid: refused */
        openssl = 0;
    MUST(ours == openssl, "%s: ours says %d, OpenSSL %d", curve->name, ours, openssl);
    if (ours) {
        check_accepted(&P, octets, curve);
    } else {
        MUST(P.infinity, "refused, and not infinity");
    }
    MUST((row->key_import(row, &key, &data) == DONE) == (ours && !P.infinity), "%s: key_import",
         row->name);
    row->key_free(row, key);
    fuzz_count(ours);
    EC_POINT_free(theirs);
    ERR_clear_error();
}

static void edwards(const uint8_t A[32])
{
    uint8_t out[32], R[32], S[32] = {0}, k[32] = {1};
    struct opoint P;
    mpz_t y;
    int sign = A[31] >> 7, want;

    mpz_init(y);
    opoint_init(&P);
    le_to_mpz(y, A, 32);
    mpz_clrbit(y, 255);
    want = mpz_cmp(y, oracle.p) < 0 && opoint_from_y(&P, y, (unsigned)sign);
    want = want && mpz_cmp(P.x, oracle.p) != 0; /* -0 */
    if (want) {
        opoint_encode(out, &P);
        MUST(memcmp(out, A, 32) == 0, "encodes otherwise");
    }
    memcpy(R, A, 32);
    if (want && mpz_sgn(P.x) != 0)
        R[31] ^= 0x80; /* -A: [0]B = R + [1]A */
    for (const struct ed25519_engine *const *at = ed25519_engines; *at; at++) {
        if (step_missing(&(*at)->step) || ((*at)->start && (*at)->start() != DONE))
            continue;
        MUST(((*at)->decodes(A) == DONE) == want, "%s: decodes", (*at)->step.name);
        MUST(((*at)->check(R, A, S, k) == DONE) == want, "%s: 0 = R + A", (*at)->step.name);
    }
    fuzz_count(want);
    opoint_clear(&P);
    mpz_clear(y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes in = {data, size}, octets;
    unsigned how = take_u8(&in), step = take_u8(&in), id = how & 7;
    struct text text = {.len = 0};
    struct ec_point P;
    uint8_t *copy;

    if (id >= CURVE_COUNT) {
        uint8_t A[32] = {0};
        octets = take(&in, 32);
        if (octets.len)
            memcpy(A, octets.at, octets.len);
        edwards(A);
        return 0;
    }
    if (how & 8) {
        const struct ec_curve *curve = ec_curve((enum curve_id)id);
        text.at[0] = (uint8_t)(2 + (how >> 4 & 1));
        octets = take(&in, curve->bytes);
        text.len = 1 + curve->bytes;
        if (octets.len)
            memcpy(text.at + 1, octets.at, octets.len);
        if (ec_point_from_bytes(&P, text.at, text.len, curve) == DONE)
            text.len = ec_point_to_bytes(text.at, &P, 0, curve);
        for (int edits = 0; in.len && edits < 8; edits++)
            text_edit(&text, &in);
        in = text_bytes(&text);
    }
    copy = exact_copy(in);
    nist((struct bytes){copy, in.len}, (enum curve_id)id, step);
    free(copy);
    return 0;
}
