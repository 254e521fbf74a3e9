/* SPDX-License-Identifier: MIT */
/*
 * What a container starts with: the words of the service's `entrypoint`, else
 * those of the image's ENTRYPOINT, of a shell form as they are written.
 *
 * Words borrow from the model and the stage, or live in the arena; nothing fails.
 */
#ifndef MODEL_ENTRYPOINT_H
#define MODEL_ENTRYPOINT_H

#include "image/stage.h"
#include "model/project.h"

enum { ENTRYPOINT_WORDS = 16 };

struct entrypoint {
	struct str words[ENTRYPOINT_WORDS]; /* the first ones */
	size_t count;
};

struct entrypoint entrypoint_of(struct arena *arena, const struct service *service,
				const struct stage *stage);

#endif
