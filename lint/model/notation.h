/* SPDX-License-Identifier: MIT */
/*
 * Keys that may be written in several ways, in the one that is merged: as a list, or as
 * a mapping.
 *
 * What is written so already is given back as it is; else the result is a new node in the
 * run arena, whose history says what it was.  An item that is no string is a finding, sets
 * *refused, and is left out.
 */
#ifndef MODEL_NOTATION_H
#define MODEL_NOTATION_H

#include "model/trail.h"

/* A mapping gives "key=value", a string is one item. */
const struct node *notation_list(struct lint *lint, const struct node *node);
/* A mapping as it comes out of the list that Compose makes of it, with its values as text; of a key
   that stands twice, the last value. */
const struct node *notation_key_values(struct lint *lint, const struct node *node,
				       const struct trail *trail, bool *refused);
/* The mapping, which is a list to Compose from here on. */
const struct node *notation_marked_as_list(struct lint *lint, const struct node *mapping,
					   struct span span);
/* A list of names as a mapping: depends_on (`conditions`) with what a name stands for, others with
   null. */
const struct node *notation_names(struct lint *lint, const struct node *node,
				  const struct trail *trail, bool conditions, bool *refused);
/* "build: DIRECTORY" as the mapping with that context. */
const struct node *notation_build(struct lint *lint, const struct node *node);

#endif
