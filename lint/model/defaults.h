/* SPDX-License-Identifier: MIT */
/*
 * What Compose adds to a model that no file wrote (compose-go,
 * loader/normalize.go and transform/defaults.go): defaults carry STEP_DEFAULT;
 * the value of a bare variable stands at its name and carries STEP_VARIABLE.
 */
#ifndef MODEL_DEFAULTS_H
#define MODEL_DEFAULTS_H

#include "model/interp.h"

/* Step 14: build.context, port mode and protocol, secret target. */
const struct node *defaults_fill(struct lint *lint, const struct node *model);
/* Bare names of `environment` that the env sets: those of lists only (step 17), or all of them
   and those of build.args (step 19). What nobody sets stays as it is. */
const struct node *defaults_bare(struct interp *interp, const struct node *model, bool all);
/*
 * `content` of the configs that name a variable in `environment` (step 17), for an included model
 * alone: of the main one nothing looks at it any more, while the project that includes takes the
 * two for two sources, and refuses them.
 *
 * A secret gets its value under a key of its own, which tells two includes apart that set the
 * variable otherwise; defaults_without_secret_values() takes it away again before anyone prints.
 */
const struct node *defaults_included_values(struct interp *interp, const struct node *model);
const struct node *defaults_without_secret_values(struct lint *lint, const struct node *model);

#endif
