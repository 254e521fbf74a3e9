/* SPDX-License-Identifier: MIT */
/*
 * The environment that a service's container will have: ENV of its image's
 * Dockerfile, then env_file, then `environment`, each over the one before.
 * Every entry knows the place that sets it.
 *
 * A name that only stands there without a value is supplied by the shell, or
 * by .env, whose line is then the value's place.  Lives in the run arena;
 * never fails.
 */
#ifndef MODEL_ENVIRONMENT_H
#define MODEL_ENVIRONMENT_H

#include "model/env_file.h"
#include "model/project.h"

enum environment_origin {
	ENVIRONMENT_SERVICE,  /* an item of the service's `environment` */
	ENVIRONMENT_ENV_FILE, /* a line of a file of its env_file */
	ENVIRONMENT_IMAGE     /* an ENV of the Dockerfile's target stage */
};

struct environment_entry {
	struct str name;
	enum environment_origin origin;
	const struct node *item;  /* ENVIRONMENT_SERVICE: the list item or, of a mapping, the
				     value (NODE_NULL for a bare key); ENVIRONMENT_ENV_FILE: the
				     item of env_file that names the file; else NULL */
	const struct node *key;   /* ENVIRONMENT_SERVICE: the scalar with the name; else NULL */
	const struct node *value; /* scalar; NULL: supplied by the shell, not known here */
	bool bare;                /* only a name stands there */
	struct span line;         /* where the value stands: in the Compose file, the env file, the
				     Dockerfile; of a bare name that .env sets, in .env */
	const struct environment_entry *hidden; /* what it covers of the layer below, or NULL */
};

/* One file of a service's env_file. */
struct environment_file {
	const struct node *item; /* the scalar that names it */
	uint32_t source;         /* 0: absent, not required, or not to be read */
	bool absent;
	struct env_lines lines;
};

struct environment {
	const struct environment_entry *all;
	size_t count;
	const struct environment_file *files; /* in the order of the list */
	size_t nfiles;
};

/* service->node and service->image are looked at, and the env_file as it was read. */
const struct environment *environment_resolve(struct lint *lint, const struct service *service,
					      const struct environment_file *files, size_t nfiles);
const struct environment_entry *environment_find(const struct environment *environment,
						 struct str name);
/* The node that a report points at: the item of a list, the name in a mapping (the value where
   the name is another file's), the item of env_file; NULL: an ENV, whose line is all there is. */
const struct node *environment_place(const struct environment_entry *entry);
/* The whole entry, name and value. */
struct span environment_extent(const struct environment_entry *entry);
/* Compose refuses the value: a required variable in it is not set, or it cannot be read. */
bool environment_is_refused(const struct environment_entry *entry);
/* The value is not known here because the shell that runs Compose may set it: a bare name, an
   unset variable, an empty default in its place. */
bool environment_is_left_to_shell(const struct environment_entry *entry, struct env *env);

#endif
