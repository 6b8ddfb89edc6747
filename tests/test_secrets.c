/* test_secrets - after each key generation, import, signature and key_free of every step that claims constant time
 * no secret is left in memory: not on the stack, not in freed heap, not in static data. Between
 * generation and key_free the key's own blocks hold it; after key_free nothing does.
 */
#include <criterion/criterion.h>

#include "bench/registry.h"
#include "bignum/bytes.h"
#include "bignum/memory.h"
#include "ec/ec.h"
#include "ed25519/ed25519.h"
#include "rsa/rsa.h"
#include "tests/secrets_scan.h"
#include "tests/test_rng.h"

/* What an operation takes and gives. The store and what children compute lie in the registry. */
struct job {
    const struct impl *row;
    void *key;
    struct test_rng rng;
    enum result result;
    uint8_t sig[SIG_MAX_LEN];
    size_t sig_len;
    struct key_store *store;
};

static const uint8_t message[] = "of which the nonces are made";

static struct sig_params params_of(const struct impl *row)
{
    struct sig_params params = {.hash = SHA256, .form = SIG_FIXED};

    if (row->alg->family == FAMILY_ECDSA && row->alg->bits > 256)
        params.hash = row->alg->bits > 384 ? SHA512 : SHA384;
    return params;
}

static void do_keygen(void *argument)
{
    struct job *job = argument;

    job->result = job->row->keygen(job->row, &job->key, &job->rng.rng);
}

static void do_import(void *argument)
{
    struct job *job = argument;

    job->result = job->row->key_import(job->row, &job->key, &job->store->key);
}

static void do_export(void *argument)
{
    struct job *job = argument;

    job->result = job->row->key_export(job->row, job->key, job->store);
}

static void do_sign(void *argument)
{
    struct job *job = argument;
    struct sig_params params = params_of(job->row);

    job->result = job->row->sign(job->row, job->key, &params, message, sizeof message, job->sig,
                                 &job->sig_len, &job->rng.rng);
}

static void do_free(void *argument)
{
    struct job *job = argument;

    job->row->key_free(job->row, job->key);
    job->key = NULL;
    job->result = DONE;
}

/* In a child: d, p, q, dP, dQ, qInv; d and k; the seed, s, the prefix, r. To the room, each after its length. */
static uint8_t *room_at;

static void put_mpz(const mpz_t x)
{
    size_t len = (mpz_sizeinbase(x, 2) + 7) / 8;

    memcpy(room_at, &len, sizeof len);
    (void)i2osp(room_at + sizeof len, len, x);
    room_at += sizeof len + len;
}

static void put_limbs(const mp_limb_t *limbs, const struct ec_curve *curve)
{
    size_t len = curve->order_bytes;

    memcpy(room_at, &len, sizeof len);
    (void)limbs2os(room_at + sizeof len, len, limbs, curve->order_limbs);
    room_at += sizeof len + len;
}

static void put_octets(const uint8_t *at, size_t len)
{
    memcpy(room_at, &len, sizeof len);
    memcpy(room_at + sizeof len, at, len);
    room_at += sizeof len + len;
}

static void secrets_rsa(void *argument)
{
    const struct key_data *data = &((struct job *)argument)->store->key;
    struct rsa_key key;
    const char *why;

    rsa_key_init(&key);
    if (rsa_key_from_bytes(&key, data->n, data->e, data->d, data->p, data->q, 1, &why) != DONE)
        _exit(1);
    put_mpz(key.d);
    put_mpz(key.p);
    put_mpz(key.q);
    put_mpz(key.dp);
    put_mpz(key.dq);
    put_mpz(key.qinv);
}

