/* The readers of vectors/ on good and bad files, and the runner over rows that are made up here. */
#include <fcntl.h>

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
    struct path_list list = {NULL};
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

#define GROUP_ED                                                                                   \
    "{\"type\":\"EddsaVerify\",\"publicKey\":{\"curve\":\"edwards25519\",\"pk\":\"00\"},"          \
    "\"tests\":["
#define ED_HEAD(count)                                                                             \
    "{\"algorithm\":\"EDDSA\",\"schema\":\"eddsa_verify_schema_v1.json\",\"numberOfTests\":" count \
    ",\"testGroups\":["
#define ED_TEST(id, result)                                                                        \
    "{\"tcId\":" id ",\"flags\":[],\"msg\":\"\",\"sig\":\"\",\"result\":" result "}"
#define ED_FILE(count, tests) ED_HEAD(count) GROUP_ED tests "]}]}"

static const struct {
    const char *name, *text, *says;
} bad_files[] = {
    {"a.json", "", "is empty"},
    {"a.json", "{", "not JSON"},
    {"a.json", "[]", "is not a JSON object"},
    {"a.json", "{}", "no format that is known"},
    {"a.json", "{\"testGroups\":{}}", "not an array"},
    {"a.json", "{\"testGroups\":[]}", "\"schema\" is missing"},
    {"a.json", "{\"schema\":\"x\",\"testGroups\":[1]}", "\"type\" is missing"},
    {"a.json", "{\"schema\":1,\"testGroups\":[]}", "\"schema\" is missing"},
    {"a.json", "{\"a\":1,\"a\":2,\"testGroups\":[]}", "duplicate"},
    {"a.json", "{\"a\":1e999999,\"testGroups\":[]}", "not JSON"},
    {"a.json", "{\"a\":123456789012345678901234567890}", "not JSON"},
    {"a.json", ED_FILE("0", ""), "has no tests"},
    {"a.json", ED_FILE("2", ED_TEST("1", "\"valid\"")), "\"numberOfTests\" is 2, and there are 1"},
    {"a.json", ED_FILE("\"1\"", ED_TEST("1", "\"valid\"")), "\"numberOfTests\" is not"},
    {"a.json", ED_FILE("1", ED_TEST("\"1\"", "\"valid\"")), "\"tcId\" is not an integer"},
    {"a.json", ED_FILE("1", ED_TEST("1", "\"maybe\"")), "unknown result \"maybe\""},
    {"a.json", ED_FILE("1", ED_TEST("1", "true")), "\"result\" is not a string"},
    {"a.json", ED_FILE("1", ED_TEST("1", "\"acceptable\"")), "no rule for the flags"},
    {"a.json", ED_FILE("2", ED_TEST("7", "\"valid\"") "," ED_TEST("7", "\"valid\"")),
     "tcId 7 is used twice"},
    {"a.json",
     ED_FILE("1", "{\"tcId\":1,\"flags\":\"x\",\"msg\":\"\",\"sig\":\"\",\"result\":\"valid\"}"),
     "\"flags\" is not an array"},
    {"a.json",
     ED_FILE("1", "{\"tcId\":1,\"flags\":[1],\"msg\":\"\",\"sig\":\"\",\"result\":\"valid\"}"),
     "a flag is not a string"},
    {"a.json",
     ED_FILE("1", "{\"tcId\":1,\"flags\":[],\"msg\":\"abc\",\"sig\":\"\",\"result\":\"valid\"}"),
     "testGroups[0].tests[0] (tcId 1): \"msg\" has an odd number of hex digits"},
    {"a.json",
     ED_FILE("1", "{\"tcId\":1,\"flags\":[],\"msg\":\"zz\",\"sig\":\"\",\"result\":\"valid\"}"),
     "\"msg\" is not hex"},
    {"a.json", ED_FILE("1", "{\"tcId\":1,\"flags\":[],\"sig\":\"\",\"result\":\"valid\"}"),
     "\"msg\" is missing"},
    {"a.json", ED_HEAD("0") "{\"type\":\"NewTest\",\"tests\":[]}]}", "unknown type \"NewTest\""},
    {"a.json", "{\"schema\":\"new_schema\",\"numberOfTests\":1,\"testGroups\":[" GROUP_ED "]}]}",
     "unknown schema \"new_schema\""},
    {"a.json", "{\"algorithm\":\"Sum\",\"revision\":\"1\",\"testGroups\":[]}", "unknown algorithm"},
    {"a.json", "{\"algorithm\":\"SHA2-256\",\"revision\":\"1\",\"testGroups\":[]}", "has no tests"},
    {"a.json",
     "{\"algorithm\":\"SHA2-256\",\"revision\":\"1\",\"testGroups\":[{\"testType\":\"XXX\","
     "\"tests\":[]}]}",
     "unknown testType"},
    {"a.json",
     "{\"algorithm\":\"ECDSA\",\"mode\":\"sigVer\",\"revision\":\"1\",\"testGroups\":[{"
     "\"testType\":\"AFT\","
     "\"curve\":\"P-257\",\"hashAlg\":\"SHA2-256\",\"tests\":[]}]}",
     "unknown curve \"P-257\""},
    {"a.json",
     "{\"algorithm\":\"ECDSA\",\"mode\":\"sigVer\",\"revision\":\"1\",\"testGroups\":[{"
     "\"testType\":\"AFT\","
     "\"curve\":\"P-256\",\"hashAlg\":\"SHA9\",\"tests\":[]}]}",
     "unknown hash \"SHA9\""},
    {"a.rsp", "# nothing\n\n", "has no cases"},
    {"a.rsp", "rubbish\n", "line 1: neither"},
    {"a.rsp", "[L = 32]\nLen = 8\nMsg = 00\nMD =\nWhat = 1\n", "line 5: unknown key \"What\""},
    {"a.rsp", "[L = 32]\nLen = 8\nMsg = 00\n", "no kind of record"},
    {"a.rsp", "[L = 33]\nLen = 8\nMsg = 00\nMD = 00\n", "no hash has 33 octets"},
    {"a.rsp", "[L = 32]\nLen = 8\nMsg = 0\nMD = 00\n", "odd number of hex digits"},
    {"a.rsp", "[L = 32]\nLen = 8\nMsg = 0000\nMD = 00\n", "not \"Len\" bits long"},
    {"a.rsp", "[L = 32]\nLen = -8\nMsg = 00\nMD = 00\n", "not a decimal number"},
    {"a.rsp", "[L = 32]\nLen = 99999999999999999999999\nMsg = 00\nMD = 00\n",
     "not a decimal number"},
    {"a.rsp", "[L = 32]\nLen = 8\nLen = 8\nMsg = 00\nMD = 00\n", "line 3: \"Len\" twice"},
    {"a.rsp", "[L = 32]\nLen = 8\nMsg = 00\nMD = 00\n\nLen = 8\n", "not complete"},
    {"a.rsp", "[L = 32]\nMsg = 00\nMD = 00\n\nLen = 8\n", "has no \"Len\""},
    {"a.rsp", "Len = 8\nMsg = 00\nMD = 00\n", "without a header"},
    {"a.rsp", "[L = 32\nLen = 8\nMsg = 00\nMD = 00\n", "\"[\" without \"]\""},
    {"a.rsp", "[P-257]\nQx = 1\nQy = 2\nResult = P (0 )\n", "unknown curve"},
    {"a.rsp", "[P-256,SHA-9]\nQx = 1\nQy = 2\nResult = P (0 )\n", "unknown hash"},
    {"a.rsp", "[P-256]\nQx = 1\nQy = 2\nResult = Q\n", "unknown result"},
    {"a.rsp", "[P-256]\nQx = 1g\nQy = 2\nResult = P\n", "not a hex number"},
    {"a.rsp", "[mod = 8]\nn = 1\ne = 3\nSHAAlg = SHA256\nMsg = 00\nS = 00\n", "PKCS #1 v1.5"},
    {"SigGen15.rsp", "[mod = 8]\nn = 1\ne = 3\nSHAAlg = SHA7\nMsg = 00\nS = 00\n", "unknown hash"},
    {"a.input", "00:", "field 2 does not end"},
    {"a.input", "zz:00:00:00:\n", "field 1 is not hex"},
    {"a.input", "00:00::00:\n", "wrong length"},
    {"a.input", "\n\n", "has no cases"},
};

