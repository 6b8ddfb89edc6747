/* The readers of vectors/ on the tree, and the runner over rows that are made up here. */
#include "tests/vectors_help.h"

TestSuite(vectors, .init = make_folder, .fini = drop_folder, .timeout = 120);

/* Rows that answer the same whatever they are asked; row->data is the answer. */
static const struct alg fake_algs[] = {{"rsa-2048", FAMILY_RSA, 2048, SHA256, 0},
                                       {"ecdsa-p256", FAMILY_ECDSA, 256, SHA256, 0},
                                       {"ed25519", FAMILY_ED25519, 255, SHA512, 0}};
static const enum result yes = DONE, no = FAILED, cannot = UNSUPPORTED;

static enum result fake_import(const struct impl *row, void **key, const struct key_data *data)
{
    (void)row;
    (void)data;
    *key = malloc(1);
    return *key ? DONE : FAILED;
}

static void fake_free(const struct impl *row, void *key)
{
    (void)row;
    free(key);
}

static enum result fake_verify(const struct impl *row, void *key, const struct sig_params *params,
                               const uint8_t *msg, size_t len, const uint8_t *sig, size_t sig_len)
{
    cr_assert(key && params && (msg || !len) && (sig || !sig_len));
    return *(const enum result *)row->data;
}

static enum result fake_start(const struct impl *row)
{
    (void)row;
    return FAILED;
}

#define FAKE(i, answer)                                                                            \
    {                                                                                              \
        .alg = &fake_algs[i], .name = "fake", .data = answer, .key_import = fake_import,           \
        .key_free = fake_free, .verify = fake_verify                                               \
    }
static const struct impl always[] = {FAKE(0, &yes), FAKE(1, &yes), FAKE(2, &yes)};
static const struct impl never[] = {FAKE(0, &no), FAKE(1, &no), FAKE(2, &no)};
static const struct impl unable[] = {FAKE(0, &cannot), FAKE(1, &cannot), FAKE(2, &cannot)};

static struct choice_row rows_of[4][3];

static struct choice choice_of(int slot, const char *name, const struct impl rows[3], int peer)
{
    for (int i = 0; i < 3; i++)
        rows_of[slot][i] = (struct choice_row){.row = &rows[i]};
    return (struct choice){.name = name, .peer = peer, .rows = rows_of[slot], .row_count = 3};
}

/* Every file of the tree is read whole; a reader that loses some of it is seen here. */
Test(vectors, whole_tree)
{
    static const struct {
        const char *path;
        size_t cases, skipped, valid;
    } files[] = {
        {"cavp/ecdsa/186_2_KeyPair.rsp", 50, 0, 50},
        {"cavp/ecdsa/186_2_PKV.rsp", 60, 0, 20},
        {"cavp/ecdsa/186_2_SigGen.txt", 75, 75, 75},
        {"cavp/ecdsa/186_2_SigVer.rsp", 75, 75, 15},
        {"cavp/ecdsa/186_3_KeyPair.rsp", 50, 0, 50},
        {"cavp/ecdsa/186_3_PKV.rsp", 60, 0, 20},
        {"cavp/ecdsa/186_3_SigGen.txt", 375, 75, 375},
        {"cavp/ecdsa/186_3_SigVer.rsp", 375, 75, 75},
        {"cavp/rsa/KeyGenRSA.rsp", 30, 0, 30},
        {"cavp/rsa/SigGen15_186-2.txt", 250, 50, 250},
        {"cavp/rsa/SigGen15_186-3.rsp", 250, 50, 250},
        {"cavp/rsa/SigVer15_186-3.rsp", 450, 90, 75},
        {"cavp/rsa/SigVer15EMTest.txt", 150, 30, 0},
        {"cavp/rsa/pkcs1v15sign-vectors.json", 300, 300, 300},
        {"cavp/sha2/SHA224ShortMsg.rsp", 65, 0, 65},
        {"cavp/sha2/SHA384LongMsg.rsp", 128, 0, 128},
        {"cavp/sha2/SHA512_224Monte.rsp", 100, 0, 100},
        {"ed25519/sign.input", 1024, 0, 1024},
        {"rfc/rfc6979.json", 50, 10, 50},
        {"rfc/rfc8032.json", 10, 0, 10},
        {"rfc/fips180.json", 24, 0, 24},
        {"acvp/DetECDSA-SigGen.json", 15, 0, 15},
        {"acvp/ECDSA-KeyVer.json", 20, 0, 5},
        {"acvp/EDDSA-SigVer.json", 24, 0, 8},
        {"acvp/SHA2-256.json", 22, 0, 22},
        {"wycheproof/ec_prime_order_curves_test.json", 26, 21, 26},
        {"wycheproof/ecdsa_secp256r1_sha256_test.json", 484, 0, 174},
        {"wycheproof/ecdsa_secp521r1_sha512_p1363_test.json", 318, 0, 231},
        {"wycheproof/ed25519_test.json", 150, 0, 88},
        {"wycheproof/primality_test.json", 317, 0, 66},
        {"wycheproof/rsa_pkcs1_1024_sig_gen_test.json", 33, 8, 33},
        {"wycheproof/rsa_signature_2048_sha256_test.json", 259, 0, 9},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[128];
        snprintf(path, sizeof path, "vectors/%s", files[i].path);
        struct reading got = read_path(path);
        cr_expect(got.result == DONE && !got.skip, "%s: %s", path, got.error);
        cr_expect(got.cases == files[i].cases && got.skipped == files[i].skipped &&
                      got.valid == files[i].valid,
                  "%s: %zu cases, %zu skipped, %zu valid", path, got.cases, got.skipped, got.valid);
    }
    struct path_list list = {.at = NULL};
    char *error;
    size_t cases = 0;
    cr_assert(path_list_add(&list, "vectors", &error) == DONE);
    for (size_t i = 0; i < list.count; i++) {
        struct reading got = read_path(list.at[i]);
        cr_expect(got.result == DONE && !got.skip, "%s: %s", list.at[i], got.error);
        cases += got.cases;
    }
    cr_expect(list.count == 97, "%zu files", list.count);
    cr_expect(cases == 18447, "%zu cases", cases);
    path_list_free(&list);
}

