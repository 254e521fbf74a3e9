/* SPDX-License-Identifier: MIT */
/*
 * What lies on this host in the source of a mount, as far as rules ask: names
 * that the host executes later (host-exec-mount), repositories
 * side by side, and where the repository of the project begins (parent-mount).
 *
 * Only the directory itself is looked at, never what is below it, and only for
 * binds whose path is known and that no rule about sources reports.  Where
 * nothing is there (a checkout elsewhere), nothing is said.  Made once for each
 * directory; lives in the run arena; nothing fails.
 */
#ifndef FACT_HOST_TREE_H
#define FACT_HOST_TREE_H

#include "base/table.h"
#include "fact/mount.h"
#include "read/file.h"

enum host_executor {
	HOST_GIT,
	HOST_EDITOR,
	HOST_CI,
	HOST_SHELL,
	HOST_AGENT,
	HOST_ANYBODY,
	HOST_EXECUTORS
};

/* A name that the host executes; of those that the configuration adds nobody knows who does. */
struct host_name {
	struct str name; /* below the directory, ".github/workflows" */
	enum host_executor who;
};

/* What a service sees of it through one mount. */
struct host_view {
	/* Those it can write, and that no mount lying over them protects; the worst first. */
	const struct host_name *const *names;
	size_t nnames;
	size_t repositories; /* directories in the source that hold a directory .git */
};

/* At the position of each mount.  `known` keeps what was looked at, for the services that follow. */
const struct host_view *host_views_resolve(struct lint *lint, const struct files *files,
					   const struct service *service, struct table *known);
/* The nearest directory with .git, at or above this one; else this one. */
struct str host_tree_root(struct arena *arena, const struct files *files, struct str directory);

#endif
