/* command_explain_fields - unit prices of every field and modulus at hand, and their ratios. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/explain.h"
#include "bench/need.h"
#include "bench/options.h"
#include "bench/registry.h"
#include "bench/units.h"
#include "ec/ec.h"
#include "ed25519/ed25519.h"

enum { MOST_FIELDS = 80, ADD = 0, SQR, MUL, INV, PRICES };

/* One field of one step. */
struct field {
    char name[24], step[16];
    unsigned bits;
    int priced[PRICES];
    struct unit_job jobs[PRICES];
    struct cell cells[PRICES];
    double ns[PRICES];
    struct ec_group group;
    struct rsa_context rsa;
};

struct fields {
    struct field at[MOST_FIELDS];
    size_t count;
};

static void take_units(struct field *field, const struct unit *units, const void *context)
{
    for (; units && units->run; units++) {
        int i = units->op == OP_FE_ADD                              ? ADD
                : units->op == OP_FE_SQR || units->op == OP_MOD_SQR ? SQR
                : units->op == OP_FE_MUL || units->op == OP_MOD_MUL ? MUL
                : units->op == OP_FE_INV                            ? INV
                                                                    : PRICES;
        if (i == PRICES)
            continue;
        field->priced[i] = 1;
        field->jobs[i] = (struct unit_job){.run = units->run, .context = context};
    }
}

static struct field *new_field(struct fields *fields, const char *name, const char *step,
                               unsigned bits)
{
    struct field *field;

    if (fields->count == MOST_FIELDS)
        return NULL;
    field = &fields->at[fields->count++];
    snprintf(field->name, sizeof field->name, "%s", name);
    snprintf(field->step, sizeof field->step, "%s", step);
    field->bits = bits;
    return field;
}

static void add_curves(struct fields *fields)
{
    for (int id = P192; id < CURVE_COUNT; id++)
        for (size_t e = 0; ec_engines[e]; e++) {
            const struct ec_curve *curve = ec_curve((enum curve_id)id);
            struct ec_group group;
            errno = 0;
            if (ec_group_init(&group, ec_engines[e], curve) != DONE) {
                need_memory(); /* else this step does not do this curve */
                continue;
            }
            struct field *field =
                new_field(fields, curve->name, ec_engines[e]->step.name, curve->bits);
            if (!field) {
                ec_group_clear(&group);
                return;
            }
            field->group = group;
            take_units(field, ec_engines[e]->step.units, group.context);
        }
}

static void add_edwards(struct fields *fields)
{
    for (size_t e = 0; ed25519_engines[e]; e++) {
        const struct step *step = &ed25519_engines[e]->step;
        struct field *field;
        errno = 0;
        if (step_missing(step) || ed25519_engines[e]->start() != DONE ||
            !(field = new_field(fields, "2^255-19", step->name, 255))) {
            need_memory();
            continue;
        }
        take_units(field, step->units, NULL);
    }
}

static void add_moduli(struct fields *fields)
{
    static const unsigned sizes[] = {2048, 3072, 4096};

    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        struct rsa_key key;
        mpz_t e;
        rsa_key_init(&key);
        mpz_init_set_ui(e, 65537);
        /* any odd modulus has the prices of an RSA modulus */
        mpz_setbit(key.n, sizes[s]);
        mpz_sub_ui(key.n, key.n, 105);
        mpz_set(key.e, e);
        for (size_t i = 0; rsa_engines[i]; i++) {
            char name[24];
            struct field *field;
            snprintf(name, sizeof name, "rsa-%u", sizes[s]);
            if (!rsa_engines[i]->step.units || step_missing(&rsa_engines[i]->step) ||
                !(field = new_field(fields, name, rsa_engines[i]->step.name, sizes[s])))
                continue;
            errno = 0;
            if (rsa_context_init(&field->rsa, rsa_engines[i], &key) == DONE)
                take_units(field, rsa_engines[i]->step.units, field->rsa.context);
            else
                need_memory();
        }
        rsa_key_clear(&key);
        mpz_clear(e);
    }
}

static void clear(struct fields *fields)
{
    for (size_t i = 0; i < fields->count; i++) {
        if (fields->at[i].group.context)
            ec_group_clear(&fields->at[i].group);
        if (fields->at[i].rsa.engine)
            rsa_context_clear(&fields->at[i].rsa);
    }
    free(fields);
}

