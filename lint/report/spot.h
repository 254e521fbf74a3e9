/* SPDX-License-Identifier: MIT */
/*
 * One value of a model by its path, "services.agent.volumes[0].target".
 *
 * A dot separates; keys may hold dots, and then the longest key that leads on
 * is taken.  An index stands in brackets, or behind a dot.  A key that a !reset
 * took away can be named too.  What is not there is no failure of ours:
 * `found` is false, and `nearest` is the path that comes nearest.  Lives in the
 * run arena.
 */
#ifndef REPORT_SPOT_H
#define REPORT_SPOT_H

#include "report/origin.h"

struct spot {
	bool found;
	struct origin_way *way; /* of the value, with what it stands in */
	struct str name;        /* the key it stands behind; of an item, that of its list */
	struct str nearest;     /* not found: a path that is there */
};

struct spot spot_find(struct arena *arena, const struct node *model, struct str path);

#endif
