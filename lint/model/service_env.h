/* SPDX-License-Identifier: MIT */
/*
 * Reads the env_file and label_file of a service and makes its final environment
 * and labels.  service->image must be known already.
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
/* The labels with those of label_file below them, of an enabled service; NULL: none.  A file
   that is missing or cannot be read: a finding as above. */
const struct node *service_labels_load(struct loader *l, const struct service *service);

#endif
