/* near - numbers within a distance. */
#ifndef SIGCOST_TESTS_NEAR_H
#define SIGCOST_TESTS_NEAR_H

#include <criterion/criterion.h>
#include <math.h>

static inline void near(double got, double want, double within)
{
    cr_assert(fabs(got - want) <= within, "%.12g is not %.12g", got, want);
}

#endif
