/* SPDX-License-Identifier: MIT */
/*
 * One layer over another (compose-go, override/merge.go), by the table of
 * schema.h.
 *
 * The base is canonical, the overlay as written (interpolated and cast).  The
 * result is a new tree: a value that replaced another carries STEP_REPLACE with
 * `was`; an item appended to a list of the base, STEP_APPEND.  A path that a
 * !reset or !override of the overlay takes away is deleted from the base first;
 * the mapping then remembers it in `removed` (for !reset), or the new value
 * carries STEP_OVERRIDE with `was`.  Type conflicts ("cannot override"): finding
 * model-invalid at the overlay's node, base related; *refused is set.
 */
#ifndef MODEL_MERGE_H
#define MODEL_MERGE_H

#include "model/schema.h"

/* `at` is the table's row of the two nodes; schema_root() for whole models. */
const struct node *merge_nodes(struct lint *lint, const struct schema *at, const struct node *base,
			       const struct node *overlay, bool *refused);
/* Removes the paths in `tagged` (read/yaml.h; NULL: none) from `base`. */
const struct node *merge_apply_tags(struct lint *lint, const struct node *tagged,
				    const struct node *base, const struct node **overlay);
/* Later entries replace earlier ones in their position; STEP_REPLACE.  Compose does so before
   and after it brings the model into canonical form; the second time the lists are settled.
   `checked`: schema_check() will be asked about the model, and says which items are no text. */
const struct node *merge_unique(struct lint *lint, const struct node *model, bool canonical,
				bool checked, bool *refused);

#endif
