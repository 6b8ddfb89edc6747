#include <stdlib.h>
#include <string.h>

#include "vectors/outcome.h"
#include "vectors/runner.h"

static int same(struct bytes a, struct bytes b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

void choice_key_drop(struct cached_key *cache)
{
    if (cache->key)
        cache->of->row->key_free(cache->of->row, cache->key);
    arena_reset(&cache->arena);
    *cache = (struct cached_key){.of = NULL};
}

enum result choice_key(void **key, struct cached_key *cache, struct choice_row *row,
                       const struct key_data *data)
{
    const struct bytes *from[] = {&data->n, &data->e,      &data->d,     &data->p,
                                  &data->q, &data->secret, &data->public};
    struct bytes *to[] = {&cache->data.n, &cache->data.e,      &cache->data.d,     &cache->data.p,
                          &cache->data.q, &cache->data.secret, &cache->data.public};
    enum { PARTS = sizeof to / sizeof to[0] };
    int hit = cache->of == row;
    for (int i = 0; i < PARTS; i++)
        hit = hit && same(*from[i], *to[i]);
    if (!hit) {
        choice_key_drop(cache);
        for (int i = 0; i < PARTS; i++)
            if (join(to[i], &cache->arena, *from[i], (struct bytes){NULL, 0}) != DONE)
                return FAILED;
        cache->of = row;
        cache->result = row->row->key_import(row->row, &cache->key, &cache->data);
        if (cache->result != DONE)
            cache->key = NULL;
    }
    *key = cache->key;
    return cache->result;
}

static struct key_data public_part(const struct vector_case *one)
{
    struct key_data key = {.n = one->key.n, .e = one->key.e, .public = one->key.public};
    return key;
}

static enum result verify_with(struct choice_row *row, void *key, const struct sig_params *params,
                               struct bytes msg, const uint8_t *sig, size_t len)
{
    return row->row->verify(row->row, key, params, msg.at, msg.len, sig, len);
}

/* Fills *result for a key that could not be had; 0 then. */
static int have_key(struct outcome *out, const struct vector_case *one, const struct choice *choice,
                    enum result result)
{
    if (result == DONE)
        return 1;
    if (result == FAILED && one->optional && choice->peer)
        outcome_unsupported(out, "refuses a weak key or hash");
    else
        outcome_judge(out, one, result, "the key is refused");
    return 0;
}

static void check_verify(struct outcome *out, const struct vector_case *one, struct choice *choice,
                         struct choice_row *row)
{
    void *key;
    struct key_data data = public_part(one);
    if (!have_key(out, one, choice, choice_key(&key, &choice->public_key, row, &data)))
        return;
    enum result result = verify_with(row, key, &one->params, one->msg, one->sig.at, one->sig.len);
    if (result == FAILED && one->valid && one->optional && choice->peer)
        outcome_unsupported(out, "refuses a weak key or hash");
    else
        outcome_judge(out, one, result, result == DONE ? "valid" : "invalid");
}

/* Signs and verifies what came out with the public part; 1 if that holds. */
static int sign_and_verify(struct outcome *out, struct vector_case *one, struct choice *choice,
                           struct choice_row *row, void *key, struct rng *rng)
{
    uint8_t sig[SIG_MAX_LEN];
    size_t len = 0;
    void *public_key;
    struct key_data data = public_part(one);
    enum result result =
        row->row->sign(row->row, key, &one->params, one->msg.at, one->msg.len, sig, &len, rng);
    if (result == UNSUPPORTED || (result == FAILED && one->optional && choice->peer)) {
        outcome_unsupported(out, result == FAILED ? "refuses a weak key or hash"
                                                  : "the implementation cannot");
        return 0;
    }
    outcome_say(out->expected, "a signature");
    if (result != DONE) {
        outcome_say(out->got, "none");
        return 0;
    }
    int exact = one->sig.len && one->deterministic &&
                (one->family != FAMILY_ECDSA || (row->row->flags & STEP_RFC6979));
    if (exact) {
        outcome_compare(out, one->sig, sig, len);
        return out->kind == PASSED_CASE;
    }
    if (!have_key(out, one, choice, choice_key(&public_key, &choice->public_key, row, &data)))
        return 0;
    result = verify_with(row, public_key, &one->params, one->msg, sig, len);
    outcome_say(out->got, "one that it rejects itself");
    if (result == UNSUPPORTED)
        outcome_unsupported(out, "the implementation cannot");
    else
        out->kind = result == DONE ? PASSED_CASE : FAILED_CASE;
    return result == DONE;
}

static void check_sign(struct outcome *out, const struct vector_case *one, struct choice *choice,
                       struct choice_row *row, struct runner *runner)
{
    struct vector_case copy = *one;
    uint8_t sig[SIG_MAX_LEN];
    size_t len = 0;
    void *key;
    check_verify(out, one, choice, row);
    if (out->kind != PASSED_CASE || !one->valid)
        return;
    out->kind = FAILED_CASE;
    if (one->nonce.len && !choice->peer) {
        enum result result = runner->own->sign_with_nonce(sig, &len, row->row, one);
        if (result == FAILED)
            len = 0;
        if (result != UNSUPPORTED) {
            outcome_compare(out, one->sig, sig, len);
            if (out->kind != PASSED_CASE)
                return;
            out->kind = FAILED_CASE;
        }
    }
    if (have_key(out, one, choice, choice_key(&key, &choice->private_key, row, &one->key)))
        sign_and_verify(out, &copy, choice, row, key, runner->rng);
}

static const uint8_t probe[] = "a message of no meaning";

/* By exporting the public half; where that cannot be had, by signing and verifying. */
static void check_key_pair(struct outcome *out, const struct vector_case *one,
                           struct choice *choice, struct choice_row *row, struct rng *rng)
{
    struct key_data secret = {.secret = one->key.secret};
    struct vector_case copy = *one;
    void *key;
    copy.valid = 1;
    copy.msg = (struct bytes){probe, sizeof probe};
    copy.params.hash = one->bits > 384 ? SHA512 : SHA256;
    if (!have_key(out, &copy, choice, choice_key(&key, &choice->private_key, row, &secret)))
        return;
    struct key_store *store = calloc(1, sizeof *store);
    enum result exported = store ? row->row->key_export(row->row, key, store) : FAILED;
    if (exported == DONE && store->key.public.len)
        outcome_compare(out, one->key.public, store->key.public.at, store->key.public.len);
    else if (exported == FAILED)
        outcome_say(out->got, "a key that cannot be exported");
    else
        sign_and_verify(out, &copy, choice, row, key, rng);
    if (store)
        wipe(store, sizeof *store);
    free(store);
}

static void check_public_key(struct outcome *out, const struct vector_case *one,
                             struct choice *choice, struct choice_row *row)
{
    void *key;
    struct key_data data = public_part(one);
    enum result result = choice_key(&key, &choice->public_key, row, &data);
    outcome_judge(out, one, result, result == DONE ? "valid" : "invalid");
}

/* d computed from p and q alone has to fit as the file's does. */
static void check_derived_d(struct outcome *out, const struct vector_case *one,
                            struct choice *choice, struct choice_row *row)
{
    struct key_data without_d = one->key;
    void *key;
    without_d.d = (struct bytes){NULL, 0};
    if (choice_key(&key, &choice->private_key, row, &without_d) != DONE)
        return; /* not every library computes d */
    struct key_store *store = calloc(1, sizeof *store);
    if (store && row->row->key_export(row->row, key, store) == DONE && store->key.d.len &&
        !rsa_exponents_fit(store->key.d, &one->key)) {
        out->kind = FAILED_CASE;
        outcome_say_octets(out->expected, one->key.d.at, one->key.d.len);
        outcome_say_octets(out->got, store->key.d.at, store->key.d.len);
    }
    if (store)
        wipe(store, sizeof *store);
    free(store);
}

static void check_rsa_key(struct outcome *out, const struct vector_case *one, struct choice *choice,
                          struct choice_row *row, struct runner *runner)
{
    struct vector_case copy = *one;
    void *key;
    copy.msg = (struct bytes){probe, sizeof probe};
    copy.params.hash = SHA256;
    if (runner->numbers_wrong) {
        outcome_say(out->expected, "numbers that belong together");
        outcome_say(out->got, "%s", runner->numbers_wrong);
        return;
    }
    if (have_key(out, &copy, choice, choice_key(&key, &choice->private_key, row, &one->key)) &&
        sign_and_verify(out, &copy, choice, row, key, runner->rng))
        check_derived_d(out, one, choice, row);
}

static void check_own(struct outcome *out, const struct vector_case *one,
                      const struct own_functions *own)
{
    if (one->kind == CASE_PRIME) {
        enum result result = own->is_prime(&one->msg);
        outcome_judge(out, one, result, result == DONE ? "prime" : "composite");
        outcome_say(out->expected, "%s", one->valid ? "prime" : "composite");
        return;
    }
    enum result result = own->is_our_curve(one);
    outcome_judge(out, one, result, result == DONE ? "the same curve" : "other parameters");
}

void check_case(struct outcome *out, const struct vector_case *one, struct choice *choice,
                struct choice_row *row, struct runner *runner)
{
    switch (one->kind) {
    case CASE_HASH:
        check_hash(out, one, choice->hash);
        break;
    case CASE_HASH_MONTE:
        check_monte(out, one, choice->hash);
        break;
    case CASE_VERIFY:
        check_verify(out, one, choice, row);
        break;
    case CASE_SIGN:
        check_sign(out, one, choice, row, runner);
        break;
    case CASE_KEY_PAIR:
        check_key_pair(out, one, choice, row, runner->rng);
        break;
    case CASE_PUBLIC_KEY:
        check_public_key(out, one, choice, row);
        break;
    case CASE_RSA_KEY:
        check_rsa_key(out, one, choice, row, runner);
        break;
    case CASE_PRIME:
    case CASE_CURVE:
        check_own(out, one, runner->own);
        break;
    case CASE_OUT_OF_SCOPE:
    case CASE_KIND_COUNT:
        outcome_unsupported(out, "out of scope");
        break;
    }
    if (out->kind != FAILED_CASE || !choice->peer)
        return;
    out->why = known_difference(choice->name, one, !one->valid);
    if (out->why)
        out->kind = KNOWN_CASE;
}