static void secrets_ec(void *argument)
{
    const struct job *job = argument;
    const struct ec_curve *curve = ec_curve_by_name(job->row->alg->bits == 192   ? "P-192"
                                                    : job->row->alg->bits == 224 ? "P-224"
                                                    : job->row->alg->bits == 256 ? "P-256"
                                                    : job->row->alg->bits == 384 ? "P-384"
                                                                                 : "P-521");
    enum hash_id id = params_of(job->row).hash;
    mp_limb_t d[EC_MAX_LIMBS], k[EC_MAX_LIMBS];
    uint8_t digest[SHA2_MAX_DIGEST];
    struct rfc6979 nonces;

    if (os2limbs(d, EC_MAX_LIMBS, job->store->key.secret.at, job->store->key.secret.len) != DONE)
        _exit(1);
    sha2(digest, id, message, sizeof message);
    rfc6979_init(&nonces, id, d, digest, curve);
    rfc6979_next(k, &nonces);
    put_limbs(d, curve);
    put_limbs(k, curve);
    put_octets(nonces.key, hash_len(id));
    put_octets(nonces.v, hash_len(id));
}

static void secrets_ed25519(void *argument)
{
    const struct job *job = argument;
    struct ed25519_key key;
    uint8_t digest[64], r[32];
    struct sha2 hash;

    ed25519_key_from_seed(&key, job->store->key.secret.at, ed25519_engines[0]);
    sha2_init(&hash, SHA512, NULL);
    sha2_update(&hash, key.prefix, 32);
    sha2_update(&hash, message, sizeof message);
    sha2_final(&hash, digest);
    ed25519_engines[0]->sc_reduce(r, digest);
    put_octets(key.seed, 32);
    put_octets(key.scalar, 32);
    put_octets(key.prefix, 32);
    put_octets(digest, 64);
    put_octets(r, 32);
}

static void register_secrets(struct job *job)
{
    static const char *const names[3][6] = {
        {"d", "p", "q", "dP", "dQ", "qInv"},
        {"d", "the nonce k", "RFC 6979's K", "RFC 6979's V"},
        {"the seed", "the scalar", "the prefix", "the nonce's hash", "the nonce r"}};
    static const int never[3][6] = {{0}, {0, 1, 1, 1}, {0, 0, 0, 1, 1}};
    static void (*const compute[3])(void *) = {secrets_rsa, secrets_ec, secrets_ed25519};
    int family = job->row->alg->family == FAMILY_RSA     ? 0
                 : job->row->alg->family == FAMILY_ECDSA ? 1
                                                         : 2;
    uint8_t *at = room_at = needles->room + sizeof *job->store;

    needles_clear();
    memset(at, 0, 8192);
    cr_assert(in_child(compute[family], job));
    for (int i = 0; i < 6; i++) {
        size_t len;

        memcpy(&len, at, sizeof len);
        if (len == 0)
            break;
        add_secret(names[family][i], never[family][i], at + sizeof len, len);
        at += sizeof len + len;
    }
    cr_assert_gt(needles->runs, 16);
    wipe_stack(STACK_OF_CURVES);
}

/* own_blocks: the key's own may hold what they must. Returns what lies elsewhere. */
static unsigned long found(const struct job *job, const char *after, int own_blocks)
{
    struct hits hits;
    unsigned long bad;

    scan_all(&hits);
    wipe_stack(STACK_OF_CURVES); /* the scanner's own: it compares in vector registers */
    if (own_blocks)
        cr_assert_gt(hits.live, 0, "%s %s: the scan finds the key itself", job->row->alg->name,
                     job->row->name);
    bad = hits.stack + hits.heap + hits.data + (own_blocks ? 0 : hits.live);
    if (bad || getenv("SECRETS_SHOW"))
        fprintf(stderr,
                "%s %s, after %s: %lu on the stack, %lu in the heap, %lu in data%s; depth %zu\n",
                job->row->alg->name, job->row->name, after, hits.stack, hits.heap, hits.data,
                hits.shown, scan_depth());
    return bad;
}

