/* The peers keep the contract, work with their own keys and with known ones. */
#include "tests/peers.h"

Test(peers, contract, .init = load, .timeout = 300)
{
    for (size_t i = 0; i < peer_count; i++) {
        const struct peer *peer = peers[i];
        size_t rows = 0;

        cr_expect_eq(peer->contract, (unsigned)IMPL_CONTRACT);
        cr_expect(peer->library && *peer->library);
        cr_expect(peer->version && *peer->version);
        cr_expect_eq(peer->path()[0], '/', "%s: %s", peer->library, peer->path());
        for (const struct impl *row = peer->impls; row->name; row++, rows++) {
            cr_expect(row->alg && row->idea && *row->idea && row->source && *row->source);
            cr_expect(row->keygen && row->key_import && row->key_export && row->key_free);
            cr_expect(row->sign && row->verify);
            cr_expect(row->flags & STEP_PEER);
            cr_expect(!(row->flags & STEP_RFC6979) || row->alg->family == FAMILY_ECDSA);
            for (const struct impl *other = peer->impls; other < row; other++)
                cr_expect(strcmp(other->name, row->name) != 0 || other->alg != row->alg,
                          "%s %s twice", row->name, row->alg->name);
        }
        cr_expect(rows > 0, "%s has no row", peer->library);
        for (const struct hash_impl *hash = peer->hashes; hash->name; hash++)
            cr_expect(hash->idea && hash->source && hash->digest && hash->flags & STEP_PEER);
    }
}

/* A key signs and verifies, in both forms, messages of 0, 3 and 100 Ki octets; one bit off is
 * refused. */
static void check_pair(const struct impl *row, void *signer, void *verifier)
{
    static uint8_t msg[102400];
    static const size_t lens[] = {0, 3, sizeof msg};
    uint8_t sig[SIG_MAX_LEN];
    size_t sig_len;

    for (size_t i = 0; i < sizeof msg; i++)
        msg[i] = (uint8_t)(i * 7 + i / 256);
    for (int form = SIG_DER; form <= (row->alg->family == FAMILY_ECDSA ? SIG_FIXED : SIG_DER);
         form++)
        for (size_t i = 0; i < 3; i++) {
            struct sig_params params = default_params(row);
            const uint8_t *at = lens[i] ? msg : NULL;
            enum result result;

            params.form = (enum sig_form)form;
            result = row->sign(row, signer, &params, at, lens[i], sig, &sig_len, &os_rng);
            if (result == UNSUPPORTED && lens[i] > 65000) {
                cr_expect_eq(row->verify(row, verifier, &params, at, lens[i], sig, 64),
                             UNSUPPORTED);
                continue;
            }
            cr_assert_eq(result, DONE, "%s %s signs %zu octets", row->name, row->alg->name,
                         lens[i]);
            cr_assert_eq(row->verify(row, verifier, &params, at, lens[i], sig, sig_len), DONE,
                         "%s %s verifies %zu octets", row->name, row->alg->name, lens[i]);
            if (lens[i]) {
                msg[lens[i] - 1] ^= 1;
                cr_expect_eq(row->verify(row, verifier, &params, at, lens[i], sig, sig_len),
                             FAILED);
                msg[lens[i] - 1] ^= 1;
            }
            sig[sig_len - 1] ^= 1;
            cr_expect_eq(row->verify(row, verifier, &params, at, lens[i], sig, sig_len), FAILED);
            sig[sig_len - 1] ^= 1;
            sig[sig_len / 2] ^= 0x10;
            cr_expect_eq(row->verify(row, verifier, &params, at, lens[i], sig, sig_len), FAILED);
            sig[sig_len / 2] ^= 0x10; /* a refusal leaves nothing behind */
            cr_expect_eq(row->verify(row, verifier, &params, at, lens[i], sig, sig_len), DONE,
                         "%s %s verifies after a refusal", row->name, row->alg->name);
        }
}

/* A key of 8192 bits is not found in a second: p = 2^4096 - 2549 and q = 3 2^4094 - 71 are prime.
 */
