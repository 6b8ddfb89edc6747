/* bench_build - imports keys into every selected row and makes its cells. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_build.h"
#include "bench/need.h"
#include "bench/registry.h"
#include "bench/selection.h"

static void *stash_new(struct stash *stash, size_t size, void (*clear)(void *at))
{
    struct block *block = calloc(1, sizeof *block + size);

    if (!block)
        return NULL;
    block->clear = clear;
    block->next = stash->blocks;
    stash->blocks = block;
    return block->at;
}

static void clear_ring(void *at)
{
    wipe(at, sizeof(struct keyring));
}

static void clear_messages(void *at)
{
    messages_clear(at);
}

static void clear_workload(void *at)
{
    workload_clear(at);
}

static void clear_subject(void *at)
{
    subject_clear(at);
}

static void clear_operation(void *at)
{
    operation_clear(at);
}

__attribute__((format(printf, 2, 3))) static void note(struct results *out, const char *format, ...)
{
    va_list arguments;

    out->notes = need_grown(out->notes, out->note_count + 1, sizeof *out->notes);
    errno = 0;
    va_start(arguments, format);
    if (vasprintf(&out->notes[out->note_count], format, arguments) >= 0)
        out->note_count++;
    else
        need_memory();
    va_end(arguments);
}

void stash_clear(struct stash *stash)
{
    for (struct block *block = stash->blocks, *next; block; block = next) {
        next = block->next;
        if (block->clear)
            block->clear(block->at);
        free(block);
    }
    free(stash->operations);
    free(stash);
}

/* Whether the user named the implementation itself, and so wants to know why it is not there. */
static int named(const struct selection *selection, const char *name)
{
    for (size_t i = 0; i < selection->impl_count; i++)
        if (strcmp(selection->impls[i], name) == 0 || strcmp(selection->impls[i], "all") == 0)
            return 1;
    return 0;
}

/* Room for one more row, its cell and its operation; NULL: out of memory. */
static struct record *new_row(struct builder *b)
{
    struct results *out = b->out;
    struct stash *stash = out->stash;

    if (out->count == stash->room) {
        size_t room = stash->room ? 2 * stash->room : 64;
        struct record *rows = realloc(out->rows, room * sizeof *rows);
        if (rows)
            out->rows = rows;
        struct cell *cells = realloc(out->cells, room * sizeof *cells);
        if (cells)
            out->cells = cells;
        struct operation **operations = realloc(stash->operations, room * sizeof(void *));
        if (operations)
            stash->operations = operations;
        if (!rows || !cells || !operations)
            return NULL;
        stash->room = room;
    }
    memset(&out->rows[out->count], 0, sizeof out->rows[0]);
    memset(&out->cells[out->count], 0, sizeof out->cells[0]);
    stash->operations[out->count] = stash_new(stash, sizeof(struct operation), clear_operation);
    if (!stash->operations[out->count])
        return NULL;
    return &out->rows[out->count++];
}

/* "openssl#2", or NULL: out of memory. */
static const char *twin_name(struct builder *b, const char *impl)
{
    size_t len = strlen(impl) + 3;
    char *name = stash_new(b->out->stash, len, NULL);

    if (name)
        snprintf(name, len, "%s#2", impl);
    return name;
}

static enum result add_cell(struct builder *b, enum op op, const struct subject *subject,
                            const struct workload *workload, const struct impl *self, int twin)
{
    struct record *row = new_row(b);
    const struct impl *impl = subject->row;

    if (!row || !workload)
        return FAILED;
    size_t i = b->out->count - 1;
    const char *version = registry_version(impl);
    snprintf(row->alg, sizeof row->alg, "%s", impl->alg->name);
    snprintf(row->version, sizeof row->version, "%s", version);
    row->op = op;
    row->is_self = impl == self && !twin;
    row->is_peer = version[0] != '\0' && !twin;
    row->is_twin = twin;
    row->impl = impl == self ? "self" : impl->name;
    if (twin && !(row->impl = twin_name(b, row->impl)))
        return FAILED;
    row->step = impl->name;
    row->payload = op == OP_KEYGEN ? 0 : workload->messages->payload;
    row->hash = workload->params.hash;
    row->key = workload->ring->sizes;
    row->sig_min = workload->sig_min;
    row->sig_max = workload->sig_max;
    row->sig_other = workload->sig_fixed;
    if (operation_init(b->out->stash->operations[i], &b->out->cells[i].job, op, subject, workload,
                       self, b->deadline) != DONE)
        return FAILED;
    row->distribution = b->out->cells[i].job.distribution;
    return DONE;
}

/* An implementation that fails before it can be timed: a line under the table, and exit code 1. */
static enum result refuse(struct builder *b, const struct alg *alg, const struct impl *row,
                          const char *why)
{
    need_memory();
    note(b->out, "WRONG %s %s: %s", alg->name, row->name, why);
    b->out->refused++;
    return DONE;
}

/* Imports the ring's keys into every selected row of the algorithm. count of them in subjects[]. */
static enum result make_subjects(struct builder *b, const struct alg *alg, const struct impl *self,
                                 const struct keyring *ring, struct subject **subjects, size_t most,
                                 size_t *count)
{
    const struct selection *selection = b->selection;

    *count = 0;
    for (size_t i = 0; i < registry_count() && *count < most; i++) {
        const struct impl *row = registry_at(i);
        const char *why = NULL;
        if (strcmp(row->alg->name, alg->name) != 0 ||
            !selection_takes(selection, row->name, row->flags, registry_version(row)[0] != '\0',
                             row == self))
            continue;
        if (registry_start(row, &why) != DONE) {
            if (named(selection, row->name))
                note(b->out, "%s %s: %s", alg->name, row->name, why);
            continue;
        }
        struct subject *subject = stash_new(b->out->stash, sizeof *subject, clear_subject);
        if (!subject)
            return FAILED;
        enum result done = subject_make(subject, row, ring, selection->ops, &why);
        if (done == FAILED)
            (void)refuse(b, alg, row, why);
        if (done == DONE)
            subjects[(*count)++] = subject;
        else if (done == UNSUPPORTED)
            note(b->out, "%s %s: %s", alg->name, row->name, why);
    }
    return DONE;
}

