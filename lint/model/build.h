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

#include "image/stage.h"
#include "model/loader.h"

void build_load(struct loader *l, const struct project *project, struct service *services,
		size_t count);
/* By which what a service builds is found, image_key() of its `image` or of project-service; empty:
   it builds nothing, or nobody knows the name. */
struct str build_image_key(struct arena *arena, struct str project, const struct service *service);

/* What a container of the service starts with: the words of its `entrypoint`, else those of the
   stage's, of a shell form as they are written; not more than there is room for. */
enum { ENTRY_WORDS = 16 };

struct entry_words {
	struct str all[ENTRY_WORDS];
	size_t count;
};

struct entry_words build_entry_words(struct arena *arena, const struct service *service,
				     const struct stage *stage);

#endif
