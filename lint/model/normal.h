/* SPDX-License-Identifier: MIT */
/*
 * The model with all that Compose adds and takes away before it prints or runs
 * it (compose-go, loader/normalize.go and types/project.go): services that the
 * profiles enable, the default network, names of resources, implied
 * dependencies, the contents of env files and label files; without resources
 * that nobody uses.
 *
 * Takes a project that was loaded as Compose loads it (load_request.as_compose)
 * and was not refused.  What is added has the place of what called for it.
 * Lives in the run arena; never fails.
 */
#ifndef MODEL_NORMAL_H
#define MODEL_NORMAL_H

#include "model/project.h"

/* A mapping; `all_resources`: also those that no enabled service refers to. */
const struct node *normal_model(struct lint *lint, const struct project *project,
				bool all_resources);

#endif
