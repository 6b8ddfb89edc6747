/* fuzz_json - the reader of results and what compares and draws them, on any JSON.
 *
 * Input     one document, or two with a zero octet between: OLD and NEW of `sigcost compare`. A document that begins with
 *           an octet 01 is not text: entries follow, each a list of members and values by number. */
#include <getopt.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/commands.h"
#include "bench/report.h"
#include "tests/fuzz/fuzz.h"

static FILE *nowhere, *console, *printed;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    nowhere = fopen("/dev/null", "w");
    MUST(nowhere, "/dev/null");
    printed = stdout;
    console = stderr;
    fuzz_start();
    return 0;
}

/* `sigcost compare OLD NEW`; its lines go nowhere. */
static void compare(const char *const paths[2])
{
    static const char *const thresholds[] = {"--threshold=5", "--threshold=0", "--threshold=900"};
    int code;

    for (int i = 0; i < 3; i++) {
        char *argv[] = {"compare",
                        (char *)(uintptr_t)thresholds[i],
                        i == 1 ? "--absolute" : "--force",
                        (char *)(uintptr_t)paths[0],
                        (char *)(uintptr_t)paths[1],
                        NULL};
        stdout = stderr = nowhere;
        optind = 0;
        code = command_compare(5, argv);
        stdout = printed;
        stderr = console;
        MUST(code >= 0 && code <= 2, "exit code %d", code);
    }
}

static void draw(const struct bench_file *file)
{
    size_t count = 0;
    struct figure *figures = report_figures(&count, file);

    MUST(figures || count == 0, "figures");
    for (size_t i = 0; i < count; i++) {
        char text[24];
        figure_csv(nowhere, &figures[i]);
        for (size_t j = 0; j < figures[i].count; j++)
            (void)figure_value(text, &figures[i], figures[i].points[j].value);
        figure_clear(&figures[i]);
    }
    free(figures);
}

static void put_value(FILE *to, struct bytes *in)
{
    static const char *const values[] = {
        "1",      "2",          "10.5",     "1e308",     "1e-308", "-1",     "0",
        "null",   "true",       "[]",       "{}",        "\"\"",   "\"ns\"", "\"us\"",
        "\"ms\"", "\"median\"", "\"mean\"", "\"wrong\"", "1e17",   "1e999",  "\"aggregate\""};
    unsigned which = take_u8(in);

    if (which & 0x80)
        fprintf(to, "%u", which & 0x7f);
    else
        fputs(values[which % (sizeof values / sizeof values[0])], to);
}

/* A document in the schema from numbers; for free(). */
static char *made(size_t *len, struct bytes in)
{
    static const char *const texts[][3] = {
        {"alg", "ecdsa-p256", "rsa-2048"}, {"op", "sign", "keygen"}, {"impl", "limbs", "openssl"}};
    static const char *const names[] = {
        "cpu_time",   "real_time",       "time_unit",      "payload",        "key_bits", "threads",
        "cycles",     "run_type",        "aggregate_name", "error_occurred", "skipped",  "state",
        "iterations", "signature_bytes", "run_name",       "error_message"};
    char *text = NULL;
    FILE *to = open_memstream(&text, len);

    MUST(to, "out of memory");
    fputs("{\"context\":{\"cpu_model\":\"A\",\"commit\":\"c\",\"num_cpus\":", to);
    put_value(to, &in);
    fputs("},\"benchmarks\":[", to);
    for (int entries = 0; in.len && entries < 60; entries++) {
        unsigned shape = take_u8(&in);
        fprintf(to, "%s{\"name\":\"%u\",\"time_unit\":\"ns\",\"cpu_time\":%u", entries ? "," : "",
                take_u8(&in) % 16, take_u8(&in));
        for (unsigned i = 0; i < 3; i++)
            if (shape & 1u << i)
                fprintf(to, ",\"%s\":\"%s\"", texts[i][0], texts[i][1 + (shape >> (3 + i) & 1)]);
        if (shape & 0x40) {
            unsigned samples = take_u8(&in) % 40;
            fputs(",\"sample_ns\":[1", to);
            while (samples-- > 0)
                fprintf(to, ",%u", 1 + take_u8(&in));
            if (take_u8(&in) % 16 == 1) {
                fputc(',', to);
                put_value(to, &in);
            }
            fputc(']', to);
        }
        for (unsigned more = shape & 0x80 ? 1 + take_u8(&in) % 3 : 0; more > 0; more--) {
            fprintf(to, ",\"%s\":", names[take_u8(&in) % 16]);
            put_value(to, &in);
        }
        fputc('}', to);
    }
    fputs("]}", to);
    MUST(fclose(to) == 0, "out of memory");
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *cut = size ? memchr(data, 0, size) : NULL;
    struct bytes parts[2] = {{data, size}, {data, size}};
    char names[2][64];
    int fds[2], good = 1;

    if (cut) {
        parts[0].len = (size_t)(cut - data);
        parts[1] = (struct bytes){cut + 1, size - parts[0].len - 1};
    }
    for (int i = 0; i < 2; i++) {
        struct bench_file file;
        char why[BENCH_FILE_WHY] = "";
        char *text = NULL;
        if (parts[i].len && parts[i].at[0] == 1) {
            (void)take_u8(&parts[i]);
            text = made(&parts[i].len, parts[i]);
            parts[i].at = (const uint8_t *)text;
        }
        fds[i] = memfd_create("results", MFD_CLOEXEC);
        MUST(fds[i] >= 0 && write(fds[i], parts[i].at, parts[i].len) == (ssize_t)parts[i].len,
             "memfd");
        free(text);
        snprintf(names[i], sizeof names[i], "/proc/self/fd/%d", fds[i]);
        if (bench_file_read(&file, names[i], why) != DONE) {
            MUST(why[0] && !strchr(why, '\n') && !file.entries && !file.json, "refused: %s", why);
            good = 0;
            continue;
        }
        for (size_t j = 0; j < file.count; j++) {
            const struct bench_entry *e = &file.entries[j];
            MUST(bench_file_find(&file, e->name) == e, "%s is not found", e->name);
            MUST(e->error || (e->count && e->time.median > 0), "%s has no time", e->name);
        }
        draw(&file);
        bench_file_clear(&file);
    }
    compare((const char *const[]){names[0], names[1]});
    close(fds[0]);
    close(fds[1]);
    fuzz_count(good);
    return 0;
}
