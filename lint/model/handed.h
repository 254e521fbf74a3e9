/* SPDX-License-Identifier: MIT */
/*
 * Steps of a whole collection, handed to the values in it before others join
 * them: what brought or replaced a mapping or list did not bring what a later
 * layer adds.  New nodes live in the arena; nothing fails.
 */
#ifndef MODEL_HANDED_H
#define MODEL_HANDED_H

#include "base/node.h"

/* What is handed to each of many values; those that came the same way share the steps. */
struct handed {
	struct arena *arena;
	struct node_step *steps; /* in the order in which values get them */
	size_t count;
};

/* Some step of it speaks of the whole. */
bool handed_any(const struct node *whole);
/* For the values that stay in the collection: those steps; and the steps that stay with it. */
struct handed handed_down(struct arena *arena, const struct node *whole);
const struct step *handed_rest(struct arena *arena, const struct node *whole);
/* For values that are taken out of the collection: what brought it. */
struct handed handed_brought(struct arena *arena, const struct node *whole);
/* The value with the steps. */
const struct node *handed_to(struct handed *handed, const struct node *value);

#endif
