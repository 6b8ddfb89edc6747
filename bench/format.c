/* format - numbers and names for people. */
#include <math.h>
#include <string.h>

#include "bench/output.h"

/* Digits after the point that leave four significant ones. */
static int decimals(double x)
{
    if (x >= 999.95)
        return 0;
    return x >= 99.995 ? 1 : x >= 9.9995 ? 2 : 3;
}

const char *format_number(char buf[24], double x)
{
    if (!isfinite(x))
        snprintf(buf, 24, "-");
    else if (fabs(x) >= 1e9)
        snprintf(buf, 24, "%.4g", x);
    else
        snprintf(buf, 24, "%.*f", decimals(fabs(x)), x);
    return buf;
}

const char *format_time(char buf[24], double ns)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    int i = 0;

    if (!isfinite(ns)) {
        snprintf(buf, 24, "-");
        return buf;
    }
    while (i < 3 && ns >= 999.95) {
        ns /= 1000;
        i++;
    }
    snprintf(buf, 24, "%.*f %s", decimals(ns), ns, units[i]);
    return buf;
}

void record_name(char *buf, size_t len, const struct record *row)
{
    snprintf(buf, len, "%s/%s/%s/payload:%zu", row->alg, op_name(row->op), row->impl, row->payload);
}
