/* studies_counts - the second study's reasons (a fixed base point, no random number), as counted operations. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/counted.h"
#include "bench/keyring.h"
#include "bench/need.h"
#include "bench/registry.h"
#include "bench/studies_counts.h"
#include "hash/drbg.h"

static const struct impl *find(const struct impl *rows, const char *alg, const char *step)
{
    for (; rows && rows->name; rows++)
        if (strcmp(rows->alg->name, alg) == 0 && strcmp(rows->name, step) == 0)
            return rows->missing && rows->missing(rows) ? NULL : rows;
    return NULL;
}

/* One generation of a key, then TIMES signatures that are counted. */
static enum result count_row(double out[OP_COUNT], const struct counted *counted,
                             const struct impl *row)
{
    enum { TIMES = 16 };
    struct sig_params params = {.hash = row->alg->hash, .form = SIG_DER, .variant = EDDSA_PURE};
    struct hmac_drbg drbg;
    uint8_t msg[1024] = {0}, sig[SIG_MAX_LEN];
    size_t len;
    void *key = NULL;
    enum result done;

    if (row->start && row->start(row) != DONE)
        return FAILED;
    drbg_seed_u64(&drbg, 1);
    done = row->keygen(row, &key, &drbg.rng);
    counted_reset(counted);
    for (int i = 0; i < TIMES && done == DONE; i++) {
        msg[0] = (uint8_t)i;
        done = row->sign(row, key, &params, msg, sizeof msg, sig, &len, &drbg.rng);
    }
    for (int i = 0; i < OP_COUNT; i++)
        out[i] = (double)counted->count[i] / TIMES;
    if (key)
        row->key_free(row, key);
    if (row->stop)
        row->stop(row);
    drbg_wipe(&drbg);
    return done;
}

enum result studies_count(double out[OP_COUNT], const char *alg, const char *step, const char **why)
{
    const struct counted *counted = counted_open(why);
    const struct impl *row;

    if (!counted)
        return FAILED;
    row = find(counted->rows(), alg, step);
    *why = "no such step runs here";
    if (!row)
        return FAILED;
    *why = "the counted run failed";
    errno = 0;
    if (count_row(out, counted, row) == DONE)
        return DONE;
    need_memory();
    return FAILED;
}

/* The reasons and the steps that differ in them. */
static const struct {
    const char *alg, *step;
} rows[] = {
    {"ecdsa-p256", "solinas"}, {"ecdsa-p256", "comb"}, {"ed25519", "fold"}, {"ed25519", "comb"}};

void studies_reasons(FILE *to, const struct bench_file *file)
{
    double counts[OP_COUNT];
    const char *why = "";
    int head = 0;

    (void)file;
    fprintf(to, "\nThe second study's reasons, by the counts of one signature of 1 KiB\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (studies_count(counts, rows[i].alg, rows[i].step, &why) != DONE) {
            fprintf(to, "  %s %s: not counted: %s\n", rows[i].alg, rows[i].step, why);
            continue;
        }
        if (!head++)
            fprintf(to, "  %-12s %-10s %10s %10s %10s %10s %12s %12s\n", "", "", "doublings",
                    "additions", "field mul", "field sqr", "hash blocks", "random bytes");
        fprintf(to, "  %-12s %-10s %10.1f %10.1f %10.1f %10.1f %12.1f %12.1f\n", rows[i].alg,
                rows[i].step, counts[OP_POINT_DOUBLE], counts[OP_POINT_ADD] + counts[OP_POINT_MADD],
                counts[OP_FE_MUL], counts[OP_FE_SQR],
                counts[OP_SHA256_BLOCK] + counts[OP_SHA512_BLOCK], counts[OP_RANDOM_BYTE]);
    }
    if (!head)
        return;
    fprintf(
        to,
        "  \"the base point is fixed\": true of both curves. A table of its multiples takes the "
        "doublings away (solinas to comb,\n"
        "  fold to comb); it cannot be why Ed25519 is ahead of P-256, and has no part in "
        "verification of a new key.\n"
        "  \"no random number\": true of Ed25519, and of ECDSA by RFC 6979, whose nonce costs the "
        "hash blocks above; neither draws\n"
        "  random bytes. What a nonce from the system's generator would cost is one call of it.\n");
}