/* All in one interleaved run. */
static enum result measure_fields(struct fields *fields, double seconds)
{
    struct cell *cells = need_zeroed(PRICES * MOST_FIELDS, sizeof *cells);
    struct account account;
    struct plan plan = {.timer = timer_system(),
                        .rounds = 51,
                        .deadline = timer_seconds() + seconds,
                        .sample_ns = 100e3,
                        .seed = 1};
    size_t count = 0, at = 0;
    enum result done;

    for (size_t i = 0; i < fields->count; i++)
        for (int p = 0; p < PRICES; p++)
            if (fields->at[i].priced[p])
                unit_cell(&cells[count++], &fields->at[i].jobs[p]);
    done = measure(cells, count, &plan, &account);
    for (size_t i = 0; i < fields->count; i++)
        for (int p = 0; p < PRICES; p++) {
            struct summary summary = {0};
            if (fields->at[i].priced[p])
                cell_summary(&summary, &cells[at++], CPU_NS);
            fields->at[i].ns[p] = summary.n ? summary.median : NAN;
        }
    for (size_t i = 0; i < count; i++)
        cell_clear(&cells[i]);
    free(cells);
    return done;
}

static void print(const struct fields *fields)
{
    static const char *const none = "-";

    printf("Unit prices, each on the result of the one before. RSA: modulo n, reduction "
           "included.\n\n%-10s %-11s %10s %10s %10s %10s %6s %6s %6s\n",
           "field", "step", "add", "sqr", "mul", "inv", "S/M", "I/M", "A/M");
    for (size_t i = 0; i < fields->count; i++) {
        const struct field *f = &fields->at[i];
        char t[PRICES][24], r[3][24];
        const char *cell[PRICES];
        for (int p = 0; p < PRICES; p++)
            cell[p] = f->priced[p] ? format_time(t[p], f->ns[p]) : none;
        printf("%-10s %-11s %10s %10s %10s %10s %6s %6s %6s\n", f->name, f->step, cell[ADD],
               cell[SQR], cell[MUL], cell[INV], format_number(r[0], f->ns[SQR] / f->ns[MUL]),
               format_number(r[1], f->ns[INV] / f->ns[MUL]),
               format_number(r[2], f->ns[ADD] / f->ns[MUL]));
    }
    printf("\nTextbooks take S/M = 0.8 and I/M = 80 to 100. Over GMP a division follows each "
           "product and mpz_invert is fast,\nso an inversion costs about as many products as the "
           "column I/M says, and projective coordinates gain less.\n");
}

static json_t *to_json(const struct fields *fields)
{
    static const char *const names[PRICES] = {"add_ns", "sqr_ns", "mul_ns", "inv_ns"};
    json_t *root = json_object(), *rows = json_array();

    for (size_t i = 0; i < fields->count; i++) {
        const struct field *f = &fields->at[i];
        json_t *row = json_object();
        json_object_set_new(row, "field", json_string(f->name));
        json_object_set_new(row, "impl", json_string(f->step));
        json_object_set_new(row, "bits", json_integer(f->bits));
        for (int p = 0; p < PRICES; p++)
            json_object_set_new(row, names[p], f->priced[p] ? json_real(f->ns[p]) : json_null());
        if (f->priced[SQR] && f->priced[MUL])
            json_object_set_new(row, "sqr_per_mul", json_real(f->ns[SQR] / f->ns[MUL]));
        if (f->priced[INV] && f->priced[MUL])
            json_object_set_new(row, "inv_per_mul", json_real(f->ns[INV] / f->ns[MUL]));
        json_array_append_new(rows, row);
    }
    json_object_set_new(root, "fields", rows);
    return root;
}

int explain_fields(const struct explain_request *request, const char *command)
{
    struct fields *fields = need_zeroed(1, sizeof *fields);
    struct outfile json;
    int code;

    if (outfile_open(&json, request->json, "--json", command) != DONE) {
        free(fields);
        return EXIT_WRONG_USE;
    }
    add_curves(fields);
    add_edwards(fields);
    add_moduli(fields);
    if (measure_fields(fields, 3 * request->seconds) != DONE) {
        clear(fields);
        outfile_abandon(&json);
        return wrong_use(command, "the measuring failed");
    }
    if (!request->json || strcmp(request->json, "-") != 0)
        print(fields);
    output_flush(stdout);
    code = json.path ? explain_write_json(&json, to_json(fields), command) : EXIT_GOOD;
    clear(fields);
    return code;
}
