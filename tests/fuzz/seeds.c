/* seeds - the fuzzers' first inputs, made from vectors/ in each fuzzer's layout: seeds DIR writes DIR/NAME/SEED. */
#include <errno.h>
#include <sys/stat.h>

#include "ec/ec.h"
#include "tests/fuzz/cases.h"
#include "tests/fuzz/edits.h"

static const char *root;
static unsigned written;

static void add(struct text *text, const void *at, size_t len)
{
    if (len > TEXT_MAX - text->len)
        len = TEXT_MAX - text->len;
    if (len)
        memcpy(text->at + text->len, at, len);
    text->len += len;
}

static void add_u8(struct text *text, size_t octet)
{
    add(text, &(uint8_t){(uint8_t)octet}, 1);
}

/* count octets of a number as take_number() reads raw ones. */
static void add_number(struct text *text, size_t count, struct fuzz_rng *rng)
{
    uint8_t octets[8];

    for (size_t at = 0; at < count; at += 8) {
        (void)fuzz_fill(&rng->rng, octets, 8);
        add_u8(text, 4);
        add(text, octets, count - at < 8 ? count - at : 8);
    }
}

static void seed(const char *fuzzer, unsigned how, const void *at, size_t len)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", root, fuzzer);
    MUST(mkdir(path, 0777) == 0 || errno == EEXIST, "%s", path);
    snprintf(path, sizeof path, "%s/%s/%05u", root, fuzzer, written++);
    file = fopen(path, "wb");
    MUST(file, "%s", path);
    if (how < 256)
        fputc((int)how, file);
    MUST(fwrite(at, 1, len, file) == len && fclose(file) == 0, "%s", path);
}

/* About a hundred cases by index, on all pairs of steps. */
static void by_index(const char *fuzzer, const struct cases *cases)
{
    size_t every = 1 + cases->count / 100;

    for (size_t i = 0; i < cases->count; i += every)
        seed(fuzzer, (unsigned)(i / every * 4 & 0xfc), (uint8_t[]){(uint8_t)i, (uint8_t)(i >> 8)},
             2);
}

static void ecdsa(void)
{
    struct fuzz_rng rng = fuzz_rng_new(11);
    struct cases cases;

    cases_load(&cases, FAMILY_ECDSA);
    by_index("ecdsa", &cases);
    for (unsigned i = 0; i < 80; i++) /* one edit: of the point, or of a number */
        seed("ecdsa", i * 4 & 0xfc,
             (uint8_t[]){(uint8_t)(i * 37), (uint8_t)(i / 4), i & 1 ? 3 : 0, (uint8_t)(i / 2)}, 4);
    for (unsigned i = 0; i < 40; i++) {
        struct text text = {.len = 0};
        unsigned id = i % CURVE_COUNT;
        add(&text, (uint8_t[]){(uint8_t)id, (uint8_t)(i % 6), (uint8_t)(i / 5), (uint8_t)(i / 10)},
            4);
        add_number(&text, ec_curve((enum curve_id)id)->order_bytes, &rng);
        add_number(&text, ec_curve((enum curve_id)id)->order_bytes, &rng);
        add(&text, "\x04test", 5);
        seed("ecdsa", 2 | (i * 4 & 0xfc), text.at, text.len);
    }
    for (size_t i = 0; i < cases.count; i += 97) {
        const struct vector_case *one = &cases.at[i];
        unsigned id = 0;
        struct text text = {.len = 0};
        struct ec_point P;
        while (ec_curve((enum curve_id)id)->bits != one->bits)
            id++;
        if (one->params.form == SIG_DER) {
            seed("der", id, one->sig.at, one->sig.len);
        } else { /* r and s, each with its length */
            for (int j = 0; j < 2; j++) {
                add_u8(&text, one->sig.len / 2);
                add(&text, one->sig.at + (j ? one->sig.len / 2 : 0), one->sig.len / 2);
            }
            seed("der", 0x80 + id, text.at, text.len);
            text.len = 0;
        }
        add_u8(&text, i / 97);
        add(&text, one->key.public.at, one->key.public.len);
        seed("points", id, text.at, text.len);
        if (ec_point_from_bytes(&P, one->key.public.at, one->key.public.len,
                                ec_curve((enum curve_id)id)) == DONE) {
            text.len = 1 + ec_point_to_bytes(text.at + 1, &P, 1, ec_curve((enum curve_id)id));
            seed("points", id, text.at, text.len);
            memmove(text.at + 1, text.at + 2, text.len - 2);
            seed("points", id | 8, text.at, text.len - 1);
        }
    }
    cases_free(&cases);
}