Test(vectors, bad_files)
{
    for (size_t i = 0; i < sizeof bad_files / sizeof bad_files[0]; i++) {
        struct reading got = read_text(bad_files[i].name, bad_files[i].text);
        cr_expect(got.result == FAILED && strstr(got.error, bad_files[i].says),
                  "%s\n\"%s\" is not in: %s", bad_files[i].text, bad_files[i].says, got.error);
        cr_expect(!strchr(got.error, '\n'));
    }
}

Test(vectors, out_of_scope_is_listed_with_its_reason)
{
    struct reading got =
        read_text("a.json", "{\"schema\":\"aead_test_schema_v1.json\",\"numberOfTests\":1,"
                            "\"testGroups\":[{\"type\":\"AeadTest\",\"tests\":[{}]}]}");
    cr_expect(got.result == DONE && got.skip && strcmp(got.skip, "encryption") == 0);
    got = read_text("a.json", "{\"$schema\":\"x\",\"type\":\"object\"}");
    cr_expect(got.result == DONE && got.skip);
    got = read_text("a.json",
                    "{\"algorithm\":\"ACVP-AES-GCM\",\"revision\":\"1\",\"testGroups\":[]}");
    cr_expect(got.result == DONE && got.skip && strcmp(got.skip, "encryption") == 0);
    got = read_text("SigVerPSS.rsp", "[mod = 1024]\n");
    cr_expect(got.result == DONE && got.skip);
    got = read_text("a.rsp", "[AES]\nKEY = 00\n");
    cr_expect(got.result == DONE && got.skip);
    got = read_text("SHA1Short.rsp", "[L = 20]\nLen = 0\nMsg = 00\nMD = 00\n");
    cr_expect(got.result == DONE && !got.skip && got.cases == 1 && got.skipped == 1);
    got = read_text("acvp.json",
                    "[{\"acvVersion\":\"1.0\"},{\"algorithm\":\"SHA2-256\",\"revision\":\"1\","
                    "\"testGroups\":[{\"testType\":\"AFT\",\"tests\":[{\"tcId\":1,\"msg\":\"a8\","
                    "\"len\":5,\"md\":\"00\"}]}]}]");
    cr_expect(got.result == DONE && got.cases == 1 && got.skipped == 1, "%s", got.error);
}

