/* SPDX-License-Identifier: MIT */
/*
 * Short forms to long ones: the canonical form (compose-semantics 7, 2.2 step 11).
 *
 * New nodes are cut out of the scalars, so their spans lie inside them and
 * their parts go along (yaml_cut); each carries STEP_SHORT whose `was` is the
 * scalar.  A mapping made from a short item has the item's span and, in `via`,
 * the item itself.  What no file wrote (create_host_path, mode: ingress) has
 * STEP_DEFAULT.  A short form that cannot be read is a finding model-invalid
 * at the place inside the scalar, with what to write instead; *refused is set.
 * A short form with an unknown variable is cut where its known text allows:
 * "${DIR}:/work" is a bind of unknown source.
 */
#ifndef MODEL_SHAPE_H
#define MODEL_SHAPE_H

#include "model/schema.h"

/* The whole model, every service and resource. */
const struct node *shape_canonical(struct lint *lint, const struct node *model, bool *refused);
/* One volumes item; a long form is returned as it is.  NULL: cannot be read (already said). */
const struct node *shape_volume(struct lint *lint, const struct node *item, bool *refused);

#endif
