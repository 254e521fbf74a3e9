/* SPDX-License-Identifier: MIT */
/*
 * The facts of a project and of every service: its mounts, networks, user,
 * devices, recipe, and what overrides take from it.
 *
 * Called once by load, through its request, when the model is whole and the
 * Dockerfiles are evaluated; afterwards nobody changes a service any more.
 * Facts live in the run arena; nothing fails.
 */
#ifndef FACT_FACTS_H
#define FACT_FACTS_H

#include "model/project.h"
#include "read/file.h"

/* `services` are those of the project, still to be completed as it is itself.  Some facts look at
   what lies on the disk, through `files`. */
void facts_resolve(struct lint *lint, const struct files *files, struct project *project,
		   struct service *services);

#endif
