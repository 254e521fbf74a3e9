/* SPDX-License-Identifier: MIT */
/*
 * Steps of a whole collection, handed to the values in it before others join
 * them: what brought or replaced a mapping or list did not bring what a later
 * layer adds.  New nodes live in the arena; nothing fails.
 */
#ifndef MODEL_HANDED_H
#define MODEL_HANDED_H

#include "base/node.h"

/* Some step of it speaks of the whole. */
bool handed_any(const struct node *whole);
/* The value with those steps of the collection that it stands in; and the steps that stay. */
const struct node *handed_down(struct arena *arena, const struct node *value,
			       const struct node *whole);
const struct step *handed_rest(struct arena *arena, const struct node *whole);
/* The value, which is taken out of the collection, with what brought that. */
const struct node *handed_brought(struct arena *arena, const struct node *value,
				  const struct node *whole);

#endif
