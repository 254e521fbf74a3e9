/* SPDX-License-Identifier: MIT */
/*
 * Short forms to long ones: the canonical form (compose-go, transform/).
 *
 * New nodes are cut out of the scalars, so their spans lie inside them and
 * their parts go along (yaml_cut); each carries STEP_SHORT whose `was` is the
 * scalar.  A mapping made from a short item has the item's span and a
 * STEP_SHORT whose `was` is the item itself.  What no file wrote
 * (create_host_path, mode: ingress) has STEP_DEFAULT.  A short form that cannot
 * be read is a finding model-invalid at the place inside the scalar, with what
 * to write instead; *refused is set and the item is left out.  What Compose
 * reads in another sense than it was meant (a one-letter volume name) is a
 * finding that refuses nothing.  A short form with an unknown variable is cut
 * where its known text allows: "${DIR}:/work" is a bind of unknown source.
 *
 * The canonical form is the one that later layers are merged over.  Lists that
 * Compose keeps until the end (environment, labels) stay lists here: the last
 * step is model/typed.h.
 *
 * Long forms, and values of a type that the schema refuses, are returned as
 * they are; shaping twice changes nothing.
 */
#ifndef MODEL_SHAPE_H
#define MODEL_SHAPE_H

#include "model/schema.h"

/* Steps 11 and 12: the whole model, every service and resource. */
const struct node *shape_canonical(struct lint *lint, const struct node *model, bool *refused);

/* One volumes item, for the question "what is its target" (step 8); a long form is returned as
   it is.  NULL: it cannot be read; *refused is set and the finding is shape_canonical()'s. */
const struct node *shape_volume(struct lint *lint, const struct node *item, bool *refused);

#endif
