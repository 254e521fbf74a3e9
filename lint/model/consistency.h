/* SPDX-License-Identifier: MIT */
/*
 * What Compose checks after the schema without looking at other files
 * (compose-go, loader/validate.go): sources of secrets and configs, references
 * to what is not defined, attributes that exclude each other, dependency
 * cycles.
 *
 * Works on the merged model; each finding stands at the node that has to change,
 * the other side is related.  False: Compose refuses the project.  What only the
 * engine refuses later, or nobody acts on (a capability that does not exist, a
 * host port published twice), is a finding too but does not make it false.
 * Values that are not known are never contradictions.
 */
#ifndef MODEL_CONSISTENCY_H
#define MODEL_CONSISTENCY_H

#include "base/diag.h"
#include "base/node.h"

/* Step 15: canonical model, all services; a project brought by include has it for itself. */
bool consistency_resources(struct lint *lint, const struct node *model);
/* Step 22 and the end of step 24: typed model (model/typed.h); the services that the active
   profiles enable, each with its name. */
bool consistency_services(struct lint *lint, const struct node *model, const struct pair *enabled,
			  size_t count);
/* Of a service that the active profiles leave out: what it names and nobody defines, which Compose
   refuses as soon as the profile is active. */
void consistency_left_out(struct lint *lint, const struct node *model, const struct pair *service,
			  struct str profile);

#endif
