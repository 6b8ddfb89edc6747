/* output_table - results for a console 120 columns wide. */
#include <math.h>
#include <string.h>

#include "bench/output.h"
#include "bench/registry.h"
#include "bench/yardstick.h"

/* Slow tenth over fast tenth of the yardstick: of a steady machine a few per cent apart. */
#define SPEED_CHANGED 1.15

enum { FEW_KEYS = 10 };

/* Breaks text into lines of at most 110 columns. */
static void wrapped(FILE *to, const char *text)
{
    size_t column = 0;

    while (*text) {
        size_t word = strcspn(text, " ");
        if (column && column + 1 + word > 110) {
            fputc('\n', to);
            column = 0;
        }
        if (column) {
            fputc(' ', to);
            column++;
        }
        fwrite(text, 1, word, to);
        column += word;
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', to);
}

void output_machine(FILE *to, const struct machine *m)
{
    fprintf(to, "%s, %u CPUs%s; %s %.0f MHz; governor %s, turbo %s; load %.2f\n",
            m->cpu[0] ? m->cpu : "unknown CPU", m->cpus,
            strcmp(m->hypervisor, "yes") == 0 ? " (virtual machine)" : "", m->cycles,
            m->cycle_hz / 1e6, m->governor[0] ? m->governor : "not readable",
            m->turbo[0] ? m->turbo : "not readable", m->load[0]);
    fprintf(to, "CPU features: %s; hashing here: %s\n", m->features[0] ? m->features : "none known",
            m->hash_engine);
    fprintf(to, "%s; %s %s; GMP %s, %s; commit %s\n", m->kernel, m->compiler, m->flags, m->gmp,
            m->gmp_path, m->commit);
}

/* "0.981 [0.975, 0.990] ~": the mark says that 1 lies inside the noise. */
static void ratio_text(char *buf, size_t len, const struct interval *ratio)
{
    char a[24], b[24], c[24];

    if (ratio->n == 0)
        snprintf(buf, len, "-");
    else if (isnan(ratio->low))
        snprintf(buf, len, "%s", format_number(a, ratio->estimate));
    else
        snprintf(buf, len, "%s [%s, %s]%s", format_number(a, ratio->estimate),
                 format_number(b, ratio->low), format_number(c, ratio->high),
                 interval_holds(ratio, 1) && ratio->low < ratio->high ? "~" : " ");
}

void output_keys(FILE *to, size_t keys)
{
    if (keys > 0 && keys < RING)
        fprintf(to, "  %zu key%s in turn, not %d", keys, keys == 1 ? "" : "s", RING);
}

static void group_head(FILE *to, const struct record *row)
{
    char peer[48];

    fprintf(to, "\n%s %s", row->alg, op_name(row->op));
    if (row->op != OP_KEYGEN)
        fprintf(to, ", %zu bytes", row->payload);
    if (row->op != OP_HASH)
        fprintf(to, ", %s, key of %u bits", hash_name(row->hash), row->key.bits);
    if (row->op == OP_REJECT)
        fprintf(to, " (good signatures of another message)");
    snprintf(peer, sizeof peer, "/ best peer%s%s%s", row->best_peer ? " (" : "",
             row->best_peer ? row->best_peer : "", row->best_peer ? ")" : "");
    fprintf(to, "\n  %-21s %10s %10s %10s %10s  %-25s %-25s %10s %7s\n", "", "median", "q1", "q3",
            "ops/s", peer, "/ self", "cycles", row->distribution ? "keys" : "samples");
}

static void table_row(FILE *to, const struct record *row)
{
    char label[64], a[24], b[24], c[24], d[24], self[80], peer[80];

    if (row->is_self)
        snprintf(label, sizeof label, "self (%s)", row->step);
    else
        snprintf(label, sizeof label, "%s", row->impl);
    fprintf(to, "  %-21s ", label);
    if (row->cell->verdict != GOOD) {
        fprintf(to, "%s: %s\n", row->cell->verdict == WRONG ? "WRONG" : "unsupported",
                row->cell->why ? row->cell->why : "no reason given");
        return;
    }
    if (row->cpu.n == 0) {
        fprintf(to, "%s\n",
                row->cell->cut ? "no key within the time: raise --seconds"
                               : "no time left: raise --seconds");
        return;
    }
    ratio_text(self, sizeof self, &row->ratio_self);
    ratio_text(peer, sizeof peer, &row->ratio_peer);
    fprintf(to, "%10s %10s %10s %10s  %-25s %-25s %10.4g %7zu", format_time(a, row->cpu.median),
            format_time(b, row->cpu.q1), format_time(c, row->cpu.q3),
            format_number(d, row->ops_per_second), peer, self, row->cycles.median, row->cpu.n);
    if (row->distribution && row->cpu.n < FEW_KEYS)
        fprintf(to, "  fewer than %d keys%s", FEW_KEYS, row->cell->cut ? ", one more cut off" : "");
    output_keys(to, row->keys);
    fputc('\n', to);
}

/* RSA key generation: time is geometric-like, with a tail that quartiles do not show. */
static void distribution_rows(FILE *to, const struct record *rows, size_t count)
{
    char a[24], b[24], c[24], d[24], e[24];
    size_t most = 0;

    for (size_t i = 0; i < count; i++)
        most = rows[i].cpu.n > most ? rows[i].cpu.n : most;
    if (most < 2)
        return;
    fprintf(to, "  %-23s %10s %10s %10s %10s %10s\n", "quantiles over the keys", "min", "10 %",
            "90 %", "max", "mean");
    for (size_t i = 0; i < count; i++) {
        const struct summary *s = &rows[i].cpu;
        if (rows[i].cell->verdict == GOOD && s->n >= 2)
            fprintf(to, "  %-23s %10s %10s %10s %10s %10s\n", rows[i].impl, format_time(a, s->min),
                    format_time(b, s->q10), format_time(c, s->q90), format_time(d, s->max),
                    format_time(e, s->mean));
    }
}

static void sizes(FILE *to, const struct results *results)
{
    const struct record *last = NULL;
    int head = 0;

    for (size_t i = 0; i < results->count; i++) {
        const struct record *row = &results->rows[i];
        if (row->op == OP_HASH || (last && strcmp(last->alg, row->alg) == 0))
            continue;
        last = row;
        if (!head++)
            fprintf(to,
                    "\nSizes in bytes. raw: RSA n and d, n and e; EC scalar, uncompressed point; "
                    "Ed25519 seed, key. DER: PKCS#8, SubjectPublicKeyInfo.\n"
                    "  %-12s %9s  %11s %6s  %10s %6s  %13s %6s\n",
                    "", "key bits", "private raw", "DER", "public raw", "DER", "signature raw",
                    "DER");
        char der[32] = "-";
        size_t raw = row->sig_min;
        if (strncmp(row->alg, "ecdsa", 5) == 0) {
            raw = row->sig_other;
            if (row->sig_min == row->sig_max)
                snprintf(der, sizeof der, "%zu", row->sig_min);
            else
                snprintf(der, sizeof der, "%zu-%zu", row->sig_min, row->sig_max);
        }
        fprintf(to, "  %-12s %9u  %11zu %6zu  %10zu %6zu  %13zu %7s\n", row->alg, row->key.bits,
                row->key.private_raw, row->key.private_der, row->key.public_raw,
                row->key.public_der, raw, der);
    }
}

/* How self stands against one peer: counted over the cells that both have. */
static void standing(FILE *to, const struct results *results, const char *peer)
{
    unsigned faster = 0, level = 0, cells = 0;

    for (size_t i = 0; i < results->count; i++) {
        const struct record *other = &results->rows[i];
        if (!other->is_peer || strcmp(other->impl, peer) != 0 || other->ratio_self.n == 0)
            continue;
        cells++;
        if (!isnan(other->ratio_self.low) && interval_holds(&other->ratio_self, 1))
            level++;
        else if (other->ratio_self.estimate > 1)
            faster++;
    }
    if (cells)
        fprintf(to, "  %-12s %3u of %u cells faster, %u level, %u slower\n", peer, faster, cells,
                level, cells - faster - level);
}

static void standings(FILE *to, const struct results *results)
{
    int head = 0;

    for (size_t i = 0; i < results->count; i++) {
        const struct record *row = &results->rows[i];
        int seen = 0;
        for (size_t j = 0; j < i; j++)
            seen |= results->rows[j].is_peer && strcmp(results->rows[j].impl, row->impl) == 0;
        if (!row->is_peer || seen || row->ratio_self.n == 0)
            continue;
        if (!head++)
            fprintf(to, "\nself against each peer (level: 1 lies in the ratio's interval)\n");
        standing(to, results, row->impl);
    }
}

/* Each implementation against itself. */
static void control(FILE *to, const struct results *results)
{
    struct aa aa;
    char a[24], b[24], c[24], name[128];
    int head = 0;

    for (size_t i = 0; i < results->count; i++) {
        const struct record *row = &results->rows[i];
        if (!row->is_twin || row->ratio_twin.n == 0)
            continue;
        if (!head++)
            fprintf(to, "\nA/A control: the same code once more; ~ marks a difference inside the "
                        "reported noise\n");
        record_name(name, sizeof name, row);
        fprintf(to, "  %-50s %8s [%s, %s]%s\n", name, format_number(a, row->ratio_twin.estimate),
                format_number(b, row->ratio_twin.low), format_number(c, row->ratio_twin.high),
                interval_holds(&row->ratio_twin, 1) ? "~" : " outside");
    }
    results_aa(&aa, results);
    if (aa.pairs == 0)
        return;
    fprintf(to,
            "  %zu of %zu pairs lie outside of their 95 %% interval; %.1f are expected, and so "
            "many come by chance with probability %.2g\n",
            aa.outside, aa.pairs, 0.05 * (double)aa.pairs, aa.chance);
    if (aa.chance < AA_LEVEL)
        fprintf(to, "  The intervals are too narrow for this machine as it is now: take no small "
                    "difference from this run.\n");
}

/* How fast the machine was, whatever ran on it, and whether it stayed so. */
static void yardstick_line(FILE *to, const struct cell *yardstick)
{
    struct summary s;
    char a[24], b[24], c[24];

    cell_summary(&s, yardstick, CPU_NS);
    if (s.n == 0)
        return;
    fprintf(to, "Yardstick (%s): median %s, deciles %s and %s\n", yardstick_what,
            format_time(a, s.median), format_time(b, s.q10), format_time(c, s.q90));
    if (s.q90 > SPEED_CHANGED * s.q10)
        fprintf(to, "The machine changed its speed during the run: take the ratios, which were "
                    "paired round by round.\n");
}

static void closing(FILE *to, const struct results *results)
{
    size_t samples = 0, disturbed = 0;

    for (size_t i = 0; i < results->count; i++) {
        samples += results->rows[i].cell->count;
        disturbed += results->rows[i].cell->disturbed;
    }
    fprintf(to,
            "\n%.1f s, %u rounds, %zu samples, %.1f s inside timed parts; in %.1f %% of the "
            "samples the "
            "CPU went to others\n",
            results->seconds, results->account.rounds, samples, results->account.timed_seconds,
            samples ? 100.0 * (double)disturbed / (double)samples : 0.0);
    if (results->yardstick)
        yardstick_line(to, results->yardstick);
    if (results->account.timed_seconds > 1.01 * results->account.wall_seconds)
        fprintf(to, "The cycle counter cannot be right: the timed parts sum to more than the run "
                    "took.\n");
    if (disturbed > samples / 10)
        fprintf(to,
                "The machine was busy: take ratios with their intervals, and times with care.\n");
}

void output_table(FILE *to, const struct results *results)
{
    const struct record *rows = results->rows;

    output_machine(to, &results->machine);
    wrapped(to, bench_inside);
    fprintf(to,
            "Times are thread CPU time; ratios are medians over the rounds with 95 %% intervals "
            "by bootstrap; ~ marks a difference inside the noise.\n");
    for (size_t i = 0, next; i < results->count; i = next) {
        group_head(to, &rows[i]);
        for (next = i; next < results->count && record_same_group(&rows[i], &rows[next]); next++)
            table_row(to, &rows[next]);
        if (rows[i].distribution)
            distribution_rows(to, &rows[i], next - i);
    }
    sizes(to, results);
    standings(to, results);
    control(to, results);
    fprintf(to, "\npeers\n");
    for (size_t i = 0; i < registry_peer_count(); i++)
        fprintf(to, "  %s\n", registry_peer_note(i));
    if (results->note_count)
        fprintf(to, "\n");
    for (size_t i = 0; i < results->note_count; i++)
        fprintf(to, "%s\n", results->notes[i]);
    closing(to, results);
}