static void rsa(void)
{
    struct fuzz_rng rng = fuzz_rng_new(12);
    struct cases cases;

    cases_load(&cases, FAMILY_RSA);
    by_index("rsa", &cases);
    for (unsigned i = 0; i < 72; i++) {
        struct text text = {.len = 0};
        add(&text,
            (uint8_t[]){(uint8_t)(i % 24), (uint8_t)((i * 7 % 24) | (i & 1 ? 0x80 : 0)),
                        (uint8_t)(i % 33)},
            3);
        add_number(&text, 1 + i % 33, &rng);
        add_u8(&text, i % 6);
        add(&text, "\x04test", 5);
        seed("rsa", 2 | (i * 4 & 0xfc), text.at, text.len);
    }
    cases_free(&cases);
}

static void ed25519(void)
{
    struct fuzz_rng rng = fuzz_rng_new(13);
    struct cases cases;

    cases_load(&cases, FAMILY_ED25519);
    by_index("ed25519", &cases);
    for (unsigned i = 0; i < 64; i++) {
        struct text text = {.len = 0};
        add_u8(&text, i);
        add_number(&text, 32, &rng);
        add_number(&text, 32, &rng);
        add(&text, "\x04test", 5);
        seed("ed25519", 2 | (i * 4 & 0xfc), text.at, text.len);
        text.len = 0; /* a = 0: A of order 1, 2 or 4, whose other encoding OpenSSL takes */
        add_u8(&text, (i * 2 & 6) | (i / 4 % 8) << 3 | 0x40 | (i / 32) << 7);
        add(&text, (uint8_t[4]){0}, 4);
        add_number(&text, 32, &rng);
        add(&text, "\x04test", 5);
        seed("ed25519", 2 | (i * 4 & 0xfc), text.at, text.len);
        text.len = 0;
        add_u8(&text, i);
        add(&text, cases.at[i * 13 % cases.count].key.public.at, 32);
        seed("points", 5, text.at, text.len);
    }
    cases_free(&cases);
}

/* Two tests each of the first group and one in the middle, with the count that goes with them. */
static void short_json(json_t *document)
{
    json_t *top = json_is_array(document) ? json_array_get(document, 1) : document, *tests;
    json_t *groups = json_object_get(top, "testGroups");
    size_t half = json_array_size(groups) / 2, total = 0;
    char *text;

    while (json_array_size(groups) > half + 1)
        json_array_remove(groups, half + 1);
    while (json_array_size(groups) > 2)
        json_array_remove(groups, 1);
    for (size_t i = 0; i < json_array_size(groups); i++) {
        tests = json_object_get(json_array_get(groups, i), "tests");
        while (json_array_size(tests) > 2)
            json_array_remove(tests, 1);
        total += json_array_size(tests);
    }
    if (json_object_get(top, "numberOfTests"))
        json_object_set_new(top, "numberOfTests", json_integer((json_int_t)total));
    text = json_dumps(document, JSON_COMPACT);
    MUST(text, "out of memory");
    if (strlen(text) < 12000)
        seed("vectors", 0, text, strlen(text));
    free(text);
}

/* The PKCS #8 keys of Wycheproof's signing files, for the DER fuzzer. */
static void pkcs8(const json_t *document)
{
    const json_t *group = json_array_get(json_object_get(document, "testGroups"), 0);
    const char *hex = json_string_value(json_object_get(group, "privateKeyPkcs8"));
    struct arena arena = {NULL};
    struct bytes octets;

    if (hex && hex_decode(&octets, &arena, hex, strlen(hex), 0) == DONE)
        seed("der", 0, octets.at, octets.len);
    arena_reset(&arena);
}

