/* SPDX-License-Identifier: MIT */
/*
 * The last form of a model: every value in the type that its key has
 * (compose-go, types/).
 *
 * Text at boolean, integer and float keys is converted; lists of "K=V" become
 * mappings; a lone string becomes a list where a list is meant; hosts become
 * lists of addresses; values of labels, options and environments become text;
 * a string healthcheck becomes CMD-SHELL and it.  Commands stay as written
 * (model/command.h splits them).  Sizes and durations are checked and stay as
 * written (model/cast.h reads them).
 *
 * What does not convert: finding model-invalid, *refused is set, the value stays.
 * An x- key among keys of the user's own (labels, environment ...) has no
 * effect: a finding that refuses nothing.  Applied to the merged canonical
 * model, once, before the rules see it; applying it twice changes nothing.
 */
#ifndef MODEL_TYPED_H
#define MODEL_TYPED_H

#include "model/schema.h"

const struct node *typed_model(struct lint *lint, const struct node *model, bool *refused);

#endif