/* The verdicts are the file's: who says yes to all fails just the invalid cases, and so on. */
Test(vectors, constant_answers)
{
    static const struct {
        const char *path;
        long valid, invalid;
    } files[] = {{"vectors/wycheproof/ecdsa_secp256r1_sha256_test.json", 174, 310},
                 {"vectors/wycheproof/ecdsa_secp256r1_sha512_p1363_test.json", 242, 90},
                 {"vectors/wycheproof/ed25519_test.json", 88, 62},
                 {"vectors/wycheproof/rsa_signature_3072_sha512_test.json", 8, 252},
                 {"vectors/cavp/rsa/SigVer15_186-3.rsp", 60, 300},
                 {"vectors/acvp/RSA-SigVer.json", 2, 8}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct choice choices[3] = {choice_of(0, "always", always, 0),
                                    choice_of(1, "never", never, 0),
                                    choice_of(2, "unable", unable, 0)};
        struct captured got = run_on(choices, 3, 1, files[i].path);
        cr_expect(got.code == 1, "%s: %d %s", files[i].path, got.code, got.err);
        cr_expect(counted(&got, "always", "passed") == files[i].valid, "%s\n%s", files[i].path,
                  got.out);
        cr_expect(counted(&got, "always", "failed") == files[i].invalid);
        cr_expect(counted(&got, "never", "passed") == files[i].invalid);
        cr_expect(counted(&got, "never", "failed") == files[i].valid);
        cr_expect(counted(&got, "unable", "passed") == 0 && counted(&got, "unable", "failed") == 0);
        cr_expect(counted(&got, "unable", "unsupported") >= files[i].valid + files[i].invalid);
        drop_captured(&got);
    }
}

Test(vectors, peers_differ_by_the_table)
{
    const char *path = "vectors/wycheproof/rsa_signature_2048_sha224_test.json";
    struct choice choice = choice_of(0, "libgcrypt", always, 1);
    struct captured got = run_on(&choice, 1, 1, path);
    /* 3 SignatureMalleability and the MissingNull are known; a peer's other failures do not fail the run */
    cr_expect(got.code == 0);
    cr_expect(counted(&got, "libgcrypt", "known_differences") == 4, "%s", got.out);
    cr_expect(counted(&got, "libgcrypt", "failed") == 247);
    cr_expect(
        strstr(got.out, "differs libgcrypt: tcId 8 [MissingNull]: expected invalid, got valid; "));
    drop_captured(&got);
    choice = choice_of(0, "libgcrypt", always, 0); /* no step of ours is excused */
    got = run_on(&choice, 1, 1, path);
    cr_expect(got.code == 1 && counted(&got, "libgcrypt", "known_differences") == 0);
    drop_captured(&got);
}

Test(vectors, rows_that_cannot_start_are_unsupported)
{
    struct impl broken[3];
    memcpy(broken, always, sizeof broken);
    for (int i = 0; i < 3; i++)
        broken[i].start = fake_start;
    struct choice choice = choice_of(0, "broken", broken, 0);
    struct captured got = run_on(&choice, 1, 1, "vectors/wycheproof/ed25519_test.json");
    cr_expect(got.code == 2 && strstr(got.err, "no case was run"), "%s", got.err);
    cr_expect(counted(&got, "broken", "unsupported") == 150);
    drop_captured(&got);
}

Test(vectors, a_sample_is_spread_and_honest)
{
    struct choice choice = choice_of(0, "always", always, 0);
    struct captured got =
        run_on(&choice, 1, 10, "vectors/wycheproof/ecdsa_secp256r1_sha256_test.json");
    long run = counted(&got, "always", "passed") + counted(&got, "always", "failed");
    cr_expect(run >= 40 && run <= 58, "%ld of 484", run);
    cr_expect(counted(&got, "always", "passed") > 5 && counted(&got, "always", "failed") > 5);
    cr_expect(strstr(got.out, "a sample of one case in 10"));
    drop_captured(&got);
}

/* A malformed file never counts in part, and spoils the run even among good ones. */
Test(vectors, errors_end_with_2)
{
    size_t len;
    char *text = read_file("vectors/wycheproof/ed25519_test.json", &len);
    char *last = strstr(text, "\"tcId\":150,");
    cr_assert(last);
    memcpy(last, "\"tcId\":149,", 11);
    write_file("bad.json", text, len);
    free(text);
    text = read_file("vectors/wycheproof/ed25519_test.json", &len);
    write_file("good.json", text, len);
    free(text);
    struct choice choice = choice_of(0, "always", always, 1);
    struct captured got = run_on(&choice, 1, 1, work_folder);
    cr_expect(got.code == 2 && strstr(got.err, "bad.json: tcId 149 is used twice"), "%s", got.err);
    cr_expect(counted(&got, "always", "passed") == 88 && strstr(got.out, "INCOMPLETE"));
    drop_captured(&got);
    unlink(write_file("bad.json", "", 0));
    unlink(write_file("good.json", "", 0));
    got = run_on(&choice, 1, 1, work_folder);
    cr_expect(got.code == 2 && strstr(got.err, "no vector files"), "%s", got.err);
    drop_captured(&got);
}
