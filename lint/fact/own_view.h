/* SPDX-License-Identifier: MIT */
/*
 * What a service sees of the files that its project itself reads: what it can
 * change through a mount (self-modify-mount), and which secrets of
 * others it can read (credential-file).
 *
 * Made for every service when the paths of the project are known; lives in the
 * run arena; nothing fails.
 */
#ifndef FACT_OWN_VIEW_H
#define FACT_OWN_VIEW_H

#include "fact/own_path.h"

/* What of it can be changed through one mount. */
struct own_exposure {
	const struct own_path *worst[3]; /* by danger; NULL behind the last one */
	size_t count;                    /* of different paths; 0: read-only, or all is protected */
	bool is_built;                   /* a build reads some of it */
	bool is_watched;                 /* "docker compose watch" does so by itself */
};

struct own_view {
	struct own_exposure written;
	/* Files with a credential that are not meant for the service, and that no other mount lies
	   over. */
	const struct own_path *const *secrets;
	size_t nsecrets;
};

/* An item of env_file that names a file known for its credentials. */
struct own_env_file {
	const struct node *item;
	struct str kind;
};

struct own_views {
	const struct own_view *of_mount; /* at the position of the mount */
	const struct own_env_file *env_files;
	size_t nenv_files;
};

/* What is left of LIMIT_OWN_SIGHTS for a project, and whether it was said that it is not enough:
   finding incomplete-project. */
struct own_budget {
	size_t left;
	bool said;
};

/* project->paths is needed. */
const struct own_views *own_views_resolve(struct lint *lint, const struct service *service,
					  struct own_budget *budget);

#endif
