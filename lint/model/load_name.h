/* SPDX-License-Identifier: MIT */
/*
 * The name of a project: -p, else COMPOSE_PROJECT_NAME, else the last `name:` of
 * its files, else its directory.
 *
 * Looks into the parsed files before they are merged.  A name that Compose does
 * not take is a finding, or a failure where the command line gives it.
 */
#ifndef MODEL_LOAD_NAME_H
#define MODEL_LOAD_NAME_H

#include "base/diag.h"
#include "model/env.h"

struct loader;

/* `paths`: those of the request, absolute.  Sets COMPOSE_PROJECT_NAME in `env`. */
struct failure load_name(struct loader *l, struct env *env, const struct str *paths,
			 struct str *result);

#endif
