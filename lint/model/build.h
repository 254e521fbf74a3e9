/* SPDX-License-Identifier: MIT */
/*
 * Reads the Dockerfiles of a project and evaluates them: fills service.build
 * and service.image.
 *
 * A missing Dockerfile or context, and a target that is no stage: finding
 * model-invalid at the scalar that names it, else at `build`.  What is remote,
 * cannot be read, or depends on an unknown variable: incomplete-project.
 * Compose itself loads such a project; its build fails, so nothing is refused.
 * Each Dockerfile is parsed once, and evaluated once for equal arguments.
 */
#ifndef MODEL_BUILD_H
#define MODEL_BUILD_H

#include "model/loader.h"

void build_load(struct loader *l, const struct project *project, struct service *services,
		size_t count);
/* By which what a service builds is found, image_key() of its `image` or of project-service; empty:
   it builds nothing, or nobody knows the name. */
struct str build_image_key(struct arena *arena, struct str project, const struct service *service);

#endif