static unsigned long check_row(const struct impl *row)
{
    struct job job = {.row = row, .rng = test_rng_new(row->alg->bits + 1000)};
    unsigned long bad = 0;

    job.store = (struct key_store *)(void *)needles->room;
    alloc_reset();
    alloc_on(0, 0);
    needles_clear();
    on_scan_stack(do_keygen, &job);
    cr_assert_eq(job.result, DONE, "%s %s", row->alg->name, row->name);
    alloc_off();
    do_export(&job);
    cr_assert_eq(job.result, DONE);
    register_secrets(&job);
    bad += found(&job, "keygen", 1);
    for (int i = 0; i < 2; i++) {
        alloc_on(0, 0);
        on_scan_stack(do_sign, &job);
        alloc_off();
        cr_assert_eq(job.result, DONE);
        bad += found(&job, i ? "the second signature" : "the first signature", 1);
    }
    on_scan_stack(do_free, &job);
    bad += found(&job, "key_free", 0);
    alloc_on(0, 0);
    on_scan_stack(do_import, &job);
    alloc_off();
    cr_assert_eq(job.result, DONE);
    bad += found(&job, "import", 1);
    on_scan_stack(do_export, &job);
    bad += found(&job, "export", 1);
    on_scan_stack(do_free, &job);
    bad += found(&job, "key_free", 0);
    return bad;
}

/* All rows of these algorithms; those that claim constant time must be clean. */
static void check_algs(const char *const *names)
{
    const char *only = getenv("SECRETS_SHOW");

    if (!HAS_ALLOC_FAULTS)
        cr_skip_test("sanitizers have an allocator of their own");
    gmp_memory_install(NULL);
    needles_open();
    for (const struct impl *row = self_rows(); row->name; row++)
        for (const char *const *name = names; *name; name++) {
            unsigned long bad;

            if (strcmp(row->alg->name, *name) != 0 || row->missing(row) ||
                (row->start && row->start(row) != DONE))
                continue;
            if (!(row->flags & STEP_CONSTANT_TIME) && !only)
                continue;
            bad = check_row(row);
            cr_expect(bad == 0 || !(row->flags & STEP_CONSTANT_TIME), "%s %s: %lu", row->alg->name,
                      row->name, bad);
        }
}

/* The scan itself: planted in a frame that is gone, in a block that was freed, in static data, as octets and as
 * 52-bit digits. */
static uint8_t planted[64];
static int plant_where;

static __attribute__((noinline)) void plant(void *argument)
{
    volatile uint8_t frame[200];
    uint8_t *block = malloc(1000);

    (void)argument;
    cr_assert_not_null(block);
    for (size_t i = 0; i < 32; i++) {
        uint8_t octet = needles->room[plant_where == 3 ? 31 - i : i];

        if (plant_where == 0 || plant_where == 3)
            frame[101 + i] = octet;
        else if (plant_where == 1)
            block[501 + i] = octet;
        else if (plant_where == 2)
            planted[7 + i] = octet;
    }
    if (plant_where == 4)
        memcpy(planted, needles->secret[0].octets[2], 32);
    __asm__ __volatile__("" : : "r"(frame), "r"(block), "r"(planted) : "memory");
    free(block);
}

Test(secrets, what_is_planted_is_found)
{
    struct test_rng rng = test_rng_new(3);
    struct hits hits;

    if (!HAS_ALLOC_FAULTS)
        cr_skip_test("sanitizers have an allocator of their own");
    needles_open();
    for (plant_where = 0; plant_where < 5; plant_where++) {
        needles_clear();
        cr_assert_eq(test_fill(&rng.rng, needles->room, 32), DONE);
        add_secret("planted", 0, needles->room, 32);
        scan_all(&hits);
        cr_assert_eq(hits.stack + hits.heap + hits.data + hits.live, 0, "%s", hits.shown);
        on_scan_stack(plant, NULL);
        scan_all(&hits);
        cr_assert_eq(hits.stack > 0, plant_where == 0 || plant_where == 3, "%s", hits.shown);
        /* the end of static data is a mapping without a name, as some of the heap is */
        cr_assert_eq(hits.heap + hits.data > 0, plant_where % 3 != 0, "%s", hits.shown);
        memset(planted, 0, sizeof planted);
    }
}

Test(secrets, rsa, .timeout = 60)
{
    static const char *const names[] = {"rsa-1024", "rsa-2048", NULL};

    check_algs(names);
}

Test(secrets, ecdsa, .timeout = 60)
{
    static const char *const names[] = {"ecdsa-p192", "ecdsa-p224", "ecdsa-p256",
                                        "ecdsa-p384", "ecdsa-p521", NULL};

    check_algs(names);
}

Test(secrets, ed25519, .timeout = 60)
{
    static const char *const names[] = {"ed25519", NULL};

    check_algs(names);
}
