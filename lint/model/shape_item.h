/* SPDX-License-Identifier: MIT */
/*
 * One item of a list of short forms to its long form, for model/shape.h.
 *
 * `trail` leads to the item.  NULL: it cannot be read, and a finding says so
 * (unless `quiet`); *refused is set.
 */
#ifndef MODEL_SHAPE_ITEM_H
#define MODEL_SHAPE_ITEM_H

#include "model/cut.h"
#include "model/trail.h"

struct shape {
	struct lint *lint;
	bool *refused;
	bool quiet; /* say nothing */
};

const struct node *shape_item_volume(struct shape *shape, const struct trail *trail,
				     const struct node *item);
const struct node *shape_item_device(struct shape *shape, const struct trail *trail,
				     const struct node *item);
/* One item may be many ports: they are added to the list. */
void shape_item_port(struct shape *shape, const struct trail *trail, const struct node *item,
		     struct cut *ports);

#endif