/* What is not a readable text of a sensible size is refused before it is looked at. */
Test(vectors, sources)
{
    char path[300];
    struct reading got = read_path("build/no/such/file.json");
    cr_expect(got.result == FAILED && strstr(got.error, "No such file"));
    got = read_path(work_folder);
    cr_expect(got.result == FAILED && strstr(got.error, "is a directory"));
    got = read_path(write_file("a.json", "{\0}", 3));
    cr_expect(got.result == FAILED && strstr(got.error, "zero byte at offset 1"));
    got = read_path(write_file("a.rsp", "\x7f\x45\x4c\x46\xff\xfe", 6));
    cr_expect(got.result == FAILED && strstr(got.error, "line 1"));
    snprintf(path, sizeof path, "%s", write_file("large.json", "x", 1));
    cr_assert(truncate(path, 100 << 20) == 0);
    got = read_path(path);
    cr_expect(got.result == FAILED && strstr(got.error, "larger than 64 MiB"));
    snprintf(path, sizeof path, "%s", write_file("deep.json", "", 0));
    char *deep = malloc(2000001);
    memset(deep, '[', 2000000);
    got = read_path(write_file("deep.json", deep, 2000000));
    cr_expect(got.result == FAILED && strstr(got.error, "depth"), "%s", got.error);
    for (size_t i = 0; i < 2000000; i++)
        deep[i] = "[],"[i % 3];
    deep[0] = '[';
    got = read_path(write_file("wide.json", deep, 2000000));
    cr_expect(got.result == FAILED);
    free(deep);
}