static struct workload *make_workload(struct builder *b, const struct keyring *ring,
                                      const struct messages *messages, const struct impl *self,
                                      const char **why)
{
    struct workload *workload = stash_new(b->out->stash, sizeof *workload, clear_workload);
    struct sig_params params = {.hash =
                                    b->selection->hash_given ? b->selection->hash : ring->alg->hash,
                                .form = SIG_DER,
                                .variant = EDDSA_PURE};

    if (ring->alg->family == FAMILY_ED25519)
        params.hash = SHA512;
    *why = "out of memory";
    if (!workload || workload_make(workload, ring, messages, &params, self, why) != DONE)
        return NULL;
    return workload;
}

static enum result add_alg(struct builder *b, const struct alg *alg)
{
    const struct impl *self = registry_self(alg);
    struct keyring *ring = stash_new(b->out->stash, sizeof *ring, clear_ring);
    struct workload *workloads[MAX_PAYLOADS] = {NULL};
    struct subject *subjects[64] = {NULL};
    size_t count = 0;
    const char *why = NULL;

    errno = 0;
    if (!self || registry_start(self, &why) != DONE) {
        note(b->out, "%s: no self-written step runs here", alg->name);
        return DONE;
    }
    if (!ring)
        return FAILED;
    if (keyring_make(ring, alg, self, &why) != DONE)
        return refuse(b, alg, self, why);
    for (size_t p = 0; p < b->selection->payload_count; p++)
        if (!(workloads[p] = make_workload(b, ring, b->messages[p], self, &why)))
            return refuse(b, alg, self, why);
    if (make_subjects(b, alg, self, ring, subjects, 64, &count) != DONE)
        return FAILED;
    for (int op = 0; op < OP_HASH; op++) {
        if (!(b->selection->ops & 1u << op))
            continue;
        size_t payloads = op == OP_KEYGEN ? 1 : b->selection->payload_count;
        for (size_t p = 0; p < payloads; p++)
            for (size_t i = 0; i < count; i++)
                for (int twin = 0; twin <= b->selection->twins; twin++)
                    if (add_cell(b, (enum op)op, subjects[i], workloads[p], self, twin) != DONE)
                        return FAILED;
    }
    return DONE;
}

static enum result add_hash_cell(struct builder *b, const struct hash_impl *impl, enum hash_id id,
                                 size_t p, int twin)
{
    struct record *row = new_row(b);

    if (!row)
        return FAILED;
    size_t i = b->out->count - 1;
    const char *name = hash_name(id);
    for (size_t k = 0; name[k] && k + 1 < sizeof row->alg; k++)
        row->alg[k] = name[k] == '/' ? '_' : (char)(name[k] | 0x20);
    row->op = OP_HASH;
    row->is_self = impl->data == hash_best() && !twin;
    row->is_peer = registry_hash_version(impl)[0] != '\0' && !twin;
    row->is_twin = twin;
    row->impl = impl->data == hash_best() ? "self" : impl->name;
    if (twin && !(row->impl = twin_name(b, row->impl)))
        return FAILED;
    row->step = impl->name;
    row->payload = b->selection->payloads[p];
    row->hash = id;
    snprintf(row->version, sizeof row->version, "%s", registry_hash_version(impl));
    return operation_init_hash(b->out->stash->operations[i], &b->out->cells[i].job, impl, id,
                               b->messages[p]);
}

static enum result add_hash(struct builder *b, enum hash_id id)
{
    for (size_t p = 0; p < b->selection->payload_count; p++)
        for (size_t i = 0; i < registry_hash_count(); i++) {
            const struct hash_impl *impl = registry_hash_at(i);
            const char *missing = impl->missing ? impl->missing(impl) : NULL;
            if (!selection_takes(b->selection, impl->name, impl->flags,
                                 registry_hash_version(impl)[0] != '\0', impl->data == hash_best()))
                continue;
            if (missing && named(b->selection, impl->name))
                note(b->out, "%s %s: %s", hash_name(id), impl->name, missing);
            for (int twin = 0; !missing && twin <= b->selection->twins; twin++)
                if (add_hash_cell(b, impl, id, p, twin) != DONE)
                    return FAILED;
        }
    return DONE;
}

enum result bench_build(struct builder *b)
{
    const struct selection *selection = b->selection;

    for (size_t p = 0; p < selection->payload_count; p++) {
        b->messages[p] = stash_new(b->out->stash, sizeof(struct messages), clear_messages);
        if (!b->messages[p] || messages_make(b->messages[p], selection->payloads[p]) != DONE)
            return FAILED;
    }
    if (selection->ops & ~(1u << OP_HASH))
        for (size_t i = 0; i < selection->alg_count; i++)
            if (add_alg(b, selection->algs[i]) != DONE)
                return FAILED;
    if (selection->ops & 1u << OP_HASH)
        for (size_t i = 0; i < selection->hash_count; i++)
            if (add_hash(b, selection->hashes[i]) != DONE)
                return FAILED;
    if (b->out->count == 0 && b->out->refused == 0) {
        b->why = selection_nothing(selection, b->out->note_count ? b->out->notes[0] : NULL);
        return FAILED;
    }
    return DONE;
}