static void files(void)
{
    static const char *const parts[] = {".json",  "KeyPair", "PKV",    "SigGen",
                                        "SigVer", "Msg",     ".input", "Monte"};
    struct path_list found;

    files_list(&found);
    for (size_t i = 0; i < found.count; i++) {
        struct source source;
        unsigned how = 0;
        MUST(source_read(&source, found.at[i]) == DONE, "%s", source.error);
        while (how < 7 && !strstr(found.at[i], parts[how]))
            how++;
        if (how == 0) {
            json_t *document = json_loads(source.text, 0, NULL);
            MUST(document, "%s", source.path);
            pkcs8(document);
            short_json(document);
            json_decref(document);
        } else {
            size_t len = source.len < 6000 ? source.len : 6000;
            while (len > 1 && source.len > 6000 && source.text[len - 1] != '\n')
                len--;
            while (how != 6 && len > 2 && source.len > 6000 && source.text[len - 2] != '\n')
                len--;
            seed("vectors", how, source.text, len);
        }
        source_free(&source);
    }
    path_list_free(&found);
}

static void results(void)
{
    static const char context[] =
        "{\"context\":{\"date\":\"2026-01-01\",\"num_cpus\":2,\"mhz_per_cpu\":3000,"
        "\"cpu_model\":\"A\",\"commit\":\"c\"},\"benchmarks\":[";
    static const char *const entries[] = {
        "{\"name\":\"ecdsa-p256/sign/limbs/"
        "payload:1024\",\"alg\":\"ecdsa-p256\",\"op\":\"sign\",\"impl\":\"limbs\","
        "\"payload\":1024,\"key_bits\":256,\"sample_ns\":[10,11,12,10,11,12,13,14,15]}",
        "{\"name\":\"a\",\"run_name\":\"a\",\"run_type\":\"iteration\",\"iterations\":5,\"real_"
        "time\":1.5,"
        "\"cpu_time\":1.25,\"time_unit\":\"us\"}",
        "{\"name\":\"a_median\",\"run_name\":\"a\",\"run_type\":\"aggregate\",\"aggregate_name\":"
        "\"median\","
        "\"cpu_time\":3,\"real_time\":3,\"time_unit\":\"ms\"}",
        "{\"name\":\"b\",\"error_occurred\":true,\"error_message\":\"no\",\"state\":\"wrong\"}",
        "{\"name\":\"rsa-2048/keygen/"
        "limbs\",\"alg\":\"rsa-2048\",\"op\":\"keygen\",\"impl\":\"limbs\",\"step\":\"limbs\","
        "\"signature_bytes\":256,\"private_key_bytes\":1200,\"threads\":1,\"cpu_time\":1e7,\"time_"
        "unit\":\"ns\"}"};
    enum { COUNT = sizeof entries / sizeof entries[0] };

    for (unsigned i = 0; i < 24;
         i++) { /* by number, see fuzz_json.c: two documents that have cells in common */
        struct fuzz_rng rng = fuzz_rng_new(i / 2);
        struct text text = {.len = 1 + 80 + i};
        (void)fuzz_fill(&rng.rng, text.at, text.len);
        for (size_t j = 0; j < text.len; j++)
            text.at[j] = text.at[j] ? text.at[j] : 1;
        text.at[0] = 1;
        memcpy(text.at + text.len + 1, text.at, text.len);
        text.at[text.len] = 0;
        text.at[text.len + 40] = (uint8_t)(1 + i);
        seed("json", 256, text.at, 2 * text.len + 1);
    }
    for (unsigned mask = 1; mask < 1u << COUNT; mask += 2) {
        struct text text = {.len = 0};
        const char *between = "";
        add(&text, context, strlen(context));
        for (unsigned i = 0; i < COUNT; i++)
            if (mask >> i & 1) {
                add(&text, between, strlen(between));
                add(&text, entries[i], strlen(entries[i]));
                between = ",";
            }
        add(&text, "]}", 2);
        seed("json", 256, text.at, text.len);
    }
}

int main(int argc, char **argv)
{
    static const char *const shapeless[] = {"sign", "bignum", "scalar", "hash"};
    struct fuzz_rng rng = fuzz_rng_new(14);
    uint8_t octets[700];

    MUST(argc == 2, "usage: seeds DIR");
    root = argv[1];
    MUST(mkdir(root, 0777) == 0 || errno == EEXIST, "%s", root);
    ecdsa();
    rsa();
    ed25519();
    files();
    results();
    for (unsigned i = 0; i < 64; i++)
        for (unsigned j = 0; j < 4; j++) {
            (void)fuzz_fill(&rng.rng, octets, sizeof octets);
            seed(shapeless[j], i, octets, 20 + 10 * i);
        }
    printf("%u seeds\n", written);
    return 0;
}