/* Wherever a file is cut, the answer is an error or a shorter file, and always in bounds. */
Test(vectors, truncated)
{
    static const char *const names[] = {"rfc/rfc8032.json", "acvp/EDDSA-SigGen.json",
                                        "cavp/ecdsa/186_2_PKV.rsp"};
    for (size_t n = 0; n < 3; n++) {
        char path[100];
        size_t len;
        snprintf(path, sizeof path, "vectors/%s", names[n]);
        char *text = read_file(path, &len);
        for (size_t cut = 0; cut < len; cut += 1 + len / 300) {
            struct reading got = read_path(write_file(n == 2 ? "a.rsp" : "a.json", text, cut));
            cr_expect(n == 2 || cut + 3 > len || got.result == FAILED, "%s cut at %zu", path, cut);
        }
        free(text);
    }
}

/* Each member of a small file replaced by each of many values: never a crash, and an error wherever the
 * reader needs the member. */
static size_t refused, tried;

static void replace_all(json_t *root, json_t *at, const char *name)
{
    static const char *const values[] = {"null",   "-1",   "4.5",    "\"0\"",
                                         "\"zz\"", "[{}]", "[null]", "9007199254740993"};
    const char *key;
    json_t *value;
    void *next;
    size_t i;
    if (json_is_array(at) && json_array_size(at) > 0)
        replace_all(root, json_array_get(at, 0), name);
    if (!json_is_object(at))
        return;
    json_object_foreach_safe(at, next, key, value)
    {
        char kept[64];
        snprintf(kept, sizeof kept, "%s", key);
        json_incref(value);
        replace_all(root, value, name);
        for (i = 0; i <= sizeof values / sizeof values[0]; i++) {
            if (i == sizeof values / sizeof values[0])
                json_object_del(at, kept);
            else
                json_object_set_new(at, kept, json_loads(values[i], JSON_DECODE_ANY, NULL));
            char *text = json_dumps(root, 0);
            tried++;
            refused += read_text(name, text).result == FAILED;
            free(text);
        }
        json_object_set_new(at, kept, value);
    }
}

Test(vectors, wrong_types)
{
    static const char *const names[] = {"wycheproof/ecdsa_secp256r1_sha256_test.json",
                                        "wycheproof/primality_test.json",
                                        "wycheproof/rsa_pkcs1_1024_sig_gen_test.json",
                                        "rfc/rfc6979.json",
                                        "wycheproof/ec_prime_order_curves_test.json",
                                        "acvp/ECDSA-SigVer.json",
                                        "acvp/SHA2-256.json",
                                        "acvp/RSA-SigGen.json"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        char path[100];
        snprintf(path, sizeof path, "vectors/%s", names[n]);
        json_t *root = json_load_file(path, 0, NULL);
        cr_assert(root);
        json_t *groups = json_object_get(root, "testGroups");
        while (json_array_size(groups) > 1)
            json_array_remove(groups, json_array_size(groups) - 1);
        for (size_t g = 0; g < json_array_size(groups); g++) {
            json_t *tests = json_object_get(json_array_get(groups, g), "tests");
            while (json_array_size(tests) > 1)
                json_array_remove(tests, json_array_size(tests) - 1);
        }
        json_object_set_new(root, "numberOfTests",
                            json_integer((json_int_t)json_array_size(groups)));
        refused = tried = 0;
        replace_all(root, root, "wrong.json");
        cr_expect(refused > tried / 3 && refused < tried, "%s: %zu of %zu refused", path, refused,
                  tried);
        json_decref(root);
    }
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
