/* selection - names of a selection that stand for nothing are said, not left out in silence. */
#ifndef SIGCOST_SELECTION_H
#define SIGCOST_SELECTION_H

#include "bench/bench.h"

/* Whether it is one of the names that stand for several rows or the best one: self, all, peers, textbook. */
int selection_is_group(const char *name);

/* DONE if each name in selection->impls is a group's or that of a row of something selected, whether that runs here
 * or not; else FAILED after a message. */
enum result selection_check(const struct selection *selection, const char *command);

/* Why no row was made of the selection; note: what was said of one of its rows, or NULL. Valid until the next call. */
const char *selection_nothing(const struct selection *selection, const char *note);

#endif
