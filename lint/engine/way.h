/* SPDX-License-Identifier: MIT */
/*
 * The way from a model's root down to a node of it.
 *
 * The first question walks the model once and notes the way to each node;
 * every further one is a search.  Lives in the run arena; never fails.
 */
#ifndef ENGINE_WAY_H
#define ENGINE_WAY_H

#include "model/project.h"

/* The parent has the longer way: `up` ends at the root, whose own is NULL. */
struct way {
	const struct node *node;
	struct str key;  /* of a mapping's value */
	size_t position; /* of a sequence's item */
	bool is_item;
	const struct way *up;
};

struct ways;

struct ways *ways_new(struct lint *lint, const struct node *model);
/* To a value, a key (which stands for its value), a removed value, or what a short form was cut out
   of.  Of several ways to one node the one through `first` counts (NULL: any); NULL: not in it. */
const struct way *way_to(struct ways *ways, const struct node *node, const struct node *first);

#endif
