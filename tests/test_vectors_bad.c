/* The readers of vectors/ on files that are malformed, foreign, cut or no files at all. */
#include "tests/vectors_help.h"

TestSuite(vectors_bad, .init = make_folder, .fini = drop_folder, .timeout = 120);

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
     "{\"algorithm\":\"SHA2-256\",\"revision\":\"1\",\"testGroups\":[{\"testType\":\"none\","
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

Test(vectors_bad, bad_files)
{
    for (size_t i = 0; i < sizeof bad_files / sizeof bad_files[0]; i++) {
        struct reading got = read_text(bad_files[i].name, bad_files[i].text);
        cr_expect(got.result == FAILED && strstr(got.error, bad_files[i].says),
                  "%s\n\"%s\" is not in: %s", bad_files[i].text, bad_files[i].says, got.error);
        cr_expect(!strchr(got.error, '\n'));
    }
}

Test(vectors_bad, out_of_scope_is_listed_with_its_reason)
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
Test(vectors_bad, sources)
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
Test(vectors_bad, truncated)
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
    if (json_is_array(at) && json_array_size(at) > 0)
        replace_all(root, json_array_get(at, 0), name);
    if (!json_is_object(at))
        return;
    /* a copy to walk through: a member that is put back goes to the end of the object */
    json_t *before = json_copy(at), *value;
    const char *key;
    json_object_foreach(before, key, value)
    {
        replace_all(root, value, name);
        for (size_t i = 0; i <= sizeof values / sizeof values[0]; i++) {
            if (i == sizeof values / sizeof values[0])
                json_object_del(at, key);
            else
                json_object_set_new(at, key, json_loads(values[i], JSON_DECODE_ANY, NULL));
            char *text = json_dumps(root, 0);
            tried++;
            refused += read_text(name, text).result == FAILED;
            free(text);
        }
        json_object_set(at, key, value);
    }
    json_decref(before);
}

Test(vectors_bad, wrong_types)
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
