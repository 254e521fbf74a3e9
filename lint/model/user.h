/* SPDX-License-Identifier: MIT */
/*
 * The effective user of a service (rules.md 2.3, dockerfile-semantics 10):
 * `user` after the merge, else what the image's Dockerfile says, else what is
 * known of a well-known image.  Lives in the run arena.
 */
#ifndef MODEL_USER_H
#define MODEL_USER_H

#include "model/image.h"
#include "model/project.h"
#include "model/stage.h"

enum user_origin {
	USER_FROM_COMPOSE,    /* the service's `user` */
	USER_FROM_DOCKERFILE, /* a USER of the image's chain */
	USER_FROM_BASE,       /* no USER; the base image, known by name or not */
	USER_FROM_IMAGE,      /* only an image name; known or not */
	USER_FROM_NOTHING     /* the Dockerfile cannot be seen */
};

struct user {
	enum user_origin origin;
	enum stage_root root;
	bool root_when_empty; /* unknown only because of unset variables; empty, it would be root */
	struct str text;      /* the user's text; empty when none is set */
	int64_t uid;          /* -1: not known */
	const struct node *node;      /* the `user` scalar; NULL: not set */
	const struct stage *stage;    /* the target stage; NULL: no Dockerfile */
	const struct image_known *known; /* the well-known image that decided; NULL */
	struct str image;     /* the image that decides, for the message; may be empty */
	const struct stage_account *account; /* whose uid was taken; NULL */
	struct stage_switch steps_down; /* a wrapper at the start of the command line */
};

const struct user *user_resolve(struct lint *lint, const struct project *project,
				const struct service *service);

#endif
