/* SPDX-License-Identifier: MIT */
/*
 * Reads the env_file of a service and makes its final environment
 * (compose-semantics step 23).  service->image must be known already.
 *
 * A required file that is missing: finding model-invalid at the scalar that
 * names it, if the service is enabled; one that cannot be read:
 * incomplete-project.
 */
#ifndef MODEL_SERVICE_ENV_H
#define MODEL_SERVICE_ENV_H

#include "model/environment.h"
#include "model/loader.h"

const struct environment *service_env_load(struct loader *l, struct env *env,
					   const struct service *service);

#endif
