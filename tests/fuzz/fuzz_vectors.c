/* fuzz_vectors - the readers of vector files on any octets: a clean error or a clean run, no leak, and cases whose
 * octets are all there; then the runner over the same cases.
 *
 * Input     octet 0: which reader and which file name (CAVP goes by it); the rest: the file. */
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/rows.h"
#include "vectors/own.h"
#include "vectors/read.h"
#include "vectors/runner.h"

/* What the runner is given: cases whose cost is bounded by their own size. */
enum { MOST_OCTETS = 1 << 20, MOST_RSA = 512 };

struct reading {
    struct case_sink sink; /* first member */
    struct runner *runner; /* NULL: look alone */
    size_t cases, stop;
    unsigned long sum; /* of every octet, so that each is read */
};

static struct choice choice;
static struct choice_row choice_rows[64];
static struct fuzz_rng rng;

static enum result start(const struct impl *row, const char **why)
{
    *why = row->missing ? row->missing(row) : NULL;
    return *why ? FAILED : row->start ? row->start(row) : DONE;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    choice = (struct choice){.name = "limbs", .own = 1, .rows = choice_rows};
    for (const struct impl *row = self_rows(); row->name; row++)
        if (strcmp(row->name, "limbs") == 0 ||
            (strcmp(row->name, "comb") == 0 && row->alg->bits < 256))
            choice_rows[choice.row_count++].row = row;
    MUST(choice.row_count > 0 && choice.row_count <= 64, "rows");
    choice.hash = &self_hash_rows()[1];
    fuzz_start();
    return 0;
}

static void read_all(struct reading *reading, struct bytes octets)
{
    for (size_t i = 0; i < octets.len; i++)
        reading->sum += octets.at[i];
}

static void read_text(struct reading *reading, const char *text)
{
    if (text)
        read_all(reading, (struct bytes){(const uint8_t *)text, strlen(text)});
}

static int affordable(const struct vector_case *one)
{
    size_t repeat = one->repeat ? one->repeat : 1;

    return one->msg.len <= MOST_OCTETS && repeat <= MOST_OCTETS / (one->msg.len + 64) &&
           one->key.n.len <= MOST_RSA && one->key.p.len <= MOST_RSA && one->key.q.len <= MOST_RSA &&
           one->key.e.len <= MOST_RSA && one->key.d.len <= MOST_RSA &&
           (one->kind != CASE_PRIME || one->msg.len <= MOST_RSA);
}

static enum result look(struct case_sink *sink, const struct vector_case *one)
{
    struct reading *reading = (struct reading *)sink;
    const struct bytes all[] = {one->params.context,
                                one->key.n,
                                one->key.e,
                                one->key.d,
                                one->key.p,
                                one->key.q,
                                one->key.secret,
                                one->key.public,
                                one->msg,
                                one->sig,
                                one->nonce,
                                one->want,
                                one->curve.p,
                                one->curve.n,
                                one->curve.a,
                                one->curve.b,
                                one->curve.gx,
                                one->curve.gy,
                                one->xp1,
                                one->xp2,
                                one->xq1,
                                one->xq2};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        read_all(reading, all[i]);
    read_text(reading, one->id);
    read_text(reading, one->flags);
    read_text(reading, one->skip);
    read_text(reading, one->curve_name);
    MUST(one->kind < CASE_KIND_COUNT && one->params.hash < HASH_COUNT &&
             one->family <= FAMILY_ED25519 && one->params.variant <= EDDSA_PH &&
             (unsigned)one->valid <= 1 && one->id,
         "a case with a member out of range");
    if (++reading->cases == reading->stop)
        return FAILED;
    return reading->runner && affordable(one)
               ? reading->runner->sink.take(&reading->runner->sink, one)
               : DONE;
}

/* Twice, as the program does: first to see, then to run; and once more with a sink that stops. */
static void through(struct vector_file *file)
{
    struct runner runner = {.choices = &choice,
                            .choice_count = 1,
                            .own = &own_functions,
                            .start = start,
                            .rng = &rng.rng,
                            .sample = 1};
    struct reading reading = {.sink = {look}};
    const char *skip = NULL;
    enum result result = file->read(&skip, file, &reading.sink);
    size_t cases = reading.cases;

    MUST((result == DONE) == (file->source.error[0] == '\0'), "error line: %s", file->source.error);
    MUST(result != DONE || (skip ? cases == 0 : cases > 0), "%zu cases, skip %s", cases, skip);
    fuzz_count(result == DONE && !skip);
    if (result != DONE || skip)
        return;
    rng = fuzz_rng_new(7);
    MUST(runner_init(&runner) == DONE, "out of memory");
    runner_new_file(&runner);
    reading = (struct reading){.sink = {look}, .runner = &runner};
    MUST(file->read(&skip, file, &reading.sink) == DONE && reading.cases == cases, "second time");
    runner_clear(&runner);
    reading = (struct reading){.sink = {look}, .stop = cases};
    MUST(file->read(&skip, file, &reading.sink) == FAILED, "a sink that stops does not stop");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"x.json",     "KeyPair.rsp",    "PKV.rsp",
                                        "SigGen.txt", "SigVer.rsp",     "SHA256ShortMsg.rsp",
                                        "sign.input", "SHA512Monte.rsp"};
    struct bytes in = {data, size};
    struct vector_file file;
    unsigned how = take_u8(&in);
    char path[128];
    int fd = memfd_create("vectors", MFD_CLOEXEC);

    MUST(fd >= 0 && write(fd, in.at, in.len) == (ssize_t)in.len, "memfd");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (vector_file_open(&file, path) == DONE) {
        file.source.path = names[how % 8];
        through(&file);
        vector_file_close(&file);
    } else {
        MUST(file.source.error[0] && !file.root && !file.source.text, "refused without a word");
    }
    close(fd);
    return 0;
}
