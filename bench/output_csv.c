/* output_csv - one line a row, RFC 4180; the fields of the JSON. */
#include <math.h>
#include <string.h>

#include "bench/output.h"

static void text(FILE *to, const char *value)
{
    if (!value[strcspn(value, ",\"\r\n")]) {
        fputs(value, to);
        return;
    }
    fputc('"', to);
    for (; *value; value++) {
        if (*value == '"')
            fputc('"', to);
        fputc(*value, to);
    }
    fputc('"', to);
}

/* An empty field where there is no number. */
static void number(FILE *to, double x)
{
    fputc(',', to);
    if (isfinite(x))
        fprintf(to, "%.10g", x);
}

static void ratio(FILE *to, const struct interval *r)
{
    number(to, r->n ? r->estimate : NAN);
    number(to, r->n ? r->low : NAN);
    number(to, r->n ? r->high : NAN);
}

static const char *state(const struct record *row)
{
    switch (row->cell->verdict) {
    case WRONG:
        return "wrong";
    case CANNOT:
        return "unsupported";
    default:
        return row->cpu.n ? "ok" : "no time";
    }
}

void output_csv(FILE *to, const struct results *results)
{
    fputs("name,alg,op,impl,step,version,payload,hash,state,iterations,samples,disturbed,min_ns,q1_"
          "ns,median_"
          "ns,q3_ns,"
          "max_ns,q10_ns,q90_ns,mean_ns,real_time_ns,cycles,ops_per_second,first_call_ns,"
          "ratio_self,ratio_self_low,ratio_self_high,best_peer,ratio_peer,ratio_peer_low,"
          "ratio_peer_high,key_bits,private_key_bytes,private_key_der_bytes,public_key_bytes,"
          "public_key_der_bytes,signature_bytes_min,signature_bytes_max,"
          "signature_other_form_bytes,keys\n",
          to);
    for (size_t i = 0; i < results->count; i++) {
        const struct record *row = &results->rows[i];
        const struct summary *s = &row->cpu;
        char name[128];
        int ok = s->n > 0 && row->cell->verdict == GOOD;
        record_name(name, sizeof name, row);
        const char *const head[] = {name,      row->alg,  op_name(row->op),
                                    row->impl, row->step, row->version};
        for (size_t k = 0; k < sizeof head / sizeof head[0]; k++) {
            text(to, head[k]);
            fputc(',', to);
        }
        fprintf(to, "%zu,%s,%s,%llu,%zu,%zu", row->payload, hash_name(row->hash), state(row),
                (unsigned long long)row->cell->operations, s->n, row->cell->disturbed);
        const double times[] = {s->min,
                                s->q1,
                                s->median,
                                s->q3,
                                s->max,
                                s->q10,
                                s->q90,
                                s->mean,
                                row->wall.median,
                                row->cycles.median,
                                row->ops_per_second,
                                row->cell->first_ns > 0 ? row->cell->first_ns : NAN};
        for (size_t k = 0; k < sizeof times / sizeof times[0]; k++)
            number(to, ok ? times[k] : NAN);
        ratio(to, &row->ratio_self);
        fputc(',', to);
        text(to, row->best_peer ? row->best_peer : "");
        ratio(to, &row->ratio_peer);
        const size_t lengths[] = {row->key.bits,       row->key.private_raw, row->key.private_der,
                                  row->key.public_raw, row->key.public_der,  row->sig_min,
                                  row->sig_max,        row->sig_other,       row->keys};
        for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++)
            number(to, lengths[k] ? (double)lengths[k] : NAN);
        fputc('\n', to);
    }
}
