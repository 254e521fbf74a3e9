/* SPDX-License-Identifier: MIT */
/*
 * The effective user of a service: `user` after the merge, else what the
 * image's Dockerfile says, else what is known of a well-known image.  Lives in
 * the run arena.
 */
#ifndef FACT_USER_H
#define FACT_USER_H

#include "image/image.h"
#include "model/project.h"
#include "image/stage.h"

enum user_origin {
	USER_FROM_COMPOSE,    /* the service's `user` */
	USER_FROM_DOCKERFILE, /* a USER of the image's chain */
	USER_FROM_BASE,       /* no USER; the base image, known by name or not */
	USER_FROM_IMAGE,      /* only an image name; known or not */
	USER_FROM_NOTHING     /* the Dockerfile cannot be seen */
};

/* A line that takes part in who runs. */
enum user_place_kind {
	USER_AT_BUILD,  /* the build of another service, whose image it is; `name`: that service */
	USER_AT_TARGET, /* build.target */
	USER_AT_ARGUMENT, /* build.args; `name`: the argument */
	USER_AT_USER,     /* the last USER */
	USER_AT_VARIABLE, /* ARG or ENV; `name` */
	USER_AT_BASE,     /* FROM: no USER follows it */
	USER_AT_CONTEXT,  /* additional_contexts: it takes the place of a stage or image */
	USER_AT_ACCOUNT,  /* the command that gives the account its uid; `name`: the account */
	USER_AT_BEFORE    /* the last USER that was no root, before one that is */
};

enum { USER_PLACES = 16 };

struct user_place {
	enum user_place_kind kind;
	struct span span;
	struct str name;
	const struct node *node; /* of USER_AT_TARGET */
};

struct user {
	enum user_origin origin;
	enum stage_root root;
	bool root_when_empty; /* unknown only because of unset variables; empty, it would be root */
	struct str text;      /* the user's text; empty when none is set */
	int64_t uid;          /* -1: not known */
	const struct node *node;         /* the `user` scalar; NULL: not set */
	const struct node *blank;        /* a `user` that is set to nothing; NULL: none */
	const struct stage *stage;       /* the target stage; NULL: no Dockerfile */
	const struct image_known *known; /* the well-known image that decided; NULL */
	const struct image_known *base;  /* the well-known image that it all begins with; NULL */
	struct str image;                /* the image that decides, for the message; may be empty */
	const struct stage_account *account; /* whose uid was taken; NULL */
	struct str steps_down; /* the program that gives root up at the start; empty: none known */
	struct user_place *places; /* beside `node` or `blank` */
	size_t nplaces;            /* at most USER_PLACES */
	struct str suggested;      /* "1000:1000": an account of the image, else a customary uid */
};

const struct user *user_resolve(struct lint *lint, const struct project *project,
				const struct service *service);

#endif
