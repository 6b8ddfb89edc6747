/* The ladder's table, and engines opened on curves. */
#include "ec/engines.h"
#include "ec/limbs.h"

const struct ec_engine *const ec_engines[] = {
    &ec_engine_affine, &ec_engine_jacobian, &ec_engine_window, &ec_engine_solinas,
    &ec_engine_comb,   &ec_engine_limbs,    &ec_engine_adx,    NULL,
};

enum result ec_group_init(struct ec_group *group, const struct ec_engine *engine,
                          const struct ec_curve *curve)
{
    group->engine = engine;
    group->curve = curve;
    group->context = step_missing(&engine->step) ? NULL : engine->open(curve);
    return group->context ? DONE : FAILED;
}

void ec_group_clear(struct ec_group *group)
{
    if (group->context)
        group->engine->close(group->context);
    group->context = NULL;
}
