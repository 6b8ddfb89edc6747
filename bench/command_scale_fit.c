/* command_scale_fit - the two fits. */
#include <math.h>

#include "bench/command_scale.h"

/* 97.5 % quantiles of Student's t with 1, 2, ... degrees of freedom. */
static double student(size_t freedom)
{
    static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                               2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131};
    const size_t most = sizeof t / sizeof t[0];

    return freedom <= most ? t[freedom - 1] : 1.96 + 2.6 / (double)freedom;
}

void scale_fit_power(struct power_fit *out, const double *x, const double *y, size_t n)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0, rest = 0, count = 0;

    *out = (struct power_fit){NAN, NAN, NAN, 0};
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] > 0) || !(y[i] > 0))
            continue;
        sx += log(x[i]);
        sy += log(y[i]);
        count++;
    }
    out->n = (size_t)count;
    if (count < 2)
        return;
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] > 0) || !(y[i] > 0))
            continue;
        double dx = log(x[i]) - sx / count, dy = log(y[i]) - sy / count;
        sxx += dx * dx;
        sxy += dx * dy;
    }
    out->exponent = sxy / sxx;
    if (count < 3)
        return;
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] > 0) || !(y[i] > 0))
            continue;
        double r = log(y[i]) - sy / count - out->exponent * (log(x[i]) - sx / count);
        rest += r * r;
    }
    double half = student(out->n - 2) * sqrt(rest / (count - 2) / sxx);
    out->low = out->exponent - half;
    out->high = out->exponent + half;
}

void scale_fit_line(struct line_fit *out, const double *x, const double *y, size_t n)
{
    double s = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, det;

    for (size_t i = 0; i < n; i++) {
        double w = y[i] > 0 ? 1 / (y[i] * y[i]) : 0;
        s += w;
        sx += w * x[i];
        sy += w * y[i];
        sxx += w * x[i] * x[i];
        sxy += w * x[i] * y[i];
    }
    det = s * sxx - sx * sx;
    *out = (struct line_fit){NAN, NAN, NAN};
    if (n < 2 || !(det > 0))
        return;
    out->b = (s * sxy - sx * sy) / det;
    out->a = (sxx * sy - sx * sxy) / det;
    out->worst = 0;
    for (size_t i = 0; i < n; i++)
        if (y[i] > 0)
            out->worst = fmax(out->worst, fabs(out->a + out->b * x[i] - y[i]) / y[i]);
}

double scale_crossing(const struct sweep *a, const struct sweep *b)
{
    double slope = a->line.b - b->line.b, at = (b->line.a - a->line.a) / slope;

    return isfinite(at) && at > 0 ? at : NAN;
}