static void fixed_8192(struct key_store *store)
{
    mpz_t p, q;

    mpz_init_set_ui(p, 1);
    mpz_init_set_ui(q, 3);
    mpz_mul_2exp(p, p, 4096);
    mpz_mul_2exp(q, q, 4094);
    mpz_sub_ui(p, p, 2549);
    mpz_sub_ui(q, q, 71);
    memset(store, 0, sizeof *store);
    cr_assert_eq(i2osp(store->room, 512, p), DONE);
    cr_assert_eq(i2osp(store->room + 512, 512, q), DONE);
    mpz_mul(p, p, q);
    cr_assert_eq(i2osp(store->room + 1024, 1024, p), DONE);
    memcpy(store->room + 2048, "\x01\x00\x01", 3);
    store->key.p = (struct bytes){store->room, 512};
    store->key.q = (struct bytes){store->room + 512, 512};
    store->key.n = (struct bytes){store->room + 1024, 1024};
    store->key.e = (struct bytes){store->room + 2048, 3};
    mpz_clears(p, q, NULL);
}

static int same(struct bytes a, struct bytes b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static void check_round_trip(const struct impl *row)
{
    static struct key_store store, again;
    struct key_data public;
    struct sig_params params = default_params(row);
    uint8_t sig[SIG_MAX_LEN];
    size_t sig_len;
    void *fresh, *copy, *half;

    if (row->alg->family == FAMILY_RSA && row->alg->bits > 2048) {
        if (row->alg->bits != 8192)
            return; /* the sizes between have private keys in the vectors */
        fixed_8192(&store);
        cr_assert_eq(row->key_import(row, &fresh, &store.key), DONE, "%s %s", row->name,
                     row->alg->name);
    } else
        cr_assert_eq(row->keygen(row, &fresh, &os_rng), DONE, "%s %s", row->name, row->alg->name);
    cr_assert_eq(row->key_export(row, fresh, &store), DONE);
    if (row->alg->family == FAMILY_RSA) {
        cr_expect_eq(store.key.n.len, row->alg->bits / 8);
        cr_expect(store.key.n.at[0] >= 0x80, "%s %s: modulus too short", row->name, row->alg->name);
        cr_expect(store.key.d.len > 0 && store.key.p.len > 0 && store.key.q.len > 0);
    } else if (row->alg->family == FAMILY_ECDSA) {
        size_t width = (row->alg->bits + 7) / 8;

        cr_expect_eq(store.key.secret.len, width);
        cr_expect_eq(store.key.public.len, 1 + 2 * width);
    } else {
        cr_expect_eq(store.key.secret.len, 32);
        cr_expect_eq(store.key.public.len, 32);
    }
    cr_assert_eq(row->key_import(row, &copy, &store.key), DONE, "%s %s", row->name, row->alg->name);
    cr_assert_eq(row->key_export(row, copy, &again), DONE);
    cr_expect(same(store.key.n, again.key.n) && same(store.key.e, again.key.e) &&
              same(store.key.secret, again.key.secret) && same(store.key.public, again.key.public));
    public = store.key;
    public.d = public.p = public.q = public.secret = (struct bytes){NULL, 0};
    cr_assert_eq(row->key_import(row, &half, &public), DONE, "%s %s", row->name, row->alg->name);
    cr_assert_eq(row->key_export(row, half, &again), DONE);
    cr_expect(same(store.key.n, again.key.n) && same(store.key.e, again.key.e) &&
              same(store.key.public, again.key.public));
    cr_expect(again.key.d.len == 0 && again.key.p.len == 0 && again.key.secret.len == 0);
    cr_expect_eq(row->sign(row, half, &params, NULL, 0, sig, &sig_len, &os_rng), FAILED,
                 "%s %s signs with a public key", row->name, row->alg->name);
    check_pair(row, fresh, half);
    check_pair(row, copy, fresh);
    row->key_free(row, fresh);
    row->key_free(row, copy);
    row->key_free(row, half);
    row->key_free(row, NULL);
}

Test(peers, round_trip, .init = load, .timeout = 300)
{
    each_row(check_round_trip);
}

/* Wycheproof's PKCS#1 signatures, which are deterministic; the keys come without p and q. */
static void check_rsa(const struct impl *row)
{
    static uint8_t n[MAX_HEX], e[MAX_HEX], d[MAX_HEX], msg[MAX_HEX], expected[MAX_HEX];
    char path[128];
    json_t *root, *group, *test;
    size_t i, j, done = 0;

    if (row->alg->family != FAMILY_RSA || row->alg->bits > 4096)
        return;
    snprintf(path, sizeof path, "vectors/wycheproof/rsa_pkcs1_%u_sig_gen_test.json",
             row->alg->bits);
    root = load_json(path);
    json_array_foreach(json_object_get(root, "testGroups"), i, group)
    {
        json_t *key = json_object_get(group, "privateKey");
        struct key_data data = {.n = {n, member_hex(n, key, "modulus")},
                                .e = {e, member_hex(e, key, "publicExponent")},
                                .d = {d, member_hex(d, key, "privateExponent")}};
        struct sig_params params = default_params(row);
        void *at;

        if (hash_id(text(group, "sha")) < 0)
            continue;
        params.hash = (enum hash_id)hash_id(text(group, "sha"));
        cr_assert_eq(row->key_import(row, &at, &data), DONE, "%s %s", row->name, row->alg->name);
        json_array_foreach(json_object_get(group, "tests"), j, test)
        {
            uint8_t sig[SIG_MAX_LEN];
            size_t len = member_hex(msg, test, "msg"), sig_len,
                   expected_len = member_hex(expected, test, "sig");
            enum result result = row->sign(row, at, &params, msg, len, sig, &sig_len, &os_rng);

            if (result == UNSUPPORTED)
                continue;
            cr_assert_eq(result, DONE);
            cr_assert(sig_len == expected_len && memcmp(sig, expected, sig_len) == 0,
                      "%s %s %s test %d", row->name, row->alg->name, text(group, "sha"),
                      (int)json_integer_value(json_object_get(test, "tcId")));
            cr_assert_eq(row->verify(row, at, &params, msg, len, sig, sig_len), DONE);
            done++;
        }
        row->key_free(row, at);
    }
    cr_expect(done > 0);
    json_decref(root);
}

Test(peers, rsa_known_answers, .init = load, .timeout = 300)
{
    each_row(check_rsa);
}

/* The order as a private key is refused, one less works; so does 1 without its leading zeros. */
static void check_scalar_edges(const struct impl *row, json_t *group)
{
    uint8_t d[MAX_HEX];
    struct key_data data = {.secret = {d, member_hex(d, group, "order")}};
    void *at = NULL;

    cr_expect_eq(row->key_import(row, &at, &data), FAILED, "%s %s", row->name, row->alg->name);
    for (int one = 0; one < 2; one++) {
        if (one) {
            d[0] = 1;
            data.secret.len = 1;
        } else
            d[data.secret.len - 1]--; /* an order is odd */
        cr_assert_eq(row->key_import(row, &at, &data), DONE, "%s %s", row->name, row->alg->name);
        check_pair(row, at, at);
        row->key_free(row, at);
    }
}

/* RFC 6979 A.2: those rows reproduce it that say so; all verify it. */
static void check_rfc6979(const struct impl *row)
{
    static uint8_t d[MAX_HEX], Q[MAX_HEX], msg[MAX_HEX];
    json_t *root, *group, *test;
    size_t i, j, signatures = 0, width = (row->alg->bits + 7) / 8;

    if (row->alg->family != FAMILY_ECDSA)
        return;
    root = load_json("vectors/rfc/rfc6979.json");
    json_array_foreach(json_object_get(root, "testGroups"), i, group)
    {
        struct key_data data = {.secret = {d, member_hex(d, group, "privateKey")}};
        void *at;

        if ((unsigned)json_integer_value(json_object_get(group, "keySize")) != row->alg->bits)
            continue;
        data.public =
            (struct bytes){Q, member_hex(Q, json_object_get(group, "publicKey"), "uncompressed")};
        check_scalar_edges(row, group);
        cr_assert_eq(row->key_import(row, &at, &data), DONE, "%s %s", row->name, row->alg->name);
        json_array_foreach(json_object_get(group, "tests"), j, test)
        {
            struct sig_params params = default_params(row);
            uint8_t sig[SIG_MAX_LEN], expected[132] = {0}, part[MAX_HEX];
            size_t len = member_hex(msg, test, "msg"), part_len, sig_len;

            if (hash_id(text(test, "sha")) < 0)
                continue;
            params.hash = (enum hash_id)hash_id(text(test, "sha"));
            params.form = SIG_FIXED;
            part_len = member_hex(part, test, "r");
            memcpy(expected + width - part_len, part, part_len);
            part_len = member_hex(part, test, "s");
            memcpy(expected + 2 * width - part_len, part, part_len);
            cr_assert_eq(row->verify(row, at, &params, msg, len, expected, 2 * width), DONE,
                         "%s %s %s", row->name, row->alg->name, text(test, "sha"));
            cr_assert_eq(row->sign(row, at, &params, msg, len, sig, &sig_len, &os_rng), DONE);
            cr_assert_eq(sig_len, 2 * width);
            cr_expect_eq(memcmp(sig, expected, sig_len) == 0, (row->flags & STEP_RFC6979) != 0,
                         "%s %s %s", row->name, row->alg->name, text(test, "sha"));
            signatures++;
        }
        row->key_free(row, at);
    }
    cr_expect(signatures >= 8);
    json_decref(root);
}

Test(peers, rfc6979, .init = load, .timeout = 300)
{
    each_row(check_rfc6979);
}

static void check_rfc8032(const struct impl *row)
{
    static uint8_t seed[MAX_HEX], A[MAX_HEX], msg[MAX_HEX], context[MAX_HEX], expected[MAX_HEX];
    static const char *const variants[] = {"Ed25519", "Ed25519ctx", "Ed25519ph"};
    json_t *root, *group, *test;
    size_t i, j, pure = 0;

    if (row->alg->family != FAMILY_ED25519)
        return;
    root = load_json("vectors/rfc/rfc8032.json");
    json_array_foreach(json_object_get(root, "testGroups"), i, group)
        json_array_foreach(json_object_get(group, "tests"), j, test)
    {
        struct key_data data = {.secret = {seed, member_hex(seed, test, "sk")},
                                .public = {A, member_hex(A, test, "pk")}};
        struct sig_params params = default_params(row);
        uint8_t sig[SIG_MAX_LEN];
        size_t len = member_hex(msg, test, "msg"), sig_len;
        void *at;
        enum result result;

        while (strcmp(variants[params.variant], text(group, "variant")) != 0)
            params.variant++;
        if (json_object_get(test, "ctx"))
            params.context = (struct bytes){context, member_hex(context, test, "ctx")};
        member_hex(expected, test, "sig");
        cr_assert_eq(row->key_import(row, &at, &data), DONE);
        result = row->sign(row, at, &params, msg, len, sig, &sig_len, &os_rng);
        if (params.variant == EDDSA_PURE)
            pure += result == DONE;
        else if (result == UNSUPPORTED) {
            cr_expect_eq(row->verify(row, at, &params, msg, len, expected, 64), UNSUPPORTED);
            row->key_free(row, at);
            continue;
        }
        cr_assert_eq(result, DONE, "%s %s", row->name, variants[params.variant]);
        cr_assert(sig_len == 64 && memcmp(sig, expected, 64) == 0, "%s %s", row->name,
                  variants[params.variant]);
        cr_expect_eq(row->verify(row, at, &params, msg, len, sig, 64), DONE);
        if (params.variant != EDDSA_PURE) { /* the variants are domains of their own */
            params.variant = EDDSA_PURE;
            params.context.len = 0;
            cr_expect_eq(row->verify(row, at, &params, msg, len, sig, 64), FAILED);
        }
        row->key_free(row, at);
    }
    cr_expect_eq(pure, 5);
    json_decref(root);
}

Test(peers, rfc8032, .init = load, .timeout = 300)
{
    each_row(check_rfc8032);
}

Test(peers, hashes, .init = load, .timeout = 300)
{
    static uint8_t msg[MAX_HEX], expected[MAX_HEX];
    json_t *root = load_json("vectors/rfc/fips180.json"), *group, *test;
    size_t g, t;

    for (size_t i = 0; i < peer_count; i++)
        for (const struct hash_impl *row = peers[i]->hashes; row->name; row++) {
            size_t done = 0;

            json_array_foreach(json_object_get(root, "testGroups"), g, group)
                json_array_foreach(json_object_get(group, "tests"), t, test)
            {
                size_t len = member_hex(msg, test, "msg"),
                       repeat = (size_t)json_integer_value(json_object_get(test, "repeat")),
                       digest_len = member_hex(expected, test, "digest");
                uint8_t *all = malloc(len * repeat + 1), digest[SHA2_MAX_DIGEST];
                enum result result;

                cr_assert(all);
                for (size_t k = 0; k < repeat; k++)
                    memcpy(all + k * len, msg, len);
                result = row->digest(row, (enum hash_id)hash_id(text(group, "sha")),
                                     len ? all : NULL, len * repeat, digest);
                free(all);
                if (result == UNSUPPORTED)
                    continue;
                cr_assert(result == DONE && memcmp(digest, expected, digest_len) == 0, "%s %s",
                          row->name, text(group, "sha"));
                done++;
            }
            cr_expect(done >= 8, "%s", row->name); /* SHA-256 and SHA-512 at the least */
        }
    json_decref(root);
}
