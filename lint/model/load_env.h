/* SPDX-License-Identifier: MIT */
/*
 * The env files of a project: those that the user named, else the .env of its
 * directory, which Compose reads unasked unless COMPOSE_DISABLE_ENV_FILE says no.
 *
 * What is wrong in one is a finding, and the loader is refused; a named file
 * that cannot be had is a failure, and so is COMPOSE_DISABLE_ENV_FILE of the process
 * when it is neither true nor false.
 */
#ifndef MODEL_LOAD_ENV_H
#define MODEL_LOAD_ENV_H

#include "base/diag.h"
#include "model/env.h"
#include "read/file.h"

struct loader;

struct failure load_named_env(struct loader *l, struct env *env);
/* Where the user started in another directory, its .env comes first, and the other sees it. */
struct failure load_default_envs(struct loader *l, struct env *env);
/* A .env that is there and cannot be read: finding incomplete-project at the place. */
void load_incomplete_env(struct loader *l, struct span span, struct str name,
			 enum file_status status);

#endif
